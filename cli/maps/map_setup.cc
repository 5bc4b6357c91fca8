#include "cli/maps/map_setup.h"

#include <fmt/format.h>

#include <utility>

#include "sim/trace/digest.h"

namespace rematfuzz::cli {

MapDocument make_document(const LoadedTrace& trace, const Setup& setup, RegimeMap map) {
  MapDocument document;
  document.trace = trace.name;
  document.digest = fmt::format("{:016x}", digest(trace.trace));
  static_cast<SetupWords&>(document) = words_of(setup, trace.trace);
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

double ratio_of(const MapDocument& document, Bytes budget) {
  if (document.baseline.peak_memory == 0) return 0;
  return static_cast<double>(budget) / static_cast<double>(document.baseline.peak_memory);
}

std::string ratio_text(const MapDocument& document, Bytes budget) {
  return fmt::format("{:.6f}", ratio_of(document, budget));
}

}  // namespace rematfuzz::cli
