// A user's own predicate: a command that is run with a candidate's file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "fuzz/program/program.h"

namespace rematfuzz::cli {

class OutsideCheck {
 public:
  // Makes a folder for candidates. Throws InputError if that fails.
  explicit OutsideCheck(std::string command);
  ~OutsideCheck();
  OutsideCheck(const OutsideCheck&) = delete;
  OutsideCheck& operator=(const OutsideCheck&) = delete;

  // Whether the command, with the path of the candidate's log behind it, ends with exit code 0. May
  // be called from several threads, each with a slot of its own. Throws InputError where the file
  // cannot be written or there is no such command (exit code 127).
  bool operator()(const fuzz::Program& candidate, std::size_t slot) const;

 private:
  std::string command_;
  std::filesystem::path folder_;
};

}  // namespace rematfuzz::cli
