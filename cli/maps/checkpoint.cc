#include "cli/maps/checkpoint.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <variant>

#include "cli/maps/map_input.h"
#include "cli/maps/map_setup.h"
#include "cli/text/output_file.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace {

// Throws InputError, naming the first thing that differs.
void require_same(const MapDocument& found, const MapDocument& wanted, const std::string& path) {
  const auto require = [&](const char* what, const std::string& is, const std::string& should_be) {
    if (is != should_be)
      throw InputError(fmt::format("{}: a checkpoint of another map: its {} is {}, expected {}",
                                   printable(path), what, quote(is), quote(should_be)));
  };
  const auto range_text = [](const BudgetRange& range) {
    return fmt::format("{} to {}", range.from, range.to);
  };
  require("trace's digest", found.digest, wanted.digest);
  require("setup", setup_options(found), setup_options(wanted));
  require("range", range_text(found.map.range), range_text(wanted.map.range));
}

}  // namespace

Checkpoint::Checkpoint(std::string path, MapDocument document)
    : path_(std::move(path)), document_(std::move(document)) {
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) return;
  MapInput input = load_map_input(path_);
  auto* found = std::get_if<MapDocument>(&input);
  if (found == nullptr)
    throw InputError(fmt::format("{}: a trace, expected a checkpoint", printable(path_)));
  require_same(*found, document_, path_);
  known_ = std::move(found->map);
}

void Checkpoint::save(const RegimeMap& map) {
  document_.map = map;
  OutputFile file(path_);
  write_map_json(document_, [&](std::string_view text) {
    file.stream().write(text.data(), static_cast<std::streamsize>(text.size()));
  });
  file.commit();
}

}  // namespace rematfuzz::cli
