// The normalization layers.
#pragma once

#include "sim/models/framework/autograd.h"

namespace rematfuzz::nn {

// Over batch and space, for each channel of {batch, channels, height, width}. Saves its input and
// the statistics of the batch; counts its batches.
class BatchNorm2d {
 public:
  BatchNorm2d(Autograd& autograd, std::int64_t channels);
  Tensor operator()(Autograd& autograd, const Tensor& x);

 private:
  void count_batch(Recorder& recorder);

  Tensor weight_;
  Tensor bias_;
  Tensor running_mean_;
  Tensor running_variance_;
  Tensor batches_;  // a 64-bit integer
};

// Over the innermost dimension. Saves its input and the statistics of each row.
class LayerNorm {
 public:
  LayerNorm(Autograd& autograd, std::int64_t features);
  Tensor operator()(Autograd& autograd, const Tensor& x) const;

 private:
  Tensor weight_;
  Tensor bias_;
};

}  // namespace rematfuzz::nn
