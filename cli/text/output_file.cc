#include "cli/text/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

InputError write_error(const std::string& path) {
  return InputError(
      fmt::format("{}: cannot be written: {}", path, std::generic_category().message(errno)));
}

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : path_(path), temporary_(fmt::format("{}.{}.tmp", path, getpid())) {
  if (std::filesystem::is_directory(path_))
    throw InputError(fmt::format("{}: is a directory", path_));
  stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  if (!stream_) throw write_error(path_);
}

OutputFile::~OutputFile() {
  if (committed_) return;
  stream_.close();
  static_cast<void>(std::remove(temporary_.c_str()));
}

void OutputFile::commit() {
  stream_.close();
  if (!stream_ || std::rename(temporary_.c_str(), path_.c_str()) != 0) throw write_error(path_);
  committed_ = true;
}

}  // namespace rematfuzz::cli
