// SPDX-License-Identifier: Apache-2.0
// Calls of the kernel API with any pointers, masks, strides and counts: gsq::kernel::Error, or the
// same result when commands are issued ahead as in the order of the program.
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "gsq/backend.hpp"
#include "gsq/kernel/ascend.hpp"

namespace {

using gsq::fuzz::expect;
using gsq::fuzz::Input;

constexpr unsigned kMostCalls = 64;
constexpr std::size_t kValues = 5;  // of each type of register

const gsq::Config& config_of(std::uint8_t choice) {
  static const std::array<gsq::Config, 2> kConfigs = [] {
    std::array<gsq::Config, 2> configs{gsq::named_config("tiny"), gsq::named_config("small")};
    for (gsq::Config& config : configs) config.row_multiplier = 1;
    configs[1].lane_ops = 1;
    return configs;
  }();
  return kConfigs.at(choice % kConfigs.size());
}

/// What the calls of an input use. All of it is chosen by the bytes of the input.
class Kernel {
 public:
  Kernel(gsq::kernel::Unit& unit, Input& input) : unit_(unit), in_(input) {}

  void call() {
    switch (in_.below(22)) {
      case 0:
        AscendC::Reg::LoadAlign(word(), at<std::uint32_t>());
        break;
      case 1:
        AscendC::Reg::LoadAlign(half(), at<std::uint16_t>());
        break;
      case 2:
        AscendC::Reg::StoreAlign(at<std::uint32_t>(), word(), mask());
        break;
      case 3:
        AscendC::Reg::StoreAlign(at<std::uint16_t>(), half(), mask());
        break;
      case 4:
        AscendC::Reg::Gather(word(), at<std::uint32_t>(), word(), mask());
        break;
      case 5:
        AscendC::Reg::Gather(half(), at<std::uint16_t>(), half(), mask());
        break;
      case 6:
        AscendC::Reg::Scatter(at<std::uint32_t>(), word(), word(), mask());
        break;
      case 7:
        AscendC::Reg::Scatter(at<std::uint16_t>(), half(), half(), mask());
        break;
      case 8:
        AscendC::Reg::GatherB(word(), at<std::uint32_t>(), word(), mask());
        break;
      case 9:
        AscendC::Reg::Squeeze(word(), word(), mask());
        break;
      case 10:
        squeeze_and_store();
        break;
      case 11:
        AscendC::Reg::Unsqueeze(word(), mask());
        break;
      case 12: {
        std::uint32_t left = in_.word();
        mask() = AscendC::Reg::UpdateMask<std::uint32_t>(left);
        break;
      }
      case 13:
        mask() = AscendC::Reg::CreateMask<std::uint16_t>();
        break;
      case 14:
        AscendC::Reg::Add(word(), word(), word(), mask());
        break;
      case 15:
        AscendC::Gather(words(), words(), words(), address(), count());
        break;
      case 16:
        gather_mask();
        break;
      case 17:
        AscendC::Scatter(words(), words(), words(), address(), count());
        break;
      case 18:
        copy();
        break;
      case 19:
        AscendC::Reg::And(mask(), mask(), mask(), mask());
        break;
      case 20:
        AscendC::Reg::Not(mask(), mask(), mask());
        break;
      default:
        AscendC::Add(words(), words(), words(), static_cast<std::int32_t>(count()));
        break;
    }
  }

 private:
  template <typename T>
  using Values = std::array<AscendC::Reg::RegTensor<T>, kValues>;

  AscendC::Reg::RegTensor<std::uint32_t>& word() { return words_.at(in_.below(kValues)); }
  AscendC::Reg::RegTensor<std::uint16_t>& half() { return halves_.at(in_.below(kValues)); }
  AscendC::Reg::MaskReg& mask() { return masks_.at(in_.below(kValues)); }

  /// Mostly inside UB and aligned, at times anything.
  std::uint32_t address() {
    const std::uint8_t how = in_.byte();
    if (how < 192) return how * 32U % unit_.config().ub_bytes;
    return how < 240 ? in_.word() % unit_.config().ub_bytes : in_.word();
  }
  template <typename T>
  T* at() {
    return static_cast<T*>(unit_.pointer(address()));
  }
  std::uint32_t count() { return in_.byte() < 240 ? in_.below(128) : in_.word(); }
  AscendC::LocalTensor<std::uint32_t> words() {
    const std::uint32_t begin = address();
    return {begin, count()};
  }
  std::uint16_t stride() { return in_.byte() < 240 ? in_.below(16) : std::uint16_t(in_.word()); }

  /// Not as many as fit: inputs that only issue commands take seconds, and find nothing more.
  std::uint16_t iterations() { return stride() % 1024; }

  void squeeze_and_store() {
    auto* to = at<std::uint32_t>();
    AscendC::Reg::UnalignRegForStore rest;
    auto& kept = word();
    for (std::uint32_t i = in_.below(4); i != 0; --i) {
      AscendC::Reg::Squeeze<std::uint32_t, AscendC::Reg::GatherMaskMode::STORE_REG>(kept, word(),
                                                                                    mask());
      AscendC::Reg::StoreUnAlign<std::uint32_t, AscendC::Reg::PostLiteral::POST_MODE_UPDATE>(
          to, kept, rest);
    }
    AscendC::Reg::StoreUnAlignPost(to, rest);
  }

  void gather_mask() {
    const auto dst = words();
    const auto src = words();
    const auto pattern = in_.byte();
    const bool reduce = (in_.byte() & 1U) != 0;
    const std::uint32_t of_iteration = count();
    const AscendC::GatherMaskParams params{in_.byte(), iterations(), stride(), in_.byte()};
    std::uint64_t kept = 0;
    AscendC::GatherMask(dst, src, pattern, reduce, of_iteration, params, kept);
  }

  void copy() {
    const auto dst = words();
    const auto src = words();
    const std::uint64_t lanes = count();
    const std::uint8_t repeat = in_.byte();
    AscendC::Copy(dst, src, lanes, repeat, {stride(), stride(), in_.byte(), in_.byte()});
  }

  gsq::kernel::Unit& unit_;
  Input& in_;
  Values<std::uint32_t> words_;
  Values<std::uint16_t> halves_;
  std::array<AscendC::Reg::MaskReg, kValues> masks_;
};

/// UB after the calls, or the text of the error that ended them.
struct Outcome {
  std::vector<std::uint8_t> ub;
  std::optional<std::string> error;
};

Outcome run(Input input, std::size_t lookahead) {
  const gsq::Config& config = config_of(input.byte());
  const std::unique_ptr<gsq::Backend> backend = gsq::make_golden_backend(config);
  std::vector<std::uint8_t> start(config.ub_bytes);
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = static_cast<std::uint8_t>(i % 251);
  backend->write_ub(0, start);
  Outcome outcome;
  {
    gsq::kernel::Unit unit(*backend, lookahead);
    try {
      unit.launch();
      Kernel kernel(unit, input);
      for (unsigned i = 0; i < kMostCalls && !input.empty(); ++i) kernel.call();
      unit.wait();
    } catch (const gsq::kernel::Error& error) {
      outcome.error = error.what();
      expect(!outcome.error->empty(), "an error without a text");
    }
  }
  outcome.ub = backend->read_ub(0, config.ub_bytes);
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Outcome in_order = run(Input(data, size), 1);
  const Outcome ahead = run(Input(data, size), gsq::kernel::kLookahead);
  // After an error commands that did not depend on it may have run or not.
  expect(in_order.error.has_value() == ahead.error.has_value(),
         "an error only in one order: " + in_order.error.value_or("") + ahead.error.value_or(""));
  expect(in_order.error || in_order.ub == ahead.ub,
         "commands issued ahead leave other bytes in UB");
  return 0;
}
