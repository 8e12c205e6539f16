// SPDX-License-Identifier: Apache-2.0
// What is said about commands that fail: the numbers lead to exactly the status and the info word
// of the answer, whatever the command, and the sentences are these.
#include "gsq/semantics/fault.hpp"

#include <array>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gsq/stimulus/random.hpp"
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

std::string hex(std::uint64_t value) {
  std::string text;
  do {
    text.insert(text.begin(), "0123456789abcdef"[value % 16]);
    value /= 16;
  } while (value != 0);
  return "0x" + text;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A failed command in the state in which it failed, checked by formulas of this test alone.
class Failed {
 public:
  Failed(const Command& given, const Response& its_response, const Model& its_model)
      : command(given), response(its_response), model(its_model) {
    command.vi %= kNumVregs;
    command.m %= kNumMregs;
    command.u %= kNumUregs;
  }

  void check() {
    SCOPED_TRACE(std::string(to_text(command.op)) + " " + std::string(to_text(response.status)) +
                 " info " + std::to_string(response.info) + ": " + fault.text);
    ASSERT_FALSE(fault.text.empty());
    EXPECT_EQ(fault.text.find('?'), std::string::npos);
    switch (family(command.op)) {
      case Family::Gather:
      case Family::Scatter:
      case Family::GatherIndex:
      case Family::ScatterIndex:
        return check_lanes();
      case Family::LoadStrided:
      case Family::StoreStrided:
        return check_strided();
      case Family::GatherBlock:
        return check_gathered();
      case Family::CreateMask:
      case Family::UpdateMask:
      case Family::SetMask:
      case Family::ClearSpr:
      case Family::GetSpr:
      case Family::LoadAlign:
      case Family::StoreAlign:
      case Family::LoadBlock:
      case Family::StoreBlock:
      case Family::GatherReg:
      case Family::GatherLanes:
      case Family::Squeeze:
      case Family::Unsqueeze:
      case Family::StoreUnalign:
      case Family::StoreUnalignPost:
      case Family::Vec:
      case Family::Mask:
      case Family::Lane:
      case Family::Unknown:
        break;
    }
    check_others();
  }

 private:
  [[nodiscard]] std::uint64_t ub() const { return model.config().ub_bytes; }
  [[nodiscard]] std::uint64_t blocks() const { return model.config().vlen_bytes / 32; }

  [[nodiscard]] bool selected(std::uint32_t lane, std::uint32_t bytes) const {
    return model.m(command.m).at(std::size_t{lane} * bytes) != 0;
  }

  /// Bytes of an index, which gather_index and scatter_index name beside the form.
  [[nodiscard]] std::uint32_t bytes_of_index() const {
    const bool own = command.op == Opcode::GatherIndex || command.op == Opcode::ScatterIndex;
    return own ? width_bytes(command.width) : index_bytes(command.form);
  }

  [[nodiscard]] std::uint64_t lane_address(std::uint32_t lane) const {
    const std::uint32_t bytes = bytes_of_index();
    const std::uint64_t index = Unit::number(model.v(command.vi), lane * bytes, bytes);
    const std::uint64_t element = element_bytes(command.form);
    if (command.mode == AddressMode::Byte) return command.addr + index;
    if (command.mode == AddressMode::Elem) return command.addr + index * element;
    return command.addr + index * command.row_stride +
           (std::uint64_t{command.col} + lane) * element;
  }

  [[nodiscard]] std::uint64_t block_address(std::uint32_t block) const {
    return command.addr + Unit::number(model.v(command.vi), std::size_t{block} * 4, 4);
  }

  /// The status that an access deserves.
  [[nodiscard]] Status verdict(std::uint64_t address, std::uint64_t bytes,
                               std::uint64_t multiple) const {
    if (address + bytes > ub()) return Status::ErrBounds;
    return address % multiple != 0 ? Status::ErrAlign : Status::Ok;
  }

  void said(std::uint64_t number) const {
    EXPECT_TRUE(contains(fault.text, hex(number))) << number;
  }

  void check_limits(std::uint64_t bytes) const {
    ASSERT_TRUE(fault.address);
    said(*fault.address);
    if (response.status == Status::ErrBounds) {
      EXPECT_EQ(fault.bytes, bytes);
      EXPECT_EQ(fault.limit, ub());
      EXPECT_GT(*fault.address + fault.bytes, fault.limit);
      said(*fault.address + fault.bytes);
      said(ub());
    } else {
      EXPECT_EQ(response.status, Status::ErrAlign);
      EXPECT_NE(*fault.address % fault.limit, 0U);
      EXPECT_TRUE(contains(fault.text, std::to_string(fault.limit)));
    }
  }

  /// Lanes at a stride: addresses below 0 are said with their sign.
  void check_strided() const {
    const std::uint32_t element = element_bytes(command.form);
    const std::int64_t stride = static_cast<std::int32_t>(command.row_stride);
    if (!fault.lane) {
      if (response.status != Status::ErrAlign) return check_others();
      EXPECT_EQ(fault.address, command.addr);
      EXPECT_EQ(fault.limit, element);
      return said(command.addr);
    }
    const std::int64_t address = command.addr + std::int64_t{*fault.lane} * stride;
    EXPECT_EQ(fault.address.has_value(), address >= 0);
    if (fault.address) EXPECT_EQ(*fault.address, static_cast<std::uint64_t>(address));
    EXPECT_TRUE(contains(fault.text, "lane " + std::to_string(*fault.lane) + ": address "));
    EXPECT_TRUE(contains(fault.text, address < 0 ? std::to_string(address)
                                                 : hex(static_cast<std::uint64_t>(address))));
    EXPECT_TRUE(selected(*fault.lane, slot_bytes(command.form)));
    if (response.status == Status::ErrBounds) {
      EXPECT_TRUE(address < 0 || command.addr >= ub() ||
                  static_cast<std::uint64_t>(address) + element > ub());
    } else {
      EXPECT_NE(static_cast<std::uint64_t>(address) % fault.limit, 0U);
    }
  }

  void check_lanes() const {
    const std::uint32_t element = element_bytes(command.form);
    if (response.status != Status::ErrBounds && response.status != Status::ErrAlign) {
      return check_others();
    }
    if (command.addr % element != 0) {
      EXPECT_FALSE(fault.lane);
      EXPECT_EQ(fault.address, command.addr);
      EXPECT_EQ(fault.limit, element);
      return check_limits(element);
    }
    ASSERT_EQ(fault.lane, response.info);
    // A slot without an index of its own has none that could be wrong.
    ASSERT_LT(response.info, model.config().vlen_bytes / bytes_of_index());
    EXPECT_TRUE(contains(fault.text, "lane " + std::to_string(response.info) + ": index "));
    const std::uint64_t multiple = std::max(element, command.align);
    for (std::uint32_t lane = 0; lane <= response.info; ++lane) {
      if (!selected(lane, slot_bytes(command.form))) {
        EXPECT_NE(lane, response.info);
        continue;
      }
      EXPECT_EQ(verdict(lane_address(lane), element, multiple),
                lane == response.info ? response.status : Status::Ok);
    }
    EXPECT_EQ(fault.address, lane_address(response.info));
    if (response.status == Status::ErrAlign) {
      EXPECT_EQ(fault.limit, multiple);
    }
    check_limits(element);
  }

  void check_gathered() const {
    if (command.addr % 32 != 0) {
      EXPECT_FALSE(fault.lane);
      EXPECT_EQ(fault.address, command.addr);
      EXPECT_EQ(fault.limit, 32U);
      return check_limits(32);
    }
    ASSERT_EQ(fault.lane, response.info);
    for (std::uint32_t block = 0; block <= response.info; ++block) {
      if (!selected(block, 4)) {
        EXPECT_NE(block, response.info);
        continue;
      }
      EXPECT_EQ(verdict(block_address(block), 32, 32),
                block == response.info ? response.status : Status::Ok);
    }
    EXPECT_EQ(fault.address, block_address(response.info));
    check_limits(32);
  }

  void check_others() const {
    EXPECT_FALSE(fault.lane);
    switch (response.status) {
      case Status::ErrOpcode:
        EXPECT_TRUE(contains(fault.text, " takes ") || contains(fault.text, "is not a command"));
        break;
      case Status::ErrParam:
        check_parameter();
        break;
      case Status::ErrAlign:
        EXPECT_EQ(fault.limit, 32U);
        EXPECT_EQ(fault.address, first_misaligned());
        check_limits(0);
        break;
      case Status::ErrBounds:
        check_bounds();
        break;
      case Status::ErrSqzOrder:
        EXPECT_TRUE(contains(
            fault.text, model.sqzn_valid() ? "SQZN still holds the " + std::to_string(model.sqzn())
                                           : "SQZN is empty"));
        break;
      case Status::ErrStream: {
        const UnalignedReg& u = model.u(command.u);
        EXPECT_EQ(fault.limit, u.block * std::uint64_t{32} + u.hi);
        EXPECT_EQ(fault.address, std::uint64_t{command.addr} + (command.abs ? 0 : model.ar()));
        EXPECT_NE(fault.address, fault.limit);
        said(*fault.address);
        said(fault.limit);
        break;
      }
      case Status::Ok:
        FAIL();
    }
  }

  void check_parameter() const {
    constexpr std::array<const char*, 9> kNames{
        "", "mask", "repeat", "blk", "n=", "align", "row_stride", "col", "pattern"};
    const std::string name = kNames.at(response.info);
    const bool strided =
        family(command.op) == Family::LoadStrided || family(command.op) == Family::StoreStrided;
    EXPECT_TRUE(contains(fault.text, strided && name == "row_stride" ? "stride=" : name));
  }

  [[nodiscard]] std::uint64_t first_misaligned() const {
    if (command.addr % 32 != 0) return command.addr;
    return command.src0 % 32 != 0 ? command.src0 : command.src1;
  }

  void check_bounds() const {
    const std::uint64_t vl = model.config().vlen_bytes;
    switch (family(command.op)) {
      case Family::LoadAlign:
        EXPECT_EQ(fault.address, command.addr);
        return check_limits(command.distr == Dist::Norm ? vl : vl / 2);
      case Family::StoreAlign:
        return check_stored();
      case Family::StoreBlock:
        for (std::uint64_t k = 0; k <= response.info; ++k) {
          const bool outside =
              block_is_active(k) && command.addr + k * command.blk0 * 32 + 32 > ub();
          EXPECT_EQ(outside, k == response.info);
        }
        [[fallthrough]];
      case Family::LoadBlock:
        EXPECT_EQ(fault.address, command.addr + std::uint64_t{response.info} * command.blk0 * 32);
        EXPECT_TRUE(contains(fault.text, "block " + std::to_string(response.info) + ": "));
        return check_limits(32);
      case Family::StoreUnalign:
        EXPECT_EQ(fault.address, std::uint64_t{command.addr} + (command.abs ? 0 : model.ar()));
        return check_limits(command.abs ? command.n : model.sqzn());
      case Family::CreateMask:
      case Family::UpdateMask:
      case Family::SetMask:
      case Family::ClearSpr:
      case Family::GetSpr:
      case Family::Gather:
      case Family::GatherReg:
      case Family::GatherBlock:
      case Family::Scatter:
      case Family::LoadStrided:
      case Family::StoreStrided:
      case Family::GatherLanes:
      case Family::GatherIndex:
      case Family::ScatterIndex:
      case Family::Squeeze:
      case Family::Unsqueeze:
      case Family::StoreUnalignPost:
      case Family::Vec:
      case Family::Mask:
      case Family::Lane:
      case Family::Unknown:
        break;
    }
    check_operand();
  }

  /// Of a store_align: the lane is the lowest active one outside.
  void check_stored() const {
    const std::uint32_t width = 1U << static_cast<unsigned>(command.width);
    const std::uint32_t bytes = command.distr == Dist::Norm ? width : width / 2;
    for (std::uint32_t lane = 0; lane < model.config().lanes(width); ++lane) {
      const std::uint64_t at = command.addr + std::uint64_t{lane} * bytes;
      if (!selected(lane, width) || at + bytes <= ub()) continue;
      EXPECT_EQ(fault.address, at);
      EXPECT_TRUE(contains(fault.text, "lane " + std::to_string(lane) + ": "));
      return check_limits(bytes);
    }
    FAIL() << "no active lane lies outside UB";
  }

  /// Whether a lane of block k of a store_block is active.
  [[nodiscard]] bool block_is_active(std::uint64_t k) const {
    const std::uint32_t width = 1U << static_cast<unsigned>(command.width);
    for (std::uint32_t byte = 0; byte < 32; byte += width) {
      if (model.m(command.m).at(32 * k + byte) != 0) return true;
    }
    return false;
  }

  /// Whether the mask of a vec command selects a lane of block k.
  [[nodiscard]] bool block_is_selected(std::uint64_t k) const {
    const std::uint32_t lanes = 32U >> static_cast<unsigned>(command.width);  // of a block
    for (std::uint64_t lane = k * lanes; lane < (k + 1) * lanes; ++lane) {
      const bool bit = command.bitwise ? (command.mask.at(lane / 64) >> (lane % 64) & 1U) != 0
                                       : lane < command.mask[0];
      if (bit) return true;
    }
    return false;
  }

  /// Of a vec command: the block is the first one outside with a selected lane, and lower operands
  /// have none.
  void check_operand() const {
    const std::array<std::uint64_t, 3> starts{command.addr, command.src0, command.src1};
    const std::array<std::uint64_t, 3> blk{command.blk0, command.blk1, command.blk2};
    const std::array<std::uint64_t, 3> rep{command.rep0, command.rep1, command.rep2};
    for (std::size_t operand = 0; operand <= response.info; ++operand) {
      bool outside = false;
      for (std::uint64_t r = 0; r < command.iterations && !outside; ++r) {
        for (std::uint64_t k = 0; k < blocks() && !outside; ++k) {
          const std::uint64_t at =
              starts.at(operand) + 32 * (r * rep.at(operand) + k * blk.at(operand));
          outside = block_is_selected(k) && at + 32 > ub();
          if (!outside) continue;
          EXPECT_EQ(fault.address, at);
          EXPECT_TRUE(contains(fault.text, "block " + std::to_string(k) + " of iteration " +
                                               std::to_string(r) + ": "));
        }
      }
      EXPECT_EQ(outside, operand == response.info);
    }
    constexpr std::array<const char*, 3> kNames{"dst: ", "src0: ", "src1: "};
    EXPECT_TRUE(contains(fault.text, kNames.at(response.info)));
    check_limits(32);
  }

  Command command;
  Response response;
  const Model& model;
  Fault fault{explain(command, response, model)};
};

TEST(Fault, NumbersLeadToTheAnswer) {
  std::array<unsigned, kStatusNames.size()> seen{};
  unsigned lanes = 0;
  unsigned own_indices = 0;  // of a width that is not that of the form
  std::uint64_t seed = 0;
  for (const Config& config : all_configs()) {
    for (const std::string_view mix : random_mixes()) {
      RandomCommands random(config, ++seed, mix);
      for (unsigned i = 0; i < 4000; ++i) {
        if (i % 100 == 0) random.refill();
        const Command command = random.next();
        const Response response = random.response();
        ++seen.at(static_cast<std::size_t>(response.status));
        if (response.status == Status::Ok) continue;
        // A command that failed has left the state as it was.
        Failed(command, response, random.model()).check();
        if (HasFatalFailure() || HasNonfatalFailure()) return;
        const bool indexed = command.op == Opcode::Gather || command.op == Opcode::GatherBlock;
        lanes += indexed && response.info > 0 ? 1 : 0;
        const bool names_width =
            command.op == Opcode::GatherIndex || command.op == Opcode::ScatterIndex;
        own_indices += names_width && response.info > 0 && response.status != Status::ErrParam &&
                               width_bytes(command.width) != index_bytes(command.form)
                           ? 1
                           : 0;
      }
    }
  }
  for (const unsigned times : seen) EXPECT_GT(times, 100U);
  EXPECT_GT(lanes, 100U);
  EXPECT_GT(own_indices, 50U);
}

/// The names that a sentence lists of a kind of code: "x takes width b8 or b16 with form b32, not
/// …" has of "width" b8 and b16.
std::set<std::string> listed(const std::string& text, const std::string& kind) {
  std::set<std::string> names;
  std::size_t at = text.find(kind + " ");
  if (at == std::string::npos) return names;
  at += kind.size() + 1;
  std::istringstream words(text.substr(at, text.find(", not ") - at));
  const std::set<std::string> kinds{"width", "distribution", "form", "mode", "with"};
  for (std::string word; words >> word && kinds.count(word) == 0;) {
    if (word.back() == ',') word.pop_back();
    if (word != "or" && word != "and") names.insert(word);
  }
  return names;
}

/// The codes that the sentence lists are those that the model takes, for every code of every
/// command.
TEST(Fault, LegalCodesAreListed) {
  const Model model(all_configs().front());
  for (const CommandFacts& facts : kCommands) {
    for (unsigned code = 0; code < 8; ++code) {
      Command command = make(facts.op);
      command.width = static_cast<Width>(code % 4);
      command.distr = static_cast<Dist>(code);
      command.form = static_cast<Form>(code);
      command.iterations = 1;
      command.mask = {1, 0};
      const Response response = model.judge(command);
      if (response.status != Status::ErrOpcode) continue;
      const std::string text = explain(command, response, model).text;
      const bool wrong_width =
          has(facts.fields, CmdField::Width) && !has(facts.widths, command.width);
      const bool wrong_form = has(facts.fields, CmdField::Form) && !has(facts.forms, command.form);
      // A right code stands alone beside a wrong one. Where both are wrong, the sentence has what
      // each may be beside a right one.
      const auto check = [&](const char* kind, auto field, const auto& names, bool wrong) {
        std::set<std::string> legal;
        for (const auto& name : names) {
          Command other = wrong_width && wrong_form ? make(facts.op) : command;
          other.*field = name.code;
          const bool takes =
              wrong ? model.judge(other).status != Status::ErrOpcode : name.code == command.*field;
          if (takes) legal.emplace(name.text);
        }
        EXPECT_EQ(listed(text, kind), legal) << text;
      };
      if (has(facts.fields, CmdField::Width) && !has(facts.fields, CmdField::Distr)) {
        check("width", &Command::width, kWidthNames, wrong_width);
      }
      if (has(facts.fields, CmdField::Form)) {
        check("form", &Command::form, kFormNames, wrong_form);
      }
    }
  }
}

class Sentences : public ::testing::Test {
 protected:
  /// Status, info and sentence of the answer to a command.
  std::string said(const Command& command) {
    const Response response = unit.model.judge(command);
    return std::string(to_text(response.status)) + " " + std::to_string(response.info) + ": " +
           explain(command, response, unit.model).text;
  }
  Command with_options(Command command, std::uint32_t align, std::uint32_t row_stride = 0,
                       std::uint32_t col = 0) {
    command.align = align;
    command.row_stride = row_stride;
    command.col = col;
    return command;
  }
  Command copy(std::uint32_t dst = 0, std::uint32_t src0 = 0) {
    return vec(Opcode::VecCopy, Width::B32, dst, src0, 0, unit.config());
  }

  Unit unit{make_config("vl64", 64, 4096, 16, 4, 0, 0)};
};

TEST_F(Sentences, OfLanes) {
  unit.set_all_active(0);
  unit.set_lanes(1, 4, {0, 1, 1023, 1024});
  unit.set_lanes(2, 4, {0, 8, 6});
  unit.set_lanes(3, 4, {0, 3, 4096});
  EXPECT_EQ(said(gather(0, 0, 1, 0, Form::B32)),
            "ERR_BOUNDS 3: lane 3: index 1024 gives address 0x0 + 1024*4 = 0x1000; 4 bytes there "
            "end at 0x1004, but UB ends at 0x1000");
  EXPECT_EQ(said(gather(0, 0xc02, 1, 0, Form::B8x32)),
            "ERR_BOUNDS 2: lane 2: index 1023 gives address 0xc02 + 1023*1 = 0x1001; 1 byte there "
            "ends at 0x1002, but UB ends at 0x1000");
  EXPECT_EQ(
      said(scatter(0x10, 0, 2, 0, Form::B32, AddressMode::Byte)),
      "ERR_ALIGN 2: lane 2: index 6 gives address 0x10 + 6 = 0x16, which is not a multiple of "
      "4, the bytes of an element");
  EXPECT_EQ(said(with_options(gather(0, 0, 2, 0, Form::B32, AddressMode::Byte), 16)),
            "ERR_ALIGN 1: lane 1: index 8 gives address 0x0 + 8 = 0x8, which is not a multiple of "
            "align=16");
  EXPECT_EQ(said(with_options(gather(0, 0, 3, 0, Form::B32, AddressMode::Row), 0, 64, 5)),
            "ERR_BOUNDS 2: lane 2: index 4096 gives address 0x0 + 4096*64 + (5 + 2)*4 = 0x4001c; "
            "4 bytes there end at 0x40020, but UB ends at 0x1000");
  unit.set_lanes(5, 1, {0, 3, 255});
  EXPECT_EQ(said(gather_index(0, 0xc08, 5, 0, Width::B8, Form::B32)),
            "ERR_BOUNDS 2: lane 2: index 255 gives address 0xc08 + 255*4 = 0x1004; 4 bytes there "
            "end at 0x1008, but UB ends at 0x1000");
  EXPECT_EQ(
      said(scatter_index(0x10, 0, 5, 0, Width::B8, Form::B16, AddressMode::Byte)),
      "ERR_ALIGN 1: lane 1: index 3 gives address 0x10 + 3 = 0x13, which is not a multiple of 2, "
      "the bytes of an element");
  EXPECT_EQ(said(scatter_index(3, 0, 5, 0, Width::B16, Form::B64)),
            "ERR_ALIGN 0: base 0x3 is not a multiple of 8, the bytes of an element");
  EXPECT_EQ(said(gather(0, 2, 1, 0, Form::B32)),
            "ERR_ALIGN 0: base 0x2 is not a multiple of 4, the bytes of an element");
  unit.set_lanes(1, 4, {0xfe0, 0xfe4});
  EXPECT_EQ(said(gather_block(0, 0, 1, 0)),
            "ERR_BOUNDS 1: block 1: offset 0xfe4 gives address 0x0 + 0xfe4 = 0xfe4; 32 bytes there "
            "end at 0x1004, but UB ends at 0x1000");
  EXPECT_EQ(said(gather_block(0, 0, 2, 0)),
            "ERR_ALIGN 1: block 1: offset 0x8 gives address 0x0 + 0x8 = 0x8, which is not a "
            "multiple of 32, the bytes of a block");
}

TEST_F(Sentences, AreAboutTheRegistersThatRtlReads) {
  unit.set_all_active(0);
  unit.set_lanes(1, 4, {1024});
  const Command real = gather(0, 0, 1, 0, Form::B32);
  EXPECT_EQ(said(gather(0, 0, 1 + kNumVregs, kNumMregs, Form::B32)), said(real));
  EXPECT_EQ(said(real).rfind("ERR_BOUNDS 0: lane 0: index 1024 ", 0), 0U);
}

TEST_F(Sentences, OfPlaces) {
  EXPECT_EQ(said(load_align(0, 0x11)),
            "ERR_ALIGN 0: address 0x11 is not a multiple of 32, the bytes of a block");
  EXPECT_EQ(said(load_align(0, 0xfe0)),
            "ERR_BOUNDS 0: 64 bytes at 0xfe0 end at 0x1020, but UB ends at 0x1000");
  unit.set_all_active(0, false);
  unit.set_active(0, 2, {false, false, true});
  EXPECT_EQ(said(store_align(0xfe0, 0, 0, Width::B16)), "OK 0: ");
  EXPECT_EQ(said(store_align(0x1000, 0, 0, Width::B16)),
            "ERR_BOUNDS 0: lane 2: 2 bytes at 0x1004 end at 0x1006, but UB ends at 0x1000");
  EXPECT_EQ(said(store_align(0x1000, 0, 0, Width::B16, Dist::PackB16)),
            "ERR_BOUNDS 0: lane 2: 1 byte at 0x1002 ends at 0x1003, but UB ends at 0x1000");
  EXPECT_EQ(said(store_block(0x1000, 0, 0, Width::B16, 8)),
            "ERR_BOUNDS 0: block 0: 32 bytes at 0x1000 end at 0x1020, but UB ends at 0x1000");
  Command upper = copy(0, 0xfc0);
  upper.bitwise = true;
  upper.mask = {0x100, 0};  // lane 0 of block 1
  upper.blk1 = 2;
  EXPECT_EQ(said(upper),
            "ERR_BOUNDS 1: src0: block 1 of iteration 0: 32 bytes at 0x1000 end at 0x1020, but UB "
            "ends at 0x1000");
  EXPECT_EQ(said(load_block(0, 0xf00, 8)),
            "ERR_BOUNDS 1: block 1: 32 bytes at 0x1000 end at 0x1020, but UB ends at 0x1000");
  EXPECT_EQ(said(copy(0x40, 0x30)),
            "ERR_ALIGN 0: src0=0x30 is not a multiple of 32, the bytes of a block");
  Command repeated = copy(0, 0xf00);
  repeated.iterations = 5;
  EXPECT_EQ(said(repeated),
            "ERR_BOUNDS 1: src0: block 0 of iteration 4: 32 bytes at 0x1000 end at 0x1020, but UB "
            "ends at 0x1000");
}

TEST_F(Sentences, OfTheStream) {
  EXPECT_EQ(said(store_unalign(0, 0, 0, true)),
            "ERR_SQZ_ORDER 0: SQZN is empty; a squeeze with store_reg comes before each "
            "store_unalign without n=");
  unit.set_all_active(0, false);
  unit.set_active(0, 4, {true, true, true});
  unit.expect_ok(squeeze(1, 0, 0, Width::B32, true), 12);
  EXPECT_EQ(said(squeeze(1, 0, 0, Width::B32, true)),
            "ERR_SQZ_ORDER 0: SQZN still holds the 12 bytes of an earlier squeeze; store_unalign "
            "takes them, clear_spr drops them");
  unit.expect_ok(store_unalign(0x40, 1, 0, true));
  EXPECT_EQ(said(store_unalign_post(0x44, 0, false)),
            "ERR_STREAM 0: u0 holds bytes 0x40 to 0x4b, but the store goes on at 0x44 + AR 12 = "
            "0x50 instead of 0x4c");
  EXPECT_EQ(said(store_unalign_n(0x48, 1, 0, 4)),
            "ERR_STREAM 0: u0 holds bytes 0x40 to 0x4b, but the store goes on at 0x48 instead of "
            "0x4c");
  EXPECT_EQ(said(store_unalign_n(0xffe, 1, 1, 3)),
            "ERR_BOUNDS 0: 3 bytes at 0xffe end at 0x1001, but UB ends at 0x1000");
  unit.expect_ok(squeeze(1, 0, 0, Width::B32, true), 12);
  EXPECT_EQ(said(store_unalign(0xff0, 1, 1, true)),
            "ERR_BOUNDS 0: 12 bytes at 0xff0 + AR 12 = 0xffc end at 0x1008, but UB ends at 0x1000");
}

TEST_F(Sentences, OfCodes) {
  EXPECT_EQ(said(squeeze(0, 0, 0, Width::B64)),
            "ERR_OPCODE 0: squeeze takes width b8, b16 or b32, not b64");
  EXPECT_EQ(said(vec(Opcode::VecAdd, Width::B8, 0, 0, 0, unit.config())),
            "ERR_OPCODE 0: vec.add takes width b16 or b32, not b8");
  EXPECT_EQ(said(load_align(0, 0, Dist::PackB16)),
            "ERR_OPCODE 0: load_align takes distribution norm, unpack_b8 or unpack_b16, not "
            "pack_b16");
  EXPECT_EQ(said(store_align(0, 0, 0, Width::B32, Dist::PackB16)),
            "ERR_OPCODE 0: store_align takes width b16 with distribution pack_b16, or distribution "
            "norm or pack_b32 with width b32, not b32 and pack_b16");
  EXPECT_EQ(said(gather(0, 0, 0, 0, static_cast<Form>(7))),
            "ERR_OPCODE 0: gather takes form b8, b16, b8x32, b16x32, b32 or b64 with mode elem, "
            "not code 7");
  EXPECT_EQ(said(gather(0, 0, 0, 0, Form::B8x8, static_cast<AddressMode>(3))),
            "ERR_OPCODE 0: gather takes form b8, b16, b8x32, b16x32, b32 or b64 and mode elem, "
            "byte or row, not b8x8 and code 3");
  EXPECT_EQ(said(gather_lanes(0, 0, 0, 0, Width::B64)),
            "ERR_OPCODE 0: gather_lanes takes width b8, b16 or b32, not b64");
  EXPECT_EQ(said(gather_index(0, 0, 0, 0, Width::B64, Form::B16, AddressMode::Row)),
            "ERR_OPCODE 0: gather_index takes width b8, b16 or b32 with form b16 and mode row, not "
            "b64");
  EXPECT_EQ(said(scatter_index(0, 0, 0, 0, Width::B16, static_cast<Form>(7))),
            "ERR_OPCODE 0: scatter_index takes form b8, b16, b8x32, b16x32, b32, b64 or b8x8 with "
            "width b16 and mode elem, not code 7");
  const std::string last =
      std::to_string(kNumCommands - 1) + " (" + std::string(to_text(kCommands.back().op)) + ")";
  EXPECT_EQ(
      said(make(static_cast<Opcode>(63))),
      "ERR_OPCODE 0: opcode 63 is not a command; the commands are 0 (create_mask) to " + last);
  Config without = unit.config();
  without.lane_ops = 0;
  unit = Unit(without);
  EXPECT_EQ(said(make(Opcode::MaskNot)),
            "ERR_OPCODE 0: mask.not needs a configuration with LaneOps 1, this one has 0");
  EXPECT_EQ(said(make(Opcode::ScatterIndex)),
            "ERR_OPCODE 0: scatter_index needs a configuration with LaneOps 1, this one has 0");
}

TEST_F(Sentences, OfFields) {
  EXPECT_EQ(said(create_mask(0, Width::B8, static_cast<Pattern>(15))),
            "ERR_PARAM 8: pattern code 15 does not exist; there are 0 (ALL) to 14 (ALLF)");
  EXPECT_EQ(said(store_block(0, 0, 0, Width::B8, 0)),
            "ERR_PARAM 3: blk_stride=0 writes all blocks of a vector to one place, at least 1 is "
            "expected");
  EXPECT_EQ(said(store_unalign_n(0, 0, 0, 65)),
            "ERR_PARAM 4: n=65, at most the 64 bytes of a vector register are expected");
  EXPECT_EQ(said(with_options(gather(0, 0, 0, 0, Form::B8), 3)),
            "ERR_PARAM 5: align=3, 0 or a power of two is expected");
  const Command rows = gather(0, 0, 0, 0, Form::B8, AddressMode::Row);
  EXPECT_EQ(said(with_options(rows, 0, 4096)),
            "ERR_PARAM 6: row_stride=4096, less than the 4096 bytes of UB is expected");
  EXPECT_EQ(said(with_options(rows, 0, 48)),
            "ERR_PARAM 6: row_stride=48, 0 or a power of two is expected: this configuration has "
            "no multiplier for rows (RowMultiplier 0)");
  const Command strided = with_options(load_strided(0, 0, 0, Form::B8, 0), 0, 4096);
  EXPECT_EQ(said(strided),
            "ERR_PARAM 6: stride=4096, less than the 4096 bytes of UB is expected, up or down");
  EXPECT_EQ(said(load_strided(0, 0, 0, Form::B8, -48)),
            "ERR_PARAM 6: stride=-48, 0 or a power of two with a sign is expected: this "
            "configuration has no multiplier for rows (RowMultiplier 0)");
  EXPECT_EQ(said(with_options(rows, 0, 64, 4096)),
            "ERR_PARAM 7: col=4096, less than the 4096 bytes of UB is expected");
  Command wrong = copy();
  wrong.iterations = 256;
  EXPECT_EQ(said(wrong), "ERR_PARAM 2: repeat=256, at most 255 is expected");
  wrong = copy();
  wrong.blk0 = 0;
  EXPECT_EQ(said(wrong),
            "ERR_PARAM 3: dst_blk=0 writes all blocks of a vector to one place, at least 1 is "
            "expected");
  wrong = copy();
  wrong.mask = {17, 0};
  EXPECT_EQ(
      said(wrong),
      "ERR_PARAM 1: mask=17 is expected from 1 to 16, since an iteration has 16 lanes of b32");
  wrong.bitwise = true;
  EXPECT_EQ(said(wrong), "OK 0: ");  // lanes 0 and 4
  wrong.mask = {0, 0x40};
  EXPECT_EQ(said(wrong),
            "ERR_PARAM 1: the mask selects lane 70, but an iteration has 16 lanes of b32");
  wrong.mask = {0, 0};
  EXPECT_EQ(said(wrong),
            "ERR_PARAM 1: the mask selects no lane, at least one is expected; an iteration has 16 "
            "lanes of b32");
}

}  // namespace
}  // namespace gsq::testing
