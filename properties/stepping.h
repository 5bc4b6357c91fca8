// A run step by step, with a look at its state in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "properties/case.h"
#include "sim/run/simulator.h"

namespace rematfuzz::properties {

// Where in a step a look is taken.
enum class Moment : std::uint8_t { evicted, ready, computed, step_done };

std::string text(Moment moment, std::size_t step);

using Look = std::function<void(Simulator&, Progress&, Moment)>;

// Runs the case as run() does, and looks at each such moment.
RunResult run_looking(const Case& of, const Look& look);

// Goes on to the end from where the two stand, between two steps. The simulator's place goes along.
Outcome go_on(Simulator& simulator, Progress& run, Bytes budget, const Look& look);
// The same from the middle of a step, from where a look was taken.
Outcome go_on_from(Simulator& simulator, Progress& run, Moment moment, Bytes budget);

}  // namespace rematfuzz::properties
