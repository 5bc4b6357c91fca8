// What hunting processes tell through a pipe, in whatever pieces it comes.
#include "fuzz/hunt/message.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace rematfuzz::fuzz {
namespace {

Discovery discovery_with(std::vector<std::uint8_t> input, Mechanism mechanism = {}) {
  return {.cell = 7,
          .effect = {.size = 0.1, .worse = Bytes{1} << 50, .better = 3},
          .mechanism = mechanism,
          .operators = 19,
          .input = std::move(input)};
}

std::string text_of(const Message& message) {
  if (const auto* progressed = std::get_if<Progressed>(&message))
    return fmt::format("{} inputs", progressed->inputs);
  const auto& found = std::get<Discovery>(message);
  return fmt::format("cell {}: {} at {}, {}, {}, {} operators: {}", found.cell, found.effect.size,
                     found.effect.worse, found.effect.better, text(found.mechanism),
                     found.operators, fmt::join(found.input, " "));
}

std::vector<std::string> texts_of(const std::vector<Message>& messages) {
  std::vector<std::string> texts;
  texts.reserve(messages.size());
  for (const Message& message : messages) texts.push_back(text_of(message));
  return texts;
}

// What is sent. (Little enough for a pipe to hold.)
std::vector<char> sent(const std::vector<Message>& messages) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  for (const Message& message : messages) send(ends[1], message);
  close(ends[1]);
  std::vector<char> bytes;
  std::array<char, 4096> piece{};
  for (ssize_t count = 0; (count = read(ends[0], piece.data(), piece.size())) > 0;)
    bytes.insert(bytes.end(), piece.begin(), piece.begin() + count);
  close(ends[0]);
  return bytes;
}

std::vector<Message> received(const std::vector<char>& bytes, std::size_t piece) {
  MessageReader reader;
  std::vector<Message> messages;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.take(bytes.data() + at, std::min(piece, bytes.size() - at));
    while (auto message = reader.next()) messages.push_back(std::move(*message));
  }
  EXPECT_FALSE(reader.incomplete()) << "in pieces of " << piece << " of " << bytes.size();
  return messages;
}

std::vector<Message> some_messages() {
  std::vector<std::uint8_t> all_bytes(256);
  std::iota(all_bytes.begin(), all_bytes.end(), std::uint8_t{0});
  return {Progressed{0},
          discovery_with({}),
          discovery_with({1, 2, 3}),
          Progressed{UINT64_MAX},
          discovery_with(all_bytes),
          discovery_with(std::vector<std::uint8_t>(5000, 9)),
          discovery_with({}),
          Progressed{12}};
}

TEST(Message, ComesInPieces) {
  const std::vector<Message> messages = some_messages();
  const std::vector<char> bytes = sent(messages);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{1000}, bytes.size()})
    EXPECT_EQ(texts_of(received(bytes, piece)), texts_of(messages)) << "in pieces of " << piece;
}

TEST(Message, KeepsEachMechanism) {
  std::vector<Message> messages;
  messages.reserve(mechanism_count);
  for (std::uint32_t index = 0; index < mechanism_count; ++index)
    messages.push_back(discovery_with({}, mechanism_at(index)));
  EXPECT_EQ(texts_of(received(sent(messages), 100)), texts_of(messages));
}

TEST(MessageReader, KnowsWhatIsIncomplete) {
  const std::vector<char> bytes = sent({discovery_with({1, 2, 3})});
  MessageReader reader;
  EXPECT_FALSE(reader.incomplete());
  EXPECT_FALSE(reader.next());
  for (const char byte : bytes) {
    EXPECT_FALSE(reader.next());
    reader.take(&byte, 1);
    EXPECT_TRUE(reader.incomplete());
  }
  EXPECT_TRUE(reader.next());
  EXPECT_FALSE(reader.incomplete());
  EXPECT_FALSE(reader.next());
}

}  // namespace
}  // namespace rematfuzz::fuzz
