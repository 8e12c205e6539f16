// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/unit.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <numeric>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "semantics/model_rules.hpp"

namespace gsq::kernel {
namespace {

Unit* current_unit = nullptr;

constexpr std::array<std::size_t, 3> kRegisters{kNumVregs, kNumMregs, kNumUregs};
constexpr std::array<std::string_view, 3> kRegisterNames{"vector", "mask", "unaligned-store"};

}  // namespace

Unit::Unit(Backend& backend, std::size_t lookahead)
    : backend_(backend),
      window_bytes_(backend.config().ub_bytes),
      lookahead_(lookahead),
      order_(backend.config()) {
  if (lookahead == 0) {
    throw std::invalid_argument("expected a lookahead of at least 1 command, found 0");
  }
  if (current_unit != nullptr) {
    throw std::logic_error("a unit is in use already: end it before the next one begins");
  }
  void* const window =
      mmap(nullptr, window_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (window == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "reserving addresses for UB");
  }
  window_ = static_cast<char*>(window);
  for (std::size_t file = 0; file < free_.size(); ++file) {
    free_[file].resize(kRegisters[file]);
    std::iota(free_[file].begin(), free_[file].end(), 0U);
  }
  current_unit = this;
}

Unit::~Unit() {
  submit_until(0);
  munmap(window_, window_bytes_);
  current_unit = nullptr;
}

Unit& Unit::current() {
  if (current_unit == nullptr) {
    throw Error("no unit is in use: make a gsq::kernel::Unit first, and keep it while kernels run",
                "Unit::current");
  }
  return *current_unit;
}

void Unit::launch() {
  Command command;
  command.op = Opcode::ClearSpr;
  issue(command, "launch");
}

void Unit::issue(const Command& command, std::string_view api, std::string_view part,
                 std::optional<Range> lanes) {
  order_.add({command, std::string(api), std::string(part), count_++}, lanes);
  submit_until(lookahead_ - 1);
}

void Unit::submit_until(std::size_t left) {
  while (order_.size() > left) {
    issued_.push_back(order_.take_next());
    backend_.submit(issued_.back().command, issued_.back().api);
  }
}

Response Unit::issue_and_wait(const Command& command, std::string_view api) {
  submit_until(0);  // so that its answer is the last one
  issue(command, api);
  wait();
  return completions_.back().response;
}

void Unit::wait() {
  submit_until(0);
  const std::size_t before = completions_.size();
  std::vector<Completion> done = backend_.drain();
  order_.all_done();
  completions_.insert(completions_.end(), done.begin(), done.end());
  std::optional<std::size_t> failed;  // the first in the program
  for (std::size_t i = 0; i < done.size(); ++i) {
    if (done[i].response.status == Status::Ok) continue;
    if (!failed || issued_.at(i).number < issued_.at(*failed).number) failed = i;
  }
  if (failed) fail(*failed, completions_[before + *failed].response);
  issued_.clear();
}

std::vector<Completion> Unit::take_completions() {
  wait();
  return std::exchange(completions_, {});
}

void Unit::fail(std::size_t index, const Response& response) {
  const Issued failed = issued_.at(index);
  std::optional<std::uint32_t> lane;
  std::optional<std::uint64_t> address = failed.command.addr;
  const std::string call =
      failed.part.empty() ? failed.api : fmt::format("{} ({})", failed.api, failed.part);
  std::string where = fmt::format("address {:#x}", failed.command.addr);
  if (rules::is_lane_fault(failed.command, response)) {
    lane = response.info;
    address = faulty_address(index, response.info);
    where = fmt::format("lane {}, base {:#x}", *lane, failed.command.addr);
    where += address ? fmt::format(", address {:#x}", *address)
                     : ", its index register is overwritten by now";
  } else if (response.status == Status::ErrParam) {
    where += fmt::format(", field {}", to_text(static_cast<Field>(response.info)));
  }
  issued_.clear();
  throw Error(
      fmt::format("{}: {} answered {} at {}; UB has {:#x} bytes", call, to_text(failed.command.op),
                  to_text(response.status), where, config().ub_bytes),
      failed.api, response.status, lane, address);
}

/// The address of a lane, unless its index register has changed since.
std::optional<std::uint64_t> Unit::faulty_address(std::size_t index, std::uint32_t lane) {
  const Command& command = issued_.at(index).command;
  for (std::size_t later = index + 1; later < issued_.size(); ++later) {
    const Command& other = issued_[later].command;
    if (facts(other.op).writes_vd && other.vd == command.vi) return std::nullopt;
  }
  const std::vector<std::uint8_t> indices = backend_.read_v(command.vi);
  if (facts(command.op).mask == MaskUse::Block) {
    return command.addr + rules::read_number(&indices.at(std::size_t{lane} * 4), 4);
  }
  return rules::lane_walk(command, indices.data()).address(lane);
}

void Unit::check_range(std::uint64_t address, std::uint64_t bytes, std::string_view api) const {
  if (address + bytes <= config().ub_bytes) return;
  throw Error(fmt::format("{}: {} bytes at {:#x} leave UB, which has {:#x} bytes", api, bytes,
                          address, config().ub_bytes),
              std::string(api), Status::ErrBounds, {}, address);
}

std::vector<std::uint8_t> Unit::read_ub(std::uint64_t address, std::uint64_t bytes,
                                        std::string_view api) {
  check_range(address, bytes, api);
  wait();
  return backend_.read_ub(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(bytes));
}

void Unit::write_ub(std::uint64_t address, const std::vector<std::uint8_t>& bytes,
                    std::string_view api) {
  check_range(address, bytes.size(), api);
  wait();
  backend_.write_ub(static_cast<std::uint32_t>(address), bytes);
}

std::uint32_t Unit::address(const void* pointer, std::string_view api) const {
  const auto at = reinterpret_cast<std::uintptr_t>(pointer);
  const auto base = reinterpret_cast<std::uintptr_t>(window_);
  if (at < base || at - base > window_bytes_) {
    throw Error(fmt::format("{}: expected a pointer into UB, as asc_get_phy_buf_addr gives it, "
                            "found one into other memory",
                            api),
                std::string(api));
  }
  return static_cast<std::uint32_t>(at - base);
}

std::vector<std::uint8_t> Unit::read_v(unsigned index) {
  wait();
  return backend_.read_v(index);
}

unsigned Unit::take(RegisterFile file) {
  auto& free = free_.at(static_cast<std::size_t>(file));
  if (free.empty()) {
    throw Error(fmt::format("all {} {} registers are in use: let some go out of scope, or share "
                            "one by copying it",
                            kRegisters.at(static_cast<std::size_t>(file)),
                            kRegisterNames.at(static_cast<std::size_t>(file))),
                "register allocation");
  }
  const unsigned index = free.front();
  free.pop_front();
  return index;
}

void Unit::give_back(RegisterFile file, unsigned index) noexcept {
  if (current_unit == nullptr) return;
  current_unit->free_[static_cast<std::size_t>(file)].push_back(index);
}

}  // namespace gsq::kernel
