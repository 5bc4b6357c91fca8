// U-Net: an encoder that halves the resolution level by level, and a decoder that doubles it again,
// joining at each level what the encoder had there.
#include <vector>

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

constexpr ModelOption unet_options[] = {
    {"depth", "halvings of the resolution", 4, 1, 12},
    {"batch", "images in a step", 6, 1, 1 << 20},
    {"height", "height of the images", 416, 1, 1 << 16},
    {"width", "width of the images", 608, 1, 1 << 16},
    {"channels", "channels at full resolution", 64, 2, 1 << 12},
    {"classes", "maps to predict", 1, 1, 1 << 12},
    steps_option,
};

constexpr Window same_size_window = {.kernel = 3, .stride = 1, .padding = 1};
constexpr Window halving_window = {.kernel = 2, .stride = 2, .padding = 0};

// Twice convolution, normalization, rectification.
class DoubleConv {
 public:
  DoubleConv(Autograd& autograd, std::int64_t in, std::int64_t middle, std::int64_t out)
      : conv1_(autograd, in, middle, same_size_window, Bias::with),
        norm1_(autograd, middle),
        conv2_(autograd, middle, out, same_size_window, Bias::with),
        norm2_(autograd, out) {}

  Tensor operator()(Autograd& autograd, const Tensor& x) {
    Tensor y = conv1_(autograd, x);
    y = norm1_(autograd, y);
    relu_in_place(autograd, y);
    y = conv2_(autograd, y);
    y = norm2_(autograd, y);
    relu_in_place(autograd, y);
    return y;
  }

 private:
  Conv2d conv1_;
  BatchNorm2d norm1_;
  Conv2d conv2_;
  BatchNorm2d norm2_;
};

// The channels at a level, level 0 being the full resolution.
std::int64_t channels_at(std::int64_t level, std::int64_t channels) {
  for (; level > 0; --level) channels *= 2;
  return channels;
}

// One for each level, and one below the last with as many channels as that.
std::vector<DoubleConv> make_encoder(Autograd& autograd, std::int64_t depth,
                                     std::int64_t channels) {
  std::vector<DoubleConv> encoder;
  std::int64_t in = 3;
  for (std::int64_t level = 0; level <= depth; ++level) {
    const std::int64_t out = channels_at(level < depth ? level : depth - 1, channels);
    encoder.emplace_back(autograd, in, out, out);
    in = out;
  }
  return encoder;
}

// One for each level, the lowest first. Each takes the channels of its level twice, from below and
// from beside, and gives those of the level above.
std::vector<DoubleConv> make_decoder(Autograd& autograd, std::int64_t depth,
                                     std::int64_t channels) {
  std::vector<DoubleConv> decoder;
  for (std::int64_t level = depth - 1; level >= 0; --level) {
    const std::int64_t middle = channels_at(level, channels);
    const std::int64_t out = channels_at(level > 0 ? level - 1 : 0, channels);
    decoder.emplace_back(autograd, 2 * middle, middle, out);
  }
  return decoder;
}

class UNet {
 public:
  UNet(Autograd& autograd, std::int64_t depth, std::int64_t channels, std::int64_t classes)
      : encoder_(make_encoder(autograd, depth, channels)),
        decoder_(make_decoder(autograd, depth, channels)),
        head_(autograd, channels, classes, {.kernel = 1}, Bias::with) {}

  Tensor operator()(Autograd& autograd, const Tensor& images) {
    Tensors levels = {encoder_[0](autograd, images)};
    for (std::size_t level = 1; level < encoder_.size(); ++level) {
      const Tensor halved = max_pool(autograd, levels.back(), halving_window);
      levels.push_back(encoder_[level](autograd, halved));
    }
    Tensor x = levels.back();
    for (std::size_t i = 0; i < decoder_.size(); ++i)
      x = ascend(autograd, decoder_[i], x, levels[levels.size() - 2 - i]);
    return head_(autograd, x);
  }

 private:
  static Tensor ascend(Autograd& autograd, DoubleConv& convolutions, const Tensor& below,
                       const Tensor& beside) {
    Tensor x = upsample_double(autograd, below);
    x = pad(autograd, x, {x.extent(0), x.extent(1), beside.extent(2), beside.extent(3)});
    const Tensor joined = cat(autograd, {beside, x}, 1);
    return convolutions(autograd, joined);
  }

  std::vector<DoubleConv> encoder_;
  std::vector<DoubleConv> decoder_;
  Conv2d head_;
};

void train_unet(Autograd& autograd, const Arguments& arguments) {
  const std::int64_t batch = arguments.at("batch");
  const std::int64_t height = arguments.at("height");
  const std::int64_t width = arguments.at("width");
  const std::int64_t classes = arguments.at("classes");
  UNet network(autograd, arguments.at("depth"), arguments.at("channels"), classes);
  train(autograd, arguments.at("steps"), [&] {
    const Tensor images = autograd.recorder().constant({batch, 3, height, width});
    const Tensor masks = autograd.recorder().constant({batch, classes, height, width});
    const Tensor scores = network(autograd, images);
    return binary_cross_entropy(autograd, scores, masks);
  });
}

}  // namespace

const Model unet_model = {"unet", "encoder and decoder for image segmentation, with skips",
                          unet_options, train_unet};

}  // namespace rematfuzz
