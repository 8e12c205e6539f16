// SPDX-License-Identifier: Apache-2.0
#include "soc_recorder.hpp"

#include <fmt/format.h>

namespace soc {

std::string Stretch::text() const {
  return cycles
             ? fmt::format("{} commands, {} cycles of the unit alone", commands, *cycles)
             : fmt::format("{} commands, which the unit alone would execute differently", commands);
}

void Recorder::take(const gsq::Command& command, const gsq::CycleModel& unit) {
  if (commands_.empty()) {
    ub_ = unit.ub();
    v_.clear();
    m_.clear();
    for (unsigned i = 0; i < gsq::kNumVregs; ++i) v_.push_back(unit.v(i));
    for (unsigned i = 0; i < gsq::kNumMregs; ++i) m_.push_back(unit.model().m(i));
  }
  commands_.push_back(command);
}

void Recorder::sync(const gsq::CycleModel& unit) {
  if (commands_.empty()) return;
  stretches_.push_back({commands_.size(), cycles_alone(unit.ub())});
  commands_.clear();
}

std::optional<std::uint64_t> Recorder::cycles_alone(const std::vector<std::uint8_t>& ub) const {
  gsq::CycleModel alone(config_);
  alone.write_ub(0, ub_);
  for (unsigned i = 0; i < gsq::kNumVregs; ++i) alone.write_v(i, v_[i]);
  for (unsigned i = 0; i < gsq::kNumMregs; ++i) alone.write_m(i, m_[i]);
  std::size_t given = 0;
  std::size_t answered = 0;
  std::uint64_t cycles = 0;
  while (answered < commands_.size()) {
    gsq::CycleInputs in;
    if (given < commands_.size()) in.command = &commands_[given];
    in.rsp_ready = true;
    if (in.command != nullptr && alone.outputs().cmd_ready) ++given;
    if (alone.outputs().rsp_valid) ++answered;
    alone.step(in);
    ++cycles;
  }
  if (alone.ub() != ub) return std::nullopt;
  return cycles;
}

}  // namespace soc
