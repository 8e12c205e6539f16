// SPDX-License-Identifier: Apache-2.0
#include "gsq/stimulus/spatter.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "gsq/timing/bound.hpp"

namespace gsq {
namespace {

using Numbers = std::vector<std::uint64_t>;

SpatterPattern one(const std::string& fields) {
  const auto patterns = parse_spatter("[{" + fields + "}]", "p.json");
  EXPECT_EQ(patterns.size(), 1U);
  return patterns.at(0);
}

/// The first indices of a side.
Numbers first(const std::optional<IndexStream>& stream, std::uint64_t count) {
  Numbers indices;
  for (std::uint64_t n = 0; n < count; ++n) indices.push_back(stream.value().index(n));
  return indices;
}

std::string error_of(const std::string& text) {
  try {
    parse_spatter(text, "p.json");
  } catch (const SpatterError& error) {
    return error.what();
  }
  return "none";
}

TEST(Spatter, PatternsAreWrittenInManyWays) {
  const auto indices = [](const std::string& pattern) {
    return one("\"pattern\":" + pattern).gather.value().pattern;
  };
  EXPECT_EQ(indices("[4, 0, 4, 9]"), Numbers({4, 0, 4, 9}));
  EXPECT_EQ(indices("\"4,0,4,9\""), Numbers({4, 0, 4, 9}));
  EXPECT_EQ(indices("\"7\""), Numbers({7}));
  EXPECT_EQ(indices("\"UNIFORM:5:3\""), Numbers({0, 3, 6, 9, 12}));
  EXPECT_EQ(indices("\"UNIFORM:3:0\""), Numbers({0, 0, 0}));
  EXPECT_EQ(indices("\"MS1:8:4:20\""), Numbers({0, 1, 2, 3, 23, 24, 25, 26}));
  EXPECT_EQ(indices("\"MS1:8:2,5:20\""), Numbers({0, 1, 21, 22, 23, 43, 44, 45}));
  EXPECT_EQ(indices("\"MS1:8:2,5:20,7\""), Numbers({0, 1, 21, 22, 23, 30, 31, 32}));
  EXPECT_EQ(indices("\"LAPLACIAN:1:2:100\""), Numbers({0, 1, 2, 3, 4}));
  EXPECT_EQ(indices("\"LAPLACIAN:2:1:100\""), Numbers({0, 99, 100, 101, 200}));
  EXPECT_EQ(indices("\"LAPLACIAN:3:1:10\""), Numbers({0, 90, 99, 100, 101, 110, 200}));
}

TEST(Spatter, IterationsFollowAtTheirDeltas) {
  EXPECT_EQ(first(one("\"pattern\":[0,2],\"delta\":5").gather, 6), Numbers({0, 2, 5, 7, 10, 12}));
  EXPECT_EQ(first(one("\"pattern\":[0,2]").gather, 4), Numbers({0, 2, 8, 10}));  // default 8
  EXPECT_EQ(first(one("\"pattern\":[0],\"delta\":[1,10,0]").gather, 8),
            Numbers({0, 1, 11, 11, 12, 22, 22, 23}));
  EXPECT_EQ(first(one("\"pattern\":[0],\"delta\":\"1,2\"").gather, 4), Numbers({0, 1, 3, 4}));
  EXPECT_EQ(first(one("\"pattern\":\"UNIFORM:2:3:NR\"").gather, 6), Numbers({0, 3, 6, 9, 12, 15}));
}

TEST(Spatter, KernelsHaveTheirSides) {
  for (const char* kernel : {"gather", "Gather", "GATHER"}) {
    const auto pattern = one(std::string(R"("pattern":[1],"kernel":")") + kernel + "\"");
    EXPECT_EQ(pattern.kernel, "gather");
    EXPECT_TRUE(pattern.gather && !pattern.scatter);
  }
  const auto scatter = one(R"("kernel":"Scatter","pattern":[3,1],"count":7,"name":"x")");
  EXPECT_TRUE(!scatter.gather && scatter.scatter);
  EXPECT_EQ(scatter.count, 7U);
  EXPECT_EQ(scatter.name, "x");
  for (const char* kernel : {"GS", "sg"}) {
    const auto gs = one(std::string(R"("kernel":")") + kernel +
                        R"(","pattern-gather":[3,1],"pattern-scatter":"UNIFORM:2:4",)"
                        R"("delta-gather":2,"delta-scatter":[1,5])");
    EXPECT_EQ(gs.kernel, "gs");
    EXPECT_EQ(first(gs.gather, 4), Numbers({3, 1, 5, 3}));
    EXPECT_EQ(first(gs.scatter, 6), Numbers({0, 4, 1, 5, 6, 10}));
  }
  const auto multi =
      one(R"("kernel":"MultiGather","pattern":[10,20,30],"pattern-gather":[2,0,2,1],"delta":1)");
  EXPECT_EQ(first(multi.gather, 5), Numbers({30, 10, 30, 20, 31}));
  EXPECT_EQ(multi.length(), 4U);
  const auto spread = one(R"("kernel":"multiscatter","pattern":[10,20],"pattern-scatter":[1])");
  EXPECT_EQ(first(spread.scatter, 2), Numbers({20, 28}));
  EXPECT_FALSE(spread.gather);
}

TEST(Spatter, BoundaryWrapsIndicesAndSizeCutsThePattern) {
  EXPECT_EQ(one(R"("pattern":[0,5,10,11],"boundary":10)").gather.value().pattern,
            Numbers({0, 5, 0, 1}));
  EXPECT_EQ(one(R"("pattern":[0,5,10,11],"pattern-size":2)").gather.value().pattern,
            Numbers({0, 5}));
}

TEST(Spatter, FieldsWithoutMeaningAreNamed) {
  const auto pattern =
      one(R"("pattern":[1],"wrap":4,"nruns":10,"local-work-size":64,"delta-gather":3)");
  EXPECT_EQ(pattern.ignored,
            std::vector<std::string>({"delta-gather", "local-work-size", "nruns", "wrap"}));
}

TEST(Spatter, PatternsKnowTheirPlace) {
  const auto patterns = parse_spatter(R"([{"pattern":[1]},{"pattern":[2],"name":"b"}])", "p.json");
  ASSERT_EQ(patterns.size(), 2U);
  EXPECT_EQ(patterns[0].name, "p.json:0");
  EXPECT_EQ(patterns[1].name, "b");
  EXPECT_EQ(patterns[1].number, 1U);
  EXPECT_EQ(patterns[1].file, "p.json");
  EXPECT_EQ(patterns[0].count, 1024U);
}

TEST(Spatter, ErrorsSayWhereAndWhat) {
  const struct {
    const char* text;
    const char* begins;
    std::vector<const char*> holds;
  } cases[] = {
      {"[\n {\"pattern\":[1]},\n {\"pattern\":[1], \"strid\":4}]",
       "p.json:3:18: error: pattern 1",
       {"\"strid\"", "no such field", "delta-scatter", "local-work-size"}},
      {"[{\"pattern\":[1],\n\"kernel\":\"walk\"}]",
       "p.json:2:1: error: pattern 0",
       {"\"kernel\"", "multiscatter", "'walk'"}},
      {R"([{"pattern":[1],"kernel":"a\nb\t\u007f"}])",
       "p.json:1:17: error: pattern 0",
       {R"('a\nb\x09\x7f')"}},
      {R"([{"pattern":[1],"a\n\\\"b":1}])", "p.json:1:17: error: ", {R"(a\n\"b)", "no such field"}},
      {R"([{"kernel":"gather"}])", "p.json:1:3: error: pattern 0", {"\"pattern\"", "gather"}},
      {R"([{"kernel":"gs","pattern":[1]}])",
       "p.json:1:3: error: pattern 0",
       {"\"pattern-gather\""}},
      {R"([{"count":1}])", "p.json:1:2: error: pattern 0", {"\"pattern\""}},
      {R"([{"kernel":"gs","pattern-gather":[1],"pattern-scatter":[1,2]}])",
       "p.json:1:38: error: ",
       {"pattern-gather has, 1, found 2"}},
      {R"([{"kernel":"multigather","pattern":[1],"pattern-gather":[1]}])",
       "p.json:1:40: error: ",
       {"the 1 indices", "found 1"}},
      {R"([{"pattern":[]}])", "p.json:1:3: error: ", {"at least one"}},
      {R"([{"pattern":""}])", "p.json:1:3: error: ", {"none"}},
      {R"([{"pattern":[1,-1]}])", "p.json:1:3: error: ", {"found -1"}},
      {R"([{"pattern":[1.5]}])", "p.json:1:3: error: ", {"found 1.5"}},
      {R"([{"pattern":[[1]]}])", "p.json:1:3: error: ", {"found [1]"}},
      {R"([{"pattern":{}}])", "p.json:1:3: error: ", {"found {}"}},
      {R"([{"pattern":"1,x"}])", "p.json:1:3: error: ", {"'x'"}},
      {R"([{"pattern":"UNIFORM:4"}])",
       "p.json:1:3: error: ",
       {"UNIFORM:length:stride", "UNIFORM:4"}},
      {R"([{"pattern":"UNIFORM:4:1:XX"}])", "p.json:1:3: error: ", {"found 'XX'"}},
      {R"([{"pattern":"UNIFORM:4:1:NR:2"}])", "p.json:1:3: error: ", {"UNIFORM:length:stride:NR"}},
      {R"([{"pattern":"UNIFORM:0:1"}])", "p.json:1:3: error: ", {"none"}},
      {R"([{"pattern":"UNIFORM:99999999999:1"}])", "p.json:1:3: error: ", {"1 to 1048576"}},
      {R"([{"pattern":"MS1:99999999999:1:2"}])", "p.json:1:3: error: ", {"1 to 1048576"}},
      {R"([{"pattern":"MS1:8:1,2:3,4,5"}])", "p.json:1:3: error: ", {"2 breaks and 3 gaps"}},
      {R"([{"pattern":"LAPLACIAN:0:1:5"}])", "p.json:1:3: error: ", {"at least 1"}},
      {R"([{"pattern":"LAPLACIAN:99999999:99999999:5"}])", "p.json:1:3: error: ", {"neighbours"}},
      {R"([{"pattern":"SPIRAL:1:2"}])", "p.json:1:3: error: ", {"LAPLACIAN", "SPIRAL:1:2"}},
      {R"([{"pattern":[1],"pattern-size":2}])",
       "p.json:1:17: error: ",
       {"at most the 1", "found 2"}},
      {R"([{"pattern":[1],"boundary":-1}])", "p.json:1:17: error: ", {"0 or more, found -1"}},
      {R"([{"pattern":[1],"count":0}])", "p.json:1:17: error: ", {"1 or more, found 0"}},
      {R"([{"pattern":[1],"count":"many"}])", "p.json:1:17: error: ", {"many"}},
      {R"([{"pattern":[1,2],"count":18446744073709551615}])", "p.json:1:19: error: ", {"2^64"}},
      {R"([{"pattern":[1],"delta":9223372036854775808}])",
       "p.json:1:17: error: ",
       {"-2^63 to 2^63 - 1, found 9223372036854775808"}},
      {R"([{"pattern":[1],"delta":[1,-4611686018427387904],"count":7}])",
       "p.json:1:17: error: ",
       {"7 iterations", "2^63 elements, found 1, -4611686018427387904"}},
      {R"([{"pattern":[1],"delta":1.5}])", "p.json:1:17: error: ", {"found 1.5"}},
      {R"([{"pattern":"1, 2 3"}])", "p.json:1:3: error: ", {"found '2 3'"}},
      {R"([{"pattern":[1],"count":1e300}])", "p.json:1:17: error: ", {"found 1e+300"}},
      {R"([{"pattern":[1],"kernel-name":"walk"}])", "p.json:1:17: error: ", {"'walk'"}},
      {R"([{"pattern":"XKP:2000000"}])", "p.json:1:3: error: ", {"at most 1048576"}},
      {R"([{"pattern":"LAPLACIAN:2:1:0"}])", "p.json:1:3: error: ", {"at least 1", "found 0"}},
      {R"([{"pattern":"LAPLACIAN:9:1:1000"}])", "p.json:1:3: error: ", {"2^63", "9 dimensions"}},
      {R"([{"pattern":"UNIFORM:4:4611686018427387904"}])", "p.json:1:3: error: ", {"2^63"}},
      {R"([{"pattern":[1],"delta":[]}])", "p.json:1:17: error: ", {"at least one"}},
      {R"([{"pattern":[1],"name":5}])", "p.json:1:17: error: ", {"a text, found 5"}},
      {R"([{"pattern":[1],"kernel":5}])", "p.json:1:17: error: ", {"a text, found 5"}},
      {"[]", "p.json:1:1: error: ", {"an empty one"}},
      {"{}", "p.json:1:1: error: ", {"found object"}},
      {"[7]", "p.json:1:1: error: pattern 0", {"found number"}},
      {"[\n  {\"pattern\": [1,}\n]", "p.json:2:18: error: ", {"expected JSON"}},
      {"", "p.json:1:1: error: ", {"expected JSON"}},
      {"[{\"name\":\"\xff\"}]", "p.json:1:11: error: ", {"expected JSON"}},
  };
  for (const auto& [text, begins, holds] : cases) {
    const std::string said = error_of(text);
    EXPECT_EQ(said.rfind(begins, 0), 0U) << text << "\n" << said;
    for (const char* part : holds) EXPECT_NE(said.find(part), std::string::npos) << part << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
}

TEST(Spatter, FoldingKeepsTheBank) {
  Config config;
  config.ub_bytes = 16384;
  config.banks = 16;
  config.bank_bytes = 4;
  for (const std::uint32_t width : {1U, 2U, 4U, 8U}) {
    for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{5000}, std::uint64_t{123457},
                                      (std::uint64_t{1} << 40U) + 77}) {
      const std::uint64_t address = std::uint64_t{folded_element(index, width, 16384)} * width;
      EXPECT_LT(address, config.ub_bytes);
      EXPECT_EQ(address, index * width % config.ub_bytes);
      EXPECT_EQ(bank_of(config, static_cast<std::uint32_t>(address / 4)),
                index * width / 4 % config.banks);
    }
  }
}

TEST(Spatter, CommittedPatternsAreReadable) {
  unsigned files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(GSQ_SOURCE_DIR) + "/tb/patterns")) {
    for (const SpatterPattern& pattern : load_spatter(entry.path())) {
      EXPECT_TRUE(pattern.ignored.empty()) << pattern.name;
    }
    ++files;
  }
  EXPECT_GE(files, 2U);
}

TEST(Spatter, WordsOfACommandLineArePatternsOrFiles) {
  for (const char* word : {"UNIFORM:8:1", "UNIFROM:8", "MS1:8:4:20", "0,4,9", "7", ",", "0, 4"}) {
    EXPECT_TRUE(is_spatter_word(word)) << word;
  }
  for (const char* word : {"p.json", "", " ", "a", "./7", "FILE=7", "FILE=p:1", "a/b:c", ":8",
                           "UNIFORM:8:1.json", "7.json", "MS1:8\n:4"}) {
    EXPECT_FALSE(is_spatter_word(word)) << word;
  }
}

TEST(Spatter, APatternOnACommandLineIsThatOfAFile) {
  const SpatterPattern plain = parse_spatter_word({"UNIFORM:4:3", "gather", {}, {}});
  EXPECT_EQ(plain.name, "UNIFORM:4:3");
  EXPECT_EQ(plain.file, "UNIFORM:4:3");
  EXPECT_EQ(first(plain.gather, 5), Numbers({0, 3, 6, 9, 8}));
  EXPECT_EQ(plain.count, 1024U);
  EXPECT_FALSE(plain.scatter);
  const SpatterPattern scatter = parse_spatter_word({"0,5", "scatter", "0", 3});
  EXPECT_EQ(first(scatter.scatter, 4), Numbers({0, 5, 0, 5}));
  EXPECT_EQ(scatter.count, 3U);
  EXPECT_FALSE(scatter.gather);
}

TEST(Spatter, ErrorsOfACommandLineNameThePattern) {
  try {
    parse_spatter_word({"UNIFORM:4", "gather", {}, {}});
    FAIL();
  } catch (const SpatterError& error) {
    EXPECT_EQ(std::string(error.what())
                  .rfind("UNIFORM:4: error: pattern 0, field \"pattern\": "
                         "expected UNIFORM:length:stride",
                         0),
              0U)
        << error.what();
  }
}

}  // namespace
}  // namespace gsq
