// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_store_data: random groups of every format, one after the other or with pauses. The
// reference packs byte by byte, and keeps each unaligned-store register as a queue of bytes with
// their places.
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "Vgsq_store_data.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kBlock = 32;
constexpr unsigned kCases = 40'000;

// gsq_core_pkg::data_format_e
enum Format { kPlain, kAll, kLower, kPackB16, kPackB32, kStream, kPost, kFormats };

/// What an unaligned-store register holds: bytes from `first` on, within one block.
struct Held {
  unsigned first{};
  std::deque<std::uint8_t> bytes;
  [[nodiscard]] unsigned end() const { return first + static_cast<unsigned>(bytes.size()); }
};

class StoreDataBench : public tb::Bench<Vgsq_store_data> {
 public:
  StoreDataBench(int argc, char** argv)
      : Bench("data of stores, vectors of " + std::to_string(kVlen) + " bytes", argc, argv),
        held_(4) {}

 private:
  /// A group as stage P has it.
  struct Group {
    unsigned format{};
    bool carries{};  // data
    unsigned u{};
    unsigned n{};
    unsigned offset{};
    unsigned first{};
    std::array<std::uint8_t, kVlen> data{};
    std::array<bool, kVlen> bytes{};
  };

  void drive() override {
    if (case_ == kCases && !in_s_) {
      finish();
      return;
    }
    // What a stream appends to is known when the group before it has left stage S, or leaves now.
    take_ = in_s_ && random().percent(70);
    dut().pop_i = take_;
    load_ = (take_ || !in_s_) && case_ < kCases && random().percent(80);
    dut().load_i = load_;
    if (load_) make_group();
    dut().carries_i = in_p_.carries;
    dut().format_i = static_cast<std::uint8_t>(in_p_.format);
    dut().u_i = static_cast<std::uint8_t>(in_p_.u);
    dut().n_i = static_cast<std::uint16_t>(in_p_.n);
    dut().first_i = static_cast<std::uint8_t>(in_p_.first);
    // A post store has its block in the address, and no place in it.
    dut().offset_i =
        static_cast<std::uint8_t>(in_p_.format == kPost ? random().below(kBlock) : in_p_.offset);
    for (unsigned i = 0; i < kVlen; ++i) {
      tb::bytes_of(dut().data_i)[i] = in_p_.data[i];
      tb::set_bit(dut().bytes_i, i, in_p_.bytes[i]);
    }
  }

  /// The next group; a stream or post of what the registers hold after the group in stage S.
  void make_group() {
    ++case_;
    in_p_.format = random().below(kFormats);
    in_p_.u = random().below(4);
    Held held = held_.at(in_p_.u);
    if (in_s_ && now_.u == in_p_.u) held = after(held);
    if (held.bytes.empty()) held.first = random().below(kBlock);
    if (in_p_.format == kPost && held.bytes.empty()) in_p_.format = kPlain;
    in_p_.carries = in_p_.format == kStream || in_p_.format == kPost || random().percent(70);
    in_p_.n = in_p_.format == kPost ? held.end() : 1 + random().below(kVlen);
    in_p_.first = held.first;
    in_p_.offset = held.end();
    for (unsigned i = 0; i < kVlen; ++i) {
      in_p_.data[i] = static_cast<std::uint8_t>(random().below(256));
      in_p_.bytes[i] = random().percent(60);
    }
  }

  void posedge() override {
    if (in_s_) check();
    if (in_s_ && take_) {
      held_.at(now_.u) = after(held_.at(now_.u));
      in_s_ = false;
    }
    if (load_) {
      now_ = in_p_;
      in_s_ = true;
    }
  }

  void check() {
    for (unsigned i = 0; i < kVlen; ++i) {
      switch (now_.format) {
        case kAll:
          mask(i, true);
          break;
        case kLower:
          mask(i, i < kVlen / 2);
          break;
        case kPackB16:
          moved(i, i < kVlen / 2, 2 * i);
          break;
        case kPackB32:
          moved(i, i < kVlen / 2, i / 2 * 4 + i % 2);
          break;
        case kPlain:
          moved(i, true, i);
          break;
        default:
          break;
      }
    }
    if (now_.format == kStream) stream();
    if (now_.format == kPost) post();
  }

  /// The bytes of the stream, before and with those of the group in stage S.
  [[nodiscard]] Held appended(Held held) const {
    if (held.bytes.empty()) held.first = now_.first;
    for (unsigned i = 0; i < now_.n; ++i) held.bytes.push_back(now_.data[i]);
    return held;
  }

  /// What the register of the group in stage S holds after it.
  [[nodiscard]] Held after(Held held) const {
    if (now_.format == kPost) return {};
    if (now_.format != kStream) return held;
    held = appended(held);
    const unsigned limit = held.end() / kBlock * kBlock;
    while (!held.bytes.empty() && held.first < limit) {
      held.bytes.pop_front();
      ++held.first;
    }
    held.first %= kBlock;
    return held;
  }

  void stream() {
    const Held all = appended(held_.at(now_.u));
    const unsigned limit = all.end() / kBlock * kBlock;
    for (unsigned i = 0; i < kVlen; ++i) {
      const bool written = i >= all.first && i < limit;
      mask(i, written);
      if (written) data(i, all.bytes.at(i - all.first));
    }
  }

  void post() {
    const Held& held = held_.at(now_.u);
    for (unsigned i = 0; i < kVlen; ++i) {
      const bool written = i >= held.first && i < held.end();
      mask(i, written);
      if (written) data(i, held.bytes.at(i - held.first));
    }
  }

  /// Byte `i` is byte `from` of the vector, with its mask bit, or is not written.
  void moved(unsigned i, bool written, unsigned from) {
    written = written && now_.bytes[from % kVlen];
    mask(i, written);
    if (written) data(i, now_.data[from]);
  }

  void mask(unsigned i, bool expected) {
    expect("be_o", i, expected, tb::get_bits(dut().be_o, i, 1), what());
  }
  void data(unsigned i, std::uint8_t expected) {
    if (!now_.carries) return;
    expect("data_o", i, expected, tb::bytes_of(dut().data_o)[i], what());
  }
  [[nodiscard]] std::string what() const {
    return "format " + std::to_string(now_.format) + ", register " + std::to_string(now_.u) +
           ", n " + std::to_string(now_.n);
  }

  std::vector<Held> held_;  // after the groups that have left stage S
  Group in_p_;              // offered
  Group now_;               // in stage S
  bool in_s_{};
  bool load_{};
  bool take_{};
  unsigned case_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return StoreDataBench(argc, argv).run(); }
