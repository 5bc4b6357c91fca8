// What many samples come to together: how likely an outcome is, and how overheads spread.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "sim/jitter/jitter.h"
#include "sim/run/result.h"

namespace rematfuzz {

// So many of all samples, and between what the probability behind them lies: the Wilson score
// interval, which covers it 95 times in 100.
struct Share {
  std::size_t count = 0;
  double share = 0;
  double low = 0;
  double high = 0;
};

// REQUIRES: count <= samples, samples > 0.
Share share_of(std::size_t count, std::size_t samples);

struct JitterSpread {
  std::array<Share, 3> shares;    // by Outcome
  std::vector<double> overheads;  // of the samples that passed, in ascending order
  // The first that ran out of memory; if none did, the first that thrashed; else the first of those
  // with the largest overhead.
  std::size_t worst = 0;

  const Share& of(Outcome outcome) const { return shares[static_cast<std::size_t>(outcome)]; }
};

// REQUIRES: there are samples.
JitterSpread spread_of(std::span<const JitterSample> samples);

// The smallest of the values that at least `percent` of a hundred of them do not exceed; of 0 the
// smallest of all. REQUIRES: `ascending` is, and has values; percent is from 0 to 100.
double quantile(std::span<const double> ascending, unsigned percent);

}  // namespace rematfuzz
