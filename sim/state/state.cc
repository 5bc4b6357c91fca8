#include "sim/state/state.h"

#include <algorithm>
#include <span>

#include "sim/base/hash.h"

namespace rematfuzz {

void StateCore::restart(const Trace& trace, const Parts& parts, std::uint64_t seed) {
  const std::size_t storages = trace.storages.size();
  memory = 0;
  clock = 1;
  material.restart(storages);
  pinned.restart(storages);
  locks.assign(storages, 0);
  defined.restart(trace.tensors.size());
  pool.restart(storages);
  frames.clear();
  pending.clear();
  awaited.assign(storages, 0);
  regions.restart(parts.regions ? storages : 0);
  sums.restart(parts.sums ? storages : 0, parts.reads, parts.neighborhood);
  classes.restart(parts.classes ? storages : 0);
  banishing = parts.banishing ? Banishing(trace) : Banishing();
  random = Random(seed);
  existence_hash = 0;
}

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
  // What differs most often comes first.
  return a.existence_hash == b.existence_hash && a.memory == b.memory && a.pool == b.pool &&
         same_work(a, b) && a.material == b.material && a.locks == b.locks &&
         a.pinned == b.pinned && a.defined == b.defined && a.sums == b.sums &&
         a.regions == b.regions && a.classes == b.classes && a.banishing == b.banishing &&
         a.random == b.random;
}

}  // namespace rematfuzz
