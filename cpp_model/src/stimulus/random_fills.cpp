// SPDX-License-Identifier: Apache-2.0
// What UB holds under random commands: words, and tables of indices.
#include <algorithm>
#include <utility>

#include "gsq/stimulus/random.hpp"
#include "gsq/timing/bound.hpp"
#include "semantics/model_rules.hpp"

namespace gsq {

std::vector<Fill> RandomCommands::refill() {
  std::vector<Fill> fills{fill_words()};
  for (std::uint32_t at = 0; at < table_region_.bytes; at += config_.vlen_bytes) {
    fills.push_back(fill_table(table_region_.base + at));
  }
  for (const Fill& fill : fills) {
    std::copy(fill.bytes.begin(), fill.bytes.end(),
              model_.ub().begin() + static_cast<std::ptrdiff_t>(fill.address));
  }
  return fills;
}

Fill RandomCommands::fill_words() {
  constexpr std::uint32_t kMostWords = 4096;  // of a later fill
  const std::uint32_t words = config_.ub_bytes / 4;
  const std::uint32_t count = std::exchange(filled_, true) ? std::min(words, kMostWords) : words;
  Fill fill;
  fill.address = rng_.below(words - count + 1) * 4;
  const auto start = static_cast<std::uint32_t>(rng_.next()) / 2;
  const std::uint32_t step = 1 + 2 * rng_.below((0xffffffffU - start) / count / 2);
  fill.bytes.resize(std::size_t{count} * 4);
  for (std::uint32_t i = 0; i < count; ++i) {
    rules::write_number(&fill.bytes[std::size_t{i} * 4], 4, start + i * step);
  }
  for (std::uint32_t i = 0; corners_ && i < count; ++i) {  // ends of the ranges of numbers
    constexpr std::array<std::uint32_t, 5> kEnds{0x80000000, 0x7fffffff, 0x80008000, 0x7fff7fff,
                                                 0xffffffff};
    if (!rng_.percent(30)) continue;
    rules::write_number(&fill.bytes[std::size_t{i} * 4], 4, kEnds.at(rng_.below(kEnds.size())));
  }
  return fill;
}

Fill RandomCommands::fill_table(std::uint32_t address) {
  const std::uint32_t bytes = rng_.percent(40) ? 2 : 4;  // of an index
  const std::uint32_t count = config_.lanes(bytes);
  // The unit of an index: elements, or bytes if it is a multiple of the element.
  const std::uint32_t unit = 1U << rng_.below(rng_.percent(25) ? 6 : 4);
  std::vector<std::uint32_t> indices = make_indices(count, config_.ub_bytes / unit);
  const std::uint32_t scale = rng_.percent(50) ? unit : 1;
  for (auto& index : indices) index *= scale;
  if (rng_.percent(30)) {  // any value in lanes that a usual mask does not select
    const std::uint32_t from = 1 + rng_.below(count);
    const std::uint32_t every = rng_.percent(50) ? 3 + rng_.below(2) : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i >= from || i % every != 0) indices[i] = static_cast<std::uint32_t>(rng_.next());
    }
  }
  Fill fill;
  fill.address = address;
  fill.bytes.resize(config_.vlen_bytes);
  for (std::uint32_t i = 0; i < count; ++i) {
    rules::copy_lane(&fill.bytes[std::size_t{i} * bytes],
                     reinterpret_cast<const std::uint8_t*>(&indices[i]), bytes);  // low bytes
  }
  return fill;
}

std::vector<std::uint32_t> RandomCommands::make_indices(std::uint32_t count, std::uint32_t most) {
  // Within reach of each other, most of the time: the whole of UB fits no base but one.
  const std::uint32_t span = std::max(1U, most >> (1 + rng_.below(8)));
  const std::uint32_t start = rng_.below(std::max(1U, span / 4));
  std::vector<std::uint32_t> indices(count);
  if (corners_ && rng_.percent(40)) {
    const std::uint32_t odd = rng_.below(count);
    const bool rows = rng_.percent(50);
    for (std::uint32_t i = 0; i < count; ++i) {  // rows 0 and 1; or aligned but for one lane
      indices[i] =
          rows ? rng_.below(2) : start / 8 * 8 + 8 * i + (i == odd ? 1 + rng_.below(7) : 0);
    }
    return indices;
  }
  switch (rng_.below(8)) {
    case 0:  // all equal
      std::fill(indices.begin(), indices.end(), rng_.below(span));
      break;
    case 1: {  // few distinct
      std::array<std::uint32_t, 4> few{};
      for (auto& one : few) one = rng_.below(span);
      const std::uint32_t kinds = 2 + rng_.below(3);
      for (auto& index : indices) index = few.at(rng_.below(kinds));
      break;
    }
    case 2: {  // stride
      const std::uint32_t stride = 1 + rng_.below(64);
      for (std::uint32_t i = 0; i < count; ++i) indices[i] = start + i * stride;
      break;
    }
    case 3: {  // the same bank, for elements of `most` to UB
      const std::uint32_t element = config_.ub_bytes / most;
      const std::uint32_t rows = config_.ub_bytes / config_.bank_bytes / config_.banks;
      const std::uint32_t bank = rng_.below(config_.banks);
      const std::uint32_t used = 1 + rng_.below(rows / 2);
      for (auto& index : indices) {
        std::uint32_t word = rng_.below(used) * config_.banks;
        while (bank_of(config_, word) != bank) ++word;
        index = word * config_.bank_bytes / element;
      }
      break;
    }
    case 4:  // reversed
      for (std::uint32_t i = 0; i < count; ++i) indices[i] = start + count - 1 - i;
      break;
    case 5:  // permutation
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t other = rng_.below(i + 1);
        indices[i] = indices[other];
        indices[other] = start + i;
      }
      break;
    case 6:  // small, as the rows of a table
      for (auto& index : indices) index = rng_.below(8);
      break;
    default:  // uniform
      for (auto& index : indices) index = rng_.below(span);
      break;
  }
  return indices;
}

}  // namespace gsq
