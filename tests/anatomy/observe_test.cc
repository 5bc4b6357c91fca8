// Watching a run: it is the run that it would be unwatched, and its observer hears of everything.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/base/error.h"
#include "tests/anatomy/everywhere.h"
#include "tests/anatomy/subject.h"

namespace rematfuzz::testing {
namespace {

// Writes down what it hears, one word each.
class Diary : public Observer {
 public:
  void on_ready(const Moment& moment) override {
    add("ready:" + label(moment.state().frames.back().target, moment));
  }
  void on_compare(const Moment& moment) override {
    add(std::to_string(moment.request()) + "<=" + std::to_string(moment.budget));
  }
  void on_choose(const Moment&) override { add("choose"); }
  void on_evict(const Moment& moment, StorageId storage, EvictionCause cause) override {
    const Trace& trace = moment.subject.trace;
    add(std::string(name_of(cause)) + ":" + trace.label(trace.storages[storage].root));
    victims.push_back(trace.storages[storage].root);
  }
  void on_compute(const Moment&) override { add("compute"); }
  void on_fail(const Moment&) override { add("fail"); }

  std::string text;
  std::vector<TensorId> victims;

 private:
  static std::string label(TensorId tensor, const Moment& moment) {
    return moment.subject.trace.label(tensor);
  }
  void add(const std::string& word) { text.append(text.empty() ? "" : " ").append(word); }
};

std::string diary_of(const Trace& trace, const Setting& setting) {
  Diary diary;
  observe_run(subject_of(trace, setting), options_of(trace, setting), diary);
  return diary.text;
}

TEST(Observe, HearsOfEveryDecisionInOrder) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 2}}, 1).call({}, {{"b", 2}}, 1).build();
  EXPECT_EQ(diary_of(trace, {.budget = 3}),
            "ready:a 2<=3 compute ready:b 4<=3 choose choice:a 2<=3 compute "
            // the output condition: a must come back, and is pinned; then there is no room for b
            "ready:a 4<=3 choose choice:b 2<=3 compute ready:b 4<=3 fail");
}

TEST(Observe, TellsWhyAStorageWasEvicted) {
  TestTrace t;
  const Trace trace = t.call({}, {{"a", 1}}, 1).release("a").build();
  EXPECT_EQ(diary_of(trace, {.runtime = "RuntimeV2Eager"}),
            "ready:a 1<=9223372036854775807 compute "
            "release:a");
  EXPECT_EQ(diary_of(trace, {.runtime = "RuntimeV1"}),
            "ready:a 1<=9223372036854775807 compute "
            "banishment:a");
}

TEST(Observe, ChangesNothingAndMissesNoEviction) {
  for_random_runs([](const Subject& subject, const RunOptions& options) {
    Diary diary;
    const RunResult result = observe_run(subject, options, diary);
    EXPECT_EQ(result, run_trace(subject.trace, subject.runtime, subject.policy_name, subject.policy,
                                options));
    EXPECT_EQ(diary.victims, result.eviction_sequence);
    EXPECT_EQ(diary.text.ends_with("fail"), result.result == Outcome::oom);
  });
}

// Stops at its third call.
class Impatient : public Observer {
 public:
  void on_ready(const Moment&) override { ++ready; }
  void on_compute(const Moment&) override { ++computed; }
  bool enough() const override { return ready == 3; }

  int ready = 0;
  int computed = 0;
};

TEST(Observe, StopsWhenItsObserverHasEnough) {
  TestTrace t;
  for (const char* name : {"a", "b", "c", "d"}) t.call({}, {{name, 1}}, 1);
  const Trace trace = t.build();
  Impatient impatient;
  const RunResult result = observe_run(subject_of(trace, {}), options_of(trace, {}), impatient);
  EXPECT_EQ(impatient.ready, 3);
  EXPECT_EQ(impatient.computed, 2);
  EXPECT_EQ(result.result, Outcome::pass);
  EXPECT_EQ(result.clock, 1 + 2);
}

TEST(Observe, RefusesWhatTheRuntimeDoesNotServe) {
  const Trace trace = TestTrace().constant("x", 1).build();
  const Setting setting{.runtime = "RuntimeV1", .policy = "DTR"};
  Diary diary;
  EXPECT_THROW(observe_run(subject_of(trace, setting), options_of(trace, setting), diary),
               InputError);
}

}  // namespace
}  // namespace rematfuzz::testing
