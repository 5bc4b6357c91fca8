#include "sim/run/result.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <iterator>

namespace rematfuzz {

std::string eviction_sha1(const std::vector<TensorId>& sequence) {
  std::string text;
  for (const TensorId id : sequence)
    fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : ",", id);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha1(), nullptr);
  std::string hex;
  constexpr std::size_t shown_bytes = 8;
  for (std::size_t i = 0; i < shown_bytes; ++i)
    fmt::format_to(std::back_inserter(hex), "{:02x}", digest[i]);
  return hex;
}

}  // namespace rematfuzz
