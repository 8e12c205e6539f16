// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/register.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "gsq/kernel/unit.hpp"

namespace gsq::kernel {
namespace {

constexpr std::array<std::size_t, 3> kRegisters{kNumVregs, kNumMregs, kNumUregs};
constexpr std::array<std::string_view, 3> kRegisterNames{"vector", "mask", "unaligned-store"};

std::uint64_t last_id = 0;

constexpr std::uint32_t bit(unsigned index) { return std::uint32_t{1} << index; }

}  // namespace

Registers::Registers(Unit& unit) : unit_(unit), id_(++last_id) {
  for (std::size_t file = 0; file < files_.size(); ++file) {
    files_[file].free.resize(kRegisters[file]);
    std::iota(files_[file].free.begin(), files_[file].free.end(), 0U);
  }
}

Registers::Value::~Value() {
  Unit* const unit = Unit::current_or_none();
  if (unit != nullptr && belongs_to(*unit->registers())) unit->registers()->release(*this);
}

unsigned Registers::read(Value& value, const Call& call) {
  if (!value.written && value.file != RegisterFile::kUnaligned && !unwritten_) {
    unwritten_ = call.text();
  }
  if (!value.index) fetch_back(value, call);
  return in_hand(value);
}

unsigned Registers::write(Value& value, const Call& call) {
  forget_saved(value);
  if (!value.index) take(value, false, call);
  value.written = true;
  return in_hand(value);
}

void Registers::command_queued() {
  for (File& file : files_) file.in_hand = 0;
}

/// The number of a value, for the command that is being put together.
unsigned Registers::in_hand(Value& value) {
  value.last_use = ++clock_;
  file_of(value).in_hand |= bit(*value.index);
  return *value.index;
}

/// Finds a register for a value. One that is fetched back is written before the command that is
/// being put together, so it must not take a register which the command reads.
void Registers::take(Value& value, bool to_fetch, const Call& call) {
  File& file = file_of(value);
  const auto spare = [&](unsigned index) { return (file.in_hand & bit(index)) == 0; };
  auto free = std::find_if(file.free.begin(), file.free.end(), spare);
  if (free == file.free.end() && !to_fetch) free = file.free.begin();
  if (free != file.free.end()) {
    value.index = *free;
    file.free.erase(free);
  } else {
    const auto file_number = static_cast<std::size_t>(value.file);
    if (value.file == RegisterFile::kUnaligned) {
      throw Error(call, fmt::format("all {} {} registers are in use: let some go out of scope",
                                    kRegisters.at(file_number), kRegisterNames.at(file_number)));
    }
    Value* victim = nullptr;
    for (unsigned index = 0; index < kRegisters.at(file_number); ++index) {
      Value* const holder = file.holders.at(index);
      if (holder == nullptr || !spare(index)) continue;
      if (victim == nullptr || holder->last_use < victim->last_use) victim = holder;
    }
    if (victim == nullptr) {
      throw Error(call, fmt::format("it uses more {} registers than there are, {}",
                                    kRegisterNames.at(file_number), kRegisters.at(file_number)));
    }
    value.index = std::exchange(victim->index, {});
    file.holders.at(*value.index) = &value;
    return put_away(*victim, *value.index);
  }
  file.holders.at(*value.index) = &value;
}

/// Saves a value that is in this register for the last time, unless that was done before.
void Registers::put_away(Value& value, unsigned index) {
  if (!value.written || value.saved) return;
  value.saved = std::make_shared<std::vector<std::uint8_t>>();
  value.place = Uses::kFirstSaved + saved_++;
  const bool mask = value.file == RegisterFile::kMask;
  Operation save;
  save.uses.reads = mask ? Uses::m_bit(index) : Uses::v_bit(index);
  save.uses.host = value.place;
  save.run = [to = value.saved, mask, index](State& state) {
    *to = mask ? state.read_m(index) : state.read_v(index);
  };
  value.putting = unit_.queue(StepKind::kPutAway, "a register is put away", std::move(save));
}

void Registers::fetch_back(Value& value, const Call& call) {
  take(value, value.saved != nullptr, call);
  if (!value.saved) return;
  const unsigned index = *value.index;
  const bool mask = value.file == RegisterFile::kMask;
  file_of(value).in_hand |= bit(index);
  value.putting.reset();
  Operation fetch;
  fetch.uses.writes = mask ? Uses::m_bit(index) : Uses::v_bit(index);
  fetch.uses.host = value.place;
  fetch.run = [from = value.saved, mask, index](State& state) {
    if (from->empty()) return;  // not saved: the program was cut short by an error
    if (mask) {
      state.write_m(index, *from);
    } else {
      state.write_v(index, *from);
    }
  };
  unit_.queue(StepKind::kFetchBack, "a register is fetched back", std::move(fetch));
}

/// The value is not needed any more: the object can get another one.
void Registers::renew(Value& value) noexcept {
  release(value);
  value.index.reset();
  value.written = false;
}

/// The saved value is not needed any more.
void Registers::forget_saved(Value& value) noexcept {
  if (value.putting) unit_.cancel(*value.putting);
  value.putting.reset();
  value.saved.reset();
}

void Registers::release(Value& value) noexcept {
  forget_saved(value);
  if (!value.index) return;
  File& file = file_of(value);
  file.holders[*value.index] = nullptr;
  file.free.push_back(*value.index);
}

unsigned Register::index(const Call& call) const {
  Registers& registers = *Unit::current(call).registers();
  if (!has_value(registers)) value_ = std::make_shared<Registers::Value>(registers, file_);
  return registers.read(*value_, call);
}

unsigned Register::index_to_write(const Call& call) {
  Registers& registers = *Unit::current(call).registers();
  if (!has_value(registers) || value_.use_count() > 1) {
    value_ = std::make_shared<Registers::Value>(registers, file_);
  } else if (value_->written && registers.free_count(file_) != 0) {
    registers.renew(*value_);
  }
  return registers.write(*value_, call);
}

unsigned Register::index_to_change(const Call& call) {
  Registers& registers = *Unit::current(call).registers();
  if (!has_value(registers) || value_.use_count() > 1) {
    value_ = std::make_shared<Registers::Value>(registers, file_);
  } else {
    static_cast<void>(registers.read(*value_, call));  // it may have been put away
  }
  return registers.write(*value_, call);
}

/// Whether it has a value, of the unit in use and not of an earlier one.
bool Register::has_value(const Registers& registers) const {
  return value_ && value_->belongs_to(registers);
}

}  // namespace gsq::kernel
