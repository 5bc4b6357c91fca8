#include "fuzz/program/codec.h"

#include <algorithm>
#include <array>
#include <optional>

#include "fuzz/choices/byte_choices.h"
#include "fuzz/program/scope.h"

namespace rematfuzz::fuzz {

namespace {

// Small choices that stand for weighted ones: entry i is what a draw of i means. The first entry
// of a meaning is what is written for it. Nothing: the program's end.
using Next = std::optional<OperationKind>;
constexpr std::array next_table = [] {
  std::array<Next, 32> table{};
  for (std::size_t i = 1; i < 18; ++i) table[i] = OperationKind::call;
  for (std::size_t i = 18; i < 26; ++i) table[i] = OperationKind::release;
  table[26] = table[27] = table[28] = OperationKind::constant;
  table[29] = OperationKind::mutate;
  table[30] = OperationKind::copy;
  table[31] = OperationKind::copy_from;
  return table;
}();
// Of calls: how many arguments, and outputs. The last entry: so many, and a number more.
constexpr std::array<std::uint64_t, 8> argument_counts{0, 1, 1, 2, 2, 2, 3, 4};
constexpr std::array<std::uint64_t, 8> output_counts{1, 1, 1, 1, 1, 2, 3, 4};

// How large numbers are, of a whole program.
constexpr std::array<std::uint64_t, 4> number_ranges{3, 16, 200, 256};
constexpr std::size_t wide_range = 3;
constexpr std::uint64_t narrow = 200;  // of a wide number's first choice: above it, more follow
constexpr std::uint64_t most_digits = 6;
// What all sizes, and all costs, are multiples of (wide ones are of 1).
constexpr std::array<std::int64_t, 4> units{1, 1000, std::int64_t{1} << 20, 1'000'000'000};

// What the end of a program leaves to the output condition.
constexpr std::uint64_t endings = 4;  // all that is held (0), nothing, one name, two

// One pass over a program that either draws it or writes it.
class Codec {
 public:
  // Draws.
  Codec(ChoiceSource& choices, Program& program, std::size_t most_operators, std::uint8_t allowed)
      : choices_(&choices), program_(program), most_operators_(most_operators), allowed_(allowed) {}
  // Writes.
  Codec(Program& program, std::vector<std::uint8_t>& bytes)
      : bytes_(&bytes), program_(program), most_operators_(most_operations) {}

  void run() {
    constexpr std::size_t usual_operations = 24;
    if (!writes()) program_.operations.reserve(usual_operations);
    header();
    std::size_t at = 0;
    while (at < most_operations && operation(at)) ++at;
    ending();
  }

 private:
  bool writes() const { return bytes_ != nullptr; }

  // A choice: `value` if it is written.
  std::uint64_t choose(std::uint64_t value, std::uint64_t bound) {
    if (!writes()) return choices_->draw(bound);
    append_choice(*bytes_, value, bound);
    return value;
  }
  template <class Value, std::size_t size>
  Value choose(Value value, const std::array<Value, size>& table) {
    const auto first = std::ranges::find(table, value) - table.begin();
    return table[choose(static_cast<std::uint64_t>(first), size)];
  }
  // The entry of a table of counts, where the last one stands for all from there up: it is followed
  // by how many more there are, one of a few or any.
  std::uint64_t choose_count(std::uint64_t count, const std::array<std::uint64_t, 8>& table,
                             std::uint64_t most) {
    constexpr std::uint64_t few = 8;
    const std::uint64_t many = table.back();
    const std::uint64_t known = choose(std::min(count, many), table);
    if (known < many) return known;
    const std::uint64_t more = writes() ? count - many : 0;
    const std::uint64_t drawn = choose(std::min(more, few - 1), few);
    if (drawn < few - 1) return many + drawn;
    return many + drawn + choose(more - drawn, most - many - drawn + 1);
  }

  void open_span() {
    if (!writes()) choices_->open_span();
  }
  void close_span() {
    if (!writes()) choices_->close_span();
  }

  void header() {
    program_.features = static_cast<std::uint8_t>(choose(program_.features, 1U << 8U) & allowed_);
    size_range_ = choose(range_of_sizes(), number_ranges.size());
    cost_range_ = choose(range_of_costs(), number_ranges.size());
    size_unit_ = choose(0, units.size());
    cost_unit_ = choose(0, units.size());
    ending_ = choose(0, endings);
  }

  std::size_t range_of_sizes() const {
    std::int64_t largest = 0;
    for (const Operation& operation : program_.operations)
      for (const ProgramOutput& output : operation.outputs)
        largest = std::max(largest, output.size);
    return range_of(largest);
  }
  std::size_t range_of_costs() const {
    std::int64_t largest = 0;
    for (const Operation& operation : program_.operations)
      largest = std::max(largest, operation.cost);
    return range_of(largest);
  }
  // The first range that has the number: 1 .. range, or from 0 with feature_zeros.
  static std::size_t range_of(std::int64_t largest) {
    std::size_t range = 0;
    while (range<wide_range&& static_cast<std::uint64_t>(largest)> number_ranges[range]) ++range;
    return range;
  }

  std::int64_t number(std::int64_t value, std::size_t range, std::size_t unit) {
    const bool wide = range == wide_range && program_.has(feature_wide);
    if (wide) return wide_number(value);
    const std::uint64_t first = program_.has(feature_zeros) ? 0 : 1;
    const std::uint64_t bound = number_ranges[std::min(range, wide_range - 1)] + 1 - first;
    const std::uint64_t drawn = choose(static_cast<std::uint64_t>(value) - first, bound) + first;
    return static_cast<std::int64_t>(drawn) * (program_.has(feature_wide) ? units[unit] : 1);
  }

  // A number, or how many bytes one has that is not narrow, and those, lowest first.
  std::int64_t wide_number(std::int64_t value) {
    std::uint64_t digits = 0;
    for (auto rest = static_cast<std::uint64_t>(value); rest > 0; rest >>= 8U) ++digits;
    const bool is_narrow = static_cast<std::uint64_t>(value) < narrow;
    const std::uint64_t first =
        choose(is_narrow ? static_cast<std::uint64_t>(value) : narrow - 1 + digits, 256);
    std::uint64_t read = first;
    if (first >= narrow) {
      digits = (first - narrow) % most_digits + 1;
      read = 0;
      for (std::uint64_t i = 0; i < digits; ++i)
        read |= choose((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xffU, 256) << (8 * i);
    }
    read = std::min<std::uint64_t>(read, largest_number);
    return static_cast<std::int64_t>(
        std::max<std::uint64_t>(read, program_.has(feature_zeros) ? 0 : 1));
  }

  Next next_of(std::size_t at) const {
    if (at >= program_.operations.size()) return std::nullopt;
    return program_.operations[at].kind;
  }

  // What may be done here: else, and where a feature is off, it is a call.
  OperationKind kind_of(OperationKind wanted) {
    switch (wanted) {
      case OperationKind::constant:
        return program_.has(feature_constants) ? wanted : OperationKind::call;
      case OperationKind::mutate:
        return program_.has(feature_mutates) && !usable_.empty() ? wanted : OperationKind::call;
      case OperationKind::copy:
      case OperationKind::copy_from:
        return program_.has(feature_copies) && !usable_.empty() ? wanted : OperationKind::call;
      case OperationKind::release:
        scope_.list_releasable(releasable_);
        return releasable_.empty() ? OperationKind::call : wanted;
      case OperationKind::call:
        break;
    }
    return OperationKind::call;
  }

  // Other operations may come behind the last operator: releases of what it made.
  bool is_one_too_many(const Operation& made) const {
    return made.is_operator() && operators_ == most_operators_;
  }

  // False: the program's end.
  bool operation(std::size_t at) {
    open_span();
    const Next next = choose(next_of(at), next_table);
    if (!next) {
      close_span();
      return false;
    }
    scope_.list_usable(usable_);
    if (!writes()) program_.operations.emplace_back();
    Operation& made = program_.operations[at];
    made.kind = kind_of(*next);
    if (!is_one_too_many(made)) fields(made);
    close_span();
    if (!writes()) make_allowed(made);
    if (is_one_too_many(made)) {
      program_.operations.pop_back();
      return false;
    }
    scope_.take(made);
    if (made.is_operator()) ++operators_;
    return true;
  }

  void fields(Operation& made) {
    switch (made.kind) {
      case OperationKind::call:
        return call(made);
      case OperationKind::constant:
        made.outputs.resize(1);
        made.outputs[0].size = number(made.outputs[0].size, size_range_, size_unit_);
        return;
      case OperationKind::mutate:
        return mutate(made);
      case OperationKind::copy:
        made.args.resize(1);
        return name(made.args[0], usable_);
      case OperationKind::copy_from:
        made.args.resize(2);
        name(made.args[1], usable_);
        scope_.list_releasable(releasable_);
        if (releasable_.empty()) return;  // then it is not allowed, either
        return name(made.args[0], releasable_);
      case OperationKind::release:
        made.args.resize(1);
        return name(made.args[0], releasable_);
    }
  }

  // A name of the list: one of the first four, or any.
  void name(NameNumber& which, const std::vector<NameNumber>& list) {
    constexpr std::uint64_t near = 4;
    constexpr std::uint64_t ways = 4;
    const std::uint64_t count = list.size();
    std::uint64_t at = 0;
    if (writes()) at = static_cast<std::uint64_t>(std::ranges::find(list, which) - list.begin());
    const bool any = count > near && choose(at < near ? 0 : ways - 1, ways) == ways - 1;
    which = list[choose(at, any ? count : std::min(count, near))];
  }

  void arguments(Operation& made, std::uint64_t least) {
    if (usable_.empty()) return;
    const std::uint64_t count = choose_count(made.args.size(), argument_counts, most_arguments);
    made.args.resize(std::max(count, least));
    for (NameNumber& arg : made.args) name(arg, usable_);
  }

  void call(Operation& made) {
    made.cost = number(made.cost, cost_range_, cost_unit_);
    arguments(made, 0);
    if (program_.has(feature_several_outputs))
      made.outputs.resize(choose_count(made.outputs.size(), output_counts, most_outputs));
    else
      made.outputs.resize(1);
    for (ProgramOutput& output : made.outputs) {
      if (alias(made, output))
        output.size = 0;
      else
        output.size = number(output.size, size_range_, size_unit_);
    }
  }

  // One output in four is a view, where there may be any.
  bool alias(const Operation& made, ProgramOutput& output) {
    constexpr std::uint64_t ways = 4;
    if (!program_.has(feature_views) || made.args.empty()) return false;
    const bool is_view = choose(output.alias < 0 ? 0 : ways - 1, ways) == ways - 1;
    if (!is_view) {
      output.alias = -1;
      return false;
    }
    output.alias = static_cast<std::int32_t>(
        choose(static_cast<std::uint64_t>(output.alias), made.args.size()));
    return true;
  }

  void mutate(Operation& made) {
    made.cost = number(made.cost, cost_range_, cost_unit_);
    arguments(made, 1);
    const std::uint64_t count = choose_count(made.mutated.size(), output_counts, most_outputs);
    made.mutated.resize(count);
    for (std::uint32_t& index : made.mutated)
      index = static_cast<std::uint32_t>(choose(index, made.args.size()));
  }

  // What is drawn field by field may be too much for names that are used up: then less of it.
  void make_allowed(Operation& made) const {
    while (!scope_.allows(made) && made.mutated.size() > 1) made.mutated.pop_back();
    if (scope_.allows(made)) return;
    const std::int64_t least = program_.has(feature_zeros) ? 0 : 1;
    made = source_operation(least, least);
  }

  // A program has an operator. Then what the ending leaves: the names bound last.
  void ending() {
    if (writes()) return;
    if (operators_ == 0) {
      Operation made;
      make_allowed(made);
      scope_.take(made);
      program_.operations.push_back(made);
    }
    if (ending_ == 0) return;
    const std::size_t kept = ending_ - 1;
    scope_.list_releasable(releasable_);
    while (releasable_.size() > kept && program_.operations.size() < most_operations) {
      Operation release = operation_on(OperationKind::release, {releasable_.back()});
      scope_.take(release);
      program_.operations.push_back(std::move(release));
      scope_.list_releasable(releasable_);
    }
  }

  ChoiceSource* choices_ = nullptr;
  std::vector<std::uint8_t>* bytes_ = nullptr;
  Program& program_;
  std::size_t most_operators_;
  std::size_t operators_ = 0;
  std::uint8_t allowed_ = all_features;
  std::size_t size_range_ = 0;
  std::size_t cost_range_ = 0;
  std::size_t size_unit_ = 0;
  std::size_t cost_unit_ = 0;
  std::uint64_t ending_ = 0;
  Scope scope_;
  std::vector<NameNumber> usable_;
  std::vector<NameNumber> releasable_;
};

}  // namespace

Program decode(ChoiceSource& choices, std::size_t most_operators, std::uint8_t allowed) {
  Program program;
  Codec(choices, program, most_operators, allowed).run();
  return program;
}

void encode(Program program, std::vector<std::uint8_t>& bytes) {
  program.features |= used_features(program);
  Codec(program, bytes).run();
}

}  // namespace rematfuzz::fuzz
