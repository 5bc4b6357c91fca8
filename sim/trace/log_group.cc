#include "sim/trace/log_group.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz {

namespace {

std::string line_of(LineKind kind, std::string_view name) {
  return fmt::format("the {} line of {}", line_kind_name(kind), quote(name));
}

bool is_part(LineKind kind) { return kind == LineKind::memory || kind == LineKind::alias; }

}  // namespace

bool LogGroup::take(const LogLine& line) {
  if (incomplete()) {
    complete(line);
  } else {
    begin(line);
  }
  return !incomplete();
}

void LogGroup::begin(const LogLine& line) {
  if (is_part(line.kind()))
    throw InputError(
        fmt::format("{} belongs to no CALL or CONSTANT", line_of(line.kind(), line.name())));
  next_output_ = 0;
  needs_alias_ = false;
  line.read(instruction_);
}

void LogGroup::complete(const LogLine& line) {
  OutputSpec& output = instruction_.outputs[next_output_];
  const LineKind wanted = needs_alias_ ? LineKind::alias : LineKind::memory;
  if (line.kind() != wanted)
    throw InputError(fmt::format("{} where {} belongs", line_kind_name(line.kind()), missing()));
  if (line.name() != output.name)
    throw InputError(fmt::format("{} where that of {} belongs", line_of(wanted, line.name()),
                                 quote(output.name)));
  if (wanted == LineKind::alias) return take_alias(line);
  output.memory = line.memory();
  if (instruction_.kind == InstructionKind::call) {
    needs_alias_ = true;
  } else {
    ++next_output_;
  }
}

void LogGroup::take_alias(const LogLine& line) {
  const std::int64_t alias = line.alias();
  const std::size_t args = instruction_.args.size();
  if (alias >= 0 && static_cast<std::uint64_t>(alias) >= args)
    throw InputError(fmt::format("ALIAS {} of {} is out of range: {} has {} arguments", alias,
                                 quote(line.name()), quote(instruction_.name), args));
  instruction_.outputs[next_output_].alias = alias;
  needs_alias_ = false;
  ++next_output_;
}

std::string LogGroup::missing() const {
  return line_of(needs_alias_ ? LineKind::alias : LineKind::memory,
                 instruction_.outputs[next_output_].name);
}

void LogGroup::clear() {
  instruction_.outputs.clear();
  next_output_ = 0;
  needs_alias_ = false;
}

}  // namespace rematfuzz
