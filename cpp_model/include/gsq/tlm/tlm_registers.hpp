// SPDX-License-Identifier: Apache-2.0
/// The registers at the control socket of a TLM-2.0 target: those of gsq_axi, and a port.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tlm>
#include <utility>

#include "gsq/axi/gsq_axi_regs.h"
#include "gsq/config.hpp"
#include "gsq/isa.hpp"

namespace gsq {

/// Addresses at the control socket. Below kTlmPort they are offsets in gsq_axi_regs_t.
inline constexpr std::uint64_t kTlmPort = 0x100;  ///< commands are written, responses are read

/// Most commands that were pushed and whose responses were not taken: status.in_flight has 8 bits.
inline constexpr std::size_t kTlmMostUnread = 255;

/// What registers do, in a cycle that the target knows. What they say of the unit comes from Unit.
class TlmRegisters {
 public:
  /// The unit as software sees it in the cycle of an access.
  class Unit {
   public:
    Unit() = default;
    Unit(const Unit&) = delete;
    Unit& operator=(const Unit&) = delete;
    virtual ~Unit() = default;

    /// Whether a command may be pushed.
    virtual bool room() = 0;
    /// Commands that were pushed and not popped.
    [[nodiscard]] virtual std::size_t in_flight() const = 0;
    /// Whether the oldest response is there.
    virtual bool has_response() = 0;
    virtual Response response() = 0;  ///< while has_response()
    virtual void pop() = 0;           ///< while has_response()
    virtual void push(const CommandBits& command) = 0;
  };

  /// `unit` must outlive the registers.
  TlmRegisters(Config config, Unit& unit) : config_(std::move(config)), unit_(unit) {}

  /// One word. A refused write changes nothing but the flags in `error`, a refused read nothing.
  tlm::tlm_response_status read(std::uint64_t address, std::uint32_t& value);
  tlm::tlm_response_status write(std::uint64_t address, std::uint32_t value);

  /// The same without any effect, for debuggers.
  bool peek(std::uint64_t address, std::uint32_t& value);

  /// Whether there is a register.
  [[nodiscard]] static bool exists(std::uint64_t address);

  /// Sets flags of `error`: GSQ_AXI_REGS__ERROR__…_bm.
  void refuse(std::uint32_t flags) { error_ |= flags; }

  /// The port takes the oldest response of the unit, past the register `pop`.
  void take(const Response& response);
  /// The unit drops its responses.
  void drop_responses() { seen_ = false; }

  /// Level of the interrupt.
  bool irq() { return (pending() & enable_) != 0; }
  /// Interrupts that are let through: GSQ_AXI_REGS__IRQ_ENABLE__…_bm.
  [[nodiscard]] std::uint32_t enabled() const { return enable_; }

  void reset();

 private:
  std::uint32_t pending();
  std::uint32_t status();
  void look();
  void note(const Response& response);

  Config config_;
  Unit& unit_;
  CommandBits command_{};
  std::uint32_t enable_{};
  std::uint32_t error_{};
  bool seen_{};  // what the oldest response means for `error` was noted
};

}  // namespace gsq
