// Fixed work whose instructions are counted: fixed_runs NAME. See instructions_test.py.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string_view>
#include <vector>

#include "sim/map/explorer.h"
#include "sim/map/lower_bound.h"
#include "sim/models/model.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/trace_builder.h"
#include "tests/trace/uniform_trace.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

const Runtime& runtime() { return find_runtime("RuntimeV2EagerOptimized"); }
const Policy& policy() { return *find_policy("DTR").policy; }

Trace generated(const char* model) {
  TraceBuilder builder;
  generate(find_model(model), {}, 0, [&](const Instruction& i) { builder.add(i); });
  return builder.finish();
}

BudgetRange all_budgets(const Trace& trace) {
  return {.from = smallest_possible_budget(trace, runtime()),
          .to = compute_baseline(trace).peak_memory + 1};
}

}  // namespace

// The work that counts: what callgrind is told to look at. Named as C names it and kept apart from
// what prepares it.
extern "C" __attribute__((noinline)) std::uint64_t counted_work(
    const std::function<std::uint64_t()>& work) {
  return work();
}

namespace {

// Of the work, so that a change of results is no change of speed.
std::uint64_t ordinary_run() {
  const Trace trace = generated("resnet");
  const RunOptions options{.budget = budget_of_ratio(compute_baseline(trace), 0.2)};
  return counted_work(
      [&] { return run_trace(trace, runtime(), "DTR", policy(), options).heuristic_accesses; });
}

std::uint64_t lean_run() {
  const Trace trace = generated("lstm");
  const RunOptions options{.budget = budget_of_ratio(compute_baseline(trace), 0.3),
                           .simulator = {.sums = SumSource::sums}};
  return counted_work(
      [&] { return run_trace(trace, runtime(), "DTR", policy(), options).evictions; });
}

std::uint64_t map() {
  const Trace trace = generated("unet");
  BudgetRange range = all_budgets(trace);
  range.from = range.to / 2;
  return counted_work(
      [&] { return Explorer(trace, runtime(), policy(), {.range = range}).finish().size(); });
}

std::uint64_t random_maps() {
  constexpr std::uint64_t traces = 200;
  std::vector<Trace> made;
  made.reserve(traces);
  for (std::uint64_t seed = 0; seed < traces; ++seed)
    made.push_back(testing::uniform_trace(seed, 10));
  return counted_work([&] {
    Explorer explorer;
    std::uint64_t regimes = 0;
    for (const Trace& trace : made) {
      explorer.restart(trace, runtime(), policy(), {.range = all_budgets(trace)});
      regimes += explorer.finish().size();
    }
    return regimes;
  });
}

struct FixedRun {
  const char* name;
  std::uint64_t (*work)();
};

constexpr FixedRun fixed_runs[] = {
    {"ordinary_run", ordinary_run},
    {"lean_run", lean_run},
    {"map", map},
    {"random_maps", random_maps},
};

}  // namespace

// With no name: lists them.
int main(int argc, char** argv) {
  for (const FixedRun& run : fixed_runs) {
    if (argc < 2) std::puts(run.name);
    if (argc < 2 || std::string_view(run.name) != argv[1]) continue;
    std::printf("%llu\n", static_cast<unsigned long long>(run.work()));
    return 0;
  }
  return argc < 2 ? 0 : 2;
}
