#include "sim/models/framework/shape.h"

#include <fmt/format.h>

#include "sim/base/error.h"

namespace rematfuzz::nn {

namespace {

[[noreturn]] void refuse_overflow() {
  throw InputError("the model is too large: a size or an operation count passes 63 bits");
}

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) refuse_overflow();
  return result;
}

}  // namespace

std::int64_t product(std::initializer_list<std::int64_t> factors) {
  std::int64_t result = 1;
  for (const std::int64_t factor : factors) result = times(result, factor);
  return result;
}

std::int64_t sum(std::initializer_list<std::int64_t> terms) {
  std::int64_t result = 0;
  for (const std::int64_t term : terms)
    if (__builtin_add_overflow(result, term, &result)) refuse_overflow();
  return result;
}

std::int64_t elements(const Shape& shape) {
  std::int64_t result = 1;
  for (const std::int64_t extent : shape) result = times(result, extent);
  return result;
}

Shape with_extent(Shape shape, std::size_t dimension, std::int64_t extent) {
  shape.at(dimension) = extent;
  return shape;
}

std::int64_t windows(std::int64_t extent, std::int64_t kernel, std::int64_t stride,
                     std::int64_t padding) {
  const std::int64_t slack = extent + 2 * padding - kernel;
  if (slack < 0)
    throw InputError(fmt::format(
        "the input is too small: an extent of {} is left for windows of {}", extent, kernel));
  return slack / stride + 1;
}

}  // namespace rematfuzz::nn
