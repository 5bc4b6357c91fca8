// Demand paging as a program: what is known of page replacement must hold there.
//
// Pages are calls without arguments, of one byte and one nanosecond; a request is a call of no size
// that takes a page and is released at once. So what a run rematerializes is pages that are fetched
// again, and a budget is a number of frames.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/choices/choice_source.h"
#include "sim/policy/policy.h"
#include "sim/trace/trace.h"

namespace rematfuzz::properties {

using Page = std::uint32_t;

// At least one request; pages are numbered from 0 in the order of their first request.
std::vector<Page> draw_requests(fuzz::ChoiceSource& choices);
std::string text(const std::vector<Page>& requests);

Trace paging_trace(const std::vector<Page>& requests);
std::size_t pages_of(const std::vector<Page>& requests);

// How many pages are fetched, the first time included, with so many frames.
std::uint64_t count_fetches(const Trace& trace, const Policy& policy, std::size_t frames);

}  // namespace rematfuzz::properties
