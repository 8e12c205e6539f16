// SPDX-License-Identifier: Apache-2.0
/// What the tests of the golden model share: configurations, command builders, state access.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"

namespace gsq {

inline void PrintTo(const Config& config, std::ostream* os) { *os << config.name; }
inline void PrintTo(Status status, std::ostream* os) { *os << to_text(status); }
inline bool operator==(const Response& a, const Response& b) {
  return a.tag == b.tag && a.status == b.status && a.info == b.info;
}
inline void PrintTo(const Response& response, std::ostream* os) {
  *os << to_text(response.status) << " info " << response.info << " tag " << +response.tag;
}
inline bool operator==(const UnalignedReg& a, const UnalignedReg& b) {
  return a.data == b.data && a.block == b.block && a.lo == b.lo && a.hi == b.hi;
}

namespace testing {

using Bytes = std::vector<std::uint8_t>;
using Numbers = std::vector<std::uint64_t>;
using Flags = std::vector<bool>;

inline Config make_config(std::string name, std::uint32_t vlen_bytes, std::uint32_t ub_bytes,
                          std::uint32_t banks, std::uint32_t bank_bytes, std::uint32_t bank_hash,
                          std::uint32_t row_multiplier) {
  Config config;
  config.name = std::move(name);
  config.vlen_bytes = vlen_bytes;
  config.ub_bytes = ub_bytes;
  config.banks = banks;
  config.bank_bytes = bank_bytes;
  config.bank_hash = bank_hash;
  config.row_multiplier = row_multiplier;
  config.places = 1;
  config.squeeze_cuts = 1;
  config.lane_ops = 1;
  return config;
}

/// The full-size machine of the worked examples.
inline Config full_config() { return make_config("vl256", 256, 262144, 64, 4, 0, 1); }

/// Every vector length, several buffers, with and without row multiplier.
inline std::vector<Config> all_configs() {
  return {make_config("vl32", 32, 4096, 8, 4, 0, 0), make_config("vl64", 64, 16384, 16, 4, 0, 1),
          make_config("vl128", 128, 8192, 8, 8, 1, 0), full_config()};
}

inline std::string config_name(const ::testing::TestParamInfo<Config>& info) {
  return info.param.name;
}

inline constexpr Width kAllWidths[] = {Width::B8, Width::B16, Width::B32, Width::B64};
inline constexpr Form kAllForms[] = {Form::B8,     Form::B16, Form::B8x32,
                                     Form::B16x32, Form::B32, Form::B64};
/// Those of the commands of LaneOps.
inline constexpr Form kIndexForms[] = {Form::B8,  Form::B16, Form::B8x32, Form::B16x32,
                                       Form::B32, Form::B64, Form::B8x8};

constexpr std::uint32_t width_bytes(Width width) {
  return width == Width::B8 ? 1 : width == Width::B16 ? 2 : width == Width::B32 ? 4 : 8;
}
constexpr std::uint32_t element_bytes(Form form) {
  return form == Form::B8 || form == Form::B8x32 || form == Form::B8x8 ? 1
         : form == Form::B16 || form == Form::B16x32                   ? 2
         : form == Form::B32                                           ? 4
                                                                       : 8;
}
constexpr std::uint32_t index_bytes(Form form) {
  return form == Form::B8x8 ? 1 : form == Form::B8 || form == Form::B16 ? 2 : 4;
}
constexpr std::uint32_t slot_bytes(Form form) { return form == Form::B64 ? 8 : index_bytes(form); }

// Commands, in the order of their operands in program text.
inline Command make(Opcode op) {
  Command c;
  c.op = op;
  return c;
}
inline Command create_mask(unsigned m, Width width, Pattern pattern) {
  Command c = make(Opcode::CreateMask);
  c.m = static_cast<std::uint8_t>(m);
  c.width = width;
  c.pattern = pattern;
  return c;
}
inline Command update_mask(unsigned m, Width width, std::uint32_t n) {
  Command c = make(Opcode::UpdateMask);
  c.m = static_cast<std::uint8_t>(m);
  c.width = width;
  c.n = n;
  return c;
}
inline Command load_align(unsigned vd, std::uint32_t addr, Dist distr = Dist::Norm) {
  Command c = make(Opcode::LoadAlign);
  c.vd = static_cast<std::uint8_t>(vd);
  c.addr = addr;
  c.distr = distr;
  return c;
}
inline Command store_align(std::uint32_t addr, unsigned vs, unsigned m, Width width,
                           Dist distr = Dist::Norm) {
  Command c = make(Opcode::StoreAlign);
  c.addr = addr;
  c.vs = static_cast<std::uint8_t>(vs);
  c.m = static_cast<std::uint8_t>(m);
  c.width = width;
  c.distr = distr;
  return c;
}
inline Command load_block(unsigned vd, std::uint32_t addr, unsigned stride) {
  Command c = make(Opcode::LoadBlock);
  c.vd = static_cast<std::uint8_t>(vd);
  c.addr = addr;
  c.blk0 = static_cast<std::uint16_t>(stride);
  return c;
}
inline Command store_block(std::uint32_t addr, unsigned vs, unsigned m, Width width,
                           unsigned stride) {
  Command c = store_align(addr, vs, m, width);
  c.op = Opcode::StoreBlock;
  c.blk0 = static_cast<std::uint16_t>(stride);
  return c;
}
/// A command that names registers only: mask.*, lane.*.
inline Command on_registers(Opcode op, Width width, unsigned vd, unsigned vs, unsigned vi,
                            unsigned m) {
  Command c = make(op);
  c.width = width;
  c.vd = static_cast<std::uint8_t>(vd);
  c.vs = static_cast<std::uint8_t>(vs);
  c.vi = static_cast<std::uint8_t>(vi);
  c.m = static_cast<std::uint8_t>(m);
  return c;
}
inline Command gather(unsigned vd, std::uint32_t base, unsigned vi, unsigned m, Form form,
                      AddressMode mode = AddressMode::Elem) {
  Command c = make(Opcode::Gather);
  c.vd = static_cast<std::uint8_t>(vd);
  c.addr = base;
  c.vi = static_cast<std::uint8_t>(vi);
  c.m = static_cast<std::uint8_t>(m);
  c.form = form;
  c.mode = mode;
  return c;
}
inline Command scatter(std::uint32_t base, unsigned vs, unsigned vi, unsigned m, Form form,
                       AddressMode mode = AddressMode::Elem) {
  Command c = gather(0, base, vi, m, form, mode);
  c.op = Opcode::Scatter;
  c.vs = static_cast<std::uint8_t>(vs);
  return c;
}
inline Command load_strided(unsigned vd, std::uint32_t addr, unsigned m, Form form,
                            std::int32_t stride) {
  Command c = gather(vd, addr, 0, m, form);
  c.op = Opcode::LoadStrided;
  c.row_stride = static_cast<std::uint32_t>(stride);
  return c;
}
inline Command store_strided(std::uint32_t addr, unsigned vs, unsigned m, Form form,
                             std::int32_t stride) {
  Command c = load_strided(0, addr, m, form, stride);
  c.op = Opcode::StoreStrided;
  c.vs = static_cast<std::uint8_t>(vs);
  return c;
}
inline Command gather_reg(unsigned vd, unsigned vs, unsigned vi, Width width) {
  Command c = make(Opcode::GatherReg);
  c.vd = static_cast<std::uint8_t>(vd);
  c.vs = static_cast<std::uint8_t>(vs);
  c.vi = static_cast<std::uint8_t>(vi);
  c.width = width;
  return c;
}
/// A gather whose indices have a width of their own.
inline Command gather_index(unsigned vd, std::uint32_t base, unsigned vi, unsigned m, Width width,
                            Form form, AddressMode mode = AddressMode::Elem) {
  Command c = gather(vd, base, vi, m, form, mode);
  c.op = Opcode::GatherIndex;
  c.width = width;
  return c;
}
inline Command scatter_index(std::uint32_t base, unsigned vs, unsigned vi, unsigned m, Width width,
                             Form form, AddressMode mode = AddressMode::Elem) {
  Command c = scatter(base, vs, vi, m, form, mode);
  c.op = Opcode::ScatterIndex;
  c.width = width;
  return c;
}
inline Command gather_lanes(unsigned vd, unsigned vs, unsigned vi, unsigned m, Width width) {
  return on_registers(Opcode::GatherLanes, width, vd, vs, vi, m);
}
inline Command gather_block(unsigned vd, std::uint32_t base, unsigned vi, unsigned m) {
  Command c = gather(vd, base, vi, m, Form::B8);
  c.op = Opcode::GatherBlock;
  return c;
}
inline Command squeeze(unsigned vd, unsigned vs, unsigned m, Width width, bool store_reg = false) {
  Command c = make(Opcode::Squeeze);
  c.vd = static_cast<std::uint8_t>(vd);
  c.vs = static_cast<std::uint8_t>(vs);
  c.m = static_cast<std::uint8_t>(m);
  c.width = width;
  c.store_reg = store_reg;
  return c;
}
inline Command unsqueeze(unsigned vd, unsigned m, Width width) {
  Command c = squeeze(vd, 0, m, width);
  c.op = Opcode::Unsqueeze;
  return c;
}
/// AR form.
inline Command store_unalign(std::uint32_t addr, unsigned vs, unsigned u, bool post) {
  Command c = make(Opcode::StoreUnalign);
  c.addr = addr;
  c.vs = static_cast<std::uint8_t>(vs);
  c.u = static_cast<std::uint8_t>(u);
  c.post = post;
  return c;
}
/// Explicit form.
inline Command store_unalign_n(std::uint32_t addr, unsigned vs, unsigned u, std::uint32_t n) {
  Command c = store_unalign(addr, vs, u, false);
  c.abs = true;
  c.n = n;
  return c;
}
inline Command store_unalign_post(std::uint32_t addr, unsigned u, bool abs) {
  Command c = store_unalign(addr, 0, u, false);
  c.op = Opcode::StoreUnalignPost;
  c.abs = abs;
  return c;
}
/// Block strides 1, repeat strides VL/32, all lanes, one iteration.
inline Command vec(Opcode op, Width width, std::uint32_t dst, std::uint32_t src0,
                   std::uint32_t src1, const Config& config) {
  Command c = make(op);
  c.width = width;
  c.addr = dst;
  c.src0 = src0;
  c.src1 = src1;
  c.mask = {config.lanes(width_bytes(width)), 0};
  c.iterations = 1;
  c.blk0 = c.blk1 = c.blk2 = 1;
  c.rep0 = c.rep1 = c.rep2 = static_cast<std::uint8_t>(config.vlen_bytes / kBlockBytes);
  return c;
}

/// A whole state, for comparisons.
struct State {
  Bytes ub;
  std::vector<Bytes> v;
  std::vector<Bytes> m;
  std::vector<UnalignedReg> u;
  std::uint32_t ar{};
  std::uint32_t sqzn{};
  bool sqzn_valid{};

  friend bool operator==(const State& a, const State& b) {
    return a.ub == b.ub && a.v == b.v && a.m == b.m && a.u == b.u && a.ar == b.ar &&
           a.sqzn_valid == b.sqzn_valid && (!a.sqzn_valid || a.sqzn == b.sqzn);
  }
};

inline State state_of(const Model& model) {
  State s;
  s.ub = model.ub();
  for (std::size_t i = 0; i < kNumVregs; ++i) s.v.push_back(model.v(i));
  for (std::size_t i = 0; i < kNumMregs; ++i) s.m.push_back(model.m(i));
  for (std::size_t i = 0; i < kNumUregs; ++i) s.u.push_back(model.u(i));
  s.ar = model.ar();
  s.sqzn = model.sqzn();
  s.sqzn_valid = model.sqzn_valid();
  return s;
}

/// A model that starts with random UB, V and M, so that kept and zeroed bytes show.
class Unit {
 public:
  explicit Unit(const Config& config, std::uint32_t seed = 1) : model(config), random(seed) {
    for (auto& byte : model.ub()) byte = static_cast<std::uint8_t>(random());
    for (std::size_t i = 0; i < kNumVregs; ++i) {
      for (auto& byte : model.v(i)) byte = static_cast<std::uint8_t>(random());
    }
    for (std::size_t i = 0; i < kNumMregs; ++i) {
      for (auto& bit : model.m(i)) bit = static_cast<std::uint8_t>(random() & 1U);
    }
  }

  [[nodiscard]] const Config& config() const { return model.config(); }
  [[nodiscard]] std::uint32_t vl() const { return config().vlen_bytes; }

  Response run(const Command& command) { return model.execute(command); }

  /// Expects an error that changes nothing.
  void expect_error(const Command& command, Status status, std::uint32_t info) {
    const State before = state();
    EXPECT_EQ(run(command), (Response{command.tag, status, info})) << to_text(command.op);
    EXPECT_TRUE(state() == before) << to_text(command.op) << " failed but changed state";
  }
  void expect_param(const Command& command, Field field) {
    expect_error(command, Status::ErrParam, static_cast<std::uint32_t>(field));
  }
  void expect_ok(const Command& command, std::uint32_t info = 0) {
    EXPECT_EQ(run(command), (Response{command.tag, Status::Ok, info})) << to_text(command.op);
  }

  static std::uint64_t number(const Bytes& from, std::size_t at, std::uint32_t bytes) {
    std::uint64_t value = 0;
    for (std::uint32_t i = bytes; i-- > 0;) value = value * 256 + from.at(at + i);
    return value;
  }
  static void set_number(Bytes& to, std::size_t at, std::uint32_t bytes, std::uint64_t value) {
    for (std::uint32_t i = 0; i < bytes; ++i) {
      to.at(at + i) = static_cast<std::uint8_t>(value);
      value /= 256;
    }
  }

  /// All lanes of a vector register.
  [[nodiscard]] Numbers lanes(unsigned v, std::uint32_t bytes) const {
    Numbers values;
    for (std::uint32_t at = 0; at < vl(); at += bytes) {
      values.push_back(number(model.v(v), at, bytes));
    }
    return values;
  }
  /// Writes the lowest lanes of a vector register.
  void set_lanes(unsigned v, std::uint32_t bytes, const Numbers& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      set_number(model.v(v), i * bytes, bytes, values[i]);
    }
  }
  [[nodiscard]] Numbers ub(std::uint32_t address, std::uint32_t bytes, std::size_t count) const {
    Numbers values;
    for (std::size_t i = 0; i < count; ++i) {
      values.push_back(number(model.ub(), address + i * bytes, bytes));
    }
    return values;
  }
  void set_ub(std::uint32_t address, std::uint32_t bytes, const Numbers& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      set_number(model.ub(), address + i * bytes, bytes, values[i]);
    }
  }
  /// Bit of every lane of a mask register.
  [[nodiscard]] Flags active(unsigned m, std::uint32_t bytes) const {
    Flags flags;
    for (std::uint32_t at = 0; at < vl(); at += bytes) flags.push_back(model.m(m).at(at) != 0);
    return flags;
  }
  /// Sets the bits of the lanes; the other bits of each group keep what they are.
  void set_active(unsigned m, std::uint32_t bytes, const Flags& flags) {
    for (std::size_t i = 0; i < flags.size(); ++i) model.m(m).at(i * bytes) = flags[i] ? 1 : 0;
  }
  void set_all_active(unsigned m, bool value = true) {
    std::fill(model.m(m).begin(), model.m(m).end(), std::uint8_t{value});
  }

  [[nodiscard]] State state() const { return state_of(model); }

  /// Uniform in [0, limit).
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); }

  Model model;
  std::mt19937 random;
};

/// A test that runs on every configuration.
class OnEveryConfig : public ::testing::TestWithParam<Config> {
 protected:
  Unit unit{GetParam()};
};

}  // namespace testing
}  // namespace gsq
