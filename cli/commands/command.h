// A command of the program. Adding one is one new file and one line in command_table.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>

namespace rematfuzz::cli {

// What the program tells its caller.
enum ExitCode : int {
  exit_fine = 0,
  exit_finding = 1,        // a finding or a difference
  exit_bad_input = 2,      // bad usage or input
  exit_internal = 3,       // a bug of this program
  exit_interrupted = 130,  // by Ctrl-C; what was answered by then is printed
};

struct Command {
  const char* name;
  const char* summary;
  const char* example;
  // Adds the command's options to its parser; returns what to do once they are parsed, which
  // returns an ExitCode.
  std::function<int()> (*bind)(CLI::App&);
};

std::span<const Command> command_table();

}  // namespace rematfuzz::cli
