#include "cli/minimize/outside_check.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>

#include "cli/text/shell_word.h"
#include "fuzz/program/instructions.h"
#include "sim/base/error.h"
#include "sim/base/quote.h"

namespace rematfuzz::cli {

namespace fs = std::filesystem;

OutsideCheck::OutsideCheck(std::string command) : command_(std::move(command)) {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "rematfuzz-XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr)
    throw InputError(
        "--check: no folder for candidates can be made in the folder for temporary "
        "files");
  folder_ = name;
}

OutsideCheck::~OutsideCheck() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

bool OutsideCheck::operator()(const fuzz::Program& candidate, std::size_t slot) const {
  const fs::path path = folder_ / fmt::format("candidate-{}.log", slot);
  {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    write_log(out, candidate);
    if (!out.flush()) throw InputError(fmt::format("{}: cannot be written", path.string()));
  }
  const std::string line = command_ + " " + shell_word(path.string()) + " >/dev/null 2>&1";
  const int status = std::system(line.c_str());  // NOLINT(concurrency-mt-unsafe)
  if (status == -1 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
    throw InputError(fmt::format("--check: there is no command {}", quote(command_)));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace rematfuzz::cli
