#include "sim/trace/trace.h"

#include <algorithm>

namespace rematfuzz {

std::string Trace::label(TensorId tensor) const {
  std::string text(names[tensors[tensor].label]);
  return text.append(tensors[tensor].mutations, '$');
}

std::vector<TensorId> Trace::outputs() const {
  std::vector<TensorId> outputs;
  for (std::size_t i = output_step; i < steps.size(); ++i) outputs.push_back(steps[i].index);
  return outputs;
}

StorageId Trace::storage_of_root(std::uint64_t root) const {
  const auto found = std::lower_bound(
      storages.begin(), storages.end(), root,
      [](const Storage& storage, std::uint64_t wanted) { return storage.root < wanted; });
  if (found == storages.end() || found->root != root) return no_id;
  return static_cast<StorageId>(found - storages.begin());
}

}  // namespace rematfuzz
