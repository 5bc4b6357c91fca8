#include "minimizer/finding_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/run/baseline.h"
#include "sim/run/run.h"

namespace rematfuzz::minimizer {

namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

template <class Number>
Number number_in(std::string_view text, std::string_view field) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0)
    throw InputError(fmt::format("{}: {} is no number that it can have", field, quote(text)));
  return number;
}

Outcome outcome_in(std::string_view text) {
  for (const Outcome outcome : {Outcome::pass, Outcome::oom, Outcome::thrash})
    if (text == name_of(outcome)) return outcome;
  throw InputError(fmt::format("expect: {} is none of pass, oom, thrash", quote(text)));
}

Expectation expectation_in(std::string_view text) {
  const std::vector<std::string_view> words = words_of(text);
  const bool passes =
      words.size() == 4 && words[1] == name_of(Outcome::pass) && words[2] == "clock";
  if (!passes && words.size() != 2)
    throw InputError(fmt::format(
        "expect: {} should be BUDGET pass clock NS, BUDGET oom or BUDGET thrash", quote(text)));
  Expectation expectation{.budget = number_in<Bytes>(words[0], "expect"),
                          .outcome = outcome_in(words[1])};
  if (passes) expectation.clock = number_in<Nanos>(words[3], "expect");
  if (expectation.outcome == Outcome::pass && !passes)
    throw InputError(fmt::format("expect: {} lacks the clock: BUDGET pass clock NS", quote(text)));
  return expectation;
}

std::string text_of(const Expectation& expectation) {
  const std::string text = fmt::format("{} {}", expectation.budget, name_of(expectation.outcome));
  return expectation.outcome == Outcome::pass ? fmt::format("{} clock {}", text, expectation.clock)
                                              : text;
}

}  // namespace

FindingRecord record_of(const Wanted& wanted, const Trace& trace, const Shown& shown,
                        std::string origin) {
  FindingRecord record{.kind = wanted.kind,
                       .policy = wanted.policy,
                       .runtime = wanted.runtime,
                       .seed = wanted.seed,
                       .overhead_limit = wanted.overhead_limit,
                       .mechanism = text(shown.mechanism),
                       .expectations = {},
                       .origin = std::move(origin)};
  RunOptions options;
  options.seed = wanted.seed;
  options.simulator.remat_limit = remat_limit(compute_baseline(trace), wanted.overhead_limit);
  std::vector<Bytes> budgets{shown.better};
  if (shown.worse != shown.better) budgets.push_back(shown.worse);
  for (const Bytes budget : budgets) {
    options.budget = budget;
    const RunResult result =
        run_trace(trace, *wanted.runtime, wanted.policy->name, *wanted.policy->policy, options);
    record.expectations.push_back({.budget = budget,
                                   .outcome = result.result,
                                   .clock = result.result == Outcome::pass ? result.clock : 0});
  }
  return record;
}

TraceTextHeader header_of(const FindingRecord& record) {
  TraceTextHeader header;
  const auto add = [&](std::string key, std::string value) {
    header.fields.emplace_back(std::move(key), std::move(value));
  };
  add("finding", std::string(name_of(record.kind)));
  add("policy", std::string(record.policy->name));
  add("runtime", std::string(record.runtime->name));
  if (record.seed != 0) add("seed", fmt::format("{}", record.seed));
  if (record.overhead_limit != Wanted().overhead_limit)
    add("overhead-limit", fmt::format("{}", record.overhead_limit));
  if (!record.mechanism.empty()) add("mechanism", record.mechanism);
  for (const Expectation& expectation : record.expectations) add("expect", text_of(expectation));
  if (!record.origin.empty()) add("origin", record.origin);
  return header;
}

std::optional<FindingRecord> record_in(const TraceTextHeader& header) {
  FindingRecord record;
  bool found = false;
  for (const auto& [key, value] : header.fields) {
    if (key == "finding") {
      record.kind = find_finding_kind(value);
      found = true;
    } else if (key == "policy") {
      record.policy = &find_policy(value);
    } else if (key == "runtime") {
      record.runtime = &find_runtime(value);
    } else if (key == "seed") {
      record.seed = number_in<std::uint64_t>(value, key);
    } else if (key == "overhead-limit") {
      record.overhead_limit = number_in<double>(value, key);
    } else if (key == "mechanism") {
      record.mechanism = value;
    } else if (key == "expect") {
      record.expectations.push_back(expectation_in(value));
    } else if (key == "origin") {
      record.origin = value;
    }
  }
  if (!found) return std::nullopt;
  if (record.policy == nullptr) throw InputError("the finding's header lacks 'policy: NAME'");
  if (record.runtime == nullptr) throw InputError("the finding's header lacks 'runtime: NAME'");
  if (record.overhead_limit < 1) throw InputError("overhead-limit: it must be at least 1");
  return record;
}

}  // namespace rematfuzz::minimizer
