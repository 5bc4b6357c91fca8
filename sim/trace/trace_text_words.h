// Words of a trace text: which names stand there as they are, and which words are keywords.
#pragma once

#include <cstddef>
#include <string_view>

namespace rematfuzz {

// How many bytes at the front of `text` are one word: a letter or one of _.$%/ and then letters,
// digits and any of _.$%/-: as far as there are any, though a word does not end in a colon. 0: it
// does not start with a word.
std::size_t word_length(std::string_view text);

// Whether all of `text` is one word.
bool is_word(std::string_view text);

// Whether a character may follow in a word, colons aside.
bool continues_word(char c);

// Whether `word` has a meaning of its own in the language.
bool is_keyword(std::string_view word);

}  // namespace rematfuzz
