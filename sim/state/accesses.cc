#include "sim/state/accesses.h"

#include <algorithm>
#include <utility>

namespace rematfuzz {

void Accesses::restart(std::size_t storages, std::size_t columns) {
  storages_ = storages;
  count_ = columns;
  weight_ = 0;
  if (columns_.size() < columns) columns_.resize(columns);
  for (Times& column : std::span(columns_).first(columns)) {
    column.at.assign(storages, 0);
    column.shift = 0;
    column.sum = 0;
  }
  if (columns > 1) oldest_.assign(storages, 0);
}

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

void Accesses::take(Accesses& other, std::span<const std::size_t> columns, Nanos ahead) {
  if (columns.empty()) return;
  if (count_ == 1) {
    oldest_.resize(storages_);
    for (StorageId s = 0; s < storages_; ++s) oldest_[s] = at(0, s);
  }
  // What `other` knows of all its columns holds for some of them.
  for (StorageId s = 0; s < storages_; ++s)
    oldest_[s] = std::min(oldest_[s], other.oldest(s) + ahead);
  if (columns_.size() < count_ + columns.size()) columns_.resize(count_ + columns.size());
  for (const std::size_t column : columns) {
    std::swap(columns_[count_], other.columns_[column]);
    columns_[count_++].shift += ahead;
  }
}

void Accesses::assign(Accesses& other, std::span<const Part> parts) {
  storages_ = other.storages_;
  weight_ = other.weight_;
  count_ = parts.size();
  if (columns_.size() < count_) columns_.resize(count_);
  for (std::size_t i = 0; i < count_; ++i) {
    Times& theirs = other.columns_[parts[i].column];
    if (parts[i].move)
      std::swap(columns_[i], theirs);
    else
      columns_[i] = theirs;
  }
  if (count_ > 1) oldest_ = other.oldest_;
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
