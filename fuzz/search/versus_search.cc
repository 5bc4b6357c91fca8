// Policies against each other: where one does worst against another, at the same budget.
#include <algorithm>
#include <optional>
#include <utility>

#include "fuzz/search/search.h"
#include "sim/findings/kinds.h"

namespace rematfuzz::fuzz {

namespace {

// What two maps of one trace show.
struct Contest {
  Effect runs_out;  // the first where the second passes
  Effect slower;    // the ratio of the overheads where both pass
};

Contest contest(const RegimeMap& map, const RegimeMap& rival, const Baseline& baseline) {
  Contest found;
  Bytes run = 0;  // of budgets at which the first runs out and the second passes, up to here
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < map.regimes.size() && j < rival.regimes.size()) {
    const Regime& a = map.regimes[i];
    const Regime& b = rival.regimes[j];
    const Bytes from = std::max(a.lo, b.lo);
    const Bytes to = std::min(a.hi, b.hi);
    if (a.result == Outcome::oom && b.result == Outcome::pass) {
      run += to - from;
      const double share = static_cast<double>(run) / static_cast<double>(baseline.peak_memory);
      if (share > found.runs_out.size) found.runs_out = {share, from, from};
    } else {
      run = 0;
    }
    if (a.result == Outcome::pass && b.result == Outcome::pass) {
      const double factor = overhead_factor(baseline, b.clock, a.clock);
      if (factor > 1 && factor > found.slower.size) found.slower = {factor, from, from};
    }
    if (a.hi <= b.hi) ++i;
    if (b.hi <= a.hi) ++j;
  }
  return found;
}

class VersusSearch final : public Search {
 public:
  explicit VersusSearch(const SearchOptions& options)
      : Search(options.evaluator, options.policies) {
    for (const PolicyEntry* policy : policies_)
      for (const PolicyEntry* rival : policies_) {
        if (policy == rival) continue;
        cells_.push_back({"runs_out", FindingKind::hole, policy, rival, "of peak", level_of_share});
        cells_.push_back(
            {"slower", FindingKind::inversion, policy, rival, "times", level_of_factor});
      }
  }

  void look(const Trace& trace, std::size_t, Look& look) override {
    look.clear();
    evaluator_.take(trace);
    if (evaluator_.baseline().peak_memory == 0) return;
    maps_.clear();
    for (std::size_t i = 0; i < policies_.size(); ++i) {
      std::optional<RegimeMap> map = evaluator_.map(*policies_[i]->policy);
      if (!map) return;
      add_hints(*map, i, look);
      maps_.push_back(std::move(*map));
    }
    std::uint32_t cell = 0;
    for (const RegimeMap& map : maps_)
      for (const RegimeMap& rival : maps_) {
        if (&map == &rival) continue;
        const Contest found = contest(map, rival, evaluator_.baseline());
        if (found.runs_out) look.sightings.push_back({cell, found.runs_out});
        if (found.slower) look.sightings.push_back({cell + 1, found.slower});
        cell += 2;
      }
  }

 private:
  std::vector<RegimeMap> maps_;
};

}  // namespace

std::unique_ptr<Search> make_versus_search(const SearchOptions& options) {
  return std::make_unique<VersusSearch>(options);
}

}  // namespace rematfuzz::fuzz
