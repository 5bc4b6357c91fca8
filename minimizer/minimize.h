// Shrinks a program that shows something for as long as it still shows it.
//
// Greedy descent in the order of is_simpler(): each pass proposes candidates, the first one that is
// simpler and passes the test is gone on from. It ends where a whole round of passes finds nothing,
// so no single deletion of an operation, an argument or an output and no number lowered by one
// leaves a program that passes. (Delta debugging: Zeller and Hildebrandt, "Simplifying and
// Isolating Failure-Inducing Input", 2002; passes to a fixpoint as in C-Reduce.)
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "fuzz/program/program.h"
#include "minimizer/passes/pass.h"
#include "minimizer/wanted.h"

namespace rematfuzz::minimizer {

// What a candidate shows, if that is enough; `near`: what the program that it was made from does.
// Called from several threads, each with a slot of its own (below MinimizeOptions::slots) at a
// time. What it says must depend on candidate and `near` alone.
using Test =
    std::function<std::optional<Shown>(const fuzz::Program&, const Shown& near, std::size_t slot)>;

// Calls body(i) for all i below count, in any order, perhaps at the same time.
using Loop = std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

struct MinimizeOptions {
  std::vector<std::string_view> disabled;  // passes
  // So many candidates are looked at at once. Any number gives the same result: of several that
  // pass, the first one is taken, and what was looked at behind it is forgotten.
  std::size_t slots = 1;
  Loop loop = {};  // empty: one after the other
  // Whether to end here, with the best so far. Asked before each batch of candidates.
  std::function<bool()> stop = [] { return false; };
  std::function<void(const fuzz::Program&, const Shown&, const Pass&)> on_taken = {};
};

struct PassCount {
  std::size_t tried = 0;  // candidates that were tested
  std::size_t taken = 0;
};

struct Minimized {
  fuzz::Program program;
  Shown shown;
  std::vector<PassCount> counts;  // by pass of pass_table()
  bool complete = false;          // not stopped
  // The check at its end, where it is complete: single deletions and single decrements that were
  // tested, and those that would do. The latter is 0 unless passes were disabled.
  std::size_t checked = 0;
  std::size_t left = 0;
};

// REQUIRES: a valid program that shows `shown`, and passes the test.
Minimized minimize(fuzz::Program program, const Shown& shown, const Test& test,
                   const MinimizeOptions& options);

}  // namespace rematfuzz::minimizer
