// A map is what single runs say, at every integer budget, however it is made.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "properties/programs.h"
#include "properties/property.h"
#include "sim/base/random.h"
#include "sim/map/explorer.h"
#include "sim/policy/policy_table.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"

namespace rematfuzz::properties {

namespace {

struct Setup {
  const Runtime* runtime = nullptr;
  const PolicyEntry* policy = nullptr;
};

std::vector<Setup> all_setups() {
  std::vector<Setup> setups;
  for (const Runtime& runtime : runtime_table())
    for (const PolicyEntry& policy : policy_table())
      if (serves(runtime, *policy.policy)) setups.push_back({&runtime, &policy});
  return setups;
}

// A program, a setup, and what to ask about it.
struct Question {
  Trace trace;
  Setup setup;
  ExplorerOptions options;
};

Question ask(const ProgramBytes& program) {
  Question question{trace_of(program), *rc::gen::elementOf(all_setups()), {}};
  const Nanos compute = compute_baseline(question.trace).model_compute;
  question.options.simulator.remat_limit = compute * *rc::gen::inRange(0, 6);
  question.options.seed = *rc::gen::inRange<std::uint64_t>(0, 4);
  RC_TAG(std::string(question.setup.policy->name));
  return question;
}

Explorer explorer_of(const Question& question, const ExplorerOptions& options) {
  return {question.trace, *question.setup.runtime, *question.setup.policy->policy, options};
}

std::vector<Regime> explore(const Question& question) {
  return explorer_of(question, question.options).finish();
}

RunResult run_at(const Question& question, Bytes budget) {
  const RunOptions options{
      .budget = budget, .simulator = question.options.simulator, .seed = question.options.seed};
  return run_trace(question.trace, *question.setup.runtime, question.setup.policy->name,
                   *question.setup.policy->policy, options);
}

// The same, handing over budgets and giving them up at random on the way.
std::vector<Regime> explore_in_pieces(const Question& question, std::uint64_t seed) {
  Random random(seed);
  std::vector<Regime> all;
  std::vector<Explorer> open;
  open.push_back(explorer_of(question, question.options));
  while (!open.empty()) {
    Explorer explorer = std::move(open.back());
    open.pop_back();
    while (!explorer.done()) {
      explorer.step();
      if (random.below(4) == 0)
        if (auto upper = explorer.split()) open.push_back(std::move(*upper));
      if (random.below(6) == 0) explorer.give_up_lower();
      for (const BudgetRange& given_up : explorer.take_given_up()) {
        ExplorerOptions lower = question.options;
        lower.range = given_up;
        open.push_back(explorer_of(question, lower));
      }
    }
    for (const Regime& regime : explorer.take_regimes()) all.push_back(regime);
  }
  std::ranges::sort(all, {}, &Regime::lo);
  return all;
}

bool check_every_budget() {
  return check("map: says what a single run says, at every integer budget",
               [](const ProgramBytes& program) {
                 const Question question = ask(program);
                 const RegimeMap map{.range = {}, .regimes = explore(question), .missing = {}};
                 const Bytes above = map.regimes.back().lo + 2;
                 for (Bytes budget = 0; budget < above; ++budget) {
                   const Regime* regime = regime_at(map, budget);
                   RC_ASSERT(regime != nullptr);
                   const RunResult run = run_at(question, budget);
                   RC_ASSERT(regime->result == run.result);
                   RC_ASSERT(regime->clock == run.clock);
                   RC_ASSERT(regime->remat_compute == run.remat_compute);
                   RC_ASSERT(regime->evictions == run.evictions);
                   RC_ASSERT(regime->peak_memory == run.peak_memory);
                   RC_ASSERT(regime->lo == run.peak_memory);
                   RC_ASSERT(regime->hi == run.smallest_refused);
                 }
               });
}

bool check_partition() {
  return check("map: regimes partition the range", [](const ProgramBytes& program) {
    Question question = ask(program);
    question.options.range.from = *rc::gen::inRange<Bytes>(0, 30);
    question.options.range.to = question.options.range.from + *rc::gen::inRange<Bytes>(1, 40);
    Bytes next = question.options.range.from;
    for (const Regime& regime : explore(question)) {
      RC_ASSERT(regime.lo == next);
      RC_ASSERT(regime.lo < regime.hi);
      next = regime.hi;
    }
    RC_ASSERT(next == question.options.range.to);
  });
}

bool check_pieces() {
  return check("map: does not depend on how the work is cut",
               [](const ProgramBytes& program, std::uint64_t seed) {
                 const Question question = ask(program);
                 RC_ASSERT(explore_in_pieces(question, seed) == explore(question));
               });
}

}  // namespace

bool check_map() {
  bool held = check_every_budget();
  held = check_partition() && held;
  return check_pieces() && held;
}

}  // namespace rematfuzz::properties
