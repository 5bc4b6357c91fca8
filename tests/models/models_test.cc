// Every model: its traces are valid, are as large as the published ones of the same arguments, and
// depend on nothing but arguments and seed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "sim/base/error.h"
#include "sim/models/model.h"
#include "sim/trace/log_writer.h"
#include "sim/trace/trace_builder.h"
#include "tests/models/trace_summary.h"

namespace rematfuzz {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using Instructions = std::vector<Instruction>;

Instructions instructions_of(const char* model, const Arguments& arguments = {},
                             std::uint64_t seed = 0) {
  Instructions instructions;
  generate(find_model(model), arguments, seed,
           [&](const Instruction& instruction) { instructions.push_back(instruction); });
  return instructions;
}

TraceSummary summary_of(const Instructions& instructions) {
  TraceSummary summary;
  for (const Instruction& instruction : instructions) summary.add(instruction);
  return summary;
}

Trace trace_of(const Instructions& instructions) {
  TraceBuilder builder;
  for (const Instruction& instruction : instructions) builder.add(instruction);
  return builder.finish();
}

std::string log_of(const Instructions& instructions) {
  std::ostringstream out;
  for (const Instruction& instruction : instructions) write_instruction(out, instruction);
  return out.str();
}

std::string error_of(const char* model, const Arguments& arguments) {
  try {
    instructions_of(model, arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::size_t annotations(const Instructions& instructions, const std::string& annotation) {
  return static_cast<std::size_t>(
      std::ranges::count_if(instructions, [&](const Instruction& instruction) {
        return instruction.kind == InstructionKind::annotate && instruction.name == annotation;
      }));
}

// Arguments for which a trace is small.
Arguments small_arguments(const std::string& model) {
  if (model == "densenet") return {{"depth", 13}, {"batch", 2}, {"size", 32}, {"growth", 4}};
  if (model == "lstm") return {{"sequence", 2}, {"batch", 3}, {"input", 5}, {"hidden", 7}};
  if (model == "resnet") return {{"depth", 8}, {"batch", 1}, {"size", 5}};
  if (model == "transformer")
    return {{"layers", 1}, {"decoders", 1}, {"sequence", 6},     {"target", 3},
            {"batch", 2},  {"features", 8}, {"feedforward", 16}, {"heads", 2}};
  if (model == "treelstm") return {{"depth", 1}, {"batch", 2}, {"input", 3}, {"node", 5}};
  return {{"depth", 1}, {"batch", 1}, {"height", 7}, {"width", 9}, {"channels", 4}};
}

struct Published {
  const char* model;
  Arguments arguments;
  Bytes peak;
  std::size_t operators;
};

class PublishedTest : public testing::TestWithParam<Published> {};

TEST_P(PublishedTest, IsAsLarge) {
  const Published& published = GetParam();
  const Instructions instructions = instructions_of(published.model, published.arguments);
  const TraceSummary summary = summary_of(instructions);
  EXPECT_NEAR(static_cast<double>(summary.peak()) / static_cast<double>(published.peak), 1, 0.05);
  EXPECT_GT(summary.operators(), published.operators / 2);
  EXPECT_LT(summary.operators(), published.operators * 2);
  EXPECT_EQ(trace_of(instructions).calls.size(), summary.operators());
}

INSTANTIATE_TEST_SUITE_P(
    Traces, PublishedTest,
    testing::Values(Published{"resnet", {}, 10'061'179'152, 509},
                    Published{"unet", {}, 8'415'764'640, 399},
                    Published{"densenet", {}, 11'020'749'360, 2925},
                    Published{"lstm", {}, 5'595'127'736, 8063},
                    Published{"transformer", {}, 9'864'405'000, 3154},
                    Published{"treelstm", {}, 170'173'608, 6959},
                    Published{"treelstm", {{"batch", 100}, {"node", 300}}, 170'173'608, 6959}),
    [](const auto& param) {
      return param.param.model + std::string(param.param.arguments.empty() ? "" : "_as_logged");
    });

class ModelTest : public testing::TestWithParam<const char*> {
 protected:
  Instructions small(std::uint64_t seed = 0, std::int64_t steps = 1) const {
    Arguments arguments = small_arguments(GetParam());
    arguments["steps"] = steps;
    return instructions_of(GetParam(), arguments, seed);
  }
};

INSTANTIATE_TEST_SUITE_P(Models, ModelTest,
                         testing::Values("densenet", "lstm", "resnet", "transformer", "treelstm",
                                         "unet"),
                         [](const auto& param) { return std::string(param.param); });

TEST_P(ModelTest, IsAValidTraceOfForwardAndBackward) {
  const Instructions instructions = small();
  EXPECT_EQ(instructions[0].kind, InstructionKind::annotate);
  EXPECT_EQ(instructions[0].name, start_annotation);
  EXPECT_EQ(annotations(instructions, start_annotation), 1U);
  EXPECT_EQ(annotations(instructions, backward_annotation), 1U);
  EXPECT_GT(trace_of(instructions).calls.size(), 0U);
}

TEST_P(ModelTest, StepsLeaveEquallyMuchBehind) {
  const Instructions instructions = small(0, 3);
  EXPECT_EQ(annotations(instructions, backward_annotation), 3U);
  trace_of(instructions);
  EXPECT_EQ(summary_of(instructions).memory(), summary_of(small()).memory());
}

TEST_P(ModelTest, SameSeedSameBytes) { EXPECT_EQ(log_of(small(7)), log_of(small(7))); }

TEST_P(ModelTest, SeedVariesCostsOnly) {
  Instructions plain = small();
  Instructions jittered = small(7);
  EXPECT_NE(plain, jittered);
  ASSERT_EQ(plain.size(), jittered.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_LE(std::abs(plain[i].cost - jittered[i].cost), plain[i].cost / 20 + 1);
    jittered[i].cost = plain[i].cost;
  }
  EXPECT_EQ(plain, jittered);
  EXPECT_NE(log_of(small(7)), log_of(small(8)));
}

TEST_P(ModelTest, RefusesArgumentsOutOfRange) {
  for (const ModelOption& option : find_model(GetParam()).options) {
    EXPECT_LE(option.min, option.value) << option.name;
    EXPECT_LE(option.value, option.max) << option.name;
    for (const std::int64_t wrong : {option.min - 1, option.max + 1, INT64_MIN, INT64_MAX})
      EXPECT_THAT(error_of(GetParam(), {{option.name, wrong}}),
                  AllOf(HasSubstr(option.name), HasSubstr(std::to_string(option.min)),
                        HasSubstr(std::to_string(option.max)), HasSubstr(std::to_string(wrong))));
  }
}

TEST_P(ModelTest, RefusesWhatPasses63Bits) {
  Arguments arguments;
  for (const ModelOption& option : find_model(GetParam()).options)
    arguments[option.name] = option.max;
  EXPECT_THAT(error_of(GetParam(), arguments), HasSubstr("too large"));
}

TEST(ModelsTest, AreSortedAndFoundByName) {
  std::string last;
  for (const Model& model : models()) {
    EXPECT_LT(last, model.name);
    EXPECT_EQ(&find_model(model.name), &model);
    last = model.name;
  }
  EXPECT_THROW(find_model("perceptron"), InputError);
}

TEST(ModelsTest, RefusesUnknownOptions) {
  EXPECT_THAT(error_of("resnet", {{"colour", 1}}), AllOf(HasSubstr("colour"), HasSubstr("depth")));
}

TEST(ModelsTest, RefusesImpossibleArguments) {
  EXPECT_THAT(error_of("resnet", {{"depth", 33}}), HasSubstr("6n + 2"));
  EXPECT_THAT(error_of("densenet", {{"depth", 122}}), HasSubstr("8n + 5"));
  EXPECT_THAT(error_of("transformer", {{"heads", 3}}), HasSubstr("multiple of its 3 heads"));
  EXPECT_THAT(error_of("unet", {{"height", 8}}), HasSubstr("too small"));
}

TEST(ModelsTest, LstmHoldsItsWeightsAtTheEnd) {
  const Instructions instructions = instructions_of("lstm", small_arguments("lstm"));
  const Bytes input = 5;
  const Bytes hidden = 7;
  EXPECT_EQ(summary_of(instructions).memory(), Bytes{16} * hidden * (input + hidden + 1));
}

// The depth of a DenseNet counts its layers with weights: convolutions, and one linear layer.
TEST(ModelsTest, DensenetHasAsManyLayersAsItsDepth) {
  for (const std::int64_t depth : {13, 45, 121, 169, 201}) {
    Arguments arguments = small_arguments("densenet");
    arguments["depth"] = depth;
    arguments["growth"] = 1;
    const Instructions instructions = instructions_of("densenet", arguments);
    const auto layers = std::ranges::count_if(instructions, [](const Instruction& instruction) {
      return instruction.kind == InstructionKind::call &&
             (instruction.name == "cudnn_convolution" || instruction.name == "addmm");
    });
    EXPECT_EQ(layers, depth) << "depth " << depth;
  }
}

}  // namespace
}  // namespace rematfuzz
