#include "cli/maps/parallel_map.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "cli/threads/parallel_for.h"
#include "sim/base/error.h"

namespace rematfuzz::cli {

namespace {

std::size_t half_of_memory() {
  const auto pages = sysconf(_SC_PHYS_PAGES);
  const auto page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return std::size_t{4} << 30;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) / 2;
}

std::size_t thread_count(const MapEffort& effort) {
  if (effort.threads > 0) return static_cast<std::size_t>(effort.threads);
  return std::max(std::size_t{1}, std::size_t{std::thread::hardware_concurrency()});
}

class Crew {
 public:
  Crew(const Trace& trace, const Runtime& runtime, const Policy& policy,
       const ExplorerOptions& options, const MapEffort& effort)
      : trace_(trace),
        runtime_(runtime),
        policy_(policy),
        options_(options),
        effort_(effort),
        threads_(thread_count(effort)),
        limit_(effort.memory_limit > 0 ? effort.memory_limit : half_of_memory()),
        share_(limit_ / 2 / threads_) {}

  ParallelMap run() {
    RegimeMap start{.range = options_.range, .regimes = {}, .missing = {options_.range}};
    if (effort_.known != nullptr) start = *effort_.known;
    regimes_ = start.regimes;
    std::vector<BudgetRange> parts;
    for (const BudgetRange& missing : start.missing)
      for (const BudgetRange& part : cut(missing, effort_.parts)) parts.push_back(part);
    for (const BudgetRange& part : parts)
      push({.explorer = nullptr, .range = part, .weight = 1 / static_cast<double>(parts.size())});
    parallel_for(threads_, static_cast<int>(threads_), [this](std::size_t) { work(); });
    return {assemble(), stats_};
  }

 private:
  // Either an explorer on its way, or budgets to be explored from the start.
  struct Task {
    std::unique_ptr<Explorer> explorer;
    BudgetRange range;
    std::size_t bytes = 0;  // that the explorer takes
    // For showing progress: which part of the whole this is taken to be, and how many of its steps
    // were shown.
    double weight = 1;
    std::size_t shown = 0;
  };

  bool stopped() const { return effort_.stop != nullptr && effort_.stop->load(); }

  void push(Task task) {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_bytes_ += task.bytes;
    tasks_.push_back(std::move(task));
    ++unfinished_;
    changed_.notify_one();
  }

  // Waits for work. Nothing: there is none, and none will come.
  std::optional<Task> take() {
    std::unique_lock<std::mutex> lock(mutex_);
    ++idle_;
    changed_.wait(lock, [this] { return !tasks_.empty() || unfinished_ == 0; });
    --idle_;
    if (tasks_.empty()) return std::nullopt;
    // The uppermost first.
    const auto task = std::ranges::max_element(
        tasks_, {}, [](const Task& candidate) { return candidate.range.from; });
    Task taken = std::move(*task);
    tasks_.erase(task);
    waiting_bytes_ -= taken.bytes;
    return taken;
  }

  void finish() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--unfinished_ == 0) changed_.notify_all();
  }

  void work() {
    while (std::optional<Task> task = take()) {
      try {
        explore(std::move(*task));
      } catch (...) {
        fail();
        finish();
        throw;
      }
      finish();
    }
  }

  // What is left need not be done: the map fails.
  void fail() {
    failed_ = true;
    const std::lock_guard<std::mutex> lock(mutex_);
    unfinished_ -= tasks_.size();
    tasks_.clear();
    waiting_bytes_ = 0;
  }

  void explore(Task task) {
    if (task.explorer == nullptr) {
      ExplorerOptions options = options_;
      options.range = task.range;
      options.memory_limit = share_;
      task.explorer = std::make_unique<Explorer>(trace_, runtime_, policy_, options);
    }
    Explorer& explorer = *task.explorer;
    while (!explorer.done() && !stopped() && !failed_) {
      explorer.step();
      share_work(task);
      stay_within_limits(task);
      if (explorer.steps_done() % steps_a_look == 0 || explorer.done()) report(task);
    }
    collect(explorer);
  }

  // Goes on with the lower half: with the upper one LSTM from 0.8 takes 1.3 s, not 0.9.
  void share_work(Task& ours) {
    Explorer& explorer = *ours.explorer;
    const bool wanted = idle_ > 0 && explorer.bundles() >= worth_sharing;
    if (!wanted && !is_worth_slicing(explorer)) return;
    std::optional<Explorer> upper = explorer.split();
    if (!upper) return;
    ours.weight /= 2;
    Task theirs{.explorer = nullptr,
                .range = upper->range(),
                .bytes = upper->bytes(),
                .weight = ours.weight,
                .shown = ours.shown};
    theirs.explorer = std::make_unique<Explorer>(std::move(*upper));
    push(std::move(theirs));
  }

  // Not where only the uppermost regimes are asked for: each half would keep as many.
  bool is_worth_slicing(const Explorer& explorer) const {
    return explorer.bundles() >= worth_slicing && effort_.most_regimes == 0 &&
           waiting_bytes_ < limit_ / 2;
  }

  void stay_within_limits(Task& task) {
    Explorer& explorer = *task.explorer;
    if (effort_.most_regimes > 0) explorer.keep_uppermost(effort_.most_regimes);
    for (const BudgetRange& given_up : explorer.take_given_up()) {
      task.weight /= 2;
      show(-task.weight * static_cast<double>(task.shown));
      push({.explorer = nullptr, .range = given_up, .weight = task.weight});
    }
  }

  void report(Task& task) {
    const std::size_t steps = task.explorer->steps_done();
    show(task.weight * static_cast<double>(steps - task.shown));
    task.shown = steps;
  }
  void show(double more_steps) {
    if (!effort_.on_progress) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    shown_steps_ += more_steps;
    effort_.on_progress(static_cast<std::size_t>(std::max(0.0, shown_steps_)));
  }

  void collect(Explorer& explorer) {
    const std::vector<Regime> regimes = explorer.take_regimes();
    const std::lock_guard<std::mutex> lock(mutex_);
    regimes_.insert(regimes_.end(), regimes.begin(), regimes.end());
    stats_.add(explorer.stats());
    if (effort_.on_part) effort_.on_part(assemble());
  }

  RegimeMap assemble() const {
    RegimeMap map{.range = options_.range, .regimes = regimes_, .missing = {}};
    std::ranges::sort(map.regimes, {}, &Regime::lo);
    join_at_cuts(map.regimes);
    if (effort_.most_regimes > 0) keep_uppermost(map, effort_.most_regimes);
    map.missing = gaps_of(map);
    return map;
  }

  // A regime begins at its peak; one that begins above was cut there, and goes on below.
  static void join_at_cuts(std::vector<Regime>& regimes) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < regimes.size(); ++i) {
      const bool cut =
          i > 0 && regimes[i].peak_memory < regimes[i].lo && regimes[kept - 1].hi == regimes[i].lo;
      if (cut)
        regimes[kept - 1].hi = regimes[i].hi;
      else
        regimes[kept++] = regimes[i];
    }
    regimes.resize(kept);
  }

  // Low budgets take longest, so parts grow in proportion to where they stand.
  static std::vector<BudgetRange> cut(BudgetRange range, std::size_t parts) {
    std::vector<BudgetRange> ranges;
    const double from = static_cast<double>(std::max(range.from, Bytes{1}));
    const double ratio = static_cast<double>(range.to) / from;
    for (std::size_t i = 1; i < parts; ++i) {
      const double at = static_cast<double>(i) / static_cast<double>(parts);
      const auto to = static_cast<Bytes>(from * std::pow(ratio, at));
      if (to <= range.from || to >= range.to) continue;
      ranges.push_back({.from = range.from, .to = to});
      range.from = to;
    }
    ranges.push_back(range);
    return ranges;
  }

  // As many as are wanted, and no gap among them: what a single explorer would have kept.
  static void keep_uppermost(RegimeMap& map, std::size_t count) {
    std::size_t kept = 0;
    Bytes above = map.range.to;
    for (auto regime = map.regimes.rbegin();
         regime != map.regimes.rend() && kept < count && regime->hi == above; ++regime, ++kept)
      above = regime->lo;
    map.regimes.erase(map.regimes.begin(), map.regimes.end() - static_cast<std::ptrdiff_t>(kept));
  }

  // Below this, splitting costs more than waiting.
  static constexpr std::size_t worth_sharing = 8;
  static constexpr std::size_t worth_slicing = 32;
  static constexpr std::size_t steps_a_look = 16;

  const Trace& trace_;
  const Runtime& runtime_;
  const Policy& policy_;
  const ExplorerOptions& options_;
  const MapEffort& effort_;
  std::size_t threads_;
  std::size_t limit_;  // of the memory: half of it for what waits
  std::size_t share_;  // of each thread
  std::atomic<std::size_t> waiting_bytes_ = 0;
  std::atomic<std::size_t> idle_ = 0;
  std::atomic<bool> failed_ = false;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::vector<Task> tasks_;
  std::size_t unfinished_ = 0;  // waiting or being explored
  std::vector<Regime> regimes_;
  ExplorerStats stats_;
  double shown_steps_ = 0;
};

}  // namespace

ParallelMap map_in_parallel(const Trace& trace, const Runtime& runtime,
                            std::string_view policy_name, const Policy& policy,
                            const ExplorerOptions& options, const MapEffort& effort) {
  require_supported(runtime, policy_name, policy);
  if (!policy.has_regimes())
    throw InputError(fmt::format("{} has no budget regimes; use sweep", policy_name));
  return Crew(trace, runtime, policy, options, effort).run();
}

}  // namespace rematfuzz::cli
