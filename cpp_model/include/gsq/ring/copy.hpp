// SPDX-License-Identifier: Apache-2.0
/// Copies between a memory and UB: what docs/reference/dma.md says, without time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gsq::ring {

/// A descriptor. Its fields are those of the page.
struct Descriptor {
  std::uint8_t tag{};
  bool indexed{};
  bool half{};
  bool skip{};
  bool after{};
  std::uint32_t rows{};
  std::uint64_t mem_addr{};
  std::int32_t mem_stride{};
  std::uint32_t ub_addr{};
  std::int32_t ub_stride{};
  std::uint32_t bytes{};
  std::uint16_t left{};
  std::uint16_t right{};
  std::uint32_t value{};
  std::uint32_t index_addr{};
  std::uint32_t table_rows{};
};

/// A descriptor as it lies in memory, lowest word first.
using DescriptorWords = std::array<std::uint32_t, 12>;
DescriptorWords to_words(const Descriptor& descriptor);
Descriptor from_words(const DescriptorWords& words);

enum class CopyStatus : std::uint8_t {
  Ok,
  SlvErr,
  DecErr,
  MemWindow,
  UbWindow,
  IndexWindow,
  Index,
  UbError,
};

struct Completion {
  std::uint8_t tag{};
  CopyStatus status{};
  std::uint64_t addr{};   ///< where the error was
  std::uint32_t bytes{};  ///< copied before it, modulo 2^32
};

/// Addresses that may be accessed: base <= address < limit, multiples of 64.
struct Window {
  std::uint64_t base{};
  std::uint64_t limit{};
  bool read{};
  bool write{};
};

/// The memory behind the manager port.
class Memory {
 public:
  /// The answer of AXI4: 0 is OKAY, 2 SLVERR, 3 DECERR.
  using Response = unsigned;

  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;

  /// Reads `size` bytes, that lie in one beat of the bus.
  virtual Response read(std::uint64_t address, std::uint8_t* to, std::size_t size) = 0;
  /// Writes `size` bytes, that lie in one burst; those of a failed one may be there or not.
  virtual Response write(std::uint64_t address, const std::uint8_t* from, std::size_t size) = 0;
};

/// What copies go by.
struct CopySetup {
  std::array<Window, 2> memory{};
  Window ub{};
  unsigned bus_bytes = 32;      ///< of a beat: a power of two
  unsigned burst_bytes = 1024;  ///< a burst ends at a multiple of it: a power of two
  unsigned address_bits = 48;   ///< of an address in memory
};

/// Carries out one descriptor from memory to UB. Never throws for a bad one: it is refused. `ub`
/// has the bytes of UB; its window must end in them.
Completion copy_in(const CopySetup& setup, const Descriptor& descriptor, Memory& memory,
                   std::vector<std::uint8_t>& ub);
/// From UB to memory. After an error no burst behind it is written.
Completion copy_out(const CopySetup& setup, const Descriptor& descriptor, Memory& memory,
                    std::vector<std::uint8_t>& ub);

}  // namespace gsq::ring
