#include "cli/options/setup_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "cli/text/number.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

void add_setup_option(CLI::App& app, SetupOption& option) {
  app.add_option("--policy", option.policy, "which storage to evict: a name of 'policies'")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--runtime", option.runtime, "a runtime of 'policies'")
      ->type_name("NAME")
      ->capture_default_str();
  add_parsed_option(
      app, "--overhead-limit", [](const std::string& text) { return parse_number(text, 1); },
      [&option](double limit) { option.overhead_limit = limit; },
      "thrash: stop when rematerialization passes (LIMIT - 1) x the baseline's compute")
      ->type_name("LIMIT");
  app.add_option("--retain", option.retain,
                 "never offer this storage to the policy (id or label; repeatable)")
      ->type_name("STORAGE")
      ->allow_extra_args(false);
  app.add_option("--neighborhood", option.neighborhood,
                 "sums of evicted neighbourhoods: as the runtime maintains them, or walked anew")
      ->type_name("MODE")
      ->check(CLI::IsMember({"incremental", "fresh"}))
      ->capture_default_str();
  add_whole_option(app, "--seed", option.seed, std::uint64_t{0},
                   std::numeric_limits<std::uint64_t>::max(), "for policies that draw at random")
      ->type_name("N");
}

StorageId resolve_storage(const Trace& trace, const std::string& text) {
  std::uint64_t root = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), root);
  if (error == std::errc() && end == text.data() + text.size()) {
    const StorageId storage = trace.storage_of_root(root);
    if (storage == no_id)
      throw InputError(
          fmt::format("no storage {}: a storage is named by its root tensor's id, and {}", root,
                      root < trace.tensors.size()
                          ? fmt::format("tensor {} is a view", root)
                          : fmt::format("the trace has {} tensors", trace.tensors.size())));
    return storage;
  }
  StorageId found = no_id;
  for (TensorId tensor = 0; tensor < trace.tensors.size(); ++tensor) {
    if (trace.label(tensor) != text) continue;
    const StorageId storage = trace.tensors[tensor].storage;
    if (found != no_id && found != storage)
      throw InputError(
          fmt::format("several storages have tensors labelled {}; give an id", quote(text)));
    found = storage;
  }
  if (found == no_id) throw InputError(fmt::format("no tensor is labelled {}", quote(text)));
  return found;
}

void require_sound(const SetupOption& option) {
  const PolicyEntry& policy = find_policy(option.policy);
  require_supported(find_runtime(option.runtime), policy.name, *policy.policy);
  const double limit = option.overhead_limit.value_or(1);
  if (!std::isfinite(limit) || limit < 1)
    throw InputError(fmt::format("the overhead limit is {}; it must be at least 1", limit));
}

Setup resolve_setup(const SetupOption& option, const Trace& trace, const Baseline& baseline) {
  require_sound(option);
  Setup setup;
  setup.policy = &find_policy(option.policy);
  setup.runtime = &find_runtime(option.runtime);
  setup.overhead_limit = option.overhead_limit;
  if (option.overhead_limit)
    setup.simulator.remat_limit = remat_limit(baseline, *option.overhead_limit);
  std::vector<StorageId>& retained = setup.simulator.retained;
  for (const std::string& text : option.retain) {
    const StorageId storage = resolve_storage(trace, text);
    if (std::ranges::find(retained, storage) == retained.end()) retained.push_back(storage);
  }
  if (option.neighborhood == "fresh") setup.simulator.neighborhood = Neighborhood::fresh;
  setup.seed = option.seed;
  return setup;
}

std::uint64_t Setup::count_drift(const Trace& trace, Bytes budget) const {
  if (policy->policy->structure() != Structure::regions ||
      simulator.neighborhood == Neighborhood::fresh)
    return 0;
  RunOptions options{.budget = budget, .simulator = simulator, .seed = seed, .count_drift = true};
  options.simulator.sums = SumSource::sums;
  return run_trace(trace, *runtime, policy->name, *policy->policy, options).drift_decisions;
}

RunResult Setup::run(const Trace& trace, Bytes budget,
                     const std::function<void(std::size_t)>& on_step) const {
  return run_trace(trace, *runtime, policy->name, *policy->policy,
                   {.budget = budget, .simulator = simulator, .seed = seed, .on_step = on_step});
}

}  // namespace rematfuzz::cli
