// What a policy reads of a candidate: shown as the policy uses it.
#include "sim/anatomy/score_parts.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <optional>
#include <string>

#include "tests/anatomy/everywhere.h"
#include "tests/anatomy/subject.h"

namespace rematfuzz::testing {
namespace {

double quotient(Nanos numerator, Int128 denominator) {
  return denominator <= 0 ? std::numeric_limits<double>::infinity()
                          : static_cast<double>(numerator) / static_cast<double>(denominator);
}

// At every choice: the victim is the last of the candidates with the smallest score, unless the
// policy stopped at a score of 0; and DTR's score is made of the parts.
class ScoreCheck : public Observer {
 public:
  void on_choose(const Moment& moment) override {
    best_ = no_id;
    std::optional<double> smallest;
    for (const StorageId storage : moment.state().pool.members()) {
      const ScoreParts parts = the(score_parts(moment, storage));
      check_parts(moment, parts);
      if (!parts.score) continue;
      if (!smallest || *parts.score <= *smallest) {
        smallest = parts.score;
        best_ = storage;
      }
      if (*parts.score == 0) break;
    }
  }
  void on_evict(const Moment&, StorageId storage, EvictionCause cause) override {
    if (cause != EvictionCause::choice || best_ == no_id) return;
    EXPECT_EQ(storage, best_);
    ++scored;
  }

  int scored = 0;

 private:
  static void check_parts(const Moment& moment, const ScoreParts& parts) {
    const Structure structure = moment.subject.policy.structure();
    EXPECT_EQ(parts.forward_sum.has_value(), structure == Structure::regions);
    EXPECT_EQ(parts.reverse_sum.has_value(), structure == Structure::regions);
    EXPECT_EQ(parts.class_sum.has_value(), structure == Structure::classes);
    EXPECT_EQ(parts.score.has_value(), !moment.subject.policy.randomized());
    EXPECT_EQ(parts.staleness, moment.state().clock - parts.last_access);
    const Int128 divisor = Int128{parts.size} * parts.staleness;
    if (moment.subject.policy_name == "DTR") {
      EXPECT_EQ(parts.score,
                quotient(parts.compute + the(parts.forward_sum) + the(parts.reverse_sum), divisor));
    } else if (moment.subject.policy_name == "DTREqClass") {
      EXPECT_EQ(parts.score, quotient(parts.compute + the(parts.class_sum), divisor));
    } else if (moment.subject.policy_name == "LRU") {
      EXPECT_EQ(parts.score, static_cast<double>(parts.last_access));
    }
  }

  StorageId best_ = no_id;
};

TEST(ScoreParts, ExplainEveryChoiceOfAScoringPolicy) {
  std::map<std::string, int> scored;
  for_random_runs([&](const Subject& subject, const RunOptions& options) {
    ScoreCheck check;
    observe_run(subject, options, check);
    scored[std::string(subject.policy_name)] += check.scored;
  });
  for (const PolicyEntry& policy : policy_table())
    if (policy.policy->randomized())
      EXPECT_EQ(scored[std::string(policy.name)], 0) << policy.name;
    else
      EXPECT_GT(scored[std::string(policy.name)], 20) << policy.name;
}

class Candidates : public Observer {
 public:
  void on_choose(const Moment& moment) override {
    const Trace& trace = moment.subject.trace;
    none = score_parts(moment, no_id);
    locked = score_parts(moment, storage_of(trace, "a"));
    evictable = score_parts(moment, storage_of(trace, "b"));
  }

  std::optional<ScoreParts> none = ScoreParts{};
  std::optional<ScoreParts> locked = ScoreParts{};
  std::optional<ScoreParts> evictable;
};

TEST(ScoreParts, AreThoseOfCandidatesOnly) {
  TestTrace t;
  t.call({}, {{"a", 2}}, 1).call({}, {{"b", 2}}, 3).call({"a"}, {{"c", 2}}, 1).release("b");
  const Trace trace = t.build();
  const Setting setting{.policy = "DTRLocal", .budget = 4};
  Candidates candidates;
  observe_run(subject_of(trace, setting), options_of(trace, setting), candidates);
  EXPECT_FALSE(candidates.none.has_value());
  EXPECT_FALSE(candidates.locked.has_value());
  const ScoreParts& evictable = the(candidates.evictable);
  // Its call ended at 5, at which c is asked for: not stale, so infinitely dear.
  EXPECT_EQ(evictable.size, 2);
  EXPECT_EQ(evictable.compute, 3);
  EXPECT_EQ(evictable.last_access, 5);
  EXPECT_EQ(evictable.staleness, 0);
  EXPECT_EQ(evictable.score, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace rematfuzz::testing
