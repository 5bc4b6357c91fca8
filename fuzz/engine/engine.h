// What makes the inputs of a search.
//
// Adding an engine is one new file and one line in engine_table.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/search/session.h"

namespace rematfuzz::fuzz {

struct EngineOptions {
  std::uint64_t seed = 0;
  std::uint64_t runs = 0;  // inputs; 0: no limit
  double seconds = 0;      // 0: no limit
  // Inputs to start from, and where libFuzzer writes those worth keeping: a folder that exists.
  // What changes nothing (random, uniform, anneal) has no use for it.
  std::string corpus;
  std::size_t most_operators = 20;  // of a program
  // Whether mutations may draw programs anew; not where all is to come from given ones.
  bool fresh_programs = true;
};

struct Engine {
  std::string_view name;
  std::string_view description;
  // Returns when its limit is reached, or ends the process, as libFuzzer does. So each is to be run
  // in a process of its own.
  void (*run)(Session& session, const EngineOptions& options) = nullptr;
};

std::span<const Engine> engine_table();

// Throws InputError, listing the names, if there is none of that name.
const Engine& find_engine(std::string_view name);

}  // namespace rematfuzz::fuzz
