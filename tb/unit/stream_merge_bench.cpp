// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_stream_merge: every start offset with every length, for an empty register and for
// held bytes: every possible range for short vectors, some ranges for long ones. The reference is a
// queue of bytes with their addresses.
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vgsq_stream_merge.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kBlock = 32;
constexpr unsigned kRandomFills = 3;

struct Case {
  unsigned offset;
  unsigned n;
  unsigned first;
};

struct Byte {
  unsigned address;  // from the start of the first block
  std::uint8_t value;
};

class StreamMergeBench : public tb::Bench<Vgsq_stream_merge> {
 public:
  StreamMergeBench(int argc, char** argv)
      : Bench("stream merge, vectors of " + std::to_string(kVlen) + " bytes", argc, argv) {
    for (unsigned offset = 0; offset < kBlock; ++offset) {
      for (unsigned n = 1; n <= kVlen; ++n) {
        cases_.push_back({offset, n, offset});
        if (kVlen == kBlock) {
          for (unsigned first = 0; first < offset; ++first) cases_.push_back({offset, n, first});
        } else if (offset != 0) {
          for (unsigned i = 0; i < kRandomFills; ++i) {
            cases_.push_back({offset, n, random().below(offset)});
          }
        }
      }
    }
  }

 private:
  void drive() override {
    if (next_ == cases_.size()) {
      finish();
      return;
    }
    const Case& now = cases_[next_++];
    dut().offset_i = static_cast<std::uint8_t>(now.offset);
    dut().first_i = static_cast<std::uint8_t>(now.first);
    dut().n_i = static_cast<std::uint16_t>(now.n);
    for (unsigned i = 0; i < kBlock; ++i) tb::bytes_of(dut().held_i)[i] = byte();
    for (unsigned i = 0; i < kVlen; ++i) tb::bytes_of(dut().data_i)[i] = byte();
  }

  void posedge() override {
    const Case& now = cases_[next_ - 1];
    std::deque<Byte> stream;
    for (unsigned i = now.first; i < now.offset; ++i) {
      stream.push_back({i, tb::bytes_of(dut().held_i)[i]});
    }
    for (unsigned i = 0; i < now.n; ++i) {
      stream.push_back({now.offset + i, tb::bytes_of(dut().data_i)[i]});
    }
    const unsigned limit = (now.offset + now.n) / kBlock * kBlock;
    std::array<std::optional<std::uint8_t>, kVlen> written;
    while (!stream.empty() && stream.front().address < limit) {
      written.at(stream.front().address) = stream.front().value;
      stream.pop_front();
    }

    const std::string what = "offset " + std::to_string(now.offset) + ", n " +
                             std::to_string(now.n) + ", first " + std::to_string(now.first);
    for (unsigned i = 0; i < kVlen; ++i) {
      expect("be_o", i, written[i].has_value(), tb::get_bits(dut().be_o, i, 1), what);
      if (written[i]) expect("blocks_o", i, *written[i], tb::bytes_of(dut().blocks_o)[i], what);
    }
    const unsigned lo = stream.empty() ? 0 : stream.front().address % kBlock;
    const unsigned hi = stream.empty() ? 0 : stream.back().address % kBlock + 1;
    expect("lo_o", 0, lo, dut().lo_o, what);
    expect("hi_o", 0, hi, dut().hi_o, what);
    for (const Byte& left : stream) {
      const unsigned place = left.address % kBlock;
      expect("held_o", place, left.value, tb::bytes_of(dut().held_o)[place], what);
    }
  }

  std::uint8_t byte() { return static_cast<std::uint8_t>(random().below(256)); }

  std::vector<Case> cases_;
  std::size_t next_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return StreamMergeBench(argc, argv).run(); }
