// DenseNet: four blocks in which every layer sees the concatenation of all before it, with
// transitions in between that halve channels and resolution.
#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "sim/models/framework/convolution.h"
#include "sim/models/framework/loss.h"
#include "sim/models/framework/normalization.h"
#include "sim/models/framework/pointwise.h"
#include "sim/models/framework/pooling.h"
#include "sim/models/framework/training.h"
#include "sim/models/framework/views.h"
#include "sim/models/model_table.h"

namespace rematfuzz {

namespace {

using namespace nn;

constexpr ModelOption densenet_options[] = {
    {"depth", "layers with weights: 121, 169, 201, or 8n + 5 for n layers a block", 121, 13, 2005},
    {"batch", "images in a step", 84, 1, 1 << 20},
    {"size", "height and width of the images", 224, 29, 1 << 16},
    {"growth", "channels that a layer adds", 32, 1, 1 << 10},
    {"classes", "classes to tell apart", 1000, 1, 1 << 20},
    steps_option,
};

using BlockSizes = std::array<std::int64_t, 4>;  // layers in each block

BlockSizes block_sizes(std::int64_t depth) {
  switch (depth) {
    case 121:
      return {6, 12, 24, 16};
    case 169:
      return {6, 12, 32, 32};
    case 201:
      return {6, 12, 48, 32};
    default:
      break;
  }
  if (depth % 8 != 5)
    throw InputError(fmt::format(
        "depth of densenet must be 121, 169, 201 or 8n + 5 (13, 21, ...), not {}", depth));
  const std::int64_t layers = depth / 8;
  return {layers, layers, layers, layers};
}

// Normalization, rectification, convolution.
class PreactivatedConv {
 public:
  PreactivatedConv(Autograd& autograd, std::int64_t in, std::int64_t out, Window window)
      : norm_(autograd, in), conv_(autograd, in, out, window) {}

  Tensor operator()(Autograd& autograd, const Tensor& x) {
    const Tensor y = norm_(autograd, x);
    relu_in_place(autograd, y);
    return conv_(autograd, y);
  }

 private:
  BatchNorm2d norm_;
  Conv2d conv_;
};

// Bottleneck, then convolution.
class DenseLayer {
 public:
  DenseLayer(Autograd& autograd, std::int64_t in, std::int64_t growth)
      : bottleneck_(autograd, in, 4 * growth, {.kernel = 1}),
        convolution_(autograd, 4 * growth, growth, {.kernel = 3, .stride = 1, .padding = 1}) {}

  Tensor operator()(Autograd& autograd, const Tensors& features) {
    const Tensor joined = cat(autograd, features, 1);
    const Tensor narrowed = bottleneck_(autograd, joined);
    return convolution_(autograd, narrowed);
  }

 private:
  PreactivatedConv bottleneck_;
  PreactivatedConv convolution_;
};

class DenseBlock {
 public:
  DenseBlock(Autograd& autograd, std::int64_t in, std::int64_t layers, std::int64_t growth)
      : channels_(in) {
    for (std::int64_t layer = 0; layer < layers; ++layer) {
      layers_.emplace_back(autograd, channels_, growth);
      channels_ += growth;
    }
  }

  std::int64_t channels() const { return channels_; }  // that it gives

  Tensor operator()(Autograd& autograd, const Tensor& x) {
    Tensors features = {x};
    for (DenseLayer& layer : layers_) features.push_back(layer(autograd, features));
    return cat(autograd, features, 1);
  }

 private:
  std::int64_t channels_;
  std::vector<DenseLayer> layers_;
};

// The blocks and what is between them.
class Trunk {
 public:
  Trunk(Autograd& autograd, const BlockSizes& sizes, std::int64_t growth) {
    std::int64_t in = 2 * growth;
    for (const std::int64_t layers : sizes) {
      if (!blocks_.empty()) {
        const std::int64_t before = channels();
        in = before / 2;
        transitions_.emplace_back(autograd, before, in, Window{.kernel = 1});
      }
      blocks_.emplace_back(autograd, in, layers, growth);
    }
  }

  std::int64_t channels() const { return blocks_.back().channels(); }  // that it gives

  // Lets go of its input after the first block.
  Tensor operator()(Autograd& autograd, Tensor x) {
    x = blocks_[0](autograd, x);
    for (std::size_t i = 0; i < transitions_.size(); ++i) {
      x = transitions_[i](autograd, x);
      x = average_pool(autograd, x, {.kernel = 2, .stride = 2});
      x = blocks_[i + 1](autograd, x);
    }
    return x;
  }

 private:
  std::vector<DenseBlock> blocks_;
  std::vector<PreactivatedConv> transitions_;  // transitions_[i] follows blocks_[i]
};

class DenseNet {
 public:
  DenseNet(Autograd& autograd, const BlockSizes& sizes, std::int64_t growth, std::int64_t classes)
      : conv_(autograd, 3, 2 * growth, {.kernel = 7, .stride = 2, .padding = 3}),
        first_norm_(autograd, 2 * growth),
        trunk_(autograd, sizes, growth),
        last_norm_(autograd, trunk_.channels()),
        classifier_(autograd, trunk_.channels(), classes) {}

  Tensor operator()(Autograd& autograd, const Tensor& images) {
    Tensor x = conv_(autograd, images);
    x = first_norm_(autograd, x);
    relu_in_place(autograd, x);
    x = max_pool(autograd, x, {.kernel = 3, .stride = 2, .padding = 1});
    x = trunk_(autograd, std::move(x));
    x = last_norm_(autograd, x);
    relu_in_place(autograd, x);
    x = mean_all(autograd, x);
    return classifier_(autograd, x);
  }

 private:
  Conv2d conv_;
  BatchNorm2d first_norm_;
  Trunk trunk_;
  BatchNorm2d last_norm_;
  Linear classifier_;
};

void train_densenet(Autograd& autograd, const Arguments& arguments) {
  const std::int64_t batch = arguments.at("batch");
  const std::int64_t size = arguments.at("size");
  DenseNet network(autograd, block_sizes(arguments.at("depth")), arguments.at("growth"),
                   arguments.at("classes"));
  train(autograd, arguments.at("steps"), [&] {
    const Tensor images = autograd.recorder().constant({batch, 3, size, size});
    const Tensor labels = autograd.recorder().constant({batch}, int64);
    const Tensor scores = network(autograd, images);
    return cross_entropy(autograd, scores, labels);
  });
}

}  // namespace

const Model densenet_model = {"densenet", "densely connected convolutional network for images",
                              densenet_options, train_densenet};

}  // namespace rematfuzz
