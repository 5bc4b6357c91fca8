#include <algorithm>
#include <optional>
#include <utility>

#include "fuzz/search/search.h"

namespace rematfuzz::fuzz {

namespace {

EvaluatorOptions with_drift(const SearchOptions& options) {
  EvaluatorOptions evaluator = options.evaluator;
  evaluator.count_drift = std::ranges::any_of(
      options.goals, [](const Goal* goal) { return goal->kind == FindingKind::drift; });
  return evaluator;
}

class GoalSearch final : public Search {
 public:
  explicit GoalSearch(const SearchOptions& options)
      : Search(with_drift(options), options.policies),
        goals_(options.goals),
        thrash_limit_(options.thrash_limit) {
    for (const PolicyEntry* policy : policies_)
      for (const Goal* goal : goals_)
        cells_.push_back({.kind = std::string(goal->name),
                          .finding = goal->kind,
                          .policy = policy,
                          .unit = std::string(goal->unit),
                          .level = goal->level});
  }

  void look(const Trace& trace, std::size_t policy, Look& look) override {
    look.clear();
    policy %= policies_.size();
    evaluator_.take(trace);
    const auto map = evaluator_.map(*policies_[policy]->policy);
    if (!map) return;
    add_hints(*map, policy, look);
    const FindingThresholds thresholds = default_thresholds(evaluator_.baseline());
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      const Effect effect = measure(*goals_[i], *map, thresholds);
      if (effect)
        look.sightings.push_back({static_cast<std::uint32_t>(policy * goals_.size() + i), effect});
    }
  }

 private:
  Effect measure(const Goal& goal, const RegimeMap& map, const FindingThresholds& thresholds) {
    const Baseline& baseline = evaluator_.baseline();
    if (goal.kind != FindingKind::thrash_pocket) return goal.measure({map, baseline, thresholds});
    const RegimeMap limited = at_overhead_limit(map, baseline, thrash_limit_);
    return goal.measure({limited, baseline, thresholds});
  }

  std::vector<const Goal*> goals_;
  double thrash_limit_;
};

}  // namespace

std::unique_ptr<Search> make_goal_search(const SearchOptions& options) {
  return std::make_unique<GoalSearch>(options);
}

}  // namespace rematfuzz::fuzz
