// SPDX-License-Identifier: Apache-2.0
// Mojo's scatter: values to a vector of addresses under a mask, in order, of any number and width.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "gsq/kernel/mojo.hpp"
#include "gsq/kernel/session.hpp"

namespace {

constexpr std::uint32_t kStaging = 0x10000;
constexpr std::uint32_t kStagingBytes = 0x8000;

/// Scatters `size` numbers of type T to the first kStaging bytes of UB and compares with the loop
/// of the document.
template <typename T>
void scatter(gsq::kernel::Session& session, const char* type, int size, int alignment) {
  std::mt19937 random(static_cast<std::uint32_t>(size));
  std::vector<T> value(static_cast<std::size_t>(size));
  std::vector<std::int64_t> base(value.size());
  std::vector<bool> mask(value.size());
  const auto step = std::max<std::size_t>(sizeof(T), static_cast<std::size_t>(alignment));
  for (std::size_t i = 0; i < value.size(); ++i) {
    value[i] = static_cast<T>(i + 1);
    base[i] = static_cast<std::int64_t>(random() % value.size() * step);  // some are equal
    mask[i] = random() % 4 != 0;
  }
  std::vector<std::uint8_t> expected = session.get(session.at<std::uint8_t>(0), kStaging);
  std::size_t active = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!mask[i]) continue;
    std::memcpy(expected.data() + base[i], &value[i], sizeof(T));
    ++active;
  }

  session.launch([&] { mojo::scatter(value, base, mask, alignment); });

  fmt::print("{} numbers of {}, {} of them active, alignment {}\n", size, type, active, alignment);
  session.check_equal(session.get(session.at<std::uint8_t>(0), kStaging), expected, type);
}

}  // namespace

int main(int argc, char** argv) {
  return gsq::kernel::run(argc, argv, [](gsq::kernel::Session& session) {
    const mojo::StagingArea staging(kStaging, kStagingBytes);
    scatter<std::int8_t>(session, "int8_t", 100, 0);
    scatter<std::int16_t>(session, "int16_t", 1000, 2);
    scatter<float>(session, "float", 1000, 0);
    scatter<double>(session, "double", 500, 16);
  });
}
