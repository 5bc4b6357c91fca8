#include "bench/traces.h"

#include <algorithm>
#include <filesystem>

#include "sim/models/model.h"
#include "sim/trace/trace_builder.h"

namespace rematfuzz::bench {

std::vector<std::string> public_logs(const std::string& prefix) {
  std::vector<std::string> logs;
  const std::filesystem::path folder = std::filesystem::path(REMATFUZZ_SHARED_DIR) / "traces";
  if (!std::filesystem::is_directory(folder)) return logs;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".log" && entry.path().filename().string().starts_with(prefix))
      logs.push_back(entry.path().string());
  std::sort(logs.begin(), logs.end());
  return logs;
}

Trace generated(const char* model) {
  TraceBuilder builder;
  generate(find_model(model), {}, 0, [&](const Instruction& i) { builder.add(i); });
  return builder.finish();
}

}  // namespace rematfuzz::bench
