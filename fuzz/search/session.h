// A search at work on one input after the other: looks, feeds back, keeps what is new.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "fuzz/search/archive.h"
#include "fuzz/search/input.h"
#include "fuzz/search/search.h"

namespace rematfuzz::fuzz {

class Session {
 public:
  // `on_news` gets each discovery that the archive takes, `on_progress` is called after some
  // hundred inputs each. `search` must outlive the session.
  Session(
      Search& search, std::size_t most_operators, std::function<void(const Discovery&)> on_news,
      std::function<void()> on_progress = [] {})
      : search_(search),
        most_operators_(most_operators),
        on_news_(std::move(on_news)),
        on_progress_(std::move(on_progress)) {}

  std::size_t most_operators() const { return most_operators_; }
  const Search& search() const { return search_; }

  // What the input shows; valid until the next call.
  const std::vector<Sighting>& run(std::span<const std::uint8_t> bytes);
  const std::vector<Sighting>& run(const Input& input);

  std::uint64_t inputs() const { return inputs_; }
  const Archive& archive() const { return archive_; }

 private:
  // Archives what is worth it. Whether it is the first of its cell and mechanism.
  bool judge(const Input& input, const Trace& trace, const Sighting& sighting, bool feeds_back);
  void try_other_policies(const Input& input, const Trace& trace);

  Search& search_;
  std::size_t most_operators_;
  std::function<void(const Discovery&)> on_news_;
  std::function<void()> on_progress_;
  Archive archive_;
  std::uint64_t inputs_ = 0;
  Look look_;
  Look other_look_;
};

// What a sighting's mechanism is, where its cell has one. REQUIRES: the trace is the one that the
// search looked at last.
Mechanism mechanism_of(const Search& search, const Trace& trace, const Sighting& sighting);

}  // namespace rematfuzz::fuzz
