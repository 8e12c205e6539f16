#include "gsq/timing/cycle_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "gsq/timing/bound.hpp"
#include "semantics/model_rules.hpp"

namespace gsq {
namespace {

void set_bit(std::vector<std::uint32_t>& bits, std::uint32_t index) {
  bits[index / 32] |= std::uint32_t{1} << (index % 32);
}

bool is_stream_store(Opcode op) {
  return op == Opcode::StoreUnalign || op == Opcode::StoreUnalignPost;
}

/// Whether an iteration of a vec command reads a block that one of the iterations
/// first..iteration-1 writes. `blocks`: those of an iteration that have a selected lane.
bool reads_what_is_written(const Command& command, const std::vector<std::uint32_t>& blocks,
                           std::uint32_t iteration, std::uint32_t first) {
  const rules::BlockWalk dst = rules::operand_walk(command, 0);
  const auto is_written = [&](std::uint64_t address) {
    for (std::uint32_t writer = first; writer < iteration; ++writer) {
      for (const std::uint32_t block : blocks) {
        if (dst.address(writer, std::uint64_t{block} * kBlockBytes) == address) return true;
      }
    }
    return false;
  };
  for (std::uint32_t operand = 1; operand < rules::vec_operands(command.op); ++operand) {
    const rules::BlockWalk source = rules::operand_walk(command, operand);
    for (const std::uint32_t block : blocks) {
      if (is_written(source.address(iteration, std::uint64_t{block} * kBlockBytes))) return true;
    }
  }
  return false;
}

/// The least number of groups of a memory command, those that want no word included. `command` has
/// real register numbers.
std::uint32_t groups_of(const Command& command, const Model& before) {
  if (command.op == Opcode::GatherReg) return 4 / rules::bytes_of(command.width);
  if (command.op != Opcode::Gather && command.op != Opcode::Scatter) return 1;
  if (rules::sizes_of(command.form).slot != 2) return 1;
  const auto& mask = before.m(command.m);
  const std::size_t half = mask.size() / 2;
  bool active[2] = {false, false};
  for (std::size_t at = 0; at < mask.size(); at += 2) active[at / half] |= mask[at] != 0;
  return active[0] && active[1] ? 2 : 1;
}

/// The plan of a command that judge() answers with `response`.
Plan plan_of(const Command& command, const Model& before, const Response& response) {
  Plan plan;
  if (response.status != Status::Ok && !rules::is_lane_fault(command, response)) return plan;
  const auto compute = [&](std::uint8_t dest, std::uint8_t source) {
    plan.kind = Plan::Class::kCompute;
    plan.dest = dest;
    plan.sources[0] = source;
  };
  const auto load = [&](std::uint8_t data, std::uint8_t indices) {
    plan.kind = Plan::Class::kMemory;
    plan.dest = command.vd;
    plan.sources = {data, indices};
  };
  const auto store = [&](std::uint8_t data, std::uint8_t indices) {
    plan.kind = Plan::Class::kMemory;
    plan.sources = {data, indices};
  };
  switch (command.op) {
    case Opcode::CreateMask:
    case Opcode::UpdateMask:
    case Opcode::SetMask:
      plan.mask_dest = command.m;
      break;
    case Opcode::Squeeze:
      compute(command.vd, command.vs);
      break;
    case Opcode::Unsqueeze:
      compute(command.vd, Plan::kNone);
      break;
    case Opcode::LoadAlign:
    case Opcode::LoadBlock:
      load(Plan::kNone, Plan::kNone);
      break;
    case Opcode::Gather:
    case Opcode::GatherBlock:
      load(Plan::kNone, command.vi);
      break;
    case Opcode::GatherReg:
      load(command.vs, command.vi);
      break;
    case Opcode::StoreAlign:
    case Opcode::StoreBlock:
      store(command.vs, Plan::kNone);
      break;
    case Opcode::Scatter:
      store(command.vs, command.vi);
      break;
    case Opcode::StoreUnalign:  // of no bytes: immediate
      if (rules::stream_piece(command, before)) store(command.vs, Plan::kNone);
      break;
    case Opcode::StoreUnalignPost: {
      const UnalignedReg& u = before.u(command.u);
      if (u.lo != u.hi) store(Plan::kNone, Plan::kNone);
      break;
    }
    case Opcode::VecCopy:
    case Opcode::VecAbs:
    case Opcode::VecAdd:  // of no iteration: immediate
      if (command.iterations != 0) store(Plan::kNone, Plan::kNone);
      break;
    default:  // special registers
      break;
  }
  return plan;
}

}  // namespace

CycleModel::CycleModel(const Config& config)
    : config_(config),
      words_per_block_(kBlockBytes / config.bank_bytes),
      bank_shift_(__builtin_ctz(config.bank_bytes)),
      row_shift_(__builtin_ctz(config.banks)),
      model_(config),
      ub_(config.ub_bytes),
      last_stage_(config.squeeze_cuts + 1),
      first_word_(config.banks, kNoWord) {
  v_.fill(std::vector<std::uint8_t>(config.vlen_bytes));
  const std::size_t bit_words = (config.banks + 31) / 32;
  outputs_.bank_req.resize(bit_words);
  outputs_.bank_we.resize(bit_words);
  outputs_.bank_read.resize(bit_words);
  outputs_.bank.resize(config.banks);
  outputs_.bank_rdata.resize(config.banks);
  decide();
}

void CycleModel::reset() {
  model_.reset();
  for (std::uint64_t at = issued_; at < accepted_; ++at) {
    // The golden model is ahead by the command in the intake register, which never issued.
    const Transaction& transaction = pool_[at % pool_.size()];
    if (transaction.plan.mask_dest != Plan::kNone) {
      model_.m(transaction.plan.mask_dest) = transaction.result;
    }
  }
  model_.ub() = ub_;
  for (std::size_t i = 0; i < v_.size(); ++i) model_.v(i) = v_[i];
  answered_ = issued_ = accepted_;
  pipe_.fill(nullptr);
  queue_.fill(nullptr);
  queued_ = 0;
  access_ = {};
  r1_ = r2_ = nullptr;
  reading_ = nullptr;
  compute_writers_.fill(0);
  memory_writers_.fill(0);
  host_valid_ = false;
  answers_ = {};
  retired_ = nullptr;
  std::fill(outputs_.bank_read.begin(), outputs_.bank_read.end(), 0);
  counters_ = shown_counters_ = {};
  decide();
}

void CycleModel::write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
  const auto at = static_cast<std::ptrdiff_t>(address);
  std::copy(bytes.begin(), bytes.end(), ub_.begin() + at);
  std::copy(bytes.begin(), bytes.end(), model_.ub().begin() + at);
}

void CycleModel::write_v(unsigned index, const std::vector<std::uint8_t>& bytes) {
  std::copy(bytes.begin(), bytes.end(), v_.at(index).begin());
  std::copy(bytes.begin(), bytes.end(), model_.v(index).begin());
}

// -------------------------------------------------------------------------------------------------
// What happens in the present cycle, decided from the state alone
// -------------------------------------------------------------------------------------------------

void CycleModel::decide() {
  idle_ = answered_ == accepted_ && !host_valid_ && !answers_[0].valid && !answers_[1].valid;

  // Section 2: the result may not overwrite what an older command has yet to read.
  compute_moves_ = reader_of_result() == nullptr;

  // Sections 3, 4 and 6, from the end of the access pipe to its beginning.
  decide_host();
  hands_on_.back() = x().command != nullptr && x().command->ub_beats + (beat_shown_ ? 1 : 0) ==
                                                   x().command->groups[x().group].end;
  for (std::size_t stage = access_.size() - 1; stage-- > 0;) {
    hands_on_[stage] = access_[stage].command != nullptr &&
                       (access_[stage + 1].command == nullptr || hands_on_[stage + 1]);
    if (stage == kStageR && hands_on_[stage]) hands_on_[stage] = has_data(access_[stage]);
  }
  head_leaves_ = queued_ != 0 && head_waits().cause == Cause::kNothing;

  // Section 1.
  issues_ = issued_ != accepted_ && issue_waits().cause == Cause::kNothing;

  outputs_.cmd_ready = issued_ == accepted_ || issues_;
  const Transaction& oldest = pool_[answered_ % pool_.size()];
  outputs_.rsp_valid = answered_ != issued_ && oldest.done;
  if (outputs_.rsp_valid) outputs_.rsp = pack(oldest.response);
  outputs_.host_gnt = !host_valid_ || host_served_;
  outputs_.host_rvalid = answers_[1].valid;
  outputs_.host_err = answers_[1].err;
  outputs_.host_rdata_valid = answers_[1].valid && answers_[1].read && !answers_[1].err;
  if (outputs_.host_rdata_valid) outputs_.host_rdata = answers_[1].data;
  show_banks();
}

void CycleModel::decide_host() {
  beat_shown_ =
      x().command != nullptr && x().command->ub_beats < x().command->groups[x().group].end;
  host_served_ = host_valid_;
  if (!host_valid_ || host_.address >= config_.ub_bytes || !beat_shown_) return;
  const std::uint32_t word = host_.address / kBlockBytes * words_per_block_;
  if (!beat_uses_column(bank_of(config_, word) / words_per_block_)) return;
  if (host_waited_ == kHostPatience) {
    beat_shown_ = false;
  } else {
    host_served_ = false;
  }
}

std::pair<const BankAccess*, const BankAccess*> CycleModel::beat() const {
  const Transaction& transaction = *x().command;
  const std::uint32_t beat = transaction.ub_beats;
  const BankAccess* accesses = transaction.accesses.data();
  return {accesses + (beat == 0 ? 0 : transaction.beat_ends[beat - 1]),
          accesses + transaction.beat_ends[beat]};
}

bool CycleModel::beat_uses_column(std::uint32_t column) const {
  const auto [begin, end] = beat();
  return std::any_of(begin, end, [&](const BankAccess& access) {
    return access.bank / words_per_block_ == column;
  });
}

bool CycleModel::has_data(const Stage& stage) const {
  const std::uint32_t needs = stage.command->groups[stage.group].needs;
  if (needs == Group::kNone) return true;
  const std::uint64_t ended = stage.command->groups[needs].ended;
  return ended != Group::kNotYet && cycle_ >= ended + 2;
}

const Transaction* CycleModel::reader_of_result() const {
  const Transaction* last = pipe_[last_stage_];
  for (unsigned i = 0; last != nullptr && i < queued_; ++i) {
    for (std::size_t s = 0; s < 2; ++s) {
      if (queue_[i]->plan.sources[s] == last->plan.dest && queue_[i]->ahead[s] == 0) {
        return queue_[i];
      }
    }
  }
  return nullptr;
}

bool CycleModel::from_compute(std::uint8_t reg) const {
  if (reg == Plan::kNone) return false;
  const Transaction* last = pipe_[last_stage_];
  const bool writes_now = compute_moves_ && last != nullptr && last->plan.dest == reg;
  return compute_writers_[reg] > (writes_now ? 1 : 0);
}

bool CycleModel::from_memory(std::uint8_t reg) const {
  if (reg == Plan::kNone) return false;
  return memory_writers_[reg] > (r2_ != nullptr && r2_->plan.dest == reg ? 1 : 0);
}

CycleModel::Wait CycleModel::issue_waits() const {
  if (issued_ - answered_ >= kRspDepth) return {Cause::kResponseQueue};
  const Plan& plan = pool_[issued_ % pool_.size()].plan;
  if (plan.kind == Plan::Class::kCompute) {
    const std::uint8_t source = plan.sources[0];
    if (!compute_moves_) return {Cause::kOverwrite, pipe_[last_stage_]->plan.dest};
    if (from_compute(source)) return {Cause::kFromCompute, source};
    if (from_memory(source)) return {Cause::kFromMemory, source};
    if (from_memory(plan.dest)) return {Cause::kFromMemory, plan.dest};
  } else if (plan.kind == Plan::Class::kMemory) {
    if (queued_ == kMemQueueDepth) return {Cause::kMemoryQueue};
    if (from_compute(plan.dest)) return {Cause::kFromCompute, plan.dest};
  }
  return {};
}

CycleModel::Wait CycleModel::head_waits() const {
  const Transaction& head = *queue_[0];
  for (std::size_t s = 0; s < 2; ++s) {
    if (head.ahead[s] != 0) return {Cause::kFromCompute, head.plan.sources[s]};
  }
  const auto writes_source = [&head](const Transaction* older) {
    return older != nullptr && head.has(older->plan.dest);
  };
  if (writes_source(r1_)) return {Cause::kFromMemory, r1_->plan.dest};
  for (const Stage& older : access_) {
    if (writes_source(older.command)) return {Cause::kFromMemory, older.command->plan.dest};
  }
  const Stage& p = access_.front();
  if (p.command == nullptr || (hands_on_.front() && p.is_last())) return {};
  return {Cause::kGroups};
}

void CycleModel::show_banks() {
  outputs_.bank_any = false;
  for (std::size_t i = 0; i < outputs_.bank_req.size(); ++i) {
    outputs_.bank_req[i] = 0;
    outputs_.bank_we[i] = 0;
    if (outputs_.bank_read[i] != 0) outputs_.bank_any = true;
  }
  if (beat_shown_) {
    const auto [begin, end] = beat();
    for (const BankAccess* access = begin; access != end; ++access) show_access(*access);
  }
  if (host_served_) {
    for (const BankAccess& access : host_accesses_) show_access(access);
  }
}

void CycleModel::show_access(const BankAccess& access) {
  outputs_.bank_any = true;
  set_bit(outputs_.bank_req, access.bank);
  if (access.write) set_bit(outputs_.bank_we, access.bank);
  outputs_.bank[access.bank] = access;
}

// -------------------------------------------------------------------------------------------------
// The present cycle explained: for those who ask, no decision depends on it
// -------------------------------------------------------------------------------------------------

std::vector<Whereabouts> CycleModel::whereabouts(const CycleInputs& inputs) const {
  std::vector<Whereabouts> all;
  for (std::uint64_t sequence = answered_; sequence < issued_; ++sequence) {
    Whereabouts where{sequence, Place::kResponse};  // unless it turns out to be elsewhere
    where.by = answered_;
    if (sequence != answered_) {
      where.cause = Cause::kOlder;
    } else if (!inputs.rsp_ready) {
      where.cause = Cause::kConsumer;
    }
    all.push_back(where);
  }
  for (unsigned stage = 0; stage <= last_stage_; ++stage) {
    if (pipe_[stage] == nullptr) continue;
    Whereabouts& where = all[pipe_[stage]->sequence - answered_];
    where = {pipe_[stage]->sequence, Place::kCompute, static_cast<std::uint8_t>(stage)};
    if (!compute_moves_) explain({Cause::kOverwrite, pipe_[last_stage_]->plan.dest}, where);
  }
  for (unsigned i = 0; i < queued_; ++i) {
    Whereabouts& where = all[queue_[i]->sequence - answered_];
    where = {queue_[i]->sequence, Place::kQueue};
    explain(i == 0 ? head_waits() : Wait{Cause::kHead}, where);
  }
  // From P on, so that a command with groups in several stages is where its oldest group is.
  for (std::size_t stage = 0; stage < access_.size(); ++stage) {
    if (access_[stage].command == nullptr) continue;
    Whereabouts& where = all[access_[stage].command->sequence - answered_];
    where = {access_[stage].command->sequence, Place::kAccess, static_cast<std::uint8_t>(stage)};
    if (stage + 1 < access_.size() && !hands_on_[stage]) explain_stage(stage, where);
  }
  if (x().command != nullptr) {
    Whereabouts& where = all[x().command->sequence - answered_];
    const std::uint32_t group = x().group;
    const std::uint32_t first = group == 0 ? 0 : x().command->groups[group - 1].end;
    where.beat = beat_shown_;
    where.by = where.sequence;
    if (beat_shown_ && x().command->ub_beats != first) {
      where.cause = Cause::kConflict;
    } else if (!beat_shown_ && !hands_on_.back()) {
      where.cause = Cause::kHost;
    }
  }
  if (r1_ != nullptr) all[r1_->sequence - answered_] = {r1_->sequence, Place::kData};
  if (r2_ != nullptr) all[r2_->sequence - answered_] = {r2_->sequence, Place::kWrite};
  if (issued_ != accepted_) {
    all.push_back({issued_, Place::kIntake});
    explain(issue_waits(), all.back());
  }
  if (inputs.command != nullptr) {
    all.push_back({accepted_, Place::kPort});
    if (!outputs_.cmd_ready) explain({Cause::kIntake}, all.back());
  }
  return all;
}

void CycleModel::explain(const Wait& wait, Whereabouts& where) const {
  where.cause = wait.cause;
  where.reg = wait.reg;
  switch (wait.cause) {
    case Cause::kIntake:
      where.by = issued_;
      break;
    case Cause::kResponseQueue:
      where.by = answered_;
      break;
    case Cause::kMemoryQueue:
    case Cause::kHead:
      where.by = queue_[0]->sequence;
      break;
    case Cause::kOverwrite:
      where.by = reader_of_result()->sequence;
      break;
    case Cause::kFromCompute:
    case Cause::kFromMemory:
      where.by = writer_of(wait.reg, where.sequence).sequence;
      break;
    case Cause::kGroups:
      explain_stage(0, where);
      break;
    default:  // nothing
      break;
  }
}

void CycleModel::explain_stage(std::size_t stage, Whereabouts& where) const {
  // Stages wait for the next one: to the one that waits for something else.
  while (stage + 1 < access_.size() && !hands_on_[stage] && access_[stage + 1].command != nullptr &&
         !hands_on_[stage + 1]) {
    ++stage;
  }
  where.by = access_[stage].command->sequence;
  if (hands_on_[stage]) {
    where.cause = Cause::kGroups;
  } else if (stage + 1 < access_.size()) {
    where.cause = Cause::kVecData;
  } else {
    where.cause = beat_shown_ ? Cause::kBanks : Cause::kHost;
  }
}

const Transaction& CycleModel::writer_of(std::uint8_t reg, std::uint64_t reader) const {
  const Transaction* writer = nullptr;
  const auto consider = [&](const Transaction* transaction) {
    if (transaction == nullptr || transaction->plan.dest != reg) return;
    if (transaction->sequence >= reader) return;
    if (writer == nullptr || transaction->sequence > writer->sequence) writer = transaction;
  };
  std::for_each(pipe_.begin(), pipe_.end(), consider);
  std::for_each(queue_.begin(), queue_.begin() + queued_, consider);
  for (const Stage& stage : access_) consider(stage.command);
  consider(r1_);
  return *writer;
}

// -------------------------------------------------------------------------------------------------
// The clock edge
// -------------------------------------------------------------------------------------------------

void CycleModel::step(const CycleInputs& inputs) {
  retired_ = nullptr;
  count(inputs);
  if (idle_ && inputs.command == nullptr && inputs.host == nullptr) {
    ++cycle_;
    return;
  }
  if (outputs_.rsp_valid && inputs.rsp_ready) {
    Transaction& oldest = pool_[answered_ % pool_.size()];
    oldest.retire = cycle_;
    retired_ = &oldest;
    ++answered_;
  }
  access_banks();
  answers_[1] = answers_[0];
  answers_[0].valid = false;
  serve_host();
  const bool issues = issues_;
  const bool host_free = outputs_.host_gnt;
  const bool cmd_ready = outputs_.cmd_ready;
  move_memory();
  if (compute_moves_) move_compute();
  if (issues) issue();
  if (cmd_ready && inputs.command != nullptr) take_command(*inputs.command);
  if (host_free && inputs.host != nullptr) take_host(*inputs.host);
  ++cycle_;
  decide();
}

void CycleModel::count(const CycleInputs& inputs) {
  shown_counters_ = counters_;
  ++counters_.cycles;
  if (inputs.command != nullptr && !outputs_.cmd_ready) ++counters_.stalls;
  if (outputs_.rsp_valid && inputs.rsp_ready) ++counters_.commands;
  std::uint64_t accesses = 0;
  if (beat_shown_) {
    const auto [begin, end] = beat();
    accesses = static_cast<std::uint64_t>(end - begin);
    (begin->write ? counters_.writes : counters_.reads) += accesses;
  }
  if (host_served_) {
    accesses += host_accesses_.size();
    (host_.write ? counters_.writes : counters_.reads) += host_accesses_.size();
  }
  if (accesses != 0) ++counters_.bank_cycles;
  if (hands_on_.back() && x().is_last() && x().command->slots != 0) {
    counters_.slots += x().command->slots;
    counters_.merged += x().command->slots - x().command->accesses.size();
  }
}

void CycleModel::access_banks() {
  std::fill(outputs_.bank_read.begin(), outputs_.bank_read.end(), 0);
  reading_ = nullptr;
  if (!outputs_.bank_any) return;
  const auto access_all = [this](const BankAccess* begin, const BankAccess* end) {
    for (const BankAccess* access = begin; access != end; ++access) {
      std::uint8_t* bytes = &ub_[access->address];
      if (access->write) {
        for (std::uint32_t i = 0; i < config_.bank_bytes; ++i) {
          if (((access->be >> i) & 1U) != 0) {
            bytes[i] = static_cast<std::uint8_t>(access->wdata >> (8 * i));
          }
        }
      } else {
        set_bit(outputs_.bank_read, access->bank);
        std::memcpy(&outputs_.bank_rdata[access->bank], bytes, config_.bank_bytes);
      }
    }
  };
  if (beat_shown_) {
    const auto [begin, end] = beat();
    access_all(begin, end);
    if (!begin->write) reading_ = x().command;
  }
  if (host_served_) {
    access_all(host_accesses_.data(), host_accesses_.data() + host_accesses_.size());
  }
}

void CycleModel::serve_host() {
  if (!host_valid_) return;
  if (!host_served_) {
    ++host_waited_;
    return;
  }
  host_valid_ = false;
  Answer& answer = answers_[0];
  answer.valid = true;
  answer.err = host_.address >= config_.ub_bytes;
  answer.read = !host_.write;
  if (answer.err) return;
  const std::uint32_t base = host_.address / kBlockBytes * kBlockBytes;
  if (host_.write) {  // the banks took it; nobody races, so the model ahead of time can have it too
    for (std::uint32_t i = 0; i < kBlockBytes; ++i) {
      if (((host_.be >> i) & 1U) != 0) model_.ub()[base + i] = ub_[base + i];
    }
  } else {
    std::memcpy(answer.data.data(), &ub_[base], kBlockBytes);
  }
}

void CycleModel::write_v_of(const Transaction& transaction) {
  if (transaction.plan.dest != Plan::kNone) v_[transaction.plan.dest] = transaction.result;
}

void CycleModel::move_memory() {
  if (r2_ != nullptr) {
    write_v_of(*r2_);
    --memory_writers_[r2_->plan.dest];
    r2_->done = true;
  }
  r2_ = r1_;
  r1_ = nullptr;
  if (beat_shown_) ++x().command->ub_beats;
  if (hands_on_.back()) {
    x().command->groups[x().group].ended = cycle_;
    if (x().is_last() && x().command->plan.dest != Plan::kNone) {
      r1_ = x().command;
    } else if (x().is_last()) {
      x().command->done = true;
    }
  }
  for (std::size_t stage = access_.size() - 1; stage > 0; --stage) {
    if (hands_on_[stage]) access_[stage] = {};
    if (hands_on_[stage - 1]) access_[stage] = access_[stage - 1];
  }
  Stage& p = access_.front();
  if (hands_on_.front()) {
    if (p.is_last()) {
      p = {};
    } else {
      ++p.group;
    }
  }
  if (head_leaves_) {
    p = {queue_[0], 0};
    std::copy(queue_.begin() + 1, queue_.begin() + queued_, queue_.begin());
    --queued_;
  }
}

void CycleModel::move_compute() {
  Transaction* last = pipe_[last_stage_];
  if (last != nullptr) {
    write_v_of(*last);
    --compute_writers_[last->plan.dest];
    last->done = true;
    for (unsigned i = 0; i < queued_; ++i) {
      for (auto& ahead : queue_[i]->ahead) {
        if (ahead != 0) --ahead;
      }
    }
  }
  for (unsigned stage = last_stage_; stage > 0; --stage) pipe_[stage] = pipe_[stage - 1];
  pipe_[0] = nullptr;
}

void CycleModel::issue() {
  Transaction& transaction = pool_[issued_ % pool_.size()];
  ++issued_;
  transaction.issue = cycle_;
  switch (transaction.plan.kind) {
    case Plan::Class::kImmediate:
      transaction.done = true;
      break;
    case Plan::Class::kCompute:
      pipe_[0] = &transaction;
      ++compute_writers_[transaction.plan.dest];
      break;
    case Plan::Class::kMemory: {
      transaction.ahead = {};
      unsigned writers = 0;  // of the pipe so far, oldest first
      for (unsigned stage = last_stage_ + 1; stage-- > 0;) {
        if (pipe_[stage] == nullptr) continue;
        ++writers;
        for (std::size_t s = 0; s < 2; ++s) {
          if (transaction.plan.sources[s] == pipe_[stage]->plan.dest) {
            transaction.ahead[s] = static_cast<std::uint8_t>(writers);
          }
        }
      }
      queue_[queued_++] = &transaction;
      if (transaction.plan.dest != Plan::kNone) ++memory_writers_[transaction.plan.dest];
      break;
    }
  }
}

void CycleModel::take_command(const Command& command) {
  Transaction& transaction = pool_[accepted_ % pool_.size()];
  transaction.sequence = accepted_++;
  transaction.command = command;
  transaction.done = false;
  transaction.accesses.clear();
  transaction.beat_ends.clear();
  transaction.groups.clear();
  transaction.ub_beats = transaction.bound = transaction.merged = transaction.slots = 0;
  Plan& plan = transaction.plan;
  const Command real = rules::with_real_registers(command);
  transaction.response = model_.judge(command);
  plan = plan_of(real, model_, transaction.response);
  // With coalescing the beats are the bound, found on the way.
  if (config_.coalesce == 0) transaction.bound = command_bound(command, model_);
  if (plan.mask_dest != Plan::kNone) transaction.result = model_.m(plan.mask_dest);
  if (transaction.response.status == Status::Ok) {
    if (rules::is_vec(command.op)) {
      plan_vec(transaction);
    } else {
      plan_accesses(transaction);
      model_.apply(command);
      if (is_stream_store(command.op)) take_data_from_ub(transaction, 0);
    }
  }
  // Of a gather that fails this is what the register holds anyway.
  if (plan.dest != Plan::kNone) transaction.result = model_.v(plan.dest);
  const auto beats = static_cast<std::uint32_t>(transaction.beat_ends.size());
  if (config_.coalesce != 0) transaction.bound = beats;
  if (plan.kind == Plan::Class::kMemory) {  // groups without a beat pass through the pipe too
    const std::size_t least = groups_of(real, model_);
    while (transaction.groups.size() < least) transaction.groups.push_back({beats});
  }
  check_race(transaction);
}

void CycleModel::plan_accesses(Transaction& transaction) {
  const Command command = rules::with_real_registers(transaction.command);
  const bool writes_lanes = command.op == Opcode::StoreAlign || command.op == Opcode::StoreBlock ||
                            command.op == Opcode::Scatter;
  const std::uint8_t* data = writes_lanes ? model_.v(command.vs).data() : nullptr;
  const bool has_lanes = transaction.plan.sources[1] != Plan::kNone;
  BankAccess like;
  like.write = writes_lanes || is_stream_store(command.op);
  std::uint32_t lane_bytes = kBlockBytes;
  if (command.op == Opcode::Gather || command.op == Opcode::Scatter) {
    lane_bytes = rules::sizes_of(command.form).slot;
  }
  std::uint32_t group = 0;
  rules::for_each_access(command, model_, [&](const rules::Access& access) {
    if (access.group != group) end_group(transaction);
    group = access.group;
    like.lane = access.offset / lane_bytes;
    const auto [words, fresh] = want(command.op, access, like, data);
    if (has_lanes) {
      transaction.slots += words;
      if (fresh == 0) ++transaction.merged;
    }
  });
  end_group(transaction);
}

void CycleModel::plan_vec(Transaction& transaction) {
  // Executed iteration by iteration, so that each write group holds what its iteration writes.
  Command one = transaction.command;
  one.iterations = 1;
  const std::uint32_t iterations = transaction.command.iterations;
  const std::uint32_t block_lanes = kBlockBytes / rules::bytes_of(one.width);
  std::vector<std::uint32_t> blocks;
  for (std::uint32_t lane = 0; lane < config_.lanes(rules::bytes_of(one.width)); ++lane) {
    if (!rules::vec_selects(one, lane)) continue;
    if (blocks.empty() || blocks.back() != lane / block_lanes) blocks.push_back(lane / block_lanes);
  }
  std::array<std::uint32_t, kReadAhead> last_read{};  // group of an iteration, modulo the size
  std::uint32_t read = 0;                             // next iteration to be read
  for (std::uint32_t write = 0; write < iterations;) {
    if (read < iterations && read - write < kReadAhead &&
        !reads_what_is_written(transaction.command, blocks, read, write)) {
      for (std::uint32_t operand = 1; operand < rules::vec_operands(one.op); ++operand) {
        plan_operand(transaction, read, operand);
      }
      last_read.at(read++ % kReadAhead) = static_cast<std::uint32_t>(transaction.groups.size() - 1);
      continue;
    }
    const std::size_t first = transaction.accesses.size();
    plan_operand(transaction, write, 0);
    transaction.groups.back().needs = last_read.at(write++ % kReadAhead);
    model_.apply(one);
    take_data_from_ub(transaction, first);
    one.addr += kBlockBytes * one.rep0;
    one.src0 += kBlockBytes * one.rep1;
    one.src1 += kBlockBytes * one.rep2;
  }
}

void CycleModel::plan_operand(Transaction& transaction, std::uint32_t iteration,
                              std::uint32_t operand) {
  const std::uint32_t lane_bytes = rules::bytes_of(transaction.command.width);
  BankAccess like;
  like.write = operand == 0;
  like.operand = static_cast<std::uint8_t>(operand);
  like.iteration = static_cast<std::uint8_t>(iteration);
  rules::for_each_operand_access(transaction.command, config_.vlen_bytes, iteration, operand,
                                 [&](const rules::Access& access) {
                                   like.lane = access.offset / lane_bytes;
                                   want(transaction.command.op, access, like, nullptr);
                                 });
  end_group(transaction);
}

std::pair<std::uint32_t, std::uint32_t> CycleModel::want(Opcode op, const rules::Access& access,
                                                         const BankAccess& like,
                                                         const std::uint8_t* data) {
  std::uint32_t words = 0;
  std::uint32_t fresh = 0;
  for (std::uint32_t done = 0; done < access.bytes;) {
    const auto address = static_cast<std::uint32_t>(access.address) + done;
    const std::uint32_t first = address & (config_.bank_bytes - 1);
    const std::uint32_t count = std::min(config_.bank_bytes - first, access.bytes - done);
    BankAccess wanted = like;
    wanted.address = address - first;
    if (data != nullptr) wanted.wdata = rules::read_number(data + access.offset + done, count);
    // Slots: of lanes and blocks by their place in the vector, of contiguous bytes by that in UB.
    std::uint32_t slot = (access.offset + done) / config_.bank_bytes;
    if (op == Opcode::Gather || op == Opcode::Scatter) slot = like.lane * 2 + words;
    if (op == Opcode::LoadAlign || op == Opcode::StoreAlign) slot = address / config_.bank_bytes;
    if (want_bytes(wanted, first, count, slot)) ++fresh;
    ++words;
    done += count;
  }
  return {words, fresh};
}

bool CycleModel::want_bytes(BankAccess wanted, std::uint32_t first, std::uint32_t count,
                            std::uint32_t slot) {
  wanted.be = ((1U << count) - 1) << first;
  wanted.wdata <<= 8 * first;
  const std::uint32_t word = wanted.address >> bank_shift_;
  wanted.bank = bank_of(config_, word);
  wanted.row = word >> row_shift_;
  std::uint32_t* link = &first_word_[wanted.bank];
  if (*link == kNoWord) wanted_banks_.push_back(wanted.bank);
  const auto precedes = [&](const Word& word) {
    return config_.coalesce != 0 ? word.access.address < wanted.address : word.slot != slot;
  };
  while (*link != kNoWord && precedes(words_[*link])) link = &words_[*link].next;
  if (*link != kNoWord && words_[*link].access.address == wanted.address) {
    const std::uint64_t bits = (~std::uint64_t{0} >> (64 - 8 * count)) << (8 * first);
    BankAccess& access = words_[*link].access;
    access.be |= wanted.be;
    access.wdata = (access.wdata & ~bits) | wanted.wdata;
    return false;
  }
  const std::uint32_t next = std::exchange(*link, static_cast<std::uint32_t>(words_.size()));
  words_.push_back({wanted, next, slot});
  return true;
}

void CycleModel::take_data_from_ub(Transaction& transaction, std::size_t first) const {
  for (std::size_t i = first; i < transaction.accesses.size(); ++i) {
    BankAccess& access = transaction.accesses[i];
    std::memcpy(&access.wdata, &model_.ub()[access.address], config_.bank_bytes);
  }
}

void CycleModel::end_group(Transaction& transaction) {
  if (words_.empty()) return;
  while (!wanted_banks_.empty()) {  // a beat: the next word of each bank
    std::size_t left = 0;
    for (const std::uint32_t bank : wanted_banks_) {
      const Word& word = words_[first_word_[bank]];
      transaction.accesses.push_back(word.access);
      first_word_[bank] = word.next;
      if (word.next != kNoWord) wanted_banks_[left++] = bank;
    }
    wanted_banks_.resize(left);
    transaction.beat_ends.push_back(static_cast<std::uint32_t>(transaction.accesses.size()));
  }
  words_.clear();
  transaction.groups.push_back({static_cast<std::uint32_t>(transaction.beat_ends.size())});
}

void CycleModel::take_host(const HostRequest& request) {
  host_valid_ = true;
  host_ = request;
  host_waited_ = 0;
  host_accesses_.clear();
  if (request.address >= config_.ub_bytes) return;
  const std::uint32_t byte_mask = (std::uint32_t{1} << config_.bank_bytes) - 1;
  const auto* data = reinterpret_cast<const std::uint8_t*>(request.wdata.data());
  for (std::uint32_t i = 0; i < words_per_block_; ++i) {
    const std::uint32_t be =
        request.write ? (request.be >> (i * config_.bank_bytes)) & byte_mask : byte_mask;
    if (be == 0) continue;
    const std::uint32_t word = request.address / kBlockBytes * words_per_block_ + i;
    BankAccess access;
    access.bank = bank_of(config_, word);
    access.row = word / config_.banks;
    access.address = word * config_.bank_bytes;
    access.be = be;
    access.write = request.write;
    std::memcpy(&access.wdata, data + std::size_t{i} * config_.bank_bytes, config_.bank_bytes);
    host_accesses_.push_back(access);
  }
  for (std::uint64_t at = answered_; at < accepted_; ++at) check_race(pool_[at % pool_.size()]);
}

void CycleModel::check_race(const Transaction& transaction) const {
  if (!host_valid_) return;
  const std::uint32_t host_mask = host_.write ? host_.be : ~std::uint32_t{0};
  for (const BankAccess& access : transaction.accesses) {
    if ((!host_.write && !access.write) ||
        access.address / kBlockBytes != host_.address / kBlockBytes ||
        ((host_mask >> (access.address % kBlockBytes)) & access.be) == 0) {
      continue;
    }
    throw std::logic_error(fmt::format(
        "cycle {}: host {} of block {:#x} races with command {} ({}), which is accepted and not "
        "answered; let the host keep away from the bytes of running commands",
        cycle_, host_.write ? "write" : "read", host_.address / kBlockBytes * kBlockBytes,
        transaction.sequence, to_text(transaction.command.op)));
  }
}

}  // namespace gsq
