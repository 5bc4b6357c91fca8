// Writes down what the framework executes: turns operator calls into instructions.
//
// Names are given in order (x0, x1, ...) and released when the program drops its last handle. A
// RELEASE is written just before the instruction that follows the drop.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/random.h"
#include "sim/models/framework/tensor.h"
#include "sim/models/model.h"

namespace rematfuzz::nn {

struct Result {
  Shape shape;
  Bytes element_size = float32;
};

class Recorder {
 public:
  // `seed`: of the costs' jitter; 0: none.
  Recorder(const EmitInstruction& sink, std::uint64_t seed);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void annotate(const char* annotation);
  Tensor constant(Shape shape, Bytes element_size = float32);

  // A call with fresh results. Its cost follows from `flops` and the bytes of arguments and
  // results.
  Tensor call(const char* op, const Tensors& args, Shape shape, std::int64_t flops = 0);
  Tensors call(const char* op, const Tensors& args, std::vector<Result> results,
               std::int64_t flops = 0);

  // A call whose results are views of `base`.
  Tensor view(const char* op, const Tensor& base, Shape shape);
  Tensors views(const char* op, const Tensor& base, std::vector<Shape> shapes);

  // Changes args[0] in place.
  void mutate(const char* op, const Tensors& args);

  // Another name of the same tensor, which automatic differentiation does not know.
  Tensor copy(const Tensor& source);

  // Writes the releases still due and nothing from then on: what the program has not dropped by
  // now, it holds at its end.
  void finish();

 private:
  Tensor make(Shape shape, Bytes element_size);
  Tensors make_all(std::vector<Result> results);
  // The cost with its jitter, counted in the total.
  Nanos charge(Nanos cost);
  void count(Bytes bytes);
  void emit(const Instruction& instruction);
  void emit_call(const char* op, const Tensors& args, const Tensors& results, std::int64_t alias,
                 Nanos cost);
  void release_dropped();

  const EmitInstruction& sink_;
  bool jitters_;
  bool finished_ = false;
  Random random_;
  std::uint64_t names_ = 0;
  std::vector<std::string> dropped_;  // names whose last handle is gone, not yet released
  Bytes total_bytes_ = 0;
  Nanos total_cost_ = 0;
};

}  // namespace rematfuzz::nn
