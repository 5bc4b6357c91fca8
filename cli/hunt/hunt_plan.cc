#include "cli/hunt/hunt_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include "cli/compare/policy_list.h"
#include "cli/text/shell_word.h"
#include "cli/text/split.h"
#include "fuzz/program/instructions.h"
#include "fuzz/seeds/bundled.h"
#include "fuzz/seeds/windows.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/run/runtime.h"

namespace rematfuzz::cli {

namespace {

constexpr double usual_seconds = 60;
// Pieces of training traces are longer than what is made from nothing.
constexpr std::size_t usual_operators_from = 60;
constexpr std::uint64_t usual_work_from = 20'000;
constexpr std::string_view shared_kind = "shared";

std::vector<const PolicyEntry*> find_policies(const std::string& list, const Runtime& runtime) {
  std::vector<const PolicyEntry*> policies;
  for (const std::string& name : parse_policies(list, runtime)) {
    const PolicyEntry& entry = find_policy(name);
    require_supported(runtime, name, *entry.policy);
    if (!entry.policy->has_regimes())
      throw InputError(fmt::format("{} has no budget regimes, which a hunt goes by", quote(name)));
    policies.push_back(&entry);
  }
  return policies;
}

void set_goals(const HuntArgs& args, HuntPlan& plan) {
  const std::vector<std::string> kinds = split_list(args.kinds);
  if (std::ranges::find(kinds, shared_kind) != kinds.end()) {
    if (kinds.size() > 1)
      throw InputError("--kind shared is about all policies at once: it stands alone");
    plan.mode = HuntMode::shared;
    return;
  }
  for (const std::string& kind : kinds) {
    const fuzz::Goal& goal = fuzz::find_goal(kind);
    if (std::ranges::find(plan.search.goals, &goal) != plan.search.goals.end())
      throw InputError(fmt::format("--kind: {} is there twice", quote(kind)));
    plan.search.goals.push_back(&goal);
  }
}

std::uint64_t any_seed() {
  std::random_device device;
  return device() % 1'000'000;  // short enough to be typed
}

std::string command_of(const HuntArgs& args, const HuntPlan& plan) {
  std::string command = "rematfuzz hunt";
  const auto add = [&](std::string_view name, const std::string& value) {
    command += fmt::format(" {} {}", name, shell_word(value));
  };
  if (plan.mode == HuntMode::versus) {
    add("--versus", args.versus);
  } else {
    if (args.policies != HuntArgs().policies) add("--policy", args.policies);
    if (args.kinds != HuntArgs().kinds) add("--kind", args.kinds);
  }
  for (const std::string& from : args.from) add("--from", from);
  if (args.engine != HuntArgs().engine) add("--engine", args.engine);
  if (args.runtime != HuntArgs().runtime) add("--runtime", args.runtime);
  if (args.overhead_limit != HuntArgs().overhead_limit)
    add("--overhead-limit", fmt::format("{}", args.overhead_limit));
  if (args.thrash_limit != HuntArgs().thrash_limit)
    add("--thrash-limit", fmt::format("{}", args.thrash_limit));
  if (args.most_operators) add("--max-ops", fmt::format("{}", *args.most_operators));
  if (args.work_limit > 0) add("--max-work", fmt::format("{}", args.work_limit));
  if (plan.limits.runs > 0) add("--runs", fmt::format("{}", plan.limits.runs));
  if (plan.limits.seconds > 0) add("--time", fmt::format("{}s", plan.limits.seconds));
  if (plan.until) add("--until", fmt::format("{}", *plan.until));
  add("--jobs", fmt::format("{}", plan.jobs));
  add("--seed", fmt::format("{}", plan.limits.seed));
  return command;
}

bool from_traces(const HuntArgs& args) {
  return !args.from.empty() && args.from != std::vector<std::string>{"none"};
}

}  // namespace

std::unique_ptr<fuzz::Search> HuntPlan::make_search() const {
  switch (mode) {
    case HuntMode::shared:
      return fuzz::make_shared_search(search);
    case HuntMode::versus:
      return fuzz::make_versus_search(search);
    case HuntMode::goals:
      break;
  }
  return fuzz::make_goal_search(search);
}

HuntPlan make_plan(const HuntArgs& args) {
  HuntPlan plan;
  const Runtime& runtime = find_runtime(args.runtime);
  if (!args.versus.empty()) {
    plan.mode = HuntMode::versus;
    plan.search.policies = find_policies(args.versus, runtime);
    if (plan.search.policies.size() < 2)
      throw InputError("--versus needs two policies or more: P,Q");
  } else {
    plan.search.policies = find_policies(args.policies, runtime);
    set_goals(args, plan);
  }
  if (args.thrash_limit > args.overhead_limit)
    throw InputError("--thrash-limit is above --overhead-limit, where runs are given up");
  plan.search.thrash_limit = args.thrash_limit;
  plan.search.evaluator.runtime = &runtime;
  plan.search.evaluator.overhead_limit = args.overhead_limit;
  if (from_traces(args)) plan.search.evaluator.work_limit = usual_work_from;
  if (args.work_limit > 0) plan.search.evaluator.work_limit = args.work_limit;
  plan.until = args.until;
  plan.engine = &fuzz::find_engine(args.engine);
  plan.limits.seed = args.seed.value_or(any_seed());
  plan.limits.runs = args.runs;
  plan.limits.seconds = args.seconds.value_or(args.runs > 0 ? 0 : usual_seconds);
  plan.limits.fresh_programs = !from_traces(args);
  if (from_traces(args)) plan.limits.most_operators = usual_operators_from;
  if (args.most_operators) plan.limits.most_operators = *args.most_operators;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  plan.jobs = args.jobs > 0 ? args.jobs : static_cast<int>(cores);
  plan.folder = args.out.empty() ? fmt::format("hunt-{}", plan.limits.seed) : args.out;
  plan.command = command_of(args, plan);
  return plan;
}

std::vector<fuzz::Input> seeds_of(const HuntArgs& args, const HuntPlan& plan) {
  if (args.from.empty()) return fuzz::bundled_seeds();
  if (!from_traces(args)) return {};
  constexpr std::size_t seeds_a_trace = 48;
  std::vector<fuzz::Input> seeds;
  for (const std::string& path : args.from)
    for (fuzz::Program& program :
         fuzz::seeds_from(fuzz::read_program(path), plan.limits.most_operators, seeds_a_trace))
      // Under one policy after the other.
      seeds.push_back(
          {.policy = static_cast<std::uint8_t>(seeds.size() % plan.search.policies.size()),
           .program = std::move(program)});
  return seeds;
}

}  // namespace rematfuzz::cli
