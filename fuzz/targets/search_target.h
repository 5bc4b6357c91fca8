// The fuzz targets that search: an input is a policy and a program, and what its map shows of one
// kind is fed back and recorded. They never abort.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/engine/elites.h"
#include "fuzz/search/session.h"

namespace rematfuzz::fuzz {

class SearchTarget {
 public:
  // The goal of that name, under all policies; programs of at most REMATFUZZ_OPERATORS operators,
  // 20 by default. Discoveries go to standard error, one line each, and, as trace logs, to the
  // folder that the environment variable REMATFUZZ_FINDINGS names, if it does.
  explicit SearchTarget(std::string_view goal);

  void run(std::span<const std::uint8_t> input) { session_->run(input); }

 private:
  void record(const Discovery& discovery) const;

  std::unique_ptr<Search> search_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Elites> elites_;
  std::string folder_;  // empty: none
};

}  // namespace rematfuzz::fuzz
