#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "cli/maps/map_document.h"
#include "cli/report/run_report.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/trace/input_file.h"

namespace rematfuzz::cli {

namespace {

namespace dom = simdjson::dom;

// An object of the document, and what to call it.
struct Node {
  dom::object object;
  const char* array = nullptr;  // the array that it is in; none: it is the document
  std::size_t index = 0;
  const char* parent = nullptr;

  std::string place() const {
    if (array != nullptr) return fmt::format("{}[{}]", array, index);
    return parent != nullptr ? parent : "";
  }
  // "regimes[3].lo".
  std::string name_of(const char* field) const {
    const std::string before = place();
    return before.empty() ? field : fmt::format("{}.{}", before, field);
  }
};

InputError bad(const Node& node, const char* field, std::string_view what) {
  return InputError(fmt::format("'{}' {}", node.name_of(field), what));
}

dom::element field_of(const Node& node, const char* field) {
  dom::element element;
  if (node.object.at_key(field).get(element) != simdjson::SUCCESS)
    throw bad(node, field, "is missing");
  return element;
}

bool has(const Node& node, const char* field) {
  return node.object.at_key(field).error() == simdjson::SUCCESS;
}

std::string string_of(const Node& node, const char* field) {
  std::string_view text;
  if (field_of(node, field).get(text) != simdjson::SUCCESS) throw bad(node, field, "is no string");
  return std::string(text);
}

bool bool_of(const Node& node, const char* field) {
  bool value = false;
  if (field_of(node, field).get(value) != simdjson::SUCCESS)
    throw bad(node, field, "is neither true nor false");
  return value;
}

double number_of(const Node& node, const char* field, double min) {
  double value = 0;
  if (field_of(node, field).get(value) != simdjson::SUCCESS || value < min)
    throw bad(node, field, fmt::format("is no number from {} up", min));
  return value;
}

template <class Integer>
Integer whole_of(const Node& node, const char* field) {
  // The parser gives numbers below 2^63 as signed ones.
  std::uint64_t value = 0;
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
  if (field_of(node, field).get(value) != simdjson::SUCCESS || value > most)
    throw bad(node, field, fmt::format("is no whole number from 0 to {}", most));
  return static_cast<Integer>(value);
}

// The end of a range of budgets; null: it has none.
Bytes end_of(const Node& node, const char* field) {
  return field_of(node, field).is_null() ? unlimited : whole_of<Bytes>(node, field);
}

dom::array array_of(const Node& node, const char* field) {
  dom::array array;
  if (field_of(node, field).get(array) != simdjson::SUCCESS) throw bad(node, field, "is no array");
  return array;
}

Node object_in(dom::element element, const char* array, std::size_t index) {
  Node node{.object = {}, .array = array, .index = index};
  if (element.get(node.object) != simdjson::SUCCESS)
    throw InputError(fmt::format("'{}' is no object", node.place()));
  return node;
}

BudgetRange range_of(const Node& node, const char* from, const char* to) {
  const BudgetRange range{whole_of<Bytes>(node, from), end_of(node, to)};
  if (range.empty()) throw bad(node, to, fmt::format("is not above '{}'", from));
  return range;
}

Outcome outcome_of(const Node& node, const char* field) {
  const std::string text = string_of(node, field);
  for (const Outcome outcome : {Outcome::pass, Outcome::oom, Outcome::thrash})
    if (name_of(outcome) == text) return outcome;
  throw bad(node, field, fmt::format("is {}; it must be pass, oom or thrash", quote(text)));
}

Regime regime_of(const Node& node) {
  Regime regime;
  const BudgetRange budgets = range_of(node, "lo", "hi");
  regime.lo = budgets.from;
  regime.hi = budgets.to;
  regime.result = outcome_of(node, "result");
  regime.clock = whole_of<Nanos>(node, "clock");
  if (regime.result == Outcome::pass)
    number_of(node, "overhead", 0);
  else if (!field_of(node, "overhead").is_null())
    throw bad(node, "overhead", "is not null, but it did not pass");
  regime.remat_compute = whole_of<Nanos>(node, "remat_compute");
  regime.evictions = whole_of<std::uint64_t>(node, "evictions");
  regime.peak_memory = whole_of<Bytes>(node, "peak_memory");
  if (has(node, "drift_decisions"))
    regime.drift_decisions = whole_of<std::uint64_t>(node, "drift_decisions");
  return regime;
}

std::string end_text(Bytes end) { return end == unlimited ? "the top" : fmt::format("{}", end); }

// That one after the other the regimes and what is missing are the whole range.
void require_whole(const RegimeMap& map) {
  std::size_t regime = 0;
  std::size_t gap = 0;
  Bytes at = map.range.from;
  while (regime < map.regimes.size() || gap < map.missing.size()) {
    const bool is_regime =
        gap == map.missing.size() ||
        (regime < map.regimes.size() && map.regimes[regime].lo <= map.missing[gap].from);
    const BudgetRange next = is_regime ? map.regimes[regime].budgets() : map.missing[gap];
    const std::string name =
        is_regime ? fmt::format("regimes[{}]", regime) : fmt::format("missing[{}]", gap);
    if (next.from < at)
      throw InputError(fmt::format("'{}' starts at {}, before what is below it ends at {}", name,
                                   next.from, end_text(at)));
    if (next.from > at)
      throw InputError(fmt::format(
          "the budgets from {} to below '{}' at {} are neither in 'regimes' nor in 'missing'", at,
          name, next.from));
    at = next.to;
    ++(is_regime ? regime : gap);
  }
  if (at != map.range.to)
    throw InputError(fmt::format("'regimes' and 'missing' end at {}, the range at {}", end_text(at),
                                 end_text(map.range.to)));
}

void read_regimes(const Node& root, RegimeMap& map) {
  map.range = range_of(root, "from", "to");
  if (has(root, "missing"))
    for (const dom::element element : array_of(root, "missing"))
      map.missing.push_back(
          range_of(object_in(element, "missing", map.missing.size()), "lo", "hi"));
  if (bool_of(root, "complete") != map.complete())
    throw bad(root, "complete",
              map.complete() ? "is false, but nothing is in 'missing'"
                             : "is true, but there are budgets in 'missing'");
  const dom::array regimes = array_of(root, "regimes");
  map.regimes.reserve(regimes.size());
  for (const dom::element element : regimes)
    map.regimes.push_back(regime_of(object_in(element, "regimes", map.regimes.size())));
  require_whole(map);
}

std::vector<TensorId> read_retained(const Node& root) {
  std::vector<TensorId> retained;
  for (const dom::element element : array_of(root, "retain")) {
    std::uint64_t id = 0;
    if (element.get(id) != simdjson::SUCCESS || id >= no_id)
      throw InputError(fmt::format("'retain[{}]' is no tensor's id", retained.size()));
    retained.push_back(static_cast<TensorId>(id));
  }
  return retained;
}

void read_setup(const Node& root, MapDocument& document) {
  document.trace = string_of(root, "trace");
  if (has(root, "digest")) document.digest = string_of(root, "digest");
  document.policy = string_of(root, "policy");
  document.runtime = string_of(root, "runtime");
  if (!field_of(root, "overhead_limit").is_null())
    document.overhead_limit = number_of(root, "overhead_limit", 1);
  if (has(root, "seed")) document.seed = whole_of<std::uint64_t>(root, "seed");
  if (has(root, "retain")) document.retain = read_retained(root);
  if (has(root, "neighborhood")) document.neighborhood = string_of(root, "neighborhood");
  if (document.neighborhood != default_neighborhood && document.neighborhood != "fresh")
    throw bad(root, "neighborhood",
              fmt::format("is {}; it must be incremental or fresh", quote(document.neighborhood)));
}

MapDocument read_document(dom::element whole) {
  Node root;
  if (whole.get(root.object) != simdjson::SUCCESS) throw InputError("not a JSON object");
  MapDocument document;
  read_setup(root, document);
  Node baseline{.object = {}, .parent = "baseline"};
  if (field_of(root, "baseline").get(baseline.object) != simdjson::SUCCESS)
    throw bad(root, "baseline", "is no object");
  document.baseline.peak_memory = whole_of<Bytes>(baseline, "peak_memory");
  document.baseline.model_compute = whole_of<Nanos>(baseline, "model_compute");
  read_regimes(root, document.map);
  return document;
}

// Where another parser, which is slower but can tell, stops.
std::size_t bad_line(std::string_view text) {
  std::size_t stop = text.size();
  try {
    static_cast<void>(Json::parse(text, [](int, Json::parse_event_t, Json&) { return false; }));
  } catch (const Json::parse_error& error) {
    stop = std::min(error.byte, text.size());
  }
  const auto lines = std::ranges::count(text.substr(0, stop), '\n');
  return static_cast<std::size_t>(lines) + 1;
}

}  // namespace

MapDocument parse_map_json(std::string text, const std::string& name) {
  const std::size_t size = text.size();
  text.append(simdjson::SIMDJSON_PADDING, '\0');
  dom::parser parser;
  dom::element whole;
  if (parser.parse(text.data(), size, false).get(whole) != simdjson::SUCCESS)
    throw InputError(fmt::format("{}:{}: bad JSON", display_name(name),
                                 bad_line(std::string_view(text).substr(0, size))));
  try {
    return read_document(whole);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: not a saved map: {}", display_name(name), error.what()));
  }
}

}  // namespace rematfuzz::cli
