// Cuts bytes into lines, counts them, and knows how a message names a place in the log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sim/base/error.h"
#include "sim/trace/byte_source.h"

namespace rematfuzz {

// Longer lines are refused: a line has to be held in memory, several times over once it is parsed.
inline constexpr std::size_t longest_line = std::size_t{1} << 30;

// So many bytes behind a line may be read (not written): what the JSON parser asks for.
inline constexpr std::size_t line_padding = 64;

class LineReader {
 public:
  // `source` must outlive the reader; `name` stands for it in messages.
  LineReader(ByteSource& source, std::string name);

  // Goes to the next line that holds more than blanks; false at the end. Throws InputError where
  // the source does, where a line is too long, and where it holds a NUL byte (a binary file, which
  // may go on for long without any line end).
  bool next();

  // The line without its line end; valid until next().
  std::string_view text() const { return text_; }
  // Whether a line end follows; only the last line of a file may lack it.
  bool terminated() const { return terminated_; }
  // Of the current line, counting from 1; at the end, the last line that was not blank. 0: none.
  std::uint64_t number() const { return number_; }

  // "NAME:LINE: WHAT".
  InputError error(std::uint64_t line, std::string_view what) const;

 private:
  // The next line, blank or not.
  bool next_line();
  void set_line(std::size_t size, bool terminated);
  // Reads more bytes behind those that are there; false at the end of the source.
  bool fill();
  void make_room();
  // Refuses a line whose bytes are (so far) the `size` bytes at begin_.
  void check_line(std::size_t size) const;

  ByteSource& source_;
  std::string name_;
  std::size_t capacity_;  // of the buffer, without its padding
  std::unique_ptr<char[]> buffer_;
  std::size_t begin_ = 0;  // what is not used yet: [begin_, end_) of the buffer
  std::size_t end_ = 0;
  std::uint64_t lines_ = 0;
  std::string_view text_;
  std::uint64_t number_ = 0;
  bool terminated_ = false;
};

}  // namespace rematfuzz
