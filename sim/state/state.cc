#include "sim/state/state.h"

#include <algorithm>
#include <span>

#include "sim/base/hash.h"

namespace rematfuzz {

StateCore::StateCore(const Trace& trace, const Parts& parts, std::uint64_t seed)
    : material(trace.storages.size()),
      pinned(trace.storages.size()),
      locks(trace.storages.size(), 0),
      defined(trace.tensors.size()),
      pool(trace.storages.size()),
      awaited(trace.storages.size(), 0),
      regions(parts.regions ? trace.storages.size() : 0),
      sums(parts.sums.value_or(RegionSums())),
      classes(parts.classes ? trace.storages.size() : 0),
      banishing(parts.banishing ? Banishing(trace) : Banishing()),
      random(seed) {}

std::uint64_t hash_value(const State& state) {
  std::uint64_t hash = mix(0, static_cast<std::uint64_t>(state.memory));
  hash = mix(hash, static_cast<std::uint64_t>(state.clock));
  hash = mix_range(hash, state.material.words());
  hash = mix_range(hash, state.pinned.words());
  hash = mix_range(hash, state.locks);
  for (std::size_t c = 0; c < state.accesses.columns(); ++c)
    hash = mix(hash, state.accesses.hash(c, 0));
  hash = mix_range(hash, state.defined.words());
  hash = mix(hash, state.pool.hash());
  for (const Frame& frame : state.frames) {
    hash = mix(hash, frame.target);
    hash = mix(hash, frame.pending);
  }
  for (const PendingArgument& argument : state.pending) hash = mix(hash, argument.tensor);
  if (state.classes.maintained()) hash = mix(hash, state.classes.hash());
  if (state.banishing.active()) hash = mix(hash, state.banishing.hash());
  return hash;
}

namespace {

bool same_work(const StateCore& a, const StateCore& b) {
  if (a.frames.size() != b.frames.size()) return false;
  for (std::size_t i = 0; i < a.frames.size(); ++i)
    if (a.frames[i].target != b.frames[i].target || a.frames[i].place != b.frames[i].place ||
        !std::ranges::equal(pending_of(a, i), pending_of(b, i)))
      return false;
  return true;
}

}  // namespace

bool same_but_for_time(const StateCore& a, const StateCore& b) {
  return a.existence_hash == b.existence_hash && a.memory == b.memory && same_work(a, b) &&
         a.material == b.material && a.locks == b.locks && a.pinned == b.pinned &&
         a.defined == b.defined && a.pool == b.pool && a.sums == b.sums && a.regions == b.regions &&
         a.classes == b.classes && a.banishing == b.banishing && a.random == b.random;
}

}  // namespace rematfuzz
