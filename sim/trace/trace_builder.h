// Builds a Trace from instructions, checking what an instruction may do where it stands.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/trace/instruction.h"
#include "sim/trace/trace.h"

namespace rematfuzz {

// All sizes of a trace, and all its costs, must each sum to at most this: then no sum that a run
// forms of them (the sum of a score included) overflows 63 bits (the clock, which rematerialization
// grows, is checked in the run).
inline constexpr std::int64_t largest_total = std::int64_t{1} << 60;

class TraceBuilder {
 public:
  TraceBuilder();

  // Appends one instruction. Throws InputError, naming the names involved, where it is not valid
  // at this place: an unbound name, a name bound twice, an alias or mutate index out of range, a
  // negative size or cost, an overflowing sum, a CALL or MUTATE without outputs, a reference count
  // below zero, or the use of a storage after its last reference was released. After an exception
  // the builder must not be used.
  void add(const Instruction& instruction);

  // The finished trace; the builder is empty afterwards. Throws InputError if there is no call.
  Trace finish();

  std::size_t calls() const { return trace_.calls.size(); }

 private:
  void add_constant(const Instruction& instruction);
  void add_call(const Instruction& instruction);
  void add_mutate(const Instruction& instruction);
  void add_copy(const Instruction& instruction);
  void add_copy_from(const Instruction& instruction);
  void add_release(const Instruction& instruction);

  // Opens a call over the bound names `args`; outputs are then added one by one.
  CallId open_call(std::string_view name, const std::vector<std::string>& args, Nanos cost);
  // `alias` >= 0: a view of that argument. Returns the tensor, which no name is bound to yet.
  TensorId add_output(CallId call, Bytes memory, std::int64_t alias, NameId label,
                      std::uint32_t mutations);

  // The tensor that `name` denotes. Throws InputError if it was never bound.
  TensorId resolve(std::string_view name, std::string_view role) const;
  void require_unbound(std::string_view name) const;
  void bind(NameId name, TensorId tensor);
  void release(TensorId tensor, std::string_view name);
  void require_alive(TensorId tensor, std::string_view name, std::string_view role) const;

  Trace trace_;
  std::vector<TensorId> binding_;          // by NameId; no_id: never bound
  std::vector<NameId> bound_;              // in the order of first binding
  std::vector<std::uint32_t> name_count_;  // by TensorId
  std::vector<std::uint32_t> external_;    // by StorageId
  std::int64_t total_bytes_ = 0;
  std::int64_t total_cost_ = 0;
};

}  // namespace rematfuzz
