// How fast maps are: on one thread and on two, beside one run a regime, each by the same binary.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "bench/traces.h"
#include "cli/maps/parallel_map.h"
#include "properties/model/plain_model.h"
#include "sim/map/enumerate.h"
#include "sim/map/explorer.h"
#include "sim/map/lower_bound.h"
#include "sim/policy/policy_table.h"
#include "sim/run/runtime.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

const Runtime& runtime() { return find_runtime("RuntimeV2EagerOptimized"); }
const Policy& policy() { return *find_policy("DTR").policy; }

struct Question {
  std::string trace;
  double from = 0;  // a ratio; 0: the sound lower bound
};

BudgetRange range_of(const Question& asked, const bench::Subject& subject) {
  return {.from = asked.from > 0 ? budget_of_ratio(subject.baseline, asked.from)
                                 : smallest_possible_budget(subject.trace, runtime()),
          .to = subject.baseline.peak_memory + 1};
}

void at_once(benchmark::State& state, const Question& asked) {
  const auto subject = bench::public_subject(asked.trace);
  for (auto _ : state) {
    Explorer explorer(subject->trace, runtime(), policy(), {.range = range_of(asked, *subject)});
    state.counters["regimes"] = static_cast<double>(explorer.finish().size());
    const ExplorerStats& stats = explorer.stats();
    state.counters["states"] = static_cast<double>(stats.splits);
    state.counters["alive"] = static_cast<double>(stats.most_bundles);
    state.counters["columns"] = static_cast<double>(stats.most_columns);
    state.counters["MB"] = static_cast<double>(stats.most_bytes) / 1e6;
  }
}

void in_parallel(benchmark::State& state, const Question& asked, int threads) {
  const auto subject = bench::public_subject(asked.trace);
  const ExplorerOptions options{.range = range_of(asked, *subject)};
  for (auto _ : state)
    state.counters["regimes"] =
        static_cast<double>(cli::map_in_parallel(subject->trace, runtime(), "DTR", policy(),
                                                 options, {.threads = threads})
                                .map.regimes.size());
}

// One ordinary run a regime, or, for `sums`, a lean one.
void one_by_one(benchmark::State& state, const Question& asked, SumSource sums) {
  const auto subject = bench::public_subject(asked.trace);
  RunOptions options;
  options.simulator.sums = sums;
  for (auto _ : state) {
    const RegimeMap map = enumerate_regimes(subject->trace, runtime(), "DTR", policy(),
                                            range_of(asked, *subject), options);
    state.counters["regimes"] = static_cast<double>(map.regimes.size());
  }
}

// What one run a regime takes the plain model, by a sample of regimes spread evenly.
void sample_model(benchmark::State& state, const Question& asked) {
  const auto subject = bench::public_subject(asked.trace);
  Explorer explorer(subject->trace, runtime(), policy(), {.range = range_of(asked, *subject)});
  const std::vector<Regime> regimes = explorer.finish();
  constexpr std::size_t most_samples = 40;
  const std::size_t samples = std::min(most_samples, regimes.size());
  for (auto _ : state)
    for (std::size_t i = 0; i < samples; ++i) {
      const Regime& regime = regimes[(2 * i + 1) * regimes.size() / (2 * samples)];
      const model::Answer answer = model::run(subject->trace, {.budget = regime.lo});
      if (answer.clock != regime.clock) state.SkipWithError("the model differs from the map");
    }
  state.counters["samples"] = static_cast<double>(samples);
  state.counters["regimes"] = static_cast<double>(regimes.size());
}

template <class Measure>
auto* add(const Question& asked, const std::string& what, Measure measure) {
  const std::string name = fmt::format(
      "map/{}/{}/{}", asked.trace, asked.from > 0 ? fmt::format("{}", asked.from) : "whole", what);
  return benchmark::RegisterBenchmark(name.c_str(), measure)->Unit(benchmark::kMillisecond);
}

// `runs`: one run a regime, too. That takes minutes.
void add_all(const Question& asked, bool runs) {
  if (bench::public_logs(asked.trace).empty()) return;
  add(asked, "at_once", [=](benchmark::State& state) { at_once(state, asked); });
  for (const int threads : {1, 2})
    add(asked, fmt::format("threads_{}", threads), [=](benchmark::State& state) {
      in_parallel(state, asked, threads);
    })->UseRealTime();
  add(asked, "model_sample", [=](benchmark::State& state) {
    sample_model(state, asked);
  })->Iterations(1);
  if (!runs) return;
  add(asked, "one_run_a_regime",
      [=](benchmark::State& state) { one_by_one(state, asked, SumSource::counted); });
  add(asked, "one_lean_run_a_regime",
      [=](benchmark::State& state) { one_by_one(state, asked, SumSource::sums); });
}

const bool registered = [] {
  add_all({.trace = "resnet32"}, true);
  add_all({.trace = "resnet32", .from = 0.107}, false);
  add_all({.trace = "unet"}, true);
  add_all({.trace = "tv_densenet121", .from = 0.3}, true);
  add_all({.trace = "tv_densenet121", .from = 0.2}, false);
  add_all({.trace = "inceptionv4", .from = 0.267}, false);
  add_all({.trace = "transformer", .from = 0.3}, false);
  add_all({.trace = "unroll_gan", .from = 0.5}, false);
  add_all({.trace = "lstm", .from = 0.8}, false);
  return true;
}();

}  // namespace
