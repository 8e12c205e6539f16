// SPDX-License-Identifier: Apache-2.0
// Copies and the ring by the examples of docs/reference/dma.md and docs/reference/ring.md.
#include "gsq/ring/ring.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/ring/copy.hpp"

namespace gsq::ring {
namespace {

/// 64 KiB from address 0; some addresses answer with SLVERR.
class Ram : public Memory {
 public:
  Response read(std::uint64_t address, std::uint8_t* to, std::size_t size) override {
    if (bad.count(address / 64) != 0) return 2;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(address), size, to);
    return 0;
  }
  Response write(std::uint64_t address, const std::uint8_t* from, std::size_t size) override {
    if (bad.count(address / 64) != 0) return 2;
    std::copy_n(from, size, bytes.begin() + static_cast<std::ptrdiff_t>(address));
    return 0;
  }

  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(0x10000);
  std::set<std::uint64_t> bad;  // numbers of 64 bytes
};

class RingTest : public ::testing::Test {
 protected:
  RingTest() {
    std::iota(ram.bytes.begin(), ram.bytes.end(), std::uint8_t{1});
    setup.copies.memory[0] = {0x1000, 0x9000, true, true};
    setup.copies.ub = {0, 0x1000, true, true};
    setup.base = 0xa000;
    setup.size = 6;
  }

  void add(const EntryWords& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint32_t slot = (tail + static_cast<std::uint32_t>(i) / 4) % 64;
      for (unsigned k = 0; k < 4; ++k) {
        ram.bytes.at(0xa000 + slot * kSlotBytes + i % 4 * 4 + k) =
            static_cast<std::uint8_t>(words.at(i) >> (8 * k));
      }
    }
    tail += static_cast<std::uint32_t>(words.size()) / 4;
  }

  static CommandBits command(std::uint8_t tag) {
    Command made;
    made.op = Opcode::GetSpr;
    made.tag = tag;
    return pack(made);
  }

  Ram ram;
  std::vector<std::uint8_t> ub = std::vector<std::uint8_t>(0x1000);
  std::vector<Record> records;
  std::vector<std::uint8_t> executed;  // tags
  unsigned ends{};
  std::uint32_t tail{};
  Ring::Setup setup;
  Ring ring{ram,
            ub,
            {[this](const CommandBits& bits) {
               executed.push_back(unpack(bits).tag);
               return Response{executed.back(), Status::Ok, 7};
             },
             [this](const Record& record) { records.push_back(record); }, [this] { ++ends; }}};
};

Descriptor rows(std::uint32_t count, std::uint32_t bytes, std::uint64_t from, std::uint32_t to) {
  Descriptor made;
  made.rows = count;
  made.bytes = bytes;
  made.mem_addr = from;
  made.mem_stride = 0x100;
  made.ub_addr = to;
  made.ub_stride = 0x40;
  return made;
}

TEST_F(RingTest, RowsHaveTheirPadding) {
  Descriptor d = rows(2, 5, 0x1003, 0x10);
  d.left = 3;
  d.right = 2;
  d.value = 0x44332211;
  const Completion done = copy_in(setup.copies, d, ram, ub);
  EXPECT_EQ(done.status, CopyStatus::Ok);
  EXPECT_EQ(done.bytes, 10U);
  const std::vector<std::uint8_t> first{0x11, 0x22, 0x33, 4, 5, 6, 7, 8, 0x11, 0x22};
  EXPECT_EQ(std::vector<std::uint8_t>(ub.begin() + 0x10, ub.begin() + 0x1a), first);
  EXPECT_EQ(ub.at(0x53), 4) << "the second row";
  EXPECT_EQ(ub.at(0x1a), 0) << "behind a row";
}

TEST_F(RingTest, IndicesSayWhereRowsAre) {
  ub[0x200] = 2;
  ub[0x202] = 9;  // outside the table
  Descriptor d = rows(2, 4, 0x1000, 0x0);
  d.indexed = d.half = d.skip = true;
  d.index_addr = 0x200;
  d.table_rows = 3;
  d.value = 0xeeeeeeee;
  ram.bytes[0x1200] = 0x77;
  EXPECT_EQ(copy_in(setup.copies, d, ram, ub).bytes, 4U);
  EXPECT_EQ(ub.at(0), 0x77);
  EXPECT_EQ(ub.at(0x40), 0xee) << "a row that is left out is padding";
  d.skip = false;
  const Completion done = copy_out(setup.copies, d, ram, ub);
  EXPECT_EQ(done.status, CopyStatus::Index);
  EXPECT_EQ(done.addr, 9U);
}

TEST_F(RingTest, WindowsRefuseBeforeAnythingHappens) {
  const auto status = [&](const Descriptor& d) { return copy_in(setup.copies, d, ram, ub).status; };
  EXPECT_EQ(status(rows(1, 0x100, 0x8f00, 0)), CopyStatus::Ok);
  EXPECT_EQ(status(rows(1, 0x101, 0x8f00, 0)), CopyStatus::MemWindow);
  EXPECT_EQ(status(rows(1, 0x40, 0x1000, 0xfc1)), CopyStatus::UbWindow);
  Descriptor up = rows(3, 0x40, 0x1100, 0);
  up.mem_stride = -0x100;
  EXPECT_EQ(status(up), CopyStatus::MemWindow);
  up.mem_addr = 0x1200;
  EXPECT_EQ(status(up), CopyStatus::Ok);
  Descriptor odd = rows(1, 4, 0x1000, 0);
  odd.indexed = true;
  odd.table_rows = 1;
  odd.index_addr = 2;
  EXPECT_EQ(status(odd), CopyStatus::IndexWindow);
  EXPECT_EQ(status(rows(0, 4, 0, 0xffffffff)), CopyStatus::Ok)
      << "without a row nothing is checked";
}

TEST_F(RingTest, WindowsEndWhereAddressesDo) {
  setup.copies.address_bits = 14;
  EXPECT_EQ(copy_in(setup.copies, rows(1, 0x20, 0x3ff0, 0), ram, ub).status, CopyStatus::MemWindow);
  EXPECT_EQ(copy_in(setup.copies, rows(1, 0x10, 0x3ff0, 0), ram, ub).status, CopyStatus::Ok);
  setup.copies.ub.limit = 0x100000;
  EXPECT_EQ(copy_out(setup.copies, rows(1, 2, 0x1000, 0xfff), ram, ub).status,
            CopyStatus::UbWindow);
}

TEST_F(RingTest, AnErrorEndsACopyWithItsPlace) {
  ram.bad.insert(0x1040 / 64);
  const Completion done = copy_in(setup.copies, rows(1, 0x80, 0x1005, 0), ram, ub);
  EXPECT_EQ(done.status, CopyStatus::SlvErr);
  EXPECT_EQ(done.addr, 0x1040U);
  EXPECT_EQ(done.bytes, 0x3bU);
}

TEST_F(RingTest, EntriesInBothForms) {
  ring.enable(setup);
  add(command_entry(command(1)));
  EXPECT_EQ(tail, 1U) << "a compact command takes one slot";
  add(command_entry(command(0x82), false));
  EXPECT_EQ(tail, 5U);
  add(end_entry(0x83));
  ring.run(tail);
  EXPECT_EQ(executed, (std::vector<std::uint8_t>{1, 0x82}));
  EXPECT_EQ(ends, 1U);
  ASSERT_EQ(records.size(), 2U) << "of those that ask";
  EXPECT_EQ(records[0].number, 1U);
  EXPECT_EQ(records[0].info, 7U);
  EXPECT_EQ(records[1].queue, Queue::Self);
  EXPECT_EQ(ring.done(Queue::Unit), 5U);
  EXPECT_EQ(ring.head(), 6U);
}

TEST_F(RingTest, CompactCommandsKeepTheirWord) {
  for (const Opcode op : {Opcode::UpdateMask, Opcode::LoadBlock, Opcode::LoadStrided}) {
    Command made;
    made.op = op;
    made.addr = 0x123;
    if (op == Opcode::LoadBlock) {
      made.blk0 = 5;
    } else if (op == Opcode::LoadStrided) {
      made.row_stride = 0xfffffff0;
    } else {
      made.n = 77;
    }
    EXPECT_EQ(command_entry(pack(made)).size(), 4U) << static_cast<int>(op);
    made.align = 4;
    EXPECT_EQ(command_entry(pack(made)).size(), 16U) << static_cast<int>(op);
  }
}

TEST_F(RingTest, FlagsOrderQueues) {
  ring.enable(setup);
  add(wait_entry(1, Queue::Unit, 3));
  add(command_entry(command(2)));
  add(copy_entry(Queue::In, 3, rows(1, 4, 0x1000, 0)));
  ring.run(tail);
  EXPECT_TRUE(executed.empty());
  EXPECT_TRUE(ring.waiting(Queue::Unit));
  EXPECT_EQ(ring.done(Queue::In), tail);
  add(set_entry(4, Queue::In, 3));
  ring.run(tail);
  EXPECT_EQ(executed.size(), 1U);
  EXPECT_FALSE(ring.ended());
}

TEST_F(RingTest, AFlagThatIsSetTwiceIsAnError) {
  setup.stop_on_error = true;
  ring.enable(setup);
  add(set_entry(1, Queue::Out, 63));
  add(set_entry(2, Queue::Out, 63));
  add(command_entry(command(3)));
  ring.run(tail);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].status, static_cast<int>(RingStatus::FlagSet));
  EXPECT_TRUE(ring.stopped());
  ring.resume();
  ring.run(tail);
  EXPECT_EQ(executed.size(), 1U);
}

TEST_F(RingTest, WhatEndsTheRing) {
  const auto why = [&] {
    ring.run(tail);
    EXPECT_TRUE(ring.ended());
    return records.empty() ? RingStatus::Ok : static_cast<RingStatus>(records.back().status);
  };
  const auto anew = [&] {
    records.clear();
    tail = 0;
    ring.disable();
    ring.enable(setup);
  };
  anew();
  add(wait_entry(1, Queue::In, 0));
  add(end_entry(2));
  EXPECT_EQ(why(), RingStatus::Deadlock);
  EXPECT_EQ(records.back().tag, 2);
  anew();
  for (unsigned i = 0; i < 9; ++i) add(wait_entry(1, Queue::Unit, 0));
  EXPECT_EQ(why(), RingStatus::Deadlock);
  EXPECT_EQ(records.back().number, 8U) << "the one without room";
  anew();
  add(set_entry(1, Queue::Self, 0));
  EXPECT_EQ(why(), RingStatus::Entry);
  anew();
  add(end_entry(0));
  ram.bad.insert(0xa000 / 64);
  EXPECT_EQ(why(), RingStatus::Fetch);
  ram.bad.clear();
  anew();
  tail = 65;
  EXPECT_EQ(why(), RingStatus::Tail);
}

}  // namespace
}  // namespace gsq::ring
