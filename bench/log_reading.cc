// How fast logs are read.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

#include "bench/traces.h"
#include "sim/trace/log_reader.h"

namespace {

using namespace rematfuzz;  // NOLINT(google-build-using-namespace)

void read(benchmark::State& state, const std::string& path) {
  for (auto _ : state) benchmark::DoNotOptimize(read_log(path).trace.calls.size());
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(std::filesystem::file_size(path)));
}

const bool registered = [] {
  for (const std::string& path : bench::public_logs("")) {
    const std::string name = std::filesystem::path(path).filename().string();
    benchmark::RegisterBenchmark(("read/" + name.substr(0, name.find('-'))).c_str(), read, path)
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
