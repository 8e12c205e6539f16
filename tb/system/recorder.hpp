// SPDX-License-Identifier: Apache-2.0
// Records a run as a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"

namespace tb {

/// Records commands and writes through back doors, in order, and writes them as a program when a
/// run fails. Host accesses and stalls are not recorded.
class Recorder {
 public:
  explicit Recorder(gsq::Config config) : config_(std::move(config)) {}

  void command(const gsq::Command& command) { add(command); }
  void ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
    add(Bytes{Place::kUb, address, bytes});
  }
  void v(unsigned index, const std::vector<std::uint8_t>& bytes) {
    add(Bytes{Place::kV, index, bytes});
  }
  /// A 0 or 1 for each byte of a vector.
  void m(unsigned index, const std::vector<std::uint8_t>& bits) {
    add(Bytes{Place::kM, index, bits});
  }

  /// Writes the first `commands` commands, and the writes before them, to folder/program.gsq, and
  /// long data to other files there. Returns the file's name, or in brackets why there is none.
  /// Throws std::runtime_error when a file cannot be written.
  [[nodiscard]] std::string save(const std::string& folder, std::uint64_t commands) const;

 private:
  enum class Place : std::uint8_t { kUb, kV, kM };
  struct Bytes {
    Place to{};
    std::uint32_t place{};  // UB address, or number of the register
    std::vector<std::uint8_t> bytes;
  };
  using Statement = std::variant<gsq::Command, Bytes>;

  // Some hundred bytes each: a longer run is not useful as a program.
  static constexpr std::size_t kMost = 1000000;

  template <typename T>
  void add(T&& statement) {
    if (statements_.size() <= kMost) statements_.emplace_back(std::forward<T>(statement));
  }

  gsq::Config config_;
  std::vector<Statement> statements_;
};

}  // namespace tb
