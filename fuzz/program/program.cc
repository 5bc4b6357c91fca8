#include "fuzz/program/program.h"

namespace rematfuzz::fuzz {

namespace {

// Numbers from here up are wide: see codec.cc.
constexpr std::int64_t narrow_numbers = 200;

int features_of(std::int64_t number) {
  if (number == 0) return feature_zeros;
  return number > narrow_numbers ? feature_wide : 0;
}

int features_of(const Operation& operation) {
  int used = 0;
  switch (operation.kind) {
    case OperationKind::constant:
      used |= feature_constants;
      break;
    case OperationKind::mutate:
      used |= feature_mutates | features_of(operation.cost);
      break;
    case OperationKind::copy:
    case OperationKind::copy_from:
      used |= feature_copies;
      break;
    case OperationKind::call:
      used |= features_of(operation.cost);
      break;
    case OperationKind::release:
      break;
  }
  if (operation.outputs.size() > 1) used |= feature_several_outputs;
  for (const ProgramOutput& output : operation.outputs)
    used |= output.alias >= 0 ? int{feature_views} : features_of(output.size);
  return used;
}

}  // namespace

std::uint8_t used_features(const Program& program) {
  int used = 0;
  for (const Operation& operation : program.operations) used |= features_of(operation);
  return static_cast<std::uint8_t>(used);
}

}  // namespace rematfuzz::fuzz
