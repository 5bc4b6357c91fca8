// libFuzzer within this process: its driver calls back for each input, and ends the process.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/engine/elites.h"
#include "fuzz/engine/engines.h"
#include "fuzz/engine/mutator.h"

extern "C" int LLVMFuzzerRunDriver(int* argc, char*** argv,
                                   int (*run)(const std::uint8_t* data, std::size_t size));

namespace rematfuzz::fuzz {

namespace {

// The driver takes a function, and nothing for it to know.
Session*& session_in_use() {
  static Session* session = nullptr;
  return session;
}

int run_one(const std::uint8_t* data, std::size_t size) {
  session_in_use()->run({data, size});
  return 0;
}

// The longest input, in bytes: as many operations as the operators may come with.
std::size_t longest_input(std::size_t most_operators) {
  constexpr std::size_t bytes_an_operator = 64;
  return 256 + bytes_an_operator * most_operators;
}

std::vector<std::string> arguments(const EngineOptions& options) {
  constexpr std::uint64_t seeds = (std::uint64_t{1} << 31U) - 1;
  std::vector<std::string> arguments{
      "rematfuzz",
      "-seed=" + std::to_string(1 + options.seed % seeds),  // 0 is any
      "-max_len=" + std::to_string(longest_input(options.most_operators)),
      "-len_control=0",
      "-shrink=1",
      "-detect_leaks=0",
      "-rss_limit_mb=0",
      "-timeout=60",
      "-print_final_stats=0",
      "-verbosity=0",
  };
  if (options.runs > 0) arguments.push_back("-runs=" + std::to_string(options.runs));
  if (options.seconds > 0)
    arguments.push_back("-max_total_time=" +
                        std::to_string(std::lround(std::max(options.seconds, 1.0))));
  arguments.push_back(options.corpus);
  return arguments;
}

}  // namespace

void run_libfuzzer(Session& session, const EngineOptions& options) {
  session_in_use() = &session;
  Elites elites(session.archive());
  use_program_mutations(
      {.most_operators = options.most_operators, .fresh_programs = options.fresh_programs},
      &elites);
  std::vector<std::string> words = arguments(options);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  int argc = static_cast<int>(words.size());
  char** data = argv.data();
  LLVMFuzzerRunDriver(&argc, &data, run_one);
}

}  // namespace rematfuzz::fuzz
