// The folder of a hunt: inputs/ (what engines start from and keep; in the end also what was found),
// engine-N.txt (what they print), findings.json, and a trace log for each finding, named by what it
// shows.
#pragma once

#include <string>
#include <vector>

#include "fuzz/search/archive.h"
#include "fuzz/search/search.h"

namespace rematfuzz::cli {

class HuntFolder {
 public:
  // Makes it, if it is not there, with these inputs in it. Throws InputError if it cannot be made.
  HuntFolder(std::string path, const std::vector<fuzz::Input>& seeds);

  const std::string& path() const { return path_; }
  std::string inputs() const { return path_ + "/inputs"; }

  // The log of a cell's finding: KIND-POLICY[-RIVAL][-MECHANISM].log.
  std::string file_of(const fuzz::Cell& cell, const fuzz::Discovery& discovery) const;
  // Writes it, whole or not at all. Throws InputError if it cannot be written.
  void write(const fuzz::Cell& cell, const fuzz::Discovery& discovery) const;
  // Makes them inputs to start from, for a hunt that goes on in this folder.
  void write_inputs(const std::vector<fuzz::Cell>& cells, const fuzz::Archive& archive) const;
  void write_list(const std::string& json) const;

 private:
  static std::string name_of(const fuzz::Cell& cell, const fuzz::Discovery& discovery);

  std::string path_;
};

}  // namespace rematfuzz::cli
