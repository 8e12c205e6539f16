// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/mojo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend.hpp"
#include "semantics/model_rules.hpp"

namespace mojo {
namespace {

using gsq::Command;
using gsq::Form;
using gsq::Opcode;
using gsq::kernel::Call;
using gsq::kernel::Error;
using gsq::kernel::Range;
using gsq::kernel::Register;
using gsq::kernel::RegisterFile;
using gsq::kernel::UbSpace;
using gsq::kernel::Unit;

/// The largest alignment of a command. No address in UB but 0 is a multiple of it, as of larger
/// ones.
constexpr std::int64_t kMostAlignment = std::int64_t{1} << 31;

void check(const std::vector<detail::Element>& elements, std::int64_t alignment, const Call& call) {
  if (alignment < 0 || (alignment & (alignment - 1)) != 0) {
    throw Error(call,
                fmt::format("expected an alignment of 0 or a power of two, found {}", alignment),
                gsq::Status::ErrParam);
  }
  const std::optional<Range>& staging = Unit::current(call).staging();
  if (!staging) {
    throw Error(call, "no staging area is in use: make a mojo::StagingArea first");
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto& [value, address, active] = elements[i];
    if (!active) continue;
    const auto refuse = [&](const char* why) {
      throw Error(call, fmt::format("base {:#x} of element {} {}", elements[i].address, i, why),
                  gsq::Status::ErrBounds, static_cast<std::uint32_t>(i), elements[i].address);
    };
    if (address > std::numeric_limits<std::uint32_t>::max()) {
      refuse("is no address in UB: it has more than 32 bits");
    }
    if (address >= staging->begin && address < staging->end) {
      refuse("lies in the staging area, which holds what is still to be moved");
    }
  }
}

/// Registers and commands of one call.
class Move {
 public:
  /// `op` is Scatter or Gather, which writes the values of active elements.
  Move(Opcode op, std::vector<detail::Element>& elements, std::uint32_t element_bytes,
       std::int64_t alignment, const Call& call)
      : call_(call),
        op_(op),
        elements_(elements),
        element_bytes_(element_bytes),
        form_(gsq::kernel::ascend::form_of(element_bytes, 4)),
        slot_bytes_(std::max(4U, element_bytes)),
        vlen_bytes_(Unit::current(call_).config().vlen_bytes),
        staging_(Unit::current(call_).staging().value()),
        alignment_(static_cast<std::uint32_t>(std::min(alignment, kMostAlignment))) {}

  void run() {
    const std::size_t lanes = vlen_bytes_ / slot_bytes_;
    const std::size_t room = (staging_.end - staging_.begin) / (2 * vlen_bytes_) * lanes;
    for (std::size_t first = 0; first < elements_.size(); first += room) {
      const std::size_t last = std::min(elements_.size(), first + room);
      stage(first, last);
      for (std::size_t i = first; i < last; i += lanes) {
        move_piece(i, std::min(last, i + lanes), first);
      }
      if (op_ == Opcode::Gather) fetch(first, last);
    }
  }

 private:
  /// Writes elements to the staging area: for each command a vector of values, one of addresses.
  void stage(std::size_t first, std::size_t last) {
    const std::size_t lanes = vlen_bytes_ / slot_bytes_;
    std::vector<std::uint8_t> bytes((last - first + lanes - 1) / lanes * 2 * vlen_bytes_);
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t lane = (i - first) % lanes;
      std::uint8_t* const values = bytes.data() + (i - first) / lanes * 2 * vlen_bytes_;
      gsq::rules::write_number(values + lane * slot_bytes_, slot_bytes_, elements_[i].value);
      gsq::rules::write_number(values + vlen_bytes_ + lane * 4, 4, elements_[i].address);
    }
    Unit::current(call_).write_ub(staging_.begin, bytes, call_);
  }

  /// Reads what was gathered from the staging area, where it has taken the place of the values of
  /// active elements.
  void fetch(std::size_t first, std::size_t last) {
    const std::size_t lanes = vlen_bytes_ / slot_bytes_;
    const auto bytes = Unit::current(call_).read_ub(
        staging_.begin, (last - first + lanes - 1) / lanes * 2 * vlen_bytes_, call_);
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t at =
          (i - first) / lanes * 2 * vlen_bytes_ + (i - first) % lanes * slot_bytes_;
      elements_[i].value = gsq::rules::read_number(&bytes[at], slot_bytes_);
    }
  }

  /// The commands of a vector of elements. The staging area holds those from `staged` on.
  void move_piece(std::size_t first, std::size_t last, std::size_t staged) {
    const auto issue = [&](const Command& command, std::optional<Range> lanes = {}) {
      Unit::current(call_).issue(command, call_, fmt::format("elements from {}", first), lanes);
    };
    Command load;
    load.op = Opcode::LoadAlign;
    load.addr = static_cast<std::uint32_t>(
        staging_.begin + (first - staged) / (vlen_bytes_ / slot_bytes_) * 2 * vlen_bytes_);
    const std::uint32_t values_at = load.addr;
    if (op_ == Opcode::Scatter) {
      load.vd = static_cast<std::uint8_t>(values_.index_to_write(call_));
      issue(load);
    }
    load.addr += vlen_bytes_;
    load.vd = static_cast<std::uint8_t>(addresses_.index_to_write(call_));
    issue(load);

    std::vector<bool> active;
    for (std::size_t i = first; i < last; ++i) active.push_back(elements_[i].active);
    Command mask = gsq::kernel::ascend::set_mask(active, gsq::facts(form_).slot, call_);
    mask.m = static_cast<std::uint8_t>(mask_.index_to_write(call_));
    issue(mask);

    Command move;
    move.op = op_;
    move.form = form_;
    move.mode = gsq::AddressMode::Byte;
    move.align = alignment_;
    move.vi = static_cast<std::uint8_t>(addresses_.index(call_));
    move.m = mask.m;
    if (op_ == Opcode::Scatter) {
      move.vs = static_cast<std::uint8_t>(values_.index(call_));
      return issue(move, range_of(first, last));
    }
    move.vd = static_cast<std::uint8_t>(values_.index_to_write(call_));
    issue(move, range_of(first, last));
    Command store;
    store.op = Opcode::StoreAlign;
    store.width = gsq::facts(form_).slot;
    store.addr = values_at;
    store.vs = move.vd;
    store.m = mask.m;
    issue(store);
  }

  /// The bytes between the lowest and the highest active address.
  [[nodiscard]] Range range_of(std::size_t first, std::size_t last) const {
    Range range{std::numeric_limits<std::uint64_t>::max(), 0};
    for (std::size_t i = first; i < last; ++i) {
      if (!elements_[i].active) continue;
      range.begin = std::min(range.begin, elements_[i].address);
      range.end = std::max(range.end, elements_[i].address + element_bytes_);
    }
    return range;
  }

  Call call_;
  Opcode op_;
  std::vector<detail::Element>& elements_;
  std::uint32_t element_bytes_;
  Form form_;
  std::uint32_t slot_bytes_;
  std::uint32_t vlen_bytes_;
  Range staging_;
  std::uint32_t alignment_;
  Register values_{RegisterFile::kVector};
  Register addresses_{RegisterFile::kVector};
  Register mask_{RegisterFile::kMask};
};

}  // namespace

StagingArea::StagingArea(std::uint32_t address, std::uint32_t bytes, const Call& call) {
  Unit& unit = Unit::current(call);
  if (unit.staging()) {
    throw std::logic_error("a staging area is in use already: end it before the next one begins");
  }
  const std::uint32_t least = 2 * unit.config().vlen_bytes;
  if (address % gsq::kBlockBytes != 0 || bytes < least) {
    throw Error(call,
                fmt::format("expected at least {} bytes at a multiple of {} in UB, "
                            "found {} bytes at {:#x}",
                            least, gsq::kBlockBytes, bytes, address),
                gsq::Status::ErrBounds, {}, address);
  }
  part_ = unit.ub()->reserve(address, bytes, call, UbSpace::Sharing::kAlone);
  unit.staging() = Range{address, std::uint64_t{address} + bytes};
}

StagingArea::~StagingArea() {
  if (part_.is_taken()) Unit::current("StagingArea").staging().reset();
}

namespace detail {

void scatter(std::vector<Element> elements, std::uint32_t element_bytes, std::int64_t alignment,
             const Call& call) {
  check(elements, alignment, call);
  Move(Opcode::Scatter, elements, element_bytes, alignment, call).run();
}

void gather(std::vector<Element>& elements, std::uint32_t element_bytes, std::int64_t alignment,
            const Call& call) {
  check(elements, alignment, call);
  Move(Opcode::Gather, elements, element_bytes, alignment, call).run();
}

void refuse_size(const char* what, std::size_t found, std::size_t expected, const Call& call) {
  throw Error(call, fmt::format("expected as many elements of {} as of value, which has {}, "
                                "found {}",
                                what, expected, found));
}

}  // namespace detail

}  // namespace mojo
