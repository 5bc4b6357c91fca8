// recommend: the budget to use, for somebody who has so much memory.
#include "sim/recommend/recommend.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "cli/commands/command.h"
#include "cli/commands/commands.h"
#include "cli/maps/map_trace.h"
#include "cli/options/setup_option.h"
#include "cli/options/threads_option.h"
#include "cli/options/trace_option.h"
#include "cli/report/recommend_report.h"
#include "cli/text/number.h"
#include "cli/text/quantity.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

// What is to stay free: bytes, or a percentage of the memory.
struct Headroom {
  Bytes bytes = 0;
  double percent = 0;

  Bytes of(Bytes memory) const {
    const double part = std::ceil(static_cast<double>(memory) * percent / 100);
    return std::min(memory, std::max(bytes, static_cast<Bytes>(part)));
  }
};

Headroom parse_headroom(const std::string& text) {
  if (!text.ends_with('%')) return {.bytes = parse_bytes(text), .percent = 0};
  const double percent = parse_number(text.substr(0, text.size() - 1), 0);
  if (percent >= 100) throw InputError(quote(text) + " leaves nothing");
  return {.bytes = 0, .percent = percent};
}

struct RecommendArgs {
  std::string trace;
  Bytes memory = 0;
  Headroom headroom;
  SetupOption setup;
  int threads = 0;
  bool json = false;
};

// All budgets up to `last`, inclusive.
BudgetRange up_to(BudgetRange range, Bytes last) {
  return {.from = range.from, .to = last == unlimited ? unlimited : last + 1};
}

std::optional<Regime> regime_or_none(const Regime* regime) {
  return regime == nullptr ? std::nullopt : std::optional(*regime);
}

// The smallest regime above `memory` that passes.
std::optional<Regime> first_pass_above(const RecommendArgs& args, const LoadedTrace& trace,
                                       const Setup& setup) {
  BudgetRange range = default_range(trace, setup);
  range.from = std::max(range.from, args.memory == unlimited ? unlimited : args.memory + 1);
  if (range.empty()) return std::nullopt;
  return regime_or_none(first_pass(map_trace(trace, setup, range, {.threads = args.threads})));
}

RecommendReport make_report(const RecommendArgs& args, const LoadedTrace& trace,
                            const Setup& setup) {
  const BudgetRange range = up_to(default_range(trace, setup), args.memory);
  RegimeMap map{.range = range, .regimes = {}, .missing = {}};
  if (!range.empty()) map = map_trace(trace, setup, range, {.threads = args.threads});
  const Bytes most = args.memory - args.headroom.of(args.memory);
  const auto troubles = troubles_of(map, trace.baseline, default_thresholds(trace.baseline));
  RecommendReport report{.trace = trace,
                         .setup = setup,
                         .memory = args.memory,
                         .most = most,
                         .advice = recommend_budget(map, troubles, most),
                         .smallest = regime_or_none(first_pass(map)),
                         .at_memory = regime_or_none(regime_at(map, args.memory))};
  if (!report.smallest) report.smallest = first_pass_above(args, trace, setup);
  return report;
}

}  // namespace

std::function<int()> bind_recommend(CLI::App& app) {
  auto args = std::make_shared<RecommendArgs>();
  add_trace_option(app, args->trace);
  add_parsed_option(
      app, "--memory", [](const std::string& text) { return parse_bytes(text); },
      [args](Bytes bytes) { args->memory = bytes; }, "what there is: 8GiB, 900MB, or bytes")
      ->type_name("BYTES")
      ->required();
  add_parsed_option(
      app, "--headroom", parse_headroom,
      [args](const Headroom& headroom) { args->headroom = headroom; },
      "what of it a budget must leave: bytes, or a percentage such as 5%")
      ->type_name("BYTES|P%");
  add_setup_option(app, args->setup);
  add_threads_option(app, args->threads);
  app.add_flag("--json", args->json, "one JSON object");
  return [args]() -> int {
    require_sound(args->setup);
    const LoadedTrace trace = load_trace(args->trace);
    const Setup setup = resolve_setup(args->setup, trace.trace, trace.baseline);
    const RecommendReport report = make_report(*args, trace, setup);
    print(args->json ? json_text(recommend_json(report)) : recommend_text(report));
    return report.advice ? exit_fine : exit_finding;
  };
}

}  // namespace rematfuzz::cli
