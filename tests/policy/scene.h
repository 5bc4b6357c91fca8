// A moment of a run, made by hand for policies to look at.
//
// At first all calls of the trace exist, all storages are material, none was accessed, and the pool
// is empty.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "sim/policy/policy_table.h"
#include "sim/policy/view.h"
#include "tests/trace/test_trace.h"

namespace rematfuzz::testing {

// What a policy chose (a label), and what it counted.
struct Choice {
  std::string victim;
  std::uint64_t evaluations = 0;
  std::uint64_t accesses = 0;  // without the evaluations
};

class Scene {
 public:
  explicit Scene(Trace trace)
      : trace_(std::move(trace)),
        position_(trace_),
        state_(trace_, {.regions = true, .classes = true}, 0),
        scratch_(trace_.storages.size()) {
    for (CallId call = 0; call < trace_.calls.size(); ++call) position_.create(trace_, call);
    for (StorageId s = 0; s < trace_.storages.size(); ++s) state_.material.set(s, true);
    std::vector<StorageId> all(trace_.storages.size());
    std::iota(all.begin(), all.end(), StorageId{0});
    Regions::Scratch scratch(all.size());
    RegionCounts counts;
    state_.regions.on_material(trace_, position_, state_.material, all, scratch, counts);
  }

  Scene& clock(Nanos now) {
    state_.clock = now;
    return *this;
  }
  Scene& access(const std::string& label, Nanos at) {
    state_.accesses.touch(storage(label), at);
    return *this;
  }
  Scene& offer(std::initializer_list<const char*> labels) {
    for (const char* label : labels) state_.pool.append(storage(label));
    return *this;
  }
  Scene& evict(const std::string& label) {
    const StorageId evicted = storage(label);
    state_.material.set(evicted, false);
    RegionCounts counts;
    state_.regions.on_evict(position_, evicted, counts);
    state_.classes.add(evicted, position_.compute(evicted));
    for (const Direction direction : {Direction::forward, Direction::reverse})
      for (const Neighbor& neighbor : position_.neighbors(trace_, direction, evicted))
        if (!state_.material[neighbor.storage]) state_.classes.join(neighbor.storage, evicted);
    return *this;
  }

  StorageId storage(const std::string& label) const { return storage_of(trace_, label); }
  PolicyView view() { return {trace_, position_, state_, scratch_}; }
  State& state() { return state_; }

  Choice choose(const Policy& policy) {
    PolicyView looking = view();
    const StorageId victim = policy.choose(looking);
    return {victim == no_id ? "" : trace_.label(trace_.storages[victim].root),
            looking.evaluations(), looking.accesses()};
  }
  Choice choose(std::string_view policy) { return choose(*find_policy(policy).policy); }

 private:
  Trace trace_;
  Position position_;
  State state_;
  PolicyView::Scratch scratch_;
};

}  // namespace rematfuzz::testing
