// How many threads a command may use.
#pragma once

#include <CLI/CLI.hpp>

namespace rematfuzz::cli {

// Adds --threads; 0 (the default) means one for each core.
void add_threads_option(CLI::App& app, int& threads);

}  // namespace rematfuzz::cli
