#include "programs/program_syntax.hpp"

#include <algorithm>
#include <iterator>

namespace gsq::syntax {
namespace {

std::vector<Row> make_rows() {
  const Register vd{'v', kNumVregs, &Command::vd};
  const Register vs{'v', kNumVregs, &Command::vs};
  const Register vi{'v', kNumVregs, &Command::vi};
  const Register m{'m', kNumMregs, &Command::m};
  const Register u{'u', kNumUregs, &Command::u};
  const Address at{};
  const Name<Width> width{&Command::width};
  const Name<Form> form{&Command::form};
  const Name<Pattern> pattern{&Command::pattern};
  const Name<Dist> dist{&Command::distr};
  const Number<std::uint32_t> lanes{&Command::n};
  const Switch store_reg{&Command::store_reg, "no_store_reg", "store_reg"};

  const std::vector<Option> strided = {
      {"blk_stride", Number<std::uint16_t>{&Command::blk0}, Absent::One},
  };
  const std::vector<Option> addressing = {
      {"mode", Name<AddressMode>{&Command::mode}, Absent::Zero},
      {"align", Number<std::uint32_t>{&Command::align}, Absent::Zero},
      {"row_stride", Number<std::uint32_t>{&Command::row_stride}, Absent::ErrorInRow},
      {"col", Number<std::uint32_t>{&Command::col}, Absent::Zero},
  };
  const std::vector<Option> binary = {
      {"dst", Number<std::uint32_t>{&Command::addr}, Absent::Error},
      {"src0", Number<std::uint32_t>{&Command::src0}, Absent::Error},
      {"src1", Number<std::uint32_t>{&Command::src1}, Absent::Error},
      {"mask", LaneMask{}, Absent::Error},
      {"repeat", Number<std::uint32_t>{&Command::iterations}, Absent::One},
      {"dst_blk", Number<std::uint16_t>{&Command::blk0}, Absent::One},
      {"src0_blk", Number<std::uint16_t>{&Command::blk1}, Absent::One},
      {"src1_blk", Number<std::uint16_t>{&Command::blk2}, Absent::One},
      {"dst_rep", Number<std::uint8_t>{&Command::rep0}, Absent::VectorBlocks},
      {"src0_rep", Number<std::uint8_t>{&Command::rep1}, Absent::VectorBlocks},
      {"src1_rep", Number<std::uint8_t>{&Command::rep2}, Absent::VectorBlocks},
  };
  std::vector<Option> unary;
  std::copy_if(binary.begin(), binary.end(), std::back_inserter(unary),
               [](const Option& option) { return option.key.substr(0, 4) != "src1"; });

  return {
      {Opcode::CreateMask, {m, width, pattern}, {}},
      {Opcode::UpdateMask, {m, width, lanes}, {}},
      {Opcode::SetMask, {m, MaskImmediate{}}, {}},
      {Opcode::ClearSpr, {SpecialRegister{}}, {}},
      {Opcode::GetSpr, {SpecialRegister{}}, {}},
      {Opcode::LoadAlign, {vd, at, dist}, {}},
      {Opcode::StoreAlign, {at, vs, m, width, dist}, {}},
      {Opcode::LoadBlock, {vd, at}, strided},
      {Opcode::StoreBlock, {at, vs, m, width}, strided},
      {Opcode::Gather, {vd, at, vi, m, form}, addressing},
      {Opcode::GatherReg, {vd, vs, vi, width}, {}},
      {Opcode::GatherBlock, {vd, at, vi, m}, {}},
      {Opcode::Scatter, {at, vs, vi, m, form}, addressing},
      {Opcode::Squeeze, {vd, vs, m, width, store_reg}, {}},
      {Opcode::Unsqueeze, {vd, m, width}, {}},
      {Opcode::StoreUnalign, {at, vs, u, StreamForm{}}, {}},
      {Opcode::StoreUnalignPost, {at, u, AbsWord{}}, {}},
      {Opcode::VecCopy, {width}, unary},
      {Opcode::VecAbs, {width}, unary},
      {Opcode::VecAdd, {width}, binary},
  };
}

template <typename Int>
void set(const Number<Int>& number, Command& command, std::uint32_t value) {
  command.*number.field = static_cast<Int>(value);
}
template <typename Kind>
void set(const Kind& /*not a number*/, Command& /*command*/, std::uint32_t /*value*/) {}

}  // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> table = make_rows();
  return table;
}

const Row* find_row(Opcode op) {
  const auto found =
      std::find_if(rows().begin(), rows().end(), [&](const Row& row) { return row.op == op; });
  return found == rows().end() ? nullptr : &*found;
}

bool required(const Option& option, const Command& command) {
  return option.absent == Absent::Error ||
         (option.absent == Absent::ErrorInRow && command.mode == AddressMode::Row);
}

Command default_command(const Row& row, const Config& config) {
  Command command;
  command.op = row.op;
  for (const Option& option : row.options) {
    const std::uint32_t value = option.absent == Absent::One ? 1
                                : option.absent == Absent::VectorBlocks
                                    ? config.vlen_bytes / kBlockBytes
                                    : 0;
    std::visit([&](const auto& kind) { set(kind, command, value); }, option.value);
  }
  return command;
}

Immediate immediate(const Command& command) {
  const CommandBits bits = pack(command);
  Immediate value{};
  std::copy_n(bits.begin(), value.size(), value.begin());
  return value;
}

void set_immediate(Command& command, const Immediate& value) {
  CommandBits bits = pack(command);
  std::copy(value.begin(), value.end(), bits.begin());
  command = unpack(bits);
}

}  // namespace gsq::syntax
