// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto.hpp"

#include <fmt/format.h>

#include <algorithm>
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
using gsq::kernel::Range;
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

/// All bytes of a tile, including columns that are not valid.
Range range_of(const View& tile) {
  return {tile.address, tile.address + std::uint64_t{tile.rows} * tile.stride * tile.element_bytes};
}

/// Registers and commands of one call.
///
/// The tile that is not indexed is processed in pieces, each one row or as much of it as a vector
/// has lanes. The range of UB that each command accesses is known, so pieces need not be issued one
/// after the other unless tiles overlap.
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
    // Rows without a gap between them form one row, if the row has no meaning.
    if (meaning == IndexMeaning::kElement && plain_.cols == plain_.stride &&
        indexes_.stride == plain_.stride) {
      plain_.cols *= plain_.rows;
      plain_.rows = 1;
    }
  }

  /// dst[index] = src
  void scatter() {
    for_each_piece([this](const Piece& piece) {
      move_plain(Opcode::Gather, piece);
      move_indexed(Opcode::Scatter, piece);
    });
  }

  /// dst = src[index]
  void gather() {
    for_each_piece([this](const Piece& piece) {
      move_indexed(Opcode::Gather, piece);
      move_plain(Opcode::Scatter, piece);
    });
  }

 private:
  struct Piece {
    std::uint32_t row;
    std::uint32_t col;    ///< first one
    std::uint32_t count;  ///< of columns
    bool full;            ///< as many columns as a vector has lanes
  };

  /// Loads the indices of each piece and moves it.
  template <typename Move>
  void for_each_piece(Move&& move) {
    prepare();
    const std::uint32_t lanes = Unit::current().config().lanes(slot_bytes_);
    for (std::uint32_t row = 0; row < plain_.rows; ++row) {
      for (std::uint32_t col = 0; col < plain_.cols; col += lanes) {
        const std::uint32_t count = std::min(lanes, plain_.cols - col);
        const Piece piece{row, col, count, count == lanes};
        move_lanes(Opcode::Gather, indexes_, piece, indices_);
        move(piece);
      }
    }
  }

  /// Masks of full pieces and of the last one of a row, and lane numbers: with them rows are read
  /// and written at any address, without bytes outside the row. Aligned loads and stores would need
  /// rows of whole blocks, and space after the last one.
  void prepare() {
    Command all;
    all.op = Opcode::CreateMask;
    all.width = width_;
    all.pattern = gsq::Pattern::All;
    all.m = static_cast<std::uint8_t>(full_.index());
    Unit::current().issue(all, api_);
    Command count;
    count.op = Opcode::Unsqueeze;
    count.width = width_;
    count.m = all.m;
    count.vd = static_cast<std::uint8_t>(lane_numbers_.index());
    Unit::current().issue(count, api_);
    Command last;
    last.op = Opcode::UpdateMask;
    last.width = width_;
    last.m = static_cast<std::uint8_t>(last_.index());
    last.n = plain_.cols % Unit::current().config().lanes(slot_bytes_);
    Unit::current().issue(last, api_);
  }

  /// Moves a piece between its place in a tile and a register.
  void move_lanes(Opcode op, const View& tile, const Piece& piece, Register& v) {
    Command command;
    command.vi = static_cast<std::uint8_t>(lane_numbers_.index());
    command.addr = tile.address + (piece.row * tile.stride + piece.col) * tile.element_bytes;
    issue(command, op, tile, piece, v,
          {command.addr, command.addr + std::uint64_t{piece.count} * tile.element_bytes});
  }

  void move_plain(Opcode op, const Piece& piece) { move_lanes(op, plain_, piece, data_); }

  /// Moves a piece between the elements that its indices name and its register.
  void move_indexed(Opcode op, const Piece& piece) {
    Command command;
    command.vi = static_cast<std::uint8_t>(indices_.index());
    command.addr = indexed_.address;
    if (meaning_ == IndexMeaning::kRow) {
      command.mode = AddressMode::Row;
      command.row_stride = indexed_.stride * indexed_.element_bytes;
      command.col = piece.col;
    }
    issue(command, op, indexed_, piece, data_, range_of(indexed_));
  }

  void issue(Command command, Opcode op, const View& tile, const Piece& piece, Register& v,
             const Range& lanes) {
    command.op = op;
    command.form = form_of(tile.element_bytes, slot_bytes_);
    command.m = static_cast<std::uint8_t>(piece.full ? full_.index() : last_.index());
    if (op == Opcode::Gather) {
      command.vd = static_cast<std::uint8_t>(v.index_to_write());
    } else {
      command.vs = static_cast<std::uint8_t>(v.index());
    }
    Unit::current().issue(command, api_,
                          fmt::format("row {}, columns from {}", piece.row, piece.col), lanes);
  }

  std::string api_;
  IndexMeaning meaning_;
  View indexed_;
  View plain_;
  View indexes_;
  std::uint32_t slot_bytes_;
  Width width_;
  Register full_{RegisterFile::kMask};
  Register last_{RegisterFile::kMask};
  Register lane_numbers_{RegisterFile::kVector};
  Register data_{RegisterFile::kVector};
  Register indices_{RegisterFile::kVector};
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
  Call("TSCATTER", meaning, dst, src, indexes).scatter();
}

void gather(IndexMeaning meaning, const View& dst, const View& src, const View& indexes) {
  Call("TGATHER", meaning, src, dst, indexes).gather();
}

}  // namespace pto::detail
