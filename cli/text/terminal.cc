#include "cli/text/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "sim/base/quote.h"

namespace rematfuzz::cli {

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

int stdout_columns() {
  constexpr int usual = 80;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual;
  return size.ws_col;
}

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

InputError stdout_error() {
  return InputError("<stdout>: cannot be written: " + std::generic_category().message(errno));
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw stdout_error();
}

void note(std::string_view text) {
  const std::string line = fmt::format("rematfuzz: {}\n", printable(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace rematfuzz::cli
