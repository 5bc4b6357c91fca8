// What a call is refused with.
#pragma once

#include <string>

#include "sim/base/error.h"

namespace rematfuzz::testing {

// The message of the InputError that the function throws; "accepted": it throws none.
template <class Function>
std::string error_of(Function function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace rematfuzz::testing
