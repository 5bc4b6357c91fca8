// The choice of the last storage with the smallest score, where lower bounds of scores are at hand
// and scores are slow to find (sums of evicted neighbourhoods have to be walked): what cannot be
// the smallest by its bound is not looked at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "sim/base/bits.h"
#include "sim/base/types.h"
#include "sim/policy/score.h"
#include "sim/policy/shortlist.h"
#include "sim/policy/view.h"

namespace rematfuzz {

// Shows a policy lower bounds in place of the sums of neighbourhoods; and, if `any_column`, times
// that make the score at most what it is in any column that shares the state.
template <bool any_column>
class BoundView {
 public:
  explicit BoundView(const PolicyView& view) : view_(view) {}

  Bytes size(StorageId storage) const { return view_.size(storage); }
  Nanos compute(StorageId storage) const { return view_.compute(storage); }
  Nanos staleness(StorageId storage) const {
    if constexpr (any_column) return view_.most_staleness(storage);
    return view_.staleness(storage);
  }
  Nanos forward_sum(StorageId storage) const { return view_.forward_bound(storage); }
  Nanos reverse_sum(StorageId storage) const { return view_.reverse_bound(storage); }

 private:
  const PolicyView& view_;
};

// The same choice as a look at all scores in the order of the pool, and the same count of
// evaluations. `Scorer`: see ScoringPolicy.
template <class Scorer>
class BoundedChoice {
 public:
  // REQUIRES: there is a candidate.
  explicit BoundedChoice(PolicyView& view) : view_(view), listed_(view.bounded_candidates()) {}

  StorageId choose() {
    Shortlist* shortlist = view_.shortlist();
    if (view_.candidates() <= few) {
      choose_from_few();
    } else if (shortlist == nullptr) {
      choose_from_all();
    } else {
      if (!shortlist->valid()) draw_up(*shortlist);
      if (!choose_from(*shortlist)) {
        shortlist->forget();
        choose_from_all();
      }
    }
    view_.count_evaluations(best_is_zero_ ? candidates_up_to(view_.place(best_))
                                          : view_.candidates());
    return best_;
  }

 private:
  static constexpr std::size_t few = 8;

  using Score = decltype(Scorer::score(std::declval<PolicyView&>(), StorageId{}));

  template <bool any_column>
  double bound_of(StorageId storage) const {
    const BoundView<any_column> bounded(view_);
    return approximate(Scorer::score(bounded, storage));
  }

  // Where lists do not pay: 4 % of the instructions of maps of ten operators.
  void choose_from_few() {
    start_over();
    for (const StorageId storage : view_.slots())
      if (storage != no_id && bound_of<false>(storage) <= limit_) evaluate(storage);
  }

  void choose_from_all() {
    start_over();
    const StorageId promising = listed_[list_all<false>()].storage;
    evaluate(promising);
    std::erase_if(listed_, [this](const BoundedCandidate& c) { return c.bound > limit_; });
    // Few of them are evaluated before the limit falls below the rest, so they are not sorted.
    std::ranges::make_heap(listed_, std::ranges::greater(), &BoundedCandidate::bound);
    while (!listed_.empty() && listed_.front().bound <= limit_) {
      if (listed_.front().storage != promising) evaluate(listed_.front().storage);
      std::ranges::pop_heap(listed_, std::ranges::greater(), &BoundedCandidate::bound);
      listed_.pop_back();
    }
  }

  // Lists what may score up to twice the least.
  void draw_up(Shortlist& shortlist) {
    start_over();
    evaluate(listed_[list_all<true>()].storage);
    double rest = 2 * limit_;
    std::erase_if(listed_, [rest](const BoundedCandidate& c) { return c.bound > rest; });
    if (listed_.size() > Shortlist::room) {
      const auto end = listed_.begin() + Shortlist::room;
      std::ranges::nth_element(listed_, end, {}, &BoundedCandidate::bound);
      rest = end->bound;
      listed_.erase(end, listed_.end());
    }
    std::ranges::sort(listed_, {}, &BoundedCandidate::bound);
    shortlist.set(listed_, rest);
  }

  // Whether the choice was among these.
  bool choose_from(const Shortlist& shortlist) {
    start_over();
    limit_ = shortlist.rest();
    for (const BoundedCandidate& candidate : shortlist.candidates()) {
      if (candidate.bound > limit_) break;
      if (view_.is_candidate(candidate.storage) && bound_of<false>(candidate.storage) <= limit_)
        evaluate(candidate.storage);
    }
    return best_ != no_id && limit_ < shortlist.rest();
  }

  // Lists all candidates with their bounds; returns the place of one with the smallest.
  //
  // In the order of ids, not of the pool: a state is read from cold memory by the time that its
  // turn comes again, and in order that is 10 times faster (Unrolled GAN).
  template <bool any_column>
  std::size_t list_all() {
    listed_.resize(view_.candidates());
    std::size_t next = 0;
    std::size_t promising = 0;
    std::size_t base = 0;
    for (const std::uint64_t word : view_.candidate_words()) {
      for_each_bit(word, [&](std::size_t bit) {
        const auto storage = static_cast<StorageId>(base + bit);
        const double bound = bound_of<any_column>(storage);
        listed_[next] = {.bound = bound, .storage = storage};
        if (bound < listed_[promising].bound) promising = next;
        ++next;
      });
      base += 64;
    }
    return promising;
  }

  void start_over() {
    smallest_ = {};
    best_ = no_id;
    best_is_zero_ = false;
    limit_ = std::numeric_limits<double>::infinity();
  }

  // Of equal scores the last in the pool is best; but the first that is 0 ends the look at the
  // pool. (None is below 0: costs and sums are not.)
  void evaluate(StorageId storage) {
    const Score score = Scorer::score(view_, storage);
    const auto order = smallest_.compare(score);
    const bool zero = is_zero(score);
    if (best_ != no_id) {
      if (order > 0) return;
      if (order == 0 && (view_.place(storage) < view_.place(best_)) != zero) return;
    }
    smallest_.set(score);
    best_ = storage;
    best_is_zero_ = zero;
    limit_ = std::min(limit_, above(score));
  }

  // More than the plain value of any bound of a score that is not larger.
  static double above(const Score& score) {
    const double value = approximate(score);
    return value + value * 0x1p-48;
  }

  std::uint64_t candidates_up_to(std::uint32_t place) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        view_.slots().first(place + 1), [](StorageId storage) { return storage != no_id; }));
  }

  PolicyView& view_;
  std::vector<BoundedCandidate>& listed_;
  Smallest<Score> smallest_;
  StorageId best_ = no_id;
  bool best_is_zero_ = false;
  // No score above it can be the smallest.
  double limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace rematfuzz
