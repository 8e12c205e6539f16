// SPDX-License-Identifier: Apache-2.0
// Configurations: the files in configs/ are legal, everything else is refused by name.
#include "gsq/config.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace gsq {
namespace {

std::string file_text(const std::string& name) {
  std::ifstream file(std::string(GSQ_SOURCE_DIR) + "/configs/" + name + ".json");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What parse_config says about full.json with one change made to it.
template <typename Change>
std::string error_after(Change change) {
  nlohmann::json json = nlohmann::json::parse(file_text("full"));
  change(json);
  try {
    parse_config("full", json.dump());
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Config, NamedConfigurationsAreLegal) {
  for (const char* name :
       {"full", "full_4x2", "full_w1", "full_hash", "ascend", "medium", "small", "tiny"}) {
    const Config config = named_config(name);
    EXPECT_EQ(config.name, name);
    const auto json = nlohmann::json::parse(file_text(name));
    EXPECT_EQ(json.size(), kParameters.size());
    for (const Parameter& parameter : kParameters) {
      EXPECT_EQ(config.*parameter.field, json.at(parameter.name)) << name << parameter.name;
    }
  }
}

TEST(Config, IsFoundByNameOrFile) {
  const Config tiny = load_config(std::string(GSQ_SOURCE_DIR) + "/configs/tiny.json");
  EXPECT_EQ(tiny.name, "tiny");
  EXPECT_EQ(tiny.vlen_bytes, named_config("tiny").vlen_bytes);
  EXPECT_THROW(load_config("no/such/file.json"), std::runtime_error);
  try {
    named_config("huge");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "configuration huge: expected the name of one of ascend, full, full_4x2, "
                 "full_hash, full_w1, medium, small, tiny");
  }
  try {
    named_config("Smal");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "configuration Smal: expected the name of one of ascend, full, full_4x2, "
                 "full_hash, full_w1, medium, small, tiny; did you mean 'small'?");
  }
}

TEST(Config, LanesByWidth) {
  const Config config = parse_config("small", file_text("small"));
  EXPECT_EQ(config.lanes(1), 64U);
  EXPECT_EQ(config.lanes(8), 8U);
}

TEST(Config, BordersOfEachParameter) {
  const struct {
    const char* name;
    std::vector<std::uint32_t> legal, illegal;
  } cases[] = {
      {"VlenBytes", {32, 64, 128, 256}, {0, 16, 48, 512}},
      {"UbBytes", {4096, 0x80000000U}, {0, 2048, 5000, 0xffffffffU}},
      {"Banks", {8, 32768}, {0, 1, 4, 12, 65536}},
      {"BankBytes", {4, 8}, {0, 1, 2, 16}},
      {"BankHash", {0, 1, 2}, {3}},
      {"RowMultiplier", {0, 1}, {2}},
      {"Places", {3, 4, 6, 8}, {0, 2, 9, 16}},
      {"Parts", {1, 2, 4}, {0, 3, 8, 32}},
      {"RspDepth", {16, 32}, {0, 8, 24, 64}},
      {"HostPatience", {2, 64, 1024}, {0, 1, 48, 2048}},
      {"SqueezeCuts", {0, 3}, {4}},
      {"XbarOneHot", {0, 1}, {2}},
      {"SqueezeRadix", {2, 4}, {1, 3, 8}},
      {"Coalesce", {0, 1}, {2}},
      {"LaneOps", {0, 1}, {2}},
  };
  for (const auto& parameter : cases) {
    for (const std::uint32_t value : parameter.legal) {
      EXPECT_EQ(error_after([&](auto& json) { json[parameter.name] = value; }), "")
          << parameter.name << value;
    }
    for (const std::uint32_t value : parameter.illegal) {
      const std::string error = error_after([&](auto& json) { json[parameter.name] = value; });
      EXPECT_NE(error.find(std::string("full: ") + parameter.name + " must be"), std::string::npos)
          << error;
      EXPECT_NE(error.find("found " + std::to_string(value)), std::string::npos) << error;
    }
  }
}

TEST(Config, PolynomialsUpToDegreeSeven) {
  const auto error = [](std::uint32_t banks, std::uint32_t hash) {
    return error_after([&](auto& json) {
      json["Banks"] = banks;
      json["BankHash"] = hash;
    });
  };
  EXPECT_EQ(error(128, 2), "");
  EXPECT_EQ(error(256, 1), "");
  EXPECT_NE(error(256, 2).find("full: Banks must be at most 128 with BankHash 2, found 256"),
            std::string::npos);
}

TEST(Config, PartsAreOfAWindowAndHaveTwoBanksAtLeast) {
  const auto error = [](std::uint32_t places, std::uint32_t parts, std::uint32_t banks) {
    return error_after([&](auto& json) {
      json["Places"] = places;
      json["Parts"] = parts;
      json["Banks"] = banks;
      json["BankBytes"] = 8;
    });
  };
  EXPECT_EQ(error(3, 4, 8), "");
  EXPECT_EQ(error(3, 2, 4), "");
  EXPECT_EQ(error(1, 1, 4), "");
  EXPECT_EQ(error(3, 4, 4), "configuration full: Parts must be at most half of Banks, found 4");
  EXPECT_EQ(error(1, 2, 64), "configuration full: Parts must be 1 with Places 1, found 2");
}

TEST(Config, WrongShape) {
  EXPECT_NE(error_after([](auto& json) { json.erase("Banks"); }).find("Banks is missing"),
            std::string::npos);
  EXPECT_NE(error_after([](auto& json) { json["Bnaks"] = 1; }).find("; did you mean 'Banks'?"),
            std::string::npos);
  EXPECT_NE(error_after([](auto& json) { json["Bnaks"] = 1; }).find("unknown parameter Bnaks"),
            std::string::npos);
  EXPECT_NE(error_after([](auto& json) { json["Ba\nks\r"] = 1; }).find(R"(parameter Ba\nks\x0d)"),
            std::string::npos);
  for (const nlohmann::json& wrong : {nlohmann::json("64"), nlohmann::json(-64),
                                      nlohmann::json(64.5), nlohmann::json(1ULL << 32U)}) {
    EXPECT_NE(error_after([&](auto& json) { json["Banks"] = wrong; }).find("found " + wrong.dump()),
              std::string::npos);
  }
  for (const char* text : {"", "{", "[1]", "7", "\xff"}) {
    EXPECT_THROW(parse_config("x", text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace gsq
