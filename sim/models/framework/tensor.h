// The framework's tensors: handles that count the references to one name of the trace.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/types.h"
#include "sim/models/framework/shape.h"

namespace rematfuzz::nn {

// What gradients flow to: a value that automatic differentiation knows.
using VariableId = std::uint32_t;
inline constexpr VariableId no_variable = std::numeric_limits<VariableId>::max();

// Copies of a handle share the name; when the last one is gone, the trace releases the name (the
// recorder that made it sees to that, and must outlive it). A default one is undefined.
class Tensor {
 public:
  struct Body {
    std::string name;
    Shape shape;
    Bytes element_size = float32;
    Bytes bytes = 0;  // of the shape, whether the storage is its own or another's
    VariableId variable = no_variable;
  };

  Tensor() = default;
  explicit Tensor(std::shared_ptr<Body> body) : body_(std::move(body)) {}

  bool defined() const { return body_ != nullptr; }

  // REQUIRES of all below: defined().
  const std::string& name() const { return body_->name; }
  const Shape& shape() const { return body_->shape; }
  std::int64_t extent(std::size_t dimension) const { return body_->shape.at(dimension); }
  Bytes element_size() const { return body_->element_size; }
  Bytes bytes() const { return body_->bytes; }
  VariableId variable() const { return body_->variable; }
  bool needs_gradient() const { return body_->variable != no_variable; }

  // A name mutated in place denotes another value from then on.
  void set_variable(VariableId variable) const { body_->variable = variable; }

 private:
  std::shared_ptr<Body> body_;
};

using Tensors = std::vector<Tensor>;

}  // namespace rematfuzz::nn
