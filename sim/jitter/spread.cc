#include "sim/jitter/spread.h"

#include <algorithm>
#include <cmath>

#include "sim/base/check.h"

namespace rematfuzz {

namespace {

constexpr int badness(Outcome outcome) {
  switch (outcome) {
    case Outcome::oom:
      return 2;
    case Outcome::thrash:
      return 1;
    case Outcome::pass:
      return 0;
  }
  return 0;
}

bool is_worse(const JitterSample& a, const JitterSample& b) {
  if (a.result != b.result) return badness(a.result) > badness(b.result);
  return a.overhead > b.overhead;  // both are 0 unless they passed
}

}  // namespace

Share share_of(std::size_t count, std::size_t samples) {
  REMATFUZZ_CHECK(samples > 0 && count <= samples);
  constexpr double z = 1.959963984540054;  // the normal distribution's quantile of 0.975
  const auto n = static_cast<double>(samples);
  const double p = static_cast<double>(count) / n;
  const double scale = 1 / (1 + z * z / n);
  const double center = scale * (p + z * z / (2 * n));
  const double half = scale * z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  // At the ends exactly 0 and 1, but for rounding.
  return {.count = count,
          .share = p,
          .low = count == 0 ? 0 : center - half,
          .high = count == samples ? 1 : center + half};
}

JitterSpread spread_of(std::span<const JitterSample> samples) {
  REMATFUZZ_CHECK(!samples.empty());
  JitterSpread spread;
  std::array<std::size_t, 3> counts = {};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ++counts[static_cast<std::size_t>(samples[i].result)];
    if (samples[i].result == Outcome::pass) spread.overheads.push_back(samples[i].overhead);
    if (is_worse(samples[i], samples[spread.worst])) spread.worst = i;
  }
  std::ranges::sort(spread.overheads);
  std::ranges::transform(counts, spread.shares.begin(),
                         [&](std::size_t count) { return share_of(count, samples.size()); });
  return spread;
}

double quantile(std::span<const double> ascending, unsigned percent) {
  REMATFUZZ_CHECK(!ascending.empty() && percent <= 100);
  const std::size_t rank = (ascending.size() * percent + 99) / 100;
  return ascending[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace rematfuzz
