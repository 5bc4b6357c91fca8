// A file that is a trace log or a saved map: what it holds tells, not its name.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "cli/maps/map_document.h"
#include "cli/options/trace_option.h"

namespace rematfuzz::cli {

using MapInput = std::variant<LoadedTrace, MapDocument>;

// A file is a saved map if it starts with a JSON object that is not a line of a log. Both may be
// compressed; "-" is standard input. A pipe's whole text is held in memory, a log's otherwise never
// is. Throws InputError.
MapInput load_map_input(const std::string& path);

// Whether a text that starts like this (with at least its first line, or 64 KiB) is a saved map's.
bool starts_like_map(std::string_view start);

}  // namespace rematfuzz::cli
