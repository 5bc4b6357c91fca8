// Rematerialization as deep as the program is long, on a small machine stack.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "tests/run/fork.h"

namespace rematfuzz::testing {
namespace {

// t0 -> t1 -> ... -> t(length - 1), each of size 1 and cost 1, of which only the last is held; then
// z, which takes the whole budget of 4. The end asks for the last one, which starts from t0.
constexpr Bytes budget = 4;

Trace chain(std::size_t length) {
  TestTrace t;
  std::string last = "t0";
  t.call({}, {{last, 1}}, 1);
  for (std::size_t i = 1; i < length; ++i) {
    const std::string next = "t" + std::to_string(i);
    t.call({last}, {{next, 1}}, 1).release(last);
    last = next;
  }
  return t.call({}, {{"z", budget}}, 1).release("z").build();
}

// Calls `work` on a thread whose stack is `bytes` large.
template <class Work>
void with_stack_of(std::size_t bytes, Work work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread{};
  const auto run = [](void* argument) -> void* {
    (*static_cast<Work*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

struct DeepRun {
  RunResult result;
  std::size_t depth = 0;  // the largest number of materializations pending at once
};

DeepRun run_deep(const Trace& trace, const char* runtime, const char* policy) {
  DeepRun deep;
  // A recursion of 1,000,000 levels has 1 byte a level here.
  with_stack_of(std::size_t{1} << 20, [&] {
    Fork run(trace, find_runtime(runtime), *find_policy(policy).policy, budget);
    for (; !run.done(); run.act()) deep.depth = std::max(deep.depth, run.state().frames.size());
    deep.result = run.finish();
  });
  return deep;
}

void expect_rebuilt(const DeepRun& deep, std::size_t length) {
  const auto cost = static_cast<Nanos>(length);
  EXPECT_EQ(deep.depth, length);
  EXPECT_EQ(deep.result.result, Outcome::pass);
  EXPECT_EQ(deep.result.model_compute, cost + 1);
  EXPECT_EQ(deep.result.remat_compute, cost);
  EXPECT_EQ(deep.result.clock, 1 + cost + 1 + cost);
  EXPECT_EQ(deep.result.peak_memory, budget);
  EXPECT_EQ(deep.result.evicted_storages, length + 1);
}

TEST(DeepChain, OfAMillionCallsIsRebuiltByDtrLocal) {
  constexpr std::size_t length = 1'000'000;
  expect_rebuilt(run_deep(chain(length), "RuntimeV2", "DTRLocal"), length);
}

TEST(DeepChain, OfAMillionCallsIsRebuiltByLru) {
  constexpr std::size_t length = 1'000'000;
  expect_rebuilt(run_deep(chain(length), "RuntimeV2Optimized", "LRU"), length);
}

// DTR walks the evicted neighbourhood at each step, which here is all of the chain.
TEST(DeepChain, IsRebuiltByDtr) {
#ifdef REMATFUZZ_SLOW_BUILD
  constexpr std::size_t length = 5'000;
#else
  constexpr std::size_t length = 20'000;
#endif
  expect_rebuilt(run_deep(chain(length), "RuntimeV2Optimized", "DTR"), length);
}

}  // namespace
}  // namespace rematfuzz::testing
