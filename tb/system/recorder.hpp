// What was run so far, as a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"

namespace tb {

/// Remembers commands and what back doors wrote, in order, and writes them down as a program when a
/// run fails. Host accesses and stalls are not part of it.
class Recorder {
 public:
  explicit Recorder(gsq::Config config) : config_(std::move(config)) {}

  void command(const gsq::Command& command) { add(command); }
  void ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
    add(Bytes{false, address, bytes});
  }
  void v(unsigned index, const std::vector<std::uint8_t>& bytes) { add(Bytes{true, index, bytes}); }

  /// Writes the first `commands` commands, and what stands before them, to folder/program.gsq,
  /// long data to files beside it. Returns the file's name, or in brackets why there is none.
  /// Throws std::runtime_error when a file cannot be written.
  [[nodiscard]] std::string save(const std::string& folder, std::uint64_t commands) const;

 private:
  struct Bytes {
    bool to_v{};
    std::uint32_t place{};  // UB address, or number of the register
    std::vector<std::uint8_t> bytes;
  };
  using Statement = std::variant<gsq::Command, Bytes>;

  // Some hundred bytes each: a run that is longer than this is not one to read as a program.
  static constexpr std::size_t kMost = 1000000;

  template <typename T>
  void add(T&& statement) {
    if (statements_.size() <= kMost) statements_.emplace_back(std::forward<T>(statement));
  }

  gsq::Config config_;
  std::vector<Statement> statements_;
};

}  // namespace tb
