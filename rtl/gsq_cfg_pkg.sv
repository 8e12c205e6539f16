// SPDX-License-Identifier: Apache-2.0
// The parameters of a configuration, as gsq_core hands them down after it has checked them.
//
// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit.
package gsq_cfg_pkg;

  typedef struct packed {
    int unsigned VlenBytes;      // length of a vector register
    int unsigned UbBytes;        // size of the Unified Buffer
    int unsigned Banks;          // banks of the Unified Buffer
    int unsigned BankBytes;      // width of a bank
    int unsigned BankHash;       // 0: the bank is the low bits of the word address
    int unsigned RowMultiplier;  // 0: strides of rows and of lanes are 0 or a power of two
    int unsigned Places;         // slots that a lane of the window holds
    int unsigned Parts;          // parts of the banks
    int unsigned RspDepth;       // commands that may be issued and not yet answered
    int unsigned HostPatience;   // cycles that a host access waits before it wins
    int unsigned SqueezeCuts;    // pipeline cuts inside the compaction network
    int unsigned XbarOneHot;     // coding of the crossbars
    int unsigned SqueezeRadix;   // radix of the compaction network
    int unsigned Coalesce;       // 1: lanes that access the same word share one bank access
    int unsigned LaneOps;        // 1: merge and the commands whose pages ask for it
    int unsigned Slots;          // slots of a group of accesses
    int unsigned Blocks;         // blocks of a vector
    int unsigned VectorWords;    // words of a vector
    int unsigned AddrWidth;      // bits of a byte address
    int unsigned BlockWidth;     // bits of a block address
    int unsigned RowWidth;       // bits of a word address within a bank
    int unsigned BankWidth;      // bits of a bank number
    int unsigned SelWidth;       // bits of a bank number
    int unsigned RankWidth;      // bits of the number of a slot
    int unsigned LanePorts;      // slots that a lane serves in a cycle
    int unsigned Slices;         // slices of V that are written by themselves
    int unsigned Groups;         // groups in the window
    int unsigned PartWidth;      // bits of a part
  } gsq_cfg_t;

  function automatic int unsigned max(int unsigned a, int unsigned b);
    return a > b ? a : b;
  endfunction

  function automatic gsq_cfg_t made(
    int unsigned VlenBytes = 256,
    int unsigned UbBytes = 262144,
    int unsigned Banks = 64,
    int unsigned BankBytes = 4,
    int unsigned BankHash = 0,
    int unsigned RowMultiplier = 1,
    int unsigned Places = 1,
    int unsigned Parts = 1,
    int unsigned RspDepth = 16,
    int unsigned HostPatience = 64,
    int unsigned SqueezeCuts = 3,
    int unsigned XbarOneHot = 1,
    int unsigned SqueezeRadix = 2,
    int unsigned Coalesce = 1,
    int unsigned LaneOps = 0
  );
    return '{
      VlenBytes: VlenBytes,
      UbBytes: UbBytes,
      Banks: Banks,
      BankBytes: BankBytes,
      BankHash: BankHash,
      RowMultiplier: RowMultiplier,
      Places: Places,
      Parts: Parts,
      RspDepth: RspDepth,
      HostPatience: HostPatience,
      SqueezeCuts: SqueezeCuts,
      XbarOneHot: XbarOneHot,
      SqueezeRadix: SqueezeRadix,
      Coalesce: Coalesce,
      LaneOps: LaneOps,
      Slots: VlenBytes / 4,
      Blocks: VlenBytes / 32,
      VectorWords: VlenBytes / BankBytes,
      AddrWidth: $clog2(UbBytes),
      BlockWidth: $clog2(UbBytes / 32),
      RowWidth: $clog2(UbBytes / BankBytes / Banks),
      BankWidth: $clog2(Banks),
      SelWidth: $clog2(max(Banks, VlenBytes / BankBytes)),
      RankWidth: $clog2(VlenBytes / 4),
      LanePorts: 2 - 1 / max(1, Parts),
      Slices: max(1, (1 - 1 / max(1, Places)) * VlenBytes / 2),
      Groups: max(1, (1 - 1 / max(1, Places)) * 16),
      PartWidth: $clog2(Parts)
    };
  endfunction

endpackage
