// Engines: the same discoveries for the same seed, as many inputs as they may run, and discoveries
// that their inputs show.
#include "fuzz/engine/engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/engine/elites.h"
#include "fuzz/seeds/bundled.h"
#include "tests/fuzz/searches.h"
#include "tests/slow_build.h"

namespace rematfuzz::fuzz {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t most_operators_of_engines = 12;

// Those that return: libFuzzer's ends the process.
const NameList engines_that_return{"random", "uniform", "anneal", "map-elites"};

std::unique_ptr<Search> engine_search() {
  return make_goal_search(
      search_options({"DTR", "LRU"}, {"hole", "inversion", "thrash", "alternation"}));
}

struct Ran {
  std::vector<Discovery> discoveries;
  std::uint64_t inputs = 0;
};

Ran ran(std::string_view engine, std::uint64_t seed, std::uint64_t runs, Search& search) {
  Ran ran;
  Session session(search, most_operators_of_engines,
                  [&](const Discovery& discovery) { ran.discoveries.push_back(discovery); });
  EngineOptions options;
  options.seed = seed;
  options.runs = runs;
  options.most_operators = most_operators_of_engines;
  find_engine(engine).run(session, options);
  ran.inputs = session.inputs();
  return ran;
}

Ran ran(std::string_view engine, std::uint64_t seed, std::uint64_t runs) {
  return ran(engine, seed, runs, *engine_search());
}

std::string shown(const Discovery& found) {
  return fmt::format("cell {}: {} at {}, {}, {}, {} operators: {}", found.cell, found.effect.size,
                     found.effect.worse, found.effect.better, text(found.mechanism),
                     found.operators, fmt::join(found.input, " "));
}

std::string shown(const Ran& ran) {
  std::string all;
  for (const Discovery& discovery : ran.discoveries) all += shown(discovery) + '\n';
  return all;
}

TEST(Engines, FindTheSameForTheSameSeed) {
  for (const std::string_view engine : engines_that_return) {
    SCOPED_TRACE(engine);
    const Ran first = ran(engine, 1, 200);
    EXPECT_GT(first.discoveries.size(), 0U);
    EXPECT_EQ(shown(ran(engine, 1, 200)), shown(first));
    EXPECT_NE(shown(ran(engine, 2, 200)), shown(first));
  }
}

TEST(Engines, RunAsManyInputsAsTheyMay) {
  for (const std::string_view engine : engines_that_return)
    for (const std::uint64_t runs : {1U, 2U, 57U, 200U})
      EXPECT_EQ(ran(engine, 3, runs).inputs, runs) << engine;
}

// Annealing begins anew, at the next cell, after some thousand inputs.
TEST(Engines, RunAsManyInputsAsTheyMayOverManyDescents) {
  const auto search = make_goal_search(search_options({"LRU"}, {"drift"}));
  EXPECT_EQ(ran("anneal", 1, 4321, *search).inputs, 4321U);
}

TEST(Engines, WithATimeLimitEnd) {
  const auto search = engine_search();
  for (const std::string_view engine : engines_that_return) {
    Session session(*search, most_operators_of_engines, [](const Discovery&) {});
    EngineOptions options;
    options.seconds = 0.02;
    find_engine(engine).run(session, options);
    EXPECT_GT(session.inputs(), 0U) << engine;
  }
}

// The input, decoded within the same limit, shows the effect by the mechanism.
void expect_reproduced(const Discovery& found, Search& search) {
  SCOPED_TRACE(shown(found));
  const Input input = decode_input(found.input, most_operators_of_engines);
  EXPECT_EQ(encode_input(input), found.input);
  EXPECT_EQ(input.program.operators(), found.operators);
  EXPECT_LE(found.operators, most_operators_of_engines);
  const Trace trace = trace_of(input.program);
  Look look;
  search.look(trace, input.policy, look);
  for (const Sighting& sighting : look.sightings) {
    if (sighting.cell != found.cell) continue;
    EXPECT_EQ(sighting.effect.size, found.effect.size);
    EXPECT_EQ(sighting.effect.worse, found.effect.worse);
    EXPECT_EQ(sighting.effect.better, found.effect.better);
    EXPECT_EQ(text(mechanism_of(search, trace, sighting)), text(found.mechanism));
    return;
  }
  ADD_FAILURE() << "the input shows nothing in that cell";
}

TEST(Engines, DiscoveriesAreWhatTheirInputsShow) {
  const auto search = engine_search();
  for (const std::string_view engine : engines_that_return) {
    SCOPED_TRACE(engine);
    const Ran found = ran(engine, 5, testing::slow_build ? 200 : 1000, *search);
    for (const Discovery& discovery : found.discoveries) expect_reproduced(discovery, *search);
  }
}

TEST(Engines, AreFoundByName) {
  std::set<std::string_view> names;
  for (const Engine& engine : engine_table()) {
    EXPECT_TRUE(names.insert(engine.name).second) << engine.name << " is there twice";
    EXPECT_EQ(&find_engine(engine.name), &engine);
    EXPECT_FALSE(engine.description.empty()) << engine.name;
  }
  try {
    find_engine("anneals");
    ADD_FAILURE() << "no error for an unknown name";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'anneals'"));
    EXPECT_THAT(error.what(), HasSubstr("libfuzzer, map-elites, anneal"));
  }
}

// A file with these bytes in a folder of its own.
class InputFolder {
 public:
  explicit InputFolder(const std::vector<std::uint8_t>& bytes)
      : path_(::testing::TempDir() + "inputs-" + std::to_string(getpid())) {
    std::filesystem::create_directory(path_);
    std::ofstream(path_ + "/one", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  ~InputFolder() { std::filesystem::remove_all(path_); }
  InputFolder(const InputFolder&) = delete;
  InputFolder& operator=(const InputFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Engines, MapElitesBeginsWithTheInputsThatThereAre) {
  const InputFolder folder(encode_input(bundled_seeds()[0]));
  EngineOptions options;
  options.corpus = folder.path();
  options.runs = 1;
  std::size_t discoveries = 0;
  const auto search = engine_search();
  Session session(*search, 20, [&](const Discovery&) { ++discoveries; });
  find_engine("map-elites").run(session, options);
  EXPECT_EQ(session.inputs(), 1U);
  EXPECT_GT(discoveries, 0U) << "a bundled seed shows something";
}

// Each of a few hundred elites is drawn about as often as any other, also those that come later.
TEST(Elites, AreDrawnAlike) {
  constexpr std::uint32_t cells = 20;
  Archive archive;
  Elites elites(archive);
  EXPECT_TRUE(elites.empty());
  Random random(1);
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    Input input;
    input.policy = static_cast<std::uint8_t>(cell);
    archive.add({.cell = cell,
                 .effect = {.size = 1, .worse = 2, .better = 1},
                 .mechanism = {},
                 .operators = 1,
                 .input = encode_input(input)});
    elites.draw(random, 20);
  }
  std::map<int, int> drawn;
  for (int i = 0; i < 100 * static_cast<int>(cells); ++i) ++drawn[elites.draw(random, 20).policy];
  EXPECT_EQ(drawn.size(), cells);
  for (const auto& [policy, times] : drawn) EXPECT_NEAR(times, 100, 50) << policy;
}

TEST(Session, TriesOtherPoliciesOnWhatIsNew) {
  const auto search = make_goal_search(search_options({"DTR", "LRU", "MSPS"}, {"hole"}));
  std::set<std::uint32_t> cells;
  Session session(*search, 20, [&](const Discovery& found) {
    EXPECT_EQ(decode_input(found.input).policy, found.cell);
    cells.insert(found.cell);
  });
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    session.run({.policy = 0, .program = random_program(seed, 12)});
  EXPECT_EQ(session.inputs(), 300U);
  EXPECT_GT(cells.size(), 1U) << "cells with discoveries, though all inputs are for DTR";
}

TEST(Session, TellsOfEachDiscoveryOnce) {
  const auto search = engine_search();
  std::size_t told = 0;
  Session session(*search, 20, [&](const Discovery&) { ++told; });
  const Input seed = bundled_seeds()[0];
  EXPECT_GT(session.run(seed).size(), 0U);
  const std::size_t before = told;
  EXPECT_GT(before, 0U);
  EXPECT_GT(session.run(encode_input(seed)).size(), 0U);
  EXPECT_EQ(told, before);
  EXPECT_EQ(session.inputs(), 2U);
}

}  // namespace
}  // namespace rematfuzz::fuzz
