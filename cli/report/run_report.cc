#include "cli/report/run_report.h"

#include <fmt/format.h>

namespace rematfuzz::cli {

Json run_json(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
              const RunResult& result) {
  Json json;
  json["trace"] = trace.name;
  json["policy"] = setup.policy->name;
  json["runtime"] = setup.runtime->name;
  json["budget"] = budget.bytes;
  json["ratio"] = budget.ratio;
  json["overhead_limit"] = setup.overhead_limit ? Json(*setup.overhead_limit) : Json(nullptr);
  if (setup.simulator.neighborhood == Neighborhood::fresh) json["neighborhood"] = "fresh";
  if (setup.policy->policy->randomized()) json["seed"] = setup.seed;
  if (!setup.simulator.retained.empty()) {
    json["retain"] = Json::array();
    for (const StorageId storage : setup.simulator.retained)
      json["retain"].push_back(trace.trace.storages[storage].root);
  }
  json["result"] = name_of(result.result);
  json["overhead"] = result.result == Outcome::pass
                         ? Json(overhead_of(trace.baseline, result.clock))
                         : Json(nullptr);
  json["clock"] = result.clock;
  json["model_compute"] = result.model_compute;
  json["remat_compute"] = result.remat_compute;
  json["peak_memory"] = result.peak_memory;
  json["bottleneck_memory"] = result.bottleneck_memory;
  json["constant_memory"] = result.constant_memory;
  json["heuristic_evals"] = result.heuristic_evals;
  json["heuristic_accesses"] = result.heuristic_accesses;
  json["evictions"] = result.evictions;
  json["evicted_storages"] = result.evicted_storages;
  json["eviction_sha1"] = eviction_sha1(result.eviction_sequence);
  json["drift_decisions"] = result.drift_decisions;
  json["lo"] = result.peak_memory;
  json["hi"] = result.smallest_refused == unlimited ? Json(nullptr) : Json(result.smallest_refused);
  return json;
}

Json run_json_counting_drift(const LoadedTrace& trace, const Setup& setup, const Budget& budget,
                             const RunResult& result) {
  Json json = run_json(trace, setup, budget, result);
  json["drift_decisions"] = setup.count_drift(trace.trace, budget.bytes);
  return json;
}

Json baseline_json(const Baseline& baseline) {
  Json json;
  json["peak_memory"] = baseline.peak_memory;
  json["model_compute"] = baseline.model_compute;
  json["constant_memory"] = baseline.constant_memory;
  json["bottleneck_memory"] = baseline.bottleneck_memory;
  json["ops"] = baseline.ops;
  json["tensors"] = baseline.tensors;
  json["storages"] = baseline.storages;
  return json;
}

Style style_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return Style::good;
    case Outcome::oom:
      return Style::bad;
    case Outcome::thrash:
      return Style::warning;
  }
  return Style::plain;
}

std::string overhead_text(const Baseline& baseline, Outcome outcome, Nanos clock) {
  if (outcome != Outcome::pass) return "-";
  return fmt::format("{:.4f}", overhead_of(baseline, clock));
}

std::string json_text(const Json& json) {
  // Names from a log are UTF-8 (the reader sees to it); a file's own name need not be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace rematfuzz::cli
