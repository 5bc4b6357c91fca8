// Numbers, amounts, grids, tables and words as they are read and written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/text/decimal.h"
#include "cli/text/duration.h"
#include "cli/text/number.h"
#include "cli/text/quantity.h"
#include "cli/text/shell_word.h"
#include "cli/text/table.h"
#include "sim/base/error.h"
#include "tests/error_of.h"

namespace rematfuzz::cli {
namespace {

using rematfuzz::testing::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Quantity, ReadsBytes) {
  EXPECT_EQ(parse_bytes("0"), 0);
  EXPECT_EQ(parse_bytes("1024"), 1024);
  EXPECT_EQ(parse_bytes("1.5GiB"), 1610612736);
  EXPECT_EQ(parse_bytes("900MB"), 900'000'000);
  EXPECT_EQ(parse_bytes("64 KiB"), 65536);
  EXPECT_EQ(parse_bytes("1tib"), std::int64_t{1} << 40);
  EXPECT_EQ(parse_bytes("2kB"), 2000);
  EXPECT_EQ(parse_bytes(".5k"
                        "b"),
            500);
  EXPECT_EQ(parse_bytes("3.B"), 3);
  EXPECT_EQ(parse_bytes("1.9999"), 1);
  EXPECT_EQ(parse_bytes("9223372036854775807"), unlimited);
}

TEST(Quantity, RefusesWhatIsNoAmount) {
  const auto why = [](const char* text) { return error_of([=] { parse_bytes(text); }); };
  EXPECT_EQ(why("1.5XB"),
            "'1.5XB' is not an amount of memory (unknown unit 'XB'); write bytes, or a number and "
            "a unit: 1.5GiB, 900MB");
  for (const char* text : {"", "-5", "GiB", ".", "+1", " 1", "inf"})
    EXPECT_THAT(why(text), HasSubstr("(it does not start with a number)")) << text;
  EXPECT_THAT(why("1..5"), HasSubstr("(unknown unit '.5')"));
  EXPECT_THAT(why("1e9"), HasSubstr("(unknown unit 'e9')"));
  EXPECT_THAT(why("99999999999999999999"), HasSubstr("(too many digits)"));
  EXPECT_THAT(why("9223372036854775808"), HasSubstr("(2^63 bytes or more)"));
  EXPECT_THAT(why("9999999999TiB"), HasSubstr("(2^63 bytes or more)"));
  EXPECT_THAT(why("1\n"), HasSubstr(R"('1\n' is not)"));
}

TEST(Quantity, ShowsBytes) {
  EXPECT_EQ(show_bytes(0), "0 B");
  EXPECT_EQ(show_bytes(1023), "1023 B");
  EXPECT_EQ(show_bytes(1024), "1.000 KiB");
  EXPECT_EQ(show_bytes(12345), "12.06 KiB");
  EXPECT_EQ(show_bytes(3 << 20), "3.000 MiB");
  EXPECT_EQ(show_bytes((std::int64_t{1} << 30) - 1), "1.000 GiB");
  EXPECT_EQ(show_bytes(unlimited), "8.000 EiB");
}

TEST(Quantity, ShowsTimesAndCounts) {
  EXPECT_EQ(show_time(0), "0 ns");
  EXPECT_EQ(show_time(999), "999 ns");
  EXPECT_EQ(show_time(158'000'000), "158.0 ms");
  EXPECT_EQ(show_time(999'999'999), "1.000 s");
  EXPECT_EQ(show_time(5'000'000'000'000), "5000.0 s");
  EXPECT_EQ(show_count(0), "0");
  EXPECT_EQ(show_count(999), "999");
  EXPECT_EQ(show_count(1000), "1,000");
  EXPECT_EQ(show_count(18446744073709551615U), "18,446,744,073,709,551,615");
}

TEST(Duration, ReadsSecondsMinutesAndHours) {
  EXPECT_EQ(parse_duration("90s"), 90);
  EXPECT_EQ(parse_duration("45"), 45);
  EXPECT_EQ(parse_duration("0.5s"), 0.5);
  EXPECT_EQ(parse_duration("10m"), 600);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  EXPECT_EQ(parse_duration("1000h"), 3'600'000);
  for (const char* text : {"", "s", "0", "0s", "-1s", "1001h", "1d", "1 s", "1e400", "nan", "m10"})
    EXPECT_THROW(parse_duration(text), InputError) << text;
}

TEST(Duration, ShowsWhatPeopleRead) {
  EXPECT_EQ(show_duration(0.4), "0 s");
  EXPECT_EQ(show_duration(45.2), "45 s");
  EXPECT_EQ(show_duration(725), "12 min 05 s");
  EXPECT_EQ(show_duration(12000), "3 h 20 min");
}

TEST(Number, ReadsWholeNumbers) {
  EXPECT_EQ(static_cast<int>(parse_whole("0", 0, 9)), 0);
  EXPECT_EQ(static_cast<int>(parse_whole("-7", -7, 9)), -7);
  EXPECT_EQ(static_cast<int>(parse_whole("0009", 0, 9)), 9);
  EXPECT_EQ(
      static_cast<std::uint64_t>(parse_whole("18446744073709551615", 0, 18446744073709551615U)),
      18446744073709551615U);
  for (const char* text : {"", "-", "--1", "+1", "1 ", " 1", "0x1", "1.0", "1e1", "10", "-1",
                           "18446744073709551616", "340282366920938463463374607431768211457"})
    EXPECT_EQ(error_of([=] { parse_whole(text, 0, 9); }),
              std::string("'") + text + "' is not a whole number from 0 to 9");
}

TEST(Number, ReadsNumbers) {
  EXPECT_EQ(parse_number("0.3", 0), 0.3);
  EXPECT_EQ(parse_number(".5", 0), 0.5);
  EXPECT_EQ(parse_number("3.", 0), 3.0);
  EXPECT_EQ(parse_number("1e-3", 0), 0.001);
  for (const char* text : {"", "nan", "inf", "-1", "+1", "1e400", "0x1", "1x", " 1", ".", "e1"})
    EXPECT_EQ(error_of([=] { parse_number(text, 0); }),
              std::string("'") + text + "' is not a number from 0 up");
  EXPECT_EQ(error_of([] { parse_number("0.99", 1); }), "'0.99' is not a number from 1 up");
}

std::vector<std::string> grid(const char* from, const char* to, const char* step) {
  std::vector<std::string> texts;
  for (const Decimal& point :
       decimal_grid(parse_decimal(from), parse_decimal(to), parse_decimal(step)))
    texts.push_back(point.text());
  return texts;
}

TEST(DecimalTest, StepsExactly) {
  EXPECT_THAT(grid("0.1", "0.3", "0.1"), ElementsAre("0.1", "0.2", "0.3"));
  EXPECT_THAT(grid("0", "1", "0.25"), ElementsAre("0.00", "0.25", "0.50", "0.75", "1.00"));
  EXPECT_THAT(grid("1", "1", "7"), ElementsAre("1"));
  EXPECT_THAT(grid("0.095", "0.0969", "0.001"), ElementsAre("0.095", "0.096"));
  EXPECT_THAT(grid("9", "11.0", "1"), ElementsAre("9", "10", "11"));
}

TEST(DecimalTest, ConvertsToTheNearestDouble) {
  EXPECT_EQ(parse_decimal("0.102").nearest(), 0.102);
  EXPECT_EQ(parse_decimal("0.100000000000001").nearest(), 0.100000000000001);
  EXPECT_EQ(parse_decimal("123456789012345").nearest(), 123456789012345.0);
  EXPECT_EQ(parse_decimal("007.50").text(), "7.50");
}

TEST(DecimalTest, RefusesWhatIsNoDecimalOrGrid) {
  for (const char* text : {"", "."})
    EXPECT_EQ(error_of([=] { parse_decimal(text); }),
              std::string("'") + text + "' is not a decimal number, such as 0.25");
  for (const char* text : {"1.2.3", "-1", "+1", "1e5", "nan", "0x1", "1234567890123456"})
    EXPECT_EQ(error_of([=] { parse_decimal(text); }),
              std::string("'") + text +
                  "' is not a decimal number of at most 15 digits, such as "
                  "0.25");
  EXPECT_EQ(error_of([] { grid("0", "1", "0.0"); }), "the step is 0");
  EXPECT_EQ(error_of([] { grid("0", "1000000", "1"); }),
            "1000001 points are too many; the most is 1000000");
}

TEST(TableTest, AlignsColumns) {
  Table table({"name", "count", "note"}, {Align::left, Align::right, Align::left});
  table.add({{"a"}, {"5"}, {"x"}});
  table.add({{"longer"}, {"1,234"}, {"the last column is not padded"}});
  table.add({{"b"}, {"7"}, {""}});
  EXPECT_EQ(table.text(),
            "name    count  note\n"
            "a           5  x\n"
            "longer  1,234  the last column is not padded\n"
            "b           7\n");
}

TEST(TableTest, NamesAndValuesNeedNoHeading) {
  Table table;
  table.add({{"a"}, {"1"}});
  table.add({{"long"}, {"2"}});
  EXPECT_EQ(table.text(),
            "a     1\n"
            "long  2\n");
}

TEST(ShellWord, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(shell_word("a/b-c_1.log"), "a/b-c_1.log");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_word("a\nb"), R"('a\nb')");
}

}  // namespace
}  // namespace rematfuzz::cli
