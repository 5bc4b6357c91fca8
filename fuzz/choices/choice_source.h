// Where a decoder's decisions come from: an input's bytes, a random generator, an enumeration.
//
// One decoder (program/codec.h) draws bounded numbers; what answers is a driver. All drivers answer
// 0 where they have nothing more to say, and decoders take 0 for the simplest choice, so that what
// has run out ends in something simple.
#pragma once

#include <cstdint>

namespace rematfuzz::fuzz {

class ChoiceSource {
 public:
  ChoiceSource() = default;
  ChoiceSource(const ChoiceSource&) = delete;
  ChoiceSource& operator=(const ChoiceSource&) = delete;
  virtual ~ChoiceSource() = default;

  // One of 0 .. bound - 1. REQUIRES: bound > 0.
  virtual std::uint64_t draw(std::uint64_t bound) = 0;

  // What is drawn between the two belongs together, as an instruction's fields do; spans nest. For
  // drivers that copy, drop or show parts of what was drawn.
  virtual void open_span() {}
  virtual void close_span() {}
};

// A span for as long as it lives.
class Span {
 public:
  explicit Span(ChoiceSource& source) : source_(source) { source_.open_span(); }
  ~Span() { source_.close_span(); }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  ChoiceSource& source_;
};

}  // namespace rematfuzz::fuzz
