// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/mojo.hpp"

#include <array>

struct Pair {
  float first, second;
};
std::array<float, 4> value;
std::array<std::int64_t, 4> base;
std::array<bool, 4> mask;

void right() { mojo::scatter(value, base, mask, 4); }

// case wide_value: value must hold numbers of 1, 2, 4 or 8 bytes
void wide(const std::array<long double, 4>& values) { mojo::scatter(values, base, mask); }

// case no_number: value must hold numbers of 1, 2, 4 or 8 bytes
void pairs(const std::array<Pair, 4>& values) { mojo::scatter(values, base, mask); }

// case pointers: base must hold integers
void pointers(const std::array<float*, 4>& bases) { mojo::scatter(value, bases, mask); }

// case float_addresses: base must hold integers
void floats() { mojo::scatter(value, value, mask); }

// case mask_of_int: mask must hold bool
void ints(const std::array<int, 4>& masks) { mojo::scatter(value, base, masks); }
