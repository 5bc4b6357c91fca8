#include <fmt/format.h>

#include <array>

#include "fuzz/engine/engine.h"
#include "fuzz/engine/engines.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::fuzz {

std::span<const Engine> engine_table() {
  static constexpr std::array table{
      Engine{"libfuzzer", "coverage-guided, mutations that know programs", run_libfuzzer},
      Engine{"map-elites", "changes of what is known of each mechanism", run_map_elites},
      Engine{"anneal", "simulated annealing, one kind and policy after the other", run_anneal},
      Engine{"random", "programs drawn at random, of all kinds of things", run_random},
      Engine{"uniform", "ten operators, sizes and costs 1 to 3: the simplest generator",
             run_uniform},
  };
  return table;
}

const Engine& find_engine(std::string_view name) {
  std::string names;
  for (const Engine& engine : engine_table()) {
    if (engine.name == name) return engine;
    names.append(names.empty() ? "" : ", ").append(engine.name);
  }
  throw InputError(fmt::format("unknown engine {}; known: {}", quote(name), names));
}

}  // namespace rematfuzz::fuzz
