// Decompression of gzip and zstd data, piece by piece.
//
// The format is told by the first bytes, never by a file's name, so that a pipe works like a file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace rematfuzz {

class Decompressor {
 public:
  Decompressor() = default;
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  virtual ~Decompressor() = default;

  // Consumes bytes from the front of `in` (and takes them off), puts plain bytes into the front of
  // `out` and says how many. 0 with `in` empty: it needs more input. May have plain bytes left to
  // give though `in` is empty. Members (gzip) and frames (zstd) may follow one another; zeros may
  // pad the end of gzip data. Throws InputError, without naming a file, where the data is corrupt.
  virtual std::size_t decode(std::string_view& in, std::span<char> out) = 0;

  // Whether the input may end here: no member or frame is half read.
  virtual bool complete() const = 0;

  // "gzip" or "zstd".
  virtual const char* format() const = 0;
};

// How many bytes make_decompressor needs to see, unless the input is shorter.
inline constexpr std::size_t magic_size = 4;

// The decompressor for input that starts with `first_bytes`; null when it is not compressed.
std::unique_ptr<Decompressor> make_decompressor(std::string_view first_bytes);

}  // namespace rematfuzz
