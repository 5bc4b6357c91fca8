#include "properties/mapping.h"

#include <fmt/format.h>

namespace rematfuzz::properties {

ExplorerOptions explorer_options(const Case& of) {
  ExplorerOptions options;
  options.simulator = of.options.simulator;
  options.seed = of.options.seed;
  return options;
}

std::vector<Regime> explore(const Case& of, const ExplorerOptions& options) {
  Explorer explorer(of.trace, *of.runtime, *of.policy->policy, options);
  return explorer.finish();
}

std::string text(const Regime& regime) {
  return fmt::format("[{}, {}) {} clock {} remat {} evictions {} peak {}", regime.lo, regime.hi,
                     name_of(regime.result), regime.clock, regime.remat_compute, regime.evictions,
                     regime.peak_memory);
}

}  // namespace rematfuzz::properties
