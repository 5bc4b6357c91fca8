// A residual network for small images in the CIFAR style: 6n + 2 layers in three stages of n
// blocks, with shortcuts that subsample and pad instead of learning.
#include <fmt/format.h>

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

constexpr ModelOption resnet_options[] = {
    {"depth", "layers with weights, 6n + 2", 32, 8, 6002},
    {"batch", "images in a step", 56, 1, 1 << 20},
    {"size", "height and width of the images", 224, 4, 1 << 16},
    {"classes", "classes to tell apart", 10, 1, 1 << 20},
    steps_option,
};

Window convolution_window(std::int64_t stride) {
  return {.kernel = 3, .stride = stride, .padding = 1};
}

class Block {
 public:
  Block(Autograd& autograd, std::int64_t in, std::int64_t out, std::int64_t stride)
      : conv1_(autograd, in, out, convolution_window(stride)),
        norm1_(autograd, out),
        conv2_(autograd, out, out, convolution_window(1)),
        norm2_(autograd, out),
        stride_(stride) {}

  Tensor operator()(Autograd& autograd, const Tensor& x) {
    Tensor y = conv1_(autograd, x);
    y = norm1_(autograd, y);
    y = relu(autograd, y);
    y = conv2_(autograd, y);
    y = norm2_(autograd, y);
    y = add(autograd, y, stride_ == 1 ? x : shortcut(autograd, x, y.shape()));
    return relu(autograd, y);
  }

 private:
  Tensor shortcut(Autograd& autograd, const Tensor& x, const Shape& shape) const {
    Tensor y = slice(autograd, x, 0, 1);
    y = slice(autograd, y, 1, 1);
    y = slice(autograd, y, 2, stride_);
    y = slice(autograd, y, 3, stride_);
    return pad(autograd, y, shape);
  }

  Conv2d conv1_;
  BatchNorm2d norm1_;
  Conv2d conv2_;
  BatchNorm2d norm2_;
  std::int64_t stride_;
};

// Three stages, each but the first halving the resolution and doubling the channels.
std::vector<Block> make_blocks(Autograd& autograd, std::int64_t blocks_a_stage) {
  std::vector<Block> blocks;
  std::int64_t in = 16;
  for (const std::int64_t out : {16, 32, 64})
    for (std::int64_t block = 0; block < blocks_a_stage; ++block) {
      blocks.emplace_back(autograd, in, out, in == out ? 1 : 2);
      in = out;
    }
  return blocks;
}

class ResNet {
 public:
  ResNet(Autograd& autograd, std::int64_t blocks_a_stage, std::int64_t classes)
      : conv_(autograd, 3, 16, convolution_window(1)),
        norm_(autograd, 16),
        blocks_(make_blocks(autograd, blocks_a_stage)),
        classifier_(autograd, 64, classes) {}

  Tensor operator()(Autograd& autograd, const Tensor& images) {
    Tensor x = conv_(autograd, images);
    x = norm_(autograd, x);
    x = relu(autograd, x);
    for (Block& block : blocks_) x = block(autograd, x);
    x = average_all(autograd, x);
    return classifier_(autograd, x);
  }

 private:
  Conv2d conv_;
  BatchNorm2d norm_;
  std::vector<Block> blocks_;
  Linear classifier_;
};

void train_resnet(Autograd& autograd, const Arguments& arguments) {
  const std::int64_t depth = arguments.at("depth");
  const std::int64_t batch = arguments.at("batch");
  const std::int64_t size = arguments.at("size");
  if (depth % 6 != 2)
    throw InputError(fmt::format("depth of resnet must be 6n + 2 (8, 14, 20, ...), not {}", depth));
  ResNet network(autograd, (depth - 2) / 6, arguments.at("classes"));
  train(autograd, arguments.at("steps"), [&] {
    const Tensor images = autograd.recorder().constant({batch, 3, size, size});
    const Tensor labels = autograd.recorder().constant({batch}, int64);
    const Tensor scores = network(autograd, images);
    return cross_entropy(autograd, scores, labels);
  });
}

}  // namespace

const Model resnet_model = {"resnet", "residual network for images, 6n + 2 layers", resnet_options,
                            train_resnet};

}  // namespace rematfuzz
