// SPDX-License-Identifier: Apache-2.0
// Checks of the records of a ring of commands, and of the errors that they tell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "unit/ring_software.hpp"

namespace tb::ring {

/// Compares each record with what it is about.
class RecordsBench : public SoftwareBench {
 public:
  using SoftwareBench::SoftwareBench;

 protected:
  static constexpr unsigned kStop = 8;   // cycles from an error to `stopped`
  static constexpr unsigned kPulse = 4;  // cycles from an error to `error_o`

  void forget() override {
    records_ = bad_records_ = fatal_records_ = 0;
    first_left_ = fatal_status_ = 0;
    end_recorded_ = read_failed_ = false;
    stop_deadline_ = 0;
    unpulsed_.clear();
  }

  // An error happened: a pulse of error_o follows, and a stop.
  void expect_stop() {
    unpulsed_.push_back(cycle_);
    if (control_.stop_on_error && phase_ == Phase::Run && stop_deadline_ == 0) {
      stop_deadline_ = cycle_ + kStop;
    }
  }

  void read_failed() override { read_failed_ = true; }

  // ---- Records ----------------------------------------------------------------------------------

  void written(const Address& burst, const std::vector<std::uint8_t>& data,
               const std::vector<bool>& strobes) override {
    stuck_ = 0;
    require("record of a ring that is not off", phase_ != Phase::Off);
    require("record that is wanted", control_.rec_size != 0);
    check("aw_addr_o aligned", 0, burst.addr % std::min(kBusBytes, kRecordBytes));
    std::vector<std::uint8_t> record;
    const std::uint64_t from = burst.addr & ~std::uint64_t{kBusBytes - 1};
    for (std::size_t i = 0; i < data.size(); ++i) {
      if (!strobes[i]) continue;
      const std::uint64_t to = control_.rec_base +
                               kRecordBytes * (records_ & ((1ULL << control_.rec_size) - 1)) +
                               record.size();
      check("address of a byte of a record", to, from + i);
      record.push_back(data[i]);
    }
    check("bytes of a record", kRecordBytes, record.size());
    if (record.size() != kRecordBytes) return;
    require("room for the record", records_ - control_.rec_head < 1U << control_.rec_size);
    std::array<std::uint32_t, 8> words{};
    std::copy(record.begin(), record.end(), reinterpret_cast<std::uint8_t*>(words.data()));
    check_record(words);
    ++records_;
    ++tried_.at(kRecords);
  }

  void check_record(const std::array<std::uint32_t, 8>& words) {
    check("word 0 of a record, the rest", 0, words[0] & 0xfffcf800U);
    check("word 6 of a record", 0, words[6]);
    check("pass of a record", (records_ >> control_.rec_size & 1U) ^ 1U, words[7]);
    const unsigned q = words[0] >> 16U & 3U;
    if (q == kSelf) return check_own_record(words);
    Queue& queue = model_.queue(q);
    skip_unrecorded(queue);
    require("record of what is complete", queue.recorded < queue.complete, q);
    if (queue.recorded >= queue.complete) return;
    const Item& item = queue.items.at(queue.recorded++);
    check("tag of a record", item.entry.tag, words[0] & 0xffU, q);
    check("status of a record", item.status, words[0] >> 8U & 7U, q);
    check("number in a record", item.entry.number, words[1], q);
    check("info of a record", item.info, words[2], q);
    check("addr of a record", item.addr, words[4] | std::uint64_t{words[5]} << 32U, q);
    std::uint64_t last = item.done != 0 ? item.done : cycle_;
    if (item.entry.work()) last = std::min(last, item.earliest + kStop);
    require("cycle of a record, not before", words[3] + 3ULL >= item.earliest, q);
    require("cycle of a record, not after", words[3] <= last + 2, q);
  }

  static void skip_unrecorded(Queue& queue) {
    while (queue.recorded < queue.complete && !queue.items[queue.recorded].wants_record()) {
      ++queue.recorded;
    }
  }

  [[nodiscard]] bool all_recorded() {
    for (unsigned q = 0; q < kQueues; ++q) {
      Queue& queue = model_.queue(q);
      skip_unrecorded(queue);
      if (control_.rec_size != 0 && queue.recorded < queue.complete) return false;
    }
    return answered_records_ == records_;
  }

  // An end, or what has ended the ring.
  void check_own_record(const std::array<std::uint32_t, 8>& words) {
    const unsigned status = words[0] >> 8U & 7U;
    const Entry* next = model_.next();
    check("info of a record of the ring", 0, words[2]);
    check("addr of a record of the ring", 0, words[4] | std::uint64_t{words[5]} << 32U);
    require("cycle of a record of the ring", words[3] <= cycle_ + 2 && words[3] + 3ULL >= start_);
    if (status == kTail) {
      require("wrong doorbell", wrong_sent_);
      check("tag of a wrong doorbell", 0, words[0] & 0xffU);
      require("number of a wrong doorbell", words[1] >= state_.head && words[1] <= wrong_before_);
      first_left_ = words[1];
      count_fatal(status);
      return;
    }
    require("entry that a record of the ring is about", next != nullptr);
    if (next == nullptr) return;
    check(("number in a record of the ring with status " + std::to_string(status)).c_str(),
          next->number, words[1]);
    if (status != kFetch) check("tag of a record of the ring", next->tag, words[0] & 0xffU);
    if (status == kOk) {
      require("record of an end", next->kind == Kind::End && next->asks() && !end_recorded_);
      require("end after all before it", model_.all_complete() && all_recorded());
      end_recorded_ = true;
      return;
    }
    check("why the ring has ended", status, fatal_or(0));
    if (status == kFetch) require("read that failed", read_failed_);
    count_fatal(status);
  }
  void count_fatal(unsigned status) {
    check("records of what has ended the ring", 1, ++fatal_records_);
    ++fatals_.at(status);
    fatal_status_ = status;
  }
  [[nodiscard]] unsigned fatal_or(unsigned none) const {
    const auto fatal = model_.fatal();
    return fatal ? static_cast<unsigned>(*fatal) : none;
  }

  void write_answered(unsigned response) override {
    stuck_ = 0;
    ++answered_records_;
    if (response < 2) return;
    ++bad_records_;
    unpulsed_.push_back(cycle_);
    ++tried_.at(kBadRecords);
  }

  /// Errors but those that end the ring; all that can be, or those that are told by `done`.
  [[nodiscard]] std::uint64_t errors(bool most) const {
    std::uint64_t count = bad_records_;
    for (unsigned q = 0; q < kQueues; ++q) {
      const Queue& queue = model_.queue(q);
      for (std::size_t i = 0; i < (most ? queue.complete : queue.told); ++i) {
        count += queue.items[i].status != 0 ? 1 : 0;
      }
    }
    return count;
  }

  std::uint32_t records_{};
  std::uint64_t bad_records_{};
  std::uint64_t fatal_records_{};
  unsigned fatal_status_{};              // what they say
  std::uint32_t first_left_{};           // number of a wrong doorbell
  std::uint64_t stop_deadline_{};        // last cycle in which it has to stop; 0: none
  std::vector<std::uint64_t> unpulsed_;  // errors that error_o has not told
  bool end_recorded_{};                  // the record of the end that is next
  bool read_failed_{};
  std::array<unsigned, 8> fatals_{};  // per status
};

}  // namespace tb::ring
