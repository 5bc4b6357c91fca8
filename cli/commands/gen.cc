// gen: write the log of a training step of a model.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/text/output_file.h"
#include "cli/text/terminal.h"
#include "sim/models/model.h"
#include "sim/trace/log_writer.h"

namespace rematfuzz::cli {

namespace {

struct Args {
  const Model* model = nullptr;
  Arguments arguments;
  std::uint64_t seed = 0;
  std::string output = "-";
};

void write_log(const Args& args, std::ostream& out) {
  generate(*args.model, args.arguments, args.seed,
           [&](const Instruction& instruction) { write_instruction(out, instruction); });
}

void add_model(CLI::App& app, const Model& model, const std::shared_ptr<Args>& args) {
  CLI::App* sub = app.add_subcommand(model.name, model.description);
  sub->add_option("--seed", args->seed, "vary the costs as a profiler would (0: not at all)")
      ->capture_default_str();
  sub->add_option("-o,--output", args->output, "the file to write; - is standard output")
      ->capture_default_str();
  for (const ModelOption& option : model.options) {
    auto* added = sub->add_option_function<std::int64_t>(
        std::string("--") + option.name,
        [args, name = std::string(option.name)](const std::int64_t& value) {
          args->arguments[name] = value;
        },
        option.help);
    added->default_str(std::to_string(option.value));
    added->type_name(fmt::format("{}..{}", option.min, option.max));
  }
  sub->callback([args, &model] { args->model = &model; });
}

int write_output(const Args& args) {
  if (args.output == "-") {
    // Some arguments turn out bad on the way only; what goes down a pipe cannot be taken back.
    generate(*args.model, args.arguments, args.seed, [](const Instruction&) {});
    write_log(args, std::cout);
    if (!std::cout.flush()) throw std::runtime_error("cannot write to standard output");
    return exit_fine;
  }
  OutputFile file(args.output);
  write_log(args, file.stream());
  file.commit();
  note(fmt::format("wrote {}; next: rematfuzz info {}", args.output, args.output));
  return exit_fine;
}

}  // namespace

std::function<int()> bind_gen(CLI::App& app) {
  auto args = std::make_shared<Args>();
  app.require_subcommand(1);
  for (const Model& model : models()) add_model(app, model, args);
  return [args]() -> int { return write_output(*args); };
}

}  // namespace rematfuzz::cli
