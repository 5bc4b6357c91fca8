#include "sim/anatomy/pressure.h"

#include <algorithm>

namespace rematfuzz {

bool Pressure::sample(const Moment& moment) {
  const State& state = moment.state();
  const std::size_t now = state.frames.size();
  const bool first = deepest == 0;  // there is no sample without a pending materialization
  deepest = std::max(deepest, now);
  // No more can be pinned than is in use: that spares most of the splitting.
  if (!first && state.memory <= pinned.bytes) return false;
  const MemoryPart part = split_memory(moment.subject.trace, state).not_evictable();
  if (!first && part.bytes <= pinned.bytes) return false;
  pinned = part;
  depth = now;
  step = moment.simulator.step();
  return true;
}

}  // namespace rematfuzz
