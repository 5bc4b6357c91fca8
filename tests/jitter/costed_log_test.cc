// Logs written with other costs.
#include "sim/jitter/costed_log.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/base/error.h"
#include "sim/jitter/jitter.h"
#include "sim/trace/digest.h"
#include "sim/trace/log_reader.h"
#include "tests/trace/log_text.h"

namespace rematfuzz::testing {
namespace {

class CostedLogTest : public ::testing::Test {
 protected:
  void TearDown() override { std::remove(path_.c_str()); }

  // What becomes of the log `text`.
  std::string written(const std::string& text, const std::vector<Nanos>& costs) const {
    std::ofstream(path_, std::ios::binary) << text;
    std::ostringstream out;
    write_costed_log(path_, costs, out);
    return out.str();
  }
  std::string refusal(const std::string& text, const std::vector<Nanos>& costs) const {
    try {
      written(text, costs);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(path_.size());
    }
    return "accepted";
  }

 private:
  std::string path_ = ::testing::TempDir() + "costed-" +
                      ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".log";
};

const std::string program = constant("w", "4") + call({"w"}, "a", "8", "-1", "10") +
                            copy("b", "a") + mutate({"a", "w"}, "[0]") + annotate("BACKWARD") +
                            call({"b"}, "v", "3", "0", "20") + copy_from("v", "b") + release("b");

// As the reader takes it.
Trace trace_of(const std::string& text) { return read_log_text(text, "text").trace; }

TEST_F(CostedLogTest, ChangesCostsAndNothingElse) {
  const std::string same = written(start() + program, {0, 10, 1, 20});
  const std::string other = written(start() + program, {0, 7, 8, 9});
  EXPECT_EQ(digest(trace_of(same)), digest(trace_of(start() + program)));
  std::string expected = same;
  for (const auto& [from, to] : {std::pair{R"("10")", R"("7")"}, std::pair{R"("1")", R"("8")"},
                                 std::pair{R"("20")", R"("9")"}})
    expected.replace(expected.find(std::string("\"TIME\":") + from) + 7, std::string(from).size(),
                     to);
  EXPECT_EQ(other, expected);
  EXPECT_EQ(written(same, {0, 10, 1, 20}), same);
}

TEST_F(CostedLogTest, GivesTheJitteredTrace) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Trace jittered = trace_of(start() + program);
    jitter_costs(jittered, Noise::percent(100), seed);
    std::vector<Nanos> costs;
    costs.reserve(jittered.calls.size());
    for (const Call& call : jittered.calls) costs.push_back(call.cost);
    EXPECT_EQ(digest(trace_of(written(start() + program, costs))), digest(jittered));
  }
}

TEST_F(CostedLogTest, LeavesOutWhatStandsBeforeStart) {
  const std::string plain = written(start() + program, {0, 7, 8, 9});
  const std::string before = constant("w") + constant("w") + call({"unknown"}, "q");
  EXPECT_EQ(written(before + program + start() + program, {0, 7, 8, 9}), plain);
  EXPECT_TRUE(plain.starts_with(start()));
}

TEST_F(CostedLogTest, HasNoStartWhereTheLogHasNone) {
  EXPECT_EQ(start() + written(program, {0, 7, 8, 9}), written(start() + program, {0, 7, 8, 9}));
}

TEST_F(CostedLogTest, RefusesALogOfOtherCalls) {
  const std::string changed = "the log changed since it was read first";
  EXPECT_EQ(refusal(start() + constant("w") + constant("x"), {0}), ":4: " + changed);
  EXPECT_EQ(refusal(start() + constant("w"), {0, 0}), ":3: " + changed);
  EXPECT_EQ(refusal(constant("w") + constant("x"), {0}), ":3: " + changed);
  EXPECT_EQ(refusal("", {0}), ":1: the log is empty");
}

}  // namespace
}  // namespace rematfuzz::testing
