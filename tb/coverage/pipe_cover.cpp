// SPDX-License-Identifier: Apache-2.0
// Bins of cycles, one group after the other: first the bins, then what hits them.
#include "coverage/pipe_cover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gsq/timing/bound.hpp"

namespace tb {
namespace {

using gsq::Cause;
using gsq::CommandClass;
using gsq::kBlockBytes;
using gsq::Opcode;
using gsq::Place;
using Names = std::vector<std::string>;
using At = Covergroup::Place;

constexpr std::size_t kRemembered = 4;  // answered commands, and host accesses

Names numbers(std::uint64_t first, std::uint64_t last) {
  Names names;
  for (std::uint64_t i = first; i <= last; ++i) names.push_back(std::to_string(i));
  return names;
}

/// Numbers of groups in K: few ones, and ranges.
const Names kWindowNames{"0", "1", "2", "3", "4 to 7", "8 or more"};

std::size_t window_bin(unsigned groups) { return groups < 4 ? groups : groups < 8 ? 4 : 5; }

/// A name for each set of stages: "P A R".
Names sets_of(const Names& stages) {
  Names names{"none"};
  for (unsigned set = 1; set < 1U << stages.size(); ++set) {
    std::string name;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      if (((set >> i) & 1U) != 0) name += (name.empty() ? "" : " ") + stages[i];
    }
    names.push_back(name);
  }
  return names;
}

const Names kAccessStages{"P", "S", "A", "M", "R", "E", "K", "X"};

// Places of a command, in the order of kWaitPlaces.
enum Spot : std::size_t {
  kPort,
  kD0,
  kD1,
  kIssueQueue,
  kComputePipe,
  kMemoryQueue,
  kP,
  kS,
  kA,
  kM,
  kR,
  kE,
  kK,
  kX,
  kData,
  kWrite,
  kResponses,
  kSpots,
};
const Names kSpotNames{"port",
                       "D0",
                       "D1",
                       "issue queue",
                       "compute pipe",
                       "memory queue",
                       "P",
                       "S",
                       "A",
                       "M",
                       "R",
                       "E",
                       "K",
                       "X",
                       "B",
                       "W",
                       "response queue"};

Spot spot_of(const gsq::Whereabouts& where) {
  switch (where.place) {
    case Place::kPort:
      return kPort;
    case Place::kDecode:
      return where.stage == 0 ? kD0 : kD1;
    case Place::kIssue:
      return kIssueQueue;
    case Place::kCompute:
      return kComputePipe;
    case Place::kQueue:
      return kMemoryQueue;
    case Place::kAccess:
      return static_cast<Spot>(kP + where.stage);
    case Place::kData:
      return kData;
    case Place::kWrite:
      return kWrite;
    case Place::kResponse:
      break;
  }
  return kResponses;
}

const Names kCauseNames{"goes on",
                        "a mask register waits for a compare",
                        "an older one issues first",
                        "the response queue is full",
                        "the memory queue is full",
                        "a result may not overwrite a V that is still to be read",
                        "the second port of V is used",
                        "the lane ALU has an operand of vec",
                        "V awaited from compute",
                        "V awaited from memory",
                        "not the head",
                        "P has more groups",
                        "X has more beats of an older group",
                        "more beats of its own",
                        "the host wins",
                        "a write of vec waits for its data",
                        "K or a part of it is full",
                        "another command writes its V",
                        "K has fractions of another kind",
                        "the banks offer words of older groups",
                        "its lanes are taken by older groups",
                        "fractions and a result for V",
                        "served, not the oldest",
                        "an older one answers first",
                        "the response is not taken"};

/// Whether the contract has a command wait at a place for a cause.
bool waits_there(std::size_t spot, Cause cause) {
  const auto one_of = [&](std::initializer_list<Cause> causes) {
    return std::find(causes.begin(), causes.end(), cause) != causes.end();
  };
  if (cause == Cause::kNothing) return true;
  switch (spot) {
    case kPort:
    case kD0:
      return one_of({Cause::kMask, Cause::kIssue});
    case kD1:
      return cause == Cause::kIssue;
    case kIssueQueue:
      return one_of({Cause::kIssue, Cause::kResponseQueue, Cause::kMemoryQueue, Cause::kOverwrite,
                     Cause::kSecondPort, Cause::kLaneAlu, Cause::kFromCompute, Cause::kFromMemory});
    case kComputePipe:
      return one_of({Cause::kOverwrite, Cause::kSecondPort, Cause::kLaneAlu});
    case kMemoryQueue:
      return one_of({Cause::kHead, Cause::kFromCompute, Cause::kFromMemory, Cause::kGroups,
                     Cause::kBanks, Cause::kHost, Cause::kVecData, Cause::kWindow, Cause::kRegister,
                     Cause::kKind});
    case kP:
    case kS:
    case kA:
    case kM:
    case kR:
    case kE:
      return one_of({Cause::kBanks, Cause::kHost, Cause::kVecData, Cause::kWindow, Cause::kRegister,
                     Cause::kKind});
    case kK:
      return one_of({Cause::kConflict, Cause::kHost, Cause::kTurn, Cause::kLanes, Cause::kResult,
                     Cause::kLeaving});
    case kX:
      return one_of({Cause::kConflict, Cause::kHost});
    case kResponses:
      return one_of({Cause::kOlder, Cause::kConsumer});
    default:
      return false;
  }
}

// The table of facts, for the kinds of commands.
CommandClass class_of(std::size_t kind) {
  if (kind == kFailedKind || kind == kMaskKind) return CommandClass::Immediate;
  if (kind == kLaneKind || kind == kCompareKind) return CommandClass::Compute;
  return facts(static_cast<Opcode>(kind)).cls;
}
bool writes_v(std::size_t kind) {
  return kind == kLaneKind || (kind < kVecKind && facts(static_cast<Opcode>(kind)).writes_vd);
}
bool reads_v(std::size_t kind) {
  return kind == kLaneKind || kind == kCompareKind ||
         (kind < kVecKind &&
          (facts(static_cast<Opcode>(kind)).reads_vs || facts(static_cast<Opcode>(kind)).reads_vi));
}
bool is_memory(std::size_t kind) { return class_of(kind) == CommandClass::Memory; }

/// Whether a kind of command is in a place at some time. A failed one with an illegal lane goes
/// through the access pipe.
bool passes(std::size_t spot, std::size_t kind) {
  const bool memory = is_memory(kind) || kind == kFailedKind;
  switch (spot) {
    case kComputePipe:
      return class_of(kind) == CommandClass::Compute;
    case kMemoryQueue:
    case kP:
    case kS:
    case kA:
    case kM:
    case kR:
    case kE:
    case kK:
    case kX:
      return memory;
    case kData:
    case kWrite:
      return memory && (writes_v(kind) || kind == kFailedKind);
    default:
      return true;
  }
}

enum RegisterWait : std::size_t {
  kIssueFromCompute,
  kIssueFromMemory,
  kIssueOverwrite,
  kIssueMemoryQueue,
  kIssueResponses,
  kHeadFromCompute,
  kHeadFromMemory,
};
const Names kRegisterWaits{"at issue for V from compute",
                           "at issue for V from memory",
                           "at issue for the compute pipe to move",
                           "at issue for the memory queue",
                           "at issue for the response queue",
                           "as head of the memory queue for V from compute",
                           "as head of the memory queue for V from memory"};

bool waits_for_register(std::size_t wait, std::size_t kind) {
  const bool compute = class_of(kind) == CommandClass::Compute;
  // Fails in the access pipe, by an illegal lane: until then it is a gather, scatter or
  // gather_block.
  const bool failed = kind == kFailedKind;
  const bool reads = kind == kLaneKind || kind == kCompareKind ||
                     kind == static_cast<std::size_t>(Opcode::Squeeze);
  switch (wait) {
    case kIssueFromCompute:  // unsqueeze reads no V
      return reads || failed || (is_memory(kind) && writes_v(kind));
    case kIssueFromMemory:
    case kIssueOverwrite:
      return compute;
    case kIssueMemoryQueue:
      return is_memory(kind) || failed;
    case kIssueResponses:
      return true;
    default:
      return failed || (is_memory(kind) && reads_v(kind));
  }
}

std::vector<Bytes> enabled(const gsq::HostRequest& request) {
  const std::uint64_t base = request.address / kBlockBytes * kBlockBytes;
  std::vector<Bytes> bytes;
  for (std::uint64_t i = 0; i < kBlockBytes; ++i) {
    if (!request.write || ((request.be >> i) & 1U) != 0) bytes.push_back({base + i, base + i + 1});
  }
  return bytes;
}

std::vector<Bytes> widened(const std::vector<Bytes>& bytes, std::uint64_t unit) {
  std::vector<Bytes> wide;
  wide.reserve(bytes.size());
  for (const Bytes& part : bytes) {
    wide.push_back({part.first / unit * unit, (part.last + unit - 1) / unit * unit});
  }
  return wide;
}

}  // namespace

PipeCover::PipeCover(const gsq::Config& config, Coverage& coverage)
    : config_(config), stages_(config.squeeze_cuts + 2), last_(config.banks) {
  add_stage_groups(coverage);
  add_wait_groups(coverage);
  add_bank_groups(coverage);
  add_host_groups(coverage);
  add_reset_groups(coverage);
}

void PipeCover::cycle(const gsq::CycleModel& model, const gsq::CycleInputs& inputs,
                      const std::deque<SeenCommand>& flight) {
  const gsq::Occupancy now = model.occupancy();
  hit_stages(now);
  hit_waits(model.whereabouts(inputs), now, flight);
  hit_banks(model, now);
  hit_host(model, inputs, now, flight);
  hit_ports(model, inputs);
}

// -------------------------------------------------------------------------------------------------
// Stages and queues
// -------------------------------------------------------------------------------------------------

void PipeCover::add_stage_groups(Coverage& coverage) {
  front_ = &coverage
                .group("front", "decode stages and commands in the issue queue",
                       {{"stages", sets_of({"D0", "D1"})},
                        {"issue queue", numbers(0, gsq::kIssueQueueDepth)}})
                .add_all();
  Names stages;
  for (unsigned i = 0; i < stages_; ++i) stages.push_back("C" + std::to_string(i));
  compute_ = &coverage
                  .group("compute_pipe", "stages of the compute pipe that hold a command",
                         {{"stages", sets_of(stages)}})
                  .add_all();
  queue_ = &coverage
                .group("memory_queue",
                       "commands in the memory queue, and whether one issues into a pipe beside it",
                       {{"commands", numbers(0, gsq::kMemQueueDepth)},
                        {"compute pipe", {"empty", "holds commands"}}})
                .add_all();
  access_ =
      &coverage
           .group(
               "access_pipe", "stages before K or X that hold a group",
               {{"stages", sets_of(Names(kAccessStages.begin(),
                                         kAccessStages.begin() + (config_.places == 1 ? 5 : 6)))}})
           .add_all();
  end_ = &coverage.group(
      "access_end", "groups in K, whether X presents one, and the stages behind it",
      {{"K", kWindowNames}, {"X", {"X empty", "X presents"}}, {"behind", sets_of({"B", "W"})}});
  end_->add([this](const At& at) {
    if (config_.places == 1) return at[0] == 0;
    // What X presents is of groups in K.
    return at[1] == 0 || at[0] != 0;
  });
  responses_ = &coverage
                    .group("response_queue", "entries of the response queue",
                           {{"entries", numbers(0, config_.rsp_depth)}})
                    .add_all();
}

void PipeCover::hit_stages(const gsq::Occupancy& now) {
  front_->hit({(now.d0 ? 1U : 0U) + (now.d1 ? 2U : 0U), now.issue_queue});
  compute_->hit({now.compute});
  queue_->hit({now.memory_queue, now.compute != 0 ? 1U : 0U});
  access_->hit({now.access});
  const std::size_t groups = config_.places == 1 ? 0 : window_bin(now.window);
  end_->hit({groups, now.x ? 1U : 0U, (now.data ? 1U : 0U) + (now.write ? 2U : 0U)});
  responses_->hit({now.responses});
}

// -------------------------------------------------------------------------------------------------
// Causes to wait, window
// -------------------------------------------------------------------------------------------------

void PipeCover::add_wait_groups(Coverage& coverage) {
  waits_ = &coverage.group("waits", "places of commands, and what they wait for there",
                           {{"place", kSpotNames}, {"cause", kCauseNames}});
  waits_->add([](const At& at) { return waits_there(at[0], static_cast<Cause>(at[1])); });
  register_waits_ =
      &coverage.group("register_waits", "what each command waits for before the access pipe",
                      {{"wait", kRegisterWaits}, {"command", kind_names()}});
  register_waits_->add([](const At& at) { return waits_for_register(at[0], at[1]); });
  window_ = &coverage
                 .group("window_places", "groups in K, and whether the host wins",
                        {{"groups", {"0", "1", "2", "3", "4 or more"}},
                         {"host", {"does not win", "wins"}}})
                 .add_all();
  losers_ = &coverage.group(
      "window_losers",
      "commands in K that lose all their lanes, or wait for their turn in the banks",
      {{"cause", {"lanes", "turn"}}, {"commands", {"1", "2", "3 or more"}}});
  losers_->add_all();
  local_ = &coverage
                .group("window_local", "gather_reg as the oldest in K: groups in K",
                       {{"groups", Names(kWindowNames.begin() + 1, kWindowNames.end())}})
                .add_all();
}

void PipeCover::hit_waits(const std::vector<gsq::Whereabouts>& all, const gsq::Occupancy& now,
                          const std::deque<SeenCommand>& flight) {
  unsigned lanes = 0;
  unsigned turns = 0;
  bool first_in_window = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const gsq::Whereabouts& where = all[i];
    const Spot spot = spot_of(where);
    waits_->hit({spot, static_cast<std::size_t>(where.cause)});
    if (where.cause == Cause::kLanes) ++lanes;
    if (where.cause == Cause::kTurn) ++turns;
    if (i >= flight.size()) continue;
    const std::size_t kind = flight[i].kind;
    if (spot == kK && first_in_window) {
      first_in_window = false;
      if (kind == static_cast<std::size_t>(Opcode::GatherReg))
        local_->hit({window_bin(now.window) - 1});
    }
    if (spot != kIssueQueue && spot != kMemoryQueue) continue;
    const bool issue = spot == kIssueQueue;
    switch (where.cause) {
      case Cause::kFromCompute:
        register_waits_->hit({issue ? kIssueFromCompute : kHeadFromCompute, kind});
        break;
      case Cause::kFromMemory:
        register_waits_->hit({issue ? kIssueFromMemory : kHeadFromMemory, kind});
        break;
      case Cause::kOverwrite:
      case Cause::kSecondPort:
      case Cause::kLaneAlu:
        register_waits_->hit({kIssueOverwrite, kind});
        break;
      case Cause::kMemoryQueue:
        register_waits_->hit({kIssueMemoryQueue, kind});
        break;
      case Cause::kResponseQueue:
        register_waits_->hit({kIssueResponses, kind});
        break;
      default:
        break;
    }
  }
  if (config_.places != 1) {
    window_->hit({std::min(now.window, 4U), now.host_wins ? 1U : 0U});
    if (lanes != 0) losers_->hit({0, std::min(lanes, 3U) - 1});
    if (turns != 0) losers_->hit({1, std::min(turns, 3U) - 1});
  }
}

// -------------------------------------------------------------------------------------------------
// Banks
// -------------------------------------------------------------------------------------------------

void PipeCover::add_bank_groups(Coverage& coverage) {
  busy_ = &coverage.group("banks", "banks that commands access in a cycle",
                          {{"banks", numbers(1, std::min(config_.banks, 64U))},
                           {"accesses", {"reads", "writes", "reads and writes"}}});
  busy_->add([](const At& at) { return at[1] != 2 || at[0] != 0; });
  stay_ = &coverage
               .group("word_stays",
                      "a word of a command that is accessed in two cycles after each other, since "
                      "not all its slots are served at once",
                      {{"command", {"gather", "scatter"}}})
               .add_all();
}

void PipeCover::hit_banks(const gsq::CycleModel& model, const gsq::Occupancy& /*now*/) {
  const gsq::CycleOutputs& out = model.outputs();
  unsigned reads = 0;
  unsigned writes = 0;
  for (std::uint32_t bank = 0; bank < config_.banks; ++bank) {
    const gsq::Transaction* command = out.bank_any ? model.on_bank(bank) : nullptr;
    Access access;
    if (command != nullptr) {
      const bool write = ((out.bank_we[bank / 32] >> (bank % 32)) & 1U) != 0;
      ++(write ? writes : reads);
      access = {command, out.bank[bank].row};
      const Opcode op = command->command.op;
      if (last_[bank].command == command && last_[bank].row == access.row &&
          (op == Opcode::Gather || op == Opcode::Scatter) && command->groups.size() == 1) {
        stay_->hit({op == Opcode::Scatter ? 1U : 0U});
      }
    }
    last_[bank] = access;
  }
  if (reads + writes != 0) {
    busy_->hit({std::min(reads + writes, 64U) - 1, writes == 0 ? 0U : reads == 0 ? 1U : 2U});
  }
}

// -------------------------------------------------------------------------------------------------
// Host port, handshakes
// -------------------------------------------------------------------------------------------------

namespace {

const Names kHostKinds{"read", "write"};
enum Served : std::size_t { kOutside, kIdle, kBeside, kAfterWait, kWins };
const Names kServedNames{"outside UB", "no command accesses a bank", "commands access other banks",
                         "after it waited", "it wins"};
const Names kEnabledNames{"no byte", "one byte", "some bytes", "all bytes"};
const Names kShares{"read of bytes that it reads", "write beside bytes of a word that it reads",
                    "write of other words of a block that it reads",
                    "write beside bytes of a word that it writes",
                    "write of other words of a block that it writes"};
const Names kOrders{"a command writes, the host reads",  "a command writes, the host writes",
                    "a command reads, the host writes",  "the host writes, a command reads",
                    "the host writes, a command writes", "the host reads, a command writes"};
const Names kHandshakes{"cmd", "rsp"};
const Names kPortWaits{"no cycle", "1 cycle", "2 to 9 cycles", "10 cycles and more"};

std::size_t wait_range(unsigned cycles) { return cycles <= 1 ? cycles : cycles < 10 ? 2 : 3; }

}  // namespace

void PipeCover::add_host_groups(Coverage& coverage) {
  host_served_ =
      &coverage.group("host", "how a host access is served, with the requests in the queue",
                      {{"access", kHostKinds},
                       {"served", kServedNames},
                       {"queue", numbers(1, gsq::kHostQueueDepth)}});
  // Another request joins the oldest in the queue only when that one was not served in its first
  // cycle.
  host_served_->add(
      [](const At& at) { return at[2] == 0 || at[1] == kAfterWait || at[1] == kWins; });
  host_bytes_ =
      &coverage.group("host_bytes", "bytes that a host write enables", {{"bytes", kEnabledNames}})
           .add_all();
  host_shares_ = &coverage
                      .group("host_shares",
                             "a host access to a block of a command that is accepted and not "
                             "answered, which is no race",
                             {{"access", kShares}})
                      .add_all();
  host_order_ = &coverage
                     .group("host_order",
                            "the same bytes for the host and for one of the last four commands or "
                            "accesses, one after the other",
                            {{"order", kOrders}})
                     .add_all();
  ports_ = &coverage
                .group("handshake", "cycles that an offer waits at a port",
                       {{"port", kHandshakes}, {"waits", kPortWaits}})
                .add_all();
}

void PipeCover::hit_host(const gsq::CycleModel& model, const gsq::CycleInputs& inputs,
                         const gsq::Occupancy& now, const std::deque<SeenCommand>& flight) {
  while (host_queue_.size() > now.host_queue) host_queue_.pop_front();
  host_served_before_ = host_served_last_;
  host_served_last_ = now.host_served;
  if (now.host_served && !host_queue_.empty()) {
    const gsq::HostRequest& request = host_queue_.front();
    bool busy = false;
    for (std::uint32_t bank = 0; bank < config_.banks && !busy; ++bank) {
      busy = model.outputs().bank_any && model.on_bank(bank) != nullptr;
    }
    const Served served = request.address >= config_.ub_bytes ? kOutside
                          : now.host_wins                     ? kWins
                          : now.host_waited != 0              ? kAfterWait
                          : busy                              ? kBeside
                                                              : kIdle;
    host_served_->hit({request.write ? 1U : 0U, served, now.host_queue - 1U});
  }
  if (inputs.host == nullptr || !model.outputs().host_gnt) return;
  host_queue_.push_back(*inputs.host);
  host_transfer(*inputs.host, flight);
}

void PipeCover::host_transfer(const gsq::HostRequest& request,
                              const std::deque<SeenCommand>& flight) {
  if (request.address >= config_.ub_bytes) return;
  const std::vector<Bytes> bytes = enabled(request);
  if (request.write) {
    host_bytes_->hit({bytes.empty()                 ? 0U
                      : bytes.size() == 1           ? 1U
                      : bytes.size() == kBlockBytes ? 3U
                                                    : 2U});
  }
  const std::vector<Bytes> words = widened(bytes, config_.bank_bytes);
  const std::vector<Bytes> block = widened(bytes, kBlockBytes);
  for (const SeenCommand& command : flight) {
    const auto& reads = command.print.reads;
    const auto& writes = command.print.writes;
    if (!request.write) {
      if (overlap(bytes, reads)) host_shares_->hit({0});
      continue;
    }
    if (overlap(block, reads)) host_shares_->hit({overlap(words, reads) ? 1U : 2U});
    if (overlap(block, writes)) host_shares_->hit({overlap(words, writes) ? 3U : 4U});
  }
  for (const SeenCommand& command : answered_) {
    if (overlap(command.print.writes, bytes)) host_order_->hit({request.write ? 1U : 0U});
    if (request.write && overlap(command.print.reads, bytes)) host_order_->hit({2});
  }
  host_.push_front({request.write, bytes});
  if (host_.size() > kRemembered) host_.pop_back();
}

void PipeCover::hit_ports(const gsq::CycleModel& model, const gsq::CycleInputs& inputs) {
  const auto watch = [&](std::size_t port, bool valid, bool ready, unsigned& waits) {
    if (!valid) return;
    if (!ready) {
      ++waits;
      return;
    }
    ports_->hit({port, wait_range(waits)});
    waits = 0;
  };
  watch(0, inputs.command != nullptr, model.outputs().cmd_ready, command_waits_);
  watch(1, model.outputs().rsp_valid, inputs.rsp_ready, response_waits_);
}

// -------------------------------------------------------------------------------------------------
// Resets
// -------------------------------------------------------------------------------------------------

void PipeCover::add_reset_groups(Coverage& coverage) {
  reset_ = &coverage.group("reset", "a reset while a command is in this place",
                           {{"place", kSpotNames}, {"command", kind_names()}});
  reset_->add([](const At& at) { return at[0] != kPort && passes(at[0], at[1]); });
  reset_host_ = &coverage.group(
      "reset_host", "a reset with host requests in the queue, and answers that are due",
      {{"queue", numbers(0, gsq::kHostQueueDepth)},
       {"answer", {"none is due", "served in the cycle before", "served two cycles before"}}});
  // The queue is not full after a cycle in which it served one.
  reset_host_->add([](const At& at) { return at[1] != 1 || at[0] != gsq::kHostQueueDepth; });
  reset_partial_ =
      &coverage.group("reset_partial",
                      "a reset while a gather with inactive lanes, into a V that nothing has "
                      "written since the last reset, is in this place",
                      {{"command", {"gather", "gather_block"}}, {"place", kSpotNames}});
  reset_partial_->add([](const At& at) { return at[1] != kPort && at[1] != kComputePipe; });
  after_reset_group_ =
      &coverage.group("after_reset", "the first command after a reset", {{"command", kind_names()}})
           .add_all();
  fresh_ = &coverage.group(
      "fresh", "a command that reads or writes a V that nothing has written since the last reset",
      {{"command", kind_names()},
       {"V", {"written", "written, with inactive lanes", "read as data", "read as indices"}}});
  fresh_->add([](const At& at) {
    if (at[0] == kLaneKind || at[0] == kCompareKind) {
      return at[1] != 1 && (at[1] != 0 || at[0] == kLaneKind);
    }
    if (at[0] >= kVecKind) return false;
    const auto op = static_cast<Opcode>(at[0]);
    const gsq::CommandFacts& row = facts(op);
    if (at[1] == 1) return op == Opcode::Gather || op == Opcode::GatherBlock;
    return at[1] == 0 ? row.writes_vd : at[1] == 2 ? row.reads_vs : row.reads_vi;
  });
}

void PipeCover::accept(const SeenCommand& seen) {
  if (after_reset_) after_reset_group_->hit({seen.kind});
  after_reset_ = false;
  for (const HostBytes& host : host_) {
    if (host.write && overlap(host.bytes, seen.print.reads)) host_order_->hit({3});
    if (overlap(host.bytes, seen.print.writes)) host_order_->hit({host.write ? 4U : 5U});
  }
}

void PipeCover::answer(const SeenCommand& seen) {
  if (seen.ok() && (seen.kind < kVecKind || seen.kind == kLaneKind || seen.kind == kCompareKind)) {
    if ((seen.v_write & ~written_) != 0) fresh_->hit({seen.kind, seen.partial ? 1U : 0U});
    if ((seen.v_data & ~written_) != 0) fresh_->hit({seen.kind, 2});
    if ((seen.v_index & ~written_) != 0) fresh_->hit({seen.kind, 3});
  }
  written_ |= seen.v_write;
  answered_.push_front(seen);
  if (answered_.size() > kRemembered) answered_.pop_back();
}

void PipeCover::reset(const gsq::CycleModel& model, const std::deque<SeenCommand>& flight) {
  const gsq::Occupancy now = model.occupancy();
  const std::vector<gsq::Whereabouts> all = model.whereabouts({});
  for (std::size_t i = 0; i < std::min(all.size(), flight.size()); ++i) {
    const Spot spot = spot_of(all[i]);
    const SeenCommand& seen = flight[i];
    reset_->hit({spot, seen.kind});
    if (seen.partial && (seen.v_write & ~written_) != 0) {
      reset_partial_->hit({seen.command.op == Opcode::GatherBlock ? 1U : 0U, spot});
    }
  }
  reset_host_->hit({now.host_queue, host_served_last_ ? 1U : host_served_before_ ? 2U : 0U});
  begin_run();
  after_reset_ = true;
}

void PipeCover::begin_run() {
  written_ = 0;
  after_reset_ = false;
  command_waits_ = response_waits_ = 0;
  answered_.clear();
  host_.clear();
  host_queue_.clear();
  host_served_last_ = host_served_before_ = false;
  last_.assign(config_.banks, {});
}

}  // namespace tb
