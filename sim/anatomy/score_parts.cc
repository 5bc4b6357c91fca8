#include "sim/anatomy/score_parts.h"

#include "sim/policy/view.h"

namespace rematfuzz {

std::optional<ScoreParts> score_parts(const Moment& moment, StorageId storage) {
  if (storage == no_id || !moment.state().pool.contains(storage)) return std::nullopt;
  const Trace& trace = moment.subject.trace;
  State state = moment.state();  // looking can change it: draws, shortened paths
  PolicyView::Scratch scratch(trace.storages.size());
  // Sums that are not kept are brought up to date by a choice, which is still to come.
  if (state.sums.maintained()) state.sums.prepare(moment.simulator.scene(state), scratch.sums);
  PolicyView view(trace, moment.simulator.position(), state, scratch);
  ScoreParts parts;
  parts.size = view.size(storage);
  parts.compute = view.compute(storage);
  parts.last_access = view.last_access(storage);
  parts.staleness = view.staleness(storage);
  const Policy& policy = moment.subject.policy;
  if (policy.structure() == Structure::regions) {
    parts.forward_sum = view.forward_sum(storage);
    parts.reverse_sum = view.reverse_sum(storage);
  } else if (policy.structure() == Structure::classes) {
    parts.class_sum = view.class_sum(storage);
  }
  parts.score = policy.score(view, storage);
  return parts;
}

}  // namespace rematfuzz
