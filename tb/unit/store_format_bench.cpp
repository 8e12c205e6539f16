// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_store_format: random groups of every format. The reference packs byte by byte, and
// keeps each unaligned-store register as a queue of bytes with their places.
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "Vgsq_store_format.h"
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

class StoreFormatBench : public tb::Bench<Vgsq_store_format> {
 public:
  StoreFormatBench(int argc, char** argv)
      : Bench("data of stores, vectors of " + std::to_string(kVlen) + " bytes", argc, argv),
        held_(4) {}

 private:
  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    format_ = random().below(kFormats);
    u_ = random().below(4);
    Held& held = held_.at(u_);
    if (held.bytes.empty()) held.first = random().below(kBlock);
    n_ = format_ == kPost ? held.end() : 1 + random().below(kVlen);
    if (format_ == kPost && held.bytes.empty()) format_ = kPlain;
    offset_ = held.end();
    take_ = random().percent(80);
    dut().take_i = take_;
    dut().format_i = static_cast<std::uint8_t>(format_);
    dut().u_i = static_cast<std::uint8_t>(u_);
    dut().n_i = static_cast<std::uint16_t>(n_);
    dut().first_i = static_cast<std::uint8_t>(held.first);
    // A post store has its block in the address, and no place in it.
    dut().offset_i = static_cast<std::uint8_t>(format_ == kPost ? random().below(kBlock) : offset_);
    for (unsigned i = 0; i < kVlen; ++i) {
      tb::bytes_of(dut().data_i)[i] = static_cast<std::uint8_t>(random().below(256));
      tb::set_bit(dut().bytes_i, i, random().percent(60));
    }
  }

  void posedge() override {
    for (unsigned i = 0; i < kVlen; ++i) {
      switch (format_) {
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
    if (format_ == kStream) stream();
    if (format_ == kPost) post();
  }

  void stream() {
    Held now = held_.at(u_);
    for (unsigned i = 0; i < n_; ++i) now.bytes.push_back(tb::bytes_of(dut().data_i)[i]);
    const unsigned limit = now.end() / kBlock * kBlock;
    for (unsigned i = 0; i < kVlen; ++i) {
      const bool written = i >= now.first && i < limit;
      mask(i, written);
      if (written) data(i, now.bytes.at(i - now.first));
    }
    if (!take_) return;
    while (!now.bytes.empty() && now.first < limit) {
      now.bytes.pop_front();
      ++now.first;
    }
    now.first %= kBlock;
    held_.at(u_) = now;
  }

  void post() {
    const Held& now = held_.at(u_);
    for (unsigned i = 0; i < kVlen; ++i) {
      const bool written = i >= now.first && i < now.end();
      mask(i, written);
      if (written) data(i, now.bytes.at(i - now.first));
    }
    if (take_) held_.at(u_) = {};
  }

  /// Byte `i` is byte `from` of the vector, with its mask bit, or is not written.
  void moved(unsigned i, bool written, unsigned from) {
    written = written && tb::get_bits(dut().bytes_i, from % kVlen, 1) != 0;
    mask(i, written);
    if (written) data(i, tb::bytes_of(dut().data_i)[from]);
  }

  void mask(unsigned i, bool expected) {
    expect("be_o", i, expected, tb::get_bits(dut().be_o, i, 1), what());
  }
  void data(unsigned i, std::uint8_t expected) {
    expect("data_o", i, expected, tb::bytes_of(dut().data_o)[i], what());
  }
  [[nodiscard]] std::string what() const {
    return "format " + std::to_string(format_) + ", register " + std::to_string(u_) + ", n " +
           std::to_string(n_);
  }

  std::vector<Held> held_;
  unsigned case_{};
  unsigned format_{};
  unsigned u_{};
  unsigned n_{};
  unsigned offset_{};
  bool take_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return StoreFormatBench(argc, argv).run(); }
