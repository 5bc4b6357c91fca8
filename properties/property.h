// A named property and how to check it.
#pragma once

#include <rapidcheck.h>

#include <functional>
#include <string>

namespace rematfuzz::properties {

// Checks `property` on random arguments. On a failure RapidCheck prints the smallest case that it
// found and the configuration that repeats it; the line to run is printed below. Returns whether it
// held.
template <class Property>
bool check(const std::string& name, Property property) {
  return rc::check(name, property);
}

// Each returns whether all of its properties held.
bool check_map();
bool check_pool();
bool check_score();

}  // namespace rematfuzz::properties
