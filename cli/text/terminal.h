// What the output goes to, and what may therefore be written to it.
#pragma once

#include <string>
#include <string_view>

namespace rematfuzz::cli {

bool stdout_is_terminal();
bool stderr_is_terminal();

enum class Style { plain, good, bad, warning, strong };

// The text in colour, where standard output is a terminal and NO_COLOR is not set.
std::string paint(std::string_view text, Style style);

// Writes to standard output. Throws std::runtime_error if that fails.
void print(std::string_view text);

// Writes one line "rematfuzz: TEXT" to standard error.
void note(std::string_view text);

}  // namespace rematfuzz::cli
