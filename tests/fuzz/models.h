// Programs of training steps, small ones.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fuzz/program/instructions.h"
#include "fuzz/program/program.h"
#include "sim/models/model.h"

namespace rematfuzz::fuzz {

struct SmallModel {
  std::string name;
  Arguments arguments;
};

inline const std::vector<SmallModel>& small_models() {
  static const std::vector<SmallModel> models{
      {"densenet", {{"depth", 13}, {"batch", 2}, {"size", 32}, {"growth", 4}}},
      {"lstm", {{"sequence", 3}, {"batch", 3}, {"input", 5}, {"hidden", 7}}},
      {"resnet", {{"depth", 8}, {"batch", 1}, {"size", 5}}},
      {"transformer",
       {{"layers", 1},
        {"decoders", 1},
        {"sequence", 6},
        {"target", 3},
        {"batch", 2},
        {"features", 8},
        {"feedforward", 16},
        {"heads", 2}}},
      {"treelstm", {{"depth", 1}, {"batch", 2}, {"input", 3}, {"node", 5}}},
      {"unet", {{"depth", 1}, {"batch", 1}, {"height", 7}, {"width", 9}, {"channels", 4}}},
  };
  return models;
}

inline std::vector<Instruction> instructions_of(const SmallModel& model) {
  std::vector<Instruction> instructions;
  generate(find_model(model.name), model.arguments, 0,
           [&](const Instruction& instruction) { instructions.push_back(instruction); });
  return instructions;
}

inline Program recorded(const std::vector<Instruction>& instructions) {
  ProgramRecorder recorder;
  for (const Instruction& instruction : instructions) recorder.add(instruction);
  recorder.end();
  return recorder.take();
}

inline Program program_of(const SmallModel& model) { return recorded(instructions_of(model)); }

}  // namespace rematfuzz::fuzz
