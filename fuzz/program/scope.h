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
  // As if made anew; memory is kept.
  void clear();

  // Whether the operation may stand here.
  bool allows(const Operation& operation) const;
  // Goes on behind it. REQUIRES: allows(operation).
  void take(const Operation& operation);

  NameNumber names() const { return static_cast<NameNumber>(tensor_of_.size()); }
  // Whether it may be an argument: its storage has a reference.
  bool usable(NameNumber name) const {
    return name < names() && references_[storage_of_[tensor_of_[name]]] > 0;
  }
  // Whether it may be released: what it denotes has a reference.
  bool releasable(NameNumber name) const { return name < names() && counts_[tensor_of_[name]] > 0; }
  // The names of either sort, the one bound last first.
  void list_usable(std::vector<NameNumber>& names) const;
  void list_releasable(std::vector<NameNumber>& names) const;

  // Of the storage behind a name.
  Bytes size(NameNumber name) const { return sizes_[storage_of_[tensor_of_[name]]]; }

 private:
  using Tensor = std::uint32_t;
  using Storage = std::uint32_t;

  bool allows_mutate(const Operation& operation) const;
  Tensor open(Storage storage);
  Tensor open_fresh(Bytes size);
  void bind(NameNumber name, Tensor tensor);
  void bind_next(Tensor tensor);
  void release(Tensor tensor);
  void mutate(const Operation& operation);

  std::vector<Tensor> tensor_of_;          // by name
  std::vector<Storage> storage_of_;        // by tensor
  std::vector<std::uint32_t> counts_;      // by tensor: its names' references
  std::vector<std::uint32_t> references_;  // by storage
  std::vector<Bytes> sizes_;               // by storage
};

}  // namespace rematfuzz::fuzz
