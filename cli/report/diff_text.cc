#include <fmt/format.h>

#include <functional>
#include <string_view>

#include "cli/report/anatomy_report.h"
#include "cli/report/diff_report.h"
#include "cli/report/names.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/anatomy/side_by_side.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

constexpr std::array run_names{"A", "B"};

std::string heading_text(const DiffSubject& subject) {
  Table table;
  table.add({{"trace"}, {printable(subject.trace.name), Style::strong}});
  table.add({{"policy"}, {setup_text(subject.setup, subject.trace.trace)}});
  for (std::size_t run = 0; run < 2; ++run)
    table.add({{run_names[run]},
               {fmt::format("{}, ratio {:.6g}", exact_bytes(subject.budgets[run].bytes),
                            subject.budgets[run].ratio)}});
  return table.text();
}

std::string equal_text(const RunResult& result) {
  const std::string range =
      result.smallest_refused == unlimited
          ? fmt::format("from {} bytes up", whole_bytes(result.peak_memory))
          : fmt::format("from {} to {} bytes", whole_bytes(result.peak_memory),
                        whole_bytes(result.smallest_refused - 1));
  return fmt::format("equal: both budgets give the same run, as all do {} (a regime)\n", range);
}

std::string parting_text(const DiffSubject& subject, const Comparison& parting) {
  const Trace& trace = subject.trace.trace;
  return fmt::format(
      "first comparison that differs: {}, {} deep, {} = {}\n"
      "  {} in use + {} asked for = {}: {} short in A, {} to spare in B\n",
      step_text(trace, parting.step), show_count(parting.depth), tensor_text(trace, parting.target),
      call_text(trace, parting.target), whole_bytes(parting.memory), whole_bytes(parting.need),
      whole_bytes(parting.request()), whole_bytes(parting.request() - subject.budgets[0].bytes),
      whole_bytes(subject.budgets[1].bytes - parting.request()));
}

std::string side_text(const Trace& trace, const EvictionSide& side) {
  const Eviction& eviction = side.eviction;
  std::string why = eviction.cause == EvictionCause::release
                        ? "by its last release"
                        : "for good, as nothing can ask for it";
  if (eviction.cause == EvictionCause::choice)
    why = fmt::format("by choice, for {} = {}", tensor_text(trace, eviction.target),
                      call_text(trace, eviction.target));
  return fmt::format("{} {}, {} (number {} of all)", storage_text(trace, eviction.storage), why,
                     step_text(trace, eviction.step), show_count(side.number));
}

std::string number_text(const std::optional<Nanos>& number) {
  return number ? whole_bytes(*number) : "-";
}

void add_parts(Table& table, const std::string& run, const std::string& storage,
               const std::optional<ScoreParts>& parts) {
  if (!parts) {
    table.add({{run}, {storage}, {"no candidate"}, {""}, {""}, {""}, {""}, {""}, {""}});
    return;
  }
  table.add({{run},
             {storage},
             {parts->score ? fmt::format("{:.10g}", *parts->score) : "none"},
             {number_text(parts->compute)},
             {number_text(parts->forward_sum)},
             {number_text(parts->reverse_sum)},
             {number_text(parts->class_sum)},
             {whole_bytes(parts->size)},
             {number_text(parts->staleness)}});
}

// What the policy read of both victims, in either run in which it chose.
std::string scores_text(const Trace& trace, const EvictionSplit& split) {
  Table table(
      {"in run", "storage", "score", "compute", "forward", "reverse", "classes", "size", "stale"},
      {Align::left, Align::left, Align::right, Align::right, Align::right, Align::right,
       Align::right, Align::right, Align::right});
  bool any = false;
  for (std::size_t run = 0; run < 2; ++run) {
    const auto& side = split.sides[run];
    if (!side || side->eviction.cause != EvictionCause::choice) continue;
    any = true;
    for (std::size_t i = 0; i < 2; ++i)
      if (const auto& other = split.sides[i])
        add_parts(table, run_names[run], storage_text(trace, other->eviction.storage),
                  side->scores[i]);
  }
  return any ? table.text() : "";
}

std::string split_text(const Trace& trace, std::string_view what,
                       const std::optional<EvictionSplit>& split) {
  if (!split) return fmt::format("{}: none\n", what);
  std::string text = fmt::format("{}: number {}\n", what, show_count(split->number));
  for (std::size_t run = 0; run < 2; ++run) {
    const auto& side = split->sides[run];
    text +=
        fmt::format("  {}: {}\n", run_names[run], side ? side_text(trace, *side) : "none any more");
  }
  return text + scores_text(trace, *split);
}

std::string per_storage_text(const RunResult& result) {
  if (result.evicted_storages == 0) return "-";
  return fmt::format("{:.3f}", static_cast<double>(result.evictions) /
                                   static_cast<double>(result.evicted_storages));
}

std::string runs_text(const DiffSubject& subject) {
  Table table({"", "A", "B"}, {Align::left, Align::right, Align::right});
  const auto& runs = subject.divergence.runs;
  table.add({{"result"},
             {std::string(name_of(runs[0].result.result)), style_of(runs[0].result.result)},
             {std::string(name_of(runs[1].result.result)), style_of(runs[1].result.result)}});
  const auto add = [&](const char* name, const std::function<std::string(const History&)>& value) {
    table.add({{name}, {value(runs[0])}, {value(runs[1])}});
  };
  add("overhead",
      [&](const History& run) { return overhead_text(subject.trace.baseline, run.result); });
  add("rematerialized", [](const History& run) { return show_time(run.result.remat_compute); });
  add("evictions", [](const History& run) { return show_count(run.result.evictions); });
  add("  by choice", [](const History& run) { return show_count(run.choices()); });
  add("  of different storages",
      [](const History& run) { return show_count(run.result.evicted_storages); });
  add("  of each of them", [](const History& run) { return per_storage_text(run.result); });
  add("peak memory", [](const History& run) { return whole_bytes(run.result.peak_memory); });
  add("peak pinned", [](const History& run) { return whole_bytes(run.pressure.pinned.bytes); });
  add("  storages", [](const History& run) { return show_count(run.pressure.pinned.storages); });
  add("  nesting depth", [](const History& run) { return show_count(run.pressure.depth); });
  add("deepest nesting", [](const History& run) { return show_count(run.pressure.deepest); });
  return table.text();
}

std::string sets_text(const DiffSubject& subject) {
  const EvictedSets sets = compare_evicted(subject.trace.trace, subject.divergence.runs);
  return fmt::format("evicted storages: {} in both runs, {} in either; Jaccard index {:.4f}\n",
                     show_count(sets.both), show_count(sets.either), sets.jaccard());
}

std::string most_evicted_text(const DiffSubject& subject) {
  const Trace& trace = subject.trace.trace;
  const auto storages = most_evicted(trace, subject.divergence.runs, subject.most);
  if (storages.empty()) return "";
  Table table({"most often evicted", "bytes", "A", "B"},
              {Align::left, Align::right, Align::right, Align::right});
  for (const StorageEvictions& one : storages)
    table.add({{storage_text(trace, one.storage)},
               {whole_bytes(trace.storages[one.storage].size)},
               {show_count(one.evictions[0])},
               {show_count(one.evictions[1])}});
  return "\n" + table.text();
}

std::string rework_text(const DiffSubject& subject) {
  const auto operators = most_reworked(subject.divergence.runs, subject.most);
  if (operators.empty()) return "";
  Table table({"most rematerialized", "calls in A", "in B", "time in A", "in B"},
              {Align::left, Align::right, Align::right, Align::right, Align::right});
  for (const OperatorRework& one : operators)
    table.add({{printable(subject.trace.trace.names[one.name])},
               {show_count(one.rework[0].calls)},
               {show_count(one.rework[1].calls)},
               {show_time(one.rework[0].cost)},
               {show_time(one.rework[1].cost)}});
  return "\n" + table.text();
}

// What to look into: a run that failed, or the slower one of two.
std::string next_text(const DiffSubject& subject) {
  const auto& runs = subject.divergence.runs;
  const bool first =
      runs[0].result.result != Outcome::pass ||
      (runs[1].result.result == Outcome::pass && runs[0].result.clock >= runs[1].result.clock);
  return fmt::format("\nnext: rematfuzz explain {} --budget {} {}\n",
                     shell_word(subject.trace.path), subject.budgets[first ? 0 : 1].bytes,
                     setup_options(subject.setup, subject.trace.trace));
}

}  // namespace

std::string diff_text(const DiffSubject& subject) {
  const Divergence& divergence = subject.divergence;
  const Trace& trace = subject.trace.trace;
  std::string text = heading_text(subject) + "\n";
  if (divergence.parting)
    text += fmt::format(
        "{}\n{}\n{}", parting_text(subject, *divergence.parting),
        split_text(trace, "first eviction that differs, of all (those at a release, too)",
                   divergence.first_eviction),
        split_text(trace, "first choice of the policy that differs", divergence.first_choice));
  else
    text += equal_text(divergence.runs[0].result);
  return text + "\n" + runs_text(subject) + "\n" + sets_text(subject) + most_evicted_text(subject) +
         rework_text(subject) + next_text(subject);
}

}  // namespace rematfuzz::cli
