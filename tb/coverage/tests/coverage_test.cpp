// SPDX-License-Identifier: Apache-2.0
// The collector, and the bins that single commands hit.
#include "common/coverage.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "coverage/command_cover.hpp"
#include "coverage/footprint.hpp"

namespace {

using gsq::Command;
using gsq::Opcode;
using gsq::Width;
using Place = tb::Covergroup::Place;

tb::Covergroup& add_group(tb::Coverage& coverage, const std::string& name) {
  return coverage.group(name, "a cross", {{"x", {"a", "b"}}, {"y", {"1", "2", "3"}}});
}

gsq::Config tiny() {
  gsq::Config config;
  config.name = "tiny";
  config.vlen_bytes = 32;
  config.ub_bytes = 4096;
  config.banks = 8;
  config.row_multiplier = 0;
  return config;
}

// -------------------------------------------------------------------------------------------------
// The collector
// -------------------------------------------------------------------------------------------------

TEST(Covergroup, HasTheBinsThatWereAdded) {
  tb::Coverage coverage;
  tb::Covergroup& group = add_group(coverage, "cross");
  group.add([](const Place& at) { return at[0] == 1 || at[1] == 0; });
  group.add([](const Place& at) { return at[1] == 0; });  // added before
  EXPECT_EQ(group.bins(), 4U);
  EXPECT_EQ(group.bins_hit(), 0U);
  group.hit({1, 2});
  group.hit({1, 2});
  group.hit({0, 0});
  EXPECT_EQ(group.bins_hit(), 2U);
  EXPECT_EQ(group.hits("b, 3"), 2U);
  EXPECT_EQ(group.hits("b, 1"), 0U);
  EXPECT_THROW((void)group.hits("a, 3"), std::out_of_range);
  EXPECT_EQ(coverage.bins(), 4U);
  EXPECT_EQ(coverage.bins_hit(), 2U);
}

TEST(Covergroup, TellsOfHitsThatAreNoBins) {
  tb::Coverage coverage;
  tb::Covergroup& group = add_group(coverage, "cross");
  group.add([](const Place& at) { return at[0] == 0; });
  group.hit({1, 1});
  EXPECT_EQ(group.bins_hit(), 0U);
  EXPECT_EQ(group.unexpected(), std::vector<std::string>{"b, 2"});
  EXPECT_EQ(group.json().at("unexpected").at("b, 2"), 1);
}

TEST(Covergroup, RefusesPlacesThatDoNotExist) {
  tb::Coverage coverage;
  tb::Covergroup& group = add_group(coverage, "cross").add_all();
  EXPECT_THROW(group.hit({2, 0}), std::out_of_range);
  EXPECT_THROW(group.hit({0}), std::out_of_range);
  EXPECT_THROW(group.hit({0, 0, 0}), std::out_of_range);
  EXPECT_THROW(add_group(coverage, "cross"), std::invalid_argument);
  EXPECT_THROW(coverage.group("empty", "", {{"x", {}}}), std::invalid_argument);
  const std::vector<std::string> many(1000, "value");
  EXPECT_THROW(coverage.group("large", "", {{"x", many}, {"y", many}}), std::invalid_argument);
}

TEST(Coverage, CountsMissingBinsOnce) {
  tb::Coverage coverage;
  tb::Covergroup& group = add_group(coverage, "cross");
  group.add([](const Place& at) { return at[0] == 0; });
  group.hit({0, 1});
  tb::BinHits hits{group.at({0, 0}), group.at({0, 1}), group.at({0, 0}), group.at({1, 0})};
  EXPECT_EQ(tb::missing_bins(hits), 1U) << "of four, one was hit, one comes twice, one is no bin";
  tb::count(hits);
  EXPECT_EQ(tb::missing_bins(hits), 0U);
}

TEST(Coverage, AddsUpWhatItWrote) {
  tb::Coverage first;
  tb::Coverage second;
  for (tb::Coverage* coverage : {&first, &second}) {
    add_group(*coverage, "one").add_all().hit({0, 0});
    add_group(*coverage, "two").add_all();
  }
  second.add_counts(nlohmann::json::parse(first.json().dump()));
  EXPECT_EQ(second.at("one").hits("a, 1"), 2U);
  EXPECT_EQ(second.bins_hit(), 1U);

  tb::Coverage other;
  add_group(other, "one").add_all();
  EXPECT_THROW(other.add_counts(nlohmann::json::parse(first.json().dump())), std::invalid_argument);
  add_group(other, "two").add([](const Place& at) { return at[0] == 0; });
  EXPECT_THROW(other.add_counts(nlohmann::json::parse(first.json().dump())), std::invalid_argument);
}

// -------------------------------------------------------------------------------------------------
// Commands
// -------------------------------------------------------------------------------------------------

/// Executes commands, and counts them.
class Commands {
 public:
  gsq::Model model{tiny()};
  tb::Coverage bins;

  gsq::Response execute(const Command& command) {
    const gsq::Response response = model.judge(command);
    tb::SeenCommand seen = tb::see(command, response, model);
    tb::count(cover_.hits(seen, model));
    cover_.remember(seen);
    return model.execute(command);
  }
  [[nodiscard]] std::uint64_t hits(const std::string& group, const std::string& bin) const {
    return bins.at(group).hits(bin);
  }

 private:
  tb::CommandCover cover_{tiny(), bins};
};

Command make(Opcode op) {
  Command command;
  command.op = op;
  command.width = Width::B8;
  return command;
}

/// v2 has the indices 0, 1, 2 …; m0 selects all.
void set_indices(Commands& commands) {
  for (std::uint8_t i = 0; i < 8; ++i) commands.model.v(2)[std::size_t{4} * i] = i;
  commands.execute(make(Opcode::CreateMask));
}

Command gather_words() {
  Command command = make(Opcode::Gather);
  command.form = gsq::Form::B32;
  command.vi = 2;
  command.vd = 3;
  return command;
}

TEST(CommandCover, KnowsAnswersAndFaultyLanes) {
  Commands commands;
  set_indices(commands);
  Command gather = gather_words();
  gather.addr = 4096 - 5 * 4;  // lanes 0 to 4 fit
  EXPECT_EQ(commands.execute(gather).status, gsq::Status::ErrBounds);
  EXPECT_EQ(commands.hits("status", "gather b32 elem, ERR_BOUNDS"), 1U);
  EXPECT_EQ(commands.hits("lane_fault", "gather, b32, ERR_BOUNDS, 5"), 1U);
  EXPECT_EQ(commands.hits("fault_reach", "gather, elem, outside"), 1U);
  EXPECT_EQ(commands.hits("neighbours", "create_mask, failed"), 1U);
  EXPECT_EQ(commands.hits("status", "gather b32 elem, OK"), 0U);
}

TEST(CommandCover, KnowsRelationsByDistance) {
  Commands commands;
  set_indices(commands);
  commands.execute(gather_words());
  commands.execute(make(Opcode::GetSpr));
  Command store = make(Opcode::StoreAlign);
  store.vs = 3;
  commands.execute(store);
  EXPECT_EQ(commands.hits("relation", "gather, store_align, V: data read after write, 2"), 1U);
  EXPECT_EQ(commands.hits("relation", "gather, store_align, UB: write after read, 2"), 1U);
  EXPECT_EQ(commands.hits("relation", "create_mask, store_align, M: read after write, 3"), 1U);
  EXPECT_EQ(commands.hits("relation", "gather, store_align, V: data read after write, 1"), 0U);
}

TEST(CommandCover, KnowsStreams) {
  Commands commands;
  Command store = make(Opcode::StoreUnalign);
  store.abs = true;
  store.addr = 30;
  store.n = 1;
  commands.execute(store);
  store.addr = 31;
  store.n = 5;
  commands.execute(store);
  Command post = make(Opcode::StoreUnalignPost);
  post.abs = true;
  post.addr = 36;
  commands.execute(post);
  EXPECT_EQ(commands.hits("stream", "n, empty, at bytes 2-30, n = 1"), 1U);
  EXPECT_EQ(
      commands.hits("stream", "n, holds byte 30 at most from inside on, ends in a later block"),
      1U);
  EXPECT_EQ(commands.hits("stream_rest", "abs, 4"), 1U);
}

TEST(CommandCover, KnowsASingleWrongBitOfAVectorMask) {
  Commands commands;
  Command vec = make(Opcode::VecCopy);
  vec.width = Width::B16;
  vec.iterations = 1;
  vec.bitwise = true;
  vec.mask = {1, std::uint64_t{1} << 40U};
  EXPECT_EQ(commands.execute(vec).status, gsq::Status::ErrParam);
  EXPECT_EQ(commands.hits("vec_wrong_bit", "b16, lanes, too, 104"), 1U);
  vec.mask[1] |= 1;
  commands.execute(vec);
  EXPECT_EQ(commands.bins.at("vec_wrong_bit").bins_hit(), 1U);
}

TEST(Footprint, OverlapLooksAtBytes) {
  const std::vector<tb::Bytes> a{{0, 4}, {8, 12}};
  EXPECT_FALSE(tb::overlap(a, {{4, 8}, {12, 16}}));
  EXPECT_TRUE(tb::overlap(a, {{4, 9}}));
  EXPECT_FALSE(tb::overlap(a, {}));
}

}  // namespace
