// The table of all models. To add one: a file that defines `const Model NAME_model`, and its line
// here.
#pragma once

#include <vector>

#include "sim/models/model.h"

#define REMATFUZZ_MODELS(MODEL) \
  MODEL(densenet)               \
  MODEL(lstm)                   \
  MODEL(resnet)                 \
  MODEL(transformer)            \
  MODEL(treelstm)               \
  MODEL(unet)

namespace rematfuzz {

#define REMATFUZZ_DECLARE_MODEL(name) extern const Model name##_model;
REMATFUZZ_MODELS(REMATFUZZ_DECLARE_MODEL)
#undef REMATFUZZ_DECLARE_MODEL

inline std::vector<Model> make_model_table() {
#define REMATFUZZ_LIST_MODEL(name) name##_model,
  return {REMATFUZZ_MODELS(REMATFUZZ_LIST_MODEL)};
#undef REMATFUZZ_LIST_MODEL
}

}  // namespace rematfuzz
