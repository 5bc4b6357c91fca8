// Belady's anomaly is there to be found. Source: Belady, Nelson and Shedler, "An anomaly in
// space-time characteristics of certain programs running in a paging machine" (1969).
#include <algorithm>
#include <vector>

#include "fuzz/choices/random_choices.h"
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/paging.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

namespace {

// First in, first out, for one run of a paging program: of what it has not seen before, the pages
// of smaller numbers came first (later, pages come one by one).
class Fifo final : public Policy {
 public:
  StorageId choose(PolicyView& view) const override {
    std::vector<StorageId> come;
    for (const StorageId storage : view.slots())
      if (storage != no_id && std::ranges::find(queue_, storage) == queue_.end())
        come.push_back(storage);
    std::ranges::sort(come);
    queue_.insert(queue_.end(), come.begin(), come.end());
    const StorageId first = queue_.front();
    queue_.erase(queue_.begin());
    return first;
  }

 private:
  mutable std::vector<StorageId> queue_;
};

// Whether some number of frames has fewer fetches than one more has.
bool has_anomaly(const std::vector<Page>& requests) {
  const Trace trace = paging_trace(requests);
  std::vector<std::uint64_t> fetches;
  for (std::size_t frames = 1; frames <= pages_of(requests); ++frames)
    fetches.push_back(count_fetches(trace, Fifo(), frames));
  return !std::ranges::is_sorted(fetches, std::greater<>());
}

}  // namespace

void check_fifo_has_anomalies(fuzz::ChoiceSource& choices, Account& account) {
  constexpr int programs = 8000;  // one in 750 has it
  constexpr std::uint64_t seeds = std::uint64_t{1} << 16U;
  const std::uint64_t seed = choices.draw(seeds);
  account.text += fmt::format("{} random programs from the seed {}\n", programs, seed);
  fuzz::RandomChoices random(seed);
  for (int i = 0; i < programs; ++i)
    if (has_anomaly(draw_requests(random))) return;
  throw Violation("programs on which more frames cost FIFO more fetches", "", "one or more",
                  "none");
}

}  // namespace rematfuzz::properties
