// SPDX-License-Identifier: Apache-2.0
// The golden model as a backend.
#include "gsq/backend.hpp"
#include "gsq/timing/bound.hpp"
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using GoldenBackend = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, GoldenBackend, ::testing::ValuesIn(all_configs()), config_name);

TEST_P(GoldenBackend, AnswersInOrderOncePerDrain) {
  const auto backend = make_golden_backend(GetParam());
  EXPECT_TRUE(backend->drain().empty());
  backend->submit(update_mask(0, Width::B8, 5), "");
  backend->submit(load_align(1, 1), "");
  backend->submit(squeeze(1, 0, 0, Width::B8), "");
  const std::vector<Completion> completions = backend->drain();
  ASSERT_EQ(completions.size(), 3U);
  EXPECT_EQ(completions[0].response.status, Status::Ok);
  EXPECT_EQ(completions[1].response.status, Status::ErrAlign);
  EXPECT_EQ(completions[2].response.info, 5U);
  EXPECT_TRUE(backend->drain().empty());
}

TEST_P(GoldenBackend, CompletionsCarryTheBoundBeforeExecution) {
  const auto backend = make_golden_backend(GetParam());
  // A gather that overwrites its own indices: bound and result come from the old ones.
  Bytes indices(GetParam().vlen_bytes, 0);
  backend->write_ub(0, Bytes(32, 0xff));
  backend->write_v(3, indices);
  backend->submit(update_mask(0, Width::B32, ~0U), "");
  backend->submit(gather(3, 0, 3, 0, Form::B32), "");
  backend->submit(gather(3, 0, 3, 0, Form::B32), "");
  const std::vector<Completion> completions = backend->drain();
  EXPECT_EQ(completions.at(1).bound, 1U);
  EXPECT_EQ(completions.at(1).ub_beats, 0U);
  EXPECT_EQ(completions.at(2).response.status, Status::ErrBounds);
  EXPECT_EQ(completions.at(2).bound, 0U);
}

TEST_P(GoldenBackend, PreloadedIndicesAreThoseOfTheNextCommand) {
  const auto backend = make_golden_backend(GetParam());
  backend->write_ub(0, {10, 0, 0, 0, 20, 0, 0, 0});
  backend->submit(update_mask(0, Width::B32, 1), "");
  for (const std::uint8_t index : {0, 1}) {
    Bytes indices(GetParam().vlen_bytes, 0);
    indices[0] = index;
    backend->preload_v(3, indices);
    backend->submit(gather(4U + index, 0, 3, 0, Form::B32), "");
  }
  EXPECT_EQ(backend->drain().size(), 3U);
  EXPECT_EQ(backend->read_v(4)[0], 10);
  EXPECT_EQ(backend->read_v(5)[0], 20);
}

TEST_P(GoldenBackend, StateIsReadAndWritten) {
  const auto backend = make_golden_backend(GetParam());
  EXPECT_EQ(backend->config().vlen_bytes, GetParam().vlen_bytes);
  const std::uint32_t ub = GetParam().ub_bytes;
  EXPECT_EQ(backend->read_ub(0, ub), Bytes(ub, 0));
  backend->write_ub(ub - 3, {1, 2, 3});
  EXPECT_EQ(backend->read_ub(ub - 4, 4), (Bytes{0, 1, 2, 3}));
  Bytes v(GetParam().vlen_bytes, 7);
  v.back() = 8;
  backend->write_v(31, v);
  EXPECT_EQ(backend->read_v(31), v);
  EXPECT_EQ(backend->read_v(30), Bytes(GetParam().vlen_bytes, 0));
  Bytes m(GetParam().vlen_bytes, 0);
  m.back() = 1;
  backend->write_m(7, m);
  EXPECT_EQ(backend->read_m(7), m);
  EXPECT_EQ(backend->read_m(6), Bytes(GetParam().vlen_bytes, 0));
  backend->submit(update_mask(0, Width::B8, 9), "");
  backend->submit(squeeze(1, 31, 0, Width::B8, true), "");
  backend->submit(store_unalign(0, 1, 0, true), "");
  EXPECT_EQ(backend->drain().size(), 3U);
  EXPECT_EQ(backend->read_ar(), 9U);
  EXPECT_EQ(backend->cycles(), 0U);
}

TEST_P(GoldenBackend, AccessesOutsideAreRefused) {
  const auto backend = make_golden_backend(GetParam());
  const std::uint32_t ub = GetParam().ub_bytes;
  EXPECT_THROW(backend->read_ub(ub - 1, 2), std::out_of_range);
  EXPECT_THROW(backend->read_ub(~0U, 2), std::out_of_range);
  EXPECT_THROW(backend->write_ub(ub, {1}), std::out_of_range);
  EXPECT_THROW(backend->read_v(32), std::out_of_range);
  EXPECT_THROW(backend->write_v(0, {1}), std::out_of_range);
  EXPECT_THROW(backend->read_m(8), std::out_of_range);
  EXPECT_THROW(backend->write_m(0, {1}), std::out_of_range);
}

/// What one command after another leaves behind, on the cycle model and on the golden model.
TEST_P(GoldenBackend, TheCycleModelHasTheSameResults) {
  const auto golden = make_golden_backend(GetParam());
  const auto cycle = make_cycle_backend(GetParam());
  std::vector<std::vector<Completion>> answers;
  for (Backend* backend : {golden.get(), cycle.get()}) {
    Bytes bytes(GetParam().ub_bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
    backend->drain();
    backend->write_ub(0, bytes);
    backend->write_m(1, Bytes(GetParam().vlen_bytes, 1));
    backend->submit(update_mask(0, Width::B32, 5), "");
    for (unsigned i = 0; i < 20; ++i) {
      backend->preload_v(i, Bytes(GetParam().vlen_bytes, static_cast<std::uint8_t>(i)));
      backend->submit(gather(20 + i % 8, 0, i, i % 2, Form::B16), "");
    }
    backend->submit(load_align(3, 1), "");
    backend->submit(squeeze(4, 20, 0, Width::B32), "");
    answers.push_back(backend->drain());
  }
  ASSERT_EQ(answers[0].size(), answers[1].size());
  for (std::size_t i = 0; i < answers[0].size(); ++i) {
    EXPECT_EQ(answers[0][i].response.status, answers[1][i].response.status) << i;
    EXPECT_EQ(answers[0][i].response.info, answers[1][i].response.info) << i;
    EXPECT_EQ(answers[0][i].fault == nullptr, answers[1][i].fault == nullptr) << i;
    EXPECT_LT(answers[1][i].issue, answers[1][i].retire) << i;
  }
  EXPECT_EQ(answers[1].at(21).fault->text, answers[0].at(21).fault->text);
  for (unsigned i = 0; i < kNumVregs; ++i) EXPECT_EQ(golden->read_v(i), cycle->read_v(i)) << i;
  for (unsigned i = 0; i < kNumMregs; ++i) EXPECT_EQ(golden->read_m(i), cycle->read_m(i)) << i;
  EXPECT_EQ(golden->read_ub(0, GetParam().ub_bytes), cycle->read_ub(0, GetParam().ub_bytes));
  EXPECT_EQ(golden->take_bounds().bank, cycle->take_bounds().bank);
  EXPECT_GT(cycle->take_bank_use().cycles, 0U);
  EXPECT_EQ(cycle->take_bank_use().cycles, 0U);
}

TEST_P(GoldenBackend, BackDoorsOfTheCycleModelAreChecked) {
  const auto backend = make_cycle_backend(GetParam());
  EXPECT_THROW(backend->read_v(kNumVregs), std::out_of_range);
  EXPECT_THROW(backend->write_v(0, Bytes(1)), std::out_of_range);
  EXPECT_THROW(backend->read_m(kNumMregs), std::out_of_range);
  EXPECT_THROW(backend->write_m(0, Bytes(1)), std::out_of_range);
  EXPECT_THROW(backend->read_ub(GetParam().ub_bytes, 1), std::out_of_range);
  EXPECT_THROW(backend->write_ub(GetParam().ub_bytes - 1, Bytes(2)), std::out_of_range);
  EXPECT_THROW(backend->preload_v(0, Bytes(1)), std::out_of_range);
}

}  // namespace
}  // namespace gsq::testing
