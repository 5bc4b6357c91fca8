// Reads trace texts (sim/trace/trace_text.h) line by line. log_reader.h opens files and tells texts
// from logs.
#pragma once

#include <string_view>

#include "sim/trace/instruction_sink.h"
#include "sim/trace/line_reader.h"
#include "sim/trace/trace_text.h"

namespace rematfuzz {

// Whether what starts with this line is to be read as a trace text, of whatever version.
bool is_trace_text(std::string_view first_line);

// Reads a text's header. REQUIRES: `lines` stands at the first line, for which is_trace_text()
// holds. Throws InputError, with the position.
TraceTextHeader read_trace_text_header(LineReader& lines);

// Reads a text into `sink`. REQUIRES: as above. Throws InputError, with the position; what the sink
// holds is then of no use.
void read_trace_text(LineReader& lines, InstructionSink& sink);

}  // namespace rematfuzz
