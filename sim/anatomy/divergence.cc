#include "sim/anatomy/divergence.h"

#include <algorithm>

#include "sim/base/check.h"

namespace rematfuzz {

namespace {

using Places = std::vector<std::size_t>;  // of evictions in a history

// Stops a run at its eviction number `place`, counted from 0, and looks at the candidates there.
class Scorer : public Observer {
 public:
  Scorer(std::size_t place, std::array<StorageId, 2> victims) : place_(place), victims_(victims) {}

  void on_choose(const Moment& moment) override {
    if (moment.run.tally.evictions.size() != place_) return;
    for (std::size_t i = 0; i < victims_.size(); ++i) scores_[i] = score_parts(moment, victims_[i]);
  }
  void on_evict(const Moment& moment, StorageId, EvictionCause) override {
    done_ = moment.run.tally.evictions.size() > place_;
  }
  bool enough() const override { return done_; }

  const std::array<std::optional<ScoreParts>, 2>& scores() const { return scores_; }

 private:
  std::size_t place_;
  std::array<StorageId, 2> victims_;
  std::array<std::optional<ScoreParts>, 2> scores_;
  bool done_ = false;
};

Places all_places(const History& history) {
  Places places(history.evictions.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  return places;
}

Places choice_places(const History& history) {
  Places places;
  for (std::size_t i = 0; i < history.evictions.size(); ++i)
    if (history.evictions[i].cause == EvictionCause::choice) places.push_back(i);
  return places;
}

class Splitter {
 public:
  Splitter(const Subject& subject, const RunOptions& options, const Divergence& divergence)
      : subject_(subject), options_(options), divergence_(divergence) {
    options_.on_step = {};  // the runs were shown already
  }

  // The first difference among the evictions at `places` of either run.
  std::optional<EvictionSplit> split(const std::array<Places, 2>& places) {
    std::size_t at = 0;
    const std::size_t shorter = std::min(places[0].size(), places[1].size());
    while (at < shorter && victim(0, places[0][at]) == victim(1, places[1][at])) ++at;
    if (at == places[0].size() && at == places[1].size()) return std::nullopt;
    EvictionSplit split{.number = at + 1, .sides = {}};
    std::array<StorageId, 2> victims{no_id, no_id};
    for (std::size_t run = 0; run < 2; ++run)
      if (at < places[run].size()) victims[run] = victim(run, places[run][at]);
    for (std::size_t run = 0; run < 2; ++run)
      if (at < places[run].size()) split.sides[run] = side(run, places[run][at], victims);
    return split;
  }

 private:
  const Eviction& eviction(std::size_t run, std::size_t place) const {
    return divergence_.runs[run].evictions[place];
  }
  StorageId victim(std::size_t run, std::size_t place) const {
    return eviction(run, place).storage;
  }

  EvictionSide side(std::size_t run, std::size_t place, std::array<StorageId, 2> victims) {
    EvictionSide side{.eviction = eviction(run, place), .number = place + 1, .scores = {}};
    if (side.eviction.cause != EvictionCause::choice) return side;
    Scorer scorer(place, victims);
    options_.budget = divergence_.budgets[run];
    observe_run(subject_, options_, scorer);
    side.scores = scorer.scores();
    return side;
  }

  const Subject& subject_;
  RunOptions options_;
  const Divergence& divergence_;
};

}  // namespace

Divergence find_divergence(const Subject& subject, RunOptions options,
                           std::array<Bytes, 2> budgets) {
  REMATFUZZ_CHECK(budgets[0] <= budgets[1]);
  Divergence divergence;
  divergence.budgets = budgets;
  options.budget = budgets[0];
  divergence.runs[0] = record_run(subject, options, budgets[1]);
  divergence.parting = divergence.runs[0].parting;
  if (divergence.equal()) {
    divergence.runs[1] = divergence.runs[0];
    return divergence;
  }
  options.budget = budgets[1];
  divergence.runs[1] = record_run(subject, options, budgets[0]);
  REMATFUZZ_CHECK(divergence.runs[1].parting == divergence.parting);
  Splitter splitter(subject, options, divergence);
  const auto& runs = divergence.runs;
  divergence.first_eviction = splitter.split({all_places(runs[0]), all_places(runs[1])});
  divergence.first_choice = splitter.split({choice_places(runs[0]), choice_places(runs[1])});
  return divergence;
}

}  // namespace rematfuzz
