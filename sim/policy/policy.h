// A policy chooses which storage of the pool to evict.
//
// A policy is one small class behind this interface and one line in policy_table.cc. A user's own
// policy plugs in the same way: derive from Policy, or from ScoringPolicy where a score a storage
// decides, and hand an object of it to the simulator.
#pragma once

#include <string_view>

#include "sim/base/types.h"
#include "sim/policy/score.h"
#include "sim/policy/view.h"

namespace rematfuzz {

// What the runtime must maintain for a policy.
enum class Structure : std::uint8_t { none, regions, classes };

class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  virtual ~Policy() = default;

  // The victim, one of view.slots(). REQUIRES: there is a candidate. Counts an evaluation for each
  // storage that it looks at.
  virtual StorageId choose(PolicyView& view) const = 0;

  virtual Structure structure() const { return Structure::none; }
  // Draws from view.random(), so that a run depends on the seed.
  virtual bool randomized() const { return false; }
  // Whether runs fall into budget regimes: true unless the policy reads the budget in some way of
  // its own (no policy of the table does).
  virtual bool has_regimes() const { return true; }
};

// Chooses the last storage with the smallest score; stops at the first score of exactly 0.
//
// `Scorer` has a static score(PolicyView&, StorageId) that returns a Quotient or a std::int64_t,
// and a constant `structure`.
template <class Scorer>
class ScoringPolicy final : public Policy {
 public:
  StorageId choose(PolicyView& view) const override {
    using Score = decltype(Scorer::score(view, StorageId{}));
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

  Structure structure() const override { return Scorer::structure; }
};

}  // namespace rematfuzz
