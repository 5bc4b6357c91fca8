// The framework that the models run on: what it saves, when it lets go, how gradients add up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/error.h"
#include "sim/models/framework/autograd.h"
#include "sim/models/framework/convolution.h"
#include "sim/models/framework/loss.h"
#include "sim/models/framework/matmul.h"
#include "sim/models/framework/pointwise.h"
#include "sim/models/framework/recorder.h"
#include "sim/models/framework/views.h"
#include "sim/trace/trace_builder.h"

namespace rematfuzz::nn {
namespace {

// Says what an instruction does in few words, without its cost.
std::string brief(const Instruction& instruction) {
  std::ostringstream out;
  const auto list = [&] {
    for (const std::string& arg : instruction.args) out << ' ' << arg;
  };
  switch (instruction.kind) {
    case InstructionKind::annotate:
      out << instruction.name;
      break;
    case InstructionKind::constant:
      out << "constant " << instruction.outputs[0].name;
      break;
    case InstructionKind::call:
      out << instruction.name;
      list();
      out << " ->";
      for (const OutputSpec& output : instruction.outputs)
        out << ' ' << output.name << (output.alias < 0 ? "" : "(view)");
      break;
    case InstructionKind::mutate:
      out << instruction.name;
      list();
      break;
    case InstructionKind::copy:
    case InstructionKind::copy_from:
      out << instruction.name << " = " << instruction.source;
      break;
    case InstructionKind::release:
      out << "release " << instruction.name;
      break;
  }
  return out.str();
}

class FrameworkTest : public testing::Test {
 protected:
  // What happened since the last call of this.
  std::vector<std::string> happened() { return std::exchange(lines_, {}); }

  std::vector<std::string> lines_;
  EmitInstruction sink_ = [this](const Instruction& i) { lines_.push_back(brief(i)); };
  Recorder recorder_{sink_, 0};
  Autograd autograd_{recorder_};
};

using testing::ElementsAre;

TEST_F(FrameworkTest, ReleasesWithTheLastHandle) {
  Tensor a = recorder_.constant({2, 3});
  EXPECT_EQ(a.bytes(), 24);
  const Tensor alias = a;
  a = recorder_.call("relu", {a}, a.shape());
  a = Tensor();
  recorder_.annotate("here");
  EXPECT_THAT(happened(), ElementsAre("constant x0", "relu x0 -> x1", "release x1", "here"));
}

TEST_F(FrameworkTest, SavedActivationsLiveUntilTheirBackward) {
  const Tensor weight = autograd_.parameter({4});
  {
    Tensor x = relu(autograd_, weight);
    x = sigmoid(autograd_, x);
    const Tensor loss = total(autograd_, x);
    x = Tensor();
    happened();
    autograd_.backward(loss);
  }
  EXPECT_THAT(happened(),
              ElementsAre("release x3", "BACKWARD", "ones_like x5 -> x6", "expand x6 -> x7(view)",
                          "release x6", "sigmoid_backward x7 x4 -> x8", "release x7", "release x4",
                          "threshold_backward x8 x1 -> x9"));
  autograd_.descend();
  EXPECT_THAT(happened(), ElementsAre("release x8", "release x1", "release x5", "add_ x0 x9"));
  recorder_.finish();
  EXPECT_THAT(happened(), ElementsAre("release x9"));
}

TEST_F(FrameworkTest, GradientsOfAValueUsedTwiceAddUp) {
  const Tensor weight = autograd_.parameter({4});
  const Tensor doubled = add(autograd_, weight, weight);
  const Tensor loss = total(autograd_, doubled);
  happened();
  autograd_.backward(loss);
  EXPECT_THAT(happened(), ElementsAre("BACKWARD", "ones_like x2 -> x3", "expand x3 -> x4(view)",
                                      "release x3", "add x4 x4 -> x5"));
}

TEST_F(FrameworkTest, NothingIsDifferentiatedWithoutAParameter) {
  const Tensor x = recorder_.constant({4});
  const Tensor y = relu(autograd_, x);
  EXPECT_FALSE(y.needs_gradient());
  recorder_.annotate("here");
  EXPECT_THAT(happened(),
              ElementsAre("constant x0", "x1 = x0", "relu x0 -> x2", "release x1", "here"));
}

TEST_F(FrameworkTest, ProductsSaveWhatTheOtherGradientNeeds) {
  const Tensor x = recorder_.constant({2, 3});
  const Tensor weight = autograd_.parameter({3, 5});
  const Tensor y = mm(autograd_, x, weight);
  EXPECT_EQ(y.shape(), (Shape{2, 5}));
  EXPECT_THAT(happened(), ElementsAre("constant x0", "constant x1", "x2 = x0", "mm x0 x1 -> x3"));
}

TEST_F(FrameworkTest, ChangesInPlaceKeepTheName) {
  const Tensor weight = autograd_.parameter({4});
  const Tensor x = sigmoid(autograd_, weight);
  const VariableId before = x.variable();
  happened();
  relu_in_place(autograd_, x);
  EXPECT_NE(x.variable(), before);
  EXPECT_THAT(happened(), ElementsAre("relu_ x1", "x3 = x1"));
}

TEST_F(FrameworkTest, FinishedRecordersAreSilent) {
  Tensor held = recorder_.constant({1});
  recorder_.finish();
  happened();
  held = Tensor();
  recorder_.annotate("late");
  EXPECT_THAT(happened(), ElementsAre());
}

TEST_F(FrameworkTest, JoiningAddsUpExtents) {
  const Tensor a = recorder_.constant({2, 3, 4, 4});
  const Tensor b = recorder_.constant({2, 5, 4, 4});
  EXPECT_EQ(cat(autograd_, {a, b}, 1).shape(), (Shape{2, 8, 4, 4}));
  EXPECT_EQ(stack(autograd_, {a, a, a}).shape(), (Shape{3, 2, 3, 4, 4}));
  EXPECT_EQ(split(autograd_, a, 2)[1].shape(), (Shape{2, 3, 4, 2}));
}

TEST(ShapeTest, Windows) {
  EXPECT_EQ(windows(224, 7, 2, 3), 112);
  EXPECT_EQ(windows(5, 2, 2, 0), 2);
  EXPECT_EQ(windows(2, 2, 2, 0), 1);
  EXPECT_THROW(windows(1, 2, 2, 0), InputError);
}

TEST(ShapeTest, ArithmeticIsChecked) {
  EXPECT_EQ(product({1LL << 31, 1LL << 31}), 1LL << 62);
  EXPECT_THROW(product({1LL << 32, 1LL << 31}), InputError);
  EXPECT_THROW(sum({INT64_MAX, 1}), InputError);
  EXPECT_THROW(elements({1LL << 40, 1LL << 40}), InputError);
  EXPECT_EQ(elements({}), 1);
}

TEST_F(FrameworkTest, RefusesTotalsThatNoTraceHolds) {
  recorder_.constant({largest_total / float32});
  EXPECT_THROW(recorder_.constant({1}), InputError);
}

}  // namespace
}  // namespace rematfuzz::nn
