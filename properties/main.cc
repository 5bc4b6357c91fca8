// Checks all properties; exit code 1 if one does not hold.
//
// The seed is RapidCheck's: it is printed first, and RC_PARAMS="seed=N" repeats a run.
#include <fmt/format.h>

#include "properties/property.h"

int main() {
  using namespace rematfuzz::properties;  // NOLINT(google-build-using-namespace)
  bool held = check_map();
  held = check_pool() && held;
  held = check_score() && held;
  if (!held)
    fmt::print("repeat: RC_PARAMS=\"seed=N\" build/release/check_properties, N as printed above\n");
  return held ? 0 : 1;
}
