// SPDX-License-Identifier: Apache-2.0
// Every form of Spatter's patterns and fields, with the indices that its formula gives, written out
// by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gsq/stimulus/spatter.hpp"

namespace gsq {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Notes = std::vector<std::string>;

SpatterPattern one(const std::string& fields) {
  const auto patterns = parse_spatter("[{" + fields + "}]", "p.json");
  EXPECT_EQ(patterns.size(), 1U);
  return patterns.at(0);
}

SpatterPattern of(const std::string& pattern, const std::string& fields = "") {
  return one(R"("pattern":")" + pattern + '"' + fields);
}

/// The first indices of a side.
Numbers first(const std::optional<IndexStream>& stream, std::uint64_t count) {
  Numbers indices;
  IndexStream::Walk walk(stream.value(), 0);
  for (std::uint64_t n = 0; n < count; ++n) {
    indices.push_back(walk.next());
    EXPECT_EQ(indices.back(), stream->index(n));
  }
  return indices;
}

TEST(SpatterForms, BlanksAroundNumbersDoNotCount) {
  const Numbers expected{0, 4, 8, 12};
  for (const char* text : {"0,4,8,12", "0, 4, 8, 12", " 0 ,4,  8 ,12 ", "\\t0,\\n4,8,12"}) {
    EXPECT_EQ(of(text).gather.value().pattern, expected) << text;
  }
  for (const char* text : {"UNIFORM:4:4", " UNIFORM: 4 :4", "UNIFORM :4: 4 "}) {
    EXPECT_EQ(of(text).gather.value().pattern, expected) << text;
  }
  EXPECT_EQ(of("MS1: 8: 2, 3: 20, 22").gather.value().pattern,
            Numbers({0, 1, 21, 43, 44, 45, 46, 47}));
  EXPECT_EQ(of("LAPLACIAN: 1: 1: 100").gather.value().pattern, Numbers({0, 1, 2}));
  EXPECT_EQ(first(of("7", R"(,"delta":" 1, 2 ")").gather, 4), Numbers({7, 8, 10, 11}));
  EXPECT_EQ(first(of("UNIFORM:2:1: NR ").gather, 4), Numbers({0, 1, 2, 3}));
}

TEST(SpatterForms, UniformHasADeltaOfItsOwn) {
  EXPECT_EQ(first(of("UNIFORM:2:1:16").gather, 6), Numbers({0, 1, 16, 17, 32, 33}));
  EXPECT_EQ(first(of("UNIFORM:2:3:0").gather, 4), Numbers({0, 3, 0, 3}));
  EXPECT_EQ(first(of("UNIFORM:2:3:NR").gather, 4), Numbers({0, 3, 6, 9}));
  EXPECT_EQ(first(of("UNIFORM:2:0:NR").gather, 4), Numbers({0, 0, 0, 0}));
  EXPECT_EQ(first(of("UNIFORM:2:3").gather, 4), Numbers({0, 3, 8, 11}));
  // NR is of the length as written, also where fewer indices are used.
  EXPECT_EQ(first(of("UNIFORM:4:2:NR", R"(,"pattern-size":2)").gather, 4), Numbers({0, 2, 8, 10}));
}

TEST(SpatterForms, TheDeltaOfATextCountsBeforeThatOfTheField) {
  const SpatterPattern no_reuse = of("UNIFORM:2:3:NR", R"(,"delta":1)");
  EXPECT_EQ(first(no_reuse.gather, 4), Numbers({0, 3, 6, 9}));
  EXPECT_EQ(no_reuse.notes,
            Notes({R"(UNIFORM:2:3:NR gives the delta 6, field "delta" does not count)"}));
  const SpatterPattern given = of("UNIFORM:2:3:5", R"(,"delta":[1,2],"kernel":"Scatter")");
  EXPECT_EQ(first(given.scatter, 4), Numbers({0, 3, 5, 8}));
  EXPECT_EQ(given.notes.size(), 1U);
  EXPECT_EQ(of("UNIFORM:2:3:5", R"(,"delta":5)").notes, Notes());
  EXPECT_EQ(of("UNIFORM:2:\\n3:5", R"(,"delta":6)").notes.at(0).find('\n'), std::string::npos);
  const SpatterPattern both =
      one(R"("kernel":"gs","pattern-gather":"UNIFORM:2:1:NR","delta-gather":9,)"
          R"("pattern-scatter":"UNIFORM:2:1:7","delta-scatter":9)");
  EXPECT_EQ(first(both.gather, 4), Numbers({0, 1, 2, 3}));
  EXPECT_EQ(first(both.scatter, 4), Numbers({0, 1, 7, 8}));
  EXPECT_EQ(both.notes.size(), 2U);
  const SpatterPattern word = parse_spatter_word({"UNIFORM:2:3:NR", "gather", "1", 4});
  EXPECT_EQ(first(word.gather, 4), Numbers({0, 3, 6, 9}));
  EXPECT_EQ(word.notes.size(), 1U);
}

TEST(SpatterForms, MostlyStride1AsInItsReadme) {
  const auto indices = [](const char* text) { return of(text).gather.value().pattern; };
  EXPECT_EQ(indices("MS1:8:4:32"), Numbers({0, 1, 2, 3, 35, 36, 37, 38}));
  EXPECT_EQ(indices("MS1:8:2,3:20"), Numbers({0, 1, 21, 41, 42, 43, 44, 45}));
  EXPECT_EQ(indices("MS1:8:2,3:20,22"), Numbers({0, 1, 21, 43, 44, 45, 46, 47}));
  EXPECT_EQ(indices("MS1:4:0:5"), Numbers({4, 5, 6, 7}));
  EXPECT_EQ(indices("MS1:4:2:0"), Numbers({0, 1, 1, 2}));
  EXPECT_EQ(of("MS1:4:2:0").notes, Notes());
  EXPECT_EQ(first(of("MS1:2:1:7").gather, 4), Numbers({0, 7, 8, 15}));
  // A published suite has a gap of 0 at the very start: -1, 0, 1, 2, begun one later.
  EXPECT_EQ(indices("MS1:4:0:0"), Numbers({0, 1, 2, 3}));
  EXPECT_EQ(of("MS1:4:0:0").notes.size(), 1U);
}

TEST(SpatterForms, LaplacianMovesByOne) {
  const auto indices = [](const char* text) { return of(text).gather.value().pattern; };
  EXPECT_EQ(indices("LAPLACIAN:1:1:100"), Numbers({0, 1, 2}));
  EXPECT_EQ(indices("LAPLACIAN:2:1:100"), Numbers({0, 99, 100, 101, 200}));
  EXPECT_EQ(indices("LAPLACIAN:2:2:100"), Numbers({0, 100, 198, 199, 200, 201, 202, 300, 400}));
  EXPECT_EQ(indices("LAPLACIAN:3:1:100"), Numbers({0, 9900, 9999, 10000, 10001, 10100, 20000}));
  EXPECT_EQ(first(of("LAPLACIAN:1:1:9").gather, 9), Numbers({0, 1, 2, 1, 2, 3, 2, 3, 4}));
  EXPECT_EQ(first(of("LAPLACIAN:1:1:9", R"(,"delta":5)").gather, 6), Numbers({0, 1, 2, 5, 6, 7}));
  const SpatterPattern sides =
      one(R"("kernel":"gs","pattern-gather":"LAPLACIAN:1:1:9","pattern-scatter":"UNIFORM:3:1")");
  EXPECT_EQ(first(sides.gather, 6), Numbers({0, 1, 2, 1, 2, 3}));
  EXPECT_EQ(first(sides.scatter, 6), Numbers({0, 1, 2, 8, 9, 10}));
  const SpatterPattern chosen =
      one(R"("kernel":"multigather","pattern":"LAPLACIAN:2:1:10","pattern-gather":[4,0])");
  EXPECT_EQ(first(chosen.gather, 4), Numbers({20, 0, 21, 1}));
  EXPECT_EQ(first(parse_spatter_word({"LAPLACIAN:1:1:9", "scatter", {}, {}}).scatter, 4),
            Numbers({0, 1, 2, 1}));
}

TEST(SpatterForms, TheStencilOfEarlierVersions) {
  // 4 steps each way along 3 axes and along the 6 diagonals of two axes, and the point itself. The
  // lowest is 4 · (100 + 10) below it.
  Numbers expected;
  for (int step : {0, 1, 10, 100, 9, 11, 99, 101, 90, 110}) {
    for (int far = 1; far <= 4; ++far) {
      expected.push_back(440U + static_cast<unsigned>(far * step));
      if (step != 0) expected.push_back(440U - static_cast<unsigned>(far * step));
      if (step == 0) break;
    }
  }
  std::sort(expected.begin(), expected.end());
  ASSERT_EQ(expected.size(), 73U);
  for (const char* text : {"XKP:10", "HYDRO:10"}) {
    const SpatterPattern pattern = of(text);
    EXPECT_EQ(pattern.gather.value().pattern, expected);
    EXPECT_EQ(pattern.gather->index(73), 1U);  // its delta is 1
  }
}

TEST(SpatterForms, NegativeDeltasBeginWhereNoIndexIsBelow0) {
  // 100 iterations, the last at 99 · -4.
  const SpatterPattern down = one(R"("pattern":[0,24,48,72],"delta":-4,"count":100)");
  EXPECT_EQ(first(down.gather, 5), Numbers({396, 420, 444, 468, 392}));
  EXPECT_EQ(down.gather->index(399), 72U);
  EXPECT_EQ(down.gather->index(396), 0U);
  EXPECT_EQ(down.notes, Notes({"negative delta: the gather begins 396 elements up, so that no "
                               "index is below 0"}));
  EXPECT_EQ(down.gather->pattern, Numbers({0, 24, 48, 72}));
  // Indices that are far enough up need no start: 10 - 2 · 4 = 2.
  const SpatterPattern up = one(R"("pattern":[10,12],"delta":-4,"count":3)");
  EXPECT_EQ(first(up.gather, 6), Numbers({10, 12, 6, 8, 2, 4}));
  EXPECT_EQ(up.notes, Notes());
  // One iteration more: 10 - 12 = -2.
  EXPECT_EQ(first(one(R"("pattern":[10,12],"delta":-4,"count":4)").gather, 2), Numbers({12, 14}));
  EXPECT_EQ(first(of("UNIFORM:2:1:-8", R"(,"count":3)").gather, 6), Numbers({16, 17, 8, 9, 0, 1}));
  EXPECT_EQ(first(parse_spatter_word({"7", "gather", "-5", 3}).gather, 3), Numbers({10, 5, 0}));
}

TEST(SpatterForms, DeltasInTurnMayBeNegative) {
  // 0, -3, 2, -1, 4: lowest in the first round, -3.
  const SpatterPattern rising = one(R"("pattern":[0],"delta":[-3,5],"count":5)");
  EXPECT_EQ(first(rising.gather, 5), Numbers({3, 0, 5, 2, 7}));
  // 0, 3, -2, 1, -4: lowest at the end, -4.
  const SpatterPattern falling = one(R"("pattern":[0],"delta":"3,-5","count":5)");
  EXPECT_EQ(first(falling.gather, 5), Numbers({4, 7, 2, 5, 0}));
  // 0, -5, -2, -7, -4: the last round is not whole, the lowest is in the one before.
  const SpatterPattern before = one(R"("pattern":[0],"delta":[-5,3],"count":5)");
  EXPECT_EQ(first(before.gather, 5), Numbers({7, 2, 5, 0, 3}));
  const SpatterPattern sides =
      one(R"("kernel":"gs","pattern-gather":[1],"pattern-scatter":[0],"delta-gather":-1,)"
          R"("delta-scatter":-2,"count":3)");
  EXPECT_EQ(first(sides.gather, 3), Numbers({2, 1, 0}));
  EXPECT_EQ(first(sides.scatter, 3), Numbers({4, 2, 0}));
  // What a multi kernel selects counts: index 5 alone, 5 - 2 · 1.
  const SpatterPattern chosen =
      one(R"("kernel":"multiscatter","pattern":[0,5],"pattern-scatter":[1],"delta":-1,"count":3)");
  EXPECT_EQ(first(chosen.scatter, 3), Numbers({5, 4, 3}));
}

TEST(SpatterForms, NumbersOfFieldsAreWrittenInManyWays) {
  for (const char* count : {"5000", "5e3", "5000.0", "\"5000\"", "\" 5000 \""}) {
    EXPECT_EQ(one(std::string(R"("pattern":[1],"count":)") + count).count, 5000U) << count;
  }
  EXPECT_EQ(one(R"("pattern":[1e1,2.0])").gather.value().pattern, Numbers({10, 2}));
  EXPECT_EQ(first(one(R"("pattern":[0],"delta":"8")").gather, 2), Numbers({0, 8}));
  EXPECT_EQ(first(one(R"("pattern":[0],"delta":1e1)").gather, 2), Numbers({0, 10}));
  EXPECT_EQ(one(R"("pattern":[3,12],"boundary":0)").gather.value().pattern, Numbers({3, 12}));
  EXPECT_EQ(one(R"("pattern":[3,12],"boundary":10)").gather.value().pattern, Numbers({3, 2}));
}

TEST(SpatterForms, FieldsOfAllVersionsAreKnown) {
  EXPECT_EQ(one(R"("pattern":[1],"kernel-name":"Scatter")").kernel, "scatter");
  const SpatterPattern pattern =
      one(R"("pattern":[1],"global-work-size":4,"strong-scale":1,"dense-buffers":1,"wrap":3,)"
          R"("atomic-thread-fence":0,"kernel-file":"k.cl","runs":2)");
  EXPECT_EQ(pattern.ignored, Notes({"atomic-thread-fence", "dense-buffers", "global-work-size",
                                    "kernel-file", "runs", "strong-scale", "wrap"}));
}

}  // namespace
}  // namespace gsq
