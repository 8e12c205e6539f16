// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto/scatter_gather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/processor.hpp"
#include "lanes/lane_commands.hpp"

namespace pto::detail {
namespace {

using gsq::AddressMode;
using gsq::Command;
using gsq::Opcode;
using gsq::Width;
using gsq::kernel::Error;
using gsq::kernel::OperationBuilder;
using gsq::kernel::Range;
using gsq::kernel::Register;
using gsq::kernel::RegisterFile;
using gsq::kernel::State;
using gsq::kernel::Unit;
using gsq::kernel::ascend::form_of;
using gsq::kernel::ascend::width_of;

constexpr std::uint32_t kWord = 4;

std::uint8_t number(unsigned index) { return static_cast<std::uint8_t>(index); }

/// A command with an element of a tile as its base.
Command based(const View& tile, std::uint32_t element) {
  Command command;
  command.addr = tile.address + element * tile.element_bytes;
  return command;
}

Range range_of(const View& tile, std::uint32_t element, std::uint32_t count) {
  const std::uint64_t begin = tile.address + std::uint64_t{element} * tile.element_bytes;
  return {begin, begin + std::uint64_t{count} * tile.element_bytes};
}

/// Part of a row, at most as long as a vector has lanes.
struct Piece {
  std::uint32_t row;
  std::uint32_t col;  ///< first one
  std::uint32_t count;

  [[nodiscard]] std::string text() const {
    return fmt::format("row {}, columns from {}", row, col);
  }
};

/// What the commands of one call share, for slots of one width: numbers of lanes, and masks.
///
/// Rows are read and written by numbers of lanes, so at any address, and without bytes outside the
/// row. Aligned loads and stores would need rows of whole blocks, and space after the last one.
class Slots {
 public:
  Slots(const Call& call, std::uint32_t bytes)
      : call_(call),
        bytes_(bytes),
        index_bytes_(std::min(bytes, kWord)),
        count_(Unit::current(call_).config().lanes(bytes)),
        numbers_(ranks({})) {}

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] const Register& numbers() const { return numbers_; }

  /// Each lane's number of selected lanes below it.
  Register ranks(Selection selected) {
    return unsqueeze(
        mask(index_bytes_, Unit::current(call_).config().lanes(index_bytes_), selected));
  }

  Register zeros() { return unsqueeze(mask(index_bytes_, 0)); }

  /// Calls visit(piece) for all pieces of so many rows and columns.
  template <typename Visit>
  void for_each_piece(std::uint32_t rows, std::uint32_t cols, Visit&& visit) const {
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t col = 0; col < cols; col += count_) {
        visit(Piece{row, col, std::min(count_, cols - col)});
      }
    }
  }

  /// Moves elements of a tile to or from a register. `command` has the base and the address mode;
  /// `lanes` is the range of UB that the piece touches.
  void move(Opcode op, const View& tile, Command command, const Register& indices, Register& data,
            const Range& lanes, const Piece& piece, Selection selected = {}) {
    issue(op, bytes_, tile, command, indices, data, lanes, piece, selected);
  }

  /// Moves a piece between its place in a tile, which begins with element `first`, and a register.
  void move_piece(Opcode op, const View& tile, std::uint32_t first, Register& data,
                  const Piece& piece) {
    issue_piece(op, bytes_, tile, first, data, piece);
  }

  /// Loads the indices of a piece, which begin with element `first` of their tile.
  void load_indices(const View& tile, std::uint32_t first, Register& indices, const Piece& piece) {
    issue_piece(Opcode::Gather, index_bytes_, tile, first, indices, piece);
  }

 private:
  using MaskKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

  void issue_piece(Opcode op, std::uint32_t slot_bytes, const View& tile, std::uint32_t first,
                   Register& data, const Piece& piece) {
    issue(op, slot_bytes, tile, based(tile, first), numbers_, data,
          range_of(tile, first, piece.count), piece, {});
  }

  /// The numbers of registers are taken last: a mask may need a command, or the place of another
  /// register.
  void issue(Opcode op, std::uint32_t slot_bytes, const View& tile, Command command,
             const Register& indices, Register& data, const Range& lanes, const Piece& piece,
             Selection selected) {
    const Register& selects = mask(slot_bytes, piece.count, selected);
    command.op = op;
    command.form = form_of(tile.element_bytes, std::min(slot_bytes, kWord));
    gsq::kernel::move_lanes(command, indices, data, selects, call_, piece.text(), lanes);
  }

  /// The selected ones of the lowest `count` lanes of `bytes` bytes.
  const Register& mask(std::uint32_t bytes, std::uint32_t count, Selection selected = {}) {
    const MaskKey key{bytes, count, selected.times, selected.place};
    const auto found = masks_.find(key);
    if (found != masks_.end()) return found->second;
    Register made(RegisterFile::kMask);
    if (selected.times == 1) {
      gsq::kernel::mask_lowest(made, count, width_of(bytes), call_);
    } else {
      std::vector<bool> lanes(count);
      for (std::uint32_t lane = selected.place; lane < count; lane += selected.times) {
        lanes[lane] = true;
      }
      gsq::kernel::mask_lanes(made, lanes, width_of(bytes), call_);
    }
    return masks_.emplace(key, made).first->second;
  }

  [[nodiscard]] Register unsqueeze(const Register& mask) const {
    Register result(RegisterFile::kVector);
    gsq::kernel::rank_lanes(result, mask, width_of(index_bytes_), call_);
    return result;
  }

  Call call_;
  std::uint32_t bytes_;
  std::uint32_t index_bytes_;          ///< of the indices of slots: at most 4
  std::uint32_t count_;                ///< lanes of a vector
  std::map<MaskKey, Register> masks_;  ///< before numbers_, which are made with one
  Register numbers_;                   ///< of lanes
};

void check(bool holds, const Call& call, const std::string& what) {
  if (holds) return;
  throw Error(call, what, gsq::Status::ErrParam);
}

std::string size_text(const View& tile) { return fmt::format("{} x {}", tile.rows, tile.cols); }

/// What follows a sentence about tiles that do not fit each other.
const char* reading(Meaning meaning) {
  return meaning == Meaning::kRow ? GSQ_PTO_ROW_READING : GSQ_PTO_ELEMENT_READING;
}

/// The part rows x cols of a walked tile must have indices, or data.
void check_part(const Call& call, Meaning meaning, const View& part, const char* part_name,
                const View& of, const char* of_name) {
  check(part.rows <= of.rows && part.cols <= of.cols, call,
        fmt::format("{} has {} valid elements, {} only {}{}", part_name, size_text(part), of_name,
                    size_text(of), reading(meaning)));
}

/// The part of `indexes` that `walked` uses must be rows of `indexed`. A scatter stays behind,
/// since rows that are none may lead it to the indices themselves.
void check_rows(const Call& call, Opcode op, const View& indexed, const View& walked,
                const View& indexes) {
  const char* const name = op == Opcode::Scatter ? "dst" : "src";
  const std::uint32_t rows = indexed.bytes / (indexed.stride * indexed.element_bytes);
  const std::uint32_t size = indexes.element_bytes;
  if (walked.rows == 0 || walked.cols == 0) return;
  OperationBuilder checking(call, "rows");
  checking.uses().reads_ub[0] = indexes.range();
  if (op == Opcode::Scatter) checking.uses().writes_ub[0] = indexed.range();
  checking.look([=](State& state) {
    for (std::uint32_t row = 0; row < walked.rows; ++row) {
      const Range part = range_of(indexes, row * indexes.stride, walked.cols);
      const auto bytes = state.read_ub(part.begin, part.end - part.begin);
      for (std::uint32_t col = 0; col < walked.cols; ++col) {
        std::uint32_t index = 0;
        std::memcpy(&index, &bytes[std::size_t{col} * size], size);  // little endian
        if (index < rows) continue;
        throw state.error(fmt::format("index {} in row {}, column {} of indexes is none of the {} "
                                      "rows of {}{}",
                                      index, row, col, rows, name, reading(Meaning::kRow)),
                          gsq::Status::ErrBounds);
      }
    }
  });
}

/// A tile with all of its elements valid.
View whole(View tile) {
  tile.rows = tile.bytes / (tile.stride * tile.element_bytes);
  tile.cols = tile.stride;
  return tile;
}

/// Sets a whole tile to 0.
void clear(const Call& call, const View& tile) {
  const bool words = (tile.address | tile.bytes) % kWord == 0;
  View all = tile;
  all.element_bytes = words ? kWord : tile.element_bytes;
  Slots slots(call, std::max(2U, all.element_bytes));
  Register zeros = slots.zeros();
  slots.for_each_piece(1, all.bytes / all.element_bytes, [&](const Piece& piece) {
    slots.move_piece(Opcode::Scatter, all, piece.col, zeros, piece);
  });
}

/// Scatters to or gathers from `indexed`. `plain` is the other tile; its valid part is moved, which
/// has indices.
void move_indexed(const Call& call, Opcode op, Meaning meaning, const View& indexed, View plain,
                  const View& indexes) {
  // Rows without a gap between them form one row, if the row has no meaning.
  if (meaning == Meaning::kElement && plain.cols == plain.stride &&
      indexes.stride == plain.stride) {
    plain.cols *= plain.rows;
    plain.rows = 1;
  }
  Slots slots(call, std::max({2U, indexed.element_bytes, indexes.element_bytes}));
  Register data(RegisterFile::kVector);
  Register indices(RegisterFile::kVector);
  slots.for_each_piece(plain.rows, plain.cols, [&](const Piece& piece) {
    const std::uint32_t first = piece.row * plain.stride + piece.col;
    slots.load_indices(indexes, piece.row * indexes.stride + piece.col, indices, piece);
    if (op == Opcode::Scatter) slots.move_piece(Opcode::Gather, plain, first, data, piece);
    Command command = based(indexed, 0);
    if (meaning == Meaning::kRow) {
      command.mode = AddressMode::Row;
      command.row_stride = indexed.stride * indexed.element_bytes;
      command.col = piece.col;
    }
    slots.move(op, indexed, command, indices, data, indexed.range(), piece);
    if (op == Opcode::Gather) slots.move_piece(Opcode::Scatter, plain, first, data, piece);
  });
}

/// Copies the selected elements of `sparse`, whose valid part is walked, to `dense` (Gather), or
/// back (Scatter). `dense` has no gaps; its rows lie `stride` apart.
void move_selected(const Call& call, Opcode op, const View& sparse, const View& dense,
                   Selection rows, Selection cols) {
  Slots slots(call, std::max(2U, sparse.element_bytes));
  Register ranks = cols.times == 1 ? slots.numbers() : slots.ranks(cols);
  Register data(RegisterFile::kVector);
  slots.for_each_piece(sparse.rows, sparse.cols, [&](const Piece& piece) {
    if (piece.row % rows.times != rows.place || piece.count <= cols.place) return;
    const std::uint32_t last = (piece.count - 1 - cols.place) / cols.times;
    const std::uint32_t in_sparse = piece.row * sparse.stride + piece.col;
    const std::uint32_t in_dense = piece.row / rows.times * dense.stride + piece.col / cols.times;
    const auto move_sparse = [&] {
      slots.move(op, sparse, based(sparse, in_sparse), slots.numbers(), data,
                 range_of(sparse, in_sparse, piece.count), piece, cols);
    };
    if (op == Opcode::Gather) move_sparse();
    slots.move(op == Opcode::Gather ? Opcode::Scatter : Opcode::Gather, dense,
               based(dense, in_dense), ranks, data, range_of(dense, in_dense, last + 1), piece,
               cols);
    if (op == Opcode::Scatter) move_sparse();
  });
}

/// Selected words of registers, one after the other in UB.
class Compaction {
 public:
  explicit Compaction(const Call& call) : call_(call) {}

  void begin(std::uint32_t address) {
    address_ = address;
    Command clear;
    clear.op = Opcode::ClearSpr;
    Unit::current(call_).issue(clear, call_);
  }

  void append(const Register& words, const Register& mask) {
    Register packed(RegisterFile::kVector);
    Command squeeze;
    squeeze.op = Opcode::Squeeze;
    squeeze.width = Width::B32;
    squeeze.store_reg = true;
    squeeze.vs = number(words.index(call_));
    squeeze.m = number(mask.index(call_));
    squeeze.vd = number(packed.index_to_write(call_));
    Unit::current(call_).issue(squeeze, call_);
    Command store;
    store.op = Opcode::StoreUnalign;
    store.post = true;
    store.addr = address_;
    store.vs = number(packed.index(call_));
    store.u = number(held_.index(call_));
    Unit::current(call_).issue(store, call_);
  }

  void end() {
    Command store;
    store.op = Opcode::StoreUnalignPost;
    store.addr = address_;
    store.u = number(held_.index(call_));
    Unit::current(call_).issue(store, call_);
  }

 private:
  Call call_;
  std::uint32_t address_{};
  Register held_{RegisterFile::kUnaligned};
};

}  // namespace

void scatter(const Call& call, Meaning meaning, const View& dst, const View& src,
             const View& indexes) {
  View walked = src;
  if (meaning == Meaning::kRow) {
    check_part(call, meaning, src, "src", indexes, "indexes");
    check(dst.cols >= src.cols, call,
          fmt::format("src has {} valid columns, dst only {}{}", src.cols, dst.cols,
                      reading(meaning)));
    check_rows(call, Opcode::Scatter, dst, src, indexes);
  } else {
    check_part(call, meaning, indexes, "indexes", whole(src), "src");
    walked.rows = indexes.rows;
    walked.cols = indexes.cols;
    clear(call, dst);
  }
  move_indexed(call, Opcode::Scatter, meaning, dst, walked, indexes);
}

void gather(const Call& call, Meaning meaning, const View& dst, const View& src,
            const View& indexes) {
  check_part(call, meaning, dst, "dst", indexes, "indexes");
  if (meaning == Meaning::kRow) {
    check(src.cols >= dst.cols, call,
          fmt::format("dst has {} valid columns, src only {}{}", dst.cols, src.cols,
                      reading(meaning)));
    check_rows(call, Opcode::Gather, src, dst, indexes);
  }
  move_indexed(call, Opcode::Gather, meaning, src, dst, indexes);
}

void gather_selected(const Call& call, const View& dst, const View& src, Selection rows,
                     Selection cols) {
  const auto count = [](std::uint32_t all, Selection selected) {
    return (all + selected.times - 1 - selected.place) / selected.times;
  };
  View dense = dst;
  dense.rows = count(src.rows, rows);
  dense.cols = count(src.cols, cols);
  if (rows.times == 1) {
    dense.stride = dst.element_bytes == 8 ? dst.stride / cols.times : dense.cols;
  }
  const std::uint64_t end =
      dense.rows == 0 ? 0 : std::uint64_t{dense.rows - 1} * dense.stride + dense.cols;
  check(end * dst.element_bytes <= dst.bytes, call,
        fmt::format("{} elements are selected, dst has room for {}", size_text(dense),
                    dst.bytes / dst.element_bytes));
  move_selected(call, Opcode::Gather, src, dense, rows, cols);
}

void scatter_selected(const Call& call, const View& dst, const View& src, Selection rows,
                      Selection cols) {
  View sparse = dst;
  sparse.rows = src.rows * rows.times;
  sparse.cols = src.cols * cols.times;
  check(sparse.rows <= dst.rows && sparse.cols <= dst.cols, call,
        fmt::format("src has {} valid elements, so dst must have {}, but has {}", size_text(src),
                    size_text(sparse), size_text(dst)));
  if (rows.times * cols.times != 1) clear(call, dst);
  move_selected(call, Opcode::Scatter, sparse, src, rows, cols);
}

void gather_blocks(const Call& call, const View& dst, const View& src, const View& offsets) {
  constexpr std::uint32_t kBlockWords = gsq::kBlockBytes / kWord;
  const std::uint32_t row_bytes = dst.cols * dst.element_bytes;
  check(row_bytes % gsq::kBlockBytes == 0, call,
        fmt::format("a row of the valid part of dst has {} bytes: make it a multiple of {}",
                    row_bytes, gsq::kBlockBytes));
  const std::uint32_t row_blocks = row_bytes / gsq::kBlockBytes;
  check(dst.rows <= offsets.rows && row_blocks <= offsets.cols, call,
        fmt::format("dst has {} rows of {} blocks, offset only {} valid elements", dst.rows,
                    row_blocks, size_text(offsets)));
  const std::uint32_t most = Unit::current(call).config().vlen_bytes / gsq::kBlockBytes;
  Slots slots(call, kWord);
  Register data(RegisterFile::kVector);
  Register indices(RegisterFile::kVector);
  for (std::uint32_t row = 0; row < dst.rows; ++row) {
    View words = dst;
    words.address += row * dst.stride * dst.element_bytes;
    words.element_bytes = kWord;
    for (std::uint32_t block = 0; block < row_blocks; block += most) {
      const Piece blocks{row, block, std::min(most, row_blocks - block)};
      slots.load_indices(offsets, row * offsets.stride + block, indices, blocks);
      slots.move(Opcode::GatherBlock, src, based(src, 0), indices, data, src.range(), blocks);
      const std::uint32_t first = block * kBlockWords;
      slots.move_piece(Opcode::Scatter, words, first, data,
                       {row, first, blocks.count * kBlockWords});
    }
  }
}

void gather_compared(const Call& call, Selects selects, const View& dst, const View& src,
                     const View& values, const View& counts, std::uint32_t offset) {
  check(src.rows <= dst.rows && src.rows <= values.rows && src.rows <= counts.rows, call,
        fmt::format("src has {} valid rows, dst only {}, value {}, counts {}", src.rows, dst.rows,
                    values.rows, counts.rows));
  // Which elements of a part of a row are selected.
  const auto compare = [=](const State& state, const Range& part, const Range& value) {
    const auto elements = state.read_ub(part.begin, part.end - part.begin);
    const auto limit = state.read_ub(value.begin, value.end - value.begin);
    std::vector<bool> selected;
    for (std::size_t at = 0; at < elements.size(); at += src.element_bytes) {
      selected.push_back(selects(&elements[at], limit.data()));
    }
    return selected;
  };
  Compaction compaction(call);
  for (std::uint32_t row = 0; row < src.rows; ++row) {
    const Range value = range_of(values, row, 1);
    const Range whole_row = range_of(src, row * src.stride, src.cols);
    const Range count = range_of(counts, row, 1);
    const std::string row_name = fmt::format("row {}", row);
    OperationBuilder counting(call, row_name);
    counting.uses().reads_ub = {whole_row, value};
    counting.uses().writes_ub[0] = count;
    counting.run([=](State& state) {
      const auto selected = compare(state, whole_row, value);
      const auto found =
          static_cast<std::uint32_t>(std::count(selected.begin(), selected.end(), true));
      if (found > dst.cols) {
        throw state.error(fmt::format("{} elements of row {} are selected, dst has {} columns",
                                      found, row, dst.cols),
                          gsq::Status::ErrBounds);
      }
      std::vector<std::uint8_t> bytes(kWord);
      std::memcpy(bytes.data(), &found, kWord);
      state.write_ub(count.begin, bytes);
    });

    compaction.begin(based(dst, row * dst.stride).addr);
    const std::uint32_t lanes = Unit::current(call).config().lanes(kWord);
    for (std::uint32_t col = 0; col < src.cols; col += lanes) {
      const Range part = range_of(src, row * src.stride + col, std::min(lanes, src.cols - col));
      Register numbers(RegisterFile::kVector);
      Register mask(RegisterFile::kMask);
      const std::string part_name = fmt::format("row {}, columns from {}", row, col);
      OperationBuilder comparing(call, part_name);
      comparing.uses().reads_ub = {part, value};
      const auto number_lanes = comparing.write<std::uint32_t>(numbers);
      const auto mask_lanes = comparing.write_mask(mask, kWord);
      const std::uint32_t first = offset + row * src.cols + col;
      comparing.run([=](State& state) {
        mask_lanes.set(state, compare(state, part, value));
        std::vector<std::uint32_t> all(lanes);
        std::iota(all.begin(), all.end(), first);
        number_lanes.set(state, all);
      });
      compaction.append(numbers, mask);
    }
    compaction.end();
  }
}

}  // namespace pto::detail
