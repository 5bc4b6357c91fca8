#include "properties/paging.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "fuzz/program/instructions.h"
#include "fuzz/program/program.h"
#include "sim/run/run.h"

namespace rematfuzz::properties {

std::vector<Page> draw_requests(fuzz::ChoiceSource& choices) {
  constexpr std::uint64_t most_pages = 7;
  constexpr std::uint64_t most_requests = 80;
  const std::uint64_t pages = 1 + choices.draw(most_pages);
  const std::uint64_t count = 1 + choices.draw(most_requests);
  std::vector<Page> requests;
  Page known = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Page page = std::min(static_cast<Page>(choices.draw(pages)), known);
    known = std::max(known, page + 1);
    requests.push_back(page);
  }
  return requests;
}

std::string text(const std::vector<Page>& requests) {
  return fmt::format("pages requested: {}\n", fmt::join(requests, " "));
}

std::size_t pages_of(const std::vector<Page>& requests) {
  return *std::ranges::max_element(requests) + std::size_t{1};
}

Trace paging_trace(const std::vector<Page>& requests) {
  fuzz::Program program;
  program.features = fuzz::feature_zeros;
  std::vector<fuzz::NameNumber> names;  // by page
  fuzz::NameNumber bound = 0;
  for (const Page page : requests) {
    if (page == names.size()) {
      program.operations.push_back(fuzz::source_operation(1, 1));
      names.push_back(bound++);
    }
    fuzz::Operation use = fuzz::source_operation(0, 1);
    use.args.push_back(names[page]);
    program.operations.push_back(use);
    program.operations.push_back(fuzz::operation_on(fuzz::OperationKind::release, {bound++}));
  }
  for (const fuzz::NameNumber name : names)
    program.operations.push_back(fuzz::operation_on(fuzz::OperationKind::release, {name}));
  return fuzz::trace_of(program);
}

std::uint64_t count_fetches(const Trace& trace, const Policy& policy, std::size_t frames) {
  const RunResult result = run_trace(trace, find_runtime("RuntimeV2Eager"), "", policy,
                                     {.budget = static_cast<Bytes>(frames)});
  std::uint64_t pages = 0;
  for (const Storage& storage : trace.storages) pages += storage.size > 0 ? 1 : 0;
  return pages + static_cast<std::uint64_t>(result.remat_compute);
}

}  // namespace rematfuzz::properties
