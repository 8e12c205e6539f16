// SPDX-License-Identifier: Apache-2.0
#include "gsq/stimulus/spatter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "gsq/files.hpp"
#include "words.hpp"

namespace gsq {
namespace {

using Json = nlohmann::json;
using Numbers = std::vector<std::uint64_t>;

constexpr std::size_t kMostFileBytes = std::size_t{64} << 20U;
constexpr std::uint64_t kMostIndices = 1U << 20U;  // of a generated pattern
constexpr std::uint64_t kDefaultDelta = 8;
constexpr std::uint64_t kDefaultCount = 1024;

constexpr std::array<std::string_view, 5> kKernels{"gather", "scatter", "gs", "multigather",
                                                   "multiscatter"};
constexpr std::array<std::string_view, 11> kFields{
    "name",         "kernel", "pattern",      "pattern-gather", "pattern-scatter",
    "pattern-size", "delta",  "delta-gather", "delta-scatter",  "boundary",
    "count"};
// Fields of Spatter's versions that say how a computer runs a pattern or where its dense side is.
constexpr std::array<std::string_view, 27> kForeignFields{
    "wrap",        "seed",      "random",          "nruns",         "runs",          "nthreads",
    "omp-threads", "aggregate", "atomic",          "atomic-writes", "backend",       "compress",
    "op",          "stride",    "local-work-size", "shared-mem",    "shared-memory", "vector-len",
    "morton",      "hilbert",   "roblock",         "verbose",       "verbosity",     "validate",
    "papi",        "cl-device", "cl-platform"};

template <typename Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 40;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

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
                            const std::string& what) const {
    if (file_.empty()) throw SpatterError(fmt::format("{}: error: {}", text_, one_line(what)));
    const auto place = keys_.find({number, key});
    if (place == keys_.end()) fail(keys_.at({number, ""}) - 1, what);
    std::size_t quote = place->second - 1;
    do {
      quote = text_.rfind('"', quote - 1);
    } while (text_[quote - 1] == '\\');  // those within the key
    fail(quote, what);
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& what) const {
    const std::string_view before(text_.data(), std::min(offset, text_.size()));
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    throw SpatterError(fmt::format("{}:{}:{}: error: {}", file_,
                                   std::count(before.begin(), before.end(), '\n') + 1,
                                   before.size() - line_start + 1, one_line(what)));
  }

 private:
  const std::string& text_;
  std::string file_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> keys_;
};

/// The fields of one configuration.
class Fields {
 public:
  Fields(const Json& object, std::size_t number, const Places& places)
      : object_(object), number_(number), places_(places) {}

  [[noreturn]] void fail(const std::string& key, const std::string& what) const {
    places_.fail_at(number_, key, fmt::format("pattern {}, field \"{}\": {}", number_, key, what));
  }

  /// The value of a field that is used here; null when it is missing.
  const Json* get(const std::string& key) {
    used_.insert(key);
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }

  const Json& need(const std::string& key, const std::string& kernel) {
    const Json* value = get(key);
    if (value == nullptr) {
      places_.fail_at(
          number_, "kernel",
          fmt::format("pattern {}: expected a field \"{}\", which kernel {} needs, found none",
                      number_, key, kernel));
    }
    return *value;
  }

  std::string text(const std::string& key, const std::string& otherwise) {
    const Json* value = get(key);
    if (value == nullptr) return otherwise;
    if (!value->is_string()) fail(key, "expected a text, found " + value->dump());
    return value->get<std::string>();
  }

  std::uint64_t number(const std::string& key, std::uint64_t otherwise, std::uint64_t least) {
    const Json* value = get(key);
    if (value == nullptr) return otherwise;
    const std::uint64_t result = number_of(key, *value);
    if (result < least) fail(key, fmt::format("expected {} or more, found {}", least, result));
    return result;
  }

  std::uint64_t number_of(const std::string& key, const Json& value) const {
    if (!value.is_number_unsigned()) {
      fail(key, "expected a whole number of 0 or more, found " + shortened(value.dump()));
    }
    return value.get<std::uint64_t>();
  }

  std::uint64_t number_of(const std::string& key, const std::string& text) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(key, fmt::format("expected a whole number of 0 or more, found '{}'", shortened(text)));
    }
    return value;
  }

  /// A number, an array of numbers, or a text with numbers between commas. At least one.
  Numbers numbers_of(const std::string& key, const Json& value) const {
    Numbers numbers;
    if (value.is_array()) {
      for (const Json& item : value) numbers.push_back(number_of(key, item));
    } else if (value.is_string()) {
      numbers = numbers_of(key, value.get<std::string>());
    } else {
      numbers.push_back(number_of(key, value));
    }
    if (numbers.empty()) fail(key, "expected at least one number, found none");
    return numbers;
  }

  Numbers numbers_of(const std::string& key, const std::string& text) const {
    Numbers numbers;
    for (const std::string& part : split(text, ',')) numbers.push_back(number_of(key, part));
    return numbers;
  }

  /// Known fields that were not used; throws at an unknown field.
  [[nodiscard]] std::vector<std::string> rest() const {
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

 private:
  const Json& object_;
  std::size_t number_;
  const Places& places_;
  std::set<std::string> used_;
};

/// Value of a field with a pattern: its indices, and the delta that UNIFORM:…:NR implies.
struct Written {
  Numbers indices;
  std::optional<std::uint64_t> delta;
};

Written uniform(const Fields& fields, const std::string& key,
                const std::vector<std::string>& parts) {
  Written result;
  const std::uint64_t length = fields.number_of(key, parts[1]);
  const std::uint64_t stride = fields.number_of(key, parts[2]);
  for (std::uint64_t i = 0; i < std::min(length, kMostIndices + 1); ++i) {
    result.indices.push_back(i * stride);
  }
  if (parts.size() == 4) result.delta = length * stride;
  return result;
}

/// Stride 1, with a gap before each break.
Written mostly_stride_1(const Fields& fields, const std::string& key,
                        const std::vector<std::string>& parts) {
  const std::uint64_t length = fields.number_of(key, parts[1]);
  const Numbers breaks = fields.numbers_of(key, parts[2]);
  const Numbers gaps = fields.numbers_of(key, parts[3]);
  if (breaks.empty() || (gaps.size() != 1 && gaps.size() != breaks.size())) {
    fields.fail(key, fmt::format("MS1 expects one gap, or as many as breaks; found {} breaks and "
                                 "{} gaps",
                                 breaks.size(), gaps.size()));
  }
  Written result;
  std::uint64_t index = ~std::uint64_t{0};  // the first step goes to 0
  std::size_t next = 0;
  for (std::uint64_t i = 0; i < std::min(length, kMostIndices + 1); ++i) {
    if (next < breaks.size() && breaks[next] == i) {
      index += gaps[gaps.size() == 1 ? 0 : next];
      ++next;
    } else {
      ++index;
    }
    result.indices.push_back(index);
  }
  return result;
}

/// The star of a stencil: `order` neighbours each way along each of the dimensions of a grid.
Written laplacian(const Fields& fields, const std::string& key,
                  const std::vector<std::string>& parts) {
  const std::uint64_t dimensions = fields.number_of(key, parts[1]);
  const std::uint64_t order = fields.number_of(key, parts[2]);
  const std::uint64_t size = fields.number_of(key, parts[3]);
  if (dimensions == 0 || order == 0 || dimensions > kMostIndices || order > kMostIndices ||
      dimensions * order > kMostIndices) {
    fields.fail(key, fmt::format("LAPLACIAN expects a dimension and an order of at least 1 with at "
                                 "most {} neighbours, found {} and {}",
                                 kMostIndices, dimensions, order));
  }
  Numbers steps;
  std::uint64_t unit = 1;  // distance of neighbours along the dimension
  for (std::uint64_t dimension = 0; dimension < dimensions; ++dimension, unit *= size) {
    for (std::uint64_t i = 1; i <= order; ++i) steps.push_back(i * unit);
  }
  const std::uint64_t centre = steps.back();
  Written result;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    result.indices.push_back(centre - *step);
  }
  result.indices.push_back(centre);
  for (const std::uint64_t step : steps) result.indices.push_back(centre + step);
  return result;
}

Written read_pattern(const Fields& fields, const std::string& key, const Json& value) {
  if (!value.is_string()) return {fields.numbers_of(key, value), {}};
  const auto text = value.get<std::string>();
  const std::vector<std::string> parts = split(text, ':');
  Written result;
  if (parts.size() < 2) {
    result.indices = fields.numbers_of(key, text);
  } else if (parts[0] == "UNIFORM" &&
             (parts.size() == 3 || (parts.size() == 4 && parts[3] == "NR"))) {
    result = uniform(fields, key, parts);
  } else if (parts[0] == "MS1" && parts.size() == 4) {
    result = mostly_stride_1(fields, key, parts);
  } else if (parts[0] == "LAPLACIAN" && parts.size() == 4) {
    result = laplacian(fields, key, parts);
  } else {
    fields.fail(key, fmt::format("expected UNIFORM:length:stride, UNIFORM:length:stride:NR, "
                                 "MS1:length:breaks:gaps, LAPLACIAN:dimension:order:size or "
                                 "numbers, found '{}'",
                                 text.substr(0, 60)));
  }
  if (result.indices.empty() || result.indices.size() > kMostIndices) {
    fields.fail(key, fmt::format("expected 1 to {} indices, found {}", kMostIndices,
                                 result.indices.empty() ? "none" : "more"));
  }
  return result;
}

class PatternReader {
 public:
  PatternReader(Fields fields, std::string file, std::size_t number) : fields_(std::move(fields)) {
    pattern_.file = std::move(file);
    pattern_.number = number;
  }

  SpatterPattern read() {
    const std::string written_kernel = fields_.text("kernel", "gather");
    std::string kernel = lower_case(written_kernel);
    if (kernel == "sg") kernel = "gs";  // Spatter takes both
    if (!contains(kKernels, kernel)) {
      fields_.fail("kernel", fmt::format("expected one of {} (or sg, the same as gs), found '{}'",
                                         fmt::join(kKernels, ", "), shortened(written_kernel)));
    }
    pattern_.kernel = kernel;
    size_ = fields_.number("pattern-size", 0, 0);
    boundary_ = fields_.number("boundary", 0, 1);
    if (kernel == "gather" || kernel == "multigather") {
      pattern_.gather = side("pattern", "delta");
    } else if (kernel == "scatter" || kernel == "multiscatter") {
      pattern_.scatter = side("pattern", "delta");
    } else {
      pattern_.gather = side("pattern-gather", "delta-gather");
      pattern_.scatter = side("pattern-scatter", "delta-scatter");
      if (pattern_.gather->pattern.size() != pattern_.scatter->pattern.size()) {
        fields_.fail(
            "pattern-scatter",
            fmt::format("expected as many indices as pattern-gather has, {}, found {}",
                        pattern_.gather->pattern.size(), pattern_.scatter->pattern.size()));
      }
    }
    if (kernel == "multigather") select(*pattern_.gather, "pattern-gather");
    if (kernel == "multiscatter") select(*pattern_.scatter, "pattern-scatter");
    pattern_.count = fields_.number("count", kDefaultCount, 1);
    std::uint64_t elements = 0;
    if (__builtin_mul_overflow(pattern_.count, pattern_.length(), &elements)) {
      fields_.fail("count", fmt::format("expected a count that makes less than 2^64 elements of "
                                        "the {} indices, found {}",
                                        pattern_.length(), pattern_.count));
    }
    pattern_.name = fields_.text("name", fmt::format("{}:{}", pattern_.file, pattern_.number));
    pattern_.ignored = fields_.rest();
    return std::move(pattern_);
  }

 private:
  Numbers indices(const std::string& key, std::optional<std::uint64_t>& delta) {
    const Json& value = fields_.need(key, pattern_.kernel);
    Written written = read_pattern(fields_, key, value);
    if (size_ > written.indices.size()) {
      fields_.fail("pattern-size", fmt::format("expected at most the {} indices of \"{}\", found "
                                               "{}",
                                               written.indices.size(), key, size_));
    }
    if (size_ != 0) written.indices.resize(size_);
    for (std::uint64_t& index : written.indices) {
      if (boundary_ != 0) index %= boundary_;
    }
    delta = written.delta;
    return written.indices;
  }

  IndexStream side(const std::string& pattern_key, const std::string& delta_key) {
    std::optional<std::uint64_t> delta;
    IndexStream stream{indices(pattern_key, delta), {}};
    if (const Json* deltas = fields_.get(delta_key)) {
      stream.steps = fields_.numbers_of(delta_key, *deltas);
      std::partial_sum(stream.steps.begin(), stream.steps.end(), stream.steps.begin());
    } else {
      stream.steps = {delta.value_or(kDefaultDelta)};
    }
    return stream;
  }

  /// The second level of indices of the multi kernels: which indices of `pattern` are used.
  void select(IndexStream& stream, const std::string& key) {
    std::optional<std::uint64_t> unused_delta;
    Numbers selected = indices(key, unused_delta);
    for (std::uint64_t& index : selected) {
      if (index >= stream.pattern.size()) {
        fields_.fail(key, fmt::format("expected places in the {} indices of \"pattern\", found {}",
                                      stream.pattern.size(), index));
      }
      index = stream.pattern[index];
    }
    stream.pattern = std::move(selected);
  }

  Fields fields_;
  SpatterPattern pattern_;
  std::uint64_t size_{};      // 0: all indices
  std::uint64_t boundary_{};  // 0: none
};

/// The letter at a place of a text.
std::string found_at(const std::string& text, std::size_t at) {
  if (at >= text.size()) return "the end of the file";
  const char letter = text[at];
  if (letter > ' ' && letter <= '~') return fmt::format("'{}'", letter);
  if (letter == '\n') return "the end of the line";
  return fmt::format("byte 0x{:02x}", static_cast<unsigned char>(letter));
}

/// The whole text, with the places of all keys.
Json parse_json(const std::string& text, Places& places) {
  std::istringstream stream(text);
  std::size_t patterns = 0;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    const auto offset =
        static_cast<std::size_t>(stream.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in));
    if (depth == 1 && event == Json::parse_event_t::object_start) places.add(patterns, "", offset);
    if (depth == 1 && event == Json::parse_event_t::object_end) ++patterns;
    if (depth == 2 && event == Json::parse_event_t::key) {
      places.add(patterns, parsed.get<std::string>(), offset);
    }
    return true;
  };
  try {
    return Json::parse(stream, watch);
  } catch (const Json::parse_error& error) {
    const std::size_t at = error.byte == 0 ? 0 : error.byte - 1;
    places.fail(at, "expected JSON, found " + found_at(text, at));
  } catch (const Json::out_of_range&) {
    const auto end = stream.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    places.fail(static_cast<std::size_t>(end) - 1, "expected a number of at most about 1e308");
  }
}

}  // namespace

std::vector<SpatterPattern> parse_spatter(const std::string& text, const std::string& file) {
  Places places(text, file);
  const Json json = parse_json(text, places);
  if (!json.is_array() || json.empty()) {
    places.fail(0, "expected an array with an object for each pattern, found " +
                       std::string(json.is_array() ? "an empty one" : json.type_name()));
  }
  std::vector<SpatterPattern> patterns;
  for (const Json& object : json) {
    const std::size_t number = patterns.size();
    if (!object.is_object()) {
      places.fail(
          0, fmt::format("pattern {}: expected an object, found {}", number, object.type_name()));
    }
    patterns.push_back(PatternReader(Fields(object, number, places), file, number).read());
  }
  return patterns;
}

std::vector<SpatterPattern> load_spatter(const std::string& file) {
  const std::vector<std::uint8_t> bytes = read_file(file, kMostFileBytes);
  return parse_spatter({bytes.begin(), bytes.end()}, file);
}

bool is_spatter_word(const std::string& word) {
  const auto is_control = [](unsigned char letter) { return std::iscntrl(letter) != 0; };
  if (word.empty() || std::any_of(word.begin(), word.end(), is_control)) return false;
  if (word.find_first_not_of("0123456789,") == std::string::npos) return true;
  const std::size_t colon = word.find(':');
  const bool json = word.size() > 5 && word.compare(word.size() - 5, 5, ".json") == 0;
  return colon != std::string::npos && colon != 0 && !json &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](unsigned char letter) { return std::isalnum(letter) != 0; });
}

SpatterPattern parse_spatter_word(const SpatterWord& word) {
  Json object{{"name", word.pattern}, {"kernel", word.kernel}, {"pattern", word.pattern}};
  if (word.delta) object["delta"] = *word.delta;
  if (word.count) object["count"] = *word.count;
  const Places places(word.pattern);
  return PatternReader(Fields(object, 0, places), word.pattern, 0).read();
}

}  // namespace gsq
