// A policy chooses which storage of the pool to evict.
//
// A policy is one small class behind this interface and one line in policy_table.cc. A user's own
// policy plugs in the same way: derive from Policy, or from ScoringPolicy where a score a storage
// decides, and hand an object of it to the simulator.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "sim/base/types.h"
#include "sim/policy/bounded_choice.h"
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

// Chooses the last storage with the smallest score; stops at the first score of exactly 0.
//
// `Scorer` has a static score(view, StorageId) that returns a Quotient or a std::int64_t, and a
// constant `structure`. Constants `accesses`, `reads_forward` and `reads_reverse` say what it reads
// (where they are absent: all). With Structure::regions, score() is a template that takes any view
// with the functions of BoundView; it is never below 0, grows with the sums, and does not grow with
// staleness.
template <class Scorer>
class ScoringPolicy final : public Policy {
 public:
  StorageId choose(PolicyView& view) const override {
    if constexpr (Scorer::structure == Structure::regions)
      if (view.sums_are_lazy()) return BoundedChoice<Scorer>(view).choose();
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

  static double as_double(const Quotient& quotient) { return rounded(quotient); }
  static double as_double(std::int64_t cost) { return static_cast<double>(cost); }
};

}  // namespace rematfuzz
