// A file written whole or not at all: under a temporary name beside it, then renamed.
#pragma once

#include <fstream>
#include <ostream>
#include <string>

namespace rematfuzz::cli {

class OutputFile {
 public:
  // Throws InputError if the file cannot be made there.
  explicit OutputFile(const std::string& path);
  // Removes what was not committed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }

  // Gives the file its name. Throws InputError if not all of it could be written.
  void commit();

 private:
  std::string path_;
  std::string temporary_;
  std::ofstream stream_;
  bool committed_ = false;
};

}  // namespace rematfuzz::cli
