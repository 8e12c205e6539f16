// SPDX-License-Identifier: Apache-2.0
// What a command accesses, after the pages of commands: lanes, addresses, bytes of UB.
#pragma once

#include <cstdint>
#include <vector>

#include "gsq/semantics/model.hpp"

namespace tb {

/// Bytes [first, last) of UB.
struct Bytes {
  std::uint64_t first{};
  std::uint64_t last{};
};

/// A lane of a gather or scatter, or a block of gather_block.
struct LaneUse {
  std::uint32_t lane{};
  bool active{};
  std::uint64_t index{};    ///< what the index register holds for it
  std::uint64_t address{};  ///< of its element; sums do not wrap
};

/// Lanes of a gather, scatter or gather_block with legal form and mode, whatever their addresses
/// are; none for other commands. `before`: the state that the command finds.
std::vector<LaneUse> lanes_of(const gsq::Command& command, const gsq::Model& before);

/// Bytes of an element of a gather or scatter, or of a block.
std::uint32_t element_of(const gsq::Command& command);

/// Selected lanes of a command with a mask, lane 0 first; of vec those of one iteration. None for
/// a command without mask.
std::vector<bool> mask_of(const gsq::Command& command, const gsq::Model& before);

/// Start of a stream write and number of its bytes n.
struct StreamWrite {
  std::uint64_t start{};
  std::uint64_t bytes{};
};
StreamWrite stream_of(const gsq::Command& command, const gsq::Model& before);

/// Bytes of UB that a command reads and writes when it succeeds.
struct Footprint {
  std::vector<Bytes> reads;   ///< sorted
  std::vector<Bytes> writes;  ///< sorted
};
Footprint footprint_of(const gsq::Command& command, const gsq::Model& before);

/// Whether some byte is in both.
bool overlap(const std::vector<Bytes>& a, const std::vector<Bytes>& b);

/// Address of block k of iteration r of an operand (0 dst, 1 src0, 2 src1) of vec.
std::uint64_t vec_block(const gsq::Command& command, unsigned operand, std::uint64_t iteration,
                        std::uint64_t block);

/// Source operands of a vec command.
inline unsigned vec_sources(const gsq::Command& command) {
  return command.op == gsq::Opcode::VecAdd ? 2 : 1;
}

inline bool is_vec(gsq::Opcode op) {
  return op == gsq::Opcode::VecCopy || op == gsq::Opcode::VecAbs || op == gsq::Opcode::VecAdd;
}

inline unsigned bytes_of(gsq::Width width) { return 1U << static_cast<unsigned>(width); }

}  // namespace tb
