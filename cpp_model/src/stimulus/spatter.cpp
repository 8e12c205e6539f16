// SPDX-License-Identifier: Apache-2.0
#include "gsq/stimulus/spatter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/words.hpp"
#include "gsq/files.hpp"
#include "spatter_fields.hpp"
#include "spatter_forms.hpp"

namespace gsq {
namespace {

using spatter::Deltas;
using spatter::Fields;
using spatter::Json;
using spatter::Numbers;
using spatter::Places;
using spatter::Written;

constexpr std::size_t kMostFileBytes = std::size_t{64} << 20U;
constexpr std::uint64_t kDefaultCount = 1024;

constexpr std::array<std::string_view, 5> kKernels{"gather", "scatter", "gs", "multigather",
                                                   "multiscatter"};

/// How far below iteration 0 the lowest of the iterations begins: nothing where that is 2^63
/// elements or more.
std::optional<std::uint64_t> depth_of(const Deltas& deltas, std::uint64_t count) {
  if (std::all_of(deltas.begin(), deltas.end(), [](std::int64_t delta) { return delta >= 0; })) {
    return 0;
  }
  // From one round of the deltas to the next everything moves by their sum, so the lowest is in
  // the first round, or in one of the last two, of which the last may not be whole.
  std::int64_t round = 0;
  for (const std::int64_t delta : deltas) {
    if (__builtin_add_overflow(round, delta, &round)) return {};
  }
  const std::uint64_t last = (count - 1) / deltas.size();
  std::int64_t lowest = 0;
  for (const std::uint64_t number : {std::uint64_t{0}, last - (last == 0 ? 0 : 1), last}) {
    std::int64_t base = 0;
    if (__builtin_mul_overflow(number, round, &base)) return {};
    const std::uint64_t iterations =
        number == last ? (count - 1) % deltas.size() + 1 : deltas.size();
    for (std::uint64_t i = 0; i < iterations; ++i) {
      lowest = std::min(lowest, base);
      if (__builtin_add_overflow(base, deltas[i], &base)) return {};
    }
  }
  return 0 - static_cast<std::uint64_t>(lowest);
}

class PatternReader {
 public:
  PatternReader(Fields fields, std::string file, std::size_t number) : fields_(std::move(fields)) {
    pattern_.file = std::move(file);
    pattern_.number = number;
  }

  SpatterPattern read() {
    const std::string kernel_key = fields_.get("kernel") == nullptr ? "kernel-name" : "kernel";
    const std::string written_kernel = fields_.text(kernel_key, "gather");
    std::string kernel = lower_case(written_kernel);
    if (kernel == "sg") kernel = "gs";  // Spatter takes both
    if (std::find(kKernels.begin(), kKernels.end(), kernel) == kKernels.end()) {
      fields_.fail(kernel_key,
                   fmt::format("expected one of {} (or sg, the same as gs), found '{}'",
                               fmt::join(kKernels, ", "), spatter::shortened(written_kernel)));
    }
    pattern_.kernel = kernel;
    size_ = fields_.number("pattern-size", 0, 0);
    boundary_ = fields_.number("boundary", 0, 0);
    pattern_.count = fields_.number("count", kDefaultCount, 1);
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
    std::uint64_t elements = 0;
    if (__builtin_mul_overflow(pattern_.count, pattern_.length(), &elements)) {
      fields_.fail("count", fmt::format("expected a count that makes less than 2^64 elements of "
                                        "the {} indices, found {}",
                                        pattern_.length(), pattern_.count));
    }
    pattern_.name = fields_.text("name", fmt::format("{}:{}", pattern_.file, pattern_.number));
    if (pattern_.gather) begin_at_0(*pattern_.gather, "gather");
    if (pattern_.scatter) begin_at_0(*pattern_.scatter, "scatter");
    pattern_.ignored = fields_.rest();
    return std::move(pattern_);
  }

 private:
  Written indices(const std::string& key) {
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
    if (written.shifted) {
      pattern_.notes.push_back(
          fmt::format("{} begins at index 1 of \"{}\", so that none is below 0",
                      one_line(spatter::shortened(value.get<std::string>())), key));
    }
    return written;
  }

  IndexStream side(const std::string& pattern_key, const std::string& delta_key) {
    Written written = indices(pattern_key);
    Deltas deltas{written.delta.value_or(written.default_delta)};
    if (const Json* value = fields_.get(delta_key)) {
      const Deltas given = fields_.deltas_of(delta_key, *value);
      if (!written.delta) {
        deltas = given;
      } else if (given != deltas) {
        pattern_.notes.push_back(
            fmt::format("{} gives the delta {}, field \"{}\" does not count",
                        one_line(spatter::shortened(fields_.text(pattern_key, ""))), deltas.front(),
                        delta_key));
      }
    }
    IndexStream stream{std::move(written.indices), {}};
    std::uint64_t sum = 0;  // modulo 2^64
    for (const std::int64_t delta : deltas) {
      stream.steps.push_back(sum += static_cast<std::uint64_t>(delta));
    }
    const std::optional<std::uint64_t> depth = depth_of(deltas, pattern_.count);
    if (!depth) {
      fields_.fail(delta_key, fmt::format("expected deltas with which {} iterations stay within "
                                          "2^63 elements, found {}",
                                          pattern_.count, fmt::join(deltas, ", ")));
    }
    stream.start = *depth;
    return stream;
  }

  /// The second level of indices of the multi kernels: which indices of `pattern` are used.
  void select(IndexStream& stream, const std::string& key) {
    Numbers selected = indices(key).indices;
    for (std::uint64_t& index : selected) {
      if (index >= stream.pattern.size()) {
        fields_.fail(key, fmt::format("expected places in the {} indices of \"pattern\", found {}",
                                      stream.pattern.size(), index));
      }
      index = stream.pattern[index];
    }
    stream.pattern = std::move(selected);
  }

  /// Turns the depth of a side into the start of one whose least index is 0.
  void begin_at_0(IndexStream& stream, const char* name) {
    if (stream.start == 0) return;
    const auto least = *std::min_element(stream.pattern.begin(), stream.pattern.end());
    stream.start -= std::min(stream.start, least);
    if (stream.start == 0) return;
    pattern_.notes.push_back(
        fmt::format("negative delta: the {} begins {} elements up, so that no index is below 0",
                    name, stream.start));
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
  if (word.find_first_not_of("0123456789, ") == std::string::npos) {
    return word.find_first_not_of(' ') != std::string::npos;
  }
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
