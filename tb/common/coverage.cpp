// SPDX-License-Identifier: Apache-2.0
#include "common/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace tb {

Covergroup::Covergroup(std::string name, std::string meaning, std::vector<Axis> axes)
    : name_(std::move(name)), meaning_(std::move(meaning)), axes_(std::move(axes)) {
  std::size_t places = 1;
  for (const Axis& axis : axes_) {
    places *= axis.values.size();
    if (places == 0 || places > kMostPlaces) {
      throw std::invalid_argument(
          fmt::format("covergroup {}: expected 1 to {} combinations of values, found {} up to the "
                      "axis {}; give the axis values, or fewer of them",
                      name_, kMostPlaces, places, axis.name));
    }
  }
  counts_.resize(places);
  is_bin_.resize(places);
}

Covergroup& Covergroup::add(const std::function<bool(const Place&)>& wanted) {
  Place place(axes_.size());
  for (std::size_t index = 0; index < counts_.size(); ++index) {
    std::size_t rest = index;
    for (std::size_t axis = axes_.size(); axis-- > 0;) {
      place[axis] = rest % axes_[axis].values.size();
      rest /= axes_[axis].values.size();
    }
    if (is_bin_[index] || !wanted(place)) continue;
    is_bin_[index] = true;
    ++added_;
  }
  return *this;
}

BinHit Covergroup::at(std::initializer_list<std::size_t> place) {
  std::size_t index = 0;
  std::size_t axis = 0;
  for (const std::size_t value : place) {
    if (axis == axes_.size() || value >= axes_[axis].values.size()) {
      throw std::out_of_range(fmt::format("covergroup {}: no value {} of axis {}", name_, value,
                                          axis == axes_.size() ? "?" : axes_[axis].name));
    }
    index = index * axes_[axis++].values.size() + value;
  }
  if (axis != axes_.size()) {
    throw std::out_of_range(
        fmt::format("covergroup {}: {} values for {} axes", name_, place.size(), axes_.size()));
  }
  return {this, index};
}

std::size_t Covergroup::bins_hit() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (is_bin_[i] && counts_[i] != 0) ++count;
  }
  return count;
}

std::uint64_t Covergroup::hits(const std::string& bin) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (is_bin_[i] && bin_name(i) == bin) return counts_[i];
  }
  throw std::out_of_range(fmt::format("covergroup {} has no bin {}", name_, bin));
}

std::vector<std::string> Covergroup::unexpected() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (!is_bin_[i] && counts_[i] != 0) names.push_back(bin_name(i));
  }
  return names;
}

void Covergroup::add_counts(const nlohmann::json& group) {
  const nlohmann::json& bins = group.at("bins");
  const nlohmann::json& others = group.at("unexpected");
  if (group.at("name") != name_ || bins.size() != added_) {
    throw std::invalid_argument(fmt::format("expected {} bins of the covergroup {}, found {} of {}",
                                            added_, name_, bins.size(),
                                            group.at("name").get<std::string>()));
  }
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const nlohmann::json& known = is_bin_[i] ? bins : others;
    const auto found = known.find(bin_name(i));
    if (found != known.end()) {
      counts_[i] += found->get<std::uint64_t>();
    } else if (is_bin_[i]) {
      throw std::invalid_argument(
          fmt::format("covergroup {}: there is no bin {}", name_, bin_name(i)));
    }
  }
}

nlohmann::ordered_json Covergroup::json() const {
  nlohmann::ordered_json bins = nlohmann::ordered_json::object();
  nlohmann::ordered_json unexpected = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (is_bin_[i]) {
      bins[bin_name(i)] = counts_[i];
    } else if (counts_[i] != 0) {
      unexpected[bin_name(i)] = counts_[i];
    }
  }
  std::vector<std::string> names;
  for (const Axis& axis : axes_) names.push_back(axis.name);
  return {{"name", name_},
          {"meaning", meaning_},
          {"axes", names},
          {"bins", std::move(bins)},
          {"unexpected", std::move(unexpected)}};
}

std::string Covergroup::bin_name(std::size_t index) const {
  std::string name;
  for (std::size_t axis = axes_.size(); axis-- > 0;) {
    const auto& values = axes_[axis].values;
    if (!name.empty()) name.insert(0, ", ");
    name.insert(0, values[index % values.size()]);
    index /= values.size();
  }
  return name;
}

Covergroup& Coverage::group(std::string name, std::string meaning,
                            std::vector<Covergroup::Axis> axes) {
  for (const Covergroup& group : groups_) {
    if (group.name() == name) throw std::invalid_argument("two covergroups have the name " + name);
  }
  return groups_.emplace_back(std::move(name), std::move(meaning), std::move(axes));
}

const Covergroup& Coverage::at(const std::string& name) const {
  for (const Covergroup& group : groups_) {
    if (group.name() == name) return group;
  }
  throw std::out_of_range("no covergroup has the name " + name);
}

std::size_t Coverage::bins() const {
  std::size_t sum = 0;
  for (const Covergroup& group : groups_) sum += group.bins();
  return sum;
}

std::size_t Coverage::bins_hit() const {
  std::size_t sum = 0;
  for (const Covergroup& group : groups_) sum += group.bins_hit();
  return sum;
}

void Coverage::copy_counts(const Coverage& other) {
  for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i].copy_counts(other.groups_.at(i));
}

void Coverage::add_counts(const nlohmann::json& groups) {
  if (groups.size() != groups_.size()) {
    throw std::invalid_argument(
        fmt::format("expected {} covergroups, found {}", groups_.size(), groups.size()));
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i].add_counts(groups.at(i));
}

nlohmann::ordered_json Coverage::json() const {
  nlohmann::ordered_json groups = nlohmann::ordered_json::array();
  for (const Covergroup& group : groups_) groups.push_back(group.json());
  return groups;
}

void count(const BinHits& hits) {
  for (const BinHit& hit : hits) hit.group->count(hit);
}

std::size_t missing_bins(BinHits& hits) {
  const auto key = [](const BinHit& hit) { return std::make_pair(hit.group, hit.place); };
  std::sort(hits.begin(), hits.end(),
            [&](const BinHit& a, const BinHit& b) { return key(a) < key(b); });
  hits.erase(std::unique(hits.begin(), hits.end(),
                         [&](const BinHit& a, const BinHit& b) { return key(a) == key(b); }),
             hits.end());
  return static_cast<std::size_t>(std::count_if(
      hits.begin(), hits.end(), [](const BinHit& hit) { return hit.group->missing(hit.place); }));
}

}  // namespace tb
