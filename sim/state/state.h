// The state of a run: everything that decides how it goes on, and nothing that only reports.
//
// A plain value: copyable at any point (regions are shared until one side changes them), comparable
// and hashable. It holds indices only, and what the place in the program fixes is elsewhere
// (Position), so states of one place can be copied, forked and recognized as equal.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/random.h"
#include "sim/base/types.h"
#include "sim/state/banishing.h"
#include "sim/state/classes.h"
#include "sim/state/pool.h"
#include "sim/state/regions.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// One pending materialization. The stack of frames stands in for recursion.
struct Frame {
  TensorId target = 0;
  std::uint32_t pending = 0;  // the next of State::pending to bring back; the list ends where the
                              // next frame's begins
  std::uint32_t first_pending = 0;
  bool rematerialize = false;  // work done again, not the program's own

  bool operator==(const Frame&) const = default;
};

struct State {
  // Which of the three optional structures a run maintains.
  struct Parts {
    bool regions = false;
    bool classes = false;
    bool banishing = false;
  };

  // The state before the first step.
  State(const Trace& trace, Parts parts, std::uint64_t seed);

  Bytes memory = 0;
  Nanos clock = 1;
  std::vector<std::uint8_t> material;  // by storage
  std::vector<std::uint8_t> pinned;    // by storage
  std::vector<std::uint32_t> locks;    // by storage
  std::vector<Nanos> last_access;      // by storage; 0: never
  std::vector<std::uint8_t> defined;   // by tensor
  Pool pool;
  std::vector<Frame> frames;      // the one being worked on last
  std::vector<TensorId> pending;  // undefined arguments of the frames, frame after frame
  Regions regions;
  Classes classes;
  Banishing banishing;
  Random random;

  bool operator==(const State&) const = default;
};

// Equal states have equal hashes. Leaves the regions out: they all but never separate states that
// are otherwise equal, and hashing them is slow.
std::uint64_t hash_value(const State& state);

}  // namespace rematfuzz
