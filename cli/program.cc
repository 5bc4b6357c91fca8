#include "cli/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "cli/commands/command.h"
#include "cli/text/terminal.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

// The parser of all commands, for these words: a command that is not among them is known by its
// name alone, since options take the most time. Once it has parsed, `action` is what the command
// does; that needs the parser still.
struct Program {
  CLI::App app{
      "Finds feasibility holes and overhead cliffs of rematerialization policies: a simulator of\n"
      "Dynamic Tensor Rematerialization, exact to the last eviction, and what searches with it.",
      "rematfuzz"};
  std::function<int()> action;

  explicit Program(const std::vector<std::string>& words);
};

Program::Program(const std::vector<std::string>& words) {
  app.set_version_flag("--version", REMATFUZZ_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.footer("rematfuzz COMMAND --help shows a command's options and an example.");
  for (const Command& command : command_table()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary)->group("Commands");
    sub->footer(std::string("Example: ") + command.example);
    if (std::ranges::find(words, command.name) == words.end()) continue;
    auto act = command.bind(*sub);
    sub->callback([this, act = std::move(act)] { action = act; });
  }
}

// One line about what is wrong with the arguments, and where to read on.
std::string usage_text(const CLI::ParseError& error, const CLI::App& app) {
  const CLI::App* at = &app;
  std::string command = app.get_name();
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    command += " " + at->get_name();
  }
  std::string what = printable(error.what());  // it has words as they were given
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
std::function<int()> finish_parse(const CLI::ParseError& error, const CLI::App& app) {
  if (error.get_exit_code() != 0) throw InputError(usage_text(error, app));
  std::ostringstream text;
  app.exit(error, text, text);
  return [text = std::move(text).str()]() -> int {
    print(text);
    return exit_fine;
  };
}

}  // namespace

std::function<int()> parse_program(std::vector<std::string> words) {
  auto program = std::make_shared<Program>(words);
  std::ranges::reverse(words);  // which is how the parser takes them
  try {
    program->app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return finish_parse(error, program->app);
  }
  return [program] { return program->action(); };
}

}  // namespace rematfuzz::cli
