// Shapes of tensors, and the checked arithmetic that sizes and operation counts are computed in.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "sim/base/types.h"

namespace rematfuzz::nn {

// Extents, outermost first; empty: a scalar. Images are {batch, channels, height, width}.
using Shape = std::vector<std::int64_t>;

// Sizes of an element.
inline constexpr Bytes float32 = 4;
inline constexpr Bytes int64 = 8;
inline constexpr Bytes mask8 = 1;

// The product, the sum. Throw InputError where it passes 63 bits. REQUIRES: no factor is negative.
std::int64_t product(std::initializer_list<std::int64_t> factors);
std::int64_t sum(std::initializer_list<std::int64_t> terms);

// The number of elements. Throws InputError where it passes 63 bits.
std::int64_t elements(const Shape& shape);

// `shape` with another extent in one dimension, counted from the outermost.
Shape with_extent(Shape shape, std::size_t dimension, std::int64_t extent);

// How many windows of `kernel` lie at distances of `stride` over an extent padded on both sides.
// Throws InputError if none does.
std::int64_t windows(std::int64_t extent, std::int64_t kernel, std::int64_t stride,
                     std::int64_t padding);

}  // namespace rematfuzz::nn
