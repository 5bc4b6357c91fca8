// What names denote at a place of a program, and what an operation may do there.
//
// The rules are those of sim/trace/trace_builder.h; a test holds the two together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/program/program.h"
#include "sim/base/types.h"

namespace rematfuzz::fuzz {

class Scope {
 public:
  Scope();

  // Whether the operation may stand here.
  bool allows(const Operation& operation) const;
  // Goes on behind it. REQUIRES: allows(operation).
  void take(const Operation& operation);

  NameNumber names() const { return static_cast<NameNumber>(tensor_of_.size()); }
  // Whether it may be an argument: its storage has a reference.
  bool usable(NameNumber name) const { return name < names() && storage_of(name).references > 0; }
  // Whether it may be released: what it denotes has a reference.
  bool releasable(NameNumber name) const {
    return name < names() && tensors_[tensor_of_[name]].references > 0;
  }
  // The names of either sort, the one bound last first.
  void list_usable(std::vector<NameNumber>& names) const;
  void list_releasable(std::vector<NameNumber>& names) const;

  // Of the storage behind a name.
  Bytes size(NameNumber name) const { return storage_of(name).size; }

 private:
  using TensorNumber = std::uint32_t;
  using StorageNumber = std::uint32_t;

  struct Tensor {
    StorageNumber storage = 0;
    std::uint32_t references = 0;  // of its names
  };
  struct Storage {
    std::uint32_t references = 0;  // of its tensors
    Bytes size = 0;
  };

  const Storage& storage_of(NameNumber name) const {
    return storages_[tensors_[tensor_of_[name]].storage];
  }
  bool allows_mutate(const Operation& operation) const;
  TensorNumber open(StorageNumber storage);
  TensorNumber open_fresh(Bytes size);
  void bind(NameNumber name, TensorNumber tensor);
  void bind_next(TensorNumber tensor);
  void release(TensorNumber tensor);
  void bind_outputs(const Operation& call);
  void mutate(const Operation& operation);

  std::vector<TensorNumber> tensor_of_;  // by name
  std::vector<Tensor> tensors_;
  std::vector<Storage> storages_;
};

}  // namespace rematfuzz::fuzz
