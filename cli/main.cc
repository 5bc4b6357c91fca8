// rematfuzz: the command.
#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <string>

#include "cli/commands/command.h"
#include "cli/text/terminal.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {
namespace {

int run_program(int argc, char** argv) {
  CLI::App app{
      "Finds feasibility holes and overhead cliffs of rematerialization policies: a simulator of "
      "Dynamic Tensor Rematerialization, exact to the last eviction, and what searches with it.",
      "rematfuzz"};
  app.set_version_flag("--version", REMATFUZZ_VERSION);
  app.require_subcommand(1);
  app.footer("rematfuzz COMMAND --help shows a command's options and an example.");
  std::function<int()> action;
  for (const Command& command : command_table()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->footer(std::string("Example: ") + command.example);
    auto act = command.bind(*sub);
    sub->callback([&action, act = std::move(act)] { action = act; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_fine : exit_bad_input;
  }
  return action();
}

}  // namespace
}  // namespace rematfuzz::cli

int main(int argc, char** argv) {
  using namespace rematfuzz;  // NOLINT(google-build-using-namespace)
  try {
    return cli::run_program(argc, argv);
  } catch (const InputError& error) {
    cli::note(error.what());
    return cli::exit_bad_input;
  } catch (const std::exception& error) {
    cli::note(std::string("internal error: ") + error.what());
    return cli::exit_internal;
  }
}
