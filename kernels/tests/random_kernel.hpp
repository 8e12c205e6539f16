// SPDX-License-Identifier: Apache-2.0
/// Random kernels of commands and operations on more values than there are registers, and what they
/// leave, calculated step by step without the runtime.
#pragma once

#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gsq/kernel/processor.hpp"
#include "gsq/kernel/unit.hpp"
#include "gsq/semantics/model.hpp"

namespace gsq::testing {

/// All that a kernel can have changed.
struct KernelState {
  std::vector<std::uint8_t> ub;
  std::vector<std::vector<std::uint8_t>> vectors;
  std::vector<std::vector<std::uint8_t>> masks;
  std::vector<std::uint32_t> host;
};

class RandomKernel {
 public:
  static constexpr unsigned kVectors = 40;
  static constexpr unsigned kMasks = 12;

  RandomKernel(const Config& config, std::uint64_t seed, unsigned steps)
      : config_(config), random_(seed) {
    for (std::uint32_t i = 0; i < config.ub_bytes; ++i) {
      start_.push_back(static_cast<std::uint8_t>(random_()));
    }
    for (unsigned v = 0; v < kVectors; ++v) add_load(v);
    for (unsigned m = 0; m < kMasks; ++m) add_mask(m);
    while (steps_.size() < kVectors + kMasks + steps) add_any();
  }

  [[nodiscard]] const std::vector<std::uint8_t>& start() const { return start_; }

  /// Runs it on a unit whose UB is start().
  [[nodiscard]] KernelState run(kernel::Unit& unit) const {
    Values values;
    for (const Step& step : steps_) {
      step.what == What::kCommand ? issue(unit, step, values) : operate(step, values);
    }
    unit.wait();
    KernelState state;
    for (const kernel::Register& v : values.v)
      state.vectors.push_back(unit.read_v(v.index("test")));
    for (const kernel::Register& m : values.m) {
      state.masks.emplace_back();
      kernel::OperationBuilder op("read mask");
      const kernel::MaskLanes from = op.read_mask(m, 1);
      op.uses().host = kernel::Uses::kProgram;
      op.run([&to = state.masks.back(), from](kernel::State& in) { to = in.read_m(from.index); });
      unit.wait();
    }
    state.ub = unit.read_ub(0, config_.ub_bytes, "test");
    state.host = values.host;
    return state;
  }

  /// What it should leave.
  [[nodiscard]] KernelState expected() const {
    KernelState state;
    state.ub = start_;
    state.host = {1};
    state.vectors.assign(kVectors, std::vector<std::uint8_t>(config_.vlen_bytes));
    state.masks.assign(kMasks, std::vector<std::uint8_t>(config_.vlen_bytes));
    Model model(config_);
    for (const Step& step : steps_) {
      step.what == What::kCommand ? execute(model, step, state) : calculate(step, state);
    }
    return state;
  }

 private:
  enum class What {
    kCommand,
    kAdd,
    kBound,
    kLess,
    kTwo,
    kUb,
    kToHost,
    kFromHost,
    kCopy,
    kCopyMask
  };
  struct Step {
    What what{};
    Command command;                     ///< registers are numbers of values
    std::optional<kernel::Range> lanes;  ///< of the command
    unsigned d{}, d2{}, a{}, b{}, m{}, md{};
    std::uint32_t from{}, to{};
    bool merging{};
  };
  struct Values {
    std::vector<kernel::Register> v =
        std::vector<kernel::Register>(kVectors, kernel::Register(kernel::RegisterFile::kVector));
    std::vector<kernel::Register> m =
        std::vector<kernel::Register>(kMasks, kernel::Register(kernel::RegisterFile::kMask));
    std::vector<std::uint32_t> host{1};
  };

  // Making of steps

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  std::uint32_t block() { return below((config_.ub_bytes - config_.vlen_bytes) / 32 + 1) * 32; }

  Command command(Opcode op) {
    Command made;
    made.op = op;
    made.width = static_cast<Width>(below(3));
    made.vd = static_cast<std::uint8_t>(below(kVectors));
    made.vs = static_cast<std::uint8_t>(below(kVectors));
    made.vi = static_cast<std::uint8_t>(below(kVectors));
    made.m = static_cast<std::uint8_t>(below(kMasks));
    made.addr = block();
    return made;
  }

  void add(const Command& made, std::optional<kernel::Range> lanes = {}) {
    Step step;
    step.command = made;
    step.lanes = lanes;
    steps_.push_back(step);
  }

  void add_load(unsigned v) {
    Command load = command(Opcode::LoadAlign);
    load.vd = static_cast<std::uint8_t>(v);
    add(load);
  }

  void add_mask(unsigned m) {
    Command update = command(Opcode::UpdateMask);
    update.m = static_cast<std::uint8_t>(m);
    update.n = below(config_.vlen_bytes);
    add(update);
  }

  /// A gather or scatter whose indices an operation calculates: with lane operations often as
  /// indices of any width, all of which are as small.
  void add_access(Opcode op) {
    if (config_.lane_ops != 0 && below(2) != 0) {
      op = op == Opcode::Gather ? Opcode::GatherIndex : Opcode::ScatterIndex;
    }
    Command access = command(op);
    access.form = Form::B32;
    access.addr = below((config_.ub_bytes - 256) / 4 + 1) * 4;
    Step bound;
    bound.what = What::kBound;
    bound.d = access.vi;
    bound.a = below(kVectors);
    steps_.push_back(bound);
    std::optional<kernel::Range> lanes;
    if (below(2) != 0) lanes = kernel::Range{access.addr, access.addr + std::uint64_t{256}};
    add(access, lanes);
  }

  void add_any() {
    Step step;
    step.d = below(kVectors);
    step.d2 = (step.d + 1 + below(kVectors - 1)) % kVectors;
    step.a = below(4) == 0 ? step.d : below(kVectors);
    step.b = below(kVectors);
    step.m = below(kMasks);
    step.md = below(kMasks);
    step.from = below(config_.ub_bytes - 48);
    step.to = below(config_.ub_bytes - 48);
    step.merging = below(2) != 0;
    switch (below(config_.lane_ops != 0 ? 24 : 18)) {
      case 0:
      case 1:
        return add_load(below(kVectors));
      case 2:
      case 3:
        return add(command(Opcode::StoreAlign));
      case 4:
        return add_mask(below(kMasks));
      case 5:
        return add(command(Opcode::Squeeze));
      case 6:
        if (config_.lane_ops != 0 && below(2) != 0) return add_gather_lanes();
        return add(command(Opcode::GatherReg));
      case 7:
        return add(command(Opcode::Unsqueeze));
      case 8:
        return add_access(Opcode::Gather);
      case 9:
        return add_access(Opcode::Scatter);
      case 10:
      case 11:
        step.what = What::kAdd;
        break;
      case 12:
        step.what = What::kLess;
        break;
      case 13:
        step.what = What::kTwo;
        break;
      case 14:
        step.what = What::kUb;
        break;
      case 15:
        step.what = What::kToHost;
        break;
      case 16:
        step.what = What::kFromHost;
        break;
      case 17:
        step.what = step.merging ? What::kCopy : What::kCopyMask;
        break;
      case 18:
      case 19:
        return add_logic();
      default:
        return add_lanes();
    }
    steps_.push_back(step);
  }

  /// A command that calculates.
  void add_lanes() {
    Command lanes =
        command(static_cast<Opcode>(static_cast<unsigned>(Opcode::LaneAdd) +
                                    below(1 + static_cast<unsigned>(Opcode::LaneSelect) -
                                          static_cast<unsigned>(Opcode::LaneAdd))));
    lanes.scalar = below(2) != 0;
    lanes.n = below(64);
    lanes.merge = below(3) == 0;
    add(lanes);
  }

  void add_gather_lanes() {
    Command lanes = command(Opcode::GatherLanes);
    lanes.merge = below(2) == 0;
    add(lanes);
  }

  /// A command that makes a mask of others.
  void add_logic() {
    Command logic =
        command(static_cast<Opcode>(static_cast<unsigned>(Opcode::MaskAnd) +
                                    below(1 + static_cast<unsigned>(Opcode::MaskOnlyFirst) -
                                          static_cast<unsigned>(Opcode::MaskAnd))));
    logic.vd = static_cast<std::uint8_t>(below(kMasks));
    logic.vs = static_cast<std::uint8_t>(below(kMasks));
    logic.vi = static_cast<std::uint8_t>(below(kMasks));
    add(logic);
  }

  // With the runtime

  static void issue(kernel::Unit& unit, const Step& step, Values& values) {
    Command real = step.command;
    const CommandFacts& fact = facts(real.op);
    if (fact.reads_vs) real.vs = static_cast<std::uint8_t>(values.v[real.vs].index("test"));
    if (reads_vi(real)) real.vi = static_cast<std::uint8_t>(values.v[real.vi].index("test"));
    if (fact.mask == MaskUse::Write) {
      real.m = static_cast<std::uint8_t>(values.m[real.m].index_to_write("test"));
    } else if (fact.mask != MaskUse::None) {
      real.m = static_cast<std::uint8_t>(values.m[real.m].index("test"));
    }
    if (fact.mask == MaskUse::Logic) {
      real.vs = static_cast<std::uint8_t>(values.m[real.vs].index("test"));
      real.vi = static_cast<std::uint8_t>(values.m[real.vi].index("test"));
      real.vd = static_cast<std::uint8_t>(values.m[real.vd].index_to_write("test"));
    }
    if (real.merge && has(fact.fields, CmdField::Merge)) {
      kernel::Register& d = values.v[real.vd];
      Command copy = real;
      copy.op = Opcode::LaneSelect;
      copy.scalar = false;
      copy.vs = copy.vi = static_cast<std::uint8_t>(d.index("test"));
      real.vd = copy.vd = static_cast<std::uint8_t>(d.index_to_change("test"));
      if (copy.vd != copy.vs) unit.issue(copy, "copy", {});
    } else if (fact.writes_vd) {
      real.vd = static_cast<std::uint8_t>(values.v[real.vd].index_to_write("test"));
    }
    unit.issue(real, "command", {}, step.lanes);
  }

  static void operate(const Step& step, Values& values) {
    using kernel::in;
    using kernel::Mode;
    kernel::Register& d = values.v[step.d];
    const kernel::Register& a = values.v[step.a];
    const kernel::Register& b = values.v[step.b];
    switch (step.what) {
      case What::kAdd:
        return kernel::map<std::uint32_t>(
            "add", d, values.m[step.m], step.merging ? Mode::kMerging : Mode::kZeroing,
            [](std::uint32_t x, std::uint32_t y) { return x + y; }, in<std::uint32_t>(a),
            in<std::uint32_t>(b));
      case What::kLess:
        return kernel::map_to_mask<2>(
            "less", values.m[step.md], values.m[step.m],
            [](std::int16_t x, std::int16_t y) { return x < y; }, in<std::int16_t>(a),
            in<std::int16_t>(b));
      case What::kBound: {
        kernel::OperationBuilder op("bound");
        const auto from = op.read<std::uint32_t>(a);
        const auto to = op.write<std::uint32_t>(d);
        return op.run([=](kernel::State& state) {
          auto lanes = from.get(state);
          for (std::uint32_t& lane : lanes) lane &= 63U;
          to.set(state, lanes);
        });
      }
      case What::kTwo: {
        kernel::OperationBuilder op("two results");
        const auto x = op.read<std::uint8_t>(a);
        const auto y = op.read<std::uint8_t>(b);
        const auto to = op.write<std::uint8_t>(d);
        const auto to2 = op.write<std::uint8_t>(values.v[step.d2]);
        return op.run([=](kernel::State& state) {
          auto first = x.get(state);
          auto second = y.get(state);
          for (std::size_t i = 0; i < first.size(); i += 2) std::swap(first[i], second[i]);
          to.set(state, first);
          to2.set(state, second);
        });
      }
      case What::kUb: {
        kernel::OperationBuilder op("bytes of UB");
        op.uses().reads_ub[1] = {step.from, step.from + std::uint64_t{48}};
        op.uses().writes_ub[1] = {step.to, step.to + std::uint64_t{48}};
        return op.run([from = step.from, to = step.to](kernel::State& state) {
          auto bytes = state.read_ub(from, 48);
          for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(byte + 1);
          state.write_ub(to, bytes);
        });
      }
      case What::kToHost: {
        kernel::OperationBuilder op("to host");
        const auto from = op.read<std::uint8_t>(a);
        op.uses().host = kernel::Uses::kProgram;
        return op.run([&host = values.host, from](kernel::State& state) {
          const auto lanes = from.get(state);
          host.push_back(std::accumulate(lanes.begin(), lanes.end(), host.back()));
        });
      }
      case What::kFromHost: {
        kernel::OperationBuilder op("from host");
        const auto to = op.write<std::uint32_t>(d);
        op.uses().host = kernel::Uses::kProgram;
        return op.run([&host = values.host, to](kernel::State& state) {
          to.set(state, std::vector<std::uint32_t>(state.config().lanes(4), host.back()));
        });
      }
      case What::kCopy:
        d = a;
        return;
      case What::kCopyMask:
        values.m[step.md] = values.m[step.m];
        return;
      case What::kCommand:  // see issue()
        return;
    }
  }

  // Without it

  static void execute(Model& model, const Step& step, KernelState& state) {
    Command real = step.command;
    const CommandFacts& fact = facts(real.op);
    model.ub() = state.ub;
    if (fact.reads_vs) model.v(1) = state.vectors[real.vs];
    if (fact.reads_vi) model.v(2) = state.vectors[real.vi];
    if (fact.mask != MaskUse::None) model.m(3) = state.masks[real.m];
    if (fact.mask == MaskUse::Logic) {
      model.m(1) = state.masks[real.vs];
      model.m(2) = state.masks[real.vi];
    }
    real.vs = 1;
    real.vi = 2;
    real.m = 3;
    real.vd = 4;
    if (fact.writes_vd) model.v(4) = state.vectors[step.command.vd];  // some keep a part of it
    if (model.execute(real).status != Status::Ok)
      throw std::logic_error("random kernels are legal");
    state.ub = model.ub();
    if (fact.writes_vd) state.vectors[step.command.vd] = model.v(4);
    if (fact.mask == MaskUse::Write) state.masks[step.command.m] = model.m(3);
    if (fact.mask == MaskUse::Logic) state.masks[step.command.vd] = model.m(4);
  }

  static void calculate(const Step& step, KernelState& state) {
    const auto a = state.vectors[step.a];
    const auto b = state.vectors[step.b];
    const auto mask = state.masks[step.m];
    const auto word = [](const std::vector<std::uint8_t>& from, std::size_t at) {
      std::uint32_t value = 0;
      std::memcpy(&value, &from[at], 4);
      return value;
    };
    switch (step.what) {
      case What::kAdd:
      case What::kBound:
      case What::kFromHost:
        for (std::size_t i = 0; i < a.size(); i += 4) {
          std::uint32_t value = state.host.back();
          if (step.what == What::kBound) value = a[i] & 63U;
          if (step.what == What::kAdd) {
            if (mask[i] == 0 && step.merging) continue;
            value = mask[i] == 0 ? 0 : word(a, i) + word(b, i);
          }
          std::memcpy(&state.vectors[step.d][i], &value, 4);
        }
        return;
      case What::kLess: {
        std::vector<std::uint8_t> result(mask.size());
        for (std::size_t i = 0; i < a.size(); i += 2) {
          const auto x = static_cast<std::int16_t>(a[i] | a[i + 1] << 8);
          const auto y = static_cast<std::int16_t>(b[i] | b[i + 1] << 8);
          result[i] = mask[i] != 0 && x < y ? 1 : 0;
        }
        state.masks[step.md] = result;
        return;
      }
      case What::kTwo:
        for (std::size_t i = 0; i < a.size(); ++i) {
          state.vectors[step.d][i] = i % 2 == 0 ? b[i] : a[i];
          state.vectors[step.d2][i] = i % 2 == 0 ? a[i] : b[i];
        }
        return;
      case What::kUb: {
        const std::vector<std::uint8_t> bytes(&state.ub[step.from], &state.ub[step.from] + 48);
        for (std::size_t i = 0; i < 48; ++i)
          state.ub[step.to + i] = static_cast<std::uint8_t>(bytes[i] + 1);
        return;
      }
      case What::kToHost:
        state.host.push_back(std::accumulate(a.begin(), a.end(), state.host.back()));
        return;
      case What::kCopy:
        state.vectors[step.d] = a;
        return;
      case What::kCopyMask:
        state.masks[step.md] = mask;
        return;
      case What::kCommand:
        return;
    }
  }

  Config config_;
  std::mt19937_64 random_;
  std::vector<std::uint8_t> start_;
  std::vector<Step> steps_;
};

}  // namespace gsq::testing
