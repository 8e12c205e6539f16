// SPDX-License-Identifier: Apache-2.0
/// Constrained-random commands, the same for the same seed on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace gsq {

/// A small fast generator of random numbers (splitmix64).
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// 0..count-1; count must not be 0.
  std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>(((next() >> 32U) * count) >> 32U);
  }

  /// True in `percent` of 100 calls.
  bool percent(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

/// Bytes [base, base + bytes) of UB.
struct Region {
  std::uint32_t base{};
  std::uint32_t bytes{};
};

/// New contents of a part of UB.
struct Fill {
  std::uint32_t address{};
  std::vector<std::uint8_t> bytes;
};

/// Names of the mixes. A mix sets how often each command occurs.
std::vector<std::string_view> random_mixes();

/// A stream of legal and illegal commands. They reuse few registers and few blocks of UB so that
/// they depend on each other. A golden model executes them too, to know what is legal next.
class RandomCommands {
 public:
  /// What can be drawn besides the command of an opcode.
  enum class Draw : std::uint8_t {
    kTable,          ///< load_align of a table of indices
    kVec,            ///< a command of MemKind::Vec
    kMasks,          ///< a command of masks
    kLanes,          ///< a command of lanes
    kRun,            ///< the first one of many that do not wait for each other, for a window
    kAnyOpcode,      ///< an opcode with random fields
    kUnknownOpcode,  ///< a code that no command has
    kCorner,         ///< a command with extreme values, see make_corner()
    kClimb,          ///< the first of many that let AR grow to UbBytes
  };

  /// What a command would be worth, which `response` answers and which finds the state `before`.
  using Score = std::function<std::size_t(const Command& command, const Response& response,
                                          const Model& before)>;

  /// Throws std::invalid_argument for a mix that does not exist.
  RandomCommands(const Config& config, std::uint64_t seed, std::string_view mix);

  /// A part of UB (1/16 of it, whole blocks, at its bottom or top) that no command accesses: for
  /// host traffic.
  [[nodiscard]] Region host_region() const { return host_region_; }

  /// A part of UB (1/16 of it) that no command writes: tables of indices for commands to load, each
  /// as long as a vector.
  [[nodiscard]] Region table_region() const { return table_region_; }

  /// Writes new contents to UB of the golden model and returns them; the caller writes them to the
  /// unit in the same order. The first call, which must come before the first command, fills all of
  /// UB; later calls fill a part of it. Each also writes new tables of indices. Call it now and
  /// then: otherwise UB fills with the zeros and small counts that commands produce.
  std::vector<Fill> refill();

  /// The next command. Fields that it does not need hold random bits.
  Command next();

  /// Told of the command that was chosen, before the golden model executes it.
  using Chosen =
      std::function<void(const Command& command, const Response& response, const Model& before)>;

  /// The best of `tries` next commands, the first of equal ones.
  Command next(const Score& score, unsigned tries, const Chosen& chosen);

  /// Without this the first commands load data into every register of V.
  void skip_loads() { count_ = std::max<std::uint64_t>(count_, kNumVregs); }

  /// Goes on from the state of `model`: after a reset, and after writes of the host.
  void adopt(const Model& model) { model_ = model; }

  /// Response of the golden model to the command returned last.
  [[nodiscard]] const Response& response() const { return response_; }

  /// The golden model after the command returned last.
  [[nodiscard]] const Model& model() const { return model_; }

 private:
  Command candidate();
  Command random_fields();
  Command make(Opcode op);
  Command make(Draw draw);
  Command make_table_load();
  Command start_run();
  Command make_run();
  Command make_run_lanes();
  Command make_lone_lane();
  Command make_corner();
  Command make_corner_mask();
  Command make_corner_lanes();
  Command make_corner_vec();
  Command make_corner_address();
  Command make_corner_stream();
  Command make_climb();
  [[nodiscard]] bool can_move_to_end(const Command& command) const;
  void move_to_end(Command& command);
  void move_vec_to_end(Command& command);
  void cut_vec_mask(Command& command);
  std::uint32_t start_at_end(std::uint32_t start, std::uint64_t bytes);
  std::uint16_t pick_wide_stride(std::uint64_t block);
  void begin_next();
  void make_stream(Command& command, bool ar_form);
  Command make_lanes(Opcode op);
  bool place_lanes(Command& command);
  void make_strided(Command& command);
  Opcode pick_vec();
  Opcode pick_masks();
  void make_masks(Command& command);
  void make_vec(Command& command);
  void make_vec_mask(Command& command);
  void place_vec(Command& command);
  std::uint16_t pick_block_stride(bool may_be_zero);
  std::uint8_t pick_repeat_stride();
  std::vector<std::uint32_t> make_indices(std::uint32_t count, std::uint32_t most);
  Fill fill_words();
  Fill fill_table(std::uint32_t address);
  void bend(Command& command);
  void bend_vec(Command& command);
  std::uint8_t pick_v();
  std::uint8_t pick_m();
  std::uint32_t pick_address(std::uint32_t bytes);
  // A code of a set of CommandFacts.
  template <typename Code>
  Code pick(std::uint32_t set) {
    std::uint32_t left = rng_.below(static_cast<std::uint32_t>(__builtin_popcount(set)));
    while (left-- != 0) set &= set - 1;
    return static_cast<Code>(__builtin_ctz(set));
  }
  // Whether a command must not be used; otherwise its response.
  bool touches_reserved(const Command& command, Response& response);
  template <typename Reserved>
  bool vec_touches(const Command& command, const Reserved& reserved) const;

  Config config_;
  std::size_t mix_;  // by its place
  Rng rng_;
  Model model_;
  Region host_region_;
  Region table_region_;
  bool filled_{};
  Response response_;
  std::uint64_t count_{};
  std::array<std::uint8_t, 4> hot_v_{};   ///< registers that are used often at present
  std::array<std::uint8_t, 3> hot_vi_{};  ///< the same for indices
  std::array<std::uint8_t, 2> hot_m_{};
  std::uint32_t hot_base_{};  ///< a few blocks that are used often
  Command last_;              ///< the command returned last
  std::uint32_t run_left_{};  ///< commands of a run that are yet to come
  std::uint32_t run_done_{};
  bool corners_{};                    ///< the mix of this name
  bool dense_{};                      ///< the mix of this name
  bool lone_{};                       ///< see make_lone_lane()
  bool climbing_{};                   ///< see make_climb()
  std::array<Command, 3> run_lanes_;  ///< gathers of the run, each with words of its own
};

}  // namespace gsq
