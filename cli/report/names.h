// What reports call the things of a trace.
#pragma once

#include <string>

#include "cli/report/run_report.h"
#include "sim/base/types.h"
#include "sim/trace/trace.h"

namespace rematfuzz::cli {

// "x7984 (193)": label and id.
std::string tensor_text(const Trace& trace, TensorId tensor);

// The same of the root tensor, whose id is the storage's.
std::string storage_text(const Trace& trace, StorageId storage);

// "cudnn_batch_norm(x7977, x7693, ...)": the call that makes the tensor.
std::string call_text(const Trace& trace, TensorId tensor);

// "171.5 MiB (179,830,912 bytes)".
std::string exact_bytes(Bytes bytes);

// "179,830,912"; below 0: "-1,024".
std::string whole_bytes(Bytes bytes);

// "the same from 1,000 to 2,047 bytes", both included; "the same from 1,000 bytes up" where `last`
// is unlimited.
std::string same_between(Bytes first, Bytes last);

// Operator, tensor, label.
Json tensor_json(const Trace& trace, TensorId tensor);

// Storage (its root's id), label, bytes.
Json storage_json(const Trace& trace, StorageId storage);

}  // namespace rematfuzz::cli
