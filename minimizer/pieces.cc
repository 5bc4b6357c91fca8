#include "minimizer/pieces.h"

#include <algorithm>
#include <utility>

#include "fuzz/program/scope.h"

namespace rematfuzz::minimizer {

namespace {

class Assembly {
 public:
  explicit Assembly(const Pieces& whole)
      : whole_(whole), own_(whole.sizes.size(), no_id), stands_for_(whole.sizes.size()) {}

  std::optional<Program> run() {
    program_.operations.reserve(whole_.pieces.size());
    for (const Piece& piece : whole_.pieces) take(piece);
    if (!has_operator_) return std::nullopt;
    program_.features = used_features(program_);
    return std::move(program_);
  }

 private:
  using Names = std::vector<NameNumber>;  // of the program that is made

  void take(const Piece& piece) {
    switch (piece.fate) {
      case Fate::goes:
        return lose(piece, {});
      case Fate::bridged:
        return lose(piece, resolve(piece.instead, most_bridged));
      case Fate::stays:
        break;
    }
    if (piece.operation.kind == OperationKind::release) return take_release(piece);
    std::optional<Operation> made = resolved(piece.operation);
    if (made && scope_.allows(*made)) return place(piece, std::move(*made));
    const bool is_copy = piece.operation.kind == OperationKind::copy;
    lose(piece, is_copy ? resolve(piece.operation.args, most_bridged) : Names{});
  }

  // Of a name that stands for others nothing is released.
  void take_release(const Piece& piece) {
    const NameNumber own = own_[piece.operation.args[0]];
    if (own != no_id && scope_.releasable(own))
      place(piece, operation_on(OperationKind::release, {own}));
  }

  void lose(const Piece& piece, const Names& instead) {
    for (const NameNumber name : piece.names) stands_for_[name] = instead;
  }

  void place(const Piece& piece, Operation made) {
    NameNumber next = scope_.names();
    for (const NameNumber name : piece.names) {
      own_[name] = next;
      stands_for_[name] = {next++};
    }
    scope_.take(made);
    has_operator_ = has_operator_ || made.is_operator();
    program_.operations.push_back(std::move(made));
  }

  // What the names stand for that may be arguments; each once, of what is bridged.
  Names resolve(const Names& names, std::size_t most) const {
    Names found;
    for (const NameNumber name : names)
      for (const NameNumber one : stands_for_[name])
        if (found.size() < most && scope_.usable(one) &&
            std::ranges::find(found, one) == found.end())
          found.push_back(one);
    return found;
  }

  // The operation over names of the program that is made. Nothing: too little is left of it.
  std::optional<Operation> resolved(const Operation& from) const {
    Operation made;
    made.kind = from.kind;
    made.cost = from.cost;
    std::vector<std::size_t> place;  // by argument of `from`; args.size() of it: gone
    for (const NameNumber name : from.args) {
      place.push_back(no_place);
      for (const NameNumber one : stands_for_[name]) {
        if (!scope_.usable(one)) continue;
        // An argument may be taken twice, but not what several are bridged to.
        const auto taken = std::ranges::find(made.args, one);
        const bool repeats = own_[name] != one && taken != made.args.end();
        if (place.back() == no_place)
          place.back() =
              repeats ? static_cast<std::size_t>(taken - made.args.begin()) : made.args.size();
        if (!repeats) made.args.push_back(one);
      }
    }
    if (from.kind == OperationKind::copy_from && made.args.size() != 2) return std::nullopt;
    if (from.kind == OperationKind::copy)
      made.args.resize(std::min<std::size_t>(1, made.args.size()));
    for (const ProgramOutput& output : from.outputs)
      made.outputs.push_back(moved(output, from, place));
    for (const std::uint32_t index : from.mutated)
      if (place[index] != no_place)
        made.mutated.push_back(static_cast<std::uint32_t>(place[index]));
    return made;
  }

  ProgramOutput moved(const ProgramOutput& output, const Operation& from,
                      const std::vector<std::size_t>& place) const {
    if (output.alias < 0) return output;
    const auto viewed = static_cast<std::size_t>(output.alias);
    if (place[viewed] == no_place) return {.size = whole_.sizes[from.args[viewed]]};
    return {.alias = static_cast<std::int32_t>(place[viewed])};
  }

  static constexpr std::size_t no_place = static_cast<std::size_t>(-1);
  // What stands for a name: bridging a whole subgraph would leave hundreds.
  static constexpr std::size_t most_bridged = 8;

  const Pieces& whole_;
  std::vector<NameNumber> own_;    // by name of the pieces: what it is now; no_id: not bound
  std::vector<Names> stands_for_;  // by name of the pieces
  fuzz::Scope scope_;
  Program program_;
  bool has_operator_ = false;
};

}  // namespace

Pieces take_apart(const Program& program) {
  Pieces whole;
  whole.pieces.reserve(program.operations.size());
  fuzz::Scope scope;
  for (const Operation& operation : program.operations) {
    Piece piece{.operation = operation, .names = {}, .instead = {}};
    const NameNumber first = scope.names();
    scope.take(operation);
    for (NameNumber name = first; name < scope.names(); ++name) {
      piece.names.push_back(name);
      whole.sizes.push_back(scope.size(name));
    }
    whole.pieces.push_back(std::move(piece));
  }
  return whole;
}

void bridge(Piece& piece) {
  piece.fate = Fate::bridged;
  piece.instead = piece.operation.args;
}

bool take_out(Piece& piece, bool bridges) {
  piece.fate = Fate::goes;
  if (!bridges || piece.names.empty() || piece.operation.args.empty()) return false;
  bridge(piece);
  return true;
}

void drop_argument(Pieces& whole, std::size_t piece, std::size_t argument) {
  Operation& operation = whole.pieces[piece].operation;
  const auto index = static_cast<std::ptrdiff_t>(argument);
  const Bytes size = whole.sizes[operation.args[argument]];
  operation.args.erase(operation.args.begin() + index);
  for (ProgramOutput& output : operation.outputs) {
    if (output.alias == index)
      output = {.size = size};
    else if (output.alias > index)
      --output.alias;
  }
  std::erase_if(operation.mutated, [=](std::uint32_t mutated) { return mutated == argument; });
  for (std::uint32_t& mutated : operation.mutated)
    if (mutated > argument) --mutated;
}

void drop_output(Pieces& whole, std::size_t piece, std::size_t output) {
  Operation& operation = whole.pieces[piece].operation;
  std::vector<NameNumber>& names = whole.pieces[piece].names;
  const auto index = static_cast<std::ptrdiff_t>(output);
  Piece dropped{.operation = {}, .names = {names[output]}, .fate = Fate::bridged, .instead = {}};
  if (const std::int32_t alias = operation.outputs[output].alias; alias >= 0)
    dropped.instead.push_back(operation.args[static_cast<std::size_t>(alias)]);
  operation.outputs.erase(operation.outputs.begin() + index);
  names.erase(names.begin() + index);
  whole.pieces.insert(whole.pieces.begin() + static_cast<std::ptrdiff_t>(piece),
                      std::move(dropped));
}

std::optional<Program> assemble(const Pieces& pieces) { return Assembly(pieces).run(); }

}  // namespace rematfuzz::minimizer
