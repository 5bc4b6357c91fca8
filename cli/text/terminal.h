// What the output goes to, and what may therefore be written to it.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/error.h"

namespace rematfuzz::cli {

bool stdout_is_terminal();
bool stderr_is_terminal();

// How many characters fit into a line of standard output: as many as the terminal has columns; 80
// where it is none, or does not say.
int stdout_columns();

enum class Style { plain, good, bad, warning, strong };

// The text in colour, where standard output is a terminal and NO_COLOR is not set.
std::string paint(std::string_view text, Style style);

// That standard output cannot be written to, with errno's reason: as bad as any other output file.
InputError stdout_error();

// Writes to standard output. Throws stdout_error() if that fails.
void print(std::string_view text);

// Writes one line "rematfuzz: TEXT" to standard error, with escapes for what is not printable.
void note(std::string_view text);

}  // namespace rematfuzz::cli
