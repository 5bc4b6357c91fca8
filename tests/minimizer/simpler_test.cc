// The order of programs: total, and what counts first.
#include "minimizer/simpler.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "tests/fuzz/programs.h"

namespace rematfuzz::minimizer {
namespace {

using fuzz::operation_on;
using fuzz::OperationKind;
using fuzz::Program;
using fuzz::source_operation;

TEST(Simpler, IsATotalOrder) {
  constexpr std::uint64_t count = 60;
  std::vector<Program> programs;
  for (std::uint64_t seed = 0; seed < count; ++seed)
    programs.push_back(fuzz::random_program(seed, 3));
  for (const Program& a : programs)
    for (const Program& b : programs) {
      EXPECT_EQ(is_simpler(a, b) || is_simpler(b, a), a.operations != b.operations);
      EXPECT_FALSE(is_simpler(a, b) && is_simpler(b, a));
      for (const Program& c : programs)
        if (is_simpler(a, b) && is_simpler(b, c)) EXPECT_TRUE(is_simpler(a, c));
    }
}

TEST(Simpler, CountsInItsOrder) {
  const auto program = [](std::vector<fuzz::Operation> operations) {
    return Program{.features = 0, .operations = std::move(operations)};
  };
  const auto with_args = [](std::vector<fuzz::NameNumber> args, Bytes size) {
    fuzz::Operation made = source_operation(size, 0);
    made.args = std::move(args);
    return made;
  };
  const fuzz::Operation release = operation_on(OperationKind::release, {0});
  // Each is simpler than the next one.
  const std::vector<Program> ordered{
      program({source_operation(900, 900)}),
      program({source_operation(0, 0), release}),
      program({source_operation(1, 0), release}),
      program({source_operation(0, 0), source_operation(9, 9)}),
      program({source_operation(0, 0), with_args({0}, 0)}),
      program({source_operation(0, 1), with_args({0}, 0)}),
      program({source_operation(0, 0), with_args({0, 0}, 0)}),
      program({source_operation(0, 0), with_args({0}, 1), release}),
      program({source_operation(1, 0), with_args({0}, 0), release}),
  };
  for (std::size_t i = 1; i < ordered.size(); ++i) {
    EXPECT_TRUE(is_simpler(ordered[i - 1], ordered[i])) << i;
    EXPECT_FALSE(is_simpler(ordered[i], ordered[i - 1])) << i;
  }
}

}  // namespace
}  // namespace rematfuzz::minimizer
