// SPDX-License-Identifier: Apache-2.0
#include "gsq/timing/timed_model.hpp"

#include <cstring>

namespace gsq {
namespace {

constexpr std::size_t kCommandsOfGroup = 4;  // for the limit of memory: a group has a kilobyte

// The tag is the highest field of a command; bits above it belong to none.
constexpr unsigned kTagBits = 8;
constexpr unsigned kTagPlace = kCommandBits - kTagBits;
static_assert(kTagPlace / 32 == CommandBits{}.size() - 1, "the last word has the whole tag");

CommandBits without_tag(CommandBits bits) {
  bits.back() &= (std::uint32_t{1} << kTagPlace % 32) - 1;
  return bits;
}

template <typename Value>
void append(std::string& to, const Value& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append(std::string& to, const std::vector<std::uint8_t>& bytes) {
  to.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

TimedModel::TimedModel(const Config& config, std::size_t most)
    : most_(most), model_(config), cycles_(config, Detail::kTiming) {}

void TimedModel::reset() {
  model_.reset();
  responses_.clear();
  start_at(next_offer_);
}

void TimedModel::start_at(std::uint64_t cycle) {
  for (Unread& unread : responses_) {
    if (unread.answered == kUnknown) unread.answered = entry(unread.entry).answered;
  }
  start_ = cycle;
  node_ = 0;
  entries_.clear();
  dropped_ = 0;
  forgetful_ = in_step_ = entangled_ = false;
}

void TimedModel::limit_memory() {
  if (nodes_.size() < most_ && kCommandsOfGroup * remembered_groups_ < most_) return;
  if (entries() != 0) {
    catch_up();
    while (fed_ != entries()) step();
    for (Entry& entry : entries_) entry.node = kNone;
    forgetful_ = true;
  }
  nodes_.assign(1, {});
  children_.clear();
  known_.clear();
  index_.clear();
  remembered_groups_ = 0;
}

void TimedModel::find_state(const Command& command) {
  state_.clear();
  if (!known(command.op)) return;
  const CommandFacts& row = facts(command.op);
  const bool has_accesses = row.cls == CommandClass::Memory;
  if (has_accesses &&
      (row.mask == MaskUse::Lane || row.mask == MaskUse::Slot || row.mask == MaskUse::Block)) {
    append(state_, model_.m(command.m));
  }
  if (has_accesses && row.reads_vi) append(state_, model_.v(command.vi));
  if (row.stream == StreamUse::Count || row.stream == StreamUse::Store ||
      row.stream == StreamUse::Post) {
    const UnalignedReg& u = model_.u(command.u);
    append(state_, model_.ar());
    append(state_, model_.sqzn_valid());
    append(state_, model_.sqzn());
    append(state_, u.block);
    append(state_, u.lo);
    append(state_, u.hi);
  }
}

bool TimedModel::is(const Known& known, const CommandBits& bits) {
  if (known.bits != bits) return false;
  find_state(known.transaction.command);
  return known.state == state_;
}

std::uint32_t TimedModel::find_known(const CommandBits& bits, Response& response) {
  const Command command = unpack(bits);
  find_state(command);
  key_.clear();
  append(key_, bits);
  key_ += state_;
  const auto [place, is_new] = index_.try_emplace(key_, static_cast<std::uint32_t>(known_.size()));
  if (!is_new) {
    response = execute(known_[place->second]);
    return place->second;
  }
  Known& known = known_.emplace_back();
  known.bits = bits;
  known.state = state_;
  known.transaction.command = command;
  planner_.plan(known.transaction);
  remembered_groups_ += known.transaction.groups.size();
  response = known.transaction.response;
  return place->second;
}

Response TimedModel::execute(const Known& known) {
  return model_.execute(known.transaction.command);
}

std::uint32_t TimedModel::child(std::uint32_t known, std::uint64_t gap) {
  const auto next = static_cast<std::uint32_t>(nodes_.size());
  const auto [place, is_new] = children_.try_emplace(Edge{node_, known, gap}, next);
  if (is_new) {
    Node& node = nodes_.emplace_back();
    node.known = known;
    node.gap = gap;
  }
  nodes_[node_].likely = place->second;
  return place->second;
}

/// In a window a command may change the times of older ones, too: results of the compute pipe and
/// words go through the second port of V, and groups that return fractions or read for vec keep all
/// lanes from second words. Section 4 of the contract. With lane operations, vec commands and those
/// of lanes share the lane ALU: section 2.
void TimedModel::forget_delayed() {
  const bool lane_ops = model_.config().lane_ops != 0;
  if (model_.config().places == 1 && !lane_ops) return;
  const auto command = [&](std::uint64_t number) -> const Transaction& {
    return known_[nodes_[entry(number).node].known].transaction;
  };
  const std::uint64_t last = entries() - 1;
  const Plan& plan = command(last).plan;
  if (plan.cls == CommandClass::Immediate) return;
  const bool seconds = model_.config().parts != 1;
  const bool computes = plan.cls == CommandClass::Compute;
  const bool fractions = plan.fractions.any();
  const bool is_vec = facts(command(last).command.op).kind == MemKind::Vec;
  const bool is_single = fractions || is_vec;
  const bool of_lanes = facts(command(last).command.op).lane_op != LaneOp::None;
  const auto meets = [&](const Transaction& before) {
    const Plan& older = before.plan;
    // At the lane ALU: whoever waits there lets the whole compute pipe wait.
    if (of_lanes && older.cls == CommandClass::Memory &&
        facts(before.command.op).kind == MemKind::Vec) {
      return true;
    }
    if (is_vec && lane_ops && older.cls == CommandClass::Compute) return true;
    if (older.cls == CommandClass::Compute) {
      return fractions || (seconds && !computes && plan.dest != Plan::kNone);
    }
    if (older.cls != CommandClass::Memory) return false;
    return computes ? seconds || older.fractions.any() : seconds && is_single;
  };
  const std::uint64_t accepted = entry(last).accepted;
  std::uint64_t first = last;  // in flight with it
  bool found = false;
  while (first != dropped_ && last - first < kMaxUnanswered &&
         entry(first - 1).answered > accepted) {
    found |= meets(command(--first));
  }
  if (!found) return;
  entangled_ = true;
  auto unread = responses_.rbegin();  // of the last command
  for (std::uint64_t number = last + 1; number-- > first;) {
    entry(number).answered = kUnknown;
    if (unread != responses_.rend()) (unread++)->answered = kUnknown;
  }
}

TimedModel::Accepted TimedModel::push(const CommandBits& command, std::uint64_t cycle) {
  if (cycle < next_offer_) cycle = next_offer_;
  if (rests(cycle)) start_at(cycle);
  limit_memory();
  if (in_step_ && cycle < position_) {  // somebody wanted to know the future
    if (forgetful_) {
      cycle = position_;
    } else {
      in_step_ = false;
    }
  }
  const CommandBits bits = without_tag(command);
  const std::uint64_t gap = cycle - (entries() == 0 ? start_ : entries_.back().offered);
  Response response;
  Entry& entry = entries_.emplace_back();
  entry.offered = cycle;
  bool uses_ub = false;
  if (forgetful_) {
    planned_.command = unpack(bits);
    planner_.plan(planned_);
    response = planned_.response;
    uses_ub = planned_.uses_ub();
  } else {
    const std::uint32_t likely = nodes_[node_].likely;
    if (likely != kNone && nodes_[likely].gap == gap && is(known_[nodes_[likely].known], bits)) {
      node_ = likely;
      response = execute(known_[nodes_[likely].known]);
    } else {
      node_ = child(find_known(bits, response), gap);
    }
    const Node& node = nodes_[node_];
    entry.node = node_;
    if (node.accepted != kUnknown) entry.accepted = start_ + node.accepted;
    if (node.answered != kUnknown) entry.answered = start_ + node.answered;
    uses_ub = known_[node.known].transaction.uses_ub();
  }
  response.tag = static_cast<std::uint8_t>(get_bits(command, kTagPlace, kTagBits));
  responses_.push_back({response, kUnknown, entries() - 1});
  if (entry.accepted == kUnknown) {
    catch_up();
    while (entry.accepted == kUnknown) step();
  }
  if (!forgetful_) forget_delayed();
  next_offer_ = entry.accepted + 1;
  return {entry.accepted, uses_ub};
}

bool TimedModel::answer_is_known(const Unread& unread) {
  return unread.answered != kUnknown || entry(unread.entry).answered != kUnknown;
}

std::uint64_t TimedModel::answer_cycle(std::size_t at) {
  Unread& unread = responses_.at(at);
  if (!answer_is_known(unread)) {
    catch_up();
    while (!answer_is_known(unread)) step();
  }
  if (unread.answered == kUnknown) unread.answered = entry(unread.entry).answered;
  return unread.answered;
}

bool TimedModel::answered(std::size_t at, std::uint64_t cycle) {
  const Unread& unread = responses_.at(at);
  if (!answer_is_known(unread)) {
    catch_up();
    while (!answer_is_known(unread) && position_ <= cycle) step();
  }
  return answer_is_known(unread) && answer_cycle(at) <= cycle;
}

Response TimedModel::pop() {
  const Response response = responses_.front().response;
  responses_.pop_front();
  return response;
}

bool TimedModel::rests(std::uint64_t cycle) {
  if (entries() == 0) return true;
  const Entry& last = entries_.back();
  if (last.answered == kUnknown) {
    catch_up();
    while (last.answered == kUnknown && position_ < cycle) step();
  }
  return last.answered < cycle;
}

std::optional<std::string> TimedModel::race(const HostRequest& host, std::uint64_t cycle) {
  if (rests(cycle)) return std::nullopt;
  if (in_step_ && position_ > cycle && !forgetful_) in_step_ = false;
  catch_up();
  while (position_ < cycle) step();
  return cycles_.race(host);
}

void TimedModel::catch_up() {
  if (in_step_) return;
  if (!cycles_.idle()) cycles_.reset();
  in_step_ = true;
  position_ = start_;
  fed_ = done_ = 0;
}

void TimedModel::step() {
  CycleInputs inputs;
  inputs.rsp_ready = true;
  if (fed_ != entries() && entry(fed_).offered <= position_) {
    const Entry& next = entry(fed_);
    inputs.planned = next.node == kNone ? &planned_ : &known_[nodes_[next.node].known].transaction;
    inputs.command = &inputs.planned->command;
  }
  const bool accepts = inputs.command != nullptr && cycles_.outputs().cmd_ready;
  cycles_.step(inputs);
  ++stepped_;
  if (accepts) {
    Entry& taken = entry(fed_++);
    taken.accepted = position_;
    if (taken.node != kNone) nodes_[taken.node].accepted = position_ - start_;
  }
  if (cycles_.retired() != nullptr) {
    Entry& finished = entry(done_++);
    finished.answered = position_;
    if (finished.node != kNone && !entangled_) nodes_[finished.node].answered = position_ - start_;
  }
  ++position_;
  // Without memory nobody goes back: only the last one is of use, for rests().
  while (forgetful_ && entries_.size() > 1 && dropped_ < done_) {
    for (Unread& unread : responses_) {
      if (unread.answered == kUnknown && unread.entry == dropped_) {
        unread.answered = entries_.front().answered;
      }
    }
    entries_.pop_front();
    ++dropped_;
  }
}

}  // namespace gsq
