#include "fuzz/seeds/windows.h"

#include <algorithm>
#include <map>
#include <utility>

#include "fuzz/program/draft.h"
#include "fuzz/program/scope.h"

namespace rematfuzz::fuzz {

namespace {

// Where what a name denotes comes from.
struct Origin {
  bool constant = false;
  Bytes size = 0;  // of its storage
  Nanos cost = 0;
};

std::vector<Origin> origins_of(const Program& program, std::size_t end) {
  std::vector<Origin> origins;
  Scope scope;
  for (std::size_t i = 0; i < end; ++i) {
    const Operation& operation = program.operations[i];
    scope.take(operation);
    const auto made = [&](NameNumber name) -> Origin {
      return {.constant = operation.kind == OperationKind::constant,
              .size = scope.size(name),
              .cost = operation.cost};
    };
    if (operation.kind == OperationKind::copy)
      origins.push_back(origins[operation.args[0]]);
    else if (operation.kind == OperationKind::copy_from)
      origins[operation.args[0]] = origins[operation.args[1]];
    for (const std::uint32_t index : operation.mutated)
      origins[operation.args[index]] = made(operation.args[index]);
    while (origins.size() < scope.names())
      origins.push_back(made(static_cast<NameNumber>(origins.size())));
  }
  return origins;
}

Operation stand_in(const Origin& origin) {
  Operation made = source_operation(origin.size, origin.constant ? 0 : origin.cost);
  if (origin.constant) made.kind = OperationKind::constant;
  return made;
}

std::size_t end_of(const Program& program, std::size_t first, std::size_t operators) {
  std::size_t end = first;
  for (; end < program.operations.size(); ++end) {
    if (program.operations[end].is_operator() && operators-- == 0) break;
  }
  return end;
}

}  // namespace

Program window_of(const Program& program, std::size_t first, std::size_t operators) {
  const std::size_t end = end_of(program, first, operators);
  const Draft whole = draft_of(program);
  const std::vector<Origin> origins = origins_of(program, first);
  Draft window;
  window.features = program.features;
  window.next_name = whole.next_name;
  // Names from before, made in the order in which they are first taken; as names of the whole
  // program, which binds them nowhere else in the window.
  std::vector<bool> made(origins.size(), false);
  for (std::size_t i = first; i < end; ++i)
    for (const NameNumber arg : program.operations[i].args) {
      if (arg >= origins.size() || made[arg]) continue;
      made[arg] = true;
      window.operations.push_back({stand_in(origins[arg]), arg});
    }
  window.operations.insert(window.operations.end(),
                           whole.operations.begin() + static_cast<std::ptrdiff_t>(first),
                           whole.operations.begin() + static_cast<std::ptrdiff_t>(end));
  for (std::size_t i = end; i < program.operations.size(); ++i)
    if (program.operations[i].kind == OperationKind::release)
      window.operations.push_back(whole.operations[i]);
  return finish(window);
}

Program scaled_down(const Program& program, std::int64_t largest) {
  Program scaled = program;
  std::int64_t size = 0;
  std::int64_t cost = 0;
  for (const Operation& operation : program.operations) {
    cost = std::max(cost, operation.cost);
    for (const ProgramOutput& output : operation.outputs) size = std::max(size, output.size);
  }
  const auto divided = [largest](std::int64_t number, std::int64_t most) {
    if (number == 0 || most <= largest) return number;
    return std::max<std::int64_t>(1, number / (most / largest + 1));
  };
  for (Operation& operation : scaled.operations) {
    operation.cost = divided(operation.cost, cost);
    for (ProgramOutput& output : operation.outputs) output.size = divided(output.size, size);
  }
  scaled.features = used_features(scaled);
  return scaled;
}

std::vector<Program> seeds_from(const Program& program, std::size_t most_operators,
                                std::size_t most) {
  constexpr std::int64_t largest = 200;
  std::vector<Program> seeds;
  const auto add = [&](Program seed) {
    if (seed.operators() > most_operators) return;
    seeds.push_back(scaled_down(seed, largest));
    seeds.push_back(std::move(seed));
  };
  if (most > 1) add(program);
  const std::size_t count = program.operations.size();
  const std::size_t windows = (most - seeds.size()) / 2;
  for (std::size_t i = 0; i < windows; ++i) {
    // Lengths in turn: a third of what is allowed, half of it, and nearly all.
    const std::size_t operators = std::max<std::size_t>(1, most_operators * (2 + i % 3) / 6);
    add(window_of(program, count * i / windows, operators));
  }
  return seeds;
}

}  // namespace rematfuzz::fuzz
