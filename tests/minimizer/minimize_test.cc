// Minimizing ends at programs that still show the finding, and from which nothing can be taken.
#include "minimizer/minimize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "minimizer/passes/pass.h"
#include "minimizer/pieces.h"
#include "minimizer/simpler.h"
#include "tests/minimizer/findings.h"
#include "tests/slow_build.h"

namespace rematfuzz::minimizer {
namespace {

constexpr std::size_t findings_each = testing::slow_build ? 4 : 40;

struct Kind {
  FindingKind kind;
  std::string_view policy;
};
constexpr std::array kinds{
    Kind{FindingKind::hole, "DTR"},      Kind{FindingKind::hole, "LRU"},
    Kind{FindingKind::inversion, "DTR"}, Kind{FindingKind::cliff, "DTREqClass"},
    Kind{FindingKind::drift, "DTR"},
};

// Programs with one operation, argument, output or mutation less, or one number lower by one: made
// here on their own, not by passes.
std::vector<Program> smaller_by_one(const Program& program) {
  std::vector<Program> made;
  const auto add = [&](const Pieces& pieces) {
    if (auto one = assemble(pieces)) made.push_back(std::move(*one));
  };
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Operation& operation = program.operations[i];
    Pieces gone = take_apart(program);
    gone.pieces[i].fate = Fate::goes;
    add(gone);
    if (operation.is_operator())
      for (std::size_t k = 0; k < operation.args.size(); ++k) {
        Pieces less = take_apart(program);
        drop_argument(less, i, k);
        add(less);
      }
    if (operation.kind == OperationKind::call && operation.outputs.size() > 1)
      for (std::size_t k = 0; k < operation.outputs.size(); ++k) {
        Pieces less = take_apart(program);
        drop_output(less, i, k);
        add(less);
      }
    if (operation.cost > 0) {
      made.push_back(program);
      --made.back().operations[i].cost;
    }
    for (std::size_t k = 0; k < operation.outputs.size(); ++k)
      if (operation.outputs[k].size > 0) {
        made.push_back(program);
        --made.back().operations[i].outputs[k].size;
      }
  }
  return made;
}

TEST(Minimize, EndsWhereNothingCanBeTaken) {
  for (const Kind& kind : kinds) {
    std::uint64_t seed = 1;
    for (std::size_t count = 0; count < findings_each; ++count) {
      const Found found = find_one(kind.kind, kind.policy, seed);
      SCOPED_TRACE(fmt::format("{} of {}, seed {}", name_of(kind.kind), kind.policy, seed - 1));
      const Minimized result = minimized(found);
      EXPECT_TRUE(result.complete);
      EXPECT_EQ(result.left, 0U);
      EXPECT_FALSE(is_simpler(found.program, result.program));
      ASSERT_EQ(fuzz::refusal_of(result.program), "");
      Judge judge(found.wanted);
      ASSERT_TRUE(judge.judge(result.program, {})) << fuzz::text_of(result.program);
      for (const Program& smaller : smaller_by_one(result.program)) {
        if (!is_simpler(smaller, result.program)) continue;
        EXPECT_FALSE(judge.judge(smaller, {})) << fuzz::text_of(result.program) << "smaller:\n"
                                               << fuzz::text_of(smaller);
      }
    }
  }
}

TEST(Minimize, KeepsPlaceAndFrontier) {
  std::uint64_t seed = 1;
  for (std::size_t count = 0; count < findings_each; ++count) {
    const Found found = find_one(FindingKind::hole, "DTR", seed);
    const Minimized result = minimized(found);
    EXPECT_EQ(result.shown.mechanism.place, found.shown.mechanism.place);
    EXPECT_EQ(result.shown.mechanism.fully_pinned, found.shown.mechanism.fully_pinned);
  }
}

TEST(Minimize, KeepsTheWholeMechanismWhereThatIsAskedFor) {
  std::uint64_t seed = 1;
  for (std::size_t count = 0; count < findings_each / 2; ++count) {
    Found found = find_one(FindingKind::hole, "DTR", seed);
    found.wanted.keep = {.place = true, .frontier = true, .nesting = true, .turns_on = true};
    EXPECT_EQ(minimized(found).shown.mechanism, found.shown.mechanism);
  }
}

TEST(Minimize, KeepsADepth) {
  std::uint64_t seed = 1;
  std::size_t deep = 0;
  while (deep < 3) {
    Found found = find_one(FindingKind::hole, "DTR", seed);
    if (found.shown.mechanism.nesting < Nesting::up_to_4) continue;
    ++deep;
    found.wanted.keep.depth = 3;
    EXPECT_GE(minimized(found).shown.mechanism.nesting, Nesting::up_to_4);
    EXPECT_GE(minimized(found).program.operators(), 3U);
  }
}

TEST(Minimize, ChangesNothingOfWhatIsMinimal) {
  std::uint64_t seed = 1;
  for (std::size_t count = 0; count < findings_each / 2; ++count) {
    Found found = find_one(FindingKind::hole, "DTR", seed);
    const Minimized once = minimized(found);
    found.program = once.program;
    found.shown = once.shown;
    const Minimized twice = minimized(found);
    EXPECT_EQ(twice.program, once.program);
    for (const PassCount& pass : twice.counts) EXPECT_EQ(pass.taken, 0U);
  }
}

// One thread for each candidate, which start in the reverse order.
void loop_backward(std::size_t count, const std::function<void(std::size_t)>& body) {
  std::vector<std::thread> threads;
  for (std::size_t i = count; i-- > 0;) threads.emplace_back(body, i);
  for (std::thread& thread : threads) thread.join();
}

TEST(Minimize, ComesToTheSameHoweverManyAreLookedAtAtOnce) {
  std::uint64_t seed = 1;
  for (std::size_t count = 0; count < findings_each / 8 + 1; ++count) {
    const Found found = find_one(FindingKind::hole, "MSPS", seed);
    const Minimized one = minimized(found);
    for (const std::size_t slots : {std::size_t{2}, std::size_t{5}}) {
      MinimizeOptions options;
      options.slots = slots;
      options.loop = loop_backward;
      const Minimized several = minimized(found, options);
      EXPECT_EQ(several.program, one.program);
      for (std::size_t i = 0; i < one.counts.size(); ++i) {
        EXPECT_EQ(several.counts[i].tried, one.counts[i].tried) << pass_table()[i].name;
        EXPECT_EQ(several.counts[i].taken, one.counts[i].taken) << pass_table()[i].name;
      }
    }
  }
}

TEST(Minimize, StopsWithTheBestSoFar) {
  std::uint64_t seed = 1;
  const Found found = find_one(FindingKind::hole, "DTR", seed);
  std::size_t taken = 0;
  MinimizeOptions options;
  options.stop = [&] { return taken >= 2; };
  options.on_taken = [&](const Program&, const Shown&, const Pass&) { ++taken; };
  const Minimized result = minimized(found, options);
  EXPECT_FALSE(result.complete);
  EXPECT_TRUE(is_simpler(result.program, found.program));
  EXPECT_TRUE(Judge(found.wanted).judge(result.program, {}));
}

TEST(Minimize, EveryPassIsOfUse) {
  std::vector<std::size_t> taken(pass_table().size());
  for (const Kind& kind : kinds) {
    std::uint64_t seed = 500;
    for (std::size_t count = 0; count < findings_each; ++count) {
      const Minimized result = minimized(find_one(kind.kind, kind.policy, seed));
      for (std::size_t i = 0; i < taken.size(); ++i) taken[i] += result.counts[i].taken;
    }
  }
  if (testing::slow_build) return;
  for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_GT(taken[i], 0U) << pass_table()[i].name;
}

TEST(Minimize, PassesAreInTheDocument) {
  std::ifstream file(REMATFUZZ_TEST_DATA "/../../docs/minimizing.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::size_t from = text.find("| pass |");
  for (const Pass& pass : pass_table()) {
    const std::size_t at = text.find(
        fmt::format("| `{}` | {} |", pass.name, pass.grain == Grain::rough ? "rough" : "fine"),
        from);
    ASSERT_NE(at, std::string::npos) << pass.name << " is not where it should be";
    from = at;
  }
}

TEST(Minimize, TellsOfWhatDisabledPassesLeave) {
  std::uint64_t seed = 1;
  std::size_t left = 0;
  for (std::size_t count = 0; count < 10; ++count) {
    MinimizeOptions options;
    options.disabled = {"lower-numbers", "lower-equal-numbers", "scale-numbers", "rank-numbers",
                        "delete-and-adjust"};
    left += minimized(find_one(FindingKind::hole, "DTR", seed), options).left;
  }
  EXPECT_GT(left, 0U);
}

}  // namespace
}  // namespace rematfuzz::minimizer
