#include "sim/state/accesses.h"

#include <utility>

namespace rematfuzz {

void Accesses::forget(StorageId storage) {
  if (count_ == 0 || columns_.front().at[storage] == 0) return;
  const std::uint64_t weight = weight_of(storage);
  weight_ -= weight;
  for (std::size_t c = 0; c < count_; ++c) {
    Nanos& at = columns_[c].at[storage];
    columns_[c].sum -= weight * static_cast<std::uint64_t>(at);
    at = 0;
  }
}

bool Accesses::equal(std::size_t column, const Accesses& other, std::size_t other_column,
                     Nanos ahead) const {
  const Times& ours = columns_[column];
  const Times& theirs = other.columns_[other_column];
  const Nanos between = ours.shift + ahead - theirs.shift;
  for (std::size_t s = 0; s < storages_; ++s)
    if (theirs.at[s] != (ours.at[s] == 0 ? 0 : ours.at[s] + between)) return false;
  return true;
}

void Accesses::take(Accesses& other, std::size_t column, Nanos ahead) {
  if (count_ == columns_.size()) columns_.emplace_back();
  std::swap(columns_[count_], other.columns_[column]);
  columns_[count_++].shift += ahead;
}

void Accesses::assign(const Accesses& other, std::span<const std::size_t> columns) {
  storages_ = other.storages_;
  weight_ = other.weight_;
  count_ = columns.size();
  if (columns_.size() < count_) columns_.resize(count_);
  for (std::size_t i = 0; i < count_; ++i) columns_[i] = other.columns_[columns[i]];
}

void Accesses::keep(std::span<const std::size_t> columns) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i] != i) std::swap(columns_[i], columns_[columns[i]]);
  count_ = columns.size();
}

bool Accesses::operator==(const Accesses& other) const {
  if (storages_ != other.storages_ || count_ != other.count_) return false;
  for (std::size_t c = 0; c < count_; ++c)
    if (!equal(c, other, c, 0)) return false;
  return true;
}

}  // namespace rematfuzz
