// A trace named on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "sim/run/baseline.h"
#include "sim/trace/trace.h"

namespace rematfuzz::cli {

struct LoadedTrace {
  std::string path;
  std::string name;  // the file's name without its folders, as records have it
  Trace trace;
  Baseline baseline;
};

// Adds the positional argument TRACE.
void add_trace_option(CLI::App& app, std::string& path);

// Reads the log; says on standard error where it has no START line. Throws InputError.
LoadedTrace load_trace(const std::string& path);

}  // namespace rematfuzz::cli
