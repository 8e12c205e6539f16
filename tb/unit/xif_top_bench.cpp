// SPDX-License-Identifier: Apache-2.0
// Bench of the front end with the unit behind it, in lockstep with gsq::FrontEnd and
// gsq::CycleModel. A core runs a random program: commands as instructions, loads and stores of its
// own to UB between them, reads of answers, sync. Interrupts come at any time: the core kills what
// it has issued, or drops the youngest without a word, and issues it again later. Nothing of that
// may be seen in the results: a golden model executes the program once, in its order, and every
// command, answer and load must be what it says. With RvvOps 1 a part of the program are vector
// instructions of RISC-V, whose results are also those of the reference of the specification.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "Vgsq_xif_top.h"
#include "common/bench.hpp"
#include "common/rvv_reference.hpp"
#include "common/rvv_stimulus.hpp"
#include "gsq/config.hpp"
#include "gsq/instructions.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/instruction.hpp"
#include "gsq/semantics/vector_instruction.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "gsq/timing/front_end.hpp"
#include "unit/xif_ports.hpp"

namespace {

constexpr unsigned kInstructions = 150'000;
constexpr unsigned kIds = 16;
constexpr unsigned kPhase = 1024;  // cycles with the same probabilities
constexpr unsigned kAhead = 64;    // items of the program that are made before they are needed
constexpr gsq::CoreView kView{PARAM_LaneOps != 0, PARAM_VlenBytes, PARAM_UbBytes, PARAM_UbBase};
constexpr bool kRvvOps = PARAM_RvvOps != 0;
constexpr unsigned kStrange = 3;  // percent of vector instructions that may be illegal or fail
constexpr std::uint32_t kSync = 0x6400100b;

gsq::Config config() {
  gsq::Config made;
  made.vlen_bytes = PARAM_VlenBytes;
  made.ub_bytes = PARAM_UbBytes;
  made.banks = PARAM_Banks;
  made.bank_bytes = PARAM_BankBytes;
  made.row_multiplier = PARAM_RowMultiplier;
  made.places = PARAM_Places;
  made.parts = PARAM_Parts;
  made.squeeze_cuts = PARAM_SqueezeCuts;
  made.lane_ops = PARAM_LaneOps;
  return made;
}

/// One instruction of the program, or a load or store of the core to a block of UB.
struct Item {
  gsq::GivenInstruction instruction;
  bool illegal{};
  std::vector<gsq::Command> commands;
  std::optional<std::uint32_t> answer;  ///< value of rd
  std::optional<gsq::HostRequest> access;
  std::array<std::uint32_t, 8> data{};  ///< of a load
};

class XifTopBench : public tb::Bench<Vgsq_xif_top> {
 public:
  XifTopBench(int argc, char** argv)
      : Bench("front end and unit, LaneOps " + std::to_string(PARAM_LaneOps), argc, argv) {}

 private:
  // ---- The program ------------------------------------------------------------------------------

  /// The items up to `most` exist.
  void make_items(std::size_t most) {
    if (!commands_) begin_program();
    while (first_ + items_.size() <= most) make_item();
  }

  /// Masks and V get values: those that they have at first nobody knows.
  void begin_program() {
    commands_.emplace(config(), random().next(), "all");
    for (const gsq::Fill& fill : commands_->refill()) add_stores(fill);
    gsq::Model model = commands_->model();
    for (std::uint8_t m = 0; m < gsq::kNumMregs; ++m) {
      gsq::Command command;
      command.op = gsq::Opcode::CreateMask;
      command.m = m;
      command.pattern = gsq::Pattern::All;
      add_command(command, model.execute(command));
    }
    commands_->adopt(model);
  }

  void make_item() {
    if (random().percent(3)) return add_sync();
    if (random().percent(3)) return add_access();
    if (random().percent(1)) return add_illegal();
    if (kRvvOps && commands_made_ >= gsq::kNumVregs && random().percent(10)) return add_vectors();
    ++commands_made_;  // the first ones load V
    const gsq::Model before = commands_->model();
    const gsq::Command command = commands_->next();
    if (!add_command(command, commands_->response())) commands_->adopt(before);
  }

  bool add_command(const gsq::Command& command, const gsq::Response& response) {
    const gsq::XNumbers numbers{static_cast<std::uint8_t>(random().percent(50) ? 0 : 10), 11, 12};
    const auto given = gsq::instructions_for(command, cfg_, kView, numbers);
    if (given.empty()) return false;
    for (const gsq::GivenInstruction& one : given) items_.emplace_back().instruction = one;
    Item& last = items_.back();
    const auto decoded = gsq::decode(last.instruction.word, last.instruction.values, cfg_, kView);
    if (!decoded->aligned) {
      last.illegal = true;
      return true;
    }
    if (random().percent(50) && decoded->facts->reads_rs1 && is_address(command.op) &&
        last.instruction.values.rs1 < kView.ub_bytes)
      last.instruction.values.rs1 += kView.ub_base;
    last.commands = {decoded->command};
    if (decoded->answers) last.answer = response.info;
    count(response);
    return true;
  }

  /// What the next sync tells of a response.
  void count(const gsq::Response& response) {
    if (response.status != gsq::Status::Ok && !failed_)
      failed_ = answered_ << 16 | (response.info & 0xffU) << 8 |
                static_cast<std::uint32_t>(response.status);
    answered_ = (answered_ + 1) & 0xffffU;
  }

  // ---- Vector instructions ----------------------------------------------------------------------

  /// Some behind each other. The first one is vset, since commands may have written its masks.
  void add_vectors() {
    gsq::Model model = commands_->model();
    copy_to_reference(model);
    std::uint32_t vtype = 0;
    do {
      vtype = random().below(256);
    } while (gsq::crack(vsetvli(vtype), {1, 0}, {}, kView)->after.vl == 0);
    add_vector(model, {vsetvli(vtype), random().below(3 * PARAM_VlenBytes), 0});
    for (unsigned left = random().below(16); left != 0; --left)
      add_vector(model, stimulus_.next(reference_));
    commands_->adopt(model);
  }

  /// vsetvli a0, a1, vtype
  static std::uint32_t vsetvli(std::uint32_t vtype) { return 0x0005f557U | vtype << 20; }

  void add_vector(gsq::Model& model, const tb::RvvInstruction& one) {
    using Outcome = tb::RvvReference::Outcome;
    Item& item = items_.emplace_back();
    item.instruction = {one.word, {one.rs1, one.rs2}};
    const gsq::VectorState state{reference_.vl(), reference_.vtype()};
    const auto cracked = gsq::crack(one.word, item.instruction.values, state, kView);
    const Outcome outcome = reference_.execute(one.word, one.rs1, one.rs2);
    item.illegal = outcome == Outcome::Illegal || outcome == Outcome::Misaligned;
    expect("legal vector instructions", 0, item.illegal, !cracked || !cracked->aligned, text(item));
    if (item.illegal) return;
    for (const auto& step : cracked->steps) {
      if (!step) continue;
      item.commands.push_back(*step);
      count(model.execute(*step));
    }
    if (outcome == Outcome::Fault) {  // what commands before it have done may differ
      copy_to_reference(model);
      return;
    }
    if (reference_.rd() && (one.word >> 7 & 31U) != 0) item.answer = reference_.rd();
    expect("vl", 0, reference_.vl(), cracked->after.vl, text(item));
    for (unsigned reg = 0; reg < gsq::kNumVregs; ++reg) {
      const auto from = reference_.v().begin() + reg * PARAM_VlenBytes;
      expect("V of the specification", reg, 1,
             std::equal(from, from + PARAM_VlenBytes, model.v(reg).begin()), text(item));
    }
    expect("UB of the specification", 0, 1,
           std::equal(model.ub().begin(), model.ub().end(), reference_.memory().begin()),
           text(item));
  }

  void copy_to_reference(gsq::Model& model) {
    for (unsigned reg = 0; reg < gsq::kNumVregs; ++reg)
      std::copy_n(model.v(reg).begin(), PARAM_VlenBytes,
                  reference_.v().begin() + reg * PARAM_VlenBytes);
    std::copy(model.ub().begin(), model.ub().end(), reference_.memory().begin());
  }

  static bool is_address(gsq::Opcode op) {
    return gsq::has(gsq::facts(op).fields, gsq::CmdField::Addr);
  }

  void add_sync() {
    items_.emplace_back().instruction.word = kSync | 10U << 7;
    items_.back().answer = failed_.value_or(0);
    failed_.reset();
    answered_ = 0;
  }

  void add_illegal() {
    items_.emplace_back().instruction.word = static_cast<std::uint32_t>(random().next());
    Item& item = items_.back();
    item.instruction.word = (item.instruction.word & ~0x7fU) | 0x0b;
    item.illegal = true;
    if (gsq::decode(item.instruction.word, {}, cfg_, kView)) items_.pop_back();
  }

  void add_stores(const gsq::Fill& fill) {
    for (std::size_t at = 0; at < fill.bytes.size(); at += gsq::kBlockBytes) {
      items_.emplace_back();
      gsq::HostRequest& request = items_.back().access.emplace();
      request = {fill.address + static_cast<std::uint32_t>(at), true, ~0U, {}};
      for (unsigned i = 0; i < gsq::kBlockBytes; ++i)
        request.wdata.at(i / 4) |= std::uint32_t{fill.bytes.at(at + i)} << (i % 4 * 8);
    }
  }

  void add_access() {
    gsq::Model model = commands_->model();
    items_.emplace_back();
    Item& item = items_.back();
    gsq::HostRequest& request = item.access.emplace();
    request.address = random().below(PARAM_UbBytes / gsq::kBlockBytes) * gsq::kBlockBytes;
    request.write = random().percent(50);
    request.be = request.write ? static_cast<std::uint32_t>(random().next()) : ~0U;
    for (std::uint32_t& word : request.wdata) word = static_cast<std::uint32_t>(random().next());
    for (unsigned i = 0; i < gsq::kBlockBytes; ++i) {
      std::uint8_t& byte = model.ub().at(request.address + i);
      if (!request.write) {
        item.data.at(i / 4) |= std::uint32_t{byte} << (i % 4 * 8);
      } else if ((request.be >> i & 1U) != 0) {
        byte = static_cast<std::uint8_t>(request.wdata.at(i / 4) >> (i % 4 * 8));
      }
    }
    if (request.write) commands_->adopt(model);
  }

  // ---- The core ---------------------------------------------------------------------------------

  struct Issued {
    std::size_t item{};
    std::uint32_t id{};
    bool accepted{};
    bool doomed{};
  };

  Item& item(std::size_t number) { return items_.at(number - first_); }

  void drive() override {
    in_.issue_valid = false;
    in_.commit_valid = false;
    in_.ub_req = false;
    if (!in_reset()) choose();
    tb::drive_core(dut(), in_);
    const gsq::HostRequest none;
    const gsq::HostRequest& access = in_.ub_req ? *item(access_).access : none;
    dut().ub_addr_i = access.address;
    dut().ub_we_i = access.write;
    dut().ub_be_i = access.be;
    for (unsigned i = 0; i < access.wdata.size(); ++i) dut().ub_wdata_i[i] = access.wdata.at(i);
  }

  void choose() {
    if (cycles_++ % kPhase == 0) {
      for (unsigned* percent : {&issue_, &late_, &stall_})
        *percent = random().percent(50) ? 0 : random().below(90);
      interrupts_ = random().percent(50) ? 0 : random().below(10);
    }
    make_items(next_ + kAhead);
    const bool end = next_ >= kInstructions;
    if (end && issued_.empty() && !accessing_ && results_.empty() && loads_.empty() &&
        front_.idle() && unit_.idle()) {
      finish();
      return;
    }

    // An access of the core begins when all before it has been committed, and what follows is not
    // committed before it is granted.
    const Item& next = item(next_);
    if (!end && next.access && issued_.empty() && !accessing_) {
      accessing_ = true;
      access_ = next_++;
    }
    in_.ub_req = accessing_;

    const Item& now = item(next_);
    in_.issue_valid = next_ < kInstructions && !now.access && issued_.size() < kIds - 1 &&
                      (issuing_ || !random().percent(issue_));
    in_.instr = now.instruction.word;
    in_.rs = now.instruction.values;
    in_.issue_id = id_;
    in_.rs1_valid = !random().percent(late_ / 2);
    in_.rs2_valid = !random().percent(late_ / 2);

    in_.kill = false;
    if (!issued_.empty() && !accessing_ && !random().percent(late_)) {
      const Issued& first = issued_.front();
      in_.commit_valid = true;
      in_.commit_id = first.id;
      in_.kill = first.doomed || !first.accepted || random().percent(interrupts_);
      if (in_.kill && first.accepted) in_.issue_valid = false;
    }
    in_.result_ready = !random().percent(stall_);
  }

  void posedge() override {
    if (in_reset()) return;
    const gsq::CycleOutputs& unit = unit_.outputs();
    in_.cmd_ready = unit.cmd_ready;
    in_.rsp_valid = unit.rsp_valid;
    in_.rsp = gsq::unpack(unit.rsp);
    in_.host_gnt = unit.host_gnt;
    const gsq::FrontEndOutputs out = front_.outputs(in_);
    if (in_.issue_valid) {
      const std::string what = gsq::disassemble(in_.instr);
      expect("issue_ready_o", 0, out.issue_ready, dut().issue_ready_o, what);
      expect("issue_accept_o", 0, out.accept, dut().issue_accept_o, what);
      expect("issue_writeback_o", 0, out.writeback, dut().issue_writeback_o, what);
    }
    expect("result_valid_o", 0, out.result_valid, dut().result_valid_o);
    if (out.result_valid) {
      expect("result_id_o", 0, out.result_id, dut().result_id_o);
      expect("result_we_o", 0, out.we, dut().result_we_o);
      if (out.we) expect("result_data_o", 0, out.data, dut().result_data_o);
    }
    expect("cmd_go_o", 0, out.cmd_valid && unit.cmd_ready, dut().cmd_go_o);
    expect("ub_gnt_o", 0, out.ub_gnt, dut().ub_gnt_o);
    expect("ub_rvalid_o", 0, unit.host_rvalid, dut().ub_rvalid_o);
    expect("irq_o", 0, out.irq, dut().irq_o);
    follow(out);

    gsq::CycleInputs inputs;
    inputs.command = out.cmd_valid ? &out.cmd : nullptr;
    inputs.host = out.host_req ? &*item(access_).access : nullptr;
    inputs.rsp_ready = out.rsp_ready;
    front_.step(in_);
    const bool granted = out.ub_gnt;
    unit_.step(inputs);
    if (granted) {
      loads_.push_back(access_);
      accessing_ = false;
    }
  }

  /// What the program expects of this cycle, and what the core makes of it.
  void follow(const gsq::FrontEndOutputs& out) {
    if (out.cmd_valid && in_.cmd_ready) check_command(out.cmd);
    if (unit_.outputs().host_rvalid) check_load();
    if (out.result_valid && in_.result_ready) {
      const Item& done = item(results_.front());
      expect("result_we_o", 0, done.answer.has_value(), out.we, text(done));
      if (done.answer) expect("answer", 0, *done.answer, dut().result_data_o, text(done));
      results_.pop_front();
    }

    const std::size_t number = issued_.size();
    const bool issue = in_.issue_valid && out.issue_ready;
    issuing_ = in_.issue_valid && !issue && !random().percent(2);
    if (issue) {
      issued_.push_back({next_, id_, out.accept, false});
      expect("issue_accept_o", 0, !item(next_).illegal, out.accept, text(item(next_)));
      id_ = (id_ + 1) % kIds;
      ++next_;
      dropped_ = false;
    }
    if (in_.commit_valid && number != 0) {
      const Issued first = issued_.front();
      issued_.pop_front();
      if (first.accepted && !in_.kill) {
        results_.push_back(first.item);
        if (!item(first.item).commands.empty()) due_.push_back(first.item);
      }
      if (first.accepted && in_.kill && !first.doomed) {  // an interrupt: it is issued again later
        for (Issued& younger : issued_) younger.doomed = true;
        next_ = first.item;
      }
    } else if (!issue && !issuing_ && !dropped_ && !issued_.empty() && !issued_.back().doomed &&
               random().percent(interrupts_)) {
      id_ = issued_.back().id;
      next_ = issued_.back().item;
      issued_.pop_back();
      dropped_ = true;
    }
    // Items that nobody needs any more.
    std::size_t oldest = next_;
    for (const auto& one : issued_) oldest = std::min(oldest, one.item);
    for (const auto* queue : {&results_, &due_, &loads_})
      if (!queue->empty()) oldest = std::min(oldest, queue->front());
    if (accessing_) oldest = std::min(oldest, access_);
    for (; first_ < oldest; ++first_) items_.pop_front();
  }

  static std::string text(const Item& item) {
    const std::string vector(gsq::vector_name(item.instruction.word));
    return vector.empty() ? gsq::disassemble(item.instruction.word)
                          : vector + ' ' + std::to_string(item.instruction.word);
  }

  /// Each command comes once, after its commit, in the order of the program.
  void check_command(const gsq::Command& actual) {
    expect("commands", 0, 1, due_.empty() ? 0 : 1, "a command that no instruction gave");
    if (due_.empty()) return;
    const Item& from = item(due_.front());
    gsq::Command expected = from.commands.at(due_command_);
    expected.tag = actual.tag;
    const gsq::CommandBits a = gsq::pack(expected);
    const gsq::CommandBits b = gsq::pack(actual);
    for (unsigned i = 0; i < a.size(); ++i) expect("command", i, a.at(i), b.at(i), text(from));
    gsq::CommandBits bits;
    for (unsigned i = 0; i < bits.size(); ++i) bits.at(i) = dut().cmd_o[i];
    if (!gsq::vector_name(from.instruction.word).empty())
      bits = gsq::pack(gsq::meaningful(gsq::unpack(bits)));
    for (unsigned i = 0; i < b.size(); ++i) expect("cmd_o", i, b.at(i), bits.at(i), text(from));
    if (++due_command_ != from.commands.size()) return;
    due_command_ = 0;
    due_.pop_front();
  }

  void check_load() {
    const Item& load = item(loads_.front());
    if (!load.access->write) {
      for (unsigned i = 0; i < load.data.size(); ++i)
        expect("ub_rdata_o", i, load.data.at(i), dut().ub_rdata_o[i], "a load of the core");
    }
    loads_.pop_front();
  }

  std::optional<gsq::RandomCommands> commands_;
  unsigned commands_made_{};
  gsq::CfgState cfg_{};
  std::optional<std::uint32_t> failed_;  // what the next sync gives
  std::uint32_t answered_{};             // commands since the last sync
  std::deque<Item> items_;
  std::size_t first_{};  // number of the first item there
  std::size_t next_{};   // ... of the next one to issue

  tb::RvvReference reference_{PARAM_VlenBytes, PARAM_UbBytes, PARAM_UbBase, tb::RvvTail::Unit};
  tb::RvvStimulus stimulus_{random(), kStrange, PARAM_UbBase};

  gsq::FrontEnd front_{{PARAM_QueueDepth, kView, kRvvOps}};
  gsq::CycleModel unit_{config()};
  gsq::FrontEndInputs in_;
  std::deque<Issued> issued_;
  std::deque<std::size_t> results_;  // committed, without a result
  std::deque<std::size_t> due_;      // committed, whose commands have not come
  std::size_t due_command_{};        // ... of the first one: the next command
  std::deque<std::size_t> loads_;    // granted accesses without an answer
  std::size_t access_{};
  bool accessing_{};
  bool issuing_{};
  bool dropped_{};
  std::uint32_t id_{};
  std::uint64_t cycles_{};
  unsigned issue_{}, late_{}, stall_{}, interrupts_{};  // percent
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return XifTopBench(argc, argv).run(); }
