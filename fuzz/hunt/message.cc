#include "fuzz/hunt/message.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace rematfuzz::fuzz {

namespace {

// Both ends are the same program on the same machine: values go as they are.
struct Header {
  std::uint32_t is_discovery = 0;
  std::uint32_t cell = 0;
  std::uint32_t mechanism = 0;
  std::uint32_t input_bytes = 0;
  std::uint64_t number = 0;  // inputs, or operators
  Effect effect;
};
static_assert(std::is_trivially_copyable_v<Header>);

Header header_of(const Message& message) {
  Header header;
  if (const auto* discovery = std::get_if<Discovery>(&message)) {
    header.is_discovery = 1;
    header.cell = discovery->cell;
    header.mechanism = mechanism_index(discovery->mechanism);
    header.input_bytes = static_cast<std::uint32_t>(discovery->input.size());
    header.number = discovery->operators;
    header.effect = discovery->effect;
  } else {
    header.number = std::get<Progressed>(message).inputs;
  }
  return header;
}

}  // namespace

void send(int pipe, const Message& message) {
  const Header header = header_of(message);
  std::vector<char> bytes(sizeof header + header.input_bytes);
  std::memcpy(bytes.data(), &header, sizeof header);
  if (header.input_bytes > 0)
    std::memcpy(bytes.data() + sizeof header, std::get<Discovery>(message).input.data(),
                header.input_bytes);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(pipe, bytes.data() + done, bytes.size() - done);
    if (count > 0) done += static_cast<std::size_t>(count);
    if (count < 0 && errno != EINTR) _exit(EXIT_SUCCESS);
  }
}

std::optional<Message> MessageReader::next() {
  Header header;
  if (buffer_.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, buffer_.data(), sizeof header);
  const std::size_t size = sizeof header + header.input_bytes;
  if (buffer_.size() < size) return std::nullopt;
  Message message = Progressed{header.number};
  if (header.is_discovery != 0)
    message = Discovery{.cell = header.cell,
                        .effect = header.effect,
                        .mechanism = mechanism_at(header.mechanism),
                        .operators = header.number,
                        .input = {buffer_.begin() + sizeof header,
                                  buffer_.begin() + static_cast<std::ptrdiff_t>(size)}};
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(size));
  return message;
}

}  // namespace rematfuzz::fuzz
