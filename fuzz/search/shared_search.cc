// Where many policies have a hole at once.
#include <algorithm>

#include "fuzz/search/search.h"

namespace rematfuzz::fuzz {

namespace {

class SharedSearch final : public Search {
 public:
  explicit SharedSearch(const SearchOptions& options)
      : Search(options.evaluator, options.policies) {
    cells_.push_back({.kind = "shared",
                      .finding = FindingKind::hole,
                      .unit = "policies",
                      .level = level_of_count});
  }

  void look(const Trace& trace, std::size_t, Look& look) override {
    look.clear();
    evaluator_.take(trace);
    maps_.clear();
    for (std::size_t i = 0; i < policies_.size(); ++i) {
      auto map = evaluator_.map(*policies_[i]->policy);
      if (!map) continue;
      add_hints(*map, i, look);
      maps_.push_back(std::move(map->regimes));
    }
    const Effect effect = most_shared();
    if (effect) look.sightings.push_back({0, effect});
  }

 private:
  // Outcomes change at regimes' lower ends only, so two of those are the best pair of budgets, if
  // there is a pair.
  Effect most_shared() {
    budgets_.clear();
    for (const auto& regimes : maps_)
      for (std::size_t i = 0; i < regimes.size(); ++i)
        if (i == 0 || regimes[i].result != regimes[i - 1].result) budgets_.push_back(regimes[i].lo);
    std::ranges::sort(budgets_);
    budgets_.erase(std::ranges::unique(budgets_).begin(), budgets_.end());
    constexpr std::size_t most_budgets = 64;  // pairs are many; so many changes are rare
    if (budgets_.size() > most_budgets) return {};
    note_outcomes();
    Effect best;
    for (std::size_t low = 0; low < budgets_.size(); ++low)
      for (std::size_t high = low + 1; high < budgets_.size(); ++high) {
        const auto shared = static_cast<double>(shared_by(low, high));
        if (shared > best.size)
          best = {.size = shared, .worse = budgets_[high], .better = budgets_[low]};
      }
    return best;
  }

  void note_outcomes() {
    outcomes_.assign(maps_.size() * budgets_.size(), Outcome::thrash);
    for (std::size_t m = 0; m < maps_.size(); ++m) {
      std::size_t at = 0;
      for (std::size_t b = 0; b < budgets_.size(); ++b) {
        while (at + 1 < maps_[m].size() && maps_[m][at + 1].lo <= budgets_[b]) ++at;
        outcomes_[m * budgets_.size() + b] = maps_[m][at].result;
      }
    }
  }

  std::size_t shared_by(std::size_t low, std::size_t high) const {
    std::size_t count = 0;
    for (std::size_t m = 0; m < maps_.size(); ++m) {
      const Outcome* const outcomes = outcomes_.data() + m * budgets_.size();
      if (outcomes[low] == Outcome::pass && outcomes[high] == Outcome::oom) ++count;
    }
    return count;
  }

  std::vector<std::vector<Regime>> maps_;
  std::vector<Bytes> budgets_;
  std::vector<Outcome> outcomes_;  // map by map, at each of the budgets
};

}  // namespace

std::unique_ptr<Search> make_shared_search(const SearchOptions& options) {
  return std::make_unique<SharedSearch>(options);
}

}  // namespace rematfuzz::fuzz
