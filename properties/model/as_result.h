// A plain model's answer as the simulator gives it: for comparing, field by field.
#pragma once

#include "properties/model/plain_model.h"
#include "sim/run/result.h"

namespace rematfuzz::model {

RunResult as_result(const Answer& answer);

}  // namespace rematfuzz::model
