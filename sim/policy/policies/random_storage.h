// RandomStorage: any storage of the pool, evenly. One evaluation a choice.
#pragma once

#include "sim/policy/policy.h"

namespace rematfuzz::policies {

class RandomStorage final : public Policy {
 public:
  StorageId choose(PolicyView& view) const override {
    view.count_evaluation();
    std::uint64_t left = view.random().below(view.candidates());
    for (const StorageId storage : view.slots())
      if (storage != no_id && left-- == 0) return storage;
    return no_id;
  }

  bool randomized() const override { return true; }
  AccessUse reads_accesses() const override { return AccessUse::none; }
};

}  // namespace rematfuzz::policies
