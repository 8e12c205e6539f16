// SPDX-License-Identifier: Apache-2.0
// A signal of the Verilated design by its hierarchical name, for any type of its variable.
#pragma once

#include <verilated.h>
#include <verilated_syms.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace tb {

/// Names a signal that the Verilator control file makes public. On this little-endian machine
/// every type that Verilator uses for a packed vector is a string of bits, lowest byte first.
class Signal {
 public:
  /// Throws std::logic_error when the design has no such public signal.
  Signal(const VerilatedContext& context, const std::string& scope, const std::string& name) {
    const VerilatedScope* found = context.scopeFind(("TOP." + scope).c_str());
    if (found == nullptr) found = context.scopeFind(scope.c_str());
    const VerilatedVar* var = found == nullptr ? nullptr : found->varFind(name.c_str());
    if (var == nullptr) {
      throw std::logic_error("the design has no public signal " + scope + "." + name +
                             ": list it in sim/gsq_top.vlt");
    }
    bytes_ = static_cast<std::uint8_t*>(var->datap());
    size_ = var->totalSize();
  }

  /// The whole signal. An unpacked array is its elements, from [0] on.
  [[nodiscard]] std::uint8_t* bytes() const { return bytes_; }

  /// Bytes of the whole signal.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// `count` bits from bit `place` on, at most 57, or 64 where `place` is a multiple of 64.
  [[nodiscard]] std::uint64_t get(std::size_t place, unsigned count) const {
    std::uint64_t word = 0;
    std::size_t at = 0;
    switch (size_) {  // fixed sizes: no call of memcpy
      case 1:
        word = *bytes_;
        break;
      case 2:
        std::memcpy(&word, bytes_, 2);
        break;
      case 4:
        std::memcpy(&word, bytes_, 4);
        break;
      default:  // Verilator has no other size below 8
        at = std::min(place / 8, size_ - sizeof word);
        std::memcpy(&word, bytes_ + at, sizeof word);
    }
    word >>= place - at * 8;
    return count == 64 ? word : word & ((std::uint64_t{1} << count) - 1);
  }

  /// Sets `count` bits, at most 64, from bit `place` on to those of `value`.
  void set(std::size_t place, unsigned count, std::uint64_t value) {
    for (unsigned i = 0; i < count;) {
      const std::size_t at = (place + i) / 8;
      const auto first = static_cast<unsigned>((place + i) % 8);
      const unsigned bits = std::min(8 - first, count - i);
      const unsigned mask = ((1U << bits) - 1) << first;
      bytes_[at] = static_cast<std::uint8_t>((bytes_[at] & ~mask) | ((value >> i << first) & mask));
      i += bits;
    }
  }

 private:
  std::uint8_t* bytes_;
  std::size_t size_;
};

}  // namespace tb
