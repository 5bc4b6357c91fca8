// The command line as a whole: from the words after the program's name to what to do.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rematfuzz::cli {

// What the words ask for: a function that does it and returns an ExitCode. Nothing is done before
// it is called, and no file is looked at. Throws InputError for words that make no command, with a
// message that is printable as it stands.
std::function<int()> parse_program(std::vector<std::string> words);

}  // namespace rematfuzz::cli
