// A long short-term memory network over a sequence: one cell, unrolled.
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

constexpr ModelOption lstm_options[] = {
    {"sequence", "places in a sequence", 128, 1, 1 << 14},
    {"batch", "sequences in a step", 512, 1, 1 << 20},
    {"input", "features at each place", 512, 1, 1 << 20},
    {"hidden", "features of the state", 1700, 1, 1 << 20},
    steps_option,
};

struct State {
  Tensor hidden;
  Tensor cell;
};

class LstmCell {
 public:
  LstmCell(Autograd& autograd, std::int64_t input, std::int64_t hidden)
      : from_input_(autograd, input, 4 * hidden),
        from_hidden_(autograd, hidden, 4 * hidden, Bias::without) {}

  State operator()(Autograd& autograd, const Tensor& x, const State& state) const {
    const Tensor gates = all_gates(autograd, x, state.hidden);
    Tensors parts = split(autograd, gates, 4);
    const Tensor input = sigmoid(autograd, parts[0]);
    const Tensor forget = sigmoid(autograd, parts[1]);
    const Tensor candidate = tanh(autograd, parts[2]);
    const Tensor output = sigmoid(autograd, parts[3]);
    parts.clear();
    const Tensor kept = mul(autograd, forget, state.cell);
    const Tensor added = mul(autograd, input, candidate);
    const Tensor cell = add(autograd, kept, added);
    const Tensor squashed = tanh(autograd, cell);
    return {mul(autograd, output, squashed), cell};
  }

 private:
  Tensor all_gates(Autograd& autograd, const Tensor& x, const Tensor& hidden) const {
    const Tensor of_input = from_input_(autograd, x);
    const Tensor of_hidden = from_hidden_(autograd, hidden);
    return add(autograd, of_input, of_hidden);
  }

  Linear from_input_;
  Linear from_hidden_;
};

// The hidden states at all places, after the state before the first.
Tensor unroll(Autograd& autograd, const LstmCell& cell, const Tensors& sequence, State state) {
  Tensors outputs;
  for (const Tensor& x : sequence) {
    state = cell(autograd, x, state);
    outputs.push_back(state.hidden);
  }
  return stack(autograd, outputs);
}

void train_lstm(Autograd& autograd, const Arguments& arguments) {
  const std::int64_t batch = arguments.at("batch");
  const std::int64_t input = arguments.at("input");
  const std::int64_t hidden = arguments.at("hidden");
  const LstmCell cell(autograd, input, hidden);
  train(autograd, arguments.at("steps"), [&] {
    Recorder& recorder = autograd.recorder();
    Tensors sequence;
    for (std::int64_t i = 0; i < arguments.at("sequence"); ++i)
      sequence.push_back(recorder.constant({batch, input}));
    State state;
    state.hidden = recorder.constant({batch, hidden});
    state.cell = recorder.constant({batch, hidden});
    const Tensor outputs = unroll(autograd, cell, sequence, std::move(state));
    return total(autograd, outputs);
  });
}

}  // namespace

const Model lstm_model = {"lstm", "long short-term memory over a sequence", lstm_options,
                          train_lstm};

}  // namespace rematfuzz
