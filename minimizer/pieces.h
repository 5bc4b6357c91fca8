// A program taken apart to be changed, and put together again.
//
// Each operation is a piece with the names that it binds, so that names stay what they are while
// pieces change, go or move. assemble() makes a valid program of what is left, whatever was done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fuzz/program/program.h"
#include "sim/base/types.h"

namespace rematfuzz::minimizer {

using fuzz::NameNumber;
using fuzz::Operation;
using fuzz::OperationKind;
using fuzz::Program;
using fuzz::ProgramOutput;

enum class Fate : std::uint8_t {
  stays,
  goes,     // what took its results does without
  bridged,  // what took its results takes `instead`
};

struct Piece {
  Operation operation;            // names are those of the program that was taken apart
  std::vector<NameNumber> names;  // that its outputs bind, in their order: operation.binds() many
  Fate fate = Fate::stays;
  std::vector<NameNumber> instead;  // of a bridged one
};

struct Pieces {
  std::vector<Piece> pieces;
  std::vector<Bytes> sizes;  // by name: of the storage that it was first bound to
};

// REQUIRES: a valid program.
Pieces take_apart(const Program& program);

// Goes, and leaves its arguments to what took its results. A copy leaves what it copied.
void bridge(Piece& piece);

// Goes, with a bridge or without. Whether the bridge makes a difference: it has results, and
// arguments to leave.
bool take_out(Piece& piece, bool bridges);

// Without one of its arguments. What viewed it becomes a storage of its own, as large.
void drop_argument(Pieces& whole, std::size_t piece, std::size_t argument);

// Without one of its outputs. What took a view takes what it is a view of.
void drop_output(Pieces& whole, std::size_t piece, std::size_t output);

// The program of the pieces that stay. Arguments that are not there are left out, and so are their
// views (they become storages of their own, as large as what was viewed), mutations and releases;
// so is an operation that may not stand where it stands. Nothing: no operator is left.
std::optional<Program> assemble(const Pieces& pieces);

}  // namespace rematfuzz::minimizer
