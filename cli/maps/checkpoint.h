// A long map kept on disk while it is made, so that it can go on after the program was ended.
//
// A checkpoint is a saved map (map_document.h) that lists the budgets without an answer. It is
// replaced, at once and as a whole, each time that a part of the budgets is done.
#pragma once

#include <optional>
#include <string>

#include "cli/maps/map_document.h"

namespace rematfuzz::cli {

class Checkpoint {
 public:
  // `document`: what is going to be mapped, its map empty but for the range. Reads the file if
  // there is one. Throws InputError if that is of another trace or setup, or no map.
  Checkpoint(std::string path, MapDocument document);

  // What a former call has left; nullptr: nothing.
  const RegimeMap* known() const { return known_ ? &*known_ : nullptr; }

  // Throws InputError if the file cannot be written.
  void save(const RegimeMap& map);

 private:
  std::string path_;
  MapDocument document_;
  std::optional<RegimeMap> known_;
};

}  // namespace rematfuzz::cli
