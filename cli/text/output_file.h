// A file written whole or not at all: under a temporary name beside it, then renamed.
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

namespace rematfuzz::cli {

class OutputFile {
 public:
  // Follows links. A device or a pipe is written to as it is: no rename may take its place. Throws
  // InputError if the file cannot be made there.
  explicit OutputFile(const std::string& path);
  // Removes what was not committed; so does a signal that ends the program.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }

  // Whether nothing of the file is to be seen before commit().
  bool whole() const { return !temporary_.empty(); }

  // Gives the file its name, and the permissions of the one whose place it takes. Throws InputError
  // if not all of it could be written.
  void commit();

 private:
  std::string path_;                 // as given
  std::filesystem::path target_;     // where that leads
  std::filesystem::path temporary_;  // none: written in place
  std::ofstream stream_;
};

}  // namespace rematfuzz::cli
