// gen: write the log of a training step of a model.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/report/run_report.h"
#include "cli/text/number.h"
#include "cli/text/output_file.h"
#include "cli/text/shell_word.h"
#include "cli/text/terminal.h"
#include "sim/base/error.h"
#include "sim/models/model.h"
#include "sim/trace/log_writer.h"

namespace rematfuzz::cli {

namespace {

struct GenArgs {
  const Model* model = nullptr;
  Arguments arguments;  // those given
  std::uint64_t seed = 0;
  std::string output = "-";
  bool json = false;
};

void write_log(const GenArgs& args, std::ostream& out) {
  generate(*args.model, args.arguments, args.seed,
           [&](const Instruction& instruction) { write_instruction(out, instruction); });
}

void add_model(CLI::App& app, const Model& model, const std::shared_ptr<GenArgs>& args) {
  CLI::App* sub = app.add_subcommand(model.name, model.description)->group("Models");
  add_whole_option(*sub, "--seed", args->seed, std::uint64_t{0},
                   std::numeric_limits<std::uint64_t>::max(),
                   "vary the costs as a profiler would (0: not at all)")
      ->type_name("N");
  sub->add_option("-o,--output", args->output, "the file to write; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  for (const ModelOption& option : model.options)
    add_parsed_option(
        *sub, std::string("--") + option.name,
        [&option](const std::string& text) { return parse_whole(text, option.min, option.max); },
        [args, &option](Int128 value) {
          args->arguments[option.name] = static_cast<std::int64_t>(value);
        },
        option.help)
        ->default_str(std::to_string(option.value))
        ->type_name(fmt::format("{}..{}", option.min, option.max));
  sub->add_flag("--json", args->json, "one JSON object about the file written (needs -o FILE)");
  const ModelOption& first = model.options.front();
  sub->footer(fmt::format("Example: rematfuzz gen {0} --{1} {2} -o {0}.log", model.name, first.name,
                          first.value));
  sub->callback([args, &model] { args->model = &model; });
}

Json gen_json(const GenArgs& args) {
  Json json;
  json["trace"] = std::filesystem::path(args.output).filename().string();
  json["model"] = args.model->name;
  for (const ModelOption& option : args.model->options) {
    const auto given = args.arguments.find(option.name);
    json["arguments"][option.name] = given == args.arguments.end() ? option.value : given->second;
  }
  json["seed"] = args.seed;
  return json;
}

// Some arguments turn out bad on the way only.
void check_arguments(const GenArgs& args) {
  generate(*args.model, args.arguments, args.seed, [](const Instruction&) {});
}

void write_stdout(const GenArgs& args) {
  check_arguments(args);  // what goes down a pipe cannot be taken back
  write_log(args, std::cout);
  if (!std::cout.flush()) throw stdout_error();
}

void write_file(const GenArgs& args) {
  OutputFile file(args.output);
  if (!file.whole()) check_arguments(args);
  write_log(args, file.stream());
  file.commit();
}

int write_output(const GenArgs& args) {
  const bool to_stdout = args.output == "-";
  if (args.json && to_stdout) throw InputError("--json needs a file for the log: -o FILE");
  const std::string seed = args.seed == 0 ? "" : fmt::format("seed {}", args.seed);
  if (to_stdout) {
    write_stdout(args);
    if (!seed.empty()) note(seed);
    return exit_fine;
  }
  write_file(args);
  if (args.json)
    print(json_text(gen_json(args)));
  else
    note(fmt::format("wrote {}{}; next: rematfuzz info {}", args.output,
                     seed.empty() ? "" : fmt::format(" ({})", seed), shell_word(args.output)));
  return exit_fine;
}

}  // namespace

std::function<int()> bind_gen(CLI::App& app) {
  auto args = std::make_shared<GenArgs>();
  app.require_subcommand(1);
  app.formatter(std::make_shared<CLI::Formatter>());  // its own: labels are the formatter's
  app.get_formatter()->label("SUBCOMMAND", "MODEL");
  for (const Model& model : models()) add_model(app, model, args);
  return [args]() -> int { return write_output(*args); };
}

}  // namespace rematfuzz::cli
