// What a trace amounts to when nothing is ever evicted, computed from its instructions alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "sim/trace/instruction.h"

namespace rematfuzz {

// Memory of a storage is taken at its call and given back with its last reference.
class TraceSummary {
 public:
  void add(const Instruction& instruction) {
    switch (instruction.kind) {
      case InstructionKind::annotate:
        return;
      case InstructionKind::constant:
      case InstructionKind::call:
        return add_call(instruction);
      case InstructionKind::mutate:
        return add_mutate(instruction);
      case InstructionKind::copy:
        return bind(instruction.name, binding_.at(instruction.source));
      case InstructionKind::copy_from:
        release(binding_.at(instruction.name));
        return bind(instruction.name, binding_.at(instruction.source));
      case InstructionKind::release:
        return release(binding_.at(instruction.name));
    }
  }

  Bytes peak() const { return peak_; }
  Bytes memory() const { return memory_; }  // held now
  std::size_t operators() const { return operators_; }

 private:
  struct Storage {
    Bytes size = 0;
    int references = 0;
  };

  void add_call(const Instruction& instruction) {
    ++operators_;
    for (const OutputSpec& output : instruction.outputs)
      bind(output.name,
           output.alias < 0
               ? allocate(output.memory)
               : binding_.at(instruction.args.at(static_cast<std::size_t>(output.alias))));
    peak_ = std::max(peak_, memory_);
  }

  void add_mutate(const Instruction& instruction) {
    ++operators_;
    std::vector<std::size_t> fresh;
    fresh.reserve(instruction.mutated.size());
    for (const std::uint32_t index : instruction.mutated)
      fresh.push_back(allocate(storages_[binding_.at(instruction.args.at(index))].size));
    peak_ = std::max(peak_, memory_);
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      const std::string& name = instruction.args[instruction.mutated[i]];
      release(binding_.at(name));
      bind(name, fresh[i]);
    }
  }

  std::size_t allocate(Bytes size) {
    storages_.push_back({size, 0});
    memory_ += size;
    return storages_.size() - 1;
  }

  void bind(const std::string& name, std::size_t storage) {
    binding_[name] = storage;
    ++storages_[storage].references;
  }

  void release(std::size_t storage) {
    if (--storages_[storage].references == 0) memory_ -= storages_[storage].size;
  }

  std::map<std::string, std::size_t> binding_;
  std::vector<Storage> storages_;
  Bytes memory_ = 0;
  Bytes peak_ = 0;
  std::size_t operators_ = 0;
};

}  // namespace rematfuzz
