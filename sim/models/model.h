// The models whose training steps can be written as traces, and how to ask for one.
//
// A trace made here is what a tensor framework would have logged: the operators of forward, loss,
// backward and optimizer, with sizes that follow from the tensors' shapes and costs that follow
// from operation counts. Nothing is measured, so a trace is the same everywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "sim/trace/instruction.h"

namespace rematfuzz {

namespace nn {
class Autograd;
}

// An integer that the user may choose.
struct ModelOption {
  const char* name;
  const char* help;
  std::int64_t value;  // where the user chooses none
  std::int64_t min;
  std::int64_t max;
};

using Arguments = std::map<std::string, std::int64_t>;  // option name -> value
using EmitInstruction = std::function<void(const Instruction&)>;

struct Model {
  const char* name;
  const char* description;  // one line
  std::span<const ModelOption> options;
  // Runs the training steps. `arguments` holds every option, each within its range.
  void (*train)(nn::Autograd& autograd, const Arguments& arguments);
};

// All models, in alphabetical order.
std::span<const Model> models();

// Throws InputError, listing the names there are, if no model has this one.
const Model& find_model(std::string_view name);

// Hands the trace of the model's training to `sink`, instruction by instruction, beginning with
// ANNOTATE START. Options without an argument take their default. `seed` 0: costs as computed; any
// other: each cost varies by up to 5 % either way, as a profiler's would; the seed changes nothing
// else. Throws InputError where an argument is none of the model's or is out of its range, and
// where all of them together make sizes or costs that pass 63 bits or an image too small for the
// model; what `sink` got until then is no trace.
void generate(const Model& model, const Arguments& arguments, std::uint64_t seed,
              const EmitInstruction& sink);

}  // namespace rematfuzz
