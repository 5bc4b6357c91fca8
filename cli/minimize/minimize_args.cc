#include "cli/minimize/minimize_args.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cli/options/threads_option.h"
#include "cli/text/duration.h"
#include "cli/text/number.h"
#include "cli/text/quantity.h"
#include "minimizer/passes/pass.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

void add_finding_options(CLI::App& app, MinimizeArgs& args) {
  app.add_option("--kind", args.kind,
                 "what to keep: hole, inversion, cliff, thrash_pocket or drift")
      ->type_name("KIND")
      ->capture_default_str();
  add_setup_option(app, args.setup);
  for (const char* name : {"--retain", "--neighborhood"}) app.remove_option(app.get_option(name));
  add_budget_option(app, args.budget);
  for (const char* name : {"--budget", "--ratio"})
    app.get_option(name)->description("the finding at this budget (default: the most serious one)");
  add_range_option(app, args.range);
  add_parsed_option(
      app, "--factor", [](const std::string& text) { return parse_number(text, 1); },
      [&args](double factor) { args.factor = factor; },
      "inversion, cliff: keep at least this factor (default: 1.25 and 2)")
      ->type_name("K");
  add_parsed_option(
      app, "--cliff-distance", parse_bytes, [&args](Bytes bytes) { args.cliff_distance = bytes; },
      "cliff: budgets at most so many bytes apart (default: 0.1 % of the peak, and at least 1)")
      ->type_name("BYTES");
}

constexpr std::array<std::string_view, 9> keep_words{"place",    "program",  "output_condition",
                                                     "frontier", "pinned",   "unpinned",
                                                     "nesting",  "turns-on", "none"};

void add_keep_options(CLI::App& app, MinimizeArgs& args) {
  app.add_option("--keep", args.keep,
                 "what of the mechanism to keep, with commas: place (in the program or at its "
                 "end; or ask for it: program, output_condition), frontier (fully pinned or not; "
                 "pinned, unpinned), nesting, turns-on; or none")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  add_whole_option(app, "--keep-nesting", args.keep_nesting, std::size_t{0}, std::size_t{1'000'000},
                   "keep at least so many rematerializations pending at the worst moment")
      ->type_name("N")
      ->default_str("");
  app.add_option("--check", args.check,
                 "keep what this command says, run with the candidate's file as its last argument: "
                 "exit code 0 keeps it")
      ->type_name("COMMAND");
}

}  // namespace

void add_minimize_options(CLI::App& app, MinimizeArgs& args) {
  app.add_option("TRACE", args.trace, "a trace log or text (also .gz or .zst)")->type_name("");
  add_finding_options(app, args);
  add_keep_options(app, args);
  add_parsed_option(
      app, "--time", parse_duration, [&args](double seconds) { args.seconds = seconds; },
      "end after so long with the smallest one so far: 90s, 10m")
      ->type_name("TIME");
  add_threads_option(app, args.threads);
  app.add_option("--disable-pass", args.disabled, "leave a pass out (repeatable)")
      ->type_name("PASS")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--list-passes", args.list_passes, "list the passes");
  app.add_option("-o,--output", args.output,
                 "the file to write (default: the trace's name with .min.trace, in this folder)")
      ->type_name("FILE");
  app.add_flag("--json", args.json, "one JSON object: the finding, sizes, passes");
}

void require_sound(const MinimizeArgs& args) {
  if (args.trace.empty()) throw InputError("TRACE is required");
  find_finding_kind(args.kind);
  require_sound(args.setup);
  if (!find_policy(args.setup.policy).policy->has_regimes())
    throw InputError(
        fmt::format("{} reads the budget: its runs have no regimes, so there is no map "
                    "to look for findings in",
                    args.setup.policy));
  args.range.require_sound();
  if (args.budget.bytes || args.budget.ratio) args.budget.require_one();
  for (const std::string& word : args.keep)
    if (std::ranges::find(keep_words, word) == keep_words.end())
      throw InputError(
          fmt::format("--keep: {} is none of {}", quote(word), fmt::join(keep_words, ", ")));
  for (const std::string& name : args.disabled)
    if (std::ranges::find(minimizer::pass_table(), name, &minimizer::Pass::name) ==
        minimizer::pass_table().end())
      throw InputError(fmt::format("no pass {}; --list-passes lists them", quote(name)));
}

minimizer::Wanted wanted_of(const MinimizeArgs& args) {
  const auto keeps = [&](std::string_view word) {
    return std::ranges::find(args.keep, word) != args.keep.end();
  };
  minimizer::Wanted wanted;
  wanted.kind = find_finding_kind(args.kind);
  wanted.policy = &find_policy(args.setup.policy);
  wanted.runtime = &find_runtime(args.setup.runtime);
  wanted.seed = args.setup.seed;
  wanted.overhead_limit = args.setup.overhead_limit.value_or(wanted.overhead_limit);
  wanted.inversion_factor = args.factor.value_or(wanted.inversion_factor);
  wanted.cliff_factor = args.factor.value_or(wanted.cliff_factor);
  wanted.cliff_distance = args.cliff_distance;
  wanted.keep = {.place = keeps("place") || keeps("program") || keeps("output_condition"),
                 .frontier = keeps("frontier") || keeps("pinned") || keeps("unpinned"),
                 .nesting = keeps("nesting"),
                 .turns_on = keeps("turns-on"),
                 .depth = args.keep_nesting};
  return wanted;
}

Mechanism asked_for(const MinimizeArgs& args, Mechanism mechanism) {
  for (const std::string& word : args.keep) {
    if (word == name_of(Place::program)) mechanism.place = Place::program;
    if (word == name_of(Place::output_condition)) mechanism.place = Place::output_condition;
    if (word == "pinned") mechanism.fully_pinned = true;
    if (word == "unpinned") mechanism.fully_pinned = false;
  }
  return mechanism;
}

}  // namespace rematfuzz::cli
