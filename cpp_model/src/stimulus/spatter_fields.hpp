// SPDX-License-Identifier: Apache-2.0
/// The JSON side of pattern files: places of keys in the text, and fields with checked values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gsq::spatter {

using Json = nlohmann::json;
using Numbers = std::vector<std::uint64_t>;
using Deltas = std::vector<std::int64_t>;

/// The parts of a text between separators, without the blanks around each.
std::vector<std::string> split(const std::string& text, char separator);

/// At most some forty letters of a text, for an error.
std::string shortened(const std::string& text);

/// Places of keys in the text of a file, or of none in a pattern on a command line.
class Places {
 public:
  Places(const std::string& text, std::string file) : text_(text), file_(std::move(file)) {}
  explicit Places(const std::string& word) : text_(word) {}

  /// Remembers that the key of this pattern ends before `offset`.
  void add(std::size_t number, const std::string& key, std::size_t offset) {
    keys_[{number, key}] = offset;
  }

  /// Throws with the place of a key, or of the pattern itself (key "").
  [[noreturn]] void fail_at(std::size_t number, const std::string& key,
                            const std::string& what) const;
  [[noreturn]] void fail(std::size_t offset, const std::string& what) const;

 private:
  const std::string& text_;
  std::string file_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> keys_;
};

/// The fields of one configuration. A number is a JSON number, also one such as 1e6, or a text of
/// it; blanks around numbers do not count.
class Fields {
 public:
  Fields(const Json& object, std::size_t number, const Places& places)
      : object_(object), number_(number), places_(places) {}

  [[noreturn]] void fail(const std::string& key, const std::string& what) const;

  /// The value of a field that is used here; null when it is missing.
  const Json* get(const std::string& key);

  const Json& need(const std::string& key, const std::string& kernel);
  std::string text(const std::string& key, const std::string& otherwise);
  std::uint64_t number(const std::string& key, std::uint64_t otherwise, std::uint64_t least);

  [[nodiscard]] std::uint64_t number_of(const std::string& key, const std::string& text) const;
  [[nodiscard]] std::int64_t delta_of(const std::string& key, const std::string& text) const;

  /// A number, an array of numbers, or a text with numbers between commas. At least one.
  [[nodiscard]] Numbers numbers_of(const std::string& key, const Json& value) const;
  [[nodiscard]] Deltas deltas_of(const std::string& key, const Json& value) const;

  /// Known fields that were not used; throws at an unknown field.
  [[nodiscard]] std::vector<std::string> rest() const;

 private:
  const Json& object_;
  std::size_t number_;
  const Places& places_;
  std::set<std::string> used_;
};

}  // namespace gsq::spatter
