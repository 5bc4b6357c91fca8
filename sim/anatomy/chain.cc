#include "sim/anatomy/chain.h"

#include <algorithm>
#include <span>

#include "sim/anatomy/memory_split.h"

namespace rematfuzz {

namespace {

class ChainWalk {
 public:
  ChainWalk(const Trace& trace, const State& state)
      : trace_(trace), state_(state), counted_(trace.storages.size(), 0) {}

  Level level(std::size_t at) {
    const Frame& frame = state_.frames[at];
    Level level{.target = frame.target, .rematerialize = frame.rematerialize, .locks = {}};
    for (const TensorId argument : arguments(frame.target))
      if (!waits_for(at, argument)) add_lock(level, trace_.tensors[argument].storage);
    return level;
  }

 private:
  std::span<const TensorId> arguments(TensorId tensor) {
    if (!state_.banishing.active()) return trace_.args_of(trace_.tensors[tensor].call);
    state_.banishing.parents(trace_, tensor, arguments_);
    return arguments_;
  }

  // Whether the argument has yet to be brought back, and so is not locked by the frame.
  bool waits_for(std::size_t at, TensorId argument) const {
    const Frame& frame = state_.frames[at];
    const auto done = std::span<const PendingArgument>(state_.pending)
                          .subspan(frame.first_pending, frame.pending - frame.first_pending);
    const auto has = [argument](std::span<const PendingArgument> list) {
      return std::ranges::find(list, argument, &PendingArgument::tensor) != list.end();
    };
    return has(pending_of(state_, at)) && !has(done);
  }

  void add_lock(Level& level, StorageId storage) {
    if (counted_[storage] != 0 || !state_.material[storage]) return;
    counted_[storage] = 1;
    if (keeper_of(state_, storage) != Keeper::locked) return;
    level.locks.push_back(storage);
    level.locked += trace_.storages[storage].size;
  }

  const Trace& trace_;
  const State& state_;
  std::vector<std::uint8_t> counted_;  // by storage
  std::vector<TensorId> arguments_;
};

}  // namespace

std::vector<Level> chain_of(const Trace& trace, const State& state) {
  ChainWalk walk(trace, state);
  std::vector<Level> chain;
  chain.reserve(state.frames.size());
  for (std::size_t at = 0; at < state.frames.size(); ++at) chain.push_back(walk.level(at));
  return chain;
}

}  // namespace rematfuzz
