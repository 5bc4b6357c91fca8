#include <array>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"

namespace rematfuzz::cli {

std::span<const Command> command_table() {
  static constexpr std::array table{
      Command{"gen", "write the log of a training step of a model",
              "rematfuzz gen resnet --depth 20 --batch 8 --size 32 -o resnet20.log", bind_gen},
      Command{"convert", "a trace log as a text to read and write, or a text as a log",
              "rematfuzz convert resnet20.log -o resnet20.trace", bind_convert},
      Command{"info", "what a trace holds and what its baseline needs",
              "rematfuzz info resnet20.log", bind_info},
      Command{"run", "simulate a trace at one budget",
              "rematfuzz run resnet20.log --ratio 0.3 --policy DTR", bind_run},
      Command{"sweep", "simulate a trace at a grid of ratios",
              "rematfuzz sweep resnet20.log --from 0.1 --to 0.5 --step 0.01", bind_sweep},
      Command{"map", "the exact outcome of every budget of a trace",
              "rematfuzz map resnet20.log --from 0.3 -o resnet20.map.json", bind_map},
      Command{"findings", "holes, inversions, cliffs and more, with exact extents",
              "rematfuzz findings resnet20.map.json", bind_findings},
      Command{"explain", "the anatomy of an oom, or of the most pinned moment of a run",
              "rematfuzz explain resnet20.log --ratio 0.2 --dot oom.dot", bind_explain},
      Command{"diff", "where two runs part that differ in their budget alone",
              "rematfuzz diff resnet20.log --ratio 0.2 --ratio 0.21", bind_diff},
      Command{"blame", "which storages have to stay for a bad run to come out better",
              "rematfuzz blame resnet20.log --ratio 0.3", bind_blame},
      Command{"recommend", "the budget to use, for somebody who has so much memory",
              "rematfuzz recommend resnet20.log --memory 7MiB --headroom 5%", bind_recommend},
      Command{"jitter", "what a budget comes to when costs vary as measurements do",
              "rematfuzz jitter resnet20.log --ratio 0.3 --noise 5% --samples 100", bind_jitter},
      Command{"compare", "traces and policies side by side, over all budgets",
              "rematfuzz compare resnet20.log --policies DTRLocal,LRU", bind_compare},
      Command{"hunt", "search for traces on which policies fail, over all budgets",
              "rematfuzz hunt --policy DTR,LRU --kind hole --time 2s", bind_hunt},
      Command{"minimize", "shrink a trace for as long as it shows a finding",
              "rematfuzz minimize resnet20.log --policy DTR --kind hole", bind_minimize},
      Command{"policies", "the policies and runtimes, with formulas", "rematfuzz policies",
              bind_policies},
      Command{"verify", "replay reference records and print what differs",
              "rematfuzz verify --traces traces records/*.jsonl", bind_verify},
  };
  return table;
}

}  // namespace rematfuzz::cli
