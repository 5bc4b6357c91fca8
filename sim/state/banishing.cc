#include "sim/state/banishing.h"

#include "sim/base/check.h"
#include "sim/base/hash.h"

namespace rematfuzz {

Banishing::Banishing(const Trace& trace)
    : order_(trace.storages.size(), 0), dependents_(trace.storages.size(), 0) {
  member_begin_.reserve(trace.tensors.size() + 1);
  std::uint32_t next = 0;
  for (const Tensor& tensor : trace.tensors) {
    member_begin_.push_back(next);
    next += trace.calls[tensor.call].args;
  }
  member_.assign(next, 0);
}

void Banishing::parents(const Trace& trace, TensorId tensor, std::vector<TensorId>& out) const {
  out.clear();
  const Tensor& child = trace.tensors[tensor];
  for (const TensorId arg : trace.args_of(child.call))
    if (lists(child.storage, trace.tensors[arg].storage)) out.push_back(arg);
}

std::size_t Banishing::slot(const Trace& trace, StorageId storage, TensorId tensor) const {
  // The first argument on that storage stands for all.
  const auto args = trace.args_of(trace.tensors[tensor].call);
  std::size_t place = 0;
  while (trace.tensors[args[place]].storage != storage) ++place;
  return member_begin_[tensor] + place;
}

void Banishing::add_dependent(const Trace& trace, StorageId storage, TensorId tensor) {
  REMATFUZZ_CHECK(trace.tensors[tensor].storage != storage);
  std::uint8_t& member = member_[slot(trace, storage, tensor)];
  if (member == 0) ++dependents_[storage];
  member = 1;
}

void Banishing::remove_dependent(const Trace& trace, StorageId storage, TensorId tensor) {
  std::uint8_t& member = member_[slot(trace, storage, tensor)];
  if (member != 0) --dependents_[storage];
  member = 0;
}

std::uint64_t Banishing::hash() const {
  return mix_range(mix_range(mix_range(0, order_), dependents_), member_);
}

}  // namespace rematfuzz
