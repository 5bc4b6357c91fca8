// A map is what single runs say.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/mapping.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

namespace {

void expect_single_run(const Regime& regime, const RunResult& run, Bytes budget) {
  const std::string where = fmt::format("at budget {}, in the map", budget);
  expect_equal("result", where, name_of(run.result), name_of(regime.result));
  expect_equal("clock", where, run.clock, regime.clock);
  expect_equal("remat_compute", where, run.remat_compute, regime.remat_compute);
  expect_equal("evictions", where, run.evictions, regime.evictions);
  expect_equal("peak_memory", where, run.peak_memory, regime.peak_memory);
  expect_equal("lo", where, run.peak_memory, regime.lo);
  expect_equal("hi", where, run.smallest_refused, regime.hi);
}

}  // namespace

void check_map_is_single_runs(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account, mapped_case);
  const RegimeMap map{
      .range = {}, .regimes = explore(drawn, explorer_options(drawn)), .missing = {}};
  const Bytes above = map.regimes.back().lo + 2;
  for (Bytes budget = 0; budget < above; ++budget) {
    const Regime* regime = regime_at(map, budget);
    expect(regime != nullptr, "regime", fmt::format("at budget {}", budget), "one", "none");
    expect_single_run(*regime, run_at(drawn, budget), budget);
  }
}

}  // namespace rematfuzz::properties
