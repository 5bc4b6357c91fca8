// Saved maps made by hand.
#pragma once

#include <string>
#include <utility>

#include "cli/maps/map_document.h"
#include "tests/findings/maps.h"

namespace rematfuzz::testing {

// Of a trace hand.log with a peak of 1000 bytes and a compute of 100 ns, under DTR.
inline cli::MapDocument hand_made(RegimeMap map) {
  cli::MapDocument document;
  document.trace = "hand.log";
  document.policy = "DTR";
  document.runtime = "RuntimeV2EagerOptimized";
  document.baseline = small_baseline();
  document.map = std::move(map);
  return document;
}

inline std::string saved(const cli::MapDocument& document) {
  std::string text;
  cli::write_map_json(document, [&](std::string_view piece) { text += piece; });
  return text;
}

inline std::string saved(RegimeMap map) { return saved(hand_made(std::move(map))); }

}  // namespace rematfuzz::testing
