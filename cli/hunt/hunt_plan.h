// What a hunt is to do, made good for a search.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/setup_option.h"
#include "fuzz/engine/engine.h"
#include "fuzz/search/search.h"

namespace rematfuzz::cli {

// As the command line has it.
struct HuntArgs {
  std::optional<double> seconds;  // neither: a minute
  std::uint64_t runs = 0;         // of each job
  std::optional<double> until;    // an effect of each kind and policy that is enough
  std::string policies = "all";
  std::string kinds = "hole,inversion,cliff,thrash";
  std::string versus;  // policies, instead of kinds
  std::vector<std::string> from;
  std::string engine = "libfuzzer";
  std::string runtime = SetupOption().runtime;
  double overhead_limit = 100;
  double thrash_limit = 2;
  int jobs = 0;
  std::optional<std::uint64_t> seed;  // nothing: any
  std::optional<std::size_t> most_operators;
  std::uint64_t work_limit = 0;  // 0: as the search has it
  std::string out;               // empty: hunt-SEED
  bool json = false;
};

enum class HuntMode : std::uint8_t { goals, shared, versus };

struct HuntPlan {
  HuntMode mode = HuntMode::goals;
  fuzz::SearchOptions search;
  const fuzz::Engine* engine = nullptr;
  fuzz::EngineOptions limits;
  int jobs = 1;
  std::string folder;
  std::string command;  // that repeats it
  std::optional<double> until;

  std::unique_ptr<fuzz::Search> make_search() const;
};

// Throws InputError for what is unknown or does not go together.
HuntPlan make_plan(const HuntArgs& args);

// The inputs that the hunt starts from: bundled ones, none ("--from none"), or pieces of traces.
// Throws InputError for a trace that cannot be read.
std::vector<fuzz::Input> seeds_of(const HuntArgs& args, const HuntPlan& plan);

}  // namespace rematfuzz::cli
