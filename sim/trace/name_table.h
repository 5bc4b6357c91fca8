// Interned strings: each distinct name is stored once and known by a dense NameId.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/base/types.h"

namespace rematfuzz {

class NameTable {
 public:
  // The id of `name`; a new one, counting up from 0, when it was never seen.
  NameId intern(std::string_view name);

  // The id of `name`, or no_id when it was never interned.
  NameId find(std::string_view name) const;

  // REQUIRES: id < size(). Valid until the next intern().
  std::string_view operator[](NameId id) const {
    return {chars_.data() + begins_[id], begins_[id + 1] - begins_[id]};
  }

  std::size_t size() const { return begins_.size() - 1; }

  // Gives back memory that growing took in advance.
  void shrink_to_fit();

 private:
  // The slot that holds `name`, or the free slot where it belongs.
  std::size_t slot_of(std::string_view name) const;
  void grow();

  std::vector<char> chars_;
  std::vector<std::uint64_t> begins_{0};
  std::vector<NameId> slots_ = std::vector<NameId>(8, no_id);  // open addressing, a power of two
};

}  // namespace rematfuzz
