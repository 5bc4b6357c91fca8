#include "cli/maps/map_setup.h"

#include <fmt/format.h>

#include <utility>

#include "cli/text/shell_word.h"
#include "sim/base/quote.h"
#include "sim/trace/digest.h"

namespace rematfuzz::cli {

MapDocument make_document(const LoadedTrace& trace, const Setup& setup, RegimeMap map) {
  MapDocument document;
  document.trace = trace.name;
  document.digest = fmt::format("{:016x}", digest(trace.trace));
  document.policy = setup.policy->name;
  document.runtime = setup.runtime->name;
  document.overhead_limit = setup.overhead_limit;
  if (setup.policy->policy->randomized()) document.seed = setup.seed;
  for (const StorageId storage : setup.simulator.retained)
    document.retain.push_back(trace.trace.storages[storage].root);
  if (setup.simulator.neighborhood == Neighborhood::fresh) document.neighborhood = "fresh";
  document.baseline = trace.baseline;
  document.map = std::move(map);
  return document;
}

Json setup_json(const MapDocument& document) {
  Json json;
  json["trace"] = document.trace;
  if (!document.digest.empty()) json["digest"] = document.digest;
  json["policy"] = document.policy;
  json["runtime"] = document.runtime;
  json["complete"] = document.map.complete();
  json["overhead_limit"] = document.overhead_limit ? Json(*document.overhead_limit) : Json(nullptr);
  if (!document.retain.empty()) json["retain"] = document.retain;
  if (document.seed) json["seed"] = *document.seed;
  if (document.neighborhood != default_neighborhood) json["neighborhood"] = document.neighborhood;
  return json;
}

std::string setup_text(const MapDocument& document) {
  std::string text =
      fmt::format("{} on {}", printable(document.policy), printable(document.runtime));
  if (document.overhead_limit) text += fmt::format(", overhead limit {}", *document.overhead_limit);
  for (const TensorId root : document.retain) text += fmt::format(", retaining {}", root);
  if (document.seed) text += fmt::format(", seed {}", *document.seed);
  if (document.neighborhood != default_neighborhood)
    text += fmt::format(", {} neighborhoods", document.neighborhood);
  return text;
}

std::string setup_options(const MapDocument& document) {
  std::string text = fmt::format("--policy {} --runtime {}", shell_word(document.policy),
                                 shell_word(document.runtime));
  if (document.overhead_limit)
    text += fmt::format(" --overhead-limit {}", *document.overhead_limit);
  for (const TensorId root : document.retain) text += fmt::format(" --retain {}", root);
  if (document.seed) text += fmt::format(" --seed {}", *document.seed);
  if (document.neighborhood != default_neighborhood)
    text += fmt::format(" --neighborhood {}", document.neighborhood);
  return text;
}

double ratio_of(const MapDocument& document, Bytes budget) {
  if (document.baseline.peak_memory == 0) return 0;
  return static_cast<double>(budget) / static_cast<double>(document.baseline.peak_memory);
}

std::string ratio_text(const MapDocument& document, Bytes budget) {
  return fmt::format("{:.6f}", ratio_of(document, budget));
}

}  // namespace rematfuzz::cli
