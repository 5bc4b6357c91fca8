#include "fuzz/choices/random_choices.h"
#include "fuzz/engine/engines.h"
#include "fuzz/engine/limit.h"
#include "fuzz/program/codec.h"

namespace rematfuzz::fuzz {

void run_random(Session& session, const EngineOptions& options) {
  Random seeds(options.seed);
  const Limit limit(options);
  for (std::uint64_t run = 0; limit.allows(run); ++run) {
    RandomChoices choices(seeds.next());
    Input input;
    input.policy = static_cast<std::uint8_t>(choices.draw(session.search().policies().size()));
    input.program = decode(choices, options.most_operators);
    session.run(input);
  }
}

}  // namespace rematfuzz::fuzz
