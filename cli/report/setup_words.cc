#include "cli/report/setup_words.h"

#include <fmt/format.h>

#include "cli/text/shell_word.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

SetupWords words_of(const Setup& setup, const Trace& trace) {
  SetupWords words;
  words.policy = setup.policy->name;
  words.runtime = setup.runtime->name;
  words.overhead_limit = setup.overhead_limit;
  if (setup.policy->policy->randomized()) words.seed = setup.seed;
  for (const StorageId storage : setup.simulator.retained)
    words.retain.push_back(trace.storages[storage].root);
  if (setup.simulator.neighborhood == Neighborhood::fresh) words.neighborhood = "fresh";
  return words;
}

std::string setup_text(const SetupWords& words) {
  std::string text = fmt::format("{} on {}", printable(words.policy), printable(words.runtime));
  if (words.overhead_limit) text += fmt::format(", overhead limit {}", *words.overhead_limit);
  for (const TensorId root : words.retain) text += fmt::format(", retaining {}", root);
  if (words.seed) text += fmt::format(", seed {}", *words.seed);
  if (words.neighborhood != default_neighborhood)
    text += fmt::format(", {} neighborhoods", words.neighborhood);
  return text;
}

std::string setup_options(const SetupWords& words) {
  std::string text =
      fmt::format("--policy {} --runtime {}", shell_word(words.policy), shell_word(words.runtime));
  if (words.overhead_limit) text += fmt::format(" --overhead-limit {}", *words.overhead_limit);
  for (const TensorId root : words.retain) text += fmt::format(" --retain {}", root);
  if (words.seed) text += fmt::format(" --seed {}", *words.seed);
  if (words.neighborhood != default_neighborhood)
    text += fmt::format(" --neighborhood {}", words.neighborhood);
  return text;
}

}  // namespace rematfuzz::cli
