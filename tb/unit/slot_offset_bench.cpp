// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_slot_offset: random groups of every place, address mode, element and lane width,
// strided ones too, with indices, strides and bases that lie near the limits of UB. The reference
// computes the address of each slot in 64 bits.
#include <array>
#include <cstdint>
#include <string>

#include "Vgsq_slot_offset.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kSlots = kVlen / 4;
constexpr unsigned kBlocks = kVlen / 32;
constexpr std::uint64_t kUb = PARAM_UbBytes;
constexpr bool kAnyStride = PARAM_RowMultiplier != 0;
constexpr unsigned kCases = 30'000;

// gsq_core_pkg::lane_place_e, gsq_pkg::amode_e
enum Place { kInBlocks, kLanes, kIndexed, kVector };
enum Mode { kElem, kByte, kRow };

struct Group {
  unsigned place{}, elem{3}, lane{}, mode{}, group{};
  unsigned width{};  // log2 of the bytes of an index
  bool strided{};
  std::uint64_t addr{}, row_stride{}, col{};  // a stride of lanes is modulo 2^64
  std::array<std::uint32_t, kBlocks> blocks{};
  std::array<std::uint8_t, kVlen> index{};

  /// Bits `width` bytes of the index vector from lane `i` on.
  [[nodiscard]] std::uint64_t lane_of(unsigned i, unsigned width) const {
    std::uint64_t value = 0;
    for (unsigned b = 0; b < width; ++b) value |= std::uint64_t{index.at(i * width + b)} << (8 * b);
    return value;
  }

  /// Address of a slot: of its lane, or of its block.
  [[nodiscard]] std::uint64_t address(unsigned slot) const {
    if (place == kInBlocks) return std::uint64_t{blocks.at(slot / 8)} * 32;
    if (place == kIndexed) return addr + lane_of(slot / 8, 4);
    const unsigned number = lane == 3 ? slot / 2 : group * kSlots + slot;
    if (strided) return addr + number * row_stride;
    const std::uint64_t x = lane_of(number, 1U << width);
    if (place == kVector) return x << elem;
    if (mode == kElem) return addr + (x << elem);
    if (mode == kByte) return addr + x;
    return addr + x * row_stride + ((col + number) << elem);
  }
};

class SlotOffsetBench : public tb::Bench<Vgsq_slot_offset> {
 public:
  SlotOffsetBench(int argc, char** argv)
      : Bench("addresses of slots, vectors of " + std::to_string(kVlen) + " bytes, coding " +
                  std::to_string(PARAM_XbarOneHot),
              argc, argv) {}

 private:
  /// Below `limit`; often small, or just below.
  std::uint64_t near(std::uint64_t limit) {
    switch (random().below(4)) {
      case 0:
        return random().next() % limit;
      case 1:
        return limit - 1 - random().next() % (limit < 8 ? limit : 8);
      default:
        return random().next() % limit >> random().below(14);
    }
  }

  void make_group() {
    next_ = {};
    next_.place = random().below(4);
    next_.lane = random().below(3);
    next_.mode = random().below(3);
    if (next_.place == kLanes) {  // the forms of gathers and scatters
      next_.elem = random().below(4);
      next_.lane = next_.elem == 3   ? 3
                   : next_.elem == 2 ? 2
                   : next_.elem == 1 ? 1 + random().below(2)
                                     : random().below(3);
      // Indices that are wider than lanes are for the first group.
      next_.width = random().below(3);
      const unsigned wider = next_.width < next_.lane ? next_.lane : next_.width;
      next_.strided = random().percent(30);
      if (next_.lane < 2) next_.group = random().below(4U >> (next_.strided ? next_.lane : wider));
    }
    if (next_.place == kVector) {
      next_.elem = next_.width = next_.lane;
      next_.group = random().below(4U >> next_.lane);
    }
    next_.addr = random().percent(5) ? random().next() & 0xffff'ffffU : near(kUb);
    next_.row_stride = near(kUb);
    if (!kAnyStride) {
      next_.row_stride =
          random().percent(10) ? 0 : std::uint64_t{1} << random().below(__builtin_ctzll(kUb));
    }
    if (next_.strided && random().percent(60)) next_.row_stride >>= random().below(20);
    if (next_.strided && random().percent(50)) next_.row_stride = 0 - next_.row_stride;
    next_.col = near(kUb);
    for (std::uint32_t& block : next_.blocks) block = static_cast<std::uint32_t>(near(kUb / 32));
    // Words of indices, which narrower lanes share.
    const unsigned bits = 1 + random().below(20);
    for (unsigned i = 0; i < kVlen; i += 4) {
      std::uint64_t x = random().next() >> (64 - bits);
      if (random().percent(5)) x = random().next();
      if (next_.place == kLanes && !next_.strided && next_.mode == kRow && random().percent(40)) {
        x = kUb / (next_.row_stride + 1) + random().below(3);  // just inside or outside
      }
      for (unsigned b = 0; b < 4; ++b) next_.index.at(i + b) = x >> (8 * b) & 0xffU;
    }
  }

  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    make_group();
    load_ = random().percent(80);
    dut().load_i = load_;
    dut().valid_i = 1;
    dut().ctrl_i = static_cast<std::uint8_t>(next_.place << 4U | next_.elem << 2U | next_.lane);
    dut().mode_i = static_cast<std::uint8_t>(next_.mode);
    dut().addr_i = static_cast<std::uint32_t>(next_.addr);
    dut().strided_i = next_.strided;
    dut().width_i = static_cast<std::uint8_t>(next_.width);
    dut().row_stride_i = static_cast<std::uint32_t>(next_.row_stride % (2 * kUb));
    dut().col_i = static_cast<std::uint32_t>(next_.col);
    dut().group_i = static_cast<std::uint8_t>(next_.group);
    for (unsigned k = 0; k < kBlocks; ++k) dut().block_i[k] = next_.blocks.at(k);
    for (unsigned i = 0; i < kVlen; ++i) tb::bytes_of(dut().index_i)[i] = next_.index.at(i);
  }

  void posedge() override {
    for (unsigned s = 0; valid_ && s < kSlots; ++s) {
      const std::uint64_t expected = now_.address(s);
      const std::uint64_t sum =
          (dut().sum_o[s] + dut().carry_o[s] + std::uint64_t{dut().start_o[s / 8]}) % (4 * kUb);
      if (now_.place == kVector) {
        const bool beyond = tb::get_bits(dut().far_o, s, 1) != 0 || sum >= kVlen;
        expect("sum", s, expected % kVlen, sum % kVlen, what());
        expect("far", s, expected >= kVlen, beyond, what());
        continue;
      }
      const bool far = tb::get_bits(dut().far_o, s, 1) != 0;
      // A base outside UB is an error of all lanes, also where a stride leads back.
      const bool base = now_.place == kInBlocks || now_.addr < kUb;
      expect("far", s, expected >= kUb || !base, far || sum >= kUb, what());
      if (!base) continue;
      if (expected < kUb) expect("sum", s, expected, sum, what());
    }
    if (!load_) return;
    now_ = next_;
    valid_ = true;
  }

  [[nodiscard]] std::string what() const {
    return "place " + std::to_string(now_.place) + ", mode " + std::to_string(now_.mode) +
           ", element " + std::to_string(now_.elem) + ", lane " + std::to_string(now_.lane) +
           ", index " + std::to_string(now_.width) + ", base " + std::to_string(now_.addr) +
           ", stride " + std::to_string(now_.row_stride) + ", column " + std::to_string(now_.col);
  }

  Group next_;  // offered
  Group now_;   // in stage S
  bool load_{};
  bool valid_{};
  unsigned case_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return SlotOffsetBench(argc, argv).run(); }
