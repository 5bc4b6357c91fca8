#include "fuzz/targets/search_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fuzz/engine/mutator.h"
#include "fuzz/program/instructions.h"
#include "sim/anatomy/mechanism.h"
#include "sim/run/runtime.h"

namespace rematfuzz::fuzz {

namespace {

// The operators of a program: as many as the environment variable REMATFUZZ_OPERATORS says.
std::size_t operator_limit() {
  constexpr std::size_t usual = 20;
  const char* text = std::getenv("REMATFUZZ_OPERATORS");  // NOLINT(concurrency-mt-unsafe)
  const unsigned long said = text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
  return said == 0 ? usual : std::min<std::size_t>(said, most_operations);
}

SearchOptions options_for(std::string_view goal) {
  SearchOptions options;
  options.policies = distinct_policies();
  options.goals = {&find_goal(goal)};
  options.evaluator.runtime = &find_runtime("RuntimeV2EagerOptimized");
  return options;
}

}  // namespace

SearchTarget::SearchTarget(std::string_view goal) : search_(make_goal_search(options_for(goal))) {
  const std::size_t most_operators = operator_limit();
  session_ = std::make_unique<Session>(*search_, most_operators,
                                       [this](const Discovery& discovery) { record(discovery); });
  elites_ = std::make_unique<Elites>(session_->archive());
  use_program_mutations({.most_operators = most_operators}, elites_.get());
  const char* folder = std::getenv("REMATFUZZ_FINDINGS");  // NOLINT(concurrency-mt-unsafe)
  if (folder != nullptr) folder_ = folder;
}

void SearchTarget::record(const Discovery& discovery) const {
  const Cell& cell = search_->cells()[discovery.cell];
  const std::string mechanism = text(discovery.mechanism);
  std::fputs(fmt::format("FOUND {} {} {} operators, {:.4g} {}, better at {}, worse at {}, {}\n",
                         cell.kind, cell.policy->name, discovery.operators, discovery.effect.size,
                         cell.unit, discovery.effect.better, discovery.effect.worse, mechanism)
                 .c_str(),
             stderr);
  if (folder_.empty()) return;
  const std::string name = fmt::format("{}/{}-{}-{}.log", folder_, cell.kind, cell.policy->name,
                                       mechanism_index(discovery.mechanism));
  const std::string temporary = name + ".tmp";
  {
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    write_log(out, decode_input(discovery.input).program);
  }
  std::error_code error;
  std::filesystem::rename(temporary, name, error);
  if (error) std::fprintf(stderr, "%s: %s\n", name.c_str(), error.message().c_str());
}

}  // namespace rematfuzz::fuzz
