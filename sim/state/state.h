// The state of a run: everything that decides how it goes on, and nothing that only reports.
//
// A plain value: copyable at any point (regions are shared until one side changes them), comparable
// and hashable. It holds indices only, and what the place in the program fixes is elsewhere
// (Position), so states of one place can be copied, forked and recognized as equal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/hash.h"
#include "sim/base/random.h"
#include "sim/base/types.h"
#include "sim/state/accesses.h"
#include "sim/state/banishing.h"
#include "sim/state/classes.h"
#include "sim/state/flags.h"
#include "sim/state/pool.h"
#include "sim/state/region_sums.h"
#include "sim/state/regions.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// An undefined argument of a pending materialization.
struct PendingArgument {
  TensorId tensor = 0;
  std::uint32_t place = 0;  // among the arguments

  bool operator==(const PendingArgument&) const = default;
};

// One pending materialization. The stack of frames stands in for recursion.
struct Frame {
  // `place` of a frame whose arguments are all there.
  static constexpr std::uint32_t ready = no_id;

  TensorId target = 0;
  std::uint32_t pending = 0;  // the next of State::pending to bring back; the list ends where the
                              // next frame's begins
  std::uint32_t first_pending = 0;
  std::uint32_t place = 0;     // of the argument that is being brought back
  bool rematerialize = false;  // work done again, not the program's own

  bool operator==(const Frame&) const = default;
};

// A state without its access times: what runs can share that differ in those alone.
struct StateCore {
  // Which of the optional structures a run maintains.
  struct Parts {
    bool regions = false;
    bool sums = false;
    RegionSums::Reads reads = {};
    Neighborhood neighborhood = Neighborhood::incremental;
    bool classes = false;
    bool banishing = false;
  };

  StateCore() : random(0) {}
  // The state before the first step.
  void restart(const Trace& trace, const Parts& parts, std::uint64_t seed);

  Bytes memory = 0;
  Nanos clock = 1;
  Flags material;                    // by storage
  Flags pinned;                      // by storage
  std::vector<std::uint32_t> locks;  // by storage
  Flags defined;                     // by tensor
  Pool pool;
  std::vector<Frame> frames;             // the one being worked on last
  std::vector<PendingArgument> pending;  // of the frames, frame after frame
  std::vector<std::uint32_t> awaited;    // by storage: how often it is among what is left of those
  Regions regions;
  RegionSums sums;
  Classes classes;
  Banishing banishing;
  Random random;
  // A hash of `material` and `defined`, kept up to date.
  std::uint64_t existence_hash = 0;

  void set_material(StorageId storage, bool is) {
    material.set(storage, is);
    existence_hash ^= mix(0x6d61746572, storage);
  }
  void set_view_defined(TensorId view, bool is) {
    defined.set(view, is);
    existence_hash ^= mix(0x64656669, view);
  }

  bool operator==(const StateCore&) const = default;
};

struct State : StateCore {
  State() = default;
  State(const Trace& trace, const Parts& parts, std::uint64_t seed) {
    restart(trace, parts, seed);
    accesses.restart(trace.storages.size(), 1);
  }

  Accesses accesses;

  bool operator==(const State&) const = default;
};

// The arguments that a frame has yet to bring back, the one that is being brought back included.
inline std::span<const PendingArgument> pending_of(const StateCore& state, std::size_t frame) {
  const std::uint32_t begin = state.frames[frame].pending;
  const std::size_t end = frame + 1 < state.frames.size() ? state.frames[frame + 1].first_pending
                                                          : state.pending.size();
  return {state.pending.data() + begin, end - begin};
}

// Whether the two go on alike from here, but for their clocks and access times: equal in all that
// anything reads again. REQUIRES: at the same place of the same trace.
bool same_but_for_time(const StateCore& a, const StateCore& b);

// Equal states have equal hashes. Leaves the regions out: they all but never separate states that
// are otherwise equal, and hashing them is slow.
std::uint64_t hash_value(const State& state);

}  // namespace rematfuzz
