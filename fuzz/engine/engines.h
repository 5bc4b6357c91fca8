// The engines; engine.h says what they take.
#pragma once

#include "fuzz/engine/engine.h"

namespace rematfuzz::fuzz {

// Coverage-guided, with what feedback.h says and mutations that know programs.
void run_libfuzzer(Session& session, const EngineOptions& options);
// Changes of what is known of each cell and mechanism, each as often.
void run_map_elites(Session& session, const EngineOptions& options);
// Each input drawn anew, with swarm switches.
void run_random(Session& session, const EngineOptions& options);
// The simplest generator: calls of one output, at most two arguments from the last four names that
// are held, sizes and costs 1 to 3, random releases. What others are measured against.
void run_uniform(Session& session, const EngineOptions& options);
// Simulated annealing on the logarithm of one cell's effect after the other.
void run_anneal(Session& session, const EngineOptions& options);

}  // namespace rematfuzz::fuzz
