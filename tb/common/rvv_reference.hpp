// SPDX-License-Identifier: Apache-2.0
/// The vector instructions that gsq executes, as the RISC-V specification "V" 1.0 describes them:
/// an element at a time, without commands of the unit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tb {

/// What an implementation does where the specification leaves it a choice.
enum class RvvTail : std::uint8_t {
  Spike,  ///< elements that are left out keep their value, as in the simulator Spike
  Unit,   ///< of vmand and its like the result is that of all bits; of viota elements that are left
          ///< out become -1
};

/// A hart's vector state, and a memory.
class RvvReference {
 public:
  /// What became of an instruction.
  enum class Outcome : std::uint8_t {
    Illegal,     ///< no instruction of the subset, or not with this vtype
    Misaligned,  ///< a base address that is refused
    Fault,       ///< an access outside memory, or of an element that is not aligned
    Done,        ///< executed
  };

  /// V, vl and memory 0, vill set. `base` is the address of the first byte of memory.
  RvvReference(std::uint32_t vlen_bytes, std::uint32_t memory_bytes, std::uint32_t base,
               RvvTail tail);

  /// Executes a word with these values of x registers. After a fault state is undefined.
  Outcome execute(std::uint32_t word, std::uint32_t rs1, std::uint32_t rs2);
  /// Other values of vl and the CSR vtype, as if an instruction had written them.
  void set(std::uint32_t vl, std::uint32_t vtype) {
    vl_ = vl;
    vtype_ = vtype;
  }

  /// The last instruction: value of rd, if it writes one.
  [[nodiscard]] std::optional<std::uint32_t> rd() const { return rd_; }
  /// The last instruction was a load or store.
  [[nodiscard]] bool accesses() const { return accesses_; }
  [[nodiscard]] std::uint32_t vl() const { return vl_; }
  /// The CSR.
  [[nodiscard]] std::uint32_t vtype() const { return vtype_; }
  [[nodiscard]] bool vill() const { return vtype_ >> 31 != 0; }
  /// log2 of the bytes of an element.
  [[nodiscard]] unsigned sew() const { return vtype_ >> 3 & 7U; }
  /// log2 of the registers of a group.
  [[nodiscard]] int lmul() const;
  /// VLMAX of this vtype.
  [[nodiscard]] std::uint32_t vlmax() const;
  /// All V registers behind each other.
  std::vector<std::uint8_t>& v() { return v_; }
  std::vector<std::uint8_t>& memory() { return memory_; }

 private:
  using Number = std::uint64_t;

  [[nodiscard]] std::uint32_t element(unsigned reg, std::uint32_t i, unsigned width) const;
  void set_element(unsigned reg, std::uint32_t i, unsigned width, std::uint32_t value);
  [[nodiscard]] bool bit(unsigned reg, std::uint32_t i) const;
  void set_bit(unsigned reg, std::uint32_t i, bool value);
  [[nodiscard]] bool active(std::uint32_t word, std::uint32_t i) const;
  [[nodiscard]] std::uint32_t vlmax_of(std::uint32_t vtype) const;
  Outcome set_vl(std::uint32_t word, std::uint32_t rs1, std::uint32_t rs2);
  Outcome memory_access(std::uint32_t word, std::uint32_t rs1, std::uint32_t rs2);
  Outcome arithmetic(std::uint32_t word, std::uint32_t rs1);
  Outcome mask_operation(std::uint32_t word, std::uint32_t rs1);
  Outcome permutation(std::uint32_t word, std::uint32_t operand);
  [[nodiscard]] bool group(unsigned reg, int size) const;

  std::uint32_t bytes_;
  std::uint32_t base_;
  RvvTail tail_;
  std::vector<std::uint8_t> v_;
  std::vector<std::uint8_t> memory_;
  std::uint32_t vl_{};
  std::uint32_t vtype_{0x80000000U};
  std::optional<std::uint32_t> rd_;
  bool accesses_{};
};

}  // namespace tb
