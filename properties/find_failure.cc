// RapidCheck draws the bytes of cases and shrinks them.
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListener.h>

#include <algorithm>

#include "properties/check.h"

namespace rematfuzz::properties {

namespace {

// All bytes evenly, however small the case: small ones would mean few things.
rc::Gen<CaseBytes> case_bytes() {
  constexpr double bytes_a_size = 3;
  return rc::gen::scale(bytes_a_size, rc::gen::container<CaseBytes>(rc::gen::resize(
                                          rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>())));
}

// RapidCheck's own account goes by a configuration that is not ours.
class Silence final : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription& /*description*/) override {}
  void onShrinkTried(const rc::detail::CaseDescription& /*description*/,
                     bool /*accepted*/) override {}
  void onTestFinished(const rc::detail::TestMetadata& /*metadata*/,
                      const rc::detail::TestResult& /*result*/) override {}
};

}  // namespace

std::optional<Failure> find_failure(const Property& property, const RandomCases& random) {
  std::optional<Failure> last;
  rc::detail::TestParams params;
  params.seed = random.seed;
  params.maxSuccess =
      property.most_cases > 0 ? std::min(random.cases, property.most_cases) : random.cases;
  const auto holds = [&] {
    const CaseBytes bytes = *case_bytes();
    if (auto text = failure_of(property, bytes)) {
      // Shrinking goes on from each case that fails: the last one is the smallest.
      last = Failure{bytes, std::move(*text)};
      RC_FAIL(last->text);
    }
  };
  Silence silence;
  rc::detail::checkProperty(rc::detail::toProperty(holds), {std::string(property.name), {}}, params,
                            silence, {});
  return last;
}

}  // namespace rematfuzz::properties
