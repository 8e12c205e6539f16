// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_lanes: checks handshake, ends and stage X on every cycle against the sentences of
// docs/reference/timing.md: every bank is a queue of words in program order and offers its first;
// a lane takes the offers of its two oldest groups, the second only from another part of the banks.
//
// Traffic is that of unit/lanes.hpp; with no, some and many cycles that are held, or in which
// fractions must wait.
#include <array>
#include <cstdint>
#include <string>

#include "Vgsq_lanes.h"
#include "common/bench.hpp"
#include "unit/lanes.hpp"
#include "unit/xbar_slot.hpp"

namespace {

using tb::kBanks;
using tb::kParts;
using tb::kPlaces;
using tb::kSlots;
using tb::kWordBytes;
using tb::LaneGroupPtr;

constexpr std::uint64_t kGroups = 120'000 / kSlots + 3'000;

class LanesBench : public tb::Bench<Vgsq_lanes> {
 public:
  LanesBench(int argc, char** argv)
      : Bench(std::to_string(kSlots) + " lanes of " + std::to_string(kPlaces) + " places, " +
                  std::to_string(kBanks) + " banks of " + std::to_string(kWordBytes) +
                  " bytes in " + std::to_string(kParts) + " parts, coding " +
                  std::to_string(PARAM_XbarOneHot) + ", coalescing " +
                  std::to_string(PARAM_Coalesce),
              argc, argv) {}

 private:
  bool chance(unsigned percent) { return random().percent(percent); }

  void drive() override {
    dut().hold_i = 0;
    dut().no_fractions_i = 0;
    dut().valid_i = 0;
    if (in_reset()) return;
    if (!now_) {
      now_ = traffic_.next();
      now_->killed = chance(4);
      for (tb::Slot& slot : now_->slots) slot.used = slot.used && !now_->killed;
      tb::arrange(*now_);
      drive_group();
    }
    offered_ = offered_ || (count_ < kGroups && !chance(traffic_.pauses()));
    dut().valid_i = offered_;
    dut().hold_i = chance(traffic_.held());
    dut().no_fractions_i = chance(traffic_.no_fractions());
    if (count_ == kGroups && lanes_.window().empty() && idle_++ == 3) finish();
  }

  void drive_group() {
    dut().group_i = now_->bits();
    dut().slot_tag_i = static_cast<std::uint16_t>(now_->tag.slot_tag(now_->write, kWordBytes));
    for (unsigned i = 0; i < kSlots; ++i) {
      tb::drive_slot(dut(), i, now_->slots[i], now_->slots[i].data);
      tb::set_bit(dut().last_i, i, now_->last[i]);
      dut().rank_i[i] = static_cast<std::uint8_t>(now_->rank[i]);
    }
  }

  void posedge() override {
    if (in_reset()) return;
    check_presented();
    const auto cycle = lanes_.cycle(dut().hold_i != 0, dut().no_fractions_i != 0);
    const bool ready = lanes_.fits(*now_, cycle);
    expect("ready_o", 0, ready, dut().ready_o);
    expect("end_o", 0, cycle.leaves, dut().end_o);
    check_window();
    const bool enters = offered_ && ready;
    lanes_.end(cycle, enters ? now_ : nullptr);
    if (!enters) return;
    ++count_;
    offered_ = false;
    now_ = nullptr;
  }

  // Groups of the window have numbers, one after the other.
  void check_window() {
    const auto& window = lanes_.window();
    std::uint64_t valid = 0;
    for (unsigned i = 0; i < window.size(); ++i) {
      const unsigned place = lanes_.place(i);
      valid |= std::uint64_t{1} << place;
      expect("tag_o", place, window[i]->tag.bits(), dut().tag_o[place]);
    }
    expect("valid_o", 0, valid, dut().valid_o);
    if (!window.empty()) expect("oldest_o", 0, window.front()->bits(), dut().oldest_o);
  }

  void check_presented() {
    const tb::Presented& presented = lanes_.presented();
    expect("x_local_o", 0, presented.local ? 1 : 0, dut().x_local_o);
    for (unsigned port = 0; port < tb::kPorts; ++port) {
      for (unsigned i = 0; i < kSlots; ++i) {
        const unsigned x = port * kSlots + i;
        const LaneGroupPtr& group = presented.served[port][i];
        if (presented.local && port == 0) {  // also without a slot of the lane
          expect("x_data_o", x, presented.local->slots[i].data, dut().x_data_o[x]);
        }
        expect("x_hit_o", x, group ? 1 : 0, tb::get_bits(dut().x_hit_o, x, 1));
        expect("x_access_o", x, group && !group->local ? 1 : 0,
               tb::get_bits(dut().x_access_o, x, 1));
        if (!group) continue;
        const tb::Slot& slot = group->slots[i];
        const std::string what = group->local ? "local group" : group->write ? "write" : "read";
        expect("x_sel_o", x, slot.select, dut().x_sel_o[x], what);
        expect("x_be_o", x, slot.bytes, dut().x_be_o[x], what);
        expect("x_lanes_o", x, group->lanes, tb::get_bits(dut().x_lanes_o, x, 1), what);
        expect("x_tag_o", x, group->tag.slot_tag(group->write, kWordBytes), dut().x_tag_o[x], what);
        if (!group->local) expect("x_row_o", x, slot.row, dut().x_row_o[x], what);
        if (group->write) expect("x_data_o", x, slot.data, dut().x_data_o[x], what);
        if (group->fractions()) {
          expect("x_fractions_o", x, group->tag.kind().bits(), dut().x_fractions_o, what);
        }
      }
    }
  }

  tb::LaneTraffic traffic_{random()};
  tb::LanesReference lanes_;
  std::uint64_t count_{};  // groups taken
  unsigned idle_{};
  LaneGroupPtr now_;  // at the port
  bool offered_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return LanesBench(argc, argv).run(); }
