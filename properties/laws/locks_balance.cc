// Each lock is a pin, or an argument of a pending materialization that is there.
#include <vector>

#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/stepping.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

namespace {

// By storage. (Under banishing arguments change on the way, and one oddity of the reference leaves
// locks on: specification, section 3.)
std::vector<std::uint32_t> locks_to_expect(const Trace& trace, const State& state) {
  std::vector<std::uint32_t> locks(trace.storages.size(), 0);
  for (StorageId s = 0; s < locks.size(); ++s) locks[s] = state.pinned[s] ? 1 : 0;
  for (std::size_t frame = 0; frame < state.frames.size(); ++frame) {
    for (const TensorId argument : trace.args_of(trace.tensors[state.frames[frame].target].call))
      ++locks[trace.tensors[argument].storage];
    for (const PendingArgument& missing : pending_of(state, frame))
      --locks[trace.tensors[missing.tensor].storage];
  }
  return locks;
}

}  // namespace

void check_locks_balance(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account, {.banishing = false});
  run_looking(drawn, [&](Simulator& simulator, Progress& run, Moment moment) {
    const std::vector<std::uint32_t> expected = locks_to_expect(drawn.trace, run.state);
    for (StorageId s = 0; s < expected.size(); ++s)
      expect_equal(fmt::format("locks of storage {}", s), text(moment, simulator.step()),
                   expected[s], run.state.locks[s]);
  });
}

}  // namespace rematfuzz::properties
