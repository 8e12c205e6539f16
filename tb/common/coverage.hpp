// SPDX-License-Identifier: Apache-2.0
// Functional coverage: groups of named bins, and how often each was hit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tb {

class Covergroup;

/// A bin that something hits, to be counted later, or only to be looked at.
struct BinHit {
  Covergroup* group{};
  std::size_t place{};
};
using BinHits = std::vector<BinHit>;

/// Bins along one axis, or the cross of several: a bin for each combination of values that was
/// added.
class Covergroup {
 public:
  struct Axis {
    std::string name;
    std::vector<std::string> values;
  };
  /// A value of each axis, by its place there.
  using Place = std::vector<std::size_t>;

  /// Without bins. Throws std::invalid_argument for an axis without values, or a product of the
  /// axes above kMostPlaces: such a cross is no goal that anybody reads.
  Covergroup(std::string name, std::string meaning, std::vector<Axis> axes);

  /// Adds every combination for which `wanted` is true.
  Covergroup& add(const std::function<bool(const Place&)>& wanted);
  /// Adds all combinations.
  Covergroup& add_all() {
    return add([](const Place&) { return true; });
  }

  /// The bin of these values. A hit of what was not added is reported as unexpected. Throws
  /// std::out_of_range for a place that no axis has.
  BinHit at(std::initializer_list<std::size_t> place);
  void count(const BinHit& bin) { ++counts_[bin.place]; }
  void hit(std::initializer_list<std::size_t> place) { count(at(place)); }
  [[nodiscard]] bool missing(std::size_t place) const {
    return is_bin_[place] && counts_[place] == 0;
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t bins() const { return added_; }
  [[nodiscard]] std::size_t bins_hit() const;
  /// Hits of a bin by its name, "value, value"; std::out_of_range for a bin that was not added.
  [[nodiscard]] std::uint64_t hits(const std::string& bin) const;
  /// Bins that were hit without having been added.
  [[nodiscard]] std::vector<std::string> unexpected() const;

  /// Takes over the counters of a group with the same bins.
  void copy_counts(const Covergroup& other) { counts_ = other.counts_; }
  /// Adds the hits of a JSON object made by json(). Throws std::invalid_argument when it has other
  /// bins.
  void add_counts(const nlohmann::json& group);
  /// {"name", "meaning", "axes", "bins": {name: hits}, "unexpected": {name: hits}}.
  [[nodiscard]] nlohmann::ordered_json json() const;

  static constexpr std::size_t kMostPlaces = 200000;

 private:
  [[nodiscard]] std::string bin_name(std::size_t index) const;

  std::string name_;
  std::string meaning_;
  std::vector<Axis> axes_;
  std::vector<std::uint64_t> counts_;  // of each place
  std::vector<bool> is_bin_;           // by place
  std::size_t added_{};
};

/// The groups of a run.
class Coverage {
 public:
  /// A new group, which stays where it is. Throws std::invalid_argument for a name that is taken.
  Covergroup& group(std::string name, std::string meaning, std::vector<Covergroup::Axis> axes);

  [[nodiscard]] const std::deque<Covergroup>& groups() const { return groups_; }
  /// By name; std::out_of_range if there is none.
  [[nodiscard]] const Covergroup& at(const std::string& name) const;
  [[nodiscard]] std::size_t bins() const;
  [[nodiscard]] std::size_t bins_hit() const;

  /// Takes over the counters of one whose first groups are the same.
  void copy_counts(const Coverage& other);
  /// Adds the hits of an array made by json(). Throws std::invalid_argument when it has other
  /// groups or bins.
  void add_counts(const nlohmann::json& groups);
  /// The groups in their order.
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  std::deque<Covergroup> groups_;
};

/// Counts all of them.
void count(const BinHits& hits);
/// How many bins are among them that were not hit yet, each counted once.
std::size_t missing_bins(BinHits& hits);

}  // namespace tb
