#include "sim/state/region_walk.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace rematfuzz {

namespace {

// More would not help, and cost memory where a trace is very long.
constexpr std::size_t most_walks = std::size_t{1} << 13;
constexpr std::size_t most_words_kept = 256;

}  // namespace

void RegionWalk::restart(std::size_t storages) {
  ++age_;
  if (words_.size() > storages / 64) return;
  words_.resize(storages / 64 + 1);
  todo_.resize(storages / 64 + 1, 0);
}

// Where there is only one word, looking up what is remembered takes longer than to walk.
Nanos RegionWalk::walk_in_word(const Scene& scene, Direction direction, Mask bases) {
  words_[0].found = bases;
  todo_[0] = bases;
  const Nanos sum = direction == Direction::forward ? go_through_word<Direction::forward>(scene, 0)
                                                    : go_through_word<Direction::reverse>(scene, 0);
  unkept_.first = 0;
  unkept_.words.resize(1);
  unkept_.words[0] = std::exchange(words_[0], Word{});
  last_slot_ = unkept;
  return sum;
}

Nanos RegionWalk::walk(const Scene& scene, Direction direction, StorageId base) {
  if (scene.trace.storages.size() <= 64)
    return walk_in_word(scene, direction, Mask{1} << base) - scene.position.compute(base);
  last_side_ = static_cast<std::size_t>(direction);
  std::vector<Walk>& walks = walks_[last_side_];
  // Only now: most policies never walk.
  const std::size_t wanted = std::min(scene.trace.storages.size(), most_walks);
  if (walks.size() < wanted) walks.resize(wanted);
  last_slot_ = base % walks.size();
  Walk& kept = walks[last_slot_];
  const Standing standing = kept.base == base && kept.age == age_
                                ? RegionWalk::standing(scene, direction, kept)
                                : Standing::gone;
  if (standing == Standing::holds) return kept.sum;
  if (standing == Standing::grew) {
    take_up(scene, kept);
    kept.sum += go(scene, direction);
  } else {
    first_ = last_ = base / 64;
    add(base);
    kept.sum = go(scene, direction) - scene.position.compute(base);
  }
  kept.base = base;
  kept.created = scene.position.created();
  kept.age = age_;
  put_down(kept);
  if (kept.words.size() > most_words_kept) {
    std::swap(kept, unkept_);
    kept = {};
    last_slot_ = unkept;
  }
  return last_walk().sum;
}

void RegionWalk::walk_from_all(const Scene& scene, Direction direction,
                               std::span<const StorageId> bases) {
  if (scene.trace.storages.size() <= 64) {
    Mask mask = 0;
    for (const StorageId base : bases) mask |= Mask{1} << base;
    walk_in_word(scene, direction, mask);
    return;
  }
  first_ = last_ = bases.front() / 64;
  for (const StorageId base : bases) add(base);
  go(scene, direction);
  put_down(unkept_);
  last_slot_ = unkept;
}

RegionWalk::Standing RegionWalk::standing(const Scene& scene, Direction direction,
                                          const Walk& walk) {
  if (walk.created > scene.position.created()) return Standing::gone;
  const std::vector<CallId>& changed = scene.position.last_change(direction);
  const std::vector<Mask>& material = scene.material.words();
  Mask lost = 0;
  Mask grown = 0;
  std::size_t w = walk.first;
  const std::size_t base_word = walk.base / 64;
  for (const Word& word : walk.words) {
    if (word.found != 0 && changed[w] > walk.created) return Standing::gone;
    Mask found = word.found;
    if (w == base_word) found &= ~(Mask{1} << (walk.base % 64));
    lost |= found & material[w];
    grown |= word.border & ~material[w];
    ++w;
  }
  return lost != 0 ? Standing::gone : grown != 0 ? Standing::grew : Standing::holds;
}

// Goes on with a walk where what bordered on it was evicted.
void RegionWalk::take_up(const Scene& scene, const Walk& walk) {
  first_ = walk.first;
  last_ = walk.first + walk.words.size() - 1;
  std::ranges::copy(walk.words, words_.begin() + static_cast<std::ptrdiff_t>(first_));
  for (std::size_t w = first_; w <= last_; ++w) {
    const Mask grown = words_[w].border & ~words_[w].found & ~scene.material.words()[w];
    words_[w].found |= grown;
    words_[w].border &= ~grown;
    todo_[w] = grown;
  }
}

void RegionWalk::put_down(Walk& walk) {
  const auto begin = words_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto end = words_.begin() + static_cast<std::ptrdiff_t>(last_) + 1;
  walk.first = first_;
  walk.words.assign(begin, end);
  std::fill(begin, end, Word{});
}

void RegionWalk::add(StorageId base) {
  const std::size_t w = base / 64;
  widen(w);
  words_[w].found |= Mask{1} << (base % 64);
  todo_[w] |= Mask{1} << (base % 64);
}

// Walks on from what is to do; the computes of what is walked on from.
Nanos RegionWalk::go(const Scene& scene, Direction direction) {
  return direction == Direction::forward ? go<Direction::forward>(scene)
                                         : go<Direction::reverse>(scene);
}

template <Direction direction>
Nanos RegionWalk::go(const Scene& scene) {
  Nanos sum = 0;
  do {
    led_back_ = false;
    if constexpr (direction == Direction::forward) {
      for (std::size_t w = first_; w <= last_; ++w) sum += go_through_word<direction>(scene, w);
    } else {
      for (std::size_t w = last_ + 1; w-- > first_;) sum += go_through_word<direction>(scene, w);
    }
  } while (led_back_);
  return sum;
}

template <Direction direction>
Nanos RegionWalk::go_through_word(const Scene& scene, std::size_t w) {
  if (todo_[w] == 0) return 0;
  const Reach& reach = scene.position.reach(direction);
  const Mask material = scene.material.words()[w];
  Mask found = words_[w].found;
  Mask border = 0;
  Nanos sum = 0;
  for (Mask todo = todo_[w]; todo != 0;) {
    const int bit = direction == Direction::forward ? std::countr_zero(todo)
                                                    : static_cast<int>(std::bit_width(todo)) - 1;
    todo &= ~(Mask{1} << bit);
    const auto at = static_cast<StorageId>(w * 64) + static_cast<StorageId>(bit);
    sum += scene.position.compute(at);
    const Mask near = reach.near(at);
    const Mask more = near & ~material & ~found;
    border |= near & material;
    found |= more;
    todo |= more;
    for (const Reach::Far& far : reach.far(at)) go_far<direction>(scene, w, far);
  }
  words_[w].found = found;
  words_[w].border |= border;
  todo_[w] = 0;
  return sum;
}

template <Direction direction>
void RegionWalk::go_far(const Scene& scene, std::size_t from, const Reach::Far& far) {
  Word& word = words_[far.word];
  const Mask material = scene.material.words()[far.word];
  const Mask more = far.mask & ~material & ~word.found;
  word.found |= more;
  word.border |= far.mask & material;
  todo_[far.word] |= more;
  widen(far.word);
  const bool onwards = direction == Direction::forward ? far.word > from : far.word < from;
  if (!onwards && more != 0) led_back_ = true;
}

}  // namespace rematfuzz
