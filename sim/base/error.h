// Errors at the border: what a user's file or argument did wrong.
#pragma once

#include <stdexcept>

namespace rematfuzz {

// A file or an argument that cannot be used. The message is one line, complete as it stands; a
// program prints it and exits with code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rematfuzz
