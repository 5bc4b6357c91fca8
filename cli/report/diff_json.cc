#include <cmath>
#include <utility>

#include "cli/report/anatomy_report.h"
#include "cli/report/diff_report.h"
#include "cli/report/names.h"
#include "sim/anatomy/side_by_side.h"

namespace rematfuzz::cli {

namespace {

Json run_of(const DiffSubject& subject, std::size_t run) {
  const History& history = subject.divergence.runs[run];
  Json json =
      run_json_counting_drift(subject.trace, subject.setup, subject.budgets[run], history.result);
  json["choices"] = history.choices();
  json["pressure"] = pressure_json(history.pressure);
  return json;
}

// The budgets of the run that both are; "hi" is the first one above, null if there is none.
Json regime_json(const Divergence& divergence) {
  if (!divergence.equal()) return nullptr;
  const RunResult& result = divergence.runs[0].result;
  Json json;
  json["lo"] = result.peak_memory;
  json["hi"] = result.smallest_refused == unlimited ? Json(nullptr) : Json(result.smallest_refused);
  return json;
}

Json parting_json(const DiffSubject& subject) {
  if (!subject.divergence.parting) return nullptr;
  const Comparison& parting = *subject.divergence.parting;
  Json json = tensor_json(subject.trace.trace, parting.target);
  json["step"] = parting.step;
  json["depth"] = parting.depth;
  json["memory"] = parting.memory;
  json["need"] = parting.need;
  json["short"] = parting.request() - subject.budgets[0].bytes;
  return json;
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json score_json(const std::optional<double>& score) {
  if (score && std::isinf(*score)) return "infinity";  // which JSON has no number for
  return or_null(score);
}

Json parts_json(const std::optional<ScoreParts>& parts) {
  if (!parts) return nullptr;
  Json json;
  json["score"] = score_json(parts->score);
  json["size"] = parts->size;
  json["compute"] = parts->compute;
  json["forward_sum"] = or_null(parts->forward_sum);
  json["reverse_sum"] = or_null(parts->reverse_sum);
  json["class_sum"] = or_null(parts->class_sum);
  json["last_access"] = parts->last_access;
  json["staleness"] = parts->staleness;
  return json;
}

Json side_json(const Trace& trace, const std::optional<EvictionSide>& side) {
  if (!side) return nullptr;
  Json json;
  json["number"] = side->number;
  json["victim"] = storage_json(trace, side->eviction.storage);
  json["cause"] = name_of(side->eviction.cause);
  json["step"] = side->eviction.step;
  json["for"] =
      side->eviction.target == no_id ? Json(nullptr) : tensor_json(trace, side->eviction.target);
  json["scores"] = {parts_json(side->scores[0]), parts_json(side->scores[1])};
  return json;
}

Json split_json(const Trace& trace, const std::optional<EvictionSplit>& split) {
  if (!split) return nullptr;
  Json json;
  json["number"] = split->number;
  json["runs"] = {side_json(trace, split->sides[0]), side_json(trace, split->sides[1])};
  return json;
}

Json sets_json(const EvictedSets& sets) {
  Json json;
  json["both"] = sets.both;
  json["either"] = sets.either;
  json["jaccard"] = sets.jaccard();
  return json;
}

Json most_evicted_json(const DiffSubject& subject) {
  const Trace& trace = subject.trace.trace;
  Json json = Json::array();
  for (const StorageEvictions& one : most_evicted(trace, subject.divergence.runs, subject.most)) {
    Json storage = storage_json(trace, one.storage);
    storage["evictions"] = one.evictions;
    json.push_back(std::move(storage));
  }
  return json;
}

Json rework_json(const DiffSubject& subject) {
  Json json = Json::array();
  for (const OperatorRework& one : most_reworked(subject.divergence.runs, subject.most)) {
    Json operation;
    operation["operator"] = subject.trace.trace.names[one.name];
    operation["calls"] = {one.rework[0].calls, one.rework[1].calls};
    operation["cost"] = {one.rework[0].cost, one.rework[1].cost};
    json.push_back(std::move(operation));
  }
  return json;
}

}  // namespace

Json diff_json(const DiffSubject& subject) {
  const Trace& trace = subject.trace.trace;
  const Divergence& divergence = subject.divergence;
  Json json;
  json["trace"] = subject.trace.name;
  json["equal"] = divergence.equal();
  json["regime"] = regime_json(divergence);
  json["first_comparison"] = parting_json(subject);
  json["first_eviction"] = split_json(trace, divergence.first_eviction);
  json["first_choice"] = split_json(trace, divergence.first_choice);
  json["runs"] = {run_of(subject, 0), run_of(subject, 1)};
  json["evicted"] = sets_json(compare_evicted(trace, divergence.runs));
  json["most_evicted"] = most_evicted_json(subject);
  json["rematerializations"] = rework_json(subject);
  return json;
}

}  // namespace rematfuzz::cli
