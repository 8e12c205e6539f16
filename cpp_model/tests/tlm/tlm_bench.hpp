// SPDX-License-Identifier: Apache-2.0
/// A loosely and an approximately timed target with initiators. Tests run in a thread of it.
#pragma once

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "gsq/tlm/approximate_target.hpp"
#include "gsq/tlm/loose_target.hpp"

namespace gsq {

enum class Style { kLoose, kApproximate };
enum class Bus { kBuffer, kControl };
inline constexpr std::array<Style, 2> kStyles{Style::kLoose, Style::kApproximate};

/// What happened to a payload, and when, in cycles.
struct Seen {
  std::string what;
  std::uint64_t cycle;
  bool operator==(const Seen& other) const { return what == other.what && cycle == other.cycle; }
};
inline void PrintTo(const Seen& seen, std::ostream* to) { *to << seen.what << "@" << seen.cycle; }

class TlmBench : public sc_core::sc_module, private tlm::tlm_mm_interface {
 public:
  using Socket = tlm_utils::simple_initiator_socket_tagged<TlmBench>;

  static inline TlmBench* instance{};  // of the process

  TlmBench(const sc_core::sc_module_name& name, std::function<void()> run);

  static constexpr double kPeriod = 2;  // ns
  const Config config;
  const sc_core::sc_time period{kPeriod, sc_core::SC_NS};
  LooseTarget loose;
  ApproximateTarget approximate;
  sc_core::sc_signal<bool> loose_irq;
  sc_core::sc_signal<bool> approximate_irq;

  TlmTarget& target(Style style) {
    if (style == Style::kLoose) return loose;
    return approximate;
  }
  sc_core::sc_signal<bool>& irq(Style style) {
    return style == Style::kLoose ? loose_irq : approximate_irq;
  }
  Socket& socket(Style style, Bus bus) {
    return *sockets_[static_cast<std::size_t>(style) * 2 + static_cast<std::size_t>(bus)];
  }

  [[nodiscard]] std::uint64_t now() const { return cycles(sc_core::sc_time_stamp()); }
  [[nodiscard]] std::uint64_t cycles(const sc_core::sc_time& time) const {
    return time.value() / period.value();
  }

  // Of the loose target's buffer.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> invalidated;

  // Non-blocking accesses.
  bool ends_response_at_once{true};
  std::vector<Seen> seen;
  std::size_t freed{};
  /// A payload that counts in `freed`.
  tlm::tlm_generic_payload* payload() { return new tlm::tlm_generic_payload(this); }
  void begin(Style style, Bus bus, tlm::tlm_generic_payload& access,
             sc_core::sc_time delay = sc_core::SC_ZERO_TIME);
  void end_response(Style style, Bus bus, tlm::tlm_generic_payload& access);

 private:
  tlm::tlm_sync_enum transport_bw(int tag, tlm::tlm_generic_payload& access, tlm::tlm_phase& phase,
                                  sc_core::sc_time& delay);
  void invalidate(int tag, sc_dt::uint64 start, sc_dt::uint64 end);
  void free(tlm::tlm_generic_payload* access) override {
    ++freed;
    delete access;
  }

  std::array<std::unique_ptr<Socket>, 4> sockets_;
  std::function<void()> run_;
};

/// A blocking access, and how it ended.
struct Access {
  tlm::tlm_response_status status{};
  std::uint64_t cycles{};
  bool dmi_allowed{};
};

class TlmTest : public ::testing::Test {
 protected:
  TlmBench& bench{*TlmBench::instance};

  void SetUp() override;

  Access transport(Style style, Bus bus, tlm::tlm_generic_payload& access) const;
  Access access(Style style, Bus bus, tlm::tlm_command command, std::uint64_t address, void* data,
                std::size_t length) const;
  void write_register(Style style, std::uint64_t address, std::uint32_t value,
                      tlm::tlm_response_status expected = tlm::TLM_OK_RESPONSE) const;
  [[nodiscard]] std::uint32_t read_register(Style style, std::uint64_t address) const;
  Access send(Style style, const std::vector<Command>& commands) const;
  Access receive(Style style, std::size_t count,
                 std::vector<ResponseBits>* responses = nullptr) const;

  /// Waits until the begin of a cycle.
  void align() const;
};

}  // namespace gsq
