// SPDX-License-Identifier: Apache-2.0
// Strided, repeated commands: random ones, and the sequence of their accesses by definition.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "gsq/stimulus/random.hpp"

namespace tb {

/// Blocks of one operand, in blocks of 32 bytes.
struct StridedOperand {
  unsigned start{};
  unsigned blk_stride{};
  unsigned rep_stride{};

  /// Number of block `k` of an iteration.
  [[nodiscard]] unsigned block(unsigned iteration, unsigned k) const {
    return start + iteration * rep_stride + k * blk_stride;
  }
};

/// A command on blocks. Without a source only the destination is accessed.
struct StridedCommand {
  unsigned repeat{1};
  unsigned sources{};                      ///< 0 to 2
  unsigned active{};                       ///< one bit for each block of an iteration
  std::array<StridedOperand, 3> operands;  ///< destination, sources
};

/// One access to the blocks of an operand in an iteration.
struct StridedAccess {
  unsigned operand{};  ///< 0: the destination
  unsigned iteration{};
  bool last{};  ///< of its command
};

/// Whether an iteration reads a block that another one writes.
inline bool overlap(const StridedCommand& command, unsigned blocks, unsigned read,
                    unsigned written) {
  for (unsigned source = 1; source <= command.sources; ++source) {
    for (unsigned k = 0; k < blocks; ++k) {
      for (unsigned j = 0; j < blocks; ++j) {
        const bool both = (command.active >> k & 1U) != 0 && (command.active >> j & 1U) != 0;
        if (both &&
            command.operands.at(source).block(read, k) == command.operands[0].block(written, j)) {
          return true;
        }
      }
    }
  }
  return false;
}

/// The accesses of a command in order: a read is due while fewer than `ahead` iterations are read
/// and not written, and none of these writes a block that it reads.
inline std::vector<StridedAccess> accesses_of(const StridedCommand& command, unsigned blocks,
                                              unsigned ahead) {
  std::vector<StridedAccess> accesses;
  unsigned read = command.sources == 0 ? command.repeat : 0;
  for (unsigned written = 0; written < command.repeat;) {
    bool may_read = read < command.repeat && read - written < ahead;
    for (unsigned w = written; may_read && w < read; ++w) {
      may_read = !overlap(command, blocks, read, w);
    }
    if (may_read) {
      for (unsigned source = 1; source <= command.sources; ++source) {
        accesses.push_back({source, read, false});
      }
      ++read;
    } else {
      accesses.push_back({0, written, written + 1 == command.repeat});
      ++written;
    }
  }
  return accesses;
}

/// A random command with blocks inside a memory of `ub_blocks`, at least one of them active. The
/// sources are often near the destination.
inline StridedCommand random_strided(gsq::Rng& random, unsigned blocks, unsigned ub_blocks) {
  const auto stride = [&](unsigned most) {
    const std::array<unsigned, 8> usual{0, 1, 2, 7, 8, 9, blocks, 255};
    return std::min(random.percent(70) ? usual.at(random.below(8)) : random.below(most + 1), most);
  };
  StridedCommand command;
  const unsigned kind = random.below(20);
  command.repeat = kind == 0 ? 255 : kind < 4 ? 1 : 1 + random.below(12);
  command.sources = random.below(8) == 0 ? 0 : 1 + random.below(2);
  while (command.active == 0) {
    command.active = random.percent(60) ? (1U << blocks) - 1 : random.below(1U << blocks);
  }
  for (StridedOperand& operand : command.operands) {
    // Strides that leave room inside UB.
    const unsigned room = ub_blocks - 1;
    const unsigned most_rep =
        command.repeat > 1 ? std::min(255U, room / (command.repeat - 1)) : 255U;
    operand.rep_stride = stride(most_rep);
    const unsigned left = room - (command.repeat - 1) * operand.rep_stride % ub_blocks;
    operand.blk_stride = stride(blocks > 1 ? std::min(65535U, left / (blocks - 1)) : 65535U);
    const unsigned span = std::min(
        room, (command.repeat - 1) * operand.rep_stride + (blocks - 1) * operand.blk_stride);
    operand.start = random.below(ub_blocks - span);
    if (&operand != command.operands.data() && random.percent(60)) {  // near the destination
      const unsigned near = command.operands[0].start + random.below(3 * blocks);
      operand.start = std::min(near >= blocks ? near - blocks : 0, ub_blocks - 1 - span);
    }
  }
  return command;
}

}  // namespace tb
