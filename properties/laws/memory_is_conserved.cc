// What is in use is what is material.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/stepping.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

void check_memory_is_conserved(fuzz::ChoiceSource& choices, Account& account) {
  const Case drawn = draw_case(choices, account);
  run_looking(drawn, [&](Simulator& simulator, Progress& run, Moment moment) {
    Bytes material = 0;
    for (StorageId s = 0; s < drawn.trace.storages.size(); ++s)
      if (run.state.material[s]) material += drawn.trace.storages[s].size;
    expect_equal("memory in use", text(moment, simulator.step()), material, run.state.memory);
  });
}

}  // namespace rematfuzz::properties
