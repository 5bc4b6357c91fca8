#include "fuzz/program/scope.h"

#include <algorithm>

#include "sim/base/check.h"

namespace rematfuzz::fuzz {

Scope::Scope() {
  constexpr std::size_t usual_names = 32;  // one allocation instead of several, in fuzzing loops
  tensor_of_.reserve(usual_names);
  tensors_.reserve(usual_names);
  storages_.reserve(usual_names);
}

bool Scope::allows(const Operation& operation) const {
  const std::vector<NameNumber>& args = operation.args;
  const auto is_usable = [&](NameNumber name) { return usable(name); };
  switch (operation.kind) {
    case OperationKind::call:
      return !operation.outputs.empty() && std::ranges::all_of(args, is_usable) &&
             std::ranges::all_of(operation.outputs, [&](const ProgramOutput& output) {
               return output.alias >= -1 && output.alias < static_cast<std::int32_t>(args.size());
             });
    case OperationKind::constant:
      return operation.outputs.size() == 1 && operation.outputs[0].alias < 0;
    case OperationKind::mutate:
      return allows_mutate(operation);
    case OperationKind::copy:
      return args.size() == 1 && usable(args[0]);
    case OperationKind::copy_from: {
      if (args.size() != 2 || !releasable(args[0]) || !usable(args[1])) return false;
      // The release comes first.
      const Storage& source = storage_of(args[1]);
      return &storage_of(args[0]) != &source || source.references > 1;
    }
    case OperationKind::release:
      return args.size() == 1 && releasable(args[0]);
  }
  return false;
}

// A mutated name loses what it denotes, which must be there to be lost: a name may be mutated
// twice, but two names of a tensor with one reference may not both be.
bool Scope::allows_mutate(const Operation& operation) const {
  if (operation.mutated.empty()) return false;
  for (const NameNumber name : operation.args)
    if (!usable(name)) return false;
  for (std::size_t i = 0; i < operation.mutated.size(); ++i) {
    if (operation.mutated[i] >= operation.args.size()) return false;
    const NameNumber name = operation.args[operation.mutated[i]];
    std::uint32_t taken = 0;  // from the same tensor, by names mutated before
    bool again = false;
    for (std::size_t k = 0; k < i; ++k) {
      const NameNumber before = operation.args[operation.mutated[k]];
      again = again || before == name;
      const auto first = std::find_if(
          operation.mutated.begin(), operation.mutated.begin() + static_cast<std::ptrdiff_t>(k),
          [&](std::uint32_t index) { return operation.args[index] == before; });
      const bool is_first = first == operation.mutated.begin() + static_cast<std::ptrdiff_t>(k);
      if (is_first && tensor_of_[before] == tensor_of_[name]) ++taken;
    }
    if (!again && tensors_[tensor_of_[name]].references <= taken) return false;
  }
  return true;
}

Scope::TensorNumber Scope::open(StorageNumber storage) {
  tensors_.push_back({.storage = storage});
  return static_cast<TensorNumber>(tensors_.size() - 1);
}

Scope::TensorNumber Scope::open_fresh(Bytes size) {
  storages_.push_back({.size = size});
  return open(static_cast<StorageNumber>(storages_.size() - 1));
}

void Scope::bind(NameNumber name, TensorNumber tensor) {
  tensor_of_[name] = tensor;
  ++tensors_[tensor].references;
  ++storages_[tensors_[tensor].storage].references;
}

void Scope::bind_next(TensorNumber tensor) {
  tensor_of_.push_back(tensor);
  bind(names() - 1, tensor);
}

void Scope::release(TensorNumber tensor) {
  --tensors_[tensor].references;
  --storages_[tensors_[tensor].storage].references;
}

void Scope::mutate(const Operation& operation) {
  const auto first = static_cast<TensorNumber>(tensors_.size());
  for (const std::uint32_t index : operation.mutated) open_fresh(size(operation.args[index]));
  for (std::size_t i = 0; i < operation.mutated.size(); ++i) {
    const NameNumber name = operation.args[operation.mutated[i]];
    const TensorNumber before = tensor_of_[name];
    bind(name, first + static_cast<TensorNumber>(i));
    release(before);
  }
}

void Scope::bind_outputs(const Operation& call) {
  for (const ProgramOutput& output : call.outputs) {
    if (output.alias < 0) {
      bind_next(open_fresh(output.size));
    } else {
      const NameNumber viewed = call.args[static_cast<std::size_t>(output.alias)];
      bind_next(open(tensors_[tensor_of_[viewed]].storage));
    }
  }
}

void Scope::take(const Operation& operation) {
  REMATFUZZ_CHECK(allows(operation));
  switch (operation.kind) {
    case OperationKind::call:
    case OperationKind::constant:
      return bind_outputs(operation);
    case OperationKind::mutate:
      return mutate(operation);
    case OperationKind::copy:
      return bind_next(tensor_of_[operation.args[0]]);
    case OperationKind::copy_from:
      release(tensor_of_[operation.args[0]]);
      return bind(operation.args[0], tensor_of_[operation.args[1]]);
    case OperationKind::release:
      return release(tensor_of_[operation.args[0]]);
  }
}

void Scope::list_usable(std::vector<NameNumber>& names) const {
  names.clear();
  for (NameNumber name = this->names(); name-- > 0;)
    if (usable(name)) names.push_back(name);
}

void Scope::list_releasable(std::vector<NameNumber>& names) const {
  names.clear();
  for (NameNumber name = this->names(); name-- > 0;)
    if (releasable(name)) names.push_back(name);
}

}  // namespace rematfuzz::fuzz
