#include "sim/state/state.h"

#include "sim/base/hash.h"

namespace rematfuzz {

State::State(const Trace& trace, Parts parts, std::uint64_t seed)
    : material(trace.storages.size(), 0),
      pinned(trace.storages.size(), 0),
      locks(trace.storages.size(), 0),
      last_access(trace.storages.size(), 0),
      defined(trace.tensors.size(), 0),
      pool(trace.storages.size()),
      regions(parts.regions ? trace.storages.size() : 0),
      classes(parts.classes ? trace.storages.size() : 0),
      banishing(parts.banishing ? Banishing(trace) : Banishing()),
      random(seed) {}

std::uint64_t hash_value(const State& state) {
  std::uint64_t hash = mix(0, static_cast<std::uint64_t>(state.memory));
  hash = mix(hash, static_cast<std::uint64_t>(state.clock));
  hash = mix_range(hash, state.material);
  hash = mix_range(hash, state.pinned);
  hash = mix_range(hash, state.locks);
  hash = mix_range(hash, state.last_access);
  hash = mix_range(hash, state.defined);
  hash = mix(hash, state.pool.hash());
  for (const Frame& frame : state.frames) {
    hash = mix(hash, frame.target);
    hash = mix(hash, frame.pending);
  }
  hash = mix_range(hash, state.pending);
  if (state.classes.maintained()) hash = mix(hash, state.classes.hash());
  if (state.banishing.active()) hash = mix(hash, state.banishing.hash());
  return hash;
}

}  // namespace rematfuzz
