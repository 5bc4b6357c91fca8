// A map as a file: which trace and setup it is of, its baseline, and its regimes.
//
// As JSON: one object, with each regime on a line of its own.
//
//   trace, policy, runtime  names
//   digest                  of the trace's program: 16 hexadecimal digits (may be absent)
//   complete                whether every budget of the range has an answer
//   overhead_limit          or null
//   retain                  root tensor ids of the storages retained; only where there are any
//   seed                    only of a randomized policy
//   neighborhood            only where it is not "incremental"
//   from, to                the range in bytes, `to` not included; `to` is null where it has no end
//   baseline                peak_memory, model_compute
//   missing                 [{lo, hi}]: budgets without an answer; only where there are any
//   regimes                 in budget order: lo, hi (not included; null at the top), and result,
//                           clock, overhead (null unless it passed), remat_compute, evictions and
//                           peak_memory as `run --json` names them; drift_decisions, where the map
//                           has any
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/setup_words.h"
#include "sim/base/types.h"
#include "sim/map/regime.h"
#include "sim/run/baseline.h"

namespace rematfuzz::cli {

struct MapDocument : SetupWords {
  std::string trace;   // the log's file name
  std::string digest;  // of its program; empty: not known
  Baseline baseline;   // peak_memory and model_compute alone count
  RegimeMap map;
};

// Takes a text piece by piece.
using TextSink = std::function<void(std::string_view)>;

void write_map_json(const MapDocument& document, const TextSink& sink);

// The regimes alone, as rows under a heading; what is null in JSON is empty.
void write_map_csv(const MapDocument& document, const TextSink& sink);

// Reads what write_map_json() wrote; `name` stands for it in messages. Fields that are not listed
// above are skipped. Throws InputError "NAME: WHAT" or "NAME:LINE: WHAT", where it is not JSON, a
// field is missing, of the wrong type or not in its range, or the regimes and what is missing do
// not make up the range.
MapDocument parse_map_json(std::string text, const std::string& name);

}  // namespace rematfuzz::cli
