// SPDX-License-Identifier: Apache-2.0
// Covergroups of commands: what they are, what they find, how they relate to those before them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "common/coverage.hpp"
#include "coverage/footprint.hpp"
#include "gsq/semantics/model.hpp"

namespace tb {

/// Commands as covergroups count them: vec.* and mask.* together, and one more for all that fail.
inline constexpr std::size_t kVecKind = static_cast<std::size_t>(gsq::Opcode::VecCopy);
inline constexpr std::size_t kMaskKind = kVecKind + 1;
inline constexpr std::size_t kLaneKind = kMaskKind + 1;
inline constexpr std::size_t kCompareKind = kLaneKind + 1;
inline constexpr std::size_t kFailedKind = kCompareKind + 1;
inline constexpr std::size_t kKinds = kFailedKind + 1;
std::vector<std::string> kind_names();
std::size_t kind_of(const gsq::Command& command, gsq::Status status);

/// A command, what it found when it was accepted, and its answer.
struct SeenCommand {
  gsq::Command command;
  gsq::Response response;
  std::size_t kind{};
  Footprint print;          ///< empty for one that fails
  std::uint32_t ar{};       ///< AR
  std::uint32_t v_data{};   ///< bit i: reads Vi as data
  std::uint32_t v_index{};  ///< bit i: reads Vi as indices
  std::uint32_t v_write{};  ///< bit i: writes Vi
  unsigned m_read{};        ///< bit i: reads Mi
  unsigned m_write{};       ///< bit i: writes Mi
  unsigned u{};             ///< bit i: uses Ui
  bool ar_read{};           ///< uses AR
  bool ar_write{};          ///< changes AR
  bool partial{};           ///< of a gather or gather_block: it has an inactive lane

  [[nodiscard]] bool ok() const { return response.status == gsq::Status::Ok; }
};
SeenCommand see(const gsq::Command& command, const gsq::Response& response,
                const gsq::Model& before);

/// The groups of commands. Bins come from docs/reference/commands.md, its pages and
/// docs/reference/masks-and-modes.md.
class CommandCover {
 public:
  CommandCover(gsq::Config config, Coverage& coverage);

  /// The bins that a command hits after those that were remembered.
  [[nodiscard]] BinHits hits(const SeenCommand& seen, const gsq::Model& before);
  /// The next command comes after this one.
  void remember(SeenCommand seen);
  /// The next command comes after none.
  void forget() { past_.clear(); }

 private:
  static constexpr std::size_t kDistances = 4;

  void add_status_groups(Coverage& coverage);
  void add_field_groups(Coverage& coverage);
  void add_lane_groups(Coverage& coverage);
  void add_stream_groups(Coverage& coverage);
  void add_vec_groups(Coverage& coverage);
  void add_pair_groups(Coverage& coverage);

  void hit_status(const SeenCommand& seen, BinHits& hits);
  void hit_fields(const SeenCommand& seen, BinHits& hits);
  void hit_masks(const SeenCommand& seen, const gsq::Model& before, BinHits& hits);
  void hit_lane_values(const gsq::Command& command, const gsq::Model& before, BinHits& hits) const;
  void hit_lanes(const SeenCommand& seen, const gsq::Model& before, BinHits& hits);
  void hit_strided(const SeenCommand& seen, BinHits& hits) const;
  void hit_faults(const SeenCommand& seen, const gsq::Model& before, BinHits& hits);
  void hit_stream(const SeenCommand& seen, const gsq::Model& before, BinHits& hits);
  void hit_vec(const SeenCommand& seen, const gsq::Model& before, BinHits& hits);
  void hit_pairs(const SeenCommand& seen, BinHits& hits);

  gsq::Config config_;
  std::deque<SeenCommand> past_;  // youngest first

  std::vector<std::string> variants_;  // of commands, for the group of statuses
  Covergroup* status_{};
  Covergroup* pattern_{};
  Covergroup* update_mask_{};
  Covergroup* address_{};
  Covergroup* beyond_{};
  Covergroup* block_stride_{};
  Covergroup* row_stride_{};
  Covergroup* col_{};
  Covergroup* align_{};
  Covergroup* density_{};
  std::vector<std::string> merging_;  // variants that can merge
  Covergroup* merge_{};
  Covergroup* mask_lanes_{};
  Covergroup* lane_values_{};
  Covergroup* single_lane_{};
  Covergroup* lane_fault_{};
  Covergroup* block_fault_{};
  Covergroup* fault_reach_{};
  Covergroup* groups_{};
  Covergroup* quarters_{};
  Covergroup* beats_{};
  Covergroup* shared_{};
  Covergroup* slot_bank_{};
  Covergroup* values_{};
  Covergroup* strided_{};
  Covergroup* kept_{};
  Covergroup* stream_{};
  Covergroup* stream_bytes_{};
  Covergroup* stream_start_{};
  Covergroup* stream_rest_{};
  Covergroup* ar_{};
  Covergroup* vec_lanes_{};
  Covergroup* vec_wrong_bit_{};
  Covergroup* vec_wrong_count_{};
  Covergroup* vec_repeat_{};
  Covergroup* vec_stride_{};
  Covergroup* vec_repeat_stride_{};
  Covergroup* vec_dependence_{};
  Covergroup* alu_{};
  Covergroup* neighbours_{};
  Covergroup* relation_{};
};

}  // namespace tb
