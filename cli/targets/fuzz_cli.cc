// Fuzzes the command line: each line of an input is a word after the program's name. The words are
// parsed as a command, alone and in options that commands share, and never acted on. Whatever they
// are, they give values within their bounds or an InputError with a printable message of one line;
// and a value that the program writes for somebody to give back is taken for the same value.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/compare/compare_report.h"
#include "cli/compare/policy_list.h"
#include "cli/hunt/hunt_plan.h"
#include "cli/options/budget_option.h"
#include "cli/options/budget_pair.h"
#include "cli/options/findings_option.h"
#include "cli/options/noise_option.h"
#include "cli/options/range_option.h"
#include "cli/options/setup_option.h"
#include "cli/program.h"
#include "cli/text/decimal.h"
#include "cli/text/duration.h"
#include "cli/text/number.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/split.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {
namespace {

using Words = std::vector<std::string>;

[[noreturn]] void fail(std::string_view what, std::string_view expected, std::string_view got) {
  const std::string text =
      fmt::format("fuzz_cli: {}: expected {}, got {}\n", what, expected, printable(got));
  std::fputs(text.c_str(), stderr);
  std::abort();
}

void expect(bool holds, std::string_view what, std::string_view expected, std::string_view got) {
  if (!holds) fail(what, expected, got);
}

// What `parse` returns; nothing: an InputError, as it should be.
template <class Parse>
auto tried(std::string_view what, Parse parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const InputError& error) {
    const std::string message = error.what();
    expect(!message.empty(), what, "a message", "an empty one");
    expect(message == printable(message), what, printable(message), "control characters in it");
  } catch (const std::exception& error) {
    fail(what, "a value or an InputError", error.what());
  }
  return std::nullopt;
}

// What `parse` makes of a text that the program wrote.
template <class Parse>
auto again(std::string_view what, const std::string& text, Parse parse) -> decltype(parse(text)) {
  try {
    return parse(text);
  } catch (const std::exception& error) {
    fail(what, fmt::format("to take {}, which is its own", quote(text)), error.what());
  }
}

void check_bytes(const std::string& word) {
  const auto parse = [](const std::string& text) { return parse_bytes(text); };
  const auto bytes = tried("parse_bytes", [&] { return parse(word); });
  if (!bytes) return;
  expect(*bytes >= 0, "parse_bytes", "no negative amount", fmt::format("{}", *bytes));
  expect(!show_bytes(*bytes).empty(), "show_bytes", "a text", "none");
  const Bytes taken = again("parse_bytes", fmt::format("{}", *bytes), parse);
  expect(taken == *bytes, "parse_bytes again", fmt::format("{}", *bytes), fmt::format("{}", taken));
}

void check_whole(const std::string& word, Int128 min, Int128 max) {
  const auto parse = [&](const std::string& text) { return parse_whole(text, min, max); };
  const auto value = tried("parse_whole", [&] { return parse(word); });
  if (!value) return;
  const std::string text = fmt::format("{}", *value);
  expect(*value >= min && *value <= max, "parse_whole", fmt::format("{} to {}", min, max), text);
  const Int128 taken = again("parse_whole", text, parse);
  expect(taken == *value, "parse_whole again", text, fmt::format("{}", taken));
}

void check_number(const std::string& word, double min) {
  const auto parse = [&](const std::string& text) { return parse_number(text, min); };
  const auto value = tried("parse_number", [&] { return parse(word); });
  if (!value) return;
  const std::string text = fmt::format("{}", *value);
  expect(std::isfinite(*value) && *value >= min, "parse_number", fmt::format("from {} up", min),
         text);
  const double taken = again("parse_number", text, parse);
  expect(taken == *value, "parse_number again", text, fmt::format("{}", taken));
}

// A hunt's command gives its time in seconds.
void check_duration(const std::string& word) {
  const auto parse = [](const std::string& text) { return parse_duration(text); };
  const auto seconds = tried("parse_duration", [&] { return parse(word); });
  if (!seconds) return;
  constexpr double most = 1000 * 3600;
  const std::string text = fmt::format("{}s", *seconds);
  expect(*seconds > 0 && *seconds <= most, "parse_duration", "more than 0, at most 1000h", text);
  expect(!show_duration(*seconds).empty(), "show_duration", "a text", "none");
  const double taken = again("parse_duration", text, parse);
  expect(taken == *seconds, "parse_duration again", text, fmt::format("{}s", taken));
}

void check_decimal(const std::string& word) {
  const auto parse = [](const std::string& text) { return parse_decimal(text); };
  const auto value = tried("parse_decimal", [&] { return parse(word); });
  if (!value) return;
  const Decimal taken = again("parse_decimal", value->text(), parse);
  expect(taken.units == value->units && taken.decimals == value->decimals, "parse_decimal again",
         value->text(), taken.text());
  expect(again("parse_number", value->text(),
               [](const std::string& text) { return parse_number(text, 0); }) == value->nearest(),
         "the nearest double", value->text(), fmt::format("{}", value->nearest()));
}

void check_noise(const std::string& word) {
  const auto parse = [](const std::string& text) { return parse_noise(text); };
  const auto noise = tried("parse_noise", [&] { return parse(word); });
  if (!noise) return;
  const std::string text = noise_text(*noise);
  expect(noise->parts >= 0 && noise->parts <= Noise::whole, "parse_noise", "0 to 1", text);
  const Noise taken = again("parse_noise", text, parse);
  expect(taken.parts == noise->parts, "parse_noise again", text, noise_text(taken));
}

void check_split(const std::string& word) {
  const std::vector<std::string> parts = split_list(word);
  expect(fmt::format("{}", fmt::join(parts, ",")) == word, "split_list", quote(word),
         fmt::format("{}", fmt::join(parts, " , ")));
}

void check_policies(const std::string& word) {
  for (const char* name : {"RuntimeV1", "RuntimeV2EagerOptimized"}) {
    const Runtime& runtime = find_runtime(name);
    const auto parse = [&](const std::string& text) { return parse_policies(text, runtime); };
    const auto policies = tried("parse_policies", [&] { return parse(word); });
    if (!policies) continue;
    const std::string text = fmt::format("{}", fmt::join(*policies, ","));
    expect(!policies->empty(), "parse_policies", "a policy", "none");
    expect(again("parse_policies", text, parse) == *policies, "parse_policies again", text, "more");
  }
}

// Tables that are looked into by names.
void check_names(const std::string& word) {
  const auto check = [&](std::string_view what, auto find) {
    const auto found = tried(what, [&] { return std::string(find(word)); });
    expect(!found || *found == word, what, quote(word), found.value_or(""));
  };
  check("find_policy", [](const std::string& name) { return find_policy(name).name; });
  check("find_runtime", [](const std::string& name) { return find_runtime(name).name; });
  check("find_goal", [](const std::string& name) { return fuzz::find_goal(name).name; });
  check("find_engine", [](const std::string& name) { return fuzz::find_engine(name).name; });
  check("find_finding_kind",
        [](const std::string& name) { return name_of(find_finding_kind(name)); });
  tried("find_compare_format", [&] { return find_compare_format(word); });
}

// The words that a shell makes of a command. REQUIRES: nothing but shell_word() quoted in it.
Words shell_words(std::string_view command) {
  Words words(1);
  bool quoted = false;
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (c == '\'')
      quoted = !quoted;
    else if (c == '\\' && !quoted)
      words.back() += command[++at];
    else if (c == ' ' && !quoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

void check_shell_word(const std::string& word) {
  const Words words = shell_words(shell_word(word));
  expect(words.size() == 1 && words.front() == printable(word), "shell_word", quote(word),
         shell_word(word));
}

void check_word(const std::string& word) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  check_bytes(word);
  check_whole(word, 0, most);
  check_whole(word, -9, 9);
  check_number(word, 0);
  check_number(word, 1);
  check_duration(word);
  check_decimal(word);
  check_noise(word);
  check_split(word);
  check_policies(word);
  check_names(word);
  check_shell_word(word);
}

// A grid of the first three words that are decimals.
void check_grid(const Words& words) {
  std::vector<Decimal> found;
  for (const std::string& word : words)
    if (const auto value = tried("parse_decimal", [&] { return parse_decimal(word); }))
      found.push_back(*value);
  if (found.size() < 3) return;
  const Decimal from = found[0];
  const Decimal to = found[1];
  const Decimal step = found[2];
  // Between a few points and too many there is nothing new, only time.
  constexpr double few = 1'000;
  constexpr double too_many = 1'000'100;
  const double steps = (to.nearest() - from.nearest()) / step.nearest();
  if (steps > few && steps < too_many) return;
  const auto grid = tried("decimal_grid", [&] { return decimal_grid(from, to, step); });
  if (!grid) return;
  expect(!grid->empty() && grid->front().nearest() == from.nearest(), "decimal_grid starts",
         from.text(), grid->empty() ? "no point" : grid->front().text());
  expect(grid->back().nearest() <= to.nearest(), "decimal_grid ends", "at most " + to.text(),
         grid->back().text());
  for (const Decimal& point : *grid)
    expect(point.decimals == grid->front().decimals, "decimal_grid",
           "as many decimals as the first", point.text());
}

// The values that follow an option's name.
Words values_of(const Words& words, std::string_view option) {
  Words values;
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i - 1] == option) values.push_back(words[i]);
  return values;
}

void set_last(const Words& words, std::string_view option, std::string& target) {
  const Words values = values_of(words, option);
  if (!values.empty()) target = values.back();
}

const Baseline& some_baseline() {
  static const Baseline baseline = [] {
    Baseline made;
    made.peak_memory = 1'000'003;
    made.model_compute = 1'000;
    return made;
  }();
  return baseline;
}

void check_budget_pair(const Words& words) {
  const BudgetPair pair{values_of(words, "--ratio"), values_of(words, "--budget")};
  const auto budgets = tried("BudgetPair", [&] {
    pair.require_two();
    return pair.resolve(some_baseline());
  });
  if (!budgets) return;
  const auto& [first, second] = *budgets;
  expect(first.bytes >= 0 && first.bytes <= second.bytes, "BudgetPair", "the smaller one first",
         fmt::format("{} and {}", first.bytes, second.bytes));
}

// Options that commands share.
struct Shared {
  BudgetOption budget;
  RangeOption range;
  FindingsOption findings;
  SetupOption setup;

  // Throws InputError.
  static Shared parse(Words words) {
    Shared shared;
    CLI::App app;
    app.allow_extras();
    add_budget_option(app, shared.budget);
    add_range_option(app, shared.range);
    add_findings_option(app, shared.findings);
    add_setup_option(app, shared.setup);
    std::ranges::reverse(words);
    try {
      app.parse(std::move(words));
    } catch (const CLI::ParseError&) {
      return shared;  // as far as it came
    }
    return shared;
  }
};

void check_shared(const Words& words) {
  const auto shared = tried("shared options", [&] { return Shared::parse(words); });
  if (!shared) return;
  const Baseline& baseline = some_baseline();
  const auto budget = tried("BudgetOption", [&] {
    shared->budget.require_one();
    return shared->budget.resolve(baseline).bytes;
  });
  expect(!budget || *budget >= 0, "BudgetOption", "no negative budget",
         fmt::format("{}", budget.value_or(0)));
  const auto range = tried("RangeOption", [&] {
    shared->range.require_sound();
    return shared->range.resolve(baseline, {.from = 1000, .to = baseline.peak_memory + 1});
  });
  expect(!range || (range->from >= 0 && range->from < range->to), "RangeOption", "a range",
         range ? fmt::format("{} to {}", range->from, range->to) : "");
  tried("FindingsOption", [&] {
    shared->findings.require_sound();
    return shared->findings.thresholds(baseline).cliff_distance;
  });
  tried("SetupOption", [&] {
    require_sound(shared->setup);
    return true;
  });
}

// The command that repeats a hunt is one.
void check_hunt(const Words& words) {
  if (words.empty() || words.front() != "hunt") return;
  HuntArgs args;
  args.seed = words.size();
  args.from = values_of(words, "--from");
  set_last(words, "--policy", args.policies);
  set_last(words, "--kind", args.kinds);
  set_last(words, "--versus", args.versus);
  set_last(words, "--engine", args.engine);
  set_last(words, "--runtime", args.runtime);
  const auto plan = tried("make_plan", [&] { return make_plan(args); });
  if (!plan) return;
  Words command = shell_words(plan->command);
  command.erase(command.begin());
  again("parse_program", plan->command, [&](const std::string&) { return parse_program(command); });
}

void check_program(const Words& words) {
  const auto action = tried("parse_program", [&] { return parse_program(words); });
  expect(!action || *action, "parse_program", "something to do", "nothing");
}

// No word on a command line has a byte 0.
Words words_of(std::string_view text) {
  Words words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(std::string_view("\n\0", 2)), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace
}  // namespace rematfuzz::cli

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rematfuzz::cli;        // NOLINT(google-build-using-namespace)
  constexpr std::size_t longest = 4096;  // longer ones only repeat what shorter ones do
  if (size > longest) return 0;
  const Words words = words_of({reinterpret_cast<const char*>(data), size});
  for (const std::string& word : words) check_word(word);
  check_grid(words);
  check_budget_pair(words);
  check_shared(words);
  check_hunt(words);
  check_program(words);
  return 0;
}
