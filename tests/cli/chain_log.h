// A log whose run at 7 bytes under LRU fails where it is plain to see (see explain_test.cc).
#pragma once

#include <string>

#include "tests/trace/log_text.h"

namespace rematfuzz::testing {

// d takes w, which is there, and c, which is not: c needs b, b needs a, a needs the constant x (1
// byte). a, b and c are of 2 bytes, w and big of 3; big goes for a, and then x, w and a leave 1 of
// 7 bytes for b.
inline std::string chain_log() {
  const auto made = [](const std::string& from, const std::string& to, const std::string& size,
                       const std::string& cost) { return call({from}, to, size, "-1", cost); };
  return start() + constant("x", "1") + made("x", "a", "2", "5") + made("a", "b", "2", "3") +
         made("b", "c", "2", "2") + made("x", "w", "3", "1") + made("x", "big", "3", "1") +
         call({"w", "c"}, "d", "2", "-1", "1");
}

}  // namespace rematfuzz::testing
