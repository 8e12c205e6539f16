// SPDX-License-Identifier: Apache-2.0
/// Programs that run kernels: the command line, a unit on the chosen backend, memory of kernels,
/// checks, and the report at the end.
///
///     void body(gsq::kernel::Session& session) {
///       const auto* data = session.put<float>(0x000, {1, 2, 3});
///       session.launch([&] { kernel(data); });
///       session.check_equal(session.get(data, 3), {1, 4, 9}, "squares");
///     }
///     int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, body); }
///
/// What the program is linked with decides on what it can run: the golden model alone, or also the
/// RTL of one configuration.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gsq/kernel/launch.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel {

/// Words of 4 bytes in a data block.
inline constexpr std::uint32_t kBlockWords = kBlockBytes / 4;

/// A run of one program.
class Session {
 public:
  explicit Session(Unit& unit) : unit_(unit) {}

  [[nodiscard]] const Config& config() const { return unit_.config(); }

  /// A pointer to a byte address in UB.
  template <typename T>
  [[nodiscard]] T* at(std::uint32_t address) const {
    return static_cast<T*>(unit_.pointer(address));
  }

  /// Writes values to a byte address in UB, and gives the pointer to them. Throws Error when they
  /// do not fit.
  template <typename T>
  T* put(std::uint32_t address, const std::vector<T>& values,
         const Call& call = Call::here("put")) {
    static_assert(std::is_trivially_copyable_v<T>, "memory holds plain data");
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    unit_.write_ub(address, bytes, call);
    return at<T>(address);
  }

  /// Reads `count` values of UB; waits for the commands before. Throws Error when one of those
  /// failed or the range leaves UB.
  template <typename T>
  [[nodiscard]] std::vector<std::remove_const_t<T>> get(
      T* from, std::size_t count, const Call& call = Call::here("get")) const {
    static_assert(std::is_trivially_copyable_v<T>, "memory holds plain data");
    const auto bytes = unit_.read_ub(unit_.address(from, call), count * sizeof(T), call);
    std::vector<std::remove_const_t<T>> values(count);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  /// Launches a kernel, a function without parameters, waits for its end and measures it. Throws
  /// Error when one of its commands fails.
  template <typename Kernel>
  void launch(Kernel&& kernel) {
    launch_blocks(1, kernel);
  }

  /// A check. A failure is printed, and makes the program fail.
  void check(bool holds, std::string_view what);

  /// Checks values one by one, as bytes; prints the first that differs, and how many do.
  template <typename T>
  void check_equal(const std::vector<T>& actual, const std::vector<T>& expected,
                   std::string_view what) {
    static_assert(std::is_trivially_copyable_v<T>, "values are compared as bytes");
    if (actual.size() != expected.size()) {
      return check(false, fmt::format("{}: expected {} values, found {}", what, expected.size(),
                                      actual.size()));
    }
    const auto bytes_of = [](const auto& values) {
      return std::string_view(reinterpret_cast<const char*>(values.data()),
                              values.size() * sizeof(T));
    };
    if (bytes_of(actual) == bytes_of(expected)) return check(true, what);
    std::size_t first = 0;
    std::size_t different = 0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
      // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): -0 and NaN have to be equal in bits
      if (std::memcmp(&actual[i], &expected[i], sizeof(T)) == 0) continue;
      if (different++ == 0) first = i;
    }
    check(false,
          fmt::format("{}: expected {} at place {}, found {}; {} of {} values differ", what,
                      text(expected[first]), first, text(actual[first]), different, actual.size()));
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

  Unit& unit_;
  unsigned checks_{};
  unsigned failures_{};
};

/// Words in groups of `count`, each followed by zeros up to a data block, so that load_align can
/// load each group. A data block must hold `count` words.
std::vector<std::uint32_t> in_blocks(const std::vector<std::uint32_t>& words, std::uint32_t count);

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

/// The main of a program: reads the options of the command line (--help lists them), makes the
/// unit, runs `body` and prints a report. The exit status is 0 when all checks hold, 1 when one
/// does not, a command fails or RTL and golden model differ, and 2 for a bad command line.
int run(int argc, char** argv, void (*body)(Session&));

/// The same around the main of a program that knows nothing of these options: it gets the arguments
/// that are none of them. The exit status is that of `main`, or 1 or 2 as above; also where the
/// program calls exit() instead of returning. In such a main, run() calls `body` on the unit that
/// is there, and returns the exit status.
int run_around(int argc, char** argv, int (*main)(int argc, char** argv));

}  // namespace gsq::kernel
