// Fuzzes the log reader: any bytes give a trace or an InputError of one line, and a trace that is
// accepted runs.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "sim/base/error.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"
#include "sim/run/runtime.h"
#include "sim/trace/log_reader.h"

namespace {

[[noreturn]] void fail(const char* what, const std::string& detail) {
  std::fprintf(stderr, "fuzz_log_reader: %s: %s\n", what, detail.c_str());
  std::abort();
}

std::optional<rematfuzz::Trace> read(std::string_view text) {
  try {
    return rematfuzz::read_log_text(text, "input").trace;
  } catch (const rematfuzz::InputError& error) {
    const std::string message = error.what();
    if (!message.starts_with("input") || message.find('\n') != std::string::npos)
      fail("not a one-line message that names the place", message);
    return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t longest = 1 << 16;  // longer logs only repeat what shorter ones do
  if (size > longest) return 0;
  const auto trace = read({reinterpret_cast<const char*>(data), size});
  if (!trace) return 0;
  const rematfuzz::Baseline baseline = rematfuzz::compute_baseline(*trace);
  const rematfuzz::RunResult run =
      rematfuzz::run_trace(*trace, rematfuzz::find_runtime("RuntimeV1"), "LRU",
                           *rematfuzz::find_policy("LRU").policy, {});
  if (run.result != rematfuzz::Outcome::pass || run.peak_memory != baseline.peak_memory)
    fail("the baseline does not agree with its simulation",
         std::to_string(baseline.peak_memory) + " against " + std::to_string(run.peak_memory));
  return 0;
}
