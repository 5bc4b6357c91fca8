#include "sim/state/accesses.h"

#include <algorithm>

namespace rematfuzz {

bool Accesses::equal(std::size_t column, const Accesses& other, std::size_t other_column,
                     Nanos ahead) const {
  const Nanos* ours = times_.data() + column * storages_;
  const Nanos* theirs = other.times_.data() + other_column * storages_;
  for (std::size_t s = 0; s < storages_; ++s)
    if (theirs[s] != (ours[s] == 0 ? 0 : ours[s] + ahead)) return false;
  return true;
}

void Accesses::append(const Accesses& other, std::size_t column, Nanos ahead) {
  const Nanos* theirs = other.times_.data() + column * storages_;
  times_.reserve(times_.size() + storages_);
  for (std::size_t s = 0; s < storages_; ++s)
    times_.push_back(theirs[s] == 0 ? 0 : theirs[s] + ahead);
  sums_.push_back(other.sums_[column] + static_cast<std::uint64_t>(ahead) * other.weight_);
}

void Accesses::assign(const Accesses& other, std::span<const std::size_t> columns) {
  storages_ = other.storages_;
  weight_ = other.weight_;
  times_.resize(columns.size() * storages_);
  sums_.resize(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::copy_n(other.times_.data() + columns[i] * storages_, storages_,
                times_.data() + i * storages_);
    sums_[i] = other.sums_[columns[i]];
  }
}

void Accesses::keep(std::span<const std::size_t> columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == i) continue;
    std::copy_n(times_.data() + columns[i] * storages_, storages_, times_.data() + i * storages_);
    sums_[i] = sums_[columns[i]];
  }
  times_.resize(columns.size() * storages_);
  sums_.resize(columns.size());
}

}  // namespace rematfuzz
