// Quotients as correctly rounded doubles, and the smallest of many.
#include "sim/policy/score.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <ostream>
#include <vector>

#include "sim/base/random.h"

namespace rematfuzz {

void PrintTo(const Quotient& quotient, std::ostream* out) {  // NOLINT(*-identifier-naming)
  *out << quotient.numerator << " / (" << quotient.denominator << " * " << quotient.factor << ")";
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Row {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  std::int64_t factor = 1;
  double value = 0;
};

// Values from Python's division of two integers, which rounds the exact quotient correctly. Ties,
// their neighbours, carries into the next power of two, products that 64 bits do not hold.
constexpr auto rows = std::to_array<Row>({
    // clang-format off
    {1, 3, 1, 0x1.5555555555555p-2},
    {2, 3, 1, 0x1.5555555555555p-1},
    {1, 10, 1, 0x1.999999999999ap-4},
    {7, 1, 1, 0x1.c000000000000p+2},
    {22, 7, 1, 0x1.9249249249249p+1},
    {1, 49, 1, 0x1.4e5e0a72f0539p-6},
    {5, 6, 7, 0x1.e79e79e79e79ep-4},
    {-1, 3, 1, -0x1.5555555555555p-2},
    {-22, 7, 1, -0x1.9249249249249p+1},
    {9007199254740993, 1, 1, 0x1.0000000000000p+53},
    {9007199254740994, 1, 1, 0x1.0000000000001p+53},
    {9007199254740995, 1, 1, 0x1.0000000000002p+53},
    {9007199254740996, 1, 1, 0x1.0000000000002p+53},
    {9007199254740997, 1, 1, 0x1.0000000000002p+53},
    {9007199254740998, 1, 1, 0x1.0000000000003p+53},
    {9007199254740999, 1, 1, 0x1.0000000000004p+53},
    {18014398509481985, 1, 1, 0x1.0000000000000p+54},
    {18014398509481986, 1, 1, 0x1.0000000000000p+54},
    {18014398509481987, 1, 1, 0x1.0000000000001p+54},
    {18014398509481988, 1, 1, 0x1.0000000000001p+54},
    {18014398509481989, 1, 1, 0x1.0000000000001p+54},
    {18014398509481990, 1, 1, 0x1.0000000000002p+54},
    {18014398509481991, 1, 1, 0x1.0000000000002p+54},
    {1152921504606846975, 1, 1, 0x1.0000000000000p+60},
    {1152921504606846976, 1, 1, 0x1.0000000000000p+60},
    {-1152921504606846975, 1, 1, -0x1.0000000000000p+60},
    {-9007199254740993, 1, 1, -0x1.0000000000000p+53},
    {-9007199254740995, 1, 1, -0x1.0000000000002p+53},
    {1152921504606846912, 1, 1, 0x1.0000000000000p+60},
    {1152921504606846913, 1, 1, 0x1.0000000000000p+60},
    {1152921504606846911, 1, 1, 0x1.fffffffffffffp+59},
    {1152921504606846784, 1, 1, 0x1.ffffffffffffep+59},
    {1152921504606846785, 1, 1, 0x1.fffffffffffffp+59},
    {1152921504606846783, 1, 1, 0x1.ffffffffffffep+59},
    {4611686018427387903, 1, 1, 0x1.0000000000000p+62},
    {4611686018427387905, 1073741824, 1, 0x1.0000000000000p+32},
    {9223372036854775807, 1, 1, 0x1.0000000000000p+63},
    {9223372036854775807, 36028797018963968, 36028797018963968, 0x1.0000000000000p-47},
    {INT64_MIN, 1, 1, -0x1.0000000000000p+63},
    {INT64_MIN, 3, 1, -0x1.5555555555555p+61},
    {INT64_MIN, 36028797018963968, 36028797018963968, -0x1.0000000000000p-47},
    {1, 9007199254740993, 1, 0x1.fffffffffffffp-54},
    {1, 9007199254740995, 1, 0x1.ffffffffffffdp-54},
    {3, 1152921504606846975, 1, 0x1.8000000000000p-59},
    {9007199254740993, 9007199254740995, 1, 0x1.ffffffffffffep-1},
    {1152921504606846975, 1152921504606846973, 1, 0x1.0000000000000p+0},
    {1, 36028797018963968, 36028797018963968, 0x1.0000000000000p-110},
    {1152921504606846975, 36028797018963967, 36028797018963967, 0x1.0000000000000p-50},
    {1152921504606846975, 36028797018963967, 36028797018963969, 0x1.0000000000000p-50},
    {1, 1099511627775, 1125899906842623, 0x1.0000000001004p-90},
    {1125899906842625, 1099511627777, 1125899906842625, 0x1.fffffffffe000p-41},
    {3, 36028797018963967, 18014398509481985, 0x1.8000000000000p-108},
    {9007199254740993, 1099511627776, 1125899906842624, 0x1.0000000000000p-37},
    {9007199254740995, 1099511627776, 1125899906842624, 0x1.0000000000002p-37},
    {18014398509481986, 36028797018963968, 36028797018963968, 0x1.0000000000000p-56},
    {18014398509481990, 36028797018963968, 36028797018963968, 0x1.0000000000002p-56},
    {-18014398509481986, 36028797018963968, 36028797018963968, -0x1.0000000000000p-56},
    {1729381888885260459, 2147483647, 268435399, 0x1.8000000000000p+1},
    {576461302051897337, 549755813881, 1048577, 0x1.0000000000000p+0},
    {45035996273704965, 5, 1, 0x1.0000000000000p+53},
    {45035996273704975, 5, 1, 0x1.0000000000002p+53},
    {45035996273704966, 5, 1, 0x1.0000000000001p+53},
    {45035996273704964, 5, 1, 0x1.0000000000000p+53},
    {45035996273704974, 5, 1, 0x1.0000000000001p+53},
    {45035996273704976, 5, 1, 0x1.0000000000002p+53},
    {81064793292668973, 3, 3, 0x1.0000000000002p+53},
    {81064793292668972, 3, 3, 0x1.0000000000002p+53},
    {81064793292668974, 3, 3, 0x1.0000000000003p+53},
    {910400992860572983, 861169, 1, 0x1.ec485740682bep+39},
    {-133736410698061917, 39318, 1, -0x1.8bf9beac215d1p+41},
    {161075642061640859, 2129678536886823, 1, 0x1.2e88fe2207f7fp+6},
    {914682909617949429, 48846, 310965606, 0x1.d674cc1c4197bp+15},
    {332629568014561858, 20185394133379641, 110655225, 0x1.3fcd62563de42p-23},
    {433201090097304903, 2262213872903203, 1, 0x1.7efd1683df120p+7},
    {985960730637291874, 1016127250898, 10800242279623001, 0x1.8b20c6935572cp-34},
    {562848247650118176, 543421581090, 505344690023713, 0x1.19b17e5188940p-29},
    {168789714976685368, 829637194965, 1050768696702294, 0x1.a9c679e919da9p-33},
    {972370208388591490, 27546567655223175, 782832264954435, 0x1.9626199cfc576p-45},
    {1051937880483634397, 990570, 784799935398442, 0x1.62b85d36dc87dp-10},
    {149879750004171034, 23315274245762508, 25819235776938160, 0x1.1f0d02621091fp-52},
    {800139658358739742, 186210300458, 1, 0x1.06441f0e26181p+22},
    {503152872064000768, 774231, 427239381, 0x1.7c467ad6b3713p+10},
    {1144866516229259952, 603020470391, 154167350227290, 0x1.a722e1ab1184dp-27},
    {-992715336744456921, 458300484155, 995511926976549, -0x1.2b0bbd2a968c9p-29},
    {347999928012933119, 243225, 12952616, 0x1.af7e23c6c92afp+16},
    {420454043560758367, 152753, 13303762279658498, 0x1.b1e502bb0a590p-13},
    {124499130719570049, 20149889740663204, 14374728968430628, 0x1.ef8e9f63ccc50p-52},
    {238740281441455277, 206425782569, 1, 0x1.1a5bef09ca25ep+20},
    {374245670901312561, 3688612628895838, 1, 0x1.95d6c58ebc91cp+6},
    {-233960902576035763, 2533382274103803, 659351560, -0x1.2cc8d212a4fd5p-23},
    {342534101717258570, 402018727952, 4156047106414252, 0x1.c2d2e85531f06p-33},
    {-1125408308532080166, 530344258665, 162259938347423, -0x1.c15b333adbbb7p-27},
    {-1103627049396280218, 541416, 1, -0x1.da9a9f6186439p+40},
    {834144387011960952, 974308667389252, 723860810829484, 0x1.4ce975f5aefa5p-40},
    {209856039980555922, 401658456089, 381925852, 0x1.669cccdcb2a04p-10},
    {513725113219004694, 22930234808790211, 658448789, 0x1.244623511e050p-25},
    // clang-format on
});

TEST(Rounded, IsTheDoubleNearestToTheExactQuotient) {
  for (const Row& row : rows) {
    const Quotient quotient{row.numerator, row.denominator, row.factor};
    EXPECT_EQ(rounded(quotient), row.value) << ::testing::PrintToString(quotient);
  }
}

TEST(Rounded, IsTheSameWithDenominatorAndFactorSwapped) {
  for (const Row& row : rows) {
    const Quotient quotient{row.numerator, row.factor, row.denominator};
    EXPECT_EQ(rounded(quotient), row.value) << ::testing::PrintToString(quotient);
  }
}

TEST(Rounded, IsInfiniteWhereTheDenominatorIsNotPositive) {
  for (const std::int64_t numerator : {-3, 0, 3})
    for (const std::int64_t other : {-2, 0, 2})
      for (const std::int64_t not_positive : {0, -1}) {
        EXPECT_EQ(rounded({numerator, not_positive, other}), infinity);
        EXPECT_EQ(rounded({numerator, other, not_positive}), infinity);
      }
}

TEST(IsZero, IsExactlyZero) {
  EXPECT_TRUE(is_zero(Quotient{0, 5, 5}));
  EXPECT_FALSE(is_zero(Quotient{1, INT64_MAX, INT64_MAX}));
  EXPECT_FALSE(is_zero(Quotient{0, 0, 5}));  // infinite
  EXPECT_FALSE(is_zero(Quotient{0, 5, -1}));
  EXPECT_TRUE(is_zero(std::int64_t{0}));
  EXPECT_FALSE(is_zero(std::int64_t{-1}));
}

// The place of the last smallest, by Smallest.
template <class Score>
std::size_t last_smallest(const std::vector<Score>& scores) {
  Smallest<Score> smallest;
  std::size_t best = scores.size();
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (smallest.admit(scores[i])) best = i;
  return best;
}

// The same by scanning.
std::size_t last_smallest_rounded(const std::vector<Quotient>& scores) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < scores.size(); ++i)
    if (rounded(scores[i]) <= rounded(scores[best])) best = i;
  return best;
}

using Quotients = std::vector<Quotient>;

TEST(Smallest, IsTheLastOfEqualQuotients) {
  EXPECT_EQ(last_smallest(Quotients{{1, 2}, {1, 3}, {2, 2, 3}, {1, 2}}), 2U);
}

TEST(Smallest, IsTheLastOfQuotientsThatRoundToTheSame) {
  constexpr std::int64_t n = std::int64_t{1} << 53;
  EXPECT_EQ(last_smallest(Quotients{{n}, {n + 1}}), 1U);  // 2^53 + 1 is a tie and rounds to 2^53
  EXPECT_EQ(last_smallest(Quotients{{n + 1}, {n}}), 1U);
  EXPECT_EQ(last_smallest(Quotients{{n}, {n + 2}}), 0U);
  EXPECT_EQ(last_smallest(Quotients{{n + 3}, {n + 4}, {n + 5}}), 2U);  // all three are 2^53 + 4
  EXPECT_EQ(last_smallest(Quotients{{n + 3}, {n + 6}}), 0U);
}

// Where only the infinite is, the last of it; any finite quotient is smaller.
TEST(Smallest, OfInfiniteQuotientsIsTheLast) {
  EXPECT_EQ(last_smallest(Quotients{{1, 0}, {0, 0}, {5, -1}}), 2U);
  EXPECT_EQ(last_smallest(Quotients{{1, 0}, {INT64_MAX, 1}, {1, 0}}), 1U);
  EXPECT_EQ(last_smallest(Quotients{{INT64_MAX, 1}, {1, 0}}), 0U);
}

TEST(Smallest, TakesNegativeQuotients) {
  EXPECT_EQ(last_smallest(Quotients{{-1, 2}, {-2, 3}, {-1, 3}}), 1U);
  EXPECT_EQ(last_smallest(Quotients{{0}, {-1, INT64_MAX}, {1}}), 1U);
  EXPECT_EQ(last_smallest(Quotients{{-1, 3}, {-2, 6}}), 1U);
}

TEST(Smallest, OfIntegersIsTheLast) {
  using Costs = std::vector<std::int64_t>;
  EXPECT_EQ(last_smallest(Costs{3, 2, 2, 5}), 2U);
  EXPECT_EQ(last_smallest(Costs{INT64_MAX}), 0U);
  EXPECT_EQ(last_smallest(Costs{0, -1, INT64_MIN, 4}), 2U);
}

// Quotients around a common one, so that many are within a few units in the last place.
Quotients near_ties(Random& random) {
  const auto any = [&](std::uint64_t bits) {
    return static_cast<std::int64_t>(random.below(std::uint64_t{1} << bits)) + 1;
  };
  const std::int64_t numerator = any(1 + random.below(56));
  const std::int64_t denominator = any(1 + random.below(40));
  const std::int64_t sign = random.below(4) == 0 ? -1 : 1;
  Quotients quotients;
  for (int i = 0; i < 8; ++i) {
    const std::int64_t scale = any(4);
    const auto off = static_cast<std::int64_t>(random.below(3)) - 1;
    const std::int64_t factor = random.below(16) == 0 ? 0 : any(3) * scale;
    quotients.push_back({sign * (numerator * scale + off), denominator, factor});
  }
  return quotients;
}

TEST(Smallest, IsTheOneThatRoundingAllFinds) {
  Random random(11);
  for (int i = 0; i < 20'000; ++i) {
    const Quotients quotients = near_ties(random);
    ASSERT_EQ(last_smallest(quotients), last_smallest_rounded(quotients))
        << ::testing::PrintToString(quotients);
  }
}

}  // namespace
}  // namespace rematfuzz
