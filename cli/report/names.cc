#include "cli/report/names.h"

#include <fmt/format.h>

#include "cli/text/quantity.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

std::string tensor_text(const Trace& trace, TensorId tensor) {
  return fmt::format("{} ({})", printable(trace.label(tensor)), tensor);
}

std::string storage_text(const Trace& trace, StorageId storage) {
  return tensor_text(trace, trace.storages[storage].root);
}

std::string call_text(const Trace& trace, TensorId tensor) {
  constexpr std::size_t shown = 5;
  const CallId call = trace.tensors[tensor].call;
  const auto args = trace.args_of(call);
  std::string list;
  for (std::size_t i = 0; i < args.size() && i < shown; ++i)
    list.append(i == 0 ? "" : ", ").append(printable(trace.label(args[i])));
  if (args.size() > shown) list += ", ...";
  return fmt::format("{}({})", printable(trace.operator_name(call)), list);
}

std::string exact_bytes(Bytes bytes) {
  return fmt::format("{} ({} bytes)", show_bytes(bytes), whole_bytes(bytes));
}

std::string whole_bytes(Bytes bytes) {
  return bytes < 0 ? "-" + show_count(std::uint64_t{0} - static_cast<std::uint64_t>(bytes))
                   : show_count(static_cast<std::uint64_t>(bytes));
}

std::string same_between(Bytes first, Bytes last) {
  if (last == unlimited) return fmt::format("the same from {} bytes up", whole_bytes(first));
  return fmt::format("the same from {} to {} bytes", whole_bytes(first), whole_bytes(last));
}

Json tensor_json(const Trace& trace, TensorId tensor) {
  Json json;
  json["operator"] = trace.operator_name(trace.tensors[tensor].call);
  json["tensor"] = tensor;
  json["label"] = trace.label(tensor);
  return json;
}

Json storage_json(const Trace& trace, StorageId storage) {
  Json json;
  json["storage"] = trace.storages[storage].root;
  json["label"] = trace.label(trace.storages[storage].root);
  json["bytes"] = trace.storages[storage].size;
  return json;
}

}  // namespace rematfuzz::cli
