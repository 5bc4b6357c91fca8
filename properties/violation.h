// How a property says that it does not hold.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace rematfuzz::properties {

class Violation final : public std::exception {
 public:
  Violation(std::string_view what, std::string_view where, const std::string& expected,
            const std::string& got)
      : text_(fmt::format("{}{}{}: expected {}, got {}", what, where.empty() ? "" : ", ", where,
                          expected, got)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

// `where`: at which point of a run or a map; may be empty.
template <class Value>
void expect_equal(std::string_view what, std::string_view where, const Value& expected,
                  const Value& got) {
  if (!(expected == got))
    throw Violation(what, where, fmt::format("{}", expected), fmt::format("{}", got));
}

template <class Value>
void expect_at_most(std::string_view what, std::string_view where, const Value& most,
                    const Value& got) {
  if (got > most)
    throw Violation(what, where, fmt::format("at most {}", most), fmt::format("{}", got));
}

inline void expect(bool holds, std::string_view what, std::string_view where,
                   std::string_view expected, std::string_view got) {
  if (!holds) throw Violation(what, where, std::string(expected), std::string(got));
}

}  // namespace rematfuzz::properties
