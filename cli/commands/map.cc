// map: the exact outcome of every budget of a range.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/maps/checkpoint.h"
#include "cli/maps/interrupt.h"
#include "cli/maps/map_document.h"
#include "cli/maps/map_report.h"
#include "cli/maps/map_setup.h"
#include "cli/maps/map_trace.h"
#include "cli/options/range_option.h"
#include "cli/options/setup_option.h"
#include "cli/options/threads_option.h"
#include "cli/options/trace_option.h"
#include "cli/text/number.h"
#include "cli/text/output_file.h"
#include "cli/text/progress.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/terminal.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

struct MapArgs {
  std::string trace;
  RangeOption range;
  SetupOption setup;
  int threads = 0;
  Bytes memory_limit = 0;
  std::size_t most_regimes = 0;
  std::string checkpoint;
  bool drift = false;
  bool json = false;
  bool csv = false;
  bool all = false;
  std::string output = "-";

  bool saves() const { return output != "-"; }
};

void require_sound(const MapArgs& args) {
  args.range.require_sound();
  require_sound(args.setup);
  if (args.most_regimes > 0 && !args.checkpoint.empty())
    throw InputError("give either --max-regimes or --checkpoint, not both");
  if (args.drift && !args.checkpoint.empty())
    throw InputError("give either --drift or --checkpoint, not both");
  if (args.json && args.csv) throw InputError("give either --json or --csv, not both");
}

void write_map(const MapArgs& args, const MapDocument& document, const TextSink& sink) {
  if (args.csv)
    write_map_csv(document, sink);
  else
    write_map_json(document, sink);
}

void save(const MapArgs& args, const MapDocument& document, OutputFile& file) {
  write_map(args, document, [&](std::string_view text) {
    file.stream().write(text.data(), static_cast<std::streamsize>(text.size()));
  });
  file.commit();
}

// What 'findings' needs to find this map again.
std::string next_input(const MapArgs& args, const MapDocument& document, BudgetRange usual) {
  if (args.saves() && !args.csv) return shell_word(args.output);
  std::string text = fmt::format("{} {}", shell_word(args.trace), setup_options(document));
  const BudgetRange range = document.map.range;
  if (range.from != usual.from) text += fmt::format(" --from-bytes {}", range.from);
  if (range.to != usual.to)
    text += fmt::format(" --to-bytes {}", range.to == unlimited ? unlimited : range.to - 1);
  return text;
}

void report(const MapArgs& args, const MapDocument& document, BudgetRange usual) {
  const std::string next = next_input(args, document, usual);
  if (!args.json && !args.csv)
    print(map_text(
        document,
        {.all = args.all, .columns = static_cast<std::size_t>(stdout_columns()), .input = next}));
  else if (args.saves())
    note(fmt::format("wrote {}; next: rematfuzz findings {}", args.output, next));
  else
    write_map(args, document, print);
}

// Into how many parts a map with a checkpoint is cut: so much is lost at most.
constexpr std::size_t checkpoint_parts = 16;

RegimeMap make_map(const MapArgs& args, const LoadedTrace& trace, const Setup& setup,
                   BudgetRange range, const Interrupt& interrupt) {
  ProgressBar progress("map", trace.trace.steps.size());
  MapEffort effort{.threads = args.threads,
                   .memory_limit = static_cast<std::size_t>(args.memory_limit),
                   .most_regimes = args.most_regimes,
                   .count_drift = args.drift,
                   .stop = &interrupt.stopped(),
                   .on_progress = [&](std::size_t step) { progress.reach(step); }};
  std::optional<Checkpoint> checkpoint;
  if (!args.checkpoint.empty()) {
    const RegimeMap nothing{.range = range, .regimes = {}, .missing = {range}};
    checkpoint.emplace(args.checkpoint, make_document(trace, setup, nothing));
    effort.parts = checkpoint_parts;
    effort.known = checkpoint->known();
    effort.on_part = [&](const RegimeMap& map) { checkpoint->save(map); };
  }
  return map_trace(trace, setup, range, effort);
}

}  // namespace

std::function<int()> bind_map(CLI::App& app) {
  auto args = std::make_shared<MapArgs>();
  add_trace_option(app, args->trace);
  add_range_option(app, args->range);
  add_setup_option(app, args->setup);
  add_threads_option(app, args->threads);
  add_parsed_option(
      app, "--memory-limit", [](const std::string& text) { return parse_bytes(text); },
      [args](Bytes bytes) { args->memory_limit = bytes; },
      "what states may take, as 8GiB; by default half of the machine's memory")
      ->type_name("BYTES");
  add_whole_option(app, "--max-regimes", args->most_regimes, std::size_t{0},
                   std::size_t{1'000'000'000}, "only the uppermost N regimes; 0: all")
      ->type_name("N");
  app.add_option("--checkpoint", args->checkpoint,
                 "save what is answered there, part by part, and go on from it")
      ->type_name("FILE");
  app.add_flag("--drift", args->drift,
               "count decisions on neighbourhood sums that differ from a fresh walk");
  app.add_flag("--json", args->json, "one JSON object, which 'findings' can read");
  app.add_flag("--csv", args->csv, "a row for each regime");
  app.add_flag("--all", args->all, "show all segments and holes, not just the widest");
  app.add_option("-o,--output", args->output,
                 "save the map, too: as JSON, or as CSV with --csv; then print nothing else where "
                 "--json or --csv is given")
      ->type_name("FILE")
      ->capture_default_str();
  return [args]() -> int {
    require_sound(*args);
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    const BudgetRange usual = default_range(trace, setup);
    const BudgetRange range = args->range.resolve(trace.baseline, usual);
    std::optional<OutputFile> file;  // before the work, so that a bad name costs nothing
    if (args->saves()) file.emplace(args->output);
    const Interrupt interrupt;
    const MapDocument document =
        make_document(trace, setup, make_map(*args, trace, setup, range, interrupt));
    if (file) save(*args, document, *file);
    report(*args, document, usual);
    return interrupt.stopped() && !document.map.complete() ? exit_interrupted : exit_fine;
  };
}

}  // namespace rematfuzz::cli
