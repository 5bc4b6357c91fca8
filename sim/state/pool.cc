#include "sim/state/pool.h"

#include <utility>

#include "sim/base/check.h"
#include "sim/base/fault.h"
#include "sim/base/hash.h"

namespace rematfuzz {

void Pool::append(StorageId storage) {
  REMATFUZZ_CHECK(!contains(storage));
  place_[storage] = static_cast<std::uint32_t>(slots_.size());
  slots_.push_back(storage);
  words_[storage / 64] |= std::uint64_t{1} << (storage % 64);
  ++size_;
}

void Pool::remove(StorageId storage) {
  REMATFUZZ_CHECK(contains(storage));
  if (planted(Fault::pools_swap) && slots_.back() != no_id) {
    std::swap(slots_[place_[storage]], slots_.back());
    std::swap(place_[slots_[place_[storage]]], place_[storage]);
  }
  slots_[place_[storage]] = no_id;
  place_[storage] = no_id;
  words_[storage / 64] &= ~(std::uint64_t{1} << (storage % 64));
  --size_;
  constexpr std::size_t few = 16;
  if (slots_.size() > 2 * size_ + few) squeeze();
}

void Pool::squeeze() {
  std::uint32_t next = 0;
  for (const StorageId storage : slots_) {
    if (storage == no_id) continue;
    slots_[next] = storage;
    place_[storage] = next++;
  }
  slots_.resize(next);
}

std::vector<StorageId> Pool::members() const {
  std::vector<StorageId> members;
  members.reserve(size_);
  for (const StorageId storage : slots_)
    if (storage != no_id) members.push_back(storage);
  return members;
}

bool Pool::operator==(const Pool& other) const {
  if (size_ != other.size_) return false;
  std::size_t theirs = 0;
  for (const StorageId storage : slots_) {
    if (storage == no_id) continue;
    while (other.slots_[theirs] == no_id) ++theirs;
    if (other.slots_[theirs++] != storage) return false;
  }
  return true;
}

std::uint64_t Pool::hash() const {
  std::uint64_t hash = mix(0, size_);
  for (const StorageId storage : slots_)
    if (storage != no_id) hash = mix(hash, storage);
  return hash;
}

}  // namespace rematfuzz
