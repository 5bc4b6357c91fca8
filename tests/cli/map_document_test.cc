// Saved maps: written and read back, and everything that is wrong with one that is refused.
#include "cli/maps/map_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/maps/map_input.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

Regime regime(Bytes lo, Bytes hi, Outcome result, Nanos clock) {
  return {.lo = lo,
          .hi = hi,
          .result = result,
          .clock = clock,
          .remat_compute = clock / 2,
          .evictions = static_cast<std::uint64_t>(clock) + 1,
          .peak_memory = lo / 2};
}

MapDocument small_document() {
  MapDocument document;
  document.trace = "a \"b\".log";
  document.policy = "DTR";
  document.runtime = "RuntimeV2EagerOptimized";
  document.baseline.peak_memory = 1000;
  document.baseline.model_compute = 100;
  document.map.range = {10, 40};
  document.map.regimes = {regime(10, 20, Outcome::oom, 30), regime(20, 30, Outcome::pass, 125),
                          regime(30, 40, Outcome::thrash, 90)};
  return document;
}

// With everything that may be in a map.
MapDocument full_document() {
  MapDocument document = small_document();
  document.overhead_limit = 2.5;
  document.seed = 18446744073709551615U;
  document.retain = {0, 612, 4294967294U};
  document.neighborhood = "fresh";
  document.map.range = {5, unlimited};
  document.map.missing = {{5, 10}, {40, 50}};
  document.map.regimes.push_back(regime(50, unlimited, Outcome::pass, 100));
  document.map.regimes.back().drift_decisions = 3;
  return document;
}

template <class Write>
std::string written(const MapDocument& document, Write write) {
  std::string text;
  write(document, [&](std::string_view piece) { text += piece; });
  return text;
}

std::string json_of(const MapDocument& document) { return written(document, write_map_json); }
std::string csv_of(const MapDocument& document) { return written(document, write_map_csv); }

void expect_same(const MapDocument& a, const MapDocument& b) {
  EXPECT_EQ(a.trace, b.trace);
  EXPECT_EQ(a.policy, b.policy);
  EXPECT_EQ(a.runtime, b.runtime);
  EXPECT_EQ(a.overhead_limit, b.overhead_limit);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.retain, b.retain);
  EXPECT_EQ(a.neighborhood, b.neighborhood);
  EXPECT_EQ(a.baseline, b.baseline);
  EXPECT_EQ(a.map, b.map);
}

// What is said about a text.
std::string error_of(const std::string& text) {
  try {
    parse_map_json(text, "m.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// What is said about the full document after a change, behind the part that is always the same.
template <class Change>
std::string error_after(Change change) {
  Json json = Json::parse(json_of(full_document()));
  change(json);
  const std::string error = error_of(json.dump());
  const std::string before = "m.json: not a saved map: ";
  return error.starts_with(before) ? error.substr(before.size()) : error;
}

TEST(MapDocumentTest, IsWrittenWithARegimeOnEachLine) {
  EXPECT_EQ(json_of(small_document()), R"({
  "trace": "a \"b\".log",
  "policy": "DTR",
  "runtime": "RuntimeV2EagerOptimized",
  "complete": true,
  "overhead_limit": null,
  "from": 10,
  "to": 40,
  "baseline": {
    "peak_memory": 1000,
    "model_compute": 100
  },
  "regimes": [
    {"lo": 10, "hi": 20, "result": "oom", "clock": 30, "overhead": null, "remat_compute": 15, )"
                                       R"("evictions": 31, "peak_memory": 5},
    {"lo": 20, "hi": 30, "result": "pass", "clock": 125, "overhead": 1.25, "remat_compute": 62, )"
                                       R"("evictions": 126, "peak_memory": 10},
    {"lo": 30, "hi": 40, "result": "thrash", "clock": 90, "overhead": null, "remat_compute": 45, )"
                                       R"("evictions": 91, "peak_memory": 15}
  ]
}
)");
}

TEST(MapDocumentTest, NamesWhatThereIs) {
  const Json json = Json::parse(json_of(full_document()));
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["overhead_limit"], 2.5);
  EXPECT_EQ(json["retain"].dump(), "[0,612,4294967294]");
  EXPECT_EQ(json["seed"], 18446744073709551615U);
  EXPECT_EQ(json["neighborhood"], "fresh");
  EXPECT_TRUE(json["to"].is_null());
  EXPECT_EQ(json["missing"].dump(), R"([{"lo":5,"hi":10},{"lo":40,"hi":50}])");
  EXPECT_EQ(json["regimes"][0]["drift_decisions"], 0);
  EXPECT_EQ(json["regimes"][3].dump(),
            R"({"lo":50,"hi":null,"result":"pass","clock":100,"overhead":1.0,"remat_compute":50,)"
            R"("evictions":101,"peak_memory":25,"drift_decisions":3})");
}

TEST(MapDocumentTest, CsvHasTheSameRows) {
  EXPECT_EQ(csv_of(small_document()),
            "lo,hi,result,clock,overhead,remat_compute,evictions,peak_memory\n"
            "10,20,oom,30,,15,31,5\n"
            "20,30,pass,125,1.25,62,126,10\n"
            "30,40,thrash,90,,45,91,15\n");
  EXPECT_THAT(csv_of(full_document()),
              HasSubstr("peak_memory,drift_decisions\n10,20,oom,30,,15,31,5,0\n"));
  EXPECT_THAT(csv_of(full_document()), HasSubstr("\n50,,pass,100,1.0,50,101,25,3\n"));
}

TEST(MapDocumentTest, ComesBackAsItWas) {
  for (const MapDocument& document : {small_document(), full_document()}) {
    expect_same(parse_map_json(json_of(document), "m.json"), document);
    // However it is laid out, and with a stranger's fields.
    Json json = Json::parse(json_of(document));
    json["comment"] = {{"lo", "x"}};
    expect_same(parse_map_json(json.dump(), "m.json"), document);
    expect_same(parse_map_json(json.dump(7), "m.json"), document);
  }
  MapDocument nothing_known = small_document();
  nothing_known.map.regimes.clear();
  nothing_known.map.missing = {{10, 40}};
  expect_same(parse_map_json(json_of(nothing_known), "m.json"), nothing_known);
}

TEST(MapDocumentTest, LargeMapsAreFast) {
  MapDocument document = small_document();
  document.map = {};
  constexpr Bytes regimes = 200'000;
  for (Bytes lo = 0; lo < regimes; ++lo)
    document.map.regimes.push_back(regime(lo, lo + 1, Outcome::pass, 1'000'000 + lo));
  document.map.range = {0, regimes};
  std::size_t pieces = 0;
  std::string text;
  write_map_json(document, [&](std::string_view piece) {
    EXPECT_LT(piece.size(), 100'000U);
    text += piece;
    ++pieces;
  });
  EXPECT_GT(pieces, 100U);
  EXPECT_EQ(parse_map_json(std::move(text), "m.json").map, document.map);
}

TEST(MapDocumentTest, RefusesWhatIsNoJson) {
  const std::string text = json_of(small_document());
  EXPECT_EQ(error_of(""), "m.json:1: bad JSON");
  EXPECT_EQ(error_of("{\n\n\"trace\": ?}"), "m.json:3: bad JSON");
  EXPECT_EQ(error_of(text.substr(0, text.find("\"result\": \"pass\""))), "m.json:15: bad JSON");
  EXPECT_EQ(error_of(text + "{}"), "m.json:19: bad JSON");
  EXPECT_EQ(error_of("[]"), "m.json: not a saved map: not a JSON object");
  EXPECT_EQ(error_of("{\"trace\": \"\xff\"}"), "m.json:1: bad JSON");
}

TEST(MapDocumentTest, RefusesWhatLacksAField) {
  const Json whole = Json::parse(json_of(full_document()));
  for (const char* field : {"trace", "policy", "runtime", "complete", "overhead_limit", "from",
                            "to", "baseline", "regimes"})
    EXPECT_EQ(error_after([&](Json& json) { json.erase(field); }),
              std::string("'") + field + "' is missing");
  for (const char* field : {"peak_memory", "model_compute"})
    EXPECT_EQ(error_after([&](Json& json) { json["baseline"].erase(field); }),
              std::string("'baseline.") + field + "' is missing");
  for (const auto& [field, value] : whole["regimes"][0].items()) {
    if (field == "drift_decisions") continue;
    EXPECT_EQ(error_after([&](Json& json) { json["regimes"][2].erase(field); }),
              "'regimes[2]." + field + "' is missing");
  }
  EXPECT_EQ(error_after([](Json& json) { json["missing"][1].erase("hi"); }),
            "'missing[1].hi' is missing");
}

TEST(MapDocumentTest, RefusesOtherTypes) {
  const std::string whole = "' is no whole number from 0 to 9223372036854775807";
  for (const Json& value : {Json("1"), Json(1.5), Json(-1), Json(9223372036854775808U), Json(true),
                            Json(Json::array())}) {
    for (const char* field : {"lo", "hi", "clock", "remat_compute", "peak_memory"})
      EXPECT_EQ(error_after([&](Json& json) { json["regimes"][1][field] = value; }),
                std::string("'regimes[1].") + field + whole);
    EXPECT_EQ(error_after([&](Json& json) { json["from"] = value; }), "'from" + whole);
    EXPECT_EQ(error_after([&](Json& json) { json["to"] = value; }), "'to" + whole);
    EXPECT_EQ(error_after([&](Json& json) { json["baseline"]["peak_memory"] = value; }),
              "'baseline.peak_memory" + whole);
    EXPECT_EQ(error_after([&](Json& json) { json["baseline"]["model_compute"] = value; }),
              "'baseline.model_compute" + whole);
    EXPECT_EQ(error_after([&](Json& json) { json["missing"][0]["lo"] = value; }),
              "'missing[0].lo" + whole);
  }
  for (const char* field : {"evictions", "drift_decisions"})
    EXPECT_EQ(error_after([&](Json& json) { json["regimes"][1][field] = -1; }),
              std::string("'regimes[1].") + field +
                  "' is no whole number from 0 to 18446744073709551615");
  EXPECT_EQ(error_after([](Json& json) { json["seed"] = 0.5; }),
            "'seed' is no whole number from 0 to 18446744073709551615");
  EXPECT_EQ(error_after([](Json& json) { json["from"] = nullptr; }), "'from" + whole);
  for (const char* field : {"trace", "policy", "runtime", "neighborhood"})
    EXPECT_EQ(error_after([&](Json& json) { json[field] = 5; }),
              std::string("'") + field + "' is no string");
  EXPECT_EQ(error_after([](Json& json) { json["complete"] = 1; }),
            "'complete' is neither true nor false");
  for (const char* field : {"retain", "missing", "regimes"})
    EXPECT_EQ(error_after([&](Json& json) { json[field] = Json::object(); }),
              std::string("'") + field + "' is no array");
  EXPECT_EQ(error_after([](Json& json) { json["baseline"] = 5; }), "'baseline' is no object");
  EXPECT_EQ(error_after([](Json& json) { json["regimes"][1] = 5; }), "'regimes[1]' is no object");
  EXPECT_EQ(error_after([](Json& json) { json["missing"][1] = 5; }), "'missing[1]' is no object");
}

TEST(MapDocumentTest, RefusesValuesThatCannotBe) {
  EXPECT_EQ(error_after([](Json& json) { json["overhead_limit"] = 0.5; }),
            "'overhead_limit' is no number from 1 up");
  EXPECT_EQ(error_after([](Json& json) { json["overhead_limit"] = "2"; }),
            "'overhead_limit' is no number from 1 up");
  EXPECT_EQ(error_after([](Json& json) { json["neighborhood"] = "stale"; }),
            "'neighborhood' is 'stale'; it must be incremental or fresh");
  for (const Json& id : {Json(-1), Json(4294967295U), Json("612"), Json(0.5)})
    EXPECT_EQ(error_after([&](Json& json) { json["retain"][1] = id; }),
              "'retain[1]' is no tensor's id");
  EXPECT_EQ(error_after([](Json& json) { json["regimes"][1]["result"] = "fail\n"; }),
            R"('regimes[1].result' is 'fail\n'; it must be pass, oom or thrash)");
  EXPECT_EQ(error_after([](Json& json) { json["regimes"][0]["overhead"] = 1.5; }),
            "'regimes[0].overhead' is not null, but it did not pass");
  for (const Json& overhead : {Json(nullptr), Json("1"), Json(-1)})
    EXPECT_EQ(error_after([&](Json& json) { json["regimes"][1]["overhead"] = overhead; }),
              "'regimes[1].overhead' is no number from 0 up");
}

TEST(MapDocumentTest, RefusesRangesThatDoNotFitTogether) {
  const auto set = [](const char* array, std::size_t index, const char* field, Bytes value) {
    return error_after([&](Json& json) { json[array][index][field] = value; });
  };
  EXPECT_EQ(set("regimes", 1, "hi", 20), "'regimes[1].hi' is not above 'lo'");
  EXPECT_EQ(set("missing", 1, "hi", 40), "'missing[1].hi' is not above 'lo'");
  EXPECT_EQ(error_after([](Json& json) { json["to"] = 5; }), "'to' is not above 'from'");
  EXPECT_EQ(set("regimes", 1, "lo", 19),
            "'regimes[1]' starts at 19, before what is below it ends at 20");
  EXPECT_EQ(set("regimes", 1, "lo", 21),
            "the budgets from 20 to below 'regimes[1]' at 21 are neither in 'regimes' nor in "
            "'missing'");
  EXPECT_EQ(set("regimes", 2, "hi", 41),
            "'missing[1]' starts at 40, before what is below it ends at 41");
  EXPECT_EQ(set("missing", 1, "lo", 41),
            "the budgets from 40 to below 'missing[1]' at 41 are neither in 'regimes' nor in "
            "'missing'");
  EXPECT_EQ(set("missing", 0, "lo", 4),
            "'missing[0]' starts at 4, before what is below it ends at 5");
  EXPECT_EQ(error_after([](Json& json) { std::swap(json["regimes"][0], json["regimes"][1]); }),
            "the budgets from 10 to below 'regimes[0]' at 20 are neither in 'regimes' nor in "
            "'missing'");
  EXPECT_EQ(set("regimes", 3, "hi", 60), "'regimes' and 'missing' end at 60, the range at the top");
  EXPECT_EQ(error_after([](Json& json) { json["to"] = 70; }),
            "'regimes' and 'missing' end at the top, the range at 70");
  EXPECT_EQ(error_after([](Json& json) { json["from"] = 6; }),
            "'missing[0]' starts at 5, before what is below it ends at 6");
  EXPECT_EQ(error_after([](Json& json) { json["complete"] = true; }),
            "'complete' is true, but there are budgets in 'missing'");
  EXPECT_EQ(error_after([](Json& json) { json.erase("missing"); }),
            "'complete' is false, but nothing is in 'missing'");
  EXPECT_EQ(error_after([](Json& json) { json["regimes"] = Json::array(); }),
            "the budgets from 10 to below 'missing[1]' at 40 are neither in 'regimes' nor in "
            "'missing'");
}

TEST(MapInputTest, TellsMapsFromLogs) {
  const std::string map = json_of(small_document());
  EXPECT_TRUE(starts_like_map(map));
  EXPECT_TRUE(starts_like_map("\n " + map));
  EXPECT_TRUE(starts_like_map(Json::parse(map).dump()));
  EXPECT_TRUE(starts_like_map(Json::parse(map).dump().substr(0, 300)));
  EXPECT_TRUE(starts_like_map(R"({"trace": "INSTRUCTION", "regimes": []})"));
  EXPECT_FALSE(starts_like_map(R"({"INSTRUCTION": "ANNOTATE", "ANNOTATION": "START"})"
                               "\n{\"regimes\": []}"));
  EXPECT_FALSE(starts_like_map(R"({"INSTRUCTION": "ANNO)"));
  for (const char* text : {"", " \n", "x", "[]", "{}", "\"regimes\""})
    EXPECT_FALSE(starts_like_map(text)) << text;
}

}  // namespace
}  // namespace rematfuzz::cli
