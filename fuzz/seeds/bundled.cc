#include "fuzz/seeds/bundled.h"

#include <initializer_list>
#include <utility>

namespace rematfuzz::fuzz {

namespace {

// A program, put down as one reads it.
class Sketch {
 public:
  // Binds the next name. Sizes in bytes, costs in ns.
  NameNumber call(std::initializer_list<NameNumber> args, Bytes size, Nanos cost) {
    Operation made = source_operation(size, cost);
    made.args = args;
    program_.operations.push_back(std::move(made));
    return names_++;
  }
  void release(NameNumber name) {
    program_.operations.push_back(operation_on(OperationKind::release, {name}));
  }
  Program done() {
    program_.features = used_features(program_);
    return std::move(program_);
  }

 private:
  Program program_;
  NameNumber names_ = 0;
};

// A hole under DTR (pass at 7 bytes, oom at 8) where what is held at the end must come back.
Program output_hole() {
  Sketch sketch;
  const NameNumber a = sketch.call({}, 3, 1);
  sketch.call({a}, 2, 3);
  sketch.call({}, 3, 3);
  sketch.call({a}, 2, 1);
  sketch.release(a);
  return sketch.done();
}

// One under DTR inside the program (pass at 7 bytes, oom at 8).
Program program_hole() {
  Sketch sketch;
  const NameNumber a = sketch.call({}, 3, 3);
  const NameNumber b = sketch.call({a}, 3, 2);
  const NameNumber c = sketch.call({}, 3, 1);
  const NameNumber d = sketch.call({a}, 2, 3);
  const NameNumber e = sketch.call({b, c}, 1, 1);
  for (const NameNumber name : {c, a, b, d, e}) sketch.release(name);
  return sketch.done();
}

// A training step: a chain forward, and back along it, each step taking what the forward one made.
Program chain(NameNumber layers) {
  Sketch sketch;
  std::vector<NameNumber> forward{sketch.call({}, 2, 1)};
  for (NameNumber i = 0; i < layers; ++i)
    forward.push_back(sketch.call({forward.back()}, Bytes{2} + i % 3, Nanos{1} + i % 2));
  NameNumber gradient = sketch.call({forward.back()}, 1, 1);
  while (!forward.empty()) {
    const NameNumber next = sketch.call({gradient, forward.back()}, 2, 2);
    sketch.release(forward.back());
    sketch.release(gradient);
    forward.pop_back();
    gradient = next;
  }
  return sketch.done();
}

// A chain with links from each layer to its mirror image, as a U-Net has.
Program ladder(NameNumber layers) {
  Sketch sketch;
  std::vector<NameNumber> down{sketch.call({}, 8, 2)};
  for (NameNumber i = 0; i < layers; ++i)
    down.push_back(sketch.call({down.back()}, Bytes{8} >> (i + 1), 2));
  NameNumber up = down.back();
  for (NameNumber i = layers; i-- > 0;) {
    const NameNumber next = sketch.call({up, down[i]}, Bytes{8} >> i, 3);
    sketch.release(down[i]);
    up = next;
  }
  return sketch.done();
}

}  // namespace

std::vector<Input> bundled_seeds() {
  std::vector<Input> seeds;
  for (Program& program :
       std::vector<Program>{output_hole(), program_hole(), chain(3), chain(6), ladder(3)})
    seeds.push_back({.policy = 0, .program = std::move(program)});
  return seeds;
}

}  // namespace rematfuzz::fuzz
