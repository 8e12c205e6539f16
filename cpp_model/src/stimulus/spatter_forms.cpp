// SPDX-License-Identifier: Apache-2.0
#include "spatter_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gsq::spatter {
namespace {

constexpr std::uint64_t kMostIndices = 1U << 20U;  // of a generated pattern

using Parts = std::vector<std::string>;

/// UNIFORM:length:stride, also with :delta, or :NR for a delta without reuse.
Written uniform(const Fields& fields, const std::string& key, const Parts& parts) {
  Written result;
  const std::uint64_t length = fields.number_of(key, parts[1]);
  const std::uint64_t stride = fields.number_of(key, parts[2]);
  std::int64_t span = 0;
  if (__builtin_mul_overflow(length, stride, &span)) {
    fields.fail(key, fmt::format("UNIFORM expects a length and a stride whose product is below "
                                 "2^63, found {} and {}",
                                 length, stride));
  }
  for (std::uint64_t i = 0; i < std::min(length, kMostIndices + 1); ++i) {
    result.indices.push_back(i * stride);
  }
  if (parts.size() == 4) result.delta = parts[3] == "NR" ? span : fields.delta_of(key, parts[3]);
  return result;
}

/// Stride 1, with a gap before each break.
Written mostly_stride_1(const Fields& fields, const std::string& key, const Parts& parts) {
  const std::uint64_t length = fields.number_of(key, parts[1]);
  const Numbers breaks = fields.numbers_of(key, parts[2]);
  const Numbers gaps = fields.numbers_of(key, parts[3]);
  if (gaps.size() != 1 && gaps.size() != breaks.size()) {
    fields.fail(key, fmt::format("MS1 expects one gap, or as many as breaks; found {} breaks and "
                                 "{} gaps",
                                 breaks.size(), gaps.size()));
  }
  Written result;
  // The first step goes from -1 to 0. A gap of 0 there stays at -1: all indices are one more then.
  result.shifted = breaks[0] == 0 && gaps[0] == 0;
  std::uint64_t index = result.shifted ? 0 : ~std::uint64_t{0};
  std::size_t next = 0;
  for (std::uint64_t i = 0; i < std::min(length, kMostIndices + 1); ++i) {
    if (next < breaks.size() && breaks[next] == i) {
      index += gaps[gaps.size() == 1 ? 0 : next];
      ++next;
    } else {
      ++index;
    }
    result.indices.push_back(index);
  }
  return result;
}

/// The star of a stencil: `order` neighbours each way along each of the dimensions of a grid.
Written laplacian(const Fields& fields, const std::string& key, const Parts& parts) {
  const std::uint64_t dimensions = fields.number_of(key, parts[1]);
  const std::uint64_t order = fields.number_of(key, parts[2]);
  const std::uint64_t size = fields.number_of(key, parts[3]);
  if (dimensions == 0 || order == 0 || dimensions > kMostIndices || order > kMostIndices ||
      dimensions * order > kMostIndices) {
    fields.fail(key, fmt::format("LAPLACIAN expects a dimension and an order of at least 1 with at "
                                 "most {} neighbours, found {} and {}",
                                 kMostIndices, dimensions, order));
  }
  Numbers steps;
  std::uint64_t unit = 1;  // distance of neighbours along the dimension
  for (std::uint64_t dimension = 0; dimension < dimensions; ++dimension) {
    std::int64_t farthest = 0;
    if (size == 0 || (dimension != 0 && __builtin_mul_overflow(unit, size, &unit)) ||
        __builtin_mul_overflow(2 * order, unit, &farthest)) {
      fields.fail(key, fmt::format("LAPLACIAN expects a size of at least 1 whose points are less "
                                   "than 2^63 elements apart, found {} in {} dimensions",
                                   size, dimensions));
    }
    for (std::uint64_t i = 1; i <= order; ++i) steps.push_back(i * unit);
  }
  const std::uint64_t centre = steps.back();
  Written result;
  result.default_delta = 1;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    result.indices.push_back(centre - *step);
  }
  result.indices.push_back(centre);
  for (const std::uint64_t step : steps) result.indices.push_back(centre + step);
  return result;
}

/// The stencil of a wave: a point of a cube, and up to four steps from it along each axis and each
/// diagonal of two axes.
Written wave(const Fields& fields, const std::string& key, const Parts& parts) {
  constexpr std::uint64_t kLargest = 1U << 20U;  // so that all indices are below 2^63
  const std::uint64_t size = fields.number_of(key, parts[1]);
  if (size > kLargest) {
    fields.fail(key,
                fmt::format("{} expects a size of at most {}, found {}", parts[0], kLargest, size));
  }
  const auto along = static_cast<std::int64_t>(size);
  const std::array<std::int64_t, 3> axes{1, along, along * along};
  Deltas steps{0};
  for (std::int64_t far = 1; far <= 4; ++far) {
    for (std::size_t a = 0; a < axes.size(); ++a) {
      for (const std::int64_t way : {far, -far}) {
        steps.push_back(way * axes[a]);
        for (std::size_t b = a + 1; b < axes.size(); ++b) {
          steps.push_back(way * axes[a] + far * axes[b]);
          steps.push_back(way * axes[a] - far * axes[b]);
        }
      }
    }
  }
  std::sort(steps.begin(), steps.end());
  Written result;
  result.default_delta = 1;
  for (const std::int64_t step : steps) {
    result.indices.push_back(static_cast<std::uint64_t>(step - steps.front()));
  }
  return result;
}

}  // namespace

Written read_pattern(const Fields& fields, const std::string& key, const Json& value) {
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  const Parts parts = split(text, ':');
  Written result;
  if (parts.size() < 2) {
    result.indices = fields.numbers_of(key, value);
  } else if (parts[0] == "UNIFORM" && (parts.size() == 3 || parts.size() == 4)) {
    result = uniform(fields, key, parts);
  } else if (parts[0] == "MS1" && parts.size() == 4) {
    result = mostly_stride_1(fields, key, parts);
  } else if (parts[0] == "LAPLACIAN" && parts.size() == 4) {
    result = laplacian(fields, key, parts);
  } else if ((parts[0] == "XKP" || parts[0] == "HYDRO") && parts.size() == 2) {
    result = wave(fields, key, parts);
  } else {
    fields.fail(key, fmt::format("expected UNIFORM:length:stride, UNIFORM:length:stride:delta, "
                                 "UNIFORM:length:stride:NR, MS1:length:breaks:gaps, "
                                 "LAPLACIAN:dimension:order:size, XKP:size or numbers, found '{}'",
                                 text.substr(0, 60)));
  }
  if (result.indices.empty() || result.indices.size() > kMostIndices) {
    if (value.is_string()) {
      fields.fail(key, fmt::format("expected 1 to {} indices, found {}", kMostIndices,
                                   result.indices.empty() ? "none" : "more"));
    }
  }
  return result;
}

}  // namespace gsq::spatter
