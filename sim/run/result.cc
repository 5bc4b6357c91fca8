#include "sim/run/result.h"

#include <fmt/format.h>
#include <nettle/sha1.h>

#include <array>
#include <iterator>

namespace rematfuzz {

std::string eviction_sha1(const std::vector<TensorId>& sequence) {
  std::string text;
  for (const TensorId id : sequence)
    fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : ",", id);
  sha1_ctx context;
  sha1_init(&context);
  sha1_update(&context, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  constexpr std::size_t shown_bytes = 8;
  std::array<std::uint8_t, shown_bytes> digest{};
  sha1_digest(&context, digest.size(), digest.data());
  std::string hex;
  for (const std::uint8_t byte : digest) fmt::format_to(std::back_inserter(hex), "{:02x}", byte);
  return hex;
}

}  // namespace rematfuzz
