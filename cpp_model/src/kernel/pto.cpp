#include "gsq/kernel/pto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "gsq/isa.hpp"

namespace pto::detail {
namespace {

using gsq::AddressMode;
using gsq::Command;
using gsq::Form;
using gsq::Opcode;
using gsq::Width;
using gsq::kernel::Error;
using gsq::kernel::Register;
using gsq::kernel::RegisterFile;
using gsq::kernel::Unit;

/// Ranges of UB of the tiles that have a place: begin to end, tiles may share one.
std::multimap<std::uint32_t, std::uint32_t>& places() {
  static std::multimap<std::uint32_t, std::uint32_t> all;
  return all;
}

constexpr std::uint64_t round_up(std::uint64_t address) {
  return (address + gsq::kBlockBytes - 1) / gsq::kBlockBytes * gsq::kBlockBytes;
}

Form form_of(std::uint32_t element_bytes, std::uint32_t slot_bytes) {
  if (slot_bytes == 2) return element_bytes == 1 ? Form::B8 : Form::B16;
  return element_bytes == 2 ? Form::B16x32 : Form::B32;
}

/// Registers and commands of one call.
class Call {
 public:
  Call(std::string_view api, IndexMeaning meaning, const View& indexed, const View& plain,
       const View& indexes)
      : api_(api),
        meaning_(meaning),
        indexed_(indexed),
        plain_(plain),
        indexes_(indexes),
        slot_bytes_(std::max(2U, indexed.element_bytes)),
        width_(slot_bytes_ == 2 ? Width::B16 : Width::B32) {
    // Rows that follow each other without a gap are one row, where the row does not matter.
    if (meaning == IndexMeaning::kElement && plain_.cols == plain_.stride &&
        indexes_.stride == plain_.stride) {
      plain_.cols *= plain_.rows;
      plain_.rows = 1;
    }
  }

  /// Runs body(row, first column, number of columns) over pieces of the plain tile, in order, with
  /// the lanes of the piece active and their indices loaded.
  template <typename Body>
  void for_each_piece(Body&& body) {
    count_lanes();
    const std::uint32_t lanes = Unit::current().config().lanes(slot_bytes_);
    std::uint32_t active = 0;
    for (row_ = 0; row_ < plain_.rows; ++row_) {
      for (col_ = 0; col_ < plain_.cols; col_ += lanes) {
        const std::uint32_t count = std::min(lanes, plain_.cols - col_);
        if (count != active) select(count);
        active = count;
        move_lanes(Opcode::Gather, indexes_, indices().index_to_write());
        body();
        ++piece_;
      }
    }
  }

  /// Moves the piece between its place in the plain tile and the data register.
  void move_plain(Opcode op) { move_lanes(op, plain_, data().index()); }

  /// Moves the piece between the elements that its indices name and the data register.
  void move_indexed(Opcode op) {
    Command command = command_of(op, indexed_.element_bytes, data().index(), indices().index());
    command.addr = indexed_.address;
    if (meaning_ == IndexMeaning::kRow) {
      command.mode = AddressMode::Row;
      command.row_stride = indexed_.stride * indexed_.element_bytes;
      command.col = col_;
    }
    issue(command);
  }

 private:
  // Two pieces are under way at a time, each with registers of its own.
  Register& data() { return data_.at(piece_ % data_.size()); }
  Register& indices() { return indices_.at(piece_ % indices_.size()); }

  /// Lane numbers, by which rows are read and written at any address, without what is beside them:
  /// aligned loads and stores would need rows of whole blocks and room behind the last row.
  void count_lanes() {
    Command all;
    all.op = Opcode::CreateMask;
    all.width = width_;
    all.pattern = gsq::Pattern::All;
    all.m = static_cast<std::uint8_t>(mask_.index());
    issue(all);
    Command count;
    count.op = Opcode::Unsqueeze;
    count.width = width_;
    count.m = all.m;
    count.vd = static_cast<std::uint8_t>(lane_numbers_.index());
    issue(count);
  }

  void select(std::uint32_t lanes) {
    Command command;
    command.op = Opcode::UpdateMask;
    command.width = width_;
    command.m = static_cast<std::uint8_t>(mask_.index());
    command.n = lanes;
    issue(command);
  }

  void move_lanes(Opcode op, const View& tile, unsigned v) {
    Command command = command_of(op, tile.element_bytes, v, lane_numbers_.index());
    command.addr = tile.address + (row_ * tile.stride + col_) * tile.element_bytes;
    issue(command);
  }

  Command command_of(Opcode op, std::uint32_t element_bytes, unsigned v, unsigned index) {
    Command command;
    command.op = op;
    command.form = form_of(element_bytes, slot_bytes_);
    command.vd = command.vs = static_cast<std::uint8_t>(v);
    command.vi = static_cast<std::uint8_t>(index);
    command.m = static_cast<std::uint8_t>(mask_.index());
    return command;
  }

  void issue(const Command& command) {
    Unit::current().issue(command, api_, fmt::format("row {}, columns from {}", row_, col_));
  }

  std::string api_;
  IndexMeaning meaning_;
  View indexed_;
  View plain_;
  View indexes_;
  std::uint32_t slot_bytes_;
  Width width_;
  Register mask_{RegisterFile::kMask};
  Register lane_numbers_{RegisterFile::kVector};
  std::array<Register, 2> data_{Register(RegisterFile::kVector), Register(RegisterFile::kVector)};
  std::array<Register, 2> indices_{Register(RegisterFile::kVector),
                                   Register(RegisterFile::kVector)};
  std::uint32_t row_{};
  std::uint32_t col_{};
  std::size_t piece_{};
};

}  // namespace

Place::~Place() { free(); }

void Place::free() {
  if (!placed_) return;
  const auto [first, last] = places().equal_range(address_);
  const auto own = std::find_if(
      first, last, [this](const auto& place) { return place.second == address_ + bytes_; });
  places().erase(own);
}

void Place::assign(std::uint64_t address) {
  const std::uint32_t ub_bytes = Unit::current().config().ub_bytes;
  if (bytes_ > ub_bytes || address > ub_bytes - bytes_) {
    throw Error(fmt::format("TASSIGN: a tile of {:#x} bytes at {:#x} leaves UB, which has {:#x}",
                            bytes_, address, ub_bytes),
                "TASSIGN", gsq::Status::ErrBounds, {}, address);
  }
  free();
  placed_ = true;
  address_ = static_cast<std::uint32_t>(address);
  places().emplace(address_, address_ + bytes_);
}

std::uint32_t Place::address() {
  if (placed_) return address_;
  std::uint64_t lowest = 0;
  for (const auto& [begin, end] : places()) {
    if (begin < lowest + bytes_) lowest = std::max(lowest, round_up(end));
  }
  const std::uint32_t ub_bytes = Unit::current().config().ub_bytes;
  if (bytes_ > ub_bytes || lowest > ub_bytes - bytes_) {
    throw Error(fmt::format("no room in UB, which has {:#x} bytes, for a tile of {:#x} bytes: let "
                            "tiles go out of scope, or give them places with TASSIGN",
                            ub_bytes, bytes_),
                "Tile", gsq::Status::ErrBounds);
  }
  assign(lowest);
  return address_;
}

void scatter(IndexMeaning meaning, const View& dst, const View& src, const View& indexes) {
  Call call("TSCATTER", meaning, dst, src, indexes);
  call.for_each_piece([&call] {
    call.move_plain(Opcode::Gather);
    call.move_indexed(Opcode::Scatter);
  });
}

void gather(IndexMeaning meaning, const View& dst, const View& src, const View& indexes) {
  Call call("TGATHER", meaning, src, dst, indexes);
  call.for_each_piece([&call] {
    call.move_indexed(Opcode::Gather);
    call.move_plain(Opcode::Scatter);
  });
}

}  // namespace pto::detail
