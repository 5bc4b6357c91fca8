#include "cli/text/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <system_error>

#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

namespace fs = std::filesystem;

InputError write_error(const std::string& path, int error) {
  return InputError(fmt::format("{}: cannot be written: {}", printable(path),
                                std::generic_category().message(error)));
}

// Where a chain of symbolic links ends, whether there is a file or not.
fs::path follow_links(fs::path path) {
  constexpr int most_links = 40;
  std::error_code error;
  for (int i = 0; i < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++i)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

// What to remove should a signal end the program: the temporary file there is, if any.
char unfinished[PATH_MAX] = "";

extern "C" void end_by_signal(int signal) {
  if (unfinished[0] != '\0') unlink(unfinished);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remove_at_signal(const std::string& path) {
  if (path.size() >= sizeof unfinished) return;
  std::ranges::copy(path, unfinished);
  // Who handles a signal otherwise has the say: the file's destructor removes it, too.
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    const auto before = std::signal(signal, end_by_signal);
    if (before != SIG_DFL && before != end_by_signal) std::signal(signal, before);
  }
}

void keep_at_signal() { std::ranges::fill(unfinished, '\0'); }

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), target_(path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) throw write_error(path, EISDIR);
  if (!fs::exists(status) || fs::is_regular_file(status)) {
    target_ = follow_links(path);
    if (!target_.has_filename()) throw write_error(path, path.empty() ? ENOENT : EISDIR);
    // Short, so that a file may have the longest name there is.
    // A process can have several under way in one folder.
    static std::atomic<unsigned> files = 0;
    temporary_ = target_.parent_path() / fmt::format(".rematfuzz-{}-{}.tmp", getpid(), ++files);
  }
  stream_.open(whole() ? temporary_ : target_, std::ios::binary | std::ios::trunc);
  if (!stream_) {
    const int reason = errno;
    temporary_.clear();
    throw write_error(path, reason);
  }
  if (whole()) remove_at_signal(temporary_.string());
  errno = 0;
}

OutputFile::~OutputFile() {
  if (!whole()) return;
  stream_.close();
  std::error_code error;
  fs::remove(temporary_, error);
  keep_at_signal();
}

void OutputFile::commit() {
  stream_.close();
  if (!stream_) throw write_error(path_, errno == 0 ? EIO : errno);
  if (!whole()) return;
  std::error_code error;
  const fs::file_status old = fs::status(target_, error);
  if (fs::exists(old)) fs::permissions(temporary_, old.permissions(), error);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw write_error(path_, errno);
  temporary_.clear();
  keep_at_signal();
}

}  // namespace rematfuzz::cli
