// SPDX-License-Identifier: Apache-2.0
#include "common/rvv_reference.hpp"

#include <algorithm>

namespace tb {
namespace {

constexpr std::uint32_t field(std::uint32_t word, unsigned low, unsigned bits) {
  return word >> low & ((1U << bits) - 1U);
}

std::int32_t with_sign(std::uint32_t value, unsigned width) {
  const unsigned bits = 8U << width;
  return static_cast<std::int32_t>(value << (32 - bits)) >> (32 - bits);
}

std::uint32_t low_bits(std::uint32_t value, unsigned width) {
  return width == 2 ? value : value & ((1U << (8U << width)) - 1U);
}

/// Operand categories of OP-V.
enum : std::uint32_t { kIvv, kFvv, kMvv, kIvi, kIvx, kFvf, kMvx, kSet };

}  // namespace

RvvReference::RvvReference(std::uint32_t vlen_bytes, std::uint32_t memory_bytes, std::uint32_t base,
                           RvvTail tail)
    : bytes_(vlen_bytes),
      base_(base),
      tail_(tail),
      v_(std::size_t{32} * vlen_bytes),
      memory_(memory_bytes) {}

std::uint32_t RvvReference::element(unsigned reg, std::uint32_t i, unsigned width) const {
  std::uint32_t value = 0;
  for (unsigned b = 0; b < 1U << width; ++b) {
    value |= std::uint32_t{v_.at(reg * bytes_ + (i << width) + b)} << (8 * b);
  }
  return value;
}

void RvvReference::set_element(unsigned reg, std::uint32_t i, unsigned width, std::uint32_t value) {
  for (unsigned b = 0; b < 1U << width; ++b) {
    v_.at(reg * bytes_ + (i << width) + b) = static_cast<std::uint8_t>(value >> (8 * b));
  }
}

bool RvvReference::bit(unsigned reg, std::uint32_t i) const {
  return (v_.at(reg * bytes_ + i / 8) >> (i % 8) & 1U) != 0;
}

void RvvReference::set_bit(unsigned reg, std::uint32_t i, bool value) {
  auto& byte = v_.at(reg * bytes_ + i / 8);
  byte = static_cast<std::uint8_t>((byte & ~(1U << (i % 8))) | (value ? 1U << (i % 8) : 0U));
}

bool RvvReference::active(std::uint32_t word, std::uint32_t i) const {
  return (word >> 25 & 1U) != 0 || bit(0, i);
}

int RvvReference::lmul() const {
  const int code = static_cast<int>(vtype_ & 7U);
  return code < 4 ? code : code - 8;
}

std::uint32_t RvvReference::vlmax() const { return vlmax_of(vtype_); }

/// 0 if the vtype is illegal. ELEN is 32: an element is at most LMUL * ELEN bits.
std::uint32_t RvvReference::vlmax_of(std::uint32_t vtype) const {
  const std::uint32_t code = vtype & 7U;
  const std::uint32_t sew = 8U << (vtype >> 3 & 7U);
  if (vtype >> 8 != 0 || code == 4 || sew > 32) return 0;
  if (code < 4) return (8 * bytes_ << code) / sew;
  const std::uint32_t part = 1U << (8 - code);
  return sew * part > 32 ? 0 : 8 * bytes_ / part / sew;
}

bool RvvReference::group(unsigned reg, int size) const {
  return size <= 0 || reg % (1U << static_cast<unsigned>(size)) == 0;
}

RvvReference::Outcome RvvReference::execute(std::uint32_t word, std::uint32_t rs1,
                                            std::uint32_t rs2) {
  rd_.reset();
  accesses_ = false;
  const std::uint32_t funct3 = field(word, 12, 3);
  switch (word & 0x7fU) {
    case 0x73: {
      const std::uint32_t csr = word >> 20;
      const bool only_reads = (funct3 & 2U) != 0 && field(word, 15, 5) == 0;
      if (!only_reads || csr < 0xc20 || csr > 0xc22) return Outcome::Illegal;
      rd_ = csr == 0xc20 ? vl_ : csr == 0xc21 ? vtype_ : bytes_;
      return Outcome::Done;
    }
    case 0x07:
    case 0x27:
      return memory_access(word, rs1, rs2);
    case 0x57:
      if (funct3 == kSet) return set_vl(word, rs1, rs2);
      if (vill()) return Outcome::Illegal;
      if (funct3 == kIvv || funct3 == kIvi || funct3 == kIvx) return arithmetic(word, rs1);
      if (funct3 == kMvv || funct3 == kMvx) return mask_operation(word, rs1);
      return Outcome::Illegal;
    default:
      return Outcome::Illegal;
  }
}

RvvReference::Outcome RvvReference::set_vl(std::uint32_t word, std::uint32_t rs1,
                                           std::uint32_t rs2) {
  std::uint32_t vtype{};
  std::uint32_t avl = rs1;
  const bool immediate_avl = word >> 30 == 3;
  if (word >> 31 == 0) {
    vtype = field(word, 20, 11);
  } else if (immediate_avl) {
    vtype = field(word, 20, 10);
    avl = field(word, 15, 5);
  } else if (word >> 25 == 0x40) {
    vtype = rs2;
  } else {
    return Outcome::Illegal;
  }
  std::uint32_t most = vlmax_of(vtype);
  if (!immediate_avl && field(word, 15, 5) == 0) {
    const bool keeps = field(word, 7, 5) == 0;  // vl, so VLMAX must not change: reserved
    if (keeps && most != vlmax()) most = 0;
    avl = keeps ? vl_ : ~0U;
  }
  vl_ = std::min(avl, most);
  vtype_ = most == 0 ? 0x80000000U : vtype;
  rd_ = vl_;
  return Outcome::Done;
}

RvvReference::Outcome RvvReference::memory_access(std::uint32_t word, std::uint32_t rs1,
                                                  std::uint32_t rs2) {
  const bool store = (word & 0x20U) != 0;
  const bool masked = field(word, 25, 1) == 0;
  const std::uint32_t mop = field(word, 26, 2);
  const std::uint32_t kind = field(word, 20, 5);
  const unsigned vd = field(word, 7, 5);
  unsigned width{};  // of the instruction
  switch (field(word, 12, 3)) {
    case 0:
      width = 0;
      break;
    case 5:
      width = 1;
      break;
    case 6:
      width = 2;
      break;
    default:
      return Outcome::Illegal;
  }
  const auto access = [&](std::uint32_t address, unsigned reg, std::uint32_t i, unsigned element) {
    const std::uint32_t at = address - base_;
    if (at % (1U << element) != 0 || std::uint64_t{at} + (1U << element) > memory_.size()) {
      return false;
    }
    for (unsigned b = 0; b < 1U << element; ++b) {
      auto& in_v = v_.at(reg * bytes_ + (i << element) + b);
      (store ? memory_.at(at + b) : in_v) = store ? in_v : memory_.at(at + b);
    }
    return true;
  };
  accesses_ = true;
  if (field(word, 28, 1) != 0) return Outcome::Illegal;  // elements of more than 64 bits
  if (mop == 0 && kind == 8) {                           // whole registers
    const unsigned count = (word >> 29) + 1;
    if (masked || (store && width != 0)) return Outcome::Illegal;
    if ((count & (count - 1)) != 0 || vd % count != 0) return Outcome::Illegal;
    if (rs1 % (1U << width) != 0) return Outcome::Misaligned;
    for (std::uint32_t i = 0; i < count * bytes_ >> width; ++i) {
      if (!access(rs1 + (i << width), vd, i, width)) return Outcome::Fault;
    }
    return Outcome::Done;
  }
  if (vill() || word >> 29 != 0) return Outcome::Illegal;
  const bool indexed = (mop & 1U) != 0;
  const unsigned element = indexed ? sew() : width;
  const int own_size = static_cast<int>(width) - static_cast<int>(sew()) + lmul();
  const int size = indexed ? lmul() : own_size;
  if (mop == 0 && kind == 11) {  // vlm, vsm: as many bytes as bits are below vl
    if (masked || width != 0) return Outcome::Illegal;
    for (std::uint32_t i = 0; i < (vl_ + 7) / 8; ++i) {
      if (!access(rs1 + i, vd, i, 0)) return Outcome::Fault;
    }
    return Outcome::Done;
  }
  if (mop == 0 && kind != 0) return Outcome::Illegal;
  if (own_size > 3 || own_size < -3) return Outcome::Illegal;
  if (!group(vd, size) || (indexed && !group(kind, own_size))) return Outcome::Illegal;
  if (masked && !store && vd == 0) return Outcome::Illegal;
  if (indexed && !store && width < sew() && vd == kind) return Outcome::Illegal;
  // What the unit has no command for.
  if (indexed && width != sew() && (lmul() > 0 || own_size > 0)) return Outcome::Illegal;
  if (vl_ != 0 && rs1 % (1U << element) != 0) return Outcome::Misaligned;
  // A stride as long as memory is an error of the unit, even if no second element is active.
  const std::uint32_t size_of_stride = std::min(rs2, 0U - rs2);
  if (mop == 2 && vl_ > 1 && size_of_stride >= memory_.size()) return Outcome::Fault;
  for (std::uint32_t i = 0; i < vl_; ++i) {
    if (!active(word, i)) continue;
    std::uint32_t offset = i << element;
    if (mop == 2) offset = i * rs2;
    if (indexed) offset = this->element(kind, i, width);
    // Sums of the unit with indices do not wrap.
    if (indexed && offset > ~rs1) return Outcome::Fault;
    if (!access(rs1 + offset, vd, i, element)) return Outcome::Fault;
  }
  return Outcome::Done;
}

RvvReference::Outcome RvvReference::arithmetic(std::uint32_t word, std::uint32_t rs1) {
  const std::uint32_t funct3 = field(word, 12, 3);
  const std::uint32_t funct6 = word >> 26;
  const bool masked = field(word, 25, 1) == 0;
  const bool vector = funct3 == kIvv;
  const bool immediate = funct3 == kIvi;
  const unsigned vd = field(word, 7, 5);
  const unsigned vs1 = field(word, 15, 5);
  const unsigned vs2 = field(word, 20, 5);
  const std::uint32_t x =
      immediate ? static_cast<std::uint32_t>(static_cast<std::int32_t>(vs1 << 27) >> 27) : rs1;
  const bool groups = group(vd, lmul()) && group(vs2, lmul()) && (!vector || group(vs1, lmul()));
  const auto operand = [&](std::uint32_t i) {
    return vector ? element(vs1, i, sew()) : low_bits(x, sew());
  };
  const auto lanes = [&](auto function) {
    if (!groups || (masked && vd == 0)) return Outcome::Illegal;
    for (std::uint32_t i = 0; i < vl_; ++i) {
      if (!active(word, i)) continue;
      set_element(vd, i, sew(), function(element(vs2, i, sew()), operand(i)));
    }
    return Outcome::Done;
  };
  const auto signed_less = [this](std::uint32_t a, std::uint32_t b) {
    return with_sign(a, sew()) < with_sign(b, sew());
  };
  const auto inside = [this](unsigned reg, unsigned first) {
    return lmul() > 0 && reg > first && reg < first + (1U << static_cast<unsigned>(lmul()));
  };
  const auto compare = [&](auto function) {
    if (!group(vs2, lmul()) || (vector && !group(vs1, lmul()))) return Outcome::Illegal;
    // A mask may be the first register of a source, since its elements are narrower.
    if (inside(vd, vs2) || (vector && inside(vd, vs1))) return Outcome::Illegal;
    std::vector<bool> results(vl_);
    for (std::uint32_t i = 0; i < vl_; ++i) {
      results[i] = active(word, i) ? function(element(vs2, i, sew()), operand(i)) : bit(vd, i);
    }
    for (std::uint32_t i = 0; i < vl_; ++i) set_bit(vd, i, results[i]);
    return Outcome::Done;
  };
  const unsigned by = (8U << sew()) - 1;  // the bits of a number of places
  switch (funct6) {
    case 0b000000:
      return lanes([](auto a, auto b) { return a + b; });
    case 0b000010:
      return immediate ? Outcome::Illegal : lanes([](auto a, auto b) { return a - b; });
    case 0b000011:
      return vector ? Outcome::Illegal : lanes([](auto a, auto b) { return b - a; });
    case 0b000100:
      return immediate ? Outcome::Illegal : lanes([](auto a, auto b) { return std::min(a, b); });
    case 0b000101:
      return immediate ? Outcome::Illegal
                       : lanes([&](auto a, auto b) { return signed_less(a, b) ? a : b; });
    case 0b000110:
      return immediate ? Outcome::Illegal : lanes([](auto a, auto b) { return std::max(a, b); });
    case 0b000111:
      return immediate ? Outcome::Illegal
                       : lanes([&](auto a, auto b) { return signed_less(a, b) ? b : a; });
    case 0b001001:
      return lanes([](auto a, auto b) { return a & b; });
    case 0b001010:
      return lanes([](auto a, auto b) { return a | b; });
    case 0b001011:
      return lanes([](auto a, auto b) { return a ^ b; });
    case 0b100101:
      return lanes([&](auto a, auto b) { return a << (b & by); });
    case 0b101000:
      return lanes([&](auto a, auto b) { return a >> (b & by); });
    case 0b101001:
      return lanes([&](auto a, auto b) {
        return static_cast<std::uint32_t>(with_sign(a, sew()) >> (b & by));
      });
    case 0b010111:
      if (!masked) {  // vmv.v
        if (vs2 != 0) return Outcome::Illegal;
        return lanes([](auto /*a*/, auto b) { return b; });
      }
      if (!groups || vd == 0) return Outcome::Illegal;
      for (std::uint32_t i = 0; i < vl_; ++i) {
        set_element(vd, i, sew(), bit(0, i) ? operand(i) : element(vs2, i, sew()));
      }
      return Outcome::Done;
    case 0b011000:
      return compare([](auto a, auto b) { return a == b; });
    case 0b011001:
      return compare([](auto a, auto b) { return a != b; });
    case 0b011010:
      return immediate ? Outcome::Illegal : compare([](auto a, auto b) { return a < b; });
    case 0b011011:
      return immediate ? Outcome::Illegal : compare(signed_less);
    case 0b011100:
      return compare([](auto a, auto b) { return a <= b; });
    case 0b011101:
      return compare([&](auto a, auto b) { return !signed_less(b, a); });
    case 0b011110:
      return vector ? Outcome::Illegal : compare([](auto a, auto b) { return a > b; });
    case 0b011111:
      return vector ? Outcome::Illegal : compare([&](auto a, auto b) { return signed_less(b, a); });
    case 0b100111: {  // vmv<n>r.v
      const unsigned count = vs1 + 1;
      if (!immediate || masked || count > 8 || (count & (count - 1)) != 0) return Outcome::Illegal;
      if (vd % count != 0 || vs2 % count != 0) return Outcome::Illegal;
      std::copy_n(v_.begin() + vs2 * bytes_, count * bytes_, v_.begin() + vd * bytes_);
      return Outcome::Done;
    }
    case 0b001100:
    case 0b001110:
    case 0b001111:
      return permutation(word, immediate ? vs1 : rs1);
    default:
      return Outcome::Illegal;
  }
}

/// vrgather, slides, with x without sign.
RvvReference::Outcome RvvReference::permutation(std::uint32_t word, std::uint32_t x) {
  const std::uint32_t funct3 = field(word, 12, 3);
  const std::uint32_t funct6 = word >> 26;
  const bool masked = field(word, 25, 1) == 0;
  const bool vector = funct3 == kIvv;
  const bool by_one = funct3 == kMvx;
  const unsigned vd = field(word, 7, 5);
  const unsigned vs1 = field(word, 15, 5);
  const unsigned vs2 = field(word, 20, 5);
  const bool gathers = funct6 == 0b001100 || vector;
  const bool up = !gathers && funct6 == 0b001110;
  if (!group(vd, lmul()) || !group(vs2, lmul()) || (masked && vd == 0)) return Outcome::Illegal;
  if ((gathers || up) && vd == vs2) return Outcome::Illegal;
  if (vector && (!group(vs1, lmul()) || vd == vs1 || lmul() > 0)) return Outcome::Illegal;
  if (vector && funct6 == 0b001110 && sew() != 1) return Outcome::Illegal;  // of vrgatherei16
  if (vector && funct6 == 0b001111) return Outcome::Illegal;
  if (!gathers && lmul() > 0) return Outcome::Illegal;
  if (!gathers && !up && masked) return Outcome::Illegal;
  const std::vector<std::uint8_t> old = v_;
  const auto source = [&](std::uint64_t i) {
    std::uint32_t value = 0;
    for (unsigned b = 0; i < vlmax() && b < 1U << sew(); ++b) {
      value |= std::uint32_t{old.at(vs2 * bytes_ + (i << sew()) + b)} << (8 * b);
    }
    return value;
  };
  const std::uint64_t offset = by_one ? 1 : x;
  for (std::uint32_t i = 0; i < vl_; ++i) {
    if (!active(word, i)) continue;
    if (gathers) {
      set_element(vd, i, sew(), source(vector ? element(vs1, i, sew()) : x));
    } else if (up) {
      if (i >= offset) set_element(vd, i, sew(), source(i - offset));
      if (by_one && i == 0) set_element(vd, i, sew(), x);
    } else {
      set_element(vd, i, sew(), by_one && i == vl_ - 1 ? x : source(i + offset));
    }
  }
  return Outcome::Done;
}

RvvReference::Outcome RvvReference::mask_operation(std::uint32_t word, std::uint32_t rs1) {
  const std::uint32_t funct3 = field(word, 12, 3);
  const std::uint32_t funct6 = word >> 26;
  const bool masked = field(word, 25, 1) == 0;
  const unsigned vd = field(word, 7, 5);
  const unsigned vs1 = field(word, 15, 5);
  const unsigned vs2 = field(word, 20, 5);
  if (funct3 == kMvx) {
    if (funct6 == 0b001110 || funct6 == 0b001111) return permutation(word, rs1);
    if (funct6 != 0b010000 || masked || vs2 != 0) return Outcome::Illegal;
    if (vl_ != 0) set_element(vd, 0, sew(), rs1);  // vmv.s.x
    return Outcome::Done;
  }
  const bool few = vlmax() <= bytes_;  // masks that the unit has lanes for
  switch (funct6) {
    case 0b010000: {
      if (vs1 == 0) {  // vmv.x.s
        if (masked) return Outcome::Illegal;
        rd_ = static_cast<std::uint32_t>(with_sign(element(vs2, 0, sew()), sew()));
        return Outcome::Done;
      }
      if ((vs1 != 16 && vs1 != 17) || !few) return Outcome::Illegal;
      std::uint32_t count = 0;
      std::uint32_t first = ~0U;
      for (std::uint32_t i = vl_; i-- > 0;) {
        if (!active(word, i) || !bit(vs2, i)) continue;
        ++count;
        first = i;
      }
      rd_ = vs1 == 16 ? count : first;
      return Outcome::Done;
    }
    case 0b010100: {
      if (vs1 == 17) {  // vid
        if (vs2 != 0 || !group(vd, lmul()) || (masked && vd == 0)) return Outcome::Illegal;
        for (std::uint32_t i = 0; i < vl_; ++i) {
          if (active(word, i)) set_element(vd, i, sew(), i);
        }
        return Outcome::Done;
      }
      if (vs1 == 16) {  // viota
        if (!group(vd, lmul()) || vd == vs2 || (masked && vd == 0)) return Outcome::Illegal;
        const bool agnostic = (vtype_ >> 6 & 1U) != 0 && (!masked || (vtype_ >> 7 & 1U) != 0);
        if (lmul() > 0 || !agnostic) return Outcome::Illegal;  // also what RVV has
        const bool ones = tail_ == RvvTail::Unit && vl_ != 0;
        const std::uint32_t lanes = bytes_ >> sew();
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < lanes; ++i) {
          if (i < vl_ && active(word, i)) {
            set_element(vd, i, sew(), count);
            if (bit(vs2, i)) ++count;
          } else if (ones) {
            set_element(vd, i, sew(), ~0U);
          }
        }
        return Outcome::Done;
      }
      if (vs1 < 1 || vs1 > 3 || vd == vs2 || (masked && vd == 0) || !few) return Outcome::Illegal;
      bool found = false;
      for (std::uint32_t i = 0; i < vl_; ++i) {
        if (!active(word, i)) continue;
        const bool here = !found && bit(vs2, i);
        found = found || here;
        set_bit(vd, i, vs1 == 1 ? !found : vs1 == 2 ? here : !found || here);
      }
      return Outcome::Done;
    }
    case 0b010111: {  // vcompress
      if (masked || !group(vd, lmul()) || !group(vs2, lmul()) || lmul() > 0) {
        return Outcome::Illegal;
      }
      if (vd == vs2 || vd == vs1) return Outcome::Illegal;
      std::uint32_t to = 0;
      for (std::uint32_t i = 0; i < vl_; ++i) {
        if (bit(vs1, i)) set_element(vd, to++, sew(), element(vs2, i, sew()));
      }
      return Outcome::Done;
    }
    default:
      break;
  }
  if (funct6 < 0b011000 || funct6 > 0b011111 || masked) return Outcome::Illegal;
  const std::uint32_t end = vl_ == 0 || tail_ == RvvTail::Spike ? vl_ : 8 * bytes_;
  for (std::uint32_t i = 0; i < end; ++i) {
    const bool a = bit(vs2, i);
    const bool b = bit(vs1, i);
    const std::array<bool, 8> results{a && !b, a && b,    a || b,    a != b,
                                      a || !b, !(a && b), !(a || b), a == b};
    set_bit(vd, i, results.at(funct6 & 7U));
  }
  return Outcome::Done;
}

}  // namespace tb
