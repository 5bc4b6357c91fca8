#include "cli/text/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace rematfuzz::cli {

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

namespace {

bool coloured() {
  const char* no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  return stdout_is_terminal() && (no_color == nullptr || *no_color == '\0');
}

}  // namespace

std::string paint(std::string_view text, Style style) {
  if (style == Style::plain || !coloured()) return std::string(text);
  const char* code = style == Style::good      ? "32"
                     : style == Style::bad     ? "31"
                     : style == Style::warning ? "33"
                                               : "1";
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error("cannot write to standard output");
}

void note(std::string_view text) {
  const std::string line = fmt::format("rematfuzz: {}\n", text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace rematfuzz::cli
