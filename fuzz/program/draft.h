// A program while it is changed: names that stay what they are when operations come and go.
//
// A change may leave anything behind: operations in an order in which names are taken before they
// are bound, or names that nothing binds any more. finish() makes a valid program of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/program/program.h"

namespace rematfuzz::fuzz {

struct DraftOperation {
  Operation operation;        // names are the draft's
  NameNumber first_name = 0;  // of those that it binds for the first time, which are consecutive
};

struct Draft {
  std::uint8_t features = 0;
  std::vector<DraftOperation> operations;
  NameNumber next_name = 0;  // no operation binds it, nor any from there up

  // A new operation's place among names.
  DraftOperation make(Operation operation) {
    const NameNumber first = next_name;
    next_name += operation.binds();
    return {std::move(operation), first};
  }
};

Draft draft_of(Program program);

// The program that the draft is nearest to, of at most `most_operators` operators, which is at
// least 1. Valid programs come back as they were. Else: an argument that is not there is replaced
// by the one nearest to it in the order of names, or dropped; an operation that is still not
// allowed is dropped, and so are operators past the limit; a program without operators gets one.
Program finish(Draft draft, std::size_t most_operators = most_operations);

}  // namespace rematfuzz::fuzz
