#include "fuzz/choices/random_choices.h"
#include "fuzz/engine/elites.h"
#include "fuzz/engine/engines.h"
#include "fuzz/engine/limit.h"
#include "fuzz/engine/mutator.h"
#include "fuzz/mutate/crossover.h"
#include "fuzz/mutate/pick.h"
#include "fuzz/program/codec.h"
#include "fuzz/seeds/folder.h"

namespace rematfuzz::fuzz {

namespace {

class MapElites {
 public:
  MapElites(Session& session, const EngineOptions& options)
      : session_(session), options_(options), random_(options.seed), elites_(session.archive()) {}

  void run() {
    const Limit limit(options_);
    std::uint64_t run = 0;
    for (const std::string& file : files_in(options_.corpus))
      if (limit.allows(run++)) session_.run(bytes_of(file));
    for (; limit.allows(run); ++run) session_.run(next());
  }

 private:
  Input next() {
    constexpr std::uint64_t crossings = 8;
    Input input = parent();
    if (one_in(random_, crossings))
      input.program = cross_programs(std::move(input.program), parent().program, random_,
                                     options_.most_operators);
    return mutate_input(
        std::move(input), random_,
        {.most_operators = options_.most_operators, .fresh_programs = options_.fresh_programs});
  }

  // Before there are elites, a program drawn anew.
  Input parent() {
    if (!elites_.empty()) return elites_.draw(random_, options_.most_operators);
    RandomChoices choices(random_.next());
    return {.policy = static_cast<std::uint8_t>(random_.next()),
            .program = decode(choices, options_.most_operators)};
  }

  Session& session_;
  const EngineOptions& options_;
  Random random_;
  Elites elites_;
};

}  // namespace

void run_map_elites(Session& session, const EngineOptions& options) {
  MapElites(session, options).run();
}

}  // namespace rematfuzz::fuzz
