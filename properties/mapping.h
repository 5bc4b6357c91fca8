// Maps of cases.
#pragma once

#include <vector>

#include "properties/case.h"
#include "sim/map/explorer.h"
#include "sim/map/regime.h"

namespace rematfuzz::properties {

inline constexpr CaseOptions mapped_case{.wide_numbers = false};

ExplorerOptions explorer_options(const Case& of);
// All regimes of the options' range.
std::vector<Regime> explore(const Case& of, const ExplorerOptions& options);

// "[LO, HI) RESULT clock C ...", for messages.
std::string text(const Regime& regime);

}  // namespace rematfuzz::properties
