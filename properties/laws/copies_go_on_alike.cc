// A state is a value.
#include "properties/case.h"
#include "properties/laws/laws.h"
#include "properties/stepping.h"
#include "properties/violation.h"

namespace rematfuzz::properties {

namespace {

// Stops at a look, goes on with a copy to the end, and then with the original.
class Copying {
 public:
  Copying(const Case& of, std::uint64_t look, RunResult expected)
      : case_(of), look_(look), expected_(std::move(expected)) {}

  void check() {
    const RunResult result =
        run_looking(case_, [this](Simulator& simulator, Progress& run, Moment moment) {
          if (looks_++ == look_) try_copy(simulator, run, moment);
        });
    expect_same_run(expected_, result, "by the original, after its copy");
  }

 private:
  void try_copy(const Simulator& simulator, const Progress& run, Moment moment) {
    Simulator its_simulator = simulator;
    Progress copy = run;
    const Outcome outcome = go_on_from(its_simulator, copy, moment, case_.options.budget);
    expect_same_run(expected_, make_result(its_simulator, outcome, copy),
                    "by a copy made " + text(moment, simulator.step()));
  }

  const Case& case_;
  std::uint64_t look_;
  std::uint64_t looks_ = 0;
  RunResult expected_;
};

}  // namespace

void check_copies_go_on_alike(fuzz::ChoiceSource& choices, Account& account) {
  constexpr std::uint64_t looks = 128;
  const std::uint64_t look = choices.draw(looks);
  const bool regions = choices.draw(2) == 1;
  Case drawn = draw_case(choices, account);
  if (regions) drawn.options.simulator.sums = SumSource::regions;
  account.text += fmt::format("copied at look {}{}\n", look, regions ? ", with regions" : "");
  Copying(drawn, look, run(drawn)).check();
}

}  // namespace rematfuzz::properties
