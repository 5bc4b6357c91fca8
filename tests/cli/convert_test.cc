// convert: logs as texts and texts as logs, where they are written, and what is left where one
// cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/chain_log.h"
#include "tests/cli/program.h"

namespace rematfuzz::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class ConvertTest : public UnetTest<1> {};

const std::string chain_text =
    "rematfuzz trace 1\n"
    "\n"
    "x = constant size 1\n"
    "a = f(x) size 2 cost 5\n"
    "b = f(a) size 2 cost 3\n"
    "c = f(b) size 2 cost 2\n"
    "w = f(x) size 3 cost 1\n"
    "big = f(x) size 3 cost 1\n"
    "d = f(w, c) size 2 cost 1\n";

// The same with what a log has no room for.
const std::string commented_text =
    "rematfuzz trace 1\n"
    "finding: hole\n"
    "policy: LRU\n"
    "\n"
    "# what it is made of\n" +
    chain_text.substr(chain_text.find("x = "));

// The chain's log as the program writes it.
std::string written_chain_log() {
  std::string log = chain_log();
  for (std::size_t at = 0; (at = log.find(R"("TIME":)", at)) != std::string::npos; ++at) {
    log.insert(at + 7, "\"");
    log.insert(log.find('}', at), "\"");
  }
  for (const char* key : {R"("MEMORY":)", R"("ALIAS":)"})
    for (std::size_t at = 0; (at = log.find(key, at)) != std::string::npos; ++at) {
      const std::size_t value = at + std::string(key).size();
      log.insert(value, "\"");
      log.insert(log.find(',', value), "\"");
    }
  return log;
}

TEST_F(ConvertTest, LogsBecomeTexts) {
  const Finished finished = run({"convert", write("chain.log", chain_log())});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.out, chain_text);
}

TEST_F(ConvertTest, TextsBecomeLogs) {
  const Finished finished = run({"convert", write("chain", chain_text)});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.out, written_chain_log());
}

TEST_F(ConvertTest, ALogComesBackToTheByte) {
  const Finished text = run({"convert", "unet.log", "-o", "unet.trace"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.out, "");
  EXPECT_EQ(text.err, "rematfuzz: wrote unet.trace; next: rematfuzz info unet.trace\n");
  EXPECT_THAT(read("unet.trace"), StartsWith("rematfuzz trace 1\n\n"));
  EXPECT_EQ(run({"convert", "unet.trace", "-o", "again.log"}).exit_code, 0);
  EXPECT_EQ(read("again.log"), read("unet.log"));
  EXPECT_THAT(files(), ElementsAre("again.log", "unet.log", "unet.trace"));
}

TEST_F(ConvertTest, EveryCommandTakesEither) {
  EXPECT_EQ(run({"convert", "unet.log", "-o", "unet.trace"}).exit_code, 0);
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"info"},
           {"run", "--ratio", "0.8"},
           {"sweep", "--from", "0.5", "--to", "1", "--step", "0.1"},
           {"map", "--from", "0.9"},
           {"findings", "--from", "0.9"}}) {
    std::vector<std::string> of_log = command;
    std::vector<std::string> of_text = command;
    of_log.insert(of_log.begin() + 1, "unet.log");
    of_text.insert(of_text.begin() + 1, "unet.trace");
    Finished log = run(of_log);
    Finished text = run(of_text);
    EXPECT_EQ(text.exit_code, log.exit_code) << command[0];
    EXPECT_EQ(text.err, log.err);
    for (std::size_t at = 0; (at = text.out.find("unet.trace", at)) != std::string::npos;)
      text.out.replace(at, 10, "unet.log  ");
    std::erase(text.out, ' ');
    std::erase(log.out, ' ');
    EXPECT_EQ(text.out, log.out);
  }
  auto log = json({"run", "unet.log", "--ratio", "0.8"});
  auto text = json({"run", "unet.trace", "--ratio", "0.8"});
  EXPECT_EQ(text["trace"], "unet.trace");
  text["trace"] = log["trace"];
  EXPECT_EQ(text, log);
}

TEST_F(ConvertTest, JitterMakesALogOfAText) {
  write("chain.trace", commented_text);
  EXPECT_EQ(run({"jitter", "chain.trace", "--budget", "100", "--noise", "0%", "--samples", "1",
                 "--worst", "worst.log"})
                .exit_code,
            0);
  EXPECT_EQ(read("worst.log"), written_chain_log());
}

TEST_F(ConvertTest, ReadsStandardInput) {
  EXPECT_EQ(run({"convert", "-"}, chain_log()).out, chain_text);
  EXPECT_EQ(run({"convert", "-"}, chain_text).out, written_chain_log());
  EXPECT_EQ(json({"info", "-"}, chain_text)["ops"], json({"info", "-"}, chain_log())["ops"]);
  const Finished piped =
      shell("rematfuzz convert unet.log | rematfuzz convert - | cmp - unet.log && echo same");
  EXPECT_EQ(piped.out, "same\n");
  expect_error(run({"convert", "-"}, "rematfuzz trace 1\n\na\n"),
               "<stdin>:3: expected '=', ':=', ',' or '(', got the end of the line");
}

TEST_F(ConvertTest, ReadsCompressedInput) {
  write("chain.trace", chain_text);
  EXPECT_EQ(shell("gzip -c chain.trace >chain.gz; rematfuzz convert chain.gz").out,
            written_chain_log());
  EXPECT_EQ(shell("rematfuzz convert chain.trace | gzip | rematfuzz convert -").out, chain_text);
}

TEST_F(ConvertTest, ToForcesAFormat) {
  write("chain.log", chain_log());
  write("chain.trace", commented_text);
  EXPECT_EQ(run({"convert", "chain.log", "--to", "log"}).out, written_chain_log());
  EXPECT_EQ(run({"convert", "chain.log", "--to", "text"}).out, chain_text);
  EXPECT_EQ(run({"convert", "chain.trace", "--to", "log"}).out, written_chain_log());
  const Finished text = run({"convert", "chain.trace", "--to", "text"});
  EXPECT_EQ(text.err, "");
  EXPECT_EQ(text.out, "rematfuzz trace 1\nfinding: hole\npolicy: LRU\n" + chain_text.substr(18));
  expect_error(run({"convert", "chain.log", "--to", "json"}),
               "--to: json not in {log,text}; see rematfuzz convert --help");
}

TEST_F(ConvertTest, SaysWhatALogHasNoRoomFor) {
  write("chain.trace", commented_text);
  const std::string loss = "rematfuzz: chain.trace: a log has no header: 2 fields left out\n";
  EXPECT_EQ(run({"convert", "chain.trace"}).err, loss);
  EXPECT_EQ(run({"convert", "chain.trace", "-o", "chain.log"}).err,
            loss + "rematfuzz: wrote chain.log; next: rematfuzz info chain.log\n");
  EXPECT_EQ(run({"convert", "-"}, "rematfuzz trace 1\na: b\n\nx = constant size 1\n").err,
            "rematfuzz: <stdin>: a log has no header: 1 field left out\n");
  EXPECT_THAT(run({"convert", "--help"}).out, HasSubstr("header"));
}

TEST_F(ConvertTest, SaysThatThereIsNoStart) {
  const std::string log = chain_log();
  const Finished finished = run({"convert", "-"}, log.substr(log.find('\n') + 1));
  EXPECT_EQ(finished.err, "rematfuzz: <stdin>: no START line; read from the first line\n");
  EXPECT_EQ(finished.out, chain_text);
}

TEST_F(ConvertTest, WhatStandsBeforeStartIsLeftOut) {
  EXPECT_EQ(run({"convert", "-"}, constant("before") + release("gone") + chain_log()).out,
            chain_text);
}

TEST_F(ConvertTest, JsonSaysWhatWasMade) {
  write("chain.trace", commented_text);
  const auto made = json({"convert", "chain.trace", "-o", "chain.log"});
  EXPECT_THAT(names_in(made),
              ElementsAre("trace", "from", "to", "instructions", "fields_left_out"));
  EXPECT_EQ(made["trace"], "chain.log");
  EXPECT_EQ(made["from"], "text");
  EXPECT_EQ(made["to"], "log");
  EXPECT_EQ(made["instructions"], 7);
  EXPECT_EQ(made["fields_left_out"], 2);
  EXPECT_EQ(json({"convert", "chain.log", "-o", "chain.trace"})["fields_left_out"], 0);
  expect_error(run({"convert", "chain.log", "--json"}),
               "--json needs a file for the trace: -o FILE");
}

TEST_F(ConvertTest, AFileMayTakeItsOwnPlace) {
  write("chain", chain_log());
  EXPECT_EQ(run({"convert", "chain", "-o", "chain"}).exit_code, 0);
  EXPECT_EQ(read("chain"), chain_text);
}

TEST_F(ConvertTest, LeavesNothingBehindWhereTheInputIsWrong) {
  write("bad.trace", chain_text + "e = f(nope) size 1 cost 1\n");
  write("bad.log", chain_log() + release("x") + release("x"));
  write("empty.trace", "rematfuzz trace 1\n\n");
  write("old", "old");
  const std::vector<std::string> before = files();
  const std::string undefined = "bad.trace:10: argument 'nope' is undefined";
  expect_error(run({"convert", "bad.trace"}), undefined);
  expect_error(run({"convert", "bad.trace", "-o", "new"}), undefined);
  expect_error(run({"convert", "bad.trace", "-o", "old"}), undefined);
  expect_error(run({"convert", "bad.log", "-o", "new"}),
               "bad.log:23: 'x' is released once too often: no reference is left");
  expect_error(run({"convert", "empty.trace"}), "empty.trace:1: no operator in the trace");
  expect_error(run({"convert", "missing"}), "missing: no such file");
  expect_error(run({"convert", "unet.log", "-o", "missing/x"}),
               "missing/x: cannot be written: No such file or directory");
  expect_error(shell("rematfuzz convert unet.log >/dev/full"),
               "<stdout>: cannot be written: No space left on device");
  EXPECT_EQ(read("old"), "old");
  EXPECT_EQ(files(), before);
}

TEST_F(ConvertTest, WritesToDevices) {
  const Finished piped = shell("rematfuzz convert unet.log -o /dev/stdout | cat");
  EXPECT_EQ(piped.out, run({"convert", "unet.log"}).out);
  write("bad.trace", chain_text + "e = f(nope) size 1 cost 1\n");
  EXPECT_THAT(shell("rematfuzz convert bad.trace -o /dev/stdout | cat").out, IsEmpty());
}

}  // namespace
}  // namespace rematfuzz::testing
