#include "cli/maps/map_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/maps/map_setup.h"
#include "cli/report/run_report.h"

namespace rematfuzz::cli {

namespace {

constexpr std::size_t written_at_once = std::size_t{1} << 16;

// Gathers text into pieces worth a call of the sink.
class Writer {
 public:
  explicit Writer(const TextSink& sink) : sink_(sink) {}

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    if (buffer_.size() >= written_at_once) flush();
  }

  void flush() {
    sink_({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

 private:
  const TextSink& sink_;
  fmt::memory_buffer buffer_;
};

Json end_json(Bytes end) { return end == unlimited ? Json(nullptr) : Json(end); }

// All but the regimes.
Json heading_json(const MapDocument& document) {
  Json json = setup_json(document);
  json["from"] = document.map.range.from;
  json["to"] = end_json(document.map.range.to);
  json["baseline"] = {{"peak_memory", document.baseline.peak_memory},
                      {"model_compute", document.baseline.model_compute}};
  for (const BudgetRange& budgets : document.map.missing)
    json["missing"].push_back({{"lo", budgets.from}, {"hi", end_json(budgets.to)}});
  return json;
}

// What both formats write of a regime, in their order.
struct Row {
  Row(const MapDocument& document, const Regime& regime, std::string_view none)
      : hi(regime.hi == unlimited ? none : fmt::format("{}", regime.hi)),
        overhead(regime.result == Outcome::pass
                     ? fmt::format("{:#}", overhead_of(document.baseline, regime.clock))
                     : none) {}

  std::string hi;
  std::string overhead;
};

bool counts_drift(const RegimeMap& map) {
  return std::ranges::any_of(map.regimes,
                             [](const Regime& regime) { return regime.drift_decisions > 0; });
}

}  // namespace

void write_map_json(const MapDocument& document, const TextSink& sink) {
  Writer writer(sink);
  std::string heading = json_text(heading_json(document));
  heading.resize(heading.rfind("\n}"));
  writer.add("{},\n  \"regimes\": [", heading);
  const bool drift = counts_drift(document.map);
  const char* separator = "\n";
  for (const Regime& regime : document.map.regimes) {
    const Row row(document, regime, "null");
    writer.add(
        "{}    {{\"lo\": {}, \"hi\": {}, \"result\": \"{}\", \"clock\": {}, \"overhead\": {}, "
        "\"remat_compute\": {}, \"evictions\": {}, \"peak_memory\": {}",
        separator, regime.lo, row.hi, name_of(regime.result), regime.clock, row.overhead,
        regime.remat_compute, regime.evictions, regime.peak_memory);
    if (drift) writer.add(", \"drift_decisions\": {}", regime.drift_decisions);
    writer.add("}}");
    separator = ",\n";
  }
  writer.add("{}]\n}}\n", document.map.regimes.empty() ? "" : "\n  ");
  writer.flush();
}

void write_map_csv(const MapDocument& document, const TextSink& sink) {
  Writer writer(sink);
  const bool drift = counts_drift(document.map);
  writer.add("lo,hi,result,clock,overhead,remat_compute,evictions,peak_memory{}\n",
             drift ? ",drift_decisions" : "");
  for (const Regime& regime : document.map.regimes) {
    const Row row(document, regime, "");
    writer.add("{},{},{},{},{},{},{},{}", regime.lo, row.hi, name_of(regime.result), regime.clock,
               row.overhead, regime.remat_compute, regime.evictions, regime.peak_memory);
    if (drift) writer.add(",{}", regime.drift_decisions);
    writer.add("\n");
  }
  writer.flush();
}

}  // namespace rematfuzz::cli
