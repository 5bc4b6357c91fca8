#include "sim/trace/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz {

namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 16;

std::string reason(int error) {
  switch (error) {
    case ENOENT:
      return "no such file";
    case EACCES:
      return "may not be read: permission denied";
    case EISDIR:
      return "is a directory, not a file";
    default:
      return "cannot be read: " + std::generic_category().message(error);
  }
}

}  // namespace

std::string display_name(const std::string& path) {
  return path == standard_input_path ? "<stdin>" : printable(path);
}

InputFile::InputFile(const std::string& path)
    : name_(display_name(path)), chunk_(std::make_unique_for_overwrite<char[]>(chunk_size)) {
  if (path == standard_input_path) {
    descriptor_ = STDIN_FILENO;
  } else {
    open(path);
  }
}

InputFile::~InputFile() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

void InputFile::fail(std::string_view what) const {
  throw InputError(fmt::format("{}: {}", name_, what));
}

void InputFile::open(const std::string& path) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(reason(errno));
}

std::size_t InputFile::read_raw(std::span<char> buffer) {
  while (true) {
    const ssize_t got = ::read(descriptor_, buffer.data(), buffer.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) fail(reason(errno));
  }
}

void InputFile::detect() {
  std::size_t size = 0;
  while (size < magic_size && !at_end_) {
    const std::size_t got = read_raw({chunk_.get() + size, chunk_size - size});
    at_end_ = got == 0;
    size += got;
  }
  pending_ = {chunk_.get(), size};
  decompressor_ = make_decompressor(pending_);
  detected_ = true;
}

std::size_t InputFile::read(std::span<char> buffer) {
  if (!detected_) detect();
  return decompressor_ == nullptr ? read_plain(buffer) : read_compressed(buffer);
}

std::size_t InputFile::read_plain(std::span<char> buffer) {
  if (pending_.empty()) return at_end_ ? 0 : read_raw(buffer);
  const std::size_t size = std::min(pending_.size(), buffer.size());
  std::memcpy(buffer.data(), pending_.data(), size);
  pending_.remove_prefix(size);
  return size;
}

std::size_t InputFile::read_compressed(std::span<char> buffer) {
  while (true) {
    const std::size_t written = decode(buffer);
    if (written > 0) return written;
    if (at_end_) break;
    const std::size_t got = read_raw({chunk_.get(), chunk_size});
    at_end_ = got == 0;
    pending_ = {chunk_.get(), got};
  }
  if (!decompressor_->complete())
    fail(fmt::format("truncated {} data: the file ends too early", decompressor_->format()));
  return 0;
}

std::size_t InputFile::decode(std::span<char> buffer) {
  try {
    return decompressor_->decode(pending_, buffer);
  } catch (const InputError& error) {
    fail(error.what());
  }
}

}  // namespace rematfuzz
