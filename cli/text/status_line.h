// One line on a terminal that is drawn again and again, below what is printed.
#pragma once

#include <string>

namespace rematfuzz::cli {

class StatusLine {
 public:
  explicit StatusLine(bool enabled) : enabled_(enabled) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show(const std::string& text);
  void clear();

 private:
  bool enabled_;
  bool drawn_ = false;
};

}  // namespace rematfuzz::cli
