// Foreign text in messages.
#include "sim/base/quote.h"

#include <gtest/gtest.h>

#include <string>

namespace rematfuzz {
namespace {

TEST(Printable, LeavesPrintableTextAsItIs) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("a b'\"\\~"), "a b'\"\\~");
  EXPECT_EQ(printable("\u00e9\u20ac\U0001f600"), "\u00e9\u20ac\U0001f600");
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable("a\nb\tc\rd"), R"(a\nb\tc\rd)");
  EXPECT_EQ(printable(std::string("\0\x1b\x7f", 3)), R"(\u0000\u001b\u007f)");
  EXPECT_EQ(printable("\u0085\u009b"), R"(\u0085\u009b)");
}

TEST(Printable, EscapesWhatIsInvisible) {
  EXPECT_EQ(printable("\u2028\u2029\u202e\u200b\ufeff"), R"(\u2028\u2029\u202e\u200b\ufeff)");
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("\xff"), R"(\xff)");
  EXPECT_EQ(printable("a\x80z"), R"(a\x80z)");
  EXPECT_EQ(printable("\xc0\xaf"), R"(\xc0\xaf)");                  // overlong
  EXPECT_EQ(printable("\xe0\x80\xaf"), R"(\xe0\x80\xaf)");          // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), R"(\xed\xa0\x80)");          // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), R"(\xf4\x90\x80\x80)");  // beyond Unicode
  EXPECT_EQ(printable("\xe2\x82"), R"(\xe2\x82)");                  // cut off
}

TEST(Quote, AddsQuotes) { EXPECT_EQ(quote("x1"), "'x1'"); }

TEST(Quote, CutsOffWhatIsTooLong) {
  EXPECT_EQ(quote(std::string(60, 'a')), "'" + std::string(60, 'a') + "'");
  EXPECT_EQ(quote(std::string(61, 'a')), "'" + std::string(60, 'a') + "...'");
}

TEST(Quote, CountsCharactersNotBytes) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "\u20ac";
  EXPECT_EQ(quote(text), "'" + text + "'");
  EXPECT_EQ(quote(text + "a"), "'" + text + "...'");
}

}  // namespace
}  // namespace rematfuzz
