#include "fuzz/program/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rematfuzz::fuzz {

namespace {

std::string name(NameNumber number) { return fmt::format("x{}", number); }

std::string names(const std::vector<NameNumber>& numbers) {
  std::string text;
  for (const NameNumber number : numbers)
    text.append(text.empty() ? "" : ", ").append(name(number));
  return text;
}

std::string bound_names(NameNumber first, NameNumber count) {
  std::string text;
  for (NameNumber k = 0; k < count; ++k)
    text.append(text.empty() ? "" : ", ").append(name(first + k));
  return text;
}

std::string sizes_of(const Operation& call) {
  std::string text = call.outputs.size() == 1 ? "size" : "sizes";
  for (std::size_t i = 0; i < call.outputs.size(); ++i) {
    const ProgramOutput& output = call.outputs[i];
    text += i == 0 ? " " : ", ";
    text += output.alias < 0 ? std::to_string(output.size)
                             : "view of " + name(call.args[static_cast<std::size_t>(output.alias)]);
  }
  return text;
}

std::string mutated_names(const Operation& mutate) {
  std::vector<NameNumber> changed;
  changed.reserve(mutate.mutated.size());
  for (const std::uint32_t index : mutate.mutated) changed.push_back(mutate.args[index]);
  return names(changed);
}

// `bound`: the number of names that are bound before.
std::string line(const Operation& operation, NameNumber bound) {
  const std::vector<NameNumber>& args = operation.args;
  switch (operation.kind) {
    case OperationKind::call:
      return fmt::format("{} = f({})  cost {}, {}", bound_names(bound, operation.binds()),
                         names(args), operation.cost, sizes_of(operation));
    case OperationKind::constant:
      return fmt::format("{} = constant()  {}", name(bound), sizes_of(operation));
    case OperationKind::mutate:
      return fmt::format("{} := mutate({})  cost {}", mutated_names(operation), names(args),
                         operation.cost);
    case OperationKind::copy:
      return fmt::format("{} = copy {}", name(bound), name(args[0]));
    case OperationKind::copy_from:
      return fmt::format("{} := copy {}", name(args[0]), name(args[1]));
    case OperationKind::release:
      return fmt::format("release {}", name(args[0]));
  }
  return "";
}

}  // namespace

std::string text(const Program& program) {
  std::string text;
  NameNumber bound = 0;
  for (const Operation& operation : program.operations) {
    text.append(line(operation, bound)).append("\n");
    bound += operation.binds();
  }
  return text;
}

}  // namespace rematfuzz::fuzz
