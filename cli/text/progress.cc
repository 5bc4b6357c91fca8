#include "cli/text/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/text/terminal.h"

namespace rematfuzz::cli {

namespace {

constexpr std::chrono::milliseconds first_draw{1000};
constexpr std::chrono::milliseconds between_draws{100};

}  // namespace

ProgressBar::ProgressBar(std::string what, std::size_t total)
    : what_(std::move(what)),
      total_(total),
      enabled_(stderr_is_terminal() && total > 0),
      next_draw_(started_ + first_draw) {}

void ProgressBar::clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

void ProgressBar::reach(std::size_t done) {
  if (!enabled_ || done == 0) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + between_draws;
  draw(done);
}

void ProgressBar::draw(std::size_t done) {
  constexpr std::size_t width = 30;
  const std::size_t filled = std::min(width, done * width / total_);
  const double seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  const double left = seconds / static_cast<double>(done) * static_cast<double>(total_ - done);
  const std::string line = fmt::format("\r\x1b[K{} [{:<{}}] {}/{}, {:.0f} s left", what_,
                                       std::string(filled, '#'), width, done, total_, left);
  std::fputs(line.c_str(), stderr);
  drawn_ = true;
}

}  // namespace rematfuzz::cli
