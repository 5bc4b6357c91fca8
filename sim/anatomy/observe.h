// One run, watched: an observer is called at every decision of it.
//
// A run decides wherever a call is ready to allocate: its arguments are there and locked, nothing
// of its outputs is. There memory + need is compared with the budget, until it fits or nothing is
// left to evict. What an observer does has no influence on the run, but for stopping it.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/base/types.h"
#include "sim/policy/policy.h"
#include "sim/run/result.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/run/simulator.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// What is run. The objects must outlive it.
struct Subject {
  const Trace& trace;
  const Runtime& runtime;
  std::string_view policy_name;
  const Policy& policy;
};

// Where an observed run stands; valid during the call that gets it.
struct Moment {
  const Subject& subject;
  const Simulator& simulator;
  const Progress& run;
  Bytes budget = unlimited;

  const State& state() const { return run.state; }
  // What memory would be with the ready call's outputs. REQUIRES: a call is ready.
  Bytes request() const { return simulator.request(run.state); }
  const Call& call() const { return simulator.ready_call(run.state); }
};

// Why a storage was evicted.
enum class EvictionCause : std::uint8_t {
  choice,      // by the policy
  release,     // by the release of its last external reference
  banishment,  // RuntimeV1: nothing can ask for it any more
};

constexpr std::string_view name_of(EvictionCause cause) {
  switch (cause) {
    case EvictionCause::choice:
      return "choice";
    case EvictionCause::release:
      return "release";
    case EvictionCause::banishment:
      return "banishment";
  }
  return "";
}

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  // A call is ready; nothing was evicted for it yet.
  virtual void on_ready(const Moment&) {}
  // Memory + need is about to be compared with the budget: once, and once more after each eviction.
  virtual void on_compare(const Moment&) {}
  // It does not fit, and the policy is about to choose.
  virtual void on_choose(const Moment&) {}
  // Afterwards. Evictions at a release come between two calls.
  virtual void on_evict(const Moment&, StorageId, EvictionCause) {}
  // It fits, and the call is about to be computed.
  virtual void on_compute(const Moment&) {}
  // It does not fit, and the pool is empty: oom.
  virtual void on_fail(const Moment&) {}

  // Whether the run may stop here.
  virtual bool enough() const { return false; }
};

// The run that run_trace() makes. Throws InputError as it does. A run that the observer stopped
// reports what it came to by then, as a pass.
RunResult observe_run(const Subject& subject, const RunOptions& options, Observer& observer);

}  // namespace rematfuzz
