// What nothing uses takes its room and changes nothing else.
#include <algorithm>

#include "fuzz/program/instructions.h"
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

namespace {

fuzz::Program with_constant(const fuzz::Program& program, Bytes size) {
  fuzz::Program changed = program;
  for (fuzz::Operation& operation : changed.operations)
    for (fuzz::NameNumber& name : operation.args) ++name;
  fuzz::Operation constant;
  constant.kind = fuzz::OperationKind::constant;
  constant.outputs.push_back({.size = size});
  changed.features |= fuzz::feature_constants;
  changed.operations.insert(changed.operations.begin(), constant);
  return changed;
}

}  // namespace

void check_constants_take_room(fuzz::ChoiceSource& choices, Account& account) {
  constexpr std::uint64_t sizes = 200;
  const auto size = static_cast<Bytes>(choices.draw(sizes));
  const Case drawn = draw_case(choices, account);
  account.text += fmt::format("a constant of {} bytes in front\n", size);
  RunResult expected = run(drawn);
  for (TensorId& root : expected.eviction_sequence) ++root;
  expected.peak_memory += size;
  expected.bottleneck_memory = std::max(expected.bottleneck_memory, size);
  expected.constant_memory += size;
  if (expected.smallest_refused < unlimited) expected.smallest_refused += size;
  RunOptions options = drawn.options;
  options.budget += size;
  const Trace trace = fuzz::trace_of(with_constant(drawn.program, size));
  expect_same_run(expected, run_instead(drawn, trace, options), "with the constant");
}

}  // namespace rematfuzz::properties
