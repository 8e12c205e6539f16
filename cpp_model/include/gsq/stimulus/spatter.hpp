// SPDX-License-Identifier: Apache-2.0
/// Gather and scatter patterns in Spatter's JSON schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gsq {

/// The indices of one side of a pattern, iteration after iteration.
struct IndexStream {
  std::vector<std::uint64_t> pattern;  ///< indices of an iteration, at least one
  std::vector<std::uint64_t> steps;  ///< distances of iterations 1, 2, … from iteration 0, up to
                                     ///< where the deltas repeat; at least one
  std::uint64_t start{};             ///< added to all indices, so that none is below 0

  /// The indices from element n on, one after another; faster than index().
  class Walk {
   public:
    Walk(const IndexStream& stream, std::uint64_t n)
        : stream_(stream), iteration_(n / stream.pattern.size()), at_(n % stream.pattern.size()) {
      begin_iteration();
    }
    std::uint64_t next() {
      const std::uint64_t index = stream_.pattern[at_] + base_;
      if (++at_ == stream_.pattern.size()) {
        at_ = 0;
        ++iteration_;
        begin_iteration();
      }
      return index;
    }

   private:
    void begin_iteration() { base_ = stream_.start + stream_.base(iteration_); }

    const IndexStream& stream_;
    std::uint64_t iteration_;
    std::size_t at_;
    std::uint64_t base_{};
  };

  /// Index of element n, which is in iteration n / pattern.size(). Modulo 2^64.
  [[nodiscard]] std::uint64_t index(std::uint64_t n) const {
    return start + pattern[n % pattern.size()] + base(n / pattern.size());
  }

  /// Distance of an iteration from iteration 0.
  [[nodiscard]] std::uint64_t base(std::uint64_t iteration) const {
    const std::uint64_t rest = iteration % steps.size();
    return iteration / steps.size() * steps.back() + (rest == 0 ? 0 : steps[rest - 1]);
  }
};

/// One configuration of a pattern file.
struct SpatterPattern {
  std::string file;
  std::size_t number{};                ///< in the file, from 0
  std::string name;                    ///< as given, otherwise FILE:NUMBER
  std::string kernel;                  ///< gather, scatter, gs, multigather or multiscatter
  std::optional<IndexStream> gather;   ///< what is read; absent for scatter and multiscatter
  std::optional<IndexStream> scatter;  ///< what is written; absent for gather and multigather
  std::uint64_t count{};               ///< iterations, at least one
  std::vector<std::string> ignored;    ///< fields of Spatter without an effect here
  std::vector<std::string> notes;      ///< what is read otherwise than written, a sentence each

  /// Indices of one iteration, of either side.
  [[nodiscard]] std::size_t length() const { return (gather ? *gather : *scatter).pattern.size(); }
};

/// A pattern, or a file of patterns, that cannot be replayed. what() is "FILE:LINE:COLUMN: error:
/// …", one line.
class SpatterError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Parses the text of a pattern file: an array with an object for each pattern. `file` is for names
/// and errors. Throws SpatterError.
std::vector<SpatterPattern> parse_spatter(const std::string& text, const std::string& file);

/// Reads the file, then parse_spatter. Throws SpatterError; std::runtime_error ("PATH: why") when
/// it cannot be read.
std::vector<SpatterPattern> load_spatter(const std::string& file);

/// A pattern on a command line: what Spatter takes there for one kernel.
struct SpatterWord {
  std::string pattern;               ///< as in a file: UNIFORM:64:8, MS1:…, LAPLACIAN:…, 0,4,9
  std::string kernel = "gather";     ///< gather or scatter
  std::optional<std::string> delta;  ///< as in a file, as text: one, or several with commas
  std::optional<std::uint64_t> count;  ///< iterations; as in a file
};

/// Whether a word of a command line is a pattern, not the name of a file: it begins with a word and
/// a colon, or has only numbers and commas. None has control characters, since errors show it.
bool is_spatter_word(const std::string& word);

/// The pattern, which has its text as file and name. Throws SpatterError ("PATTERN: error: …").
SpatterPattern parse_spatter_word(const SpatterWord& word);

/// Element of UB for an index: its byte address, index * width, is taken modulo `range_bytes` (a
/// power of two that covers every bank), which keeps the low address bits. `width` is a power of
/// two.
inline std::uint32_t folded_element(std::uint64_t index, std::uint32_t width,
                                    std::uint32_t range_bytes) {
  return static_cast<std::uint32_t>(index & (range_bytes / width - 1));
}

}  // namespace gsq
