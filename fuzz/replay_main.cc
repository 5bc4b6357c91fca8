// Runs a fuzz target on files, or on all files of folders, without a fuzzing engine.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "fuzz/seeds/folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void replay(const std::string& file) {
  std::fprintf(stderr, "%s\n", file.c_str());
  const std::vector<std::uint8_t> bytes = rematfuzz::fuzz::bytes_of(file);
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int cannot_be_read = 2;
  std::size_t replayed = 0;
  try {
    for (int i = 1; i < argc; ++i)
      for (const std::string& file : rematfuzz::fuzz::files_in(argv[i])) {
        replay(file);
        ++replayed;
      }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return cannot_be_read;
  }
  std::fprintf(stderr, "%zu inputs replayed\n", replayed);
  return replayed > 0 ? 0 : cannot_be_read;
}
