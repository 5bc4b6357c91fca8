// The stack property of LRU. Source: Mattson, Gecsei, Slutz and Traiger, "Evaluation
// techniques for storage hierarchies" (1970).
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/paging.h"
#include "properties/violation.h"
#include "sim/policy/policy_table.h"

namespace rematfuzz::properties {

void check_lru_is_a_stack(fuzz::ChoiceSource& choices, Account& account) {
  const std::vector<Page> requests = draw_requests(choices);
  account.text += text(requests);
  const Trace trace = paging_trace(requests);
  const Policy& lru = *find_policy("LRU").policy;
  const std::size_t pages = pages_of(requests);
  std::uint64_t fewer = count_fetches(trace, lru, 1);
  for (std::size_t frames = 2; frames <= pages; ++frames) {
    const std::uint64_t fetches = count_fetches(trace, lru, frames);
    expect_at_most("fetches", fmt::format("with {} frames instead of {}", frames, frames - 1),
                   fewer, fetches);
    fewer = fetches;
  }
  expect_equal("fetches", "with a frame for each page", std::uint64_t{pages}, fewer);
}

}  // namespace rematfuzz::properties
