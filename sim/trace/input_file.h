// A file or standard input, read in pieces and decompressed on the way.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sim/trace/byte_source.h"
#include "sim/trace/decompressor.h"

namespace rematfuzz {

inline constexpr const char* standard_input_path = "-";

// The name of `path` in messages: printable, and "<stdin>" for "-".
std::string display_name(const std::string& path);

// gzip and zstd data is recognized by its first bytes. Every InputError is one line,
// "NAME: what is wrong".
class InputFile final : public ByteSource {
 public:
  // Opens `path`; "-" is standard input. Throws InputError where it cannot be opened (it does not
  // exist, may not be read, is a directory, ...).
  explicit InputFile(const std::string& path);
  ~InputFile() override;

  // Throws InputError where reading fails or compressed data is corrupt or ends too early.
  std::size_t read(std::span<char> buffer) override;

  const std::string& name() const { return name_; }

 private:
  [[noreturn]] void fail(std::string_view what) const;
  void open(const std::string& path);
  std::size_t read_raw(std::span<char> buffer);
  // Reads the first bytes, at least magic_size of them, to tell the format.
  void detect();
  std::size_t read_plain(std::span<char> buffer);
  std::size_t read_compressed(std::span<char> buffer);
  std::size_t decode(std::span<char> buffer);

  std::string name_;
  int descriptor_ = -1;
  bool at_end_ = false;            // of the raw bytes
  std::unique_ptr<char[]> chunk_;  // raw bytes
  std::string_view pending_;       // those of the chunk that are still to be used
  bool detected_ = false;
  std::unique_ptr<Decompressor> decompressor_;  // null: the bytes are plain
};

}  // namespace rematfuzz
