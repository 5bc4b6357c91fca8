#include "sim/models/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "sim/base/error.h"
#include "sim/base/quote.h"
#include "sim/models/framework/autograd.h"
#include "sim/models/framework/recorder.h"
#include "sim/models/model_table.h"

namespace rematfuzz {

namespace {

template <typename Item>
const Item* find_named(std::span<const Item> items, std::string_view name) {
  const auto found = std::ranges::find_if(items, [name](const Item& i) { return i.name == name; });
  return found == items.end() ? nullptr : &*found;
}

template <typename Item>
std::string names_of(std::span<const Item> items) {
  std::vector<std::string_view> names;
  for (const Item& item : items) names.emplace_back(item.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// The model's options with the arguments given for them.
Arguments complete(const Model& model, const Arguments& given) {
  Arguments arguments;
  for (const ModelOption& option : model.options) arguments[option.name] = option.value;
  for (const auto& [name, value] : given) {
    const ModelOption* option = find_named(model.options, name);
    if (option == nullptr)
      throw InputError(fmt::format("model {} has no option {}; it has {}", model.name, quote(name),
                                   names_of(model.options)));
    if (value < option->min || value > option->max)
      throw InputError(fmt::format("{} of {} must be in {} .. {}, not {}", name, model.name,
                                   option->min, option->max, value));
    arguments[name] = value;
  }
  return arguments;
}

}  // namespace

std::span<const Model> models() {
  static const std::vector<Model> table = make_model_table();
  return table;
}

const Model& find_model(std::string_view name) {
  const Model* model = find_named(models(), name);
  if (model == nullptr)
    throw InputError(fmt::format("no model {}; there are {}", quote(name), names_of(models())));
  return *model;
}

void generate(const Model& model, const Arguments& arguments, std::uint64_t seed,
              const EmitInstruction& sink) {
  const Arguments completed = complete(model, arguments);
  nn::Recorder recorder(sink, seed);
  nn::Autograd autograd(recorder);
  recorder.annotate(start_annotation);
  model.train(autograd, completed);
}

}  // namespace rematfuzz
