// SPDX-License-Identifier: Apache-2.0
// Runs of random commands that do not wait for each other's registers: they fill a window of groups
// and meet there in banks, words and lanes.
#include <algorithm>

#include "gsq/stimulus/random.hpp"
#include "semantics/model_rules.hpp"

namespace gsq {

Command RandomCommands::start_run() {
  run_left_ = dense_ ? 512 : 16 + rng_.below(40);
  run_done_ = 0;
  lone_ = dense_ && rng_.percent(40);
  run_lanes_.fill({});
  return make_run();
}

/// First indices and masks, some of which stay as they are. Then commands that read these and the
/// data registers in frequent use, and write others.
Command RandomCommands::make_run() {
  --run_left_;
  const std::uint32_t at = run_done_++;
  if (at < hot_vi_.size() && rng_.percent(70)) {
    Command command = make_table_load();
    command.vd = hot_vi_.at(at);
    return command;
  }
  if (at == hot_vi_.size()) {
    Command command = make(Opcode::CreateMask);
    command.width = Width::B8;
    command.pattern = Pattern::All;
    command.m = hot_m_[0];
    return command;
  }
  if (at == hot_vi_.size() + 1) {  // few lanes, or none: groups without a word
    Command command = make(rng_.percent(50) ? Opcode::UpdateMask : Opcode::SetMask);
    if (command.op == Opcode::UpdateMask) command.n = rng_.percent(40) ? 0 : rng_.below(8);
    command.m = hot_m_[1];
    if (lone_) {
      command.op = Opcode::SetMask;
      command.mask = {std::uint64_t{1} << (4 * rng_.below(8)), 0};
      command.src0 = command.src1 = command.row_stride = command.col = 0;
    }
    return command;
  }
  // Dense: the banks are accessed in nearly every cycle, so that the host waits until it wins.
  const std::uint32_t choice = !dense_               ? rng_.below(100)
                               : lone_               ? 20
                               : rng_.below(64) == 0 ? 0
                               : rng_.percent(30)    ? 5
                                                     : 20;
  Command command = choice < 5    ? make(Opcode::GatherReg)
                    : choice < 9  ? make(Opcode::LoadAlign)
                    : choice < 13 ? make(Opcode::StoreAlign)
                    : choice < 15 ? make(Draw::kVec)
                    : lone_       ? make_lone_lane()
                                  : make_run_lanes();
  if (facts(command.op).kind == MemKind::Vec) command.iterations = rng_.below(4);
  const auto is_source = [&](std::uint8_t reg) {
    return std::find(hot_v_.begin(), hot_v_.end(), reg) != hot_v_.end() ||
           std::find(hot_vi_.begin(), hot_vi_.end(), reg) != hot_vi_.end();
  };
  do {
    command.vd = static_cast<std::uint8_t>(rng_.below(kNumVregs));
  } while (is_source(command.vd));
  command.vs = hot_v_.at(rng_.below(hot_v_.size()));
  return command;
}

/// A gather or scatter: often of the words of one before, or of words close to them.
Command RandomCommands::make_run_lanes() {
  const Opcode op = rng_.percent(50) ? Opcode::Gather : Opcode::Scatter;
  Command& known = run_lanes_.at(rng_.below(run_lanes_.size()));
  if (known.op == Opcode::Gather && rng_.percent(85)) {
    Command command = known;
    command.op = op;
    const std::uint32_t element = rules::bytes_of(facts(command.form).elem);
    if (rng_.percent(50)) command.addr += rng_.below(2 * config_.banks) * element;
    command.m = hot_m_.at(rng_.percent(90) ? 0 : 1);
    Response response;
    if (!touches_reserved(command, response) && response.status == Status::Ok) return command;
    command = known;
    command.op = op;
    return command;
  }
  const Command command = make(op);
  // Other index registers are destinations of the run.
  if (command.op == op && std::find(hot_vi_.begin(), hot_vi_.end(), command.vi) != hot_vi_.end()) {
    known = command;
    known.op = Opcode::Gather;
  }
  return command;
}

/// A gather or scatter of one lane, always the same: each group takes one cycle, so those that a
/// win of the host delays stay together and lose their lane to each other.
Command RandomCommands::make_lone_lane() {
  Command command = random_fields();
  command.op = rng_.percent(50) ? Opcode::Gather : Opcode::Scatter;
  command.form = Form::B32;
  command.mode = AddressMode::Elem;
  command.vi = hot_vi_[0];
  command.m = hot_m_[1];
  return place_lanes(command) ? command : make(Opcode::LoadAlign);
}

}  // namespace gsq
