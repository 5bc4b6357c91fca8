#include "sim/state/region_sums.h"

#include <algorithm>

namespace rematfuzz {

namespace {

// Whether the call adds edges between storages that exist already.
bool connects(const Trace& trace, CallId id) {
  const Call& call = trace.calls[id];
  for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t) {
    if (!trace.is_view(t)) continue;
    const StorageId viewed = trace.tensors[t].storage;
    const auto elsewhere = [&](TensorId arg) { return trace.tensors[arg].storage != viewed; };
    if (std::ranges::any_of(trace.args_of(id), elsewhere)) return true;
  }
  return false;
}

}  // namespace

bool RegionSums::serves(const Trace& trace) {
  for (CallId id = 0; id < trace.calls.size(); ++id)
    if (connects(trace, id)) return false;
  return true;
}

void RegionSums::restart(std::size_t storages, Reads reads, Neighborhood neighborhood) {
  reads_ = reads;
  neighborhood_ = neighborhood;
  sums_.assign(storages, {});
  marks_.assign(storages, 0);
  marked_ = false;
  window_ = {};
  evicted_.clear();
  last_absorbed_ = {0, 0};
  connected_ = false;
}

void RegionSums::open(const Scene& scene, CallId id, Scratch& scratch) {
  window_ = {};
  const Call& call = scene.trace.calls[id];
  if (!incremental() && connects(scene.trace, id)) {
    connected_ = true;
    std::ranges::fill(sums_, std::array<Sum, 2>{});
  }
  StorageId viewed = no_id;
  for (TensorId t = call.first_output; t < call.first_output + call.outputs; ++t) {
    const StorageId storage = scene.trace.tensors[t].storage;
    if (scene.trace.is_view(t)) {
      viewed = storage;
      continue;
    }
    window_.output = storage;
    ++window_.outputs;
    window_.outputs_cost += call.cost;
  }
  if (!incremental() && window_.outputs_cost > 0 && reads_.forward)
    scratch.walk.for_frontier(scene, Direction::reverse, window_.output, [&](StorageId parent) {
      kept(Direction::forward, parent).exact = false;
    });
  if (viewed != no_id && !scene.material[viewed] && call.cost > 0) {
    window_.view_cost = call.cost;
    view_joins(scene, viewed, scratch);
  }
}

// The compute of `storage`, which is evicted, has grown: sums that hold it are old now (or, fresh,
// have grown, too).
void RegionSums::view_joins(const Scene& scene, StorageId storage, Scratch& scratch) {
  const auto outgrow = [&](Direction towards, Direction of, Mark mark) {
    scratch.walk.for_frontier(scene, towards, storage, [&](StorageId at) {
      if (!incremental())
        kept(of, at).exact = false;
      else
        marks_[at] |= mark;
    });
  };
  if (reads_.forward) outgrow(Direction::reverse, Direction::forward, old_forward);
  if (reads_.reverse) outgrow(Direction::forward, Direction::reverse, old_reverse);
  marked_ = true;
}

void RegionSums::close(const Scene& scene, Scratch& scratch) {
  if (outputs_wait()) {
    if (marked_)
      for (StorageId s = 0; s < marks_.size(); ++s)
        if ((marks_[s] & holds_outputs) != 0) {
          Sum& sum = kept(Direction::forward, s);
          sum.value = std::max(Nanos{0}, sum.value - window_.outputs_cost);
        }
  } else if (window_.outputs_cost > 0 && reads_.forward) {
    scratch.walk.for_frontier(scene, Direction::reverse, window_.output,
                              [&](StorageId parent) { kept(Direction::forward, parent) = {}; });
  }
  if (marked_) std::ranges::fill(marks_, std::uint8_t{0});
  marked_ = false;
  window_ = {};
}

void RegionSums::on_evict(const Scene& scene, StorageId storage, Scratch& scratch) {
  if ((marks_[storage] & holds_outputs) != 0)
    scratch.walk.for_frontier(scene, Direction::reverse, storage,
                              [&](StorageId parent) { marks_[parent] |= holds_outputs; });
  marks_[storage] = 0;
  // A region that absorbs another holds at least that one.
  const Nanos compute = scene.position.compute(storage);
  last_absorbed_ = {compute + kept(Direction::forward, storage).value,
                    compute + kept(Direction::reverse, storage).value};
  evicted_.push_back(storage);
}

// The regions around what was evicted have grown.
void RegionSums::settle(const Scene& scene, Scratch& scratch) {
  std::erase_if(evicted_, [&](StorageId storage) { return scene.material[storage]; });
  // What the last eviction adds is known as long as nothing else has happened.
  if (evicted_.size() != 1) last_absorbed_ = {0, 0};
  if (evicted_.empty()) return;
  if (reads_.forward)
    scratch.walk.for_frontier(scene, Direction::reverse, evicted_, [&](StorageId parent) {
      Sum& sum = kept(Direction::forward, parent);
      sum = {std::max(Nanos{sum.value}, last_absorbed_[0]), false};
    });
  if (reads_.reverse)
    scratch.walk.for_frontier(scene, Direction::forward, evicted_, [&](StorageId child) {
      Sum& sum = kept(Direction::reverse, child);
      sum = {std::max(Nanos{sum.value}, last_absorbed_[1]), false};
    });
  evicted_.clear();
}

void RegionSums::on_material(const Scene& scene, std::span<const StorageId> storages,
                             Scratch& scratch) {
  scratch.rebuilt.clear();
  last_absorbed_ = {0, 0};
  for (const StorageId storage : storages) {
    sums_[storage] = {};
    scratch.rebuilt.push_back(storage);
  }
  for (const StorageId storage : storages) rebuild_around(scene, storage, scratch);
  if (outputs_wait()) find_holders(scene, scratch);
}

// What held `storage` in its region while it was not material. A region that loses it loses no more
// than it and what is reached from it; unless paths lead from it to storages that became material
// with it, as they can once storages that existed were connected.
void RegionSums::rebuild_around(const Scene& scene, StorageId storage, Scratch& scratch) {
  const Nanos compute = scene.position.compute(storage);
  const auto lose = [&](Sum& sum, Nanos most) {
    sum = {connected_ ? 0 : std::max(Nanos{0}, sum.value - most), false};
  };
  scratch.children.clear();
  const Nanos behind =
      scratch.walk.for_frontier(scene, Direction::forward, storage,
                                [&](StorageId child) { scratch.children.push_back(child); });
  const Nanos before =
      scratch.walk.for_frontier(scene, Direction::reverse, storage, [&](StorageId parent) {
        if (!reads_.forward && !reads_.outputs) return;
        lose(kept(Direction::forward, parent), compute + behind);
        marks_[parent] &= static_cast<std::uint8_t>(~(holds_outputs | old_forward));
        scratch.rebuilt.push_back(parent);
      });
  if (reads_.forward) kept(Direction::forward, storage) = {behind, true};
  if (!reads_.reverse) return;
  kept(Direction::reverse, storage) = {before, true};
  for (const StorageId child : scratch.children) {
    lose(kept(Direction::reverse, child), compute + before);
    marks_[child] &= static_cast<std::uint8_t>(~old_reverse);
  }
}

// Of the forward regions that were just rebuilt, those that hold the waiting outputs.
void RegionSums::find_holders(const Scene& scene, Scratch& scratch) {
  for (const StorageId storage : scratch.rebuilt)
    if (!scene.pinned[storage]) marks_[storage] |= rebuilding;
  scratch.walk.for_frontier(scene, Direction::reverse, window_.output, [&](StorageId parent) {
    if ((marks_[parent] & rebuilding) != 0) marks_[parent] |= holds_outputs;
  });
  for (const StorageId storage : scratch.rebuilt)
    marks_[storage] &= static_cast<std::uint8_t>(~rebuilding);
  marked_ = true;
}

Nanos RegionSums::sum(const Scene& scene, Direction direction, StorageId storage,
                      Scratch& scratch) {
  Sum& cached = kept(direction, storage);
  if (cached.exact) return cached.value;
  cached = {scratch.walk.sum(scene, direction, storage), true};
  const std::uint8_t marks = marks_[storage];
  if (direction == Direction::forward && outputs_wait() && (marks & holds_outputs) == 0 &&
      scratch.walk.found(window_.output))
    cached.value -= window_.outputs_cost;
  if ((marks & (direction == Direction::forward ? old_forward : old_reverse)) != 0)
    cached.value -= window_.view_cost;
  return cached.value;
}

bool RegionSums::drifted(const Scene& scene, const Pool& candidates, Scratch& scratch) const {
  if (marked_)
    for (const StorageId storage : candidates.slots())
      if (storage != no_id && (marks_[storage] & (old_forward | old_reverse)) != 0) return true;
  if (!outputs_change_sums()) return false;
  bool drifted = false;
  scratch.walk.for_frontier(scene, Direction::reverse, window_.output, [&](StorageId parent) {
    if (candidates.contains(parent) && (marks_[parent] & holds_outputs) == 0) drifted = true;
  });
  return drifted;
}

}  // namespace rematfuzz
