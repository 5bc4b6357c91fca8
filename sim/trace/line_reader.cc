#include "sim/trace/line_reader.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

namespace rematfuzz {

namespace {

constexpr std::size_t first_capacity = std::size_t{1} << 17;

std::unique_ptr<char[]> make_buffer(std::size_t capacity) {
  auto buffer = std::make_unique_for_overwrite<char[]>(capacity + line_padding);
  std::memset(buffer.get() + capacity, 0, line_padding);
  return buffer;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

LineReader::LineReader(ByteSource& source, std::string name)
    : source_(source),
      name_(std::move(name)),
      capacity_(first_capacity),
      buffer_(make_buffer(first_capacity)) {}

InputError LineReader::error(std::uint64_t line, std::string_view what) const {
  return InputError(fmt::format("{}:{}: {}", name_, line, what));
}

bool LineReader::next() {
  while (next_line()) {
    if (is_blank(text_)) continue;
    number_ = lines_;
    return true;
  }
  return false;
}

bool LineReader::next_line() {
  std::size_t searched = 0;  // bytes behind begin_ without a line end
  while (true) {
    const char* start = buffer_.get() + begin_;
    const void* found = std::memchr(start + searched, '\n', end_ - begin_ - searched);
    if (found != nullptr) {
      set_line(static_cast<std::size_t>(static_cast<const char*>(found) - start), true);
      return true;
    }
    searched = end_ - begin_;
    check_line(searched);
    if (fill()) continue;
    if (searched > 0) set_line(searched, false);
    return searched > 0;
  }
}

void LineReader::set_line(std::size_t size, bool terminated) {
  check_line(size);
  text_ = {buffer_.get() + begin_, size};
  terminated_ = terminated;
  begin_ += size + (terminated ? 1 : 0);
  ++lines_;
}

bool LineReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == capacity_) make_room();
  const std::size_t got = source_.read({buffer_.get() + end_, capacity_ - end_});
  end_ += got;
  return got > 0;
}

void LineReader::make_room() {
  auto larger = make_buffer(capacity_ * 2);
  std::memcpy(larger.get(), buffer_.get(), end_);
  buffer_ = std::move(larger);
  capacity_ *= 2;
}

void LineReader::check_line(std::size_t size) const {
  if (size > longest_line) throw error(lines_ + 1, "the line is longer than 1 GiB");
  if (std::memchr(buffer_.get() + begin_, '\0', size) != nullptr)
    throw error(lines_ + 1, "not a trace log: binary data (a NUL byte)");
}

}  // namespace rematfuzz
