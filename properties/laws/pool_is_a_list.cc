// The pool is a list from whose middle members go and at whose end they come back.
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/violation.h"
#include "sim/state/pool.h"

namespace rematfuzz::properties {

void check_pool_is_a_list(fuzz::ChoiceSource& choices, Account& account) {
  constexpr std::size_t storages = 70;  // more than a word of bits
  constexpr std::uint64_t most_moves = 256;
  Pool pool(storages);
  std::vector<StorageId> list;
  const std::uint64_t moves = choices.draw(most_moves);
  account.text += "storages that go if they are there, and else come:";
  for (std::uint64_t i = 0; i < moves; ++i) {
    const auto storage = static_cast<StorageId>(choices.draw(storages));
    account.text += fmt::format(" {}", storage);
    const auto at = std::ranges::find(list, storage);
    if (at == list.end()) {
      pool.append(storage);
      list.push_back(storage);
    } else {
      pool.remove(storage);
      list.erase(at);
    }
  }
  account.text += "\n";
  expect_equal("members", "", fmt::format("{}", list), fmt::format("{}", pool.members()));
  expect_equal("size", "", list.size(), pool.size());
  Pool fresh(storages);
  for (const StorageId storage : list) fresh.append(storage);
  expect(pool == fresh, "the pool", "", "equal to one made anew", "unequal");
  expect_equal("hash", "", fresh.hash(), pool.hash());
}

}  // namespace rematfuzz::properties
