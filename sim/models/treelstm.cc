// A child-sum Tree-LSTM over a complete binary tree, every node of which has an input.
#include <utility>
#include <vector>

#include "sim/models/framework/loss.h"
#include "sim/models/framework/matmul.h"
#include "sim/models/framework/pointwise.h"
#include "sim/models/framework/training.h"
#include "sim/models/framework/views.h"
#include "sim/models/model_table.h"

namespace rematfuzz {

namespace {

using namespace nn;

constexpr ModelOption treelstm_options[] = {
    {"depth", "levels of nodes below the root", 6, 0, 14},
    {"batch", "trees in a step", 44, 1, 1 << 20},
    {"input", "features of a node's input", 10, 1, 1 << 20},
    {"node", "features of a node's state", 640, 1, 1 << 20},
    steps_option,
};

struct NodeState {
  Tensor hidden;
  Tensor cell;
};

class TreeLstmCell {
 public:
  TreeLstmCell(Autograd& autograd, std::int64_t input, std::int64_t node)
      : gates_of_input_(autograd, input, 3 * node),
        gates_of_hidden_(autograd, node, 3 * node, Bias::without),
        forget_of_input_(autograd, input, node),
        forget_of_hidden_(autograd, node, node, Bias::without) {}

  // The state of a node over its children's; a leaf has none.
  NodeState operator()(Autograd& autograd, const Tensor& x,
                       const std::vector<NodeState>& children) const {
    const Tensor gates = all_gates(autograd, x, children);
    Tensors parts = split(autograd, gates, 3);
    const Tensor input = sigmoid(autograd, parts[0]);
    const Tensor output = sigmoid(autograd, parts[1]);
    const Tensor candidate = tanh(autograd, parts[2]);
    parts.clear();
    Tensor cell = mul(autograd, input, candidate);
    if (!children.empty()) {
      const Tensor forget = forget_of_input_(autograd, x);
      for (const NodeState& child : children)
        cell = add(autograd, cell, remembered(autograd, forget, child));
    }
    const Tensor squashed = tanh(autograd, cell);
    return {mul(autograd, output, squashed), cell};
  }

 private:
  Tensor all_gates(Autograd& autograd, const Tensor& x,
                   const std::vector<NodeState>& children) const {
    Tensor of_input = gates_of_input_(autograd, x);
    if (children.empty()) return of_input;
    Tensor hidden = children[0].hidden;
    for (std::size_t i = 1; i < children.size(); ++i)
      hidden = add(autograd, hidden, children[i].hidden);
    const Tensor of_hidden = gates_of_hidden_(autograd, hidden);
    return add(autograd, of_input, of_hidden);
  }

  // What a node's forget gate lets through of a child's cell.
  Tensor remembered(Autograd& autograd, const Tensor& of_input, const NodeState& child) const {
    const Tensor of_hidden = forget_of_hidden_(autograd, child.hidden);
    const Tensor sum = add(autograd, of_input, of_hidden);
    const Tensor gate = sigmoid(autograd, sum);
    return mul(autograd, gate, child.cell);
  }

  Linear gates_of_input_;
  Linear gates_of_hidden_;
  Linear forget_of_input_;
  Linear forget_of_hidden_;
};

// The root's state. Children come before their parents, as in a heap read backwards: the children
// of inputs[i] are at 2i + 1 and 2i + 2.
NodeState fold(Autograd& autograd, const TreeLstmCell& cell, const Tensors& inputs) {
  std::vector<NodeState> states(inputs.size());
  for (std::size_t i = inputs.size(); i-- > 0;) {
    std::vector<NodeState> children;
    for (const std::size_t child : {2 * i + 1, 2 * i + 2})
      if (child < states.size()) children.push_back(std::exchange(states[child], NodeState{}));
    states[i] = cell(autograd, inputs[i], children);
  }
  return states[0];
}

void train_treelstm(Autograd& autograd, const Arguments& arguments) {
  const std::int64_t batch = arguments.at("batch");
  const std::int64_t input = arguments.at("input");
  const std::int64_t nodes = (std::int64_t{2} << arguments.at("depth")) - 1;
  const TreeLstmCell cell(autograd, input, arguments.at("node"));
  train(autograd, arguments.at("steps"), [&] {
    Tensors inputs;
    for (std::int64_t i = 0; i < nodes; ++i)
      inputs.push_back(autograd.recorder().constant({batch, input}));
    const NodeState root = fold(autograd, cell, inputs);
    return total(autograd, root.hidden);
  });
}

}  // namespace

const Model treelstm_model = {"treelstm", "child-sum Tree-LSTM over complete binary trees",
                              treelstm_options, train_treelstm};

}  // namespace rematfuzz
