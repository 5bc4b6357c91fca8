#include "sim/models/framework/normalization.h"

#include <utility>

namespace rematfuzz::nn {

namespace {

// The arguments of a backward: what was saved, with the gradient in second place.
Tensors with_gradient(const Tensors& saved, const Tensor& gradient) {
  Tensors args = saved;
  args.insert(args.begin() + 1, gradient);
  return args;
}

}  // namespace

BatchNorm2d::BatchNorm2d(Autograd& autograd, std::int64_t channels)
    : weight_(autograd.parameter({channels})),
      bias_(autograd.parameter({channels})),
      running_mean_(autograd.recorder().constant({channels})),
      running_variance_(autograd.recorder().constant({channels})),
      batches_(autograd.recorder().constant({}, int64)) {}

Tensor BatchNorm2d::operator()(Autograd& autograd, const Tensor& x) {
  Recorder& recorder = autograd.recorder();
  count_batch(recorder);
  Tensors saved;
  for (const Tensor& tensor : {x, weight_, running_mean_, running_variance_})
    saved.push_back(autograd.save(tensor));
  const Shape& channels = weight_.shape();
  Tensors results =
      recorder.call("cudnn_batch_norm", {x, weight_, bias_, running_mean_, running_variance_},
                    {{x.shape()}, {channels}, {channels}});
  for (const Tensor& statistic : {results[1], results[2]})
    saved.push_back(autograd.save(statistic));
  autograd.record({x, weight_, bias_}, {results[0]},
                  [saved = std::move(saved)](Recorder& to, const Gradients& of_outputs) {
                    const Shape& per_channel = saved[1].shape();
                    return to.call("cudnn_batch_norm_backward", with_gradient(saved, of_outputs[0]),
                                   {{saved[0].shape()}, {per_channel}, {per_channel}});
                  });
  return std::move(results[0]);
}

void BatchNorm2d::count_batch(Recorder& recorder) {
  const Tensor one = recorder.constant({}, int64);
  batches_ = recorder.call("add", {batches_, one}, {Result{{}, int64}})[0];
}

LayerNorm::LayerNorm(Autograd& autograd, std::int64_t features)
    : weight_(autograd.parameter({features})), bias_(autograd.parameter({features})) {}

Tensor LayerNorm::operator()(Autograd& autograd, const Tensor& x) const {
  Tensors saved = {autograd.save(x)};
  saved.push_back(autograd.save(weight_));
  const Shape rows = with_extent(x.shape(), x.shape().size() - 1, 1);
  Tensors results = autograd.recorder().call("native_layer_norm", {x, weight_, bias_},
                                             {{x.shape()}, {rows}, {rows}});
  for (const Tensor& statistic : {results[1], results[2]})
    saved.push_back(autograd.save(statistic));
  autograd.record({x, weight_, bias_}, {results[0]},
                  [saved = std::move(saved)](Recorder& to, const Gradients& of_outputs) {
                    const Shape& features = saved[1].shape();
                    return to.call("native_layer_norm_backward",
                                   with_gradient(saved, of_outputs[0]),
                                   {{saved[0].shape()}, {features}, {features}});
                  });
  return std::move(results[0]);
}

}  // namespace rematfuzz::nn
