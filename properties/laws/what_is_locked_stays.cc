// The pool is what can be evicted.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/stepping.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

void check_what_is_locked_stays(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account);
  run_looking(drawn, [&](Simulator& simulator, Progress& run, Moment moment) {
    const State& state = run.state;
    for (StorageId s = 0; s < drawn.trace.storages.size(); ++s)
      expect_equal(fmt::format("storage {} in the pool", s), text(moment, simulator.step()),
                   state.material[s] && state.locks[s] == 0, state.pool.contains(s));
  });
}

}  // namespace rematfuzz::properties
