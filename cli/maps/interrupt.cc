#include "cli/maps/interrupt.h"

#include <csignal>

namespace rematfuzz::cli {

namespace {

using Handler = void (*)(int);

std::atomic<bool> stopped_by_signal = false;
std::atomic<Handler> handler_before = SIG_DFL;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<Handler>::is_always_lock_free);

extern "C" void stop(int signal) {
  stopped_by_signal = true;
  std::signal(signal, handler_before);
}

}  // namespace

Interrupt::Interrupt() {
  stopped_by_signal = false;
  before_ = std::signal(SIGINT, stop);
  handler_before = before_;
  // Who ignores it (as under nohup) goes on doing so.
  if (before_ == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

Interrupt::~Interrupt() { std::signal(SIGINT, before_); }

const std::atomic<bool>& Interrupt::stopped() const { return stopped_by_signal; }

}  // namespace rematfuzz::cli
