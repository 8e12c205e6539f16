// SPDX-License-Identifier: Apache-2.0
/// A run as a program that repeats it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"

namespace gsq {

/// Records commands and writes through back doors, in order, and writes them as a program. Host
/// accesses and stalls are not recorded.
class Recorder {
 public:
  /// Keeps at most `most` commands and writes, some hundred bytes each: a longer run is not useful
  /// as a program.
  explicit Recorder(Config config, std::size_t most = 1000000)
      : config_(std::move(config)), most_(most) {}

  void command(const Command& command) { add(command); }
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

  /// How a program is written.
  struct Form {
    std::string comment;                   ///< its first lines, without #
    std::uint64_t commands{kAllCommands};  ///< only so many, and the writes before them
    /// Expected content of UB at the end; empty: none.
    std::vector<std::uint8_t> ub;
  };
  static constexpr std::uint64_t kAllCommands = ~std::uint64_t{0};

  /// Writes the program to a file, and long data to others beside it, NAME-data-0.bin and so on.
  /// Responses that are not OK become expectations. Returns the file's name. Throws
  /// std::runtime_error when a file cannot be written, or the run was too long to be kept.
  [[nodiscard]] std::string save(const std::string& file, const Form& form) const;

 private:
  enum class Place : std::uint8_t { kUb, kV, kM };
  struct Bytes {
    Place to{};
    std::uint32_t place{};  // UB address, or number of the register
    std::vector<std::uint8_t> bytes;
  };
  using Statement = std::variant<Command, Bytes>;

  template <typename T>
  void add(T&& statement) {
    if (statements_.size() <= most_) statements_.emplace_back(std::forward<T>(statement));
  }

  Config config_;
  std::size_t most_;
  std::vector<Statement> statements_;
};

}  // namespace gsq
