// The plain model judged by the reference's records, and the simulator by the plain model: ordinary
// runs, lean runs and maps, each quantity of them. Where the records end, the model goes on.
#include "properties/model/plain_model.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "properties/model/as_result.h"
#include "sim/run/baseline.h"
#include "sim/run/result.h"
#include "tests/map/maps.h"
#include "tests/run/golden_files.h"
#include "tests/run/simulate.h"
#include "tests/trace/random_trace.h"

namespace rematfuzz::testing {
namespace {

using nlohmann::json;
using ::testing::ContainerEq;

const std::string data = REMATFUZZ_TEST_DATA "/golden";
const std::string shared = REMATFUZZ_SHARED_DIR;

#ifdef REMATFUZZ_SLOW_BUILD
constexpr std::uint64_t traces = 6;
constexpr std::size_t rarer = 5;
#else
constexpr std::uint64_t traces = 15;
constexpr std::size_t rarer = 1;
#endif

// The answer as a record gives it.
json record_of(const model::Answer& answer) {
  const RunResult result = model::as_result(answer);
  return {{"result", answer.result},
          {"clock", result.clock},
          {"model_compute", result.model_compute},
          {"remat_compute", result.remat_compute},
          {"peak_memory", result.peak_memory},
          {"bottleneck_memory", result.bottleneck_memory},
          {"constant_memory", result.constant_memory},
          {"heuristic_evals", result.heuristic_evals},
          {"heuristic_accesses", result.heuristic_accesses},
          {"evictions", result.evictions},
          {"evicted_storages", result.evicted_storages},
          {"eviction_sha1", eviction_sha1(result.eviction_sequence)},
          {"eviction_sequence", result.eviction_sequence}};
}

// What of a record is no quantity of a run, and of a baseline no quantity of its run.
const std::set<std::string> no_quantities{"runtime",        "heuristic", "budget",
                                          "overhead_limit", "ratio",     "ops",
                                          "tensors",        "storages",  "reference_seconds_pypy"};

// "WHERE: FIELD: expected X, got Y", a line each.
std::string differences(const std::string& where, const json& expected,
                        const model::Answer& answer) {
  const json got = record_of(answer);
  std::string text;
  for (const auto& [name, value] : expected.items())
    if (!no_quantities.contains(name) && value != got.at(name))
      text += fmt::format("{}: {}: expected {}, got {}\n", where, name, value.dump(),
                          got.at(name).dump());
  return text;
}

// How many of every `every`th record of the file agree. Those that don't are failures, and so is a
// baseline that doesn't.
std::size_t count_agreeing(const GoldenFile& golden, std::size_t every) {
  const Trace& trace = golden.trace.trace;
  const cli::RecordFile& file = golden.records;
  const model::Answer unbounded = model::run(trace, {.runtime = "RuntimeV1", .policy = "LRU"});
  EXPECT_EQ(differences(file.path + ":1: baseline", file.baseline, unbounded), "");
  std::size_t agreeing = 0;
  for (std::size_t i = 0; i < file.records.size(); i += every) {
    const json& fields = file.records[i].fields;
    model::Question question{fields.at("runtime"), fields.at("heuristic"), fields.at("budget")};
    if (!fields.at("overhead_limit").is_null())
      question.remat_limit =
          remat_limit({.model_compute = unbounded.model_compute}, fields.at("overhead_limit"));
    const std::string found =
        differences(fmt::format("{}:{}: {} {} budget {}", file.path, file.records[i].line,
                                question.runtime, question.policy, question.budget),
                    fields, model::run(trace, question));
    EXPECT_EQ(found, "");
    if (found.empty()) ++agreeing;
  }
  return agreeing;
}

TEST(PlainModel, AgreesWithTheRecordsThatComeAlong) {
  std::size_t agreeing = 0;
  for (const std::string& path : record_files_in(data))
    agreeing += count_agreeing(read_golden(path, data), 1);
  EXPECT_GT(agreeing, 2000U);
  fmt::print("{} records agree\n", agreeing);
}

TEST(PlainModel, AgreesWithOtherSyntheticRecords) {
  const std::vector<std::string> files = record_files_in(shared + "/golden/synthetic");
  if (files.empty()) GTEST_SKIP() << "no golden records in " << shared << "/golden/synthetic";
  std::size_t agreeing = 0;
  for (std::size_t i = 0; i < files.size(); i += rarer)
    agreeing += count_agreeing(read_golden(files[i], shared + "/synthetic"), 4);
  fmt::print("{} records agree\n", agreeing);
}

TEST(PlainModel, AgreesWithRecordsOfPublicTraces) {
  std::size_t agreeing = 0;
  for (const std::string& path : record_files_in(shared + "/golden"))
    for (const char* name : {"/resnet32.jsonl", "/unet.jsonl"})
      if (path.ends_with(name))
        agreeing += count_agreeing(read_golden(path, shared + "/traces"), 20 * rarer);
  if (agreeing == 0 && !HasFailure())
    GTEST_SKIP() << "no golden records of resnet32 and unet in " << shared << "/golden";
  fmt::print("{} records agree\n", agreeing);
}

// A run that both are asked for.
struct Asked {
  const Trace& trace;
  Pairing pairing;
  RunOptions options;

  model::Answer answer() const {
    return model::run(trace, {std::string(pairing.runtime->name), std::string(pairing.policy->name),
                              options.budget, options.simulator.remat_limit});
  }
  RunResult result() const {
    return run_trace(trace, *pairing.runtime, pairing.policy->name, *pairing.policy->policy,
                     options);
  }
};

// Calls check(asked) for random traces, all pairings and budgets down to where nothing runs.
template <class Check>
void for_each_run(std::uint64_t first_seed, Check check) {
  for (std::uint64_t seed = first_seed; seed < first_seed + traces; ++seed) {
    const std::size_t calls = 8 + seed * 7 % 60;
    const Trace trace = random_trace(seed, calls, views_of(seed));
    const Baseline baseline = compute_baseline(trace);
    // Some runs rematerialize without end; with a smaller limit, more of them thrash.
    const double limit = seed % 2 == 0 ? 1.4 : 20;
    for (const Pairing& pairing : all_pairings()) {
      if (pairing.policy->policy->randomized()) continue;
      for (const double ratio : {1.0, 0.8, 0.65, 0.5, 0.4, 0.3}) {
        const Bytes budget = budget_of_ratio(baseline, ratio);
        SCOPED_TRACE(
            fmt::format("random_trace({}, {}, views_of), {} on {}, budget {}, overhead limit {}",
                        seed, calls, pairing.policy->name, pairing.runtime->name, budget, limit));
        Asked asked{trace, pairing, {.budget = budget}};
        asked.options.simulator.remat_limit = remat_limit(baseline, limit);
        check(asked);
      }
    }
  }
}

// How many runs there were, and how they ended.
struct Tally {
  std::size_t pass = 0, oom = 0, thrash = 0, evictions = 0;

  void count(const RunResult& result) {
    if (result.result == Outcome::pass) ++pass;
    if (result.result == Outcome::oom) ++oom;
    if (result.result == Outcome::thrash) ++thrash;
    evictions += result.evictions;
  }
  void expect_enough_of_each() const {
    const std::size_t runs = pass + oom + thrash;
    EXPECT_GT(pass, runs / 10);
    EXPECT_GT(oom, runs / 10);
    EXPECT_GT(thrash, runs / 100);
    fmt::print("{} runs: {} pass, {} oom, {} thrash; {} evictions\n", runs, pass, oom, thrash,
               evictions);
  }
};

TEST(PlainModel, RunsAsTheSimulatorDoes) {
  Tally tally;
  for_each_run(0, [&](const Asked& asked) {
    RunResult expected = model::as_result(asked.answer());
    RunResult got = asked.result();
    // The reference's own count varies there.
    if (asked.pairing.policy->policy->structure() == Structure::classes)
      expected.heuristic_accesses = got.heuristic_accesses = 0;
    EXPECT_EQ(got, expected);
    tally.count(got);
  });
  tally.expect_enough_of_each();
}

TEST(PlainModel, RunsAsLeanRunsDo) {
  Tally tally;
  for_each_run(1000, [&](Asked asked) {
    asked.options.simulator.sums = SumSource::sums;
    RunResult expected = model::as_result(asked.answer());
    RunResult got = asked.result();
    expected.heuristic_accesses = got.heuristic_accesses = 0;
    EXPECT_EQ(got, expected);
    tally.count(got);
  });
  tally.expect_enough_of_each();
}

// One run of the model a regime, from the smallest budget up.
std::vector<Regime> regimes_of(Asked asked) {
  std::vector<Regime> regimes;
  for (asked.options.budget = 0;;) {
    const RunResult result = model::as_result(asked.answer());
    regimes.push_back({.lo = asked.options.budget,
                       .hi = result.smallest_refused,
                       .result = result.result,
                       .clock = result.clock,
                       .remat_compute = result.remat_compute,
                       .evictions = result.evictions,
                       .peak_memory = result.peak_memory});
    if (result.smallest_refused == unlimited) return regimes;
    asked.options.budget = result.smallest_refused;
  }
}

TEST(PlainModel, HasTheRegimesOfMaps) {
  std::size_t maps = 0;
  std::size_t regimes = 0;
  for (std::uint64_t seed = 2000; seed < 2000 + traces; ++seed) {
    const std::size_t calls = 8 + seed % 15;
    const Trace trace = random_trace(seed, calls, views_of(seed));
    ExplorerOptions options;
    options.simulator.remat_limit = remat_limit(compute_baseline(trace), seed % 3 == 0 ? 1.5 : 8);
    for (const Pairing& pairing : all_pairings()) {
      if (pairing.policy->policy->randomized()) continue;
      SCOPED_TRACE(fmt::format("random_trace({}, {}, views_of), {} on {}", seed, calls,
                               pairing.policy->name, pairing.runtime->name));
      const std::vector<Regime> expected =
          regimes_of({trace, pairing, {.simulator = options.simulator}});
      EXPECT_THAT(all_at_once({trace, pairing, options}), ContainerEq(expected));
      ++maps;
      regimes += expected.size();
    }
  }
  EXPECT_GT(regimes, 4 * maps);
  fmt::print("{} maps of {} regimes\n", maps, regimes);
}

}  // namespace
}  // namespace rematfuzz::testing
