#include "sim/anatomy/history.h"

#include <algorithm>

namespace rematfuzz {

namespace {

class Recorder : public Observer {
 public:
  Recorder(History& history, Bytes other_budget) : history_(history), other_budget_(other_budget) {}

  void on_ready(const Moment& moment) override { history_.pressure.sample(moment); }

  void on_compare(const Moment& moment) override {
    const Bytes request = moment.request();
    if (history_.parting || (request <= moment.budget) == (request <= other_budget_)) return;
    const State& state = moment.state();
    history_.parting = {.step = moment.simulator.step(),
                        .depth = state.frames.size(),
                        .target = state.frames.back().target,
                        .memory = state.memory,
                        .need = moment.call().need};
  }

  void on_evict(const Moment& moment, StorageId storage, EvictionCause cause) override {
    const bool chosen = cause == EvictionCause::choice;
    history_.evictions.push_back({.storage = storage,
                                  .cause = cause,
                                  .step = moment.simulator.step(),
                                  .target = chosen ? moment.state().frames.back().target : no_id});
  }

  void on_compute(const Moment& moment) override {
    if (!moment.state().frames.back().rematerialize) return;
    Rework& rework = history_.rework[moment.call().name];
    ++rework.calls;
    rework.cost += moment.call().cost;
  }

 private:
  History& history_;
  Bytes other_budget_;
};

}  // namespace

std::uint64_t History::choices() const {
  return static_cast<std::uint64_t>(
      std::ranges::count(evictions, EvictionCause::choice, &Eviction::cause));
}

std::vector<std::uint64_t> History::evictions_by_storage(std::size_t storages) const {
  std::vector<std::uint64_t> counts(storages, 0);
  for (const Eviction& eviction : evictions) ++counts[eviction.storage];
  return counts;
}

History record_run(const Subject& subject, const RunOptions& options, Bytes other_budget) {
  History history;
  history.rework.resize(subject.trace.names.size());
  Recorder recorder(history, other_budget);
  history.result = observe_run(subject, options, recorder);
  return history;
}

}  // namespace rematfuzz
