// Where the bytes of a log come from: a file, a pipe, a buffer in memory.
#pragma once

#include <cstddef>
#include <span>

namespace rematfuzz {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Puts the next bytes into the front of `buffer` and says how many: at least one, or 0 at the
  // end. REQUIRES: buffer is not empty. Throws InputError, naming the source, where it cannot be
  // read.
  virtual std::size_t read(std::span<char> buffer) = 0;
};

}  // namespace rematfuzz
