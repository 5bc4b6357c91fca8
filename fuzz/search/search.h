// What is searched for, as cells to be filled: for each cell the largest effect that any input
// shows is wanted.
//
// A search looks at one input after the other and says which cells it fills, and how well. It keeps
// nothing but memory: what it says of an input depends on the input alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/search/evaluator.h"
#include "fuzz/search/goal.h"
#include "fuzz/search/input.h"
#include "sim/policy/policy_table.h"
#include "sim/trace/trace.h"

namespace rematfuzz::fuzz {

struct Cell {
  std::string kind;  // as people call it: a goal's name, "shared", "runs_out", ...
  FindingKind finding = FindingKind::hole;
  const PolicyEntry* policy = nullptr;  // that does badly; nullptr: any
  const PolicyEntry* rival = nullptr;   // that does well at the same budget; nullptr: no matter
  std::string unit;
  unsigned (*level)(double size) = nullptr;

  // Whether its effects are findings of one policy, which have a mechanism.
  bool is_finding() const { return policy != nullptr && rival == nullptr; }
};

// That an input fills a cell.
struct Sighting {
  std::uint32_t cell = 0;
  Effect effect;
};

// How far an input goes in a direction that leads to effects: without such steps in between,
// search from nothing would not get to the first one.
struct Hint {
  std::uint32_t direction = 0;
  unsigned level = 0;  // below `levels`
};

// What a trace shows.
struct Look {
  std::vector<Sighting> sightings;  // each cell at most once
  std::vector<Hint> hints;

  void clear() {
    sightings.clear();
    hints.clear();
  }
};

class Search {
 public:
  Search(const EvaluatorOptions& options, std::vector<const PolicyEntry*> policies)
      : policies_(std::move(policies)), evaluator_(options) {}
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  virtual ~Search() = default;

  const std::vector<Cell>& cells() const { return cells_; }
  const std::vector<const PolicyEntry*>& policies() const { return policies_; }
  // Whether look() depends on the input's policy; else it is about all of them.
  bool goes_by_policy() const { return cells_[0].is_finding(); }
  const EvaluatorOptions& setup() const { return evaluator_.options(); }
  // Of the trace that was looked at last.
  const Baseline& baseline() const { return evaluator_.baseline(); }

  // Says what the trace shows; `policy` is the input's choice, modulo their number. The trace must
  // live until the next call.
  virtual void look(const Trace& trace, std::size_t policy, Look& look) = 0;

 protected:
  // The hints that a map gives, under the policy of that number.
  void add_hints(const RegimeMap& map, std::size_t policy, Look& look) const;

  std::vector<Cell> cells_;
  std::vector<const PolicyEntry*> policies_;
  Evaluator evaluator_;
};

struct SearchOptions {
  std::vector<const PolicyEntry*> policies;
  std::vector<const Goal*> goals;
  EvaluatorOptions evaluator;  // count_drift is the search's own to choose
  // What counts as thrash for the goal of that name (not above the evaluator's limit).
  double thrash_limit = 2;
};

// The goals under the policy that an input chooses.
std::unique_ptr<Search> make_goal_search(const SearchOptions& options);
// How many policies pass at one budget and run out at a larger one, the same two for all of them.
std::unique_ptr<Search> make_shared_search(const SearchOptions& options);
// For each ordered pair of policies: the first one runs out where the second passes (the widest
// such range of budgets, as a share of the peak), and the largest ratio of their overheads.
std::unique_ptr<Search> make_versus_search(const SearchOptions& options);

// The policies that are no other name of another one, in the order of the table.
std::vector<const PolicyEntry*> distinct_policies();

}  // namespace rematfuzz::fuzz
