// Reverse-mode automatic differentiation: a tape of operators, walked backwards.
//
// An operator that takes part saves the tensors which its backward needs (a COPY each) in a
// closure; the tape runs the closures in reverse order and destroys each right after it ran, which
// releases what it saved. So an activation lives until both the program and its last saver let go
// of it.
#pragma once

#include <functional>
#include <vector>

#include "sim/models/framework/recorder.h"
#include "sim/models/framework/tensor.h"

namespace rematfuzz::nn {

using Gradients = std::vector<Tensor>;  // undefined: there is none, or nobody wants it

// From the gradients of an operator's outputs, at least one of them defined, to those of its
// inputs.
using Backward = std::function<Gradients(Recorder&, const Gradients&)>;

class Autograd {
 public:
  explicit Autograd(Recorder& recorder) : recorder_(recorder) {}

  Recorder& recorder() { return recorder_; }

  // A constant to be trained. REQUIRES: nothing is on the tape.
  Tensor parameter(Shape shape);

  // A reference that a Backward may keep.
  Tensor save(const Tensor& tensor) { return recorder_.copy(tensor); }
  // The same, or an undefined tensor if `wanted` is false.
  Tensor save_if(bool wanted, const Tensor& tensor) { return wanted ? save(tensor) : Tensor(); }

  // Puts an operator on the tape: `outputs` become functions of `inputs`. An output may be an input
  // changed in place. Without an input that needs a gradient this does nothing.
  void record(const Tensors& inputs, const Tensors& outputs, Backward backward);

  // Computes the gradients of all parameters, consuming the tape.
  void backward(const Tensor& loss);

  // Updates each parameter that has a gradient in place, then drops the gradients.
  void descend();

 private:
  struct Node {
    std::vector<VariableId> inputs;
    std::vector<VariableId> outputs;
    Backward backward;
  };

  VariableId new_variable();
  Gradients take_gradients(const std::vector<VariableId>& variables);
  void accumulate(VariableId variable, Tensor gradient);
  void run(Node node);

  Recorder& recorder_;
  Tensors parameters_;   // the variables 0, 1, ...
  Gradients gradients_;  // by VariableId
  std::vector<Node> tape_;
};

}  // namespace rematfuzz::nn
