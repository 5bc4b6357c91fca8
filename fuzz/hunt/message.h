// What a hunting process tells the one that started it, through a pipe.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "fuzz/search/archive.h"

namespace rematfuzz::fuzz {

// How many inputs a process has run so far.
struct Progressed {
  std::uint64_t inputs = 0;
};

using Message = std::variant<Progressed, Discovery>;

// Writes the whole message. Ends the process where nobody reads any more.
void send(int pipe, const Message& message);

// Puts bytes that come in pieces together to messages.
class MessageReader {
 public:
  void take(const char* bytes, std::size_t count) {
    buffer_.insert(buffer_.end(), bytes, bytes + count);
  }
  // The next whole message; nothing: more bytes are needed.
  std::optional<Message> next();
  // Whether a message was begun and not ended.
  bool incomplete() const { return !buffer_.empty(); }

 private:
  std::vector<char> buffer_;
};

}  // namespace rematfuzz::fuzz
