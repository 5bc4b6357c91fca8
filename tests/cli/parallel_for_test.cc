#include "cli/threads/parallel_for.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace rematfuzz::cli {
namespace {

TEST(ParallelFor, CallsEachIndexOnce) {
  for (const int threads : {0, 1, 3}) {
    std::vector<int> calls(1000, 0);
    parallel_for(calls.size(), threads, [&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, std::vector<int>(1000, 1)) << threads << " threads";
  }
}

TEST(ParallelFor, OfNothingDoesNothing) {
  parallel_for(0, 2, [](std::size_t) { FAIL(); });
}

TEST(ParallelFor, ThrowsWhatTheSmallestIndexThrew) {
  for (const int threads : {0, 1, 3}) {
    std::vector<int> calls(200, 0);
    std::string thrown;
    try {
      parallel_for(calls.size(), threads, [&](std::size_t i) {
        ++calls[i];
        if (i % 50 == 7) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      thrown = error.what();
    }
    EXPECT_EQ(thrown, "7") << threads << " threads";
    EXPECT_EQ(calls, std::vector<int>(200, 1)) << "the others still run";
  }
}

}  // namespace
}  // namespace rematfuzz::cli
