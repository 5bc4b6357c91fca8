// Reads trace logs and trace texts: from a file or standard input (compressed or not), or from
// memory. The first line that is not blank tells which of the two it is (trace_text.h).
//
// A log is read once, front to back, and is never held in memory as a whole.
//
// Everything up to and including the first ANNOTATE START is skipped; a log without START is used
// from its first line. Since only the end of the log tells which of the two it is, reading begins
// at the first line and begins anew at START. Lines in front of START must be JSON objects with a
// known INSTRUCTION; anything else that is wrong with them counts only if no START comes.
//
// What is wrong with a log is told by an InputError of one line, "FILE:LINE: WHAT" (lines count
// from 1), or "FILE: WHAT" where the file cannot be read at all. FILE is "<stdin>" for "-".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/trace/instruction_sink.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_text.h"

namespace rematfuzz {

struct LogReadResult {
  Trace trace;
  bool has_start = false;  // whether a log has an ANNOTATE START; of a text always true
};

// Reads the log or text in file `path`; "-" is standard input. Throws InputError.
LogReadResult read_log(const std::string& path);

// Reads a log or text that is in memory (not compressed); `name` stands for it in messages. Throws
// InputError.
LogReadResult read_log_text(std::string_view text, const std::string& name);

// Reads the log or text in file `path` into `sink`. Says whether a log has an ANNOTATE START; of a
// text always true. Throws InputError; what the sink holds is then of no use.
bool read_instructions(const std::string& path, InstructionSink& sink);

// Reads a log or text that is in memory into `sink`, in the same way.
bool read_instructions_text(std::string_view text, const std::string& name, InstructionSink& sink);

// The header of the trace text in file `path`; none where it is a log. Reads no further than it has
// to, so what follows may be wrong. Throws InputError.
std::optional<TraceTextHeader> read_trace_header(const std::string& path);

}  // namespace rematfuzz
