// SPDX-License-Identifier: Apache-2.0
// Any text as a file of patterns or as a pattern on a command line: patterns with indices, or
// SpatterError with a place.
#include <algorithm>
#include <string>

#include "fuzz.hpp"
#include "gsq/stimulus/spatter.hpp"

namespace {

using gsq::fuzz::expect;

/// Every element has an index, also those far behind the first iteration.
void read_indices(const gsq::IndexStream& stream) {
  expect(!stream.pattern.empty() && !stream.steps.empty(), "a pattern without indices");
  std::uint64_t sum = 0;
  for (std::uint64_t n = 1; n != 0; n <<= 1) sum += stream.index(n - 1);
  expect(stream.start <= std::uint64_t{1} << 63U, "a start that no delta needs");
  expect(gsq::folded_element(sum, 4, 4096) < 1024, "an element outside of its range");
}

void check(const gsq::SpatterPattern& pattern) {
  expect(pattern.gather || pattern.scatter, "a pattern of no kernel");
  for (const std::string& note : pattern.notes) {
    expect(!note.empty() && std::count(note.begin(), note.end(), '\n') == 0,
           "a note of lines: " + note);
  }
  expect(pattern.count >= 1, "a pattern without iterations");
  if (pattern.gather) read_indices(*pattern.gather);
  if (pattern.scatter) read_indices(*pattern.scatter);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gsq::fuzz::Input input(data, size);
  const std::uint8_t how = input.byte();
  std::string text = input.text();
  try {
    if ((how & 1U) == 0) {
      for (const gsq::SpatterPattern& pattern : gsq::parse_spatter(text, "fuzz.json")) {
        check(pattern);
      }
    } else if (text.resize(std::min(text.size(), text.find('\0')));  // a word has no NUL
               gsq::is_spatter_word(text)) {
      gsq::SpatterWord word{text, (how & 2U) == 0 ? "gather" : "scatter", {}, {}};
      if ((how & 4U) != 0) word.delta = std::to_string(static_cast<std::int8_t>(how));
      check(gsq::parse_spatter_word(word));
    }
  } catch (const gsq::SpatterError& error) {
    const std::string said = error.what();
    expect(said.find("error: ") != std::string::npos, "an error without a place: " + said);
    expect(std::count(said.begin(), said.end(), '\n') == 0, "an error of several lines: " + said);
  }
  return 0;
}
