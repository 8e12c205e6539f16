// SPDX-License-Identifier: Apache-2.0
#include "system/aftermath.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace tb {
namespace {

constexpr unsigned kMostCycles = 20000;  // for the commands in flight: none needs a thousand
constexpr std::int64_t kLongAgo = std::numeric_limits<std::int64_t>::min();

}  // namespace

Aftermath::Aftermath(gsq::Config config, const Dut& dut, const gsq::CycleModel& model, bool data,
                     CommandTracker& commands, Monitor& monitor)
    : config_(std::move(config)),
      dut_(dut),
      data_(data),
      commands_(commands),
      monitor_(monitor),
      golden_(model.model()),
      planner_(golden_) {
  for (gsq::Transaction& transaction : model.in_flight()) {
    const TrackedCommand* command = commands.at(entries_.size());
    if (command == nullptr) break;
    entries_.push_back({std::move(transaction), gsq::to_text(command->label)});
  }
}

void Aftermath::run(const gsq::Command* offered, const NextCycle& next_cycle) {
  monitor_.take_completions();
  for (unsigned cycle = 0; cycle < kMostCycles; ++cycle) {
    if (answered_ == entries_.size() && offered == nullptr) return;
    const TrackedCommand* next = commands_.next();
    const std::string label = next == nullptr ? "" : gsq::to_text(next->label);
    if (monitor_.watch(cycle)) break;  // the RTL breaks the rules of its ports
    if (monitor_.command_taken()) {
      Entry entry{{}, label};
      entry.transaction.command = *offered;
      planner_.plan(entry.transaction);
      entries_.push_back(std::move(entry));
    }
    for (const gsq::Completion& completion : monitor_.take_completions()) {
      take_response(completion);
    }
    offered = next_cycle();
  }
  if (response_ || answered_ == entries_.size()) return;
  const Entry& entry = entries_[answered_];
  response_ = Found{
      static_cast<std::int64_t>(answered_),
      {entry.label, kind::kAnswer, "its response", text_of(entry.transaction.response), "none"}};
}

void Aftermath::take_response(const gsq::Completion& completion) {
  const std::size_t place = answered_++;
  if (response_ || place >= entries_.size()) return;
  const gsq::Response& expected = entries_[place].transaction.response;
  const gsq::Response& actual = completion.response;
  const char* kind = kind_of(expected, actual);
  if (kind == nullptr) return;
  response_ =
      Found{static_cast<std::int64_t>(place),
            {entries_[place].label, kind, "its response", text_of(expected), text_of(actual)}};
}

/// The youngest command in flight of which `wrote` holds. Returns whether there is one.
template <typename Wrote>
bool Aftermath::add_in_flight(std::vector<Found>& found, WrongCommand& wrong, Wrote&& wrote) const {
  for (std::size_t place = entries_.size(); place-- > 0;) {
    if (!wrote(entries_[place].transaction)) continue;
    wrong.command = entries_[place].label;
    found.push_back({static_cast<std::int64_t>(place), std::move(wrong)});
    return true;
  }
  return false;
}

/// A command that was answered before: it comes before all in flight.
void Aftermath::add_writer(std::vector<Found>& found, const Writer& writer,
                           WrongCommand wrong) const {
  wrong.command = gsq::to_text(writer.label);
  if (wrong.command.empty()) return;  // not written by a command
  found.push_back({kLongAgo + static_cast<std::int64_t>(writer.answered), std::move(wrong)});
}

void Aftermath::compare_v(std::vector<Found>& found) const {
  for (unsigned i = 0; i < gsq::kNumVregs; ++i) {
    const std::vector<std::uint8_t>& expected = golden_.v(i);
    const std::uint8_t* actual = dut_.v(i);
    const auto at = static_cast<std::size_t>(
        std::mismatch(expected.begin(), expected.end(), actual).first - expected.begin());
    if (at == expected.size()) continue;
    WrongCommand wrong{"", kind::kData, fmt::format("register v{}, byte {}", i, at),
                       fmt::format("{:#04x}", expected[at]), fmt::format("{:#04x}", actual[at])};
    if (!add_in_flight(found, wrong, [&](const auto& done) { return done.plan.dest == i; })) {
      add_writer(found, monitor_.writer(i), std::move(wrong));
    }
  }
}

void Aftermath::compare_m(std::vector<Found>& found) const {
  for (unsigned i = 0; i < gsq::kNumMregs; ++i) {
    for (std::size_t bit = 0; bit < config_.vlen_bytes; ++bit) {
      const bool expected = golden_.m(i)[bit] != 0;
      if (dut_.m(i, bit) == expected) continue;
      WrongCommand wrong{"", kind::kMask, fmt::format("register m{}, bit {}", i, bit),
                         std::to_string(int{expected}), std::to_string(int{!expected})};
      if (!add_in_flight(found, wrong,
                         [&](const auto& done) { return done.plan.mask_dest == i; })) {
        add_writer(found, monitor_.mask_writer(i), std::move(wrong));
      }
      break;
    }
  }
}

/// Of commands that were answered before, it is not known which bytes they wrote.
void Aftermath::compare_ub(std::vector<Found>& found) const {
  for (std::uint32_t word = 0; word < config_.ub_bytes / config_.bank_bytes; ++word) {
    const std::uint8_t* expected = &golden_.ub()[std::size_t{word} * config_.bank_bytes];
    const std::uint8_t* actual = dut_.ub_word(word);
    if (std::memcmp(expected, actual, config_.bank_bytes) == 0) continue;
    std::uint32_t byte = 0;
    while (expected[byte] == actual[byte]) ++byte;
    const std::uint32_t address = word * config_.bank_bytes;
    WrongCommand wrong{"", kind::kData, fmt::format("UB byte {:#x}", address + byte),
                       fmt::format("{:#04x}", expected[byte]),
                       fmt::format("{:#04x}", actual[byte])};
    add_in_flight(found, wrong, [&](const gsq::Transaction& done) {
      return std::any_of(done.accesses.begin(), done.accesses.end(), [&](const auto& access) {
        return access.write && access.address == address && ((access.be >> byte) & 1U) != 0;
      });
    });
  }
}

WrongCommand Aftermath::first_wrong(const Difference& difference) const {
  std::vector<Found> found;
  if (response_) found.push_back(*response_);
  if (answered_ == entries_.size()) {  // or V, M and UB are not what they will be
    if (data_) compare_v(found);
    compare_m(found);
    if (data_) compare_ub(found);
  }
  // Of the same command, its result says more than the port.
  if (difference.command != nullptr && difference.kind != kind::kCycle && !entries_.empty()) {
    const std::uint64_t oldest = entries_.front().transaction.sequence;
    const std::uint64_t place = difference.command->sequence - oldest;
    if (place < entries_.size()) {
      found.push_back({static_cast<std::int64_t>(place),
                       {entries_[place].label, difference.kind, difference.where,
                        difference.expected, difference.actual}});
    }
  }
  const auto first = std::min_element(
      found.begin(), found.end(), [](const Found& a, const Found& b) { return a.place < b.place; });
  if (first != found.end()) return first->wrong;
  WrongCommand none;
  none.kind = difference.kind;
  if (answered_ == entries_.size() && !entries_.empty()) {
    none.what = fmt::format(
        "none: {} in flight and {} right{}",
        entries_.size() == 1 ? "1 command was" : fmt::format("{} commands were", entries_.size()),
        entries_.size() == 1 ? "its result is" : "their results are",
        difference.kind == kind::kCycle ? ", only ports differ" : "");
  }
  return none;
}

}  // namespace tb
