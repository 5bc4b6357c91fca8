// The choice of the last storage with the smallest score, where lower bounds of scores are at hand
// and scores are slow to find (sums of evicted neighbourhoods have to be walked): what cannot be
// the smallest by its bound is not looked at.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "sim/base/types.h"
#include "sim/policy/score.h"
#include "sim/policy/shortlist.h"
#include "sim/policy/view.h"

namespace rematfuzz {

// Shows a policy lower bounds in place of the sums of neighbourhoods.
class BoundView {
 public:
  explicit BoundView(const PolicyView& view) : view_(view) {}

  Bytes size(StorageId storage) const { return view_.size(storage); }
  Nanos compute(StorageId storage) const { return view_.compute(storage); }
  Nanos staleness(StorageId storage) const { return view_.staleness(storage); }
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
    if (choose_from_shortlist()) return best_;
    const std::size_t promising = list_all();
    if (listed_[promising].bound <= 0 && choose_first_zero()) return best_;
    const StorageId seen = listed_[promising].storage;
    evaluate(seen);
    const double rest = 1.25 * limit_;
    std::erase_if(listed_, [=](const BoundedCandidate& c) { return c.bound > rest; });
    keep_shortlist(rest);
    evaluate_listed(seen);
    view_.count_evaluations(view_.candidates());
    return best_;
  }

 private:
  using Score = decltype(Scorer::score(std::declval<PolicyView&>(), StorageId{}));

  double bound_of(StorageId storage) const {
    const BoundView bounded(view_);
    return approximate(Scorer::score(bounded, storage));
  }

  // Lists all candidates with their bounds; returns the place of one with the smallest.
  //
  // In the order of ids, not of the pool: a state is read from cold memory by the time that its
  // turn comes again, and in order that is 10 times faster (Unrolled GAN).
  std::size_t list_all() {
    listed_.resize(view_.candidates());
    std::size_t next = 0;
    std::size_t promising = 0;
    StorageId base = 0;
    for (std::uint64_t word : view_.candidate_words()) {
      for (; word != 0; word &= word - 1) {
        const StorageId storage = base + static_cast<StorageId>(std::countr_zero(word));
        const double bound = bound_of(storage);
        listed_[next] = {.bound = bound, .storage = storage};
        if (bound < listed_[promising].bound) promising = next;
        ++next;
      }
      base += 64;
    }
    return promising;
  }

  void keep_shortlist(double rest) {
    Shortlist* shortlist = view_.shortlist();
    if (shortlist == nullptr) return;
    shortlist->forget();
    if (listed_.size() > Shortlist::room) return;
    shortlist->begin(view_.candidates(), rest);
    for (const BoundedCandidate& candidate : listed_) shortlist->add(candidate.storage);
  }

  // Whether what the last choice left decides this one.
  bool choose_from_shortlist() {
    Shortlist* shortlist = view_.shortlist();
    if (shortlist == nullptr || !shortlist->valid()) return false;
    // One eviction between the two, no more.
    if (shortlist->candidates() != view_.candidates() + 1) return false;
    listed_.clear();
    for (const StorageId storage : shortlist->storages())
      if (view_.is_candidate(storage))
        listed_.push_back({.bound = bound_of(storage), .storage = storage});
    const double rest = shortlist->rest();
    keep_shortlist(rest);
    limit_ = rest;
    evaluate_listed(no_id);
    if (best_ == no_id || limit_ >= rest) {
      shortlist->forget();
      smallest_ = {};
      best_ = no_id;
      limit_ = std::numeric_limits<double>::infinity();
      return false;
    }
    view_.count_evaluations(view_.candidates());
    return true;
  }

  // Evaluates what may be the smallest, the most promising first. `seen` was evaluated before.
  void evaluate_listed(StorageId seen) {
    std::erase_if(listed_, [this](const BoundedCandidate& c) { return c.bound > limit_; });
    // Few of them are evaluated before the limit falls below the rest, so they are not sorted.
    std::ranges::make_heap(listed_, std::ranges::greater(), &BoundedCandidate::bound);
    while (!listed_.empty() && listed_.front().bound <= limit_) {
      if (listed_.front().storage != seen) evaluate(listed_.front().storage);
      std::ranges::pop_heap(listed_, std::ranges::greater(), &BoundedCandidate::bound);
      listed_.pop_back();
    }
  }

  void evaluate(StorageId storage) {
    const Score score = Scorer::score(view_, storage);
    const auto order = smallest_.compare(score);
    const auto earlier = [&] { return view_.place(storage) < view_.place(best_); };
    if (best_ != no_id && (order > 0 || (order == 0 && earlier()))) return;
    smallest_.set(score);
    best_ = storage;
    limit_ = std::min(limit_, above(score));
  }

  // A score of 0 ends the look at the pool. (None is below: costs and sums are not.) REQUIRES: all
  // candidates are listed.
  bool choose_first_zero() {
    for (const BoundedCandidate& candidate : listed_) {
      if (candidate.bound > 0) continue;
      const StorageId storage = candidate.storage;
      if (best_ != no_id && view_.place(storage) > view_.place(best_)) continue;
      if (is_zero(Scorer::score(view_, storage))) best_ = storage;
    }
    if (best_ == no_id) return false;
    if (Shortlist* shortlist = view_.shortlist()) shortlist->forget();
    view_.count_evaluations(candidates_up_to(view_.place(best_)));
    return true;
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
  // No score above it can be the smallest.
  double limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace rematfuzz
