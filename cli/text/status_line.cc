#include "cli/text/status_line.h"

#include <cstdio>

namespace rematfuzz::cli {

void StatusLine::show(const std::string& text) {
  if (!enabled_) return;
  std::fprintf(stderr, "\r\x1b[K%s", text.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void StatusLine::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

}  // namespace rematfuzz::cli
