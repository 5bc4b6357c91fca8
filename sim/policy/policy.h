// A policy chooses which storage of the pool to evict.
//
// A policy is one small class behind this interface and one line in policy_table.cc. A user's own
// policy plugs in the same way: derive from Policy, or from ScoringPolicy where a score a storage
// decides, and hand an object of it to the simulator.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/types.h"
#include "sim/policy/score.h"
#include "sim/policy/view.h"

namespace rematfuzz {

// What the runtime must maintain for a policy.
enum class Structure : std::uint8_t { none, regions, classes };

// Which access times a policy reads.
enum class AccessUse : std::uint8_t {
  none,
  candidates,    // of storages in the pool
  neighborhood,  // of any storage
};

class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  virtual ~Policy() = default;

  // The victim, one of view.slots(). REQUIRES: there is a candidate. Counts an evaluation for each
  // storage that it looks at.
  virtual StorageId choose(PolicyView& view) const = 0;

  // For showing: what the policy would give that candidate, as a double; the smallest goes first.
  // nullopt: it goes by no score.
  virtual std::optional<double> score(PolicyView&, StorageId) const { return std::nullopt; }

  virtual Structure structure() const { return Structure::none; }
  // For a policy of Structure::regions: whether it reads forward_sum() or reverse_sum().
  virtual bool reads_sum(Direction /*direction*/) const { return true; }
  // Runs that differ in nothing else that a policy reads are recognized as equal, so the less it
  // reads, the faster a map of it is.
  virtual AccessUse reads_accesses() const { return AccessUse::neighborhood; }
  // Draws from view.random(), so that a run depends on the seed.
  virtual bool randomized() const { return false; }
  // Whether runs fall into budget regimes: true unless the policy reads the budget in some way of
  // its own (no policy of the table does).
  virtual bool has_regimes() const { return true; }
};

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

// Chooses the last storage with the smallest score; stops at the first score of exactly 0.
//
// `Scorer` has a static score(view, StorageId) that returns a Quotient or a std::int64_t, and a
// constant `structure`. Constants `accesses`, `reads_forward` and `reads_reverse` say what it reads
// (where they are absent: all). With Structure::regions, score() is a template that takes any view
// with the functions of BoundView, and grows with the sums.
template <class Scorer>
class ScoringPolicy final : public Policy {
 public:
  StorageId choose(PolicyView& view) const override {
    if constexpr (Scorer::structure == Structure::regions)
      if (view.sums_are_lazy()) return choose_by_bounds(view);
    Smallest<Score> smallest;
    StorageId best = no_id;
    for (const StorageId storage : view.slots()) {
      if (storage == no_id) continue;
      view.count_evaluation();
      const Score score = Scorer::score(view, storage);
      if (smallest.admit(score)) best = storage;
      if (is_zero(score)) break;
    }
    return best;
  }

  std::optional<double> score(PolicyView& view, StorageId storage) const override {
    return as_double(Scorer::score(view, storage));
  }

  Structure structure() const override { return Scorer::structure; }
  bool reads_sum(Direction direction) const override {
    if (direction == Direction::forward) {
      if constexpr (requires { Scorer::reads_forward; }) return Scorer::reads_forward;
    } else {
      if constexpr (requires { Scorer::reads_reverse; }) return Scorer::reads_reverse;
    }
    return true;
  }
  AccessUse reads_accesses() const override {
    if constexpr (requires { Scorer::accesses; }) return Scorer::accesses;
    return AccessUse::neighborhood;
  }

 private:
  using Score = decltype(Scorer::score(std::declval<PolicyView&>(), StorageId{}));

  // The same choice, and the same count of evaluations. A sum can be slow to find, a bound of it is
  // at hand: what cannot be the smallest by its bound is not looked at.
  //
  // Bounds are taken in the order of ids, not of the pool: a state is read from cold memory by the
  // time that its turn comes again, and in order that is 10 times faster (Unrolled GAN).
  static StorageId choose_by_bounds(PolicyView& view) {
    std::vector<BoundedCandidate>& candidates = view.bounded_candidates();
    double limit = above(Scorer::score(view, find_bounds(view, candidates)));
    std::erase_if(candidates, [limit](const BoundedCandidate& c) { return c.bound > limit; });
    for (BoundedCandidate& candidate : candidates) candidate.place = view.place(candidate.storage);
    std::ranges::sort(candidates, {}, &BoundedCandidate::place);
    Smallest<Score> smallest;
    StorageId best = no_id;
    for (const BoundedCandidate& candidate : candidates) {
      if (candidate.bound > limit) continue;
      const Score score = Scorer::score(view, candidate.storage);
      if (smallest.admit(score)) {
        best = candidate.storage;
        limit = std::min(limit, above(score));
      }
      if (is_zero(score)) {
        view.count_evaluations(candidates_up_to(view, candidate.place));
        return best;
      }
    }
    view.count_evaluations(view.candidates());
    return best;
  }

  // Lists all candidates with their bounds; returns one with the smallest.
  static StorageId find_bounds(PolicyView& view, std::vector<BoundedCandidate>& candidates) {
    candidates.resize(view.candidates());
    const BoundView bounded(view);
    std::size_t next = 0;
    std::size_t promising = 0;
    StorageId base = 0;
    for (std::uint64_t word : view.candidate_words()) {
      for (; word != 0; word &= word - 1) {
        const StorageId storage = base + static_cast<StorageId>(std::countr_zero(word));
        const double bound = approximate(Scorer::score(bounded, storage));
        candidates[next] = {.bound = bound, .storage = storage};
        if (bound < candidates[promising].bound) promising = next;
        ++next;
      }
      base += 64;
    }
    return candidates[promising].storage;
  }

  // More than the plain value of any bound of a score that is not larger.
  static double above(const Score& score) {
    const double value = approximate(score);
    return value + value * 0x1p-48;
  }

  static std::uint64_t candidates_up_to(const PolicyView& view, std::uint32_t place) {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        view.slots().first(place + 1), [](StorageId storage) { return storage != no_id; }));
  }
  static double as_double(const Quotient& quotient) { return rounded(quotient); }
  static double as_double(std::int64_t cost) { return static_cast<double>(cost); }
};

}  // namespace rematfuzz
