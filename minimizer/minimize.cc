#include "minimizer/minimize.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "minimizer/passes/passes.h"
#include "minimizer/simpler.h"
#include "sim/base/hash.h"

namespace rematfuzz::minimizer {

namespace {

using fuzz::Operation;
using fuzz::Program;
using fuzz::ProgramOutput;

std::uint64_t hash_of(const Program& program) {
  std::uint64_t hash = 0;
  const auto add = [&](std::uint64_t value) { hash = mix(hash, value); };
  for (const Operation& operation : program.operations) {
    add(static_cast<std::uint64_t>(operation.kind));
    add(static_cast<std::uint64_t>(operation.cost));
    add(operation.args.size());
    for (const fuzz::NameNumber arg : operation.args) add(arg);
    add(operation.outputs.size());
    for (const ProgramOutput& output : operation.outputs) {
      add(static_cast<std::uint64_t>(output.size));
      add(static_cast<std::uint64_t>(output.alias));
    }
    for (const std::uint32_t index : operation.mutated) add(index);
  }
  return hash;
}

class Minimizer {
 public:
  Minimizer(Program program, const Shown& shown, const Test& test, const MinimizeOptions& options)
      : test_(test), options_(options), batch_(std::max<std::size_t>(1, options.slots)) {
    best_.program = std::move(program);
    best_.shown = shown;
    best_.counts.resize(pass_table().size());
  }

  Minimized run() {
    while (!stopped_ && (run_all(Grain::rough) || run_all(Grain::fine))) continue;
    best_.complete = !stopped_;
    if (best_.complete) check();
    return std::move(best_);
  }

 private:
  struct Candidate {
    std::optional<Program> program;  // none: nothing to be tested at its place
    std::uint64_t hash = 0;
    std::optional<Shown> shown;
  };

  // Whether anything was taken.
  bool run_all(Grain grain) {
    bool any = false;
    for (std::size_t i = 0; i < pass_table().size(); ++i) {
      const Pass& pass = pass_table()[i];
      if (pass.grain == grain &&
          std::ranges::find(options_.disabled, pass.name) == options_.disabled.end())
        any = run_pass(pass, best_.counts[i]) || any;
    }
    return any;
  }

  bool run_pass(const Pass& pass, PassCount& count) {
    bool any = false;
    for (std::size_t level = pass.levels(best_.program); level-- > 0;)
      any = run_level(pass, level, count) || any;
    return any;
  }

  bool run_level(const Pass& pass, std::size_t level, PassCount& count) {
    bool any = false;
    std::size_t place = 0;
    while (place < pass.places(best_.program, level)) {
      if (stopped_ = stopped_ || options_.stop(); stopped_) return any;
      const std::size_t size = std::min(batch_.size(), pass.places(best_.program, level) - place);
      look_at(pass, level, place, size);
      const auto end = batch_.begin() + static_cast<std::ptrdiff_t>(size);
      const auto found = std::find_if(batch_.begin(), end, [](const Candidate& candidate) {
        return candidate.shown.has_value();
      });
      for (auto candidate = batch_.begin(); candidate != found; ++candidate)
        if (candidate->program && refused_.insert(candidate->hash).second) ++count.tried;
      place += static_cast<std::size_t>(found - batch_.begin());
      if (found == end) continue;
      any = true;
      ++count.tried;
      ++count.taken;
      take(*found);
      if (options_.on_taken) options_.on_taken(best_.program, best_.shown, pass);
    }
    return any;
  }

  // REQUIRES: it passed.
  void take(Candidate& candidate) {
    if (!candidate.program || !candidate.shown) return;
    best_.program = std::move(*candidate.program);
    best_.shown = *candidate.shown;
  }

  // Of large programs much is taken, and what was looked at behind it was for nothing.
  std::size_t batch_size() const {
    constexpr std::size_t large = 100;
    constexpr std::size_t few = 4;
    return best_.program.operators() < large ? batch_.size()
                                             : std::max<std::size_t>(1, batch_.size() / few);
  }

  // Fills the batch with the candidates of these places, tested.
  void look_at(const Pass& pass, std::size_t level, std::size_t place, std::size_t count) {
    const auto body = [&](std::size_t slot) {
      Candidate& candidate = batch_[slot];
      candidate.shown.reset();
      candidate.program = pass.make(best_.program, level, place + slot);
      if (!candidate.program) return;
      candidate.hash = hash_of(*candidate.program);
      if (refused_.contains(candidate.hash) || !is_simpler(*candidate.program, best_.program))
        candidate.program.reset();
      else
        candidate.shown = test_(*candidate.program, best_.shown, slot);
    };
    if (options_.loop && count > 1)
      options_.loop(count, body);
    else
      for (std::size_t slot = 0; slot < count; ++slot) body(slot);
  }

  // Of the passes whose smallest steps are single deletions and single decrements.
  void check() {
    refused_.clear();
    for (const Pass& pass :
         {delete_operators(), drop_releases(), drop_arguments(), drop_outputs(), lower_numbers()}) {
      const std::size_t places = pass.places(best_.program, 0);
      for (std::size_t place = 0; place < places; place += batch_.size()) {
        const std::size_t size = std::min(batch_.size(), places - place);
        look_at(pass, 0, place, size);
        for (std::size_t slot = 0; slot < size; ++slot) {
          best_.checked += batch_[slot].program ? 1 : 0;
          best_.left += batch_[slot].shown ? 1 : 0;
        }
      }
    }
  }

  const Test& test_;
  const MinimizeOptions& options_;
  std::vector<Candidate> batch_;
  // Hashes of candidates that did not pass. (That two have one hash would leave one of them
  // untested, of which check() would tell.)
  std::unordered_set<std::uint64_t> refused_;
  Minimized best_;
  bool stopped_ = false;
};

}  // namespace

Minimized minimize(Program program, const Shown& shown, const Test& test,
                   const MinimizeOptions& options) {
  return Minimizer(std::move(program), shown, test, options).run();
}

}  // namespace rematfuzz::minimizer
