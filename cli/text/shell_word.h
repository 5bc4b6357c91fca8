// Commands to copy from a message into a shell.
#pragma once

#include <string>
#include <string_view>

namespace rematfuzz::cli {

// The text as a shell reads it as one word: quoted where it has to be.
std::string shell_word(std::string_view text);

}  // namespace rematfuzz::cli
