// rematfuzz: the command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <filesystem>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/text/terminal.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {
namespace {

// One line about what is wrong with the arguments, and where to read on.
std::string usage_text(const CLI::ParseError& error, const CLI::App& app) {
  const CLI::App* at = &app;
  std::string command = app.get_name();
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    command += " " + at->get_name();
  }
  std::string what = error.what();
  if (at->get_require_subcommand_min() > 0) {
    const std::string label = at->get_formatter()->get_label("SUBCOMMAND");
    const std::vector<std::string> given = at->remaining();
    std::string names;
    for (const CLI::App* sub : at->get_subcommands({}))
      names.append(names.empty() ? "" : ", ").append(sub->get_name());
    what = given.empty()
               ? fmt::format("{} is missing: one of {}", label, names)
               : fmt::format("{} is no {}: there are {}", quote(given.front()), label, names);
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const bool repeated = what.find("received") != std::string::npos;
    what = what.substr(0, what.find(':')) + (repeated ? " is given twice" : " lacks its value");
  }
  return fmt::format("{}; see {} --help", what, command);
}

// What of the program's own options ends it at once: --help, --version.
int finish_parse(const CLI::ParseError& error, const CLI::App& app) {
  if (error.get_exit_code() != 0) throw InputError(usage_text(error, app));
  std::ostringstream text;
  app.exit(error, text, text);
  print(text.view());
  return exit_fine;
}

int run_program(int argc, char** argv) {
  CLI::App app{
      "Finds feasibility holes and overhead cliffs of rematerialization policies: a simulator of\n"
      "Dynamic Tensor Rematerialization, exact to the last eviction, and what searches with it.",
      "rematfuzz"};
  app.set_version_flag("--version", REMATFUZZ_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.footer("rematfuzz COMMAND --help shows a command's options and an example.");
  std::function<int()> action;
  for (const Command& command : command_table()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary)->group("Commands");
    sub->footer(std::string("Example: ") + command.example);
    auto act = command.bind(*sub);
    sub->callback([&action, act = std::move(act)] { action = act; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return finish_parse(error, app);
  }
  return action();
}

}  // namespace
}  // namespace rematfuzz::cli

int main(int argc, char** argv) {
  using namespace rematfuzz;      // NOLINT(google-build-using-namespace)
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its write
  try {
    return cli::run_program(argc, argv);
  } catch (const InputError& error) {
    cli::note(error.what());
    return cli::exit_bad_input;
  } catch (const std::filesystem::filesystem_error& error) {
    cli::note(error.path1().string() + ": " + error.code().message());
    return cli::exit_bad_input;
  } catch (const std::bad_alloc&) {
    cli::note("out of memory");
    return cli::exit_internal;
  } catch (const std::exception& error) {
    cli::note(std::string("internal error: ") + error.what());
    return cli::exit_internal;
  }
}
