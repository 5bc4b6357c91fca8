// The sums of maintained evicted neighbourhoods, computed when they are read.
//
// Regions (regions.h) keeps what the reference keeps, step by step. For most traces the *sums* of
// those regions follow from which storages are material now, so nothing need be kept:
//
// - Between a call's computation and the next call's creation, each maintained region equals a
//   fresh walk.
// - While a new call waits for its arguments (its *window*), its outputs exist without having been
//   computed. A storage's forward region holds them only if it was rebuilt, or absorbed a region
//   that held them, since the call was created: one bit a storage, `holds_outputs`.
// - A view adds its cost to the storage that it joins. Where that storage is evicted, regions that
//   hold it keep its old cost until they are rebuilt: two more bits, `old_forward`, `old_reverse`.
//
// That holds if views take arguments on their own storage only: see serves(). Otherwise edges
// appear between storages that exist already, and Regions must be kept.
//
// Sums are cached. Evicting only adds to sums, so what is cached stays a lower bound until a
// storage of the neighbourhood becomes material again; a policy that looks for the smallest score
// needs few exact ones. With eager regions most of the time went into rebuilding what nobody read.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/types.h"
#include "sim/state/pool.h"
#include "sim/state/position.h"
#include "sim/state/region_walk.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// Which neighbourhoods' sums a policy is shown.
enum class Neighborhood : std::uint8_t {
  incremental,  // as maintained, with its drift
  fresh,        // by the definition: walked anew at every evaluation
};

class RegionSums {
 public:
  // Which sums are read at all.
  struct Reads {
    bool forward = true;
    bool reverse = true;
    // Not of sums, but lacks_outputs(), of any storage. REQUIRES: Neighborhood::incremental, and
    // scenes in which no storage counts as pinned.
    bool outputs = false;
  };

  // Whether sums follow from the material storages: no view takes arguments on other storages.
  static bool serves(const Trace& trace);

  // All storages are not material. REQUIRES: serves(trace), or Neighborhood::fresh.
  RegionSums(std::size_t storages, Reads reads, Neighborhood neighborhood) {
    restart(storages, reads, neighborhood);
  }
  // Sums are not maintained in this run.
  RegionSums() = default;
  // `storages` 0: likewise.
  void restart(std::size_t storages, Reads reads, Neighborhood neighborhood);

  bool maintained() const { return !marks_.empty(); }

  using Scene = RegionWalk::Scene;
  // Memory that the steps need; one for all of a thread.
  struct Scratch {
    RegionWalk walk;
    std::vector<StorageId> rebuilt;  // forward regions
    std::vector<StorageId> children;
  };

  // A call was created and waits for its arguments.
  void open(const Scene& scene, CallId call, Scratch& scratch);
  // The call was computed.
  void close(const Scene& scene, Scratch& scratch);
  // `storage` became immaterial.
  void on_evict(const Scene& scene, StorageId storage, Scratch& scratch);
  // `storages` became material, other than by the call whose window is open.
  void on_material(const Scene& scene, std::span<const StorageId> storages, Scratch& scratch);

  // Must be called before sums are read.
  void prepare(const Scene& scene, Scratch& scratch) {
    if (!evicted_.empty()) settle(scene, scratch);
  }
  // At most the sum of a material storage's region. REQUIRES: prepare() since the last change.
  Nanos lower_bound(Direction direction, StorageId storage) const {
    return kept(direction, storage).value;
  }
  // REQUIRES: likewise; the direction is read, and the storage material.
  Nanos sum(const Scene& scene, Direction direction, StorageId storage, Scratch& scratch);

  // Whether a sum that is read of any of `candidates` differs from a fresh walk.
  bool drifted(const Scene& scene, const Pool& candidates, Scratch& scratch) const;

  // The outputs that wait to be computed: one of them (no_id: none wait), how many there are, and
  // whether the maintained forward region of `storage` would lack them even where a fresh walk
  // finds them. REQUIRES: they are read.
  StorageId waiting_output() const { return window_.output; }
  std::uint64_t waiting_outputs() const { return window_.outputs; }
  bool lacks_outputs(StorageId storage) const {
    return window_.output != no_id && (marks_[storage] & holds_outputs) == 0;
  }

  // Caches are left out.
  bool operator==(const RegionSums& other) const {
    return window_ == other.window_ && marks_ == other.marks_;
  }

 private:
  // One word: what policies scan.
  struct Sum {
    Nanos value : 63 = 0;
    bool exact : 1 = false;  // else at most the sum
  };
  static_assert(sizeof(Sum) == 8);
  enum Mark : std::uint8_t {
    holds_outputs = 1,
    old_forward = 2,
    old_reverse = 4,
    rebuilding = 8,  // only within on_material()
  };

  // What the open call adds to the graph.
  struct Window {
    StorageId output = no_id;  // one of its new storages: all have the same parents
    std::uint64_t outputs = 0;
    Nanos outputs_cost = 0;  // of all of them
    Nanos view_cost = 0;     // by which an evicted storage's compute grew

    bool operator==(const Window&) const = default;
  };

  const Sum& kept(Direction direction, StorageId storage) const {
    return sums_[storage][static_cast<std::size_t>(direction)];
  }
  Sum& kept(Direction direction, StorageId storage) {
    return sums_[storage][static_cast<std::size_t>(direction)];
  }
  bool incremental() const { return neighborhood_ == Neighborhood::incremental; }
  // Whether there are outputs that holds_outputs has to tell apart.
  bool outputs_wait() const {
    return outputs_change_sums() || (reads_.outputs && window_.output != no_id);
  }
  bool outputs_change_sums() const {
    return incremental() && reads_.forward && window_.outputs_cost > 0;
  }

  void settle(const Scene& scene, Scratch& scratch);
  void view_joins(const Scene& scene, StorageId storage, Scratch& scratch);
  void rebuild_around(const Scene& scene, StorageId storage, Scratch& scratch);
  void find_holders(const Scene& scene, Scratch& scratch);

  Reads reads_;
  Neighborhood neighborhood_ = Neighborhood::incremental;
  // By storage, each with both directions, which are read together; of what is not material:
  // unspecified.
  std::vector<std::array<Sum, 2>> sums_;
  std::vector<std::uint8_t> marks_;  // by storage; of what is not material or pinned: 0
  bool marked_ = false;              // some mark may not be 0
  Window window_;
  // Evicted since sums were last read, together: most evictions are releases, and between two
  // choices there are many. What has become material again has left its surroundings as they were.
  std::vector<StorageId> evicted_;
  // What the last one of them added at least to the regions around it, by direction; 0: unknown.
  std::array<Nanos, 2> last_absorbed_ = {0, 0};
  bool connected_ = false;  // some view took arguments on other storages
};

}  // namespace rematfuzz
