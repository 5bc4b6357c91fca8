// A trace and a setting, as what is observed takes them.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "sim/anatomy/observe.h"
#include "tests/run/simulate.h"

namespace rematfuzz::testing {

// What must be there; the test fails where it is not.
template <class Value>
const Value& the(const std::optional<Value>& value) {
  if (!value) throw std::logic_error("there is none");
  return *value;
}

inline Subject subject_of(const Trace& trace, const Setting& setting) {
  const PolicyEntry& policy = find_policy(setting.policy);
  return {trace, find_runtime(setting.runtime), policy.name, *policy.policy};
}

inline RunOptions options_of(const Trace& trace, const Setting& setting) {
  return {.budget = setting.budget,
          .simulator = simulator_options(trace, setting),
          .seed = setting.seed,
          .on_step = {}};
}

// d takes w, which is there, and c, which is not: c needs b, b needs a, a needs the constant x (1
// byte). a, b and c are of 2 bytes, w and big of 3, and big is what else is in memory by then.
// Under LRU and a budget of 7, big goes for a, and then a, w and x leave 1 byte for b: short by 1.
inline TestTrace chain_trace() {
  TestTrace t;
  t.constant("x", 1);
  t.call_of("make_a", {"x"}, {{"a", 2}}, 5).call_of("make_b", {"a"}, {{"b", 2}}, 3);
  t.call_of("make_c", {"b"}, {{"c", 2}}, 2).call_of("make_w", {"x"}, {{"w", 3}}, 1);
  t.call_of("make_big", {"x"}, {{"big", 3}}, 1).call_of("make_d", {"w", "c"}, {{"d", 2}}, 1);
  return t;
}

}  // namespace rematfuzz::testing
