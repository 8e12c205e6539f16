#include "gsq/cycle_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "gsq/bound.hpp"

namespace gsq {
namespace {

void set_bit(std::vector<std::uint32_t>& bits, std::uint32_t index) {
  bits[index / 32] |= std::uint32_t{1} << (index % 32);
}

/// Appends the blocks of the bytes [first, end), where `wanted(offset from first)`.
template <typename Wanted>
void append_blocks(std::vector<BlockAccess>& blocks, std::uint64_t first, std::uint64_t end,
                   Wanted wanted) {
  for (std::uint64_t at = first; at < end;) {
    BlockAccess access{static_cast<std::uint32_t>(at / kBlockBytes), 0};
    do {
      if (wanted(at - first)) access.mask |= std::uint32_t{1} << (at % kBlockBytes);
    } while (++at < end && at % kBlockBytes != 0);
    if (access.mask != 0) blocks.push_back(access);
  }
}

bool unpacks(Dist dist) { return dist == Dist::UnpackB8 || dist == Dist::UnpackB16; }
bool packs(Dist dist) { return dist == Dist::PackB16 || dist == Dist::PackB32; }

void plan_store_align(const Command& command, const Model& before, Plan& plan) {
  const auto& mask = before.m(command.m);
  const std::uint64_t slot = std::uint64_t{1} << static_cast<unsigned>(command.width);
  // Bytes of one lane in memory; a packing store keeps the low half of each slot.
  const std::uint64_t kept = packs(command.distr) ? slot / 2 : slot;
  if (kept == 0) return;  // b8 packed: no such command
  const std::uint64_t bytes = before.config().vlen_bytes / slot * kept;
  append_blocks(plan.blocks, command.addr, command.addr + bytes,
                [&](std::uint64_t offset) { return mask[offset / kept * slot] != 0; });
}

void plan_store_unalign(const Command& command, const Model& before, Plan& plan) {
  const UnalignedReg& u = before.u(command.u);
  const std::uint64_t start =
      std::uint64_t{command.addr} + (command.abs ? 0 : std::uint64_t{before.ar()});
  const std::uint32_t bytes = command.abs ? command.n : before.sqzn();
  if (bytes == 0) return;  // immediate
  plan.kind = Plan::Class::kMemory;
  plan.sources[0] = command.vs;
  const std::uint64_t first = start - (u.hi - u.lo);  // what u holds ends at the start
  const std::uint64_t end = (start + bytes) / kBlockBytes * kBlockBytes;
  if (bytes > before.config().vlen_bytes) return;  // fails
  append_blocks(plan.blocks, first, end, [](std::uint64_t) { return true; });
}

}  // namespace

Response execute_as_built(Model& model, const Command& command) {
  if (is_pending(command.op)) return Response{command.tag, Status::ErrOpcode, 0};
  return model.execute(command);
}

void plan_command(const Command& command, const Model& before, Plan& plan) {
  plan.kind = Plan::Class::kImmediate;
  plan.dest = Plan::kNone;
  plan.sources = {Plan::kNone, Plan::kNone};
  plan.mask_dest = Plan::kNone;
  plan.writes_ub = false;
  plan.blocks.clear();
  const std::uint32_t vlen = before.config().vlen_bytes;
  switch (command.op) {
    case Opcode::CreateMask:
    case Opcode::UpdateMask:
    case Opcode::SetMask:
      plan.mask_dest = command.m;
      break;
    case Opcode::Squeeze:
      plan.kind = Plan::Class::kCompute;
      plan.dest = command.vd;
      plan.sources[0] = command.vs;
      break;
    case Opcode::Unsqueeze:
      plan.kind = Plan::Class::kCompute;
      plan.dest = command.vd;
      break;
    case Opcode::LoadAlign: {
      plan.kind = Plan::Class::kMemory;
      plan.dest = command.vd;
      const std::uint32_t bytes = unpacks(command.distr) ? vlen / 2 : vlen;
      append_blocks(plan.blocks, command.addr, std::uint64_t{command.addr} + bytes,
                    [](std::uint64_t) { return true; });
      break;
    }
    case Opcode::StoreAlign:
      plan.kind = Plan::Class::kMemory;
      plan.sources[0] = command.vs;
      plan.writes_ub = true;
      plan_store_align(command, before, plan);
      break;
    case Opcode::StoreUnalign:
      plan.writes_ub = true;
      plan_store_unalign(command, before, plan);
      break;
    case Opcode::StoreUnalignPost: {
      const UnalignedReg& u = before.u(command.u);
      if (u.lo == u.hi) break;
      plan.kind = Plan::Class::kMemory;
      plan.writes_ub = true;
      const std::uint64_t block = std::uint64_t{u.block} * kBlockBytes;
      append_blocks(plan.blocks, block + u.lo, block + u.hi, [](std::uint64_t) { return true; });
      break;
    }
    default:  // special registers, and what fails
      break;
  }
}

CycleModel::CycleModel(const Config& config)
    : config_(config),
      words_per_block_(kBlockBytes / config.bank_bytes),
      model_(config),
      ub_(config.ub_bytes),
      last_stage_(config.squeeze_cuts + 1),
      column_fill_(config.banks / words_per_block_) {
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
  p_ = x_ = r1_ = r2_ = nullptr;
  compute_writers_.fill(0);
  memory_writers_.fill(0);
  host_valid_ = false;
  answers_ = {};
  retired_ = nullptr;
  std::fill(outputs_.bank_read.begin(), outputs_.bank_read.end(), 0);
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
  const Transaction* last = pipe_[last_stage_];
  compute_moves_ = true;
  for (unsigned i = 0; last != nullptr && i < queued_; ++i) {
    for (std::size_t s = 0; s < 2; ++s) {
      if (queue_[i]->plan.sources[s] == last->plan.dest && queue_[i]->ahead[s] == 0) {
        compute_moves_ = false;
      }
    }
  }

  // Sections 3, 4 and 6, from the end of the access pipe to its beginning.
  decide_host();
  x_ends_ = x_ != nullptr &&
            (x_->beat_ends.empty() || (beat_shown_ && x_->beat + 1 == x_->beat_ends.size()));
  p_moves_ = p_ != nullptr && (x_ == nullptr || x_ends_);
  head_leaves_ = head_leaves();

  // Section 1.
  issues_ = issued_ != accepted_ && can_issue();

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
  beat_shown_ = x_ != nullptr && !x_->beat_ends.empty();
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

bool CycleModel::beat_uses_column(std::uint32_t column) const {
  for (std::uint32_t i = x_->beat == 0 ? 0 : x_->beat_ends[x_->beat - 1];
       i < x_->beat_ends[x_->beat]; ++i) {
    if (x_->accesses[i].bank / words_per_block_ == column) return true;
  }
  return false;
}

bool CycleModel::awaited(std::uint8_t reg) const {
  if (reg == Plan::kNone) return false;
  unsigned writers = compute_writers_[reg] + memory_writers_[reg];
  const Transaction* last = pipe_[last_stage_];
  if (compute_moves_ && last != nullptr && last->plan.dest == reg) --writers;
  if (r2_ != nullptr && r2_->plan.dest == reg) --writers;
  return writers != 0;
}

bool CycleModel::can_issue() const {
  if (issued_ - answered_ >= kRspDepth) return false;
  const Plan& plan = pool_[issued_ % pool_.size()].plan;
  const std::uint8_t dest = plan.dest;
  if (plan.kind == Plan::Class::kCompute) {
    const bool loading = memory_writers_[dest] > (r2_ != nullptr && r2_->plan.dest == dest ? 1 : 0);
    return compute_moves_ && !awaited(plan.sources[0]) && !awaited(plan.sources[1]) && !loading;
  }
  if (plan.kind == Plan::Class::kMemory) {
    if (queued_ == kMemQueueDepth) return false;
    if (dest == Plan::kNone) return true;
    const Transaction* last = pipe_[last_stage_];
    const bool writes_now = compute_moves_ && last != nullptr && last->plan.dest == dest;
    return compute_writers_[dest] <= (writes_now ? 1 : 0);
  }
  return true;
}

bool CycleModel::head_leaves() const {
  if (queued_ == 0) return false;
  const Transaction& head = *queue_[0];
  if (head.ahead[0] != 0 || head.ahead[1] != 0) return false;
  for (const Transaction* older : {p_, x_, r1_}) {
    if (older != nullptr && head.has(older->plan.dest)) return false;
  }
  return p_ == nullptr || p_moves_;
}

void CycleModel::show_banks() {
  outputs_.bank_any = false;
  for (std::size_t i = 0; i < outputs_.bank_req.size(); ++i) {
    outputs_.bank_req[i] = 0;
    outputs_.bank_we[i] = 0;
    if (outputs_.bank_read[i] != 0) outputs_.bank_any = true;
  }
  if (beat_shown_) {
    for (std::uint32_t i = x_->beat == 0 ? 0 : x_->beat_ends[x_->beat - 1];
         i < x_->beat_ends[x_->beat]; ++i) {
      show_access(x_->accesses[i], x_->plan.writes_ub);
    }
  }
  if (host_served_) {
    for (const BankAccess& access : host_accesses_) show_access(access, host_.write);
  }
}

void CycleModel::show_access(const BankAccess& access, bool write) {
  outputs_.bank_any = true;
  set_bit(outputs_.bank_req, access.bank);
  if (write) set_bit(outputs_.bank_we, access.bank);
  outputs_.bank[access.bank] = access;
}

// -------------------------------------------------------------------------------------------------
// The clock edge
// -------------------------------------------------------------------------------------------------

void CycleModel::step(const CycleInputs& inputs) {
  retired_ = nullptr;
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

void CycleModel::access_banks() {
  std::fill(outputs_.bank_read.begin(), outputs_.bank_read.end(), 0);
  if (!outputs_.bank_any) return;
  const auto access_all = [this](const BankAccess* begin, const BankAccess* end, bool write) {
    for (const BankAccess* access = begin; access != end; ++access) {
      std::uint8_t* bytes = &ub_[access->address];
      if (write) {
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
    const std::uint32_t begin = x_->beat == 0 ? 0 : x_->beat_ends[x_->beat - 1];
    access_all(&x_->accesses[begin], x_->accesses.data() + x_->beat_ends[x_->beat],
               x_->plan.writes_ub);
  }
  if (host_served_) {
    access_all(host_accesses_.data(), host_accesses_.data() + host_accesses_.size(), host_.write);
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
  if (beat_shown_) ++x_->beat;
  if (x_ends_) {
    if (x_->plan.dest != Plan::kNone) {
      r1_ = x_;
    } else {
      x_->done = true;
    }
    x_ = nullptr;
  }
  if (p_moves_) {
    x_ = p_;
    p_ = nullptr;
  }
  if (head_leaves_) {
    p_ = queue_[0];
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
  transaction.beat = 0;
  transaction.done = false;
  transaction.accesses.clear();
  transaction.beat_ends.clear();
  Plan& plan = transaction.plan;
  plan_command(command, model_, plan);
  transaction.bound = is_pending(command.op) ? 0 : command_bound(command, model_);
  if (plan.mask_dest != Plan::kNone) transaction.result = model_.m(plan.mask_dest);
  transaction.response = execute_as_built(model_, command);
  if (transaction.response.status != Status::Ok) {
    plan.kind = Plan::Class::kImmediate;
    plan.dest = Plan::kNone;
    plan.mask_dest = Plan::kNone;
    plan.blocks.clear();
    return;
  }
  if (plan.dest != Plan::kNone) transaction.result = model_.v(plan.dest);
  make_beats(transaction);
  check_race(transaction);
}

void CycleModel::make_beats(Transaction& transaction) {
  auto& blocks = transaction.plan.blocks;
  if (blocks.empty()) return;
  // Equal blocks share the access of the first of them.
  std::size_t kept = 0;
  for (const BlockAccess& block : blocks) {
    const auto end = blocks.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto same = std::find_if(
        blocks.begin(), end, [&](const BlockAccess& other) { return other.block == block.block; });
    if (same == end) {
      blocks[kept++] = block;
    } else {
      same->mask |= block.mask;
    }
  }
  blocks.resize(kept);

  // Beat after beat: a block comes when as many of its column have been before it.
  const std::uint32_t byte_mask = (std::uint32_t{1} << config_.bank_bytes) - 1;
  const std::vector<std::uint8_t>& ub = model_.ub();
  std::size_t left = kept;
  for (std::uint32_t beat = 0; left != 0; ++beat) {
    std::fill(column_fill_.begin(), column_fill_.end(), 0);
    for (const BlockAccess& block : blocks) {
      const std::uint32_t first = block.block * words_per_block_;
      if (column_fill_[bank_of(config_, first) / words_per_block_]++ != beat) continue;
      --left;
      for (std::uint32_t i = 0; i < words_per_block_; ++i) {
        const std::uint32_t be = (block.mask >> (i * config_.bank_bytes)) & byte_mask;
        if (be == 0) continue;
        const std::uint32_t word = first + i;
        BankAccess access{bank_of(config_, word), word / config_.banks, word * config_.bank_bytes,
                          be, 0};
        std::memcpy(&access.wdata, &ub[access.address], config_.bank_bytes);
        transaction.accesses.push_back(access);
      }
    }
    transaction.beat_ends.push_back(static_cast<std::uint32_t>(transaction.accesses.size()));
  }
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
    BankAccess access{bank_of(config_, word), word / config_.banks, word * config_.bank_bytes, be,
                      0};
    std::memcpy(&access.wdata, data + std::size_t{i} * config_.bank_bytes, config_.bank_bytes);
    host_accesses_.push_back(access);
  }
  for (std::uint64_t at = answered_; at < accepted_; ++at) check_race(pool_[at % pool_.size()]);
}

void CycleModel::check_race(const Transaction& transaction) const {
  if (!host_valid_ || (!host_.write && !transaction.plan.writes_ub)) return;
  const std::uint32_t host_mask = host_.write ? host_.be : ~std::uint32_t{0};
  for (const BlockAccess& block : transaction.plan.blocks) {
    if (block.block != host_.address / kBlockBytes || (block.mask & host_mask) == 0) continue;
    throw std::logic_error(fmt::format(
        "cycle {}: host {} of block {:#x} races with command {} ({}), which is accepted and not "
        "answered; let the host keep away from the bytes of running commands",
        cycle_, host_.write ? "write" : "read", block.block * kBlockBytes, transaction.sequence,
        to_text(transaction.command.op)));
  }
}

}  // namespace gsq
