// The bundles that wait for a decision within a step of the program, in the order in which they are
// to be taken.
//
// A bundle's place is where its pending materializations stand: for each frame, from the program's
// own down, the place of the argument that is being brought back; a frame whose arguments are all
// there comes last. No state ever moves backwards in that order, and at one place memory only falls
// (evictions). So if the first place is taken first, and of those there the one with the most
// memory, then whatever could become equal to a bundle has arrived before the bundle is taken.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "sim/map/bundle.h"

namespace rematfuzz {

class Worklist {
 public:
  bool empty() const { return heap_.empty(); }
  void push(std::unique_ptr<Bundle> bundle) {
    heap_.push_back(std::move(bundle));
    std::ranges::push_heap(heap_, later);
  }
  std::unique_ptr<Bundle> pop() {
    std::ranges::pop_heap(heap_, later);
    std::unique_ptr<Bundle> first = std::move(heap_.back());
    heap_.pop_back();
    return first;
  }
  // Whether the first one is at the place of `bundle`, with as much memory.
  bool more_like(const Bundle& bundle) const {
    return !heap_.empty() && compare(*heap_.front(), bundle) == 0;
  }

  const std::vector<std::unique_ptr<Bundle>>& bundles() const { return heap_; }
  // Keeps those of which keep(Bundle&) says so, which may change the bundle's budgets.
  template <class Keep>
  void keep_if(Keep keep) {
    std::erase_if(heap_, [&](const std::unique_ptr<Bundle>& bundle) { return !keep(*bundle); });
    std::ranges::make_heap(heap_, later);
  }

 private:
  // Negative: a comes first.
  static int compare(const Bundle& a, const Bundle& b) {
    const std::vector<Frame>& of_a = a.run.state.frames;
    const std::vector<Frame>& of_b = b.run.state.frames;
    const std::size_t depth = std::min(of_a.size(), of_b.size());
    for (std::size_t i = 0; i < depth; ++i)
      if (of_a[i].place != of_b[i].place) return of_a[i].place < of_b[i].place ? -1 : 1;
    // Equal places lead to equal depths, but for RuntimeV1, which edits argument lists.
    if (of_a.size() != of_b.size()) return of_a.size() < of_b.size() ? -1 : 1;
    const Bytes memory_a = a.run.state.memory;
    const Bytes memory_b = b.run.state.memory;
    return memory_a == memory_b ? 0 : memory_a > memory_b ? -1 : 1;
  }
  static bool later(const std::unique_ptr<Bundle>& a, const std::unique_ptr<Bundle>& b) {
    return compare(*a, *b) > 0;
  }

  std::vector<std::unique_ptr<Bundle>> heap_;  // the first one in front
};

}  // namespace rematfuzz
