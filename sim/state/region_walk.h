// The walk over an evicted neighbourhood for its sum or its surroundings alone: the lean sibling of
// Walker, without banishing and without counting accesses.
//
// It goes word by word: what one storage leads to in a word of 64 storages is one mask (Reach), so
// that what is material, and what was found before, drops out for a whole word at once. Storages
// are taken in the order of ids (backwards over parents), in which nearly every edge leads onwards,
// so one pass is a whole walk but where views make cycles.
//
// Walks are remembered. What a walk finds follows from which of the storages that it came by are
// material, so it holds wherever the found ones are not material and the bordering ones are, in
// this state or another; where only bordering ones were evicted meanwhile, the walk goes on from
// there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/base/bits.h"
#include "sim/base/types.h"
#include "sim/state/flags.h"
#include "sim/state/position.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

class RegionWalk {
 public:
  explicit RegionWalk(std::size_t storages = 0) { restart(storages); }
  // Forgets the walks of another trace.
  void restart(std::size_t storages);

  // Where a walk goes. All scenes that an object is given are of one trace.
  struct Scene {
    const Trace& trace;
    const Position& position;
    const Flags& material;  // by storage
    const Flags& pinned;    // by storage: those whose regions nobody reads
  };

  // The sum of computes of the storages that are not material, reached from `base` through such
  // ones. `base` itself does not count, material or not.
  Nanos sum(const Scene& scene, Direction direction, StorageId base) {
    return walk(scene, direction, base);
  }

  // Calls visit(StorageId) for each material storage that borders on what is reached from `base`,
  // but for pinned ones, whose regions nothing reads; returns the sum. found() is valid in it; it
  // must not walk.
  template <class Visit>
  Nanos for_frontier(const Scene& scene, Direction direction, StorageId base, Visit visit) {
    const Nanos sum = walk(scene, direction, base);
    visit_border(scene, visit);
    return sum;
  }

  // The same from several bases, none of them material.
  template <class Visit>
  void for_frontier(const Scene& scene, Direction direction, std::span<const StorageId> bases,
                    Visit visit) {
    if (bases.empty()) return;
    if (bases.size() == 1)
      walk(scene, direction, bases.front());
    else
      walk_from_all(scene, direction, bases);
    visit_border(scene, visit);
  }

  // Whether the last walk came by the storage, which is not material, or it was a base.
  bool found(StorageId storage) const {
    const Walk& walk = last_walk();
    const std::size_t w = storage / 64;
    return w >= walk.first && w - walk.first < walk.words.size() &&
           (walk.words[w - walk.first].found >> (storage % 64) & 1) != 0;
  }

  // How many storages these are.
  std::uint64_t found_count() const {
    std::uint64_t count = 0;
    for (const Word& word : last_walk().words)
      count += static_cast<std::uint64_t>(std::popcount(word.found));
    return count;
  }
  template <class Visit>
  void visit_found(Visit visit) const {
    std::size_t w = last_walk().first;
    for (const Word& word : last_walk().words) {
      for_each_bit(word.found,
                   [&](std::size_t bit) { visit(static_cast<StorageId>(w * 64 + bit)); });
      ++w;
    }
  }

 private:
  using Mask = Flags::Word;

  // What is known of 64 storages.
  struct Word {
    Mask found = 0;   // bases, and what is not material and was reached
    Mask border = 0;  // material ones that were reached
  };

  struct Walk {
    StorageId base = no_id;
    CallId created = 0;     // where in the program
    std::uint64_t age = 0;  // of which trace: see age_
    std::size_t first = 0;  // of the words
    std::vector<Word> words;
    Nanos sum = 0;
  };

  const Walk& last_walk() const {
    return last_slot_ == unkept ? unkept_ : walks_[last_side_][last_slot_];
  }
  Nanos walk(const Scene& scene, Direction direction, StorageId base);
  Nanos walk_in_word(const Scene& scene, Direction direction, Mask bases);
  void walk_from_all(const Scene& scene, Direction direction, std::span<const StorageId> bases);

  enum class Standing : std::uint8_t { holds, grew, gone };
  static Standing standing(const Scene& scene, Direction direction, const Walk& walk);
  void take_up(const Scene& scene, const Walk& walk);
  void put_down(Walk& walk);

  void add(StorageId base);
  void widen(std::size_t word) {
    if (word > last_) last_ = word;
    if (word < first_) first_ = word;
  }
  Nanos go(const Scene& scene, Direction direction);
  template <Direction direction>
  Nanos go(const Scene& scene);
  template <Direction direction>
  Nanos go_through_word(const Scene& scene, std::size_t w);
  template <Direction direction>
  void go_far(const Scene& scene, std::size_t from, const Reach::Far& far);

  template <class Visit>
  void visit_border(const Scene& scene, Visit visit) const {
    std::size_t w = last_walk().first;
    for (const Word& word : last_walk().words) {
      const Mask border = word.border & ~word.found & ~scene.pinned.words()[w];
      for_each_bit(border, [&](std::size_t bit) { visit(static_cast<StorageId>(w * 64 + bit)); });
      ++w;
    }
  }

  std::array<std::vector<Walk>, 2> walks_;  // by direction, and base modulo their number
  std::uint64_t age_ = 0;                   // how often walks were forgotten
  Walk unkept_;
  // Where the last walk is: by numbers, so that a copy knows its own.
  static constexpr std::size_t unkept = std::numeric_limits<std::size_t>::max();
  std::size_t last_side_ = 0;
  std::size_t last_slot_ = unkept;

  // The walk under way. All 0 between walks.
  std::vector<Word> words_;
  std::vector<Mask> todo_;  // of the found ones: to be walked on from
  std::size_t first_ = 0;   // the words that may not be 0
  std::size_t last_ = 0;
  bool led_back_ = false;  // there is something to do in a word whose turn was over
};

}  // namespace rematfuzz
