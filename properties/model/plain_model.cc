#include "properties/model/plain_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace rematfuzz::model {
namespace {

using Ids = std::vector<std::uint32_t>;
using Set = std::vector<std::uint64_t>;  // a bitset
__extension__ using Real = __float128;   // with 113 bits

bool has(const Set& set, StorageId id) { return (set[id / 64] >> (id % 64) & 1) != 0; }
void add(Set& set, StorageId id) { set[id / 64] |= std::uint64_t{1} << (id % 64); }
void drop(Set& set, StorageId id) { set[id / 64] &= ~(std::uint64_t{1} << (id % 64)); }
void add_all(Set& set, const Set& other) {
  for (std::size_t w = 0; w < set.size(); ++w) set[w] |= other[w];
}
Ids members(const Set& set) {
  Ids ids;
  for (std::size_t w = 0; w < set.size(); ++w)
    for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1)
      ids.push_back(static_cast<StorageId>(w * 64 + static_cast<unsigned>(std::countr_zero(bits))));
  return ids;
}
void drop_one(Ids& ids, std::uint32_t id) {
  const auto found = std::find(ids.begin(), ids.end(), id);
  if (found != ids.end()) ids.erase(found);
}

enum Side : std::uint8_t { forward, reverse };  // over children, over parents

struct Region {
  Set interior, frontier;
  Nanos sum = 0;
};

struct TensorState {
  bool defined = false;
  Ids parents, children;
};

struct StorageState {
  bool material = false, pinned = false, banished = false;
  std::int64_t external = 0, locks = 0;
  Nanos access = 0, compute = 0;
  Ids tensors;                    // that exist
  std::set<TensorId> dependents;  // RuntimeV1: evicted ones
  std::array<Region, 2> regions;  // by side
  std::size_t node = 0;           // of the equivalence classes
};

// The policy's name, with all that it divides by.
std::string long_name(const std::string& policy) {
  if (policy == "DTR") return "AbESizeStale";
  if (policy == "DTREqClass") return "AbEqSizeStale";
  if (policy == "DTRLocal") return "AbLocalSizeStale";
  if (policy == "DTRUnopt") return "DTRUnoptSizeStale";
  if (policy == "MSPS") return "MSPSSize";
  return policy == "LargestStorage" ? "AbSize" : policy;
}

struct Model {
  Model(const Trace& trace, const Question& question) : trace(trace), q(question) {
    for (StorageState& s : storages)
      if (regions) s.regions = {no_region(), no_region()};
  }

  StorageId at(TensorId t) const { return trace.tensors[t].storage; }
  Set no_storages() const { return Set(storages.size() / 64 + 1); }
  Region no_region() const { return {no_storages(), no_storages(), 0}; }
  Ids outputs(CallId call) const {
    Ids ids(trace.calls[call].outputs);
    std::iota(ids.begin(), ids.end(), trace.calls[call].first_output);
    return ids;
  }

  void take(const Step& step) {
    if (step.kind == StepKind::call) return call(step.index);
    StorageState& s = storages[at(step.index)];
    if (step.kind == StepKind::get) ++s.external;
    if (step.kind == StepKind::release && --s.external == 0) {
      if (v1) banish(at(step.index));
      if (eager && s.material && !s.pinned) evict(at(step.index));
    }
    if (step.kind != StepKind::pin) return;
    if (!tensors[step.index].defined) materialize(step.index, answer.remat_compute);
    pin(at(step.index));
  }

  void call(CallId id) {
    for (const TensorId t : outputs(id)) {
      StorageState& s = storages[at(t)];
      ++s.external;
      if (s.tensors.empty() || trace.tensors[s.tensors.back()].call != id)
        s.compute += trace.calls[id].cost;
      if (classes && s.tensors.empty()) s.node = new_node(0);
      s.tensors.push_back(t);
      for (const TensorId arg : trace.args_of(id)) {
        tensors[t].parents.push_back(arg);
        tensors[arg].children.push_back(t);
        if (at(arg) != at(t)) storages[at(arg)].dependents.insert(t);
      }
      if (trace.calls[id].constant) answer.constant_memory += trace.tensors[t].size;
    }
    materialize(outputs(id).front(), answer.model_compute);
    for (const TensorId t : outputs(id)) storages[at(t)].access = answer.clock;
  }

  void materialize(TensorId t, Nanos& work) {
    const Ids parents = tensors[t].parents;
    for (const TensorId p : parents)
      if (!v1 || storages[at(p)].external > 0) storages[at(p)].access = answer.clock;
    Ids defined, missing;
    for (const TensorId p : parents) (tensors[p].defined ? defined : missing).push_back(p);
    for (const TensorId p : defined) lock(at(p));
    for (const TensorId p : missing) {
      if (!tensors[p].defined) materialize(p, answer.remat_compute);
      lock(at(p));
    }
    Bytes used = 0;
    for (const TensorId u : outputs(trace.tensors[t].call)) used += trace.tensors[u].size;
    for (; memory + used > q.budget; evict(choose())) {
      answer.smallest_refused = std::min(answer.smallest_refused, memory + used);
      if (pool.empty()) throw std::runtime_error("oom");
    }
    memory += used;
    answer.peak_memory = std::max(answer.peak_memory, memory);
    const Ids computed = compute(t, work);
    // V1 shortens the list of parents while it is walked, and the walk skips what moves up.
    for (std::size_t i = 0; i < tensors[t].parents.size(); ++i) {
      const StorageId p = at(tensors[t].parents[i]);
      unlock(p);
      for (const TensorId u : computed) storages[p].dependents.erase(u);
      if (v1) banish(p);
    }
    if (answer.remat_compute > q.remat_limit) throw std::runtime_error("thrash");
    for (const TensorId p : tensors[t].parents) used += trace.tensors[p].size;
    answer.bottleneck_memory = std::max(answer.bottleneck_memory, used);
  }

  Ids compute(TensorId t, Nanos& work) {  // returns the outputs that were not defined before
    const CallId call = trace.tensors[t].call;
    answer.clock += trace.calls[call].cost;
    work += trace.calls[call].cost;
    Ids order = outputs(call);  // siblings first
    drop_one(order, t);
    order.push_back(t);
    Ids computed, fresh;
    for (const TensorId u : order) {
      if (tensors[u].defined) memory -= trace.tensors[u].size;  // a duplicate
      if (!tensors[u].defined) computed.push_back(u);
      tensors[u].defined = true;
      if (!storages[at(u)].material) fresh.push_back(at(u));
      storages[at(u)].material = true;
    }
    pool.insert(pool.end(), fresh.begin(), fresh.end());
    if (regions) rebuild_around(fresh);
    for (const StorageId s : fresh)
      if (classes) class_value[root(storages[s].node)] -= storages[s].compute;
    return computed;
  }

  void lock(StorageId s) {
    if (storages[s].locks++ == 0) drop_one(pool, s);
  }
  void unlock(StorageId s) {
    if (--storages[s].locks == 0) pool.push_back(s);
  }
  void pin(StorageId s) {
    if (!storages[s].pinned) lock(s);
    storages[s].pinned = true;
  }

  void evict(StorageId s) {
    StorageState& gone = storages[s];
    gone.material = false;
    memory -= trace.storages[s].size;
    drop_one(pool, s);
    answer.evictions.push_back(trace.storages[s].root);
    for (const TensorId t : gone.tensors) {
      tensors[t].defined = false;
      for (const TensorId p : tensors[t].parents)
        if (at(p) != s) storages[at(p)].dependents.insert(t);
    }
    if (regions) {
      for (const StorageId p : members(gone.regions[reverse].frontier)) absorb(forward, s, p);
      for (const StorageId c : members(gone.regions[forward].frontier)) absorb(reverse, s, c);
      gone.regions = {no_region(), no_region()};
    }
    if (!classes) return;
    gone.node = new_node(gone.compute);
    for (const Side side : {forward, reverse})
      visit_neighbors(side, s, [&](StorageId n) {
        if (!storages[n].material) join(storages[n].node, gone.node);
      });
  }

  void banish(StorageId s) {
    StorageState& gone = storages[s];
    if (gone.external > 0 || !gone.dependents.empty() || gone.banished) return;
    gone.banished = true;
    if (gone.material) gone.locks = 0;
    if (gone.material) evict(s);
    for (const TensorId t : gone.tensors) {
      for (const TensorId p : tensors[t].parents) {
        if (at(p) == s) continue;
        storages[at(p)].dependents.erase(t);
        drop_one(tensors[p].children, t);
      }
      for (const TensorId c : tensors[t].children) {
        if (at(c) == s) continue;
        drop_one(tensors[c].parents, t);
        pin(at(c));
      }
    }
  }

  // Calls visit(storage) for each tensor next to one of this storage's, repeats included.
  template <class Visit>
  void visit_neighbors(Side side, StorageId s, Visit visit) const {
    for (const TensorId t : storages[s].tensors)
      for (const TensorId u : side == forward ? tensors[t].children : tensors[t].parents)
        visit(at(u));
  }

  // Regions: section 5 of the specification.
  Region walk(Side side, StorageId s) {
    Region region = no_region();
    Ids reached{s};
    for (std::size_t i = 0; i < reached.size(); ++i)
      visit_neighbors(side, reached[i], [&](StorageId n) {
        ++answer.heuristic_accesses;
        if (storages[n].material && n != s) add(region.frontier, n);
        if (storages[n].material || has(region.interior, n)) return;
        add(region.interior, n);
        region.sum += storages[n].compute;
        reached.push_back(n);
      });
    return region;
  }
  void absorb(Side side, StorageId s, StorageId into) {
    Region& region = storages[into].regions[side];
    drop(region.frontier, s);
    Region theirs = storages[s].regions[side];  // only now: it may be the same one
    add_all(region.frontier, theirs.frontier);
    add(theirs.interior, s);
    for (const StorageId d : members(theirs.interior)) {
      if (d != s && has(region.interior, d)) continue;
      region.sum += storages[d].compute;
      ++answer.heuristic_accesses;
    }
    add_all(region.interior, theirs.interior);
  }
  void rebuild_around(const Ids& fresh) {
    std::array<Set, 2> around{no_storages(), no_storages()};
    for (const StorageId s : fresh) {
      for (const Side side : {forward, reverse}) storages[s].regions[side] = walk(side, s);
      add_all(around[forward], storages[s].regions[reverse].frontier);
      add_all(around[reverse], storages[s].regions[forward].frontier);
    }
    for (const Side side : {forward, reverse})
      for (const StorageId s : members(around[side])) storages[s].regions[side] = walk(side, s);
  }

  // Equivalence classes: section 5.
  std::size_t new_node(Nanos value) {
    class_parent.push_back(class_parent.size());
    class_value.push_back(value);
    return class_parent.back();
  }
  std::size_t root(std::size_t node) const {
    while (class_parent[node] != node) node = class_parent[node];
    return node;
  }
  void join(std::size_t a, std::size_t b) {
    if (root(a) == root(b)) return;
    class_value[root(b)] += class_value[root(a)];
    class_parent[root(a)] = root(b);
  }
  Nanos eq(StorageId s) const {
    std::set<std::size_t> seen;
    Nanos sum = 0;
    for (const Side side : {forward, reverse})
      visit_neighbors(side, s, [&](StorageId n) {
        if (!storages[n].material && seen.insert(root(storages[n].node)).second)
          sum += class_value[root(storages[n].node)];
      });
    return sum;
  }

  // Heuristics: section 4 of the specification. A cost is an integer, or else a quotient.
  using Cost = std::pair<Nanos, double>;
  Cost cost(StorageId s) {
    const StorageState& state = storages[s];
    if (name == "LRU") return {state.access, 0};
    Nanos numerator = name.starts_with("AbS") ? 1 : state.compute;
    Nanos access = state.access;
    if (classes) numerator += eq(s);
    if (regions) numerator += state.regions[reverse].sum;
    if (regions && !name.starts_with("MSPS")) numerator += state.regions[forward].sum;
    if (name.starts_with("DTRUnopt")) {
      Set around = walk(forward, s).interior;
      add_all(around, walk(reverse, s).interior);
      for (const StorageId n : members(around)) {
        numerator += storages[n].compute;
        access = std::max(access, storages[n].access);
      }
    }
    const bool by_size = name.find("Size") != name.npos, by_stale = name.ends_with("Stale");
    if (!by_size && !by_stale) return {numerator, 0};
    const Real size = by_size ? trace.storages[s].size : 1;
    const Real stale = by_stale ? answer.clock - access : 1;
    return {0, size * stale > 0 ? static_cast<double>(numerator / (size * stale)) : INFINITY};
  }
  StorageId choose() {
    StorageId best = no_id;
    Cost least{unlimited, 0};
    for (const StorageId s : pool) {
      ++answer.heuristic_evals;
      ++answer.heuristic_accesses;
      const Cost c = cost(s);
      if (c <= least) best = s;
      least = std::min(c, least);
      if (c == Cost{0, 0}) break;
    }
    return best;
  }

  const Trace& trace;
  const Question& q;
  const bool v1 = q.runtime == "RuntimeV1", eager = q.runtime.starts_with("RuntimeV2Eager");
  const bool optimized = q.runtime.ends_with("Optimized");
  const std::string name = long_name(q.policy);
  const bool classes = optimized && name.starts_with("AbEq");
  const bool regions =
      optimized && !classes && (name.starts_with("AbE") || name.starts_with("MSPS"));
  std::vector<TensorState> tensors = std::vector<TensorState>(trace.tensors.size());
  std::vector<StorageState> storages = std::vector<StorageState>(trace.storages.size());
  Bytes memory = 0;
  Ids pool;
  std::vector<std::size_t> class_parent;
  std::vector<Nanos> class_value;
  Answer answer;
};

}  // namespace

Answer run(const Trace& trace, const Question& question) {
  Model model(trace, question);
  try {
    for (const Step& step : trace.steps) model.take(step);
  } catch (const std::runtime_error& stop) {
    model.answer.result = stop.what();
  }
  return model.answer;
}

}  // namespace rematfuzz::model
