#include "fuzz/search/session.h"

#include <utility>

#include "fuzz/program/instructions.h"
#include "fuzz/search/feedback.h"
#include "sim/anatomy/mechanism.h"

namespace rematfuzz::fuzz {

Mechanism mechanism_of(const Search& search, const Trace& trace, const Sighting& sighting) {
  const Cell& cell = search.cells()[sighting.cell];
  if (!cell.is_finding()) return {};
  const EvaluatorOptions& setup = search.setup();
  RunOptions options;
  options.seed = setup.seed;
  options.simulator.remat_limit = remat_limit(search.baseline(), setup.overhead_limit);
  return find_mechanism({trace, *setup.runtime, cell.policy->name, *cell.policy->policy}, options,
                        sighting.effect.worse, sighting.effect.better);
}

const std::vector<Sighting>& Session::run(std::span<const std::uint8_t> bytes) {
  return run(decode_input(bytes, most_operators_));
}

const std::vector<Sighting>& Session::run(const Input& input) {
  constexpr std::uint64_t inputs_a_report = 512;
  if (++inputs_ % inputs_a_report == 0) on_progress_();
  const Trace trace = trace_of(input.program);
  search_.look(trace, input.policy, look_);
  for (const Hint& hint : look_.hints) feed_back(hint);
  bool new_mechanism = false;
  for (const Sighting& sighting : look_.sightings)
    new_mechanism = judge(input, trace, sighting, true) || new_mechanism;
  if (new_mechanism && search_.goes_by_policy()) try_other_policies(input, trace);
  return look_.sightings;
}

bool Session::judge(const Input& input, const Trace& trace, const Sighting& sighting,
                    bool feeds_back) {
  const Cell& cell = search_.cells()[sighting.cell];
  Discovery discovery{.cell = sighting.cell,
                      .effect = sighting.effect,
                      .mechanism = mechanism_of(search_, trace, sighting),
                      .operators = input.program.operators(),
                      .input = {}};
  if (feeds_back) {
    Impression impression{.cell = sighting.cell,
                          .level = cell.level(sighting.effect.size),
                          .operators = discovery.operators,
                          .mechanism = {}};
    if (cell.is_finding()) impression.mechanism = discovery.mechanism;
    feed_back(impression);
  }
  if (!archive_.is_news(discovery)) return false;
  discovery.input = encode_input(input);
  const bool is_new_mechanism = !archive_.knows(discovery);
  archive_.add(discovery);
  on_news_(discovery);
  return is_new_mechanism;
}

// What one policy trips over, others may, too. No feedback: that is of the input as it is.
void Session::try_other_policies(const Input& input, const Trace& trace) {
  const std::size_t count = search_.policies().size();
  const std::size_t own = input.policy % count;
  Input other = input;
  for (std::size_t policy = 0; policy < count; ++policy) {
    if (policy == own) continue;
    other.policy = static_cast<std::uint8_t>(policy);
    search_.look(trace, policy, other_look_);
    for (const Sighting& sighting : other_look_.sightings) judge(other, trace, sighting, false);
  }
}

}  // namespace rematfuzz::fuzz
