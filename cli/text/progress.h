// A progress bar on standard error: only on a terminal, and only once the work has taken a second.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace rematfuzz::cli {

class ProgressBar {
 public:
  ProgressBar(std::string what, std::size_t total);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // One more is done, or `done` are. May be called from any thread.
  void advance() { reach(++done_); }
  void reach(std::size_t done);

  // Wipes the bar: the work is over.
  void clear();

 private:
  void draw(std::size_t done);

  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::size_t total_;
  std::atomic<std::size_t> done_ = 0;
  bool enabled_;
  std::mutex mutex_;  // guards what follows
  bool drawn_ = false;
  Clock::time_point started_ = Clock::now();
  Clock::time_point next_draw_;
};

}  // namespace rematfuzz::cli
