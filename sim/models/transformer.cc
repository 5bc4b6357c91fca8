// The encoder-decoder Transformer: layers of multi-head attention and feed-forward networks, each
// followed by dropout, a residual connection and normalization. Sequences are
// {place, batch, features}.
#include <fmt/format.h>

#include <vector>

#include "sim/base/error.h"
#include "sim/models/framework/loss.h"
#include "sim/models/framework/matmul.h"
#include "sim/models/framework/normalization.h"
#include "sim/models/framework/pointwise.h"
#include "sim/models/framework/training.h"
#include "sim/models/framework/views.h"
#include "sim/models/model_table.h"

namespace rematfuzz {

namespace {

using namespace nn;

constexpr ModelOption transformer_options[] = {
    {"layers", "encoder layers", 12, 1, 1000},
    {"decoders", "decoder layers", 6, 1, 1000},
    {"batch", "pairs of sequences in a step", 10, 1, 1 << 20},
    {"sequence", "places in a source sequence", 512, 1, 1 << 20},
    {"target", "places in a target sequence", 20, 1, 1 << 20},
    {"features", "features at each place, a multiple of the heads", 512, 1, 1 << 20},
    {"heads", "heads of attention", 16, 1, 1 << 10},
    {"feedforward", "features inside a feed-forward network", 2048, 1, 1 << 20},
    steps_option,
};

struct Sizes {
  std::int64_t features;
  std::int64_t heads;
  std::int64_t feedforward;
};

// {place, batch, features} seen as {batch x heads, place, features / heads}.
Tensor split_heads(Autograd& autograd, const Tensor& x, std::int64_t heads) {
  const std::int64_t rows = product({x.extent(1), heads});
  const std::int64_t features = x.extent(2) / heads;
  const Tensor by_head = reshape(autograd, x, {x.extent(0), rows, features});
  return permute(autograd, by_head, {rows, x.extent(0), features});
}

Tensor join_heads(Autograd& autograd, const Tensor& x, std::int64_t heads) {
  const Tensor by_place = permute(autograd, x, {x.extent(1), x.extent(0), x.extent(2)});
  const Tensor joined = contiguous(autograd, by_place);
  return reshape(autograd, joined, {x.extent(1), x.extent(0) / heads, x.extent(2) * heads});
}

// Queries against keys, as weights for values; all {places, batch, features}.
Tensor attend(Autograd& autograd, const Tensor& query, const Tensor& key, const Tensor& value,
              std::int64_t heads) {
  const Tensor scaled = scale(autograd, query);
  const Tensor queries = split_heads(autograd, scaled, heads);
  const Tensor key_copy = contiguous(autograd, key);
  const Tensor keys = split_heads(autograd, key_copy, heads);
  const Tensor value_copy = contiguous(autograd, value);
  const Tensor values = split_heads(autograd, value_copy, heads);
  const Tensor keys_transposed =
      permute(autograd, keys, {keys.extent(0), keys.extent(2), keys.extent(1)});
  Tensor weights = bmm(autograd, queries, keys_transposed);
  weights = softmax(autograd, weights);
  weights = dropout(autograd, weights);
  const Tensor mixed = bmm(autograd, weights, values);
  return join_heads(autograd, mixed, heads);
}

class SelfAttention {
 public:
  SelfAttention(Autograd& autograd, const Sizes& sizes)
      : heads_(sizes.heads),
        in_(autograd, sizes.features, 3 * sizes.features),
        out_(autograd, sizes.features, sizes.features) {}

  Tensor operator()(Autograd& autograd, const Tensor& x) const {
    const Tensor projected = in_(autograd, x);
    const Tensors parts = split(autograd, projected, 3);
    const Tensor attended = attend(autograd, parts[0], parts[1], parts[2], heads_);
    return out_(autograd, attended);
  }

 private:
  std::int64_t heads_;
  Linear in_;
  Linear out_;
};

class CrossAttention {
 public:
  CrossAttention(Autograd& autograd, const Sizes& sizes)
      : heads_(sizes.heads),
        query_(autograd, sizes.features, sizes.features),
        key_value_(autograd, sizes.features, 2 * sizes.features),
        out_(autograd, sizes.features, sizes.features) {}

  Tensor operator()(Autograd& autograd, const Tensor& x, const Tensor& memory) const {
    const Tensor query = query_(autograd, x);
    const Tensor projected = key_value_(autograd, memory);
    const Tensors parts = split(autograd, projected, 2);
    const Tensor attended = attend(autograd, query, parts[0], parts[1], heads_);
    return out_(autograd, attended);
  }

 private:
  std::int64_t heads_;
  Linear query_;
  Linear key_value_;
  Linear out_;
};

class FeedForward {
 public:
  FeedForward(Autograd& autograd, const Sizes& sizes)
      : in_(autograd, sizes.features, sizes.feedforward),
        out_(autograd, sizes.feedforward, sizes.features) {}

  Tensor operator()(Autograd& autograd, const Tensor& x) const {
    Tensor y = in_(autograd, x);
    y = relu(autograd, y);
    y = dropout(autograd, y);
    return out_(autograd, y);
  }

 private:
  Linear in_;
  Linear out_;
};

// Adds what a sublayer made of x to x.
class Residual {
 public:
  Residual(Autograd& autograd, const Sizes& sizes) : norm_(autograd, sizes.features) {}

  Tensor operator()(Autograd& autograd, const Tensor& x, const Tensor& made) const {
    const Tensor dropped = dropout(autograd, made);
    const Tensor sum = add(autograd, x, dropped);
    return norm_(autograd, sum);
  }

 private:
  LayerNorm norm_;
};

class EncoderLayer {
 public:
  EncoderLayer(Autograd& autograd, const Sizes& sizes)
      : attention_(autograd, sizes),
        feed_forward_(autograd, sizes),
        after_attention_(autograd, sizes),
        after_feed_forward_(autograd, sizes) {}

  Tensor operator()(Autograd& autograd, const Tensor& source) const {
    Tensor x = source;
    x = after_attention_(autograd, x, attention_(autograd, x));
    return after_feed_forward_(autograd, x, feed_forward_(autograd, x));
  }

 private:
  SelfAttention attention_;
  FeedForward feed_forward_;
  Residual after_attention_;
  Residual after_feed_forward_;
};

class DecoderLayer {
 public:
  DecoderLayer(Autograd& autograd, const Sizes& sizes)
      : self_attention_(autograd, sizes),
        cross_attention_(autograd, sizes),
        feed_forward_(autograd, sizes),
        after_self_(autograd, sizes),
        after_cross_(autograd, sizes),
        after_feed_forward_(autograd, sizes) {}

  Tensor operator()(Autograd& autograd, const Tensor& target, const Tensor& memory) const {
    Tensor x = target;
    x = after_self_(autograd, x, self_attention_(autograd, x));
    x = after_cross_(autograd, x, cross_attention_(autograd, x, memory));
    return after_feed_forward_(autograd, x, feed_forward_(autograd, x));
  }

 private:
  SelfAttention self_attention_;
  CrossAttention cross_attention_;
  FeedForward feed_forward_;
  Residual after_self_;
  Residual after_cross_;
  Residual after_feed_forward_;
};

class Transformer {
 public:
  Transformer(Autograd& autograd, std::int64_t encoders, std::int64_t decoders, const Sizes& sizes)
      : encoder_norm_(autograd, sizes.features), decoder_norm_(autograd, sizes.features) {
    for (std::int64_t i = 0; i < encoders; ++i) encoder_.emplace_back(autograd, sizes);
    for (std::int64_t i = 0; i < decoders; ++i) decoder_.emplace_back(autograd, sizes);
  }

  Tensor operator()(Autograd& autograd, const Tensor& source, const Tensor& target) const {
    Tensor memory = source;
    for (const EncoderLayer& layer : encoder_) memory = layer(autograd, memory);
    memory = encoder_norm_(autograd, memory);
    Tensor x = target;
    for (const DecoderLayer& layer : decoder_) x = layer(autograd, x, memory);
    return decoder_norm_(autograd, x);
  }

 private:
  std::vector<EncoderLayer> encoder_;
  std::vector<DecoderLayer> decoder_;
  LayerNorm encoder_norm_;
  LayerNorm decoder_norm_;
};

void train_transformer(Autograd& autograd, const Arguments& arguments) {
  const std::int64_t batch = arguments.at("batch");
  const std::int64_t features = arguments.at("features");
  const std::int64_t target_length = arguments.at("target");
  const Sizes sizes = {features, arguments.at("heads"), arguments.at("feedforward")};
  if (features % sizes.heads != 0)
    throw InputError(
        fmt::format("features of transformer must be a multiple of its {} heads, not {}",
                    sizes.heads, features));
  const Transformer network(autograd, arguments.at("layers"), arguments.at("decoders"), sizes);
  train(autograd, arguments.at("steps"), [&] {
    Recorder& recorder = autograd.recorder();
    const Tensor source = recorder.constant({arguments.at("sequence"), batch, features});
    const Tensor target = recorder.constant({target_length, batch, features});
    const std::int64_t places = product({target_length, batch});
    const Tensor labels = recorder.constant({places}, int64);
    const Tensor output = network(autograd, source, target);
    const Tensor scores = reshape(autograd, output, {places, features});
    return cross_entropy(autograd, scores, labels);
  });
}

}  // namespace

const Model transformer_model = {"transformer", "attention-based encoder and decoder of sequences",
                                 transformer_options, train_transformer};

}  // namespace rematfuzz
