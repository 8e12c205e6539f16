#include "gsq/random.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace gsq {

// Weights in the order of Kind: create, update and set_mask, clear and get_spr, load, store,
// squeeze, unsqueeze, store_unalign, its post, other opcodes, codes that no command has.
const std::array<RandomCommands::Mix, 6> RandomCommands::kMixes{{
    {"all", 8, {4, 3, 8, 2, 2, 26, 16, 16, 5, 14, 4, 3, 1}},
    {"mask", 10, {20, 15, 15, 2, 2, 5, 8, 8, 20, 3, 1, 1, 1}},
    {"memory", 8, {2, 1, 3, 1, 1, 45, 40, 3, 3, 2, 1, 1, 0}},
    {"squeeze", 3, {2, 1, 6, 2, 2, 20, 4, 40, 15, 8, 2, 0, 0}},
    {"stream", 4, {2, 1, 6, 2, 2, 16, 4, 36, 2, 34, 5, 0, 0}},
    {"errors", 50, {5, 4, 3, 2, 2, 14, 14, 16, 6, 18, 8, 10, 6}},
}};

std::vector<std::string_view> random_mixes() {
  std::vector<std::string_view> names;
  names.reserve(RandomCommands::kMixes.size());
  for (const auto& mix : RandomCommands::kMixes) names.push_back(mix.name);
  return names;
}

RandomCommands::RandomCommands(const Config& config, std::uint64_t seed, std::string_view mix)
    : config_(config),
      mix_(std::find_if(kMixes.begin(), kMixes.end(),
                        [&](const Mix& known) { return known.name == mix; })),
      rng_(seed),
      model_(config) {
  if (mix_ == kMixes.end()) {
    throw std::invalid_argument(fmt::format("there is no mix {}; expected one of {}", mix,
                                            fmt::join(random_mixes(), ", ")));
  }
  host_region_.bytes = config.ub_bytes / 16;
  host_region_.base = rng_.percent(50) ? 0 : config.ub_bytes - host_region_.bytes;
}

std::vector<std::uint8_t> WordFill::bytes() const {
  std::vector<std::uint8_t> bytes(std::size_t{count} * 4);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t value = start + i * step;
    std::memcpy(&bytes[std::size_t{i} * 4], &value, 4);
  }
  return bytes;
}

WordFill RandomCommands::refill() {
  constexpr std::uint32_t kMostWords = 4096;  // of a later fill
  const std::uint32_t words = config_.ub_bytes / 4;
  WordFill fill;
  fill.count = filled_ ? std::min(words, kMostWords) : words;
  fill.address = rng_.below(words - fill.count + 1) * 4;
  fill.start = static_cast<std::uint32_t>(rng_.next()) / 2;
  fill.step = 1 + 2 * rng_.below((0xffffffffU - fill.start) / fill.count / 2);
  const auto bytes = fill.bytes();
  std::copy(bytes.begin(), bytes.end(),
            model_.ub().begin() + static_cast<std::ptrdiff_t>(fill.address));
  filled_ = true;
  return fill;
}

Command RandomCommands::next() {
  if (count_++ % 64 == 0) {
    for (auto& reg : hot_v_) reg = static_cast<std::uint8_t>(rng_.below(kNumVregs));
    for (auto& reg : hot_m_) reg = static_cast<std::uint8_t>(rng_.below(kNumMregs));
    hot_base_ = rng_.below(config_.ub_bytes / kBlockBytes) * kBlockBytes;
  }
  do {
    last_ = candidate();
  } while (touches_host_region(last_));
  response_ = execute_as_built(model_, last_);
  return last_;
}

Command RandomCommands::candidate() {
  // At first data into every register.
  if (count_ <= kNumVregs) {
    Command command = make(kLoad);
    command.vd = static_cast<std::uint8_t>(count_ - 1);
    return command;
  }
  // A stored squeeze is mostly followed at once by the store that takes it.
  if (model_.sqzn_valid() && last_.op == Opcode::Squeeze && rng_.percent(85)) {
    Command command = make(kStream);
    make_stream(command, true);
    if (rng_.percent(90)) command.vs = last_.vd;
    return command;
  }
  std::uint32_t sum = 0;
  for (const auto weight : mix_->weights) sum += weight;
  std::uint32_t left = rng_.below(sum);
  unsigned kind = 0;
  while (left >= mix_->weights[kind]) left -= mix_->weights[kind++];
  Command command = make(static_cast<Kind>(kind));
  // Now and then the same destination again.
  if (rng_.percent(10)) command.vd = last_.vd;
  if (rng_.percent(mix_->wrong)) bend(command);
  return command;
}

Command RandomCommands::make(Kind kind) {
  CommandBits bits{};
  for (auto& word : bits) word = static_cast<std::uint32_t>(rng_.next());
  Command command = unpack(bits);
  command.vd = pick_v();
  command.vs = pick_v();
  command.m = pick_m();
  // Two of the unaligned-store registers see most of the traffic, or streams would never grow.
  command.u = static_cast<std::uint8_t>(rng_.below(rng_.percent(80) ? 2 : kNumUregs));
  switch (kind) {
    case kCreateMask:
      command.op = Opcode::CreateMask;
      command.width = pick_width(4);
      command.pattern = static_cast<Pattern>(rng_.below(15));
      break;
    case kUpdateMask:
      command.op = Opcode::UpdateMask;
      command.width = pick_width(4);
      command.n = rng_.percent(80) ? rng_.below(config_.vlen_bytes + 2) : command.n;
      break;
    case kSetMask:
      command.op = Opcode::SetMask;
      if (rng_.percent(20)) {  // sparse
        for (auto& word : command.mask) word &= rng_.next() & rng_.next();
        command.src0 = command.src1 = command.row_stride = command.col = 0;
      }
      break;
    case kClearSpr:
      command.op = Opcode::ClearSpr;
      break;
    case kGetSpr:
      command.op = Opcode::GetSpr;
      break;
    case kLoad:
      command.op = Opcode::LoadAlign;
      command.distr = static_cast<Dist>(rng_.below(3));
      command.addr = pick_address(config_.vlen_bytes);
      break;
    case kStore:
      command.op = Opcode::StoreAlign;
      command.addr = pick_address(config_.vlen_bytes);
      command.distr = rng_.percent(60) ? Dist::Norm : static_cast<Dist>(3 + rng_.below(2));
      command.width = command.distr == Dist::PackB16   ? Width::B16
                      : command.distr == Dist::PackB32 ? Width::B32
                                                       : pick_width(4);
      break;
    case kSqueeze:
      command.op = Opcode::Squeeze;
      command.width = pick_width(3);
      command.store_reg = rng_.percent(model_.sqzn_valid() ? 10 : 60);
      break;
    case kUnsqueeze:
      command.op = Opcode::Unsqueeze;
      command.width = pick_width(3);
      break;
    case kStream:
      command.op = Opcode::StoreUnalign;
      make_stream(command, rng_.percent(model_.sqzn_valid() ? 80 : 5));
      break;
    case kStreamPost: {
      command.op = Opcode::StoreUnalignPost;
      const UnalignedReg& u = model_.u(command.u);
      command.addr = u.block * kBlockBytes + u.hi;
      if (!command.abs) command.addr -= model_.ar();
      break;
    }
    case kOther:
      command.op = static_cast<Opcode>(rng_.below(kOpcodeNames.size()));
      break;
    default:
      command.op = static_cast<Opcode>(
          kOpcodeNames.size() + rng_.below(32 - static_cast<std::uint32_t>(kOpcodeNames.size())));
      break;
  }
  return command;
}

void RandomCommands::make_stream(Command& command, bool ar_form) {
  command.op = Opcode::StoreUnalign;
  command.abs = !ar_form;
  command.post = rng_.percent(80);
  command.n = rng_.percent(10)   ? 0
              : rng_.percent(50) ? rng_.below(config_.vlen_bytes + 1)
                                 : rng_.below(40 < config_.vlen_bytes ? 40 : config_.vlen_bytes);
  const UnalignedReg& u = model_.u(command.u);
  command.addr = u.lo == u.hi ? pick_address(config_.vlen_bytes) + rng_.below(kBlockBytes)
                              : u.block * kBlockBytes + u.hi;
  if (!ar_form) return;
  if (command.addr < model_.ar() && rng_.percent(90)) {  // AR has run past what an address can mend
    command.op = Opcode::ClearSpr;
  }
  command.addr -= model_.ar();
}

void RandomCommands::bend(Command& command) {
  switch (rng_.below(7)) {
    case 0:
      command.addr += 1 + rng_.below(kBlockBytes - 1);
      break;
    case 1:
      command.addr = static_cast<std::uint32_t>(rng_.next());
      break;
    case 2:  // around the end of UB
      command.addr = config_.ub_bytes - config_.vlen_bytes - kBlockBytes +
                     rng_.below(2 * config_.vlen_bytes + 2 * kBlockBytes);
      if (command.op != Opcode::StoreUnalign && rng_.percent(70)) {
        command.addr = command.addr / kBlockBytes * kBlockBytes;
      }
      break;
    case 3:
      command.distr = static_cast<Dist>(rng_.below(8));
      command.pattern = static_cast<Pattern>(rng_.below(32));
      break;
    case 4:
      command.width = pick_width(4);
      break;
    case 5:
      command.n = config_.vlen_bytes + rng_.below(3);
      command.store_reg = true;
      break;
    default:
      command.abs = !command.abs;
      command.op = rng_.percent(20) ? static_cast<Opcode>(rng_.below(32)) : command.op;
      break;
  }
}

std::uint8_t RandomCommands::pick_v() {
  return rng_.percent(80) ? hot_v_[rng_.below(hot_v_.size())]
                          : static_cast<std::uint8_t>(rng_.below(kNumVregs));
}

std::uint8_t RandomCommands::pick_m() {
  return rng_.percent(70) ? hot_m_[rng_.below(hot_m_.size())]
                          : static_cast<std::uint8_t>(rng_.below(kNumMregs));
}

std::uint32_t RandomCommands::pick_address(std::uint32_t bytes) {
  const std::uint32_t places = (config_.ub_bytes - bytes) / kBlockBytes + 1;
  const std::uint32_t choice = rng_.below(10);
  if (choice == 0) return (places - 1) * kBlockBytes;  // the very last
  if (choice < 4) return rng_.below(places) * kBlockBytes;
  return (hot_base_ / kBlockBytes + rng_.below(2 * bytes / kBlockBytes)) % places * kBlockBytes;
}

bool RandomCommands::touches_host_region(const Command& command) {
  if (is_pending(command.op)) return false;
  plan_command(command, model_, plan_);
  const auto reserved = [&](std::uint32_t address) {
    return address - host_region_.base < host_region_.bytes;
  };
  if (command.op == Opcode::StoreUnalign) {  // nor may what a store leaves in u belong there
    const std::uint32_t start = command.addr + (command.abs ? 0 : model_.ar());
    if (reserved(start) || reserved(start + config_.vlen_bytes)) return true;
  }
  return std::any_of(plan_.blocks.begin(), plan_.blocks.end(), [&](const BlockAccess& access) {
    return reserved(access.block * kBlockBytes);
  });
}

}  // namespace gsq
