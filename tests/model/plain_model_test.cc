// The plain model judged by the reference's records.
#include "tests/model/plain_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "sim/run/baseline.h"
#include "sim/run/result.h"
#include "tests/run/golden_files.h"

namespace rematfuzz::testing {
namespace {

using nlohmann::json;

const std::string data = REMATFUZZ_TEST_DATA "/golden";
const std::string shared = REMATFUZZ_SHARED_DIR;

#ifdef REMATFUZZ_SLOW_BUILD
constexpr std::size_t rarer = 5;
#else
constexpr std::size_t rarer = 1;
#endif

// The answer as the simulator gives it.
RunResult result_of(const model::Answer& answer) {
  RunResult result;
  for (const Outcome outcome : {Outcome::oom, Outcome::thrash})
    if (answer.result == name_of(outcome)) result.result = outcome;
  result.clock = answer.clock;
  result.model_compute = answer.model_compute;
  result.remat_compute = answer.remat_compute;
  result.peak_memory = answer.peak_memory;
  result.bottleneck_memory = answer.bottleneck_memory;
  result.constant_memory = answer.constant_memory;
  result.heuristic_evals = answer.heuristic_evals;
  result.heuristic_accesses = answer.heuristic_accesses;
  result.evictions = answer.evictions.size();
  result.evicted_storages =
      std::set<TensorId>(answer.evictions.begin(), answer.evictions.end()).size();
  result.eviction_sequence = answer.evictions;
  result.smallest_refused = answer.smallest_refused;
  return result;
}

// The answer as a record gives it.
json record_of(const model::Answer& answer) {
  const RunResult result = result_of(answer);
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

}  // namespace
}  // namespace rematfuzz::testing
