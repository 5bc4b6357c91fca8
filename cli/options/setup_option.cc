#include "cli/options/setup_option.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "sim/base/error.h"

namespace rematfuzz::cli {

void add_setup_option(CLI::App& app, SetupOption& option) {
  app.add_option("--policy", option.policy, "which storage to evict: a name of 'policies'")
      ->capture_default_str();
  app.add_option("--runtime", option.runtime, "a runtime of 'policies'")->capture_default_str();
  app.add_option(
      "--overhead-limit", option.overhead_limit,
      "stop (thrash) when rematerialization passes (limit - 1) x the baseline's compute");
  app.add_option("--retain", option.retain,
                 "never offer this storage to the policy (id or label; repeatable)")
      ->allow_extra_args(false);
  app.add_option("--seed", option.seed, "for policies that draw at random")->capture_default_str();
}

StorageId resolve_storage(const Trace& trace, const std::string& text) {
  std::uint64_t root = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), root);
  if (error == std::errc() && end == text.data() + text.size()) {
    const StorageId storage = trace.storage_of_root(root);
    if (storage == no_id)
      throw InputError(
          fmt::format("no storage {}: a storage is named by its root tensor's id, and {}", text,
                      root < trace.tensors.size()
                          ? fmt::format("tensor {} is a view", text)
                          : fmt::format("the trace has {} tensors", trace.tensors.size())));
    return storage;
  }
  StorageId found = no_id;
  for (TensorId tensor = 0; tensor < trace.tensors.size(); ++tensor) {
    if (trace.label(tensor) != text) continue;
    const StorageId storage = trace.tensors[tensor].storage;
    if (found != no_id && found != storage)
      throw InputError(
          fmt::format("several storages have tensors labelled '{}'; give an id", text));
    found = storage;
  }
  if (found == no_id) throw InputError(fmt::format("no tensor is labelled '{}'", text));
  return found;
}

Setup resolve_setup(const SetupOption& option, const Trace& trace, const Baseline& baseline) {
  Setup setup;
  setup.policy = &find_policy(option.policy);
  setup.runtime = &find_runtime(option.runtime);
  require_supported(*setup.runtime, setup.policy->name, *setup.policy->policy);
  setup.overhead_limit = option.overhead_limit;
  if (option.overhead_limit) {
    const double limit = *option.overhead_limit;
    if (!std::isfinite(limit) || limit < 1)
      throw InputError(fmt::format("the overhead limit is {}; it must be at least 1", limit));
    setup.simulator.remat_limit = remat_limit(baseline, limit);
  }
  for (const std::string& text : option.retain)
    setup.simulator.retained.push_back(resolve_storage(trace, text));
  setup.seed = option.seed;
  return setup;
}

RunResult Setup::run(const Trace& trace, Bytes budget,
                     const std::function<void(std::size_t)>& on_step) const {
  return run_trace(trace, *runtime, policy->name, *policy->policy,
                   {.budget = budget, .simulator = simulator, .seed = seed, .on_step = on_step});
}

}  // namespace rematfuzz::cli
