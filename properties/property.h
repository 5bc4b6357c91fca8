// A property: what must hold of each case, whatever the case is.
//
// A case is a list of choices (fuzz/choices/choice_source.h), so that RapidCheck, libFuzzer and a
// person with a line of hexadecimal digits can all hand one to it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fuzz/choices/choice_source.h"
#include "sim/base/fault.h"

namespace rematfuzz::properties {

// What is known of a case, for people; a property fills it in as it draws.
struct Account {
  std::string text;
};

struct Property {
  std::string_view name;
  std::string_view says;
  // The fault that it must catch.
  Fault fault = Fault::none;
  std::string_view fault_name;
  // Throws Violation if it does not hold of the case.
  void (*check)(fuzz::ChoiceSource& choices, Account& account) = nullptr;
  // Of so many cases at most: each is a search of its own. 0: no matter.
  int most_cases = 0;
};

// Adding one is a file in laws/ and a line here and in laws.h.
std::span<const Property> property_table();

// The fault of that name that a property must catch. Throws InputError if there is none.
Fault find_fault(std::string_view name);

// Throws InputError, listing the names, if there is none of that name.
const Property& find_property(std::string_view name);

}  // namespace rematfuzz::properties
