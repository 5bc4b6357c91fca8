// Ctrl-C as a question instead of an end.
#pragma once

#include <atomic>

namespace rematfuzz::cli {

// While there is one, the first SIGINT only sets stopped(); the second one does what it did before.
// At most one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  const std::atomic<bool>& stopped() const;

 private:
  void (*before_)(int);
};

}  // namespace rematfuzz::cli
