// Simulated annealing on the logarithm of an effect: a step that makes it smaller by a factor f is
// taken with probability f^(-1/T), while the temperature T falls; see PISA (Coleman et al., 2024),
// which does it for schedulers. (Metropolis' rule; the code released with that work accepts worse
// neighbours the more often the worse they are.)
#include <cmath>
#include <limits>

#include "fuzz/choices/random_choices.h"
#include "fuzz/engine/engines.h"
#include "fuzz/engine/limit.h"
#include "fuzz/engine/mutator.h"
#include "fuzz/program/codec.h"

namespace rematfuzz::fuzz {

namespace {

constexpr double hottest = 1;
constexpr double coldest = 0.01;
constexpr std::uint64_t steps = 4000;  // of one descent, at the same cell

double uniform(Random& random) {
  constexpr std::uint64_t parts = std::uint64_t{1} << 53U;
  return static_cast<double>(random.below(parts)) / static_cast<double>(parts);
}

class Annealer {
 public:
  Annealer(Session& session, const EngineOptions& options)
      : session_(session), options_(options), random_(options.seed), limit_(options) {}

  void run() {
    while (limit_.allows(runs_)) descend(next_cell_++ % session_.search().cells().size());
  }

 private:
  void descend(std::size_t cell) {
    Input current = start(cell);
    double energy = energy_of(current, cell);
    const double cooling = std::pow(coldest / hottest, 1.0 / static_cast<double>(steps));
    double temperature = hottest;
    // A program drawn anew is no neighbour.
    const MutationLimits limits{.most_operators = options_.most_operators, .fresh_programs = false};
    for (std::uint64_t step = 0; step < steps && limit_.allows(runs_); ++step) {
      Input next = mutate_input(current, random_, limits);
      next.policy = current.policy;
      const double next_energy = energy_of(next, cell);
      const double worse = energy - next_energy;
      if (worse <= 0 || uniform(random_) < std::exp(-worse / temperature)) {
        current = std::move(next);
        energy = next_energy;
      }
      temperature *= cooling;
    }
  }

  Input start(std::size_t cell) {
    RandomChoices choices(random_.next());
    Input input;
    const Search& search = session_.search();
    if (search.goes_by_policy())
      input.policy =
          static_cast<std::uint8_t>(cell * search.policies().size() / search.cells().size());
    input.program = decode(choices, options_.most_operators);
    return input;
  }

  // The logarithm of the effect; low where there is none.
  double energy_of(const Input& input, std::size_t cell) {
    constexpr double none = -8;
    ++runs_;
    for (const Sighting& sighting : session_.run(input))
      if (sighting.cell == cell) return std::log(sighting.effect.size);
    return none;
  }

  Session& session_;
  const EngineOptions& options_;
  Random random_;
  Limit limit_;
  std::uint64_t runs_ = 0;
  std::size_t next_cell_ = 0;
};

}  // namespace

void run_anneal(Session& session, const EngineOptions& options) {
  Annealer(session, options).run();
}

}  // namespace rematfuzz::fuzz
