// What it costs to copy, compare and hash a state in the middle of a run.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <utility>

#include "bench/traces.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/runtime.h"
#include "sim/run/simulator.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

// The state after half of the program.
State middle(const Trace& trace, double ratio) {
  const Bytes budget = budget_of_ratio(compute_baseline(trace), ratio);
  Simulator simulator(trace, find_runtime("RuntimeV2EagerOptimized"), *find_policy("DTR").policy);
  Progress run = simulator.start(0);
  while (simulator.step() < trace.steps.size() / 2) {
    simulator.begin_step();
    simulator.enter_step(run);
    while (simulator.advance(run)) {
      while (simulator.request(run.state) > budget) simulator.evict_chosen(run);
      simulator.compute(run);
    }
    simulator.leave_step(run);
    simulator.end_step();
  }
  return std::move(run.state);
}

// Made when a benchmark asks for it.
using Make = State (*)();

void copy(benchmark::State& state, Make make) {
  const State from = make();
  for (auto _ : state) benchmark::DoNotOptimize(State(from));
}

void compare(benchmark::State& state, Make make) {
  const State from = make();
  const State other = from;  // NOLINT(performance-unnecessary-copy-initialization)
  for (auto _ : state) benchmark::DoNotOptimize(other == from);
}

void hash(benchmark::State& state, Make make) {
  const State from = make();
  for (auto _ : state) benchmark::DoNotOptimize(hash_value(from));
}

void add(const std::string& name, Make make) {
  const auto add_one = [&](const char* what, void (*measure)(benchmark::State&, Make)) {
    benchmark::RegisterBenchmark((what + name).c_str(), measure, make)
        ->Unit(benchmark::kMicrosecond);
  };
  add_one("state/copy/", copy);
  add_one("state/compare/", compare);
  add_one("state/hash/", hash);
}

const bool registered = [] {
  add("gen-resnet", [] { return middle(bench::generated("resnet"), 0.2); });
  if (!bench::public_logs("lstm").empty())
    add("lstm", [] { return middle(bench::public_subject("lstm")->trace, 0.265); });
  return true;
}();

}  // namespace
