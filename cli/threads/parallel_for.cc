#include "cli/threads/parallel_for.h"

#include <atomic>
#include <exception>
#include <mutex>

#include "cli/threads/tbb_loop.h"

namespace rematfuzz::cli {

namespace {

class Loop {
 public:
  explicit Loop(const std::function<void(std::size_t)>& body) : body_(body) { order_.store(1); }

  static void call(void* loop, std::size_t i) { static_cast<Loop*>(loop)->call(i); }

  // After the last call: throws what the call with the smallest index threw, if any did.
  void finish() {
    static_cast<void>(order_.load());
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  void call(std::size_t i) {
    static_cast<void>(order_.load());
    try {
      body_(i);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!exception_ || i < index_) {
        exception_ = std::current_exception();
        index_ = i;
      }
    }
    ++order_;
  }

  const std::function<void(std::size_t)>& body_;
  // Orders what stands before the loop, in it and behind it. oneTBB does so, too, but where
  // ThreadSanitizer does not see it.
  std::atomic<std::size_t> order_ = 0;
  std::mutex mutex_;
  std::size_t index_ = 0;
  std::exception_ptr exception_;
};

}  // namespace

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body) {
  Loop loop(body);
  tbb_loop(count, threads, &Loop::call, &loop);
  loop.finish();
}

}  // namespace rematfuzz::cli
