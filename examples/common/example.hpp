// SPDX-License-Identifier: Apache-2.0
/// Shared code of the examples: the command line, a unit on the chosen backend, memory of kernels,
/// checks, and the report at the end.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gsq/kernel/unit.hpp"

namespace example {

/// Words of 4 bytes in a data block.
inline constexpr std::uint32_t kBlockWords = gsq::kBlockBytes / 4;

/// Total cost of the launches of an example. Times are 0 on a backend without time.
struct Measured {
  std::uint64_t commands{};       ///< issued, with the one that a launch begins with
  std::uint64_t operations{};     ///< of the processor around the unit; they take no time
  std::uint64_t put_away{};       ///< registers, where kernels have more values
  std::uint64_t fetched_back{};   ///< of these
  std::uint64_t cycles{};         ///< from the first issue of a launch to its last answer
  std::uint64_t bank_accesses{};  ///< summed over banks
  std::uint64_t bank_cycles{};    ///< with an access of any bank

  /// Minimum number of cycles of these commands in any order: in a cycle at most one command
  /// issues, and one beat accesses the banks.
  [[nodiscard]] std::uint64_t bound() const {
    return commands > bank_cycles ? commands : bank_cycles;
  }
  /// Bound / cycles, in percent; 0 without time.
  [[nodiscard]] double percent_of_bound() const {
    return cycles == 0 ? 0.0 : 100.0 * static_cast<double>(bound()) / static_cast<double>(cycles);
  }
};

/// A run of one example.
class Session {
 public:
  explicit Session(gsq::kernel::Unit& unit) : unit_(unit) {}

  [[nodiscard]] const gsq::Config& config() const { return unit_.config(); }

  /// A pointer to a byte address in UB.
  template <typename T>
  [[nodiscard]] T* at(std::uint32_t address) const {
    return static_cast<T*>(unit_.pointer(address));
  }

  /// Writes values to a byte address in UB, and gives the pointer to them. Throws
  /// gsq::kernel::Error when they do not fit.
  template <typename T>
  T* put(std::uint32_t address, const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>, "memory holds plain data");
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    unit_.write_ub(address, bytes, "put");
    return at<T>(address);
  }

  /// Reads `count` values of UB; waits for the commands before. Throws gsq::kernel::Error when one
  /// of those failed or the range leaves UB.
  template <typename T>
  [[nodiscard]] std::vector<T> get(const T* from, std::size_t count) const {
    static_assert(std::is_trivially_copyable_v<T>, "memory holds plain data");
    const auto bytes = unit_.read_ub(unit_.address(from, "get"), count * sizeof(T), "get");
    std::vector<T> values(count);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  /// Launches a kernel, a function without parameters, waits for its end and measures it. Throws
  /// gsq::kernel::Error when one of its commands fails.
  template <typename Kernel>
  void launch(Kernel&& kernel) {
    begin();
    unit_.launch();
    kernel();
    end();
  }

  /// Total cost of all launches so far.
  [[nodiscard]] const Measured& measured() const { return measured_; }

  /// A check. A failure is printed, and makes the example fail.
  void check(bool holds, std::string_view what);

  /// Checks values one by one, as bytes; prints the first that differs.
  template <typename T>
  void check_equal(const std::vector<T>& actual, const std::vector<T>& expected,
                   std::string_view what) {
    static_assert(std::is_trivially_copyable_v<T>, "values are compared as bytes");
    if (actual.size() != expected.size()) {
      return check(false, fmt::format("{}: expected {} values, found {}", what, expected.size(),
                                      actual.size()));
    }
    for (std::size_t i = 0; i < actual.size(); ++i) {
      if (std::memcmp(&actual[i], &expected[i], sizeof(T)) == 0) continue;
      return check(false, fmt::format("{}: expected {} at place {}, found {}", what,
                                      text(expected[i]), i, text(actual[i])));
    }
    check(true, what);
  }

  [[nodiscard]] unsigned checks() const { return checks_; }
  [[nodiscard]] unsigned failures() const { return failures_; }

 private:
  template <typename T>
  static std::string text(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      return fmt::format("{}", value);
    } else {  // a storage type
      return fmt::format("{}", static_cast<float>(value));
    }
  }

  void begin();
  void end();

  gsq::kernel::Unit& unit_;
  Measured measured_;
  gsq::kernel::Unit::Counts before_;  // the launch
  unsigned checks_{};
  unsigned failures_{};
};

/// Words in groups of `count`, each followed by zeros up to a data block, so that load_align can
/// load each group. A data block must hold `count` words.
inline std::vector<std::uint32_t> in_blocks(const std::vector<std::uint32_t>& words,
                                            std::uint32_t count) {
  std::vector<std::uint32_t> padded;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % count == 0) padded.resize(i / count * kBlockWords);
    padded.push_back(words[i]);
  }
  return padded;
}

/// Values in brackets, with blanks between: the way the documents of the APIs print them. Longer
/// ones than `most` are cut.
template <typename T>
std::string list(const std::vector<T>& values, std::size_t most = 16) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size() && i < most; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : " ", values[i]);
  }
  return text + (values.size() > most ? " ...]" : "]");
}

/// The main of an example: parses the command line, makes the unit, runs `body` and reports.
/// The exit status is 0 when all checks hold, 1 when one does not, a command fails or RTL and
/// golden model differ, and 2 for a bad command line.
int run(int argc, char** argv, void (*body)(Session&));

}  // namespace example
