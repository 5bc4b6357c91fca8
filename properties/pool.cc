// The pool is a list from whose middle members go and at whose end they come back.
#include "sim/state/pool.h"

#include <algorithm>
#include <vector>

#include "properties/property.h"

namespace rematfuzz::properties {

bool check_pool() {
  return check("pool: a pool is a list, wherever its holes are",
               [](const std::vector<std::uint8_t>& moves) {
                 constexpr std::size_t storages = 40;
                 Pool pool(storages);
                 std::vector<StorageId> list;
                 for (const std::uint8_t move : moves) {
                   const StorageId storage = move % storages;
                   const auto at = std::find(list.begin(), list.end(), storage);
                   if (at == list.end()) {
                     pool.append(storage);
                     list.push_back(storage);
                   } else {
                     pool.remove(storage);
                     list.erase(at);
                   }
                 }
                 RC_ASSERT(pool.members() == list);
                 Pool fresh(storages);
                 for (const StorageId storage : list) fresh.append(storage);
                 RC_ASSERT(pool == fresh);
                 RC_ASSERT(pool.hash() == fresh.hash());
               });
}

}  // namespace rematfuzz::properties
