// What a trace shows, as the header of its text has it: what a finding's file must be held to.
//
//   finding: hole
//   policy: DTR
//   runtime: RuntimeV2EagerOptimized
//   mechanism: program/pinned/depth-3-4/staleness
//   expect: 7 pass clock 12
//   expect: 8 oom
//   origin: unet.log, 399 operators
//
// and, where they are not what they usually are, `seed: N` and `overhead-limit: X`. Budgets are
// bytes, clocks ns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "minimizer/wanted.h"
#include "sim/base/types.h"
#include "sim/findings/findings.h"
#include "sim/run/result.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_text.h"

namespace rematfuzz::minimizer {

// What a run at a budget comes to.
struct Expectation {
  Bytes budget = 0;
  Outcome outcome = Outcome::pass;
  Nanos clock = 0;  // of a pass

  bool operator==(const Expectation&) const = default;
};

struct FindingRecord {
  FindingKind kind = FindingKind::hole;
  const PolicyEntry* policy = nullptr;
  const Runtime* runtime = nullptr;
  std::uint64_t seed = 0;
  double overhead_limit = Wanted().overhead_limit;
  std::string mechanism;                  // text(Mechanism); empty: not said
  std::vector<Expectation> expectations;  // the better one first
  std::string origin;                     // empty: not said
};

// Runs the trace at the two budgets of what it shows. Throws InputError if a clock overflows.
FindingRecord record_of(const Wanted& wanted, const Trace& trace, const Shown& shown,
                        std::string origin);

TraceTextHeader header_of(const FindingRecord& record);

// The inverse. Nothing: the header has no `finding`. Throws InputError, saying which field is wrong
// or missing and what it should be.
std::optional<FindingRecord> record_in(const TraceTextHeader& header);

}  // namespace rematfuzz::minimizer
