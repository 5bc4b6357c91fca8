#include "sim/models/framework/loss.h"

#include <utility>

namespace rematfuzz::nn {

namespace {

Tensor log_softmax(Autograd& autograd, const Tensor& x) {
  Tensor saved_x = autograd.save(x);
  Tensor result = autograd.recorder().call("_log_softmax", {x}, x.shape());
  Tensor saved_result = autograd.save(result);
  autograd.record(
      {x}, {result},
      [saved_x = std::move(saved_x), saved_result = std::move(saved_result)](
          Recorder& recorder, const Gradients& of_outputs) {
        return Gradients{recorder.call("_log_softmax_backward_data",
                                       {of_outputs[0], saved_result, saved_x}, saved_x.shape())};
      });
  return result;
}

// The negative log-likelihood; its second result is the total weight, which the backward needs.
Tensor nll_loss(Autograd& autograd, const Tensor& log_likelihoods, const Tensor& labels) {
  Tensors saved = {autograd.save(log_likelihoods)};
  saved.push_back(autograd.save(labels));
  Tensors results =
      autograd.recorder().call("nll_loss_forward", {log_likelihoods, labels}, {Result{}, Result{}});
  saved.push_back(autograd.save(results[1]));
  autograd.record(
      {log_likelihoods}, {results[0]},
      [saved = std::move(saved)](Recorder& recorder, const Gradients& of_outputs) {
        return Gradients{recorder.call(
            "nll_loss_backward", {of_outputs[0], saved[0], saved[1], saved[2]}, saved[0].shape())};
      });
  return std::move(results[0]);
}

}  // namespace

Tensor cross_entropy(Autograd& autograd, const Tensor& scores, const Tensor& labels) {
  const Tensor log_likelihoods = log_softmax(autograd, scores);
  return nll_loss(autograd, log_likelihoods, labels);
}

Tensor binary_cross_entropy(Autograd& autograd, const Tensor& scores, const Tensor& targets) {
  Tensor saved_scores = autograd.save(scores);
  Tensor saved_targets = autograd.save(targets);
  Tensor result =
      autograd.recorder().call("binary_cross_entropy_with_logits", {scores, targets}, Shape{});
  autograd.record(
      {scores}, {result},
      [saved_scores = std::move(saved_scores), saved_targets = std::move(saved_targets)](
          Recorder& recorder, const Gradients& of_outputs) {
        return Gradients{recorder.call("binary_cross_entropy_with_logits_backward",
                                       {of_outputs[0], saved_scores, saved_targets},
                                       saved_scores.shape())};
      });
  return result;
}

Tensor total(Autograd& autograd, const Tensor& x) {
  Tensor result = autograd.recorder().call("sum", {x}, Shape{});
  autograd.record({x}, {result},
                  [shape = x.shape()](Recorder& recorder, const Gradients& of_outputs) {
                    return Gradients{recorder.view("expand", of_outputs[0], shape)};
                  });
  return result;
}

}  // namespace rematfuzz::nn
