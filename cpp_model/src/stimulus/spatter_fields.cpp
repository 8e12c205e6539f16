// SPDX-License-Identifier: Apache-2.0
#include "spatter_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "base/words.hpp"
#include "gsq/stimulus/spatter.hpp"

namespace gsq::spatter {
namespace {

constexpr std::array<std::string_view, 12> kFields{
    "name",  "kernel",       "kernel-name",   "pattern",  "pattern-gather", "pattern-scatter",
    "delta", "delta-gather", "delta-scatter", "boundary", "pattern-size",   "count"};
// Fields of Spatter's versions that say how a computer runs a pattern or where its dense side is.
constexpr std::array<std::string_view, 34> kForeignFields{
    "wrap",        "seed",        "random",          "nruns",
    "runs",        "nthreads",    "omp-threads",     "aggregate",
    "atomic",      "compress",    "atomic-writes",   "atomic-thread-fence",
    "backend",     "op",          "dense-buffers",   "local-work-size",
    "shared-mem",  "stride",      "shared-memory",   "global-work-size",
    "vector-len",  "morton",      "no-print-header", "hilbert",
    "roblock",     "verbose",     "verbosity",       "validate",
    "papi",        "cl-device",   "cl-platform",     "kernel-file",
    "interactive", "strong-scale"};

template <typename Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string without_blanks_around(const std::string& text) {
  constexpr const char* kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string::npos
             ? ""
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// What is expected of a number of this type, in an error.
template <typename Number>
constexpr const char* kExpected = "expected a whole number of 0 or more";
template <>
constexpr const char* kExpected<std::int64_t> = "expected a whole number from -2^63 to 2^63 - 1";

template <typename Number>
Number from_text(const Fields& fields, const std::string& key, const std::string& text) {
  const std::string word = without_blanks_around(text);
  Number value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) {
    fields.fail(key, fmt::format("{}, found '{}'", kExpected<Number>, shortened(word)));
  }
  return value;
}

template <typename Number>
Number from_json(const Fields& fields, const std::string& key, const Json& value) {
  constexpr double kExact = 9007199254740992;  // 2^53: below, a double is the number as written
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max())) {
      return static_cast<Number>(number);
    }
  } else if (value.is_number_integer()) {
    if (std::is_signed_v<Number>) return static_cast<Number>(value.get<std::int64_t>());
  } else if (value.is_number_float()) {
    const auto number = value.get<double>();
    if (std::trunc(number) == number && std::fabs(number) < kExact &&
        (std::is_signed_v<Number> || number >= 0)) {
      return static_cast<Number>(number);
    }
  }
  fields.fail(key, fmt::format("{}, found {}", kExpected<Number>, shortened(value.dump())));
}

template <typename Number>
std::vector<Number> list_of(const Fields& fields, const std::string& key, const Json& value) {
  std::vector<Number> numbers;
  if (value.is_array()) {
    for (const Json& item : value) numbers.push_back(from_json<Number>(fields, key, item));
  } else if (value.is_string()) {
    for (const std::string& part : split(value.get<std::string>(), ',')) {
      numbers.push_back(from_text<Number>(fields, key, part));
    }
  } else {
    numbers.push_back(from_json<Number>(fields, key, value));
  }
  if (numbers.empty()) fields.fail(key, "expected at least one number, found none");
  return numbers;
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    parts.push_back(without_blanks_around(part));
  }
  return parts;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 40;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

void Places::fail_at(std::size_t number, const std::string& key, const std::string& what) const {
  if (file_.empty()) throw SpatterError(fmt::format("{}: error: {}", text_, one_line(what)));
  const auto place = keys_.find({number, key});
  if (place == keys_.end()) fail(keys_.at({number, ""}) - 1, what);
  std::size_t quote = place->second - 1;
  do {
    quote = text_.rfind('"', quote - 1);
  } while (text_[quote - 1] == '\\');  // those within the key
  fail(quote, what);
}

void Places::fail(std::size_t offset, const std::string& what) const {
  const std::string_view before(text_.data(), std::min(offset, text_.size()));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  throw SpatterError(fmt::format("{}:{}:{}: error: {}", file_,
                                 std::count(before.begin(), before.end(), '\n') + 1,
                                 before.size() - line_start + 1, one_line(what)));
}

void Fields::fail(const std::string& key, const std::string& what) const {
  places_.fail_at(number_, key, fmt::format("pattern {}, field \"{}\": {}", number_, key, what));
}

const Json* Fields::get(const std::string& key) {
  used_.insert(key);
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

const Json& Fields::need(const std::string& key, const std::string& kernel) {
  const Json* value = get(key);
  if (value == nullptr) {
    places_.fail_at(number_, "kernel",
                    fmt::format("pattern {}: expected a field \"{}\", which kernel {} needs, found "
                                "none",
                                number_, key, kernel));
  }
  return *value;
}

std::string Fields::text(const std::string& key, const std::string& otherwise) {
  const Json* value = get(key);
  if (value == nullptr) return otherwise;
  if (!value->is_string()) fail(key, "expected a text, found " + value->dump());
  return value->get<std::string>();
}

std::uint64_t Fields::number(const std::string& key, std::uint64_t otherwise, std::uint64_t least) {
  const Json* value = get(key);
  if (value == nullptr) return otherwise;
  const std::uint64_t result = value->is_string() ? number_of(key, value->get<std::string>())
                                                  : from_json<std::uint64_t>(*this, key, *value);
  if (result < least) fail(key, fmt::format("expected {} or more, found {}", least, result));
  return result;
}

std::uint64_t Fields::number_of(const std::string& key, const std::string& text) const {
  return from_text<std::uint64_t>(*this, key, text);
}

std::int64_t Fields::delta_of(const std::string& key, const std::string& text) const {
  return from_text<std::int64_t>(*this, key, text);
}

Numbers Fields::numbers_of(const std::string& key, const Json& value) const {
  return list_of<std::uint64_t>(*this, key, value);
}

Deltas Fields::deltas_of(const std::string& key, const Json& value) const {
  return list_of<std::int64_t>(*this, key, value);
}

std::vector<std::string> Fields::rest() const {
  std::vector<std::string> ignored;
  for (const auto& item : object_.items()) {
    if (used_.count(item.key()) != 0) continue;
    if (!contains(kFields, item.key()) && !contains(kForeignFields, item.key())) {
      fail(item.key(),
           fmt::format("Spatter has no such field; expected one of {}; or, without meaning here, "
                       "{}",
                       fmt::join(kFields, ", "), fmt::join(kForeignFields, ", ")));
    }
    ignored.push_back(item.key());
  }
  return ignored;
}

}  // namespace gsq::spatter
