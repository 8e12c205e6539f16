// SPDX-License-Identifier: Apache-2.0
// Written from docs/reference/rvv.md.
#include "gsq/semantics/vector_instruction.hpp"

#include <algorithm>

#include "gsq/rvv.hpp"

namespace gsq {
namespace {

constexpr std::uint32_t kLoad = 0x07;
constexpr std::uint32_t kStore = 0x27;
constexpr std::uint32_t kVector = 0x57;
constexpr std::uint32_t kSystem = 0x73;
constexpr std::uint32_t kCsrVl = 0xc20;
constexpr std::uint32_t kCsrVtype = 0xc21;
constexpr std::uint32_t kCsrVlenb = 0xc22;
constexpr std::uint32_t kVill = 0x80000000U;

// Mask registers with a meaning.
constexpr std::uint8_t kMaskAll = 6;
constexpr std::uint8_t kMaskTail = 7;

/// funct3 of the opcode kVector.
enum Form3 : std::uint32_t { kIvv = 0, kMvv = 2, kIvi = 3, kIvx = 4, kMvx = 6, kSet = 7 };

std::uint32_t bits_of(std::uint32_t word, unsigned low, unsigned count) {
  return word >> low & ((1U << count) - 1);
}

/// A word, and its fields.
struct Fields {
  std::uint32_t word;
  [[nodiscard]] std::uint32_t opcode() const { return bits_of(word, 0, 7); }
  [[nodiscard]] std::uint32_t vd() const { return bits_of(word, 7, 5); }
  [[nodiscard]] std::uint32_t funct3() const { return bits_of(word, 12, 3); }
  [[nodiscard]] std::uint32_t vs1() const { return bits_of(word, 15, 5); }
  [[nodiscard]] std::uint32_t vs2() const { return bits_of(word, 20, 5); }
  [[nodiscard]] bool masked() const { return bits_of(word, 25, 1) == 0; }
  [[nodiscard]] bool memory() const { return opcode() == kLoad || opcode() == kStore; }
  [[nodiscard]] bool store() const { return opcode() == kStore; }
  /// A load or store with indices.
  [[nodiscard]] bool indexed() const { return memory() && bits_of(word, 26, 1) != 0; }
  /// A load or store with a stride in rs2.
  [[nodiscard]] bool strided() const { return memory() && bits_of(word, 26, 2) == 2; }
  /// The second operand is a vector register.
  [[nodiscard]] bool vector_operand() const {
    return !memory() && (funct3() == kIvv || funct3() == kMvv);
  }
  [[nodiscard]] bool scalar_operand() const {
    return !memory() && (funct3() == kIvx || funct3() == kMvx);
  }
  /// Of loads and stores: log2 of the bytes that the word says.
  [[nodiscard]] unsigned width() const { return funct3() & 3U; }
};

/// log2 of the bytes of an element.
unsigned sew_of(std::uint32_t vtype) { return bits_of(vtype, 3, 3); }

/// log2 of the registers of a group.
int lmul_of(std::uint32_t vtype) {
  const auto code = static_cast<int>(bits_of(vtype, 0, 3));
  return code < 4 ? code : code - 8;
}

bool is_legal_vtype(std::uint32_t vtype) {
  const int lmul = lmul_of(vtype);
  if (vtype >> 8 != 0 || lmul == -4 || sew_of(vtype) > 2) return false;
  // An element has at most LMUL * 32 bits.
  return lmul >= 0 || static_cast<int>(sew_of(vtype)) <= 2 + lmul;
}

/// VLMAX; 0 with vill.
std::uint32_t vlmax_of(std::uint32_t vtype, std::uint32_t vlen_bytes) {
  if (!is_legal_vtype(vtype)) return 0;
  const int shift = lmul_of(vtype) - static_cast<int>(sew_of(vtype));
  return shift < 0 ? vlen_bytes >> -shift : vlen_bytes << shift;
}

const RvvFacts* find(const Fields& word) {
  const auto* row = std::find_if(kRvv.begin(), kRvv.end(), [&](const RvvFacts& one) {
    return (word.word & one.mask) == one.match && (one.funct3s >> word.funct3() & 1U) != 0;
  });
  return row == kRvv.end() ? nullptr : row;
}

const RvvCrackFacts& crack_of(const RvvFacts& row) {
  return kRvvCracks.at(static_cast<std::size_t>(row.crack));
}

bool has_flag(const RvvFacts& row, RvvFlag flag) { return has(row.flags, flag); }

/// Makes the steps of one instruction.
class Cracker {
 public:
  Cracker(const Fields& word, XValues values, const VectorState& state, const CoreView& view,
          const RvvFacts& row)
      : word_(word),
        values_(values),
        state_(state),
        view_(view),
        row_(row),
        crack_(crack_of(row)),
        sew_(sew_of(state.vtype)),
        lmul_(lmul_of(state.vtype)),
        vlmax_(vlmax_of(state.vtype, view.vlen_bytes)) {
    whole_ = row.crack == RvvCrack::Whole;
    moves_ = row.crack == RvvCrack::Move;
    // The width of the elements, and the registers that they can fill.
    element_ = sew_;
    size_ = lmul_;
    if (word.memory() && !word.indexed()) {
      element_ = word.width();
      size_ = lmul_ + static_cast<int>(element_) - static_cast<int>(sew_);
    }
    if (crack_.any && word.memory()) size_ = 0;  // the bits of all elements are in a register
    // Bytes of whole registers are moved as words where they lie like these.
    if (whole_ && element_ == 0 && values.rs1 % 4 == 0) element_ = 2;
    if (crack_.bits || moves_) element_ = 0;
  }

  [[nodiscard]] bool is_legal() const {
    if (whole_) return is_count(bits_of(word_.word, 29, 3)) && starts(word_.vd(), whole_size());
    if ((state_.vtype & kVill) != 0 && !has_flag(row_, RvvFlag::NoVtype)) return false;
    if (moves_) {
      return is_count(word_.vs1()) && starts(word_.vd(), whole_size()) &&
             starts(word_.vs2(), whole_size());
    }
    return fits() && registers_meet_rules();
  }

  [[nodiscard]] bool is_aligned() const {
    if (!word_.memory() || (state_.vl == 0 && !whole_)) return true;
    return values_.rs1 % (1U << element_) == 0;
  }

  [[nodiscard]] std::vector<std::optional<Command>> steps() {
    if (state_.vl == 0 && !crack_.anyway) return {std::nullopt};
    std::vector<std::optional<Command>> made;
    if (whole_) made.emplace_back(update_mask(kMaskAll, 0, ~0U));
    if (crack_.bits) {
      tail_ = 3;
      made.emplace_back(update_mask(tail_, 0, state_.vl));
    }
    registers_ = count();
    if (word_.memory() && !word_.indexed() && !whole_ && !crack_.any && element_ != sew_) {
      tail_ = 3;
      made.emplace_back(update_mask(tail_, element_, state_.vl - (registers_ - 1) * lanes()));
    }
    const RvvSteps& which = variant();
    for (place_ = 0; place_ < registers_; ++place_) {
      for (unsigned i = 0; i < which.count; ++i)
        made.push_back(step(kRvvSteps.at(which.first + i)));
    }
    return made;
  }

 private:
  /// Registers that an instruction counts itself.
  [[nodiscard]] static bool is_count(std::uint32_t less_one) {
    return less_one == 0 || less_one == 1 || less_one == 3 || less_one == 7;
  }

  [[nodiscard]] std::uint32_t whole_count() const {
    return (whole_ ? bits_of(word_.word, 29, 3) : word_.vs1()) + 1;
  }

  [[nodiscard]] int whole_size() const {
    const std::uint32_t count = whole_count();
    return count == 8 ? 3 : count == 4 ? 2 : count == 2 ? 1 : 0;
  }

  /// A group of this size can begin there.
  [[nodiscard]] static bool starts(std::uint32_t reg, int size) {
    return size <= 0 || reg % (1U << static_cast<unsigned>(size)) == 0;
  }

  /// SEW and LMUL are those that the instruction can have.
  [[nodiscard]] bool fits() const {
    if (has_flag(row_, RvvFlag::Halves) && sew_ != 1) return false;
    if (has_flag(row_, RvvFlag::Agnostic)) {
      const bool vta = bits_of(state_.vtype, 6, 1) != 0;
      const bool vma = bits_of(state_.vtype, 7, 1) != 0;
      if (!vta || (word_.masked() && !vma)) return false;
    }
    if (crack_.bits && vlmax_ > view_.vlen_bytes) return false;
    if (!crack_.bits && !crack_.any && !crack_.every && lmul_ > 0) return false;
    if (word_.indexed()) {
      const int size = index_size();
      if (size > 3 || size < -3) return false;
      return word_.width() == sew_ || (lmul_ <= 0 && size <= 0);
    }
    return size_ <= 3 && size_ >= -3;
  }

  /// log2 of the registers of the indices.
  [[nodiscard]] int index_size() const {
    return lmul_ + static_cast<int>(word_.width()) - static_cast<int>(sew_);
  }

  [[nodiscard]] bool registers_meet_rules() const {
    const auto vd = word_.vd();
    const auto group = [&](RvvField field) { return has(row_.groups, field); };
    const int size2 = word_.indexed() ? index_size() : size_;
    if (group(RvvField::Vd) && !starts(vd, size_)) return false;
    if (group(RvvField::Vs2) && !starts(word_.vs2(), size2)) return false;
    const bool vs1 = word_.vector_operand();
    if (vs1 && group(RvvField::Vs1) && !starts(word_.vs1(), size_)) return false;
    if (has(row_.apart, RvvField::Vs2) && vd == word_.vs2()) return false;
    if (vs1 && has(row_.apart, RvvField::Vs1) && vd == word_.vs1()) return false;
    if (has_flag(row_, RvvFlag::MaskVd)) {
      const auto inside = [&](std::uint32_t first) {
        return vd > first && size_ > 0 && vd < first + (1U << static_cast<unsigned>(size_));
      };
      return !inside(word_.vs2()) && !(vs1 && inside(word_.vs1()));
    }
    // Indices that are narrower than the elements that they get.
    if (word_.indexed() && !word_.store() && word_.width() < sew_ && vd == word_.vs2())
      return false;
    const bool writes_vd = !word_.store() && row_.answer == RvvAnswer::None;
    return !(writes_vd && word_.masked() && vd == 0);
  }

  /// Lanes of a register.
  [[nodiscard]] std::uint32_t lanes() const { return view_.vlen_bytes >> element_; }

  /// Registers that the commands are repeated for.
  [[nodiscard]] std::uint32_t count() const {
    if (whole_ || moves_) return whole_count();
    if (!crack_.every) return 1;
    return (state_.vl + lanes() - 1) / lanes();
  }

  [[nodiscard]] const RvvSteps& variant() const {
    if (word_.masked() && crack_.masked.count != 0) return crack_.masked;
    if (word_.vd() == word_.vs1() && crack_.same.count != 0) return crack_.same;
    return crack_.steps;
  }

  [[nodiscard]] static Command update_mask(std::uint8_t m, unsigned width, std::uint32_t n) {
    Command command;
    command.op = Opcode::UpdateMask;
    command.m = m;
    command.width = static_cast<Width>(width);
    command.n = n;
    return command;
  }

  /// The scalar operand x.
  [[nodiscard]] std::uint32_t x() const {
    if (word_.funct3() != kIvi) return values_.rs1;
    const std::uint32_t immediate = word_.vs1();
    // Numbers of elements have no sign. Of those of places only low bits count.
    const bool is_unsigned = row_.op == Opcode::GatherLanes || row_.op == Opcode::Squeeze;
    return is_unsigned || immediate < 16 ? immediate : immediate - 32;
  }

  [[nodiscard]] std::uint8_t number(RvvRegister which) const {
    const auto code = [](std::uint32_t value) { return static_cast<std::uint8_t>(value & 31U); };
    const std::uint8_t tail = place_ + 1 == registers_ ? tail_ : kMaskAll;
    switch (which) {
      case RvvRegister::None:
      case RvvRegister::V0:
        return 0;
      case RvvRegister::Vd:
        return code(word_.vd() + place_);
      case RvvRegister::Md:
        return code(word_.vd());
      case RvvRegister::Vs1:
        return code(word_.vs1() + place_);
      case RvvRegister::Vs2:
        return code(word_.vs2() + place_);
      case RvvRegister::Picked:
        return code(word_.vs2() + x() / lanes());
      case RvvRegister::Active:
        return word_.masked() ? 5 : tail;
      case RvvRegister::Tail:
        return tail;
      case RvvRegister::All:
        return kMaskAll;
      case RvvRegister::M3:
        return 3;
      case RvvRegister::M4:
        return 4;
      case RvvRegister::M5:
        return 5;
    }
    return 0;
  }

  [[nodiscard]] std::uint32_t number(RvvOperand which) const {
    switch (which) {
      case RvvOperand::None:
      case RvvOperand::Zero:
        return 0;
      case RvvOperand::Operand:
        return word_.vector_operand() ? 0 : x();
      case RvvOperand::Ones:
        return ~0U;
      case RvvOperand::One:
        return 1;
      case RvvOperand::First:
        return place_ * lanes();
      case RvvOperand::Part:
        return place_;
      case RvvOperand::Offset:
        return x();
      case RvvOperand::Back:
        return 0U - std::min(x(), vlmax_);
      case RvvOperand::Limit:
        return vlmax_ - 1;
      case RvvOperand::Lane:
        return x() < vlmax_ ? x() % lanes() : 0;
      case RvvOperand::End:
        return std::min(x(), vlmax_) + state_.vl;
      case RvvOperand::Rest:
        return vlmax_ - std::min(x(), vlmax_);
      case RvvOperand::Last:
        return state_.vl - 1;
      case RvvOperand::Bytes:
        return (state_.vl + 7) / 8;
    }
    return 0;
  }

  /// One command, or nothing if an operand of it is an element beyond the vector.
  [[nodiscard]] std::optional<Command> step(const RvvStep& one) const {
    if (one.vs == RvvRegister::Picked && x() >= vlmax_) return std::nullopt;
    Command command;
    command.op = one.own ? row_.op : one.op;
    command.width = static_cast<Width>(one.bytes ? 0 : element_);
    command.vd = number(one.vd);
    command.vs = number(one.vs);
    command.vi = number(one.vi);
    command.m = number(one.m);
    command.n = number(one.n);
    command.merge = one.merge;
    // A number is the second operand instead of V at vi.
    command.scalar =
        one.n != RvvOperand::None && !(one.n == RvvOperand::Operand && word_.vector_operand());
    if (one.own && word_.memory()) access(command);
    return meaningful(command);
  }

  void access(Command& command) const {
    command.form = element_ == 0 ? Form::B8x8 : element_ == 1 ? Form::B16 : Form::B32;
    std::uint32_t address = in_ub(values_.rs1, view_);
    if (word_.indexed()) {
      command.width = static_cast<Width>(word_.width());
      command.mode = AddressMode::Byte;
    } else {
      command.row_stride = word_.strided() ? values_.rs2 : 1U << element_;
      // The unit refuses long strides; a single element has none.
      if (word_.strided() && state_.vl == 1) command.row_stride = 0;
      address += place_ * lanes() * command.row_stride;
    }
    command.addr = address;
  }

  Fields word_;
  XValues values_;
  VectorState state_;
  CoreView view_;
  const RvvFacts& row_;
  const RvvCrackFacts& crack_;
  unsigned sew_;
  int lmul_;
  std::uint32_t vlmax_;
  bool whole_{};                  // whole registers are loaded or stored
  bool moves_{};                  // whole registers are copied
  unsigned element_{};            // log2 of the bytes of a lane
  int size_{};                    // log2 of the registers of a group of these
  std::uint8_t tail_{kMaskTail};  // mask of the elements of the last register
  std::uint32_t registers_{};     // that the commands are repeated for
  std::uint32_t place_{};         // the present one
};

/// vset; nothing if the word is none.
std::optional<Cracked> crack_set(const Fields& word, XValues values, const VectorState& state,
                                 const CoreView& view) {
  if (word.opcode() != kVector || word.funct3() != kSet) return std::nullopt;
  Cracked made;
  made.kind = VectorKind::Set;
  made.answer = VectorAnswer::Here;
  made.aligned = true;
  made.csr = kCsrVl;
  std::uint32_t vtype{};
  const bool immediate = bits_of(word.word, 30, 2) == 3;
  if (bits_of(word.word, 31, 1) == 0) {  // vsetvli
    vtype = bits_of(word.word, 20, 11);
  } else if (immediate) {  // vsetivli
    vtype = bits_of(word.word, 20, 10);
  } else if (bits_of(word.word, 25, 7) == 0x40) {  // vsetvl
    vtype = values.rs2;
    made.reads_rs2 = true;
  } else {
    return std::nullopt;
  }
  std::uint32_t most = vlmax_of(vtype, view.vlen_bytes);
  std::uint32_t asked = values.rs1;
  if (immediate) {
    asked = word.vs1();
  } else if (word.vs1() != 0) {
    made.reads_rs1 = true;
  } else if (word.vd() != 0) {
    asked = ~0U;
  } else {  // vl stays, which another VLMAX would not allow
    asked = state.vl;
    if (most != vlmax_of(state.vtype, view.vlen_bytes)) most = 0;
  }
  made.after = most == 0 ? VectorState{} : VectorState{std::min(asked, most), vtype};

  const unsigned width = most == 0 ? 0 : sew_of(vtype);
  const std::uint32_t lanes = view.vlen_bytes >> width;
  const std::uint32_t before = made.after.vl == 0 ? 0 : (made.after.vl - 1) / lanes * lanes;
  Command tail;
  tail.op = Opcode::UpdateMask;
  tail.m = kMaskTail;
  tail.width = static_cast<Width>(width);
  tail.n = made.after.vl - before;
  Command all = tail;
  all.m = kMaskAll;
  all.width = Width::B8;
  all.n = ~0U;
  made.steps = {std::nullopt, std::nullopt, tail, all};
  return made;
}

/// A read of vl, vtype or vlenb; nothing if the word is none.
std::optional<Cracked> crack_read(const Fields& word, const VectorState& state) {
  const std::uint32_t csr = bits_of(word.word, 20, 12);
  const bool only_reads = (word.funct3() & 2U) != 0 && word.vs1() == 0;
  if (word.opcode() != kSystem || !only_reads || csr < kCsrVl || csr > kCsrVlenb)
    return std::nullopt;
  Cracked made;
  made.kind = VectorKind::Read;
  made.answer = VectorAnswer::Here;
  made.aligned = true;
  made.after = state;
  made.csr = csr;
  made.steps = {std::nullopt};
  return made;
}

VectorAnswer answer_of_row(const RvvFacts& row, const VectorState& state) {
  switch (row.answer) {
    case RvvAnswer::None:
      return VectorAnswer::None;
    case RvvAnswer::Number:
      return VectorAnswer::Info;
    case RvvAnswer::First:
      return VectorAnswer::First;
    case RvvAnswer::Element:
      break;
  }
  const unsigned sew = sew_of(state.vtype);
  return sew == 0 ? VectorAnswer::Byte : sew == 1 ? VectorAnswer::Half : VectorAnswer::Info;
}

}  // namespace

std::optional<Cracked> crack(std::uint32_t word, XValues values, const VectorState& state,
                             const CoreView& view) {
  const Fields fields{word};
  if (auto set = crack_set(fields, values, state, view)) return set;
  if (auto read = crack_read(fields, state)) return read;
  const RvvFacts* row = find(fields);
  if (row == nullptr) return std::nullopt;
  Cracker cracker(fields, values, state, view, *row);
  if (!cracker.is_legal()) return std::nullopt;
  Cracked made;
  made.kind = VectorKind::Commands;
  made.answer = answer_of_row(*row, state);
  made.reads_rs1 = fields.memory() || fields.scalar_operand();
  made.reads_rs2 = fields.strided();
  made.aligned = cracker.is_aligned();
  made.accesses_ub = fields.memory();
  made.after = state;
  if (made.aligned) made.steps = cracker.steps();
  return made;
}

Command meaningful(const Command& command) {
  const auto has_field = [&](CmdField field) { return has(facts(command.op).fields, field); };
  const bool either = has_field(CmdField::Scalar);  // n, or V at vi
  const bool strided = command.op == Opcode::LoadStrided || command.op == Opcode::StoreStrided;
  Command kept;
  kept.tag = command.tag;
  kept.op = command.op;
  if (has_field(CmdField::Width)) kept.width = command.width;
  if (has_field(CmdField::Form)) kept.form = command.form;
  if (has_field(CmdField::Mode)) kept.mode = command.mode;
  if (either) kept.scalar = command.scalar;
  if (has_field(CmdField::Merge)) kept.merge = command.merge;
  if (has_field(CmdField::Vd)) kept.vd = command.vd;
  if (has_field(CmdField::Vs)) kept.vs = command.vs;
  if (has_field(CmdField::Vi) && !(either && command.scalar)) kept.vi = command.vi;
  if (has_field(CmdField::M)) kept.m = command.m;
  if (has_field(CmdField::Addr)) kept.addr = command.addr;
  if (has_field(CmdField::N) && (!either || command.scalar)) kept.n = command.n;
  if (has_field(CmdField::Align)) kept.align = command.align;
  if (has_field(CmdField::StoreReg)) kept.store_reg = command.store_reg;
  if (strided || command.mode == AddressMode::Row) kept.row_stride = command.row_stride;
  return kept;
}

std::uint32_t read_csr(std::uint32_t csr, const VectorState& state, const CoreView& view) {
  return csr == kCsrVl ? state.vl : csr == kCsrVtype ? state.vtype : view.vlen_bytes;
}

std::uint32_t answer_of(VectorAnswer answer, std::uint32_t info, const CoreView& view) {
  switch (answer) {
    case VectorAnswer::None:
    case VectorAnswer::Here:
    case VectorAnswer::Info:
      return info;
    case VectorAnswer::First:
      return info == view.vlen_bytes ? ~0U : info;
    case VectorAnswer::Byte:
      return static_cast<std::uint32_t>(static_cast<std::int8_t>(info));
    case VectorAnswer::Half:
      return static_cast<std::uint32_t>(static_cast<std::int16_t>(info));
  }
  return info;
}

std::string_view vector_name(std::uint32_t word) {
  const Fields fields{word};
  if (fields.opcode() == kVector && fields.funct3() == kSet) return "vset";
  if (const RvvFacts* row = find(fields)) return row->name;
  return fields.opcode() == kSystem ? "csr" : "";
}

}  // namespace gsq
