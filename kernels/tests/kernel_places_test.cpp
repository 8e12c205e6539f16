// SPDX-License-Identifier: Apache-2.0
// Errors of kernels name the line of the call, in every family of calls.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/mojo.hpp"
#include "gsq/kernel/pto.hpp"
#include "gsq/kernel/ub_array.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

namespace Reg = AscendC::Reg;
namespace MicroAPI = AscendC::MicroAPI;
using AscendC::GlobalTensor;
using AscendC::LocalTensor;
using AscendC::TPosition;
using FloatTile = pto::Tile<pto::TileType::Vec, float, 8, 8>;
using WideTile = pto::Tile<pto::TileType::Vec, float, 8, 16>;
using IndexTile = pto::Tile<pto::TileType::Vec, std::uint32_t, 8, 8>;

/// A unit, and objects for calls that fail.
struct Scene {
  /// Registers take a unit at their first use: without one, every call fails.
  void end_of_unit() { k.reset(); }
  /// The call of the next line is the one that fails.
  void here(unsigned line) { expected = line + 1; }

  std::unique_ptr<KernelUnit> k = std::make_unique<KernelUnit>(full_config());
  std::uint32_t end = k->unit.config().ub_bytes;
  unsigned expected{};

  Reg::RegTensor<float> a, b, c;
  Reg::RegTensor<std::uint32_t> index;
  Reg::MaskReg mask, other;
  LocalTensor<float> t{0, 64};
  LocalTensor<float> odd{4, 64};
  LocalTensor<float> last{end - 32, 8};
  LocalTensor<std::int32_t> words{end - 32, 8};
  std::vector<float> memory = std::vector<float>(64);
  GlobalTensor<float> global;
};

struct Case {
  const char* family;
  const char* api;
  void (*provoke)(Scene& s);
};

// The line of a call follows s.here(__LINE__).
const std::vector<Case> kCases = {
    {"command of registers", "LoadAlign",
     [](Scene& s) {
       s.here(__LINE__);
       Reg::LoadAlign(s.a, s.k->at<float>(4));
     }},
    {"command of registers without a unit", "Squeeze",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       Reg::Squeeze(s.a, s.b, s.mask);
     }},
    {"calculation of registers", "Adds",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       Reg::Adds(s.a, s.b, 1.0F, s.mask);
     }},
    {"calculation of registers with carries", "AddC",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       Reg::AddC(s.other, s.index, s.index, s.index, s.mask, s.mask);
     }},
    {"comparison of registers", "Compare",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       Reg::Compare(s.other, s.a, s.b, s.mask);
     }},
    {"reduction of registers", "Reduce",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       Reg::Reduce<Reg::ReduceType::SUM>(s.a, s.b, s.mask);
     }},
    {"filling of registers", "Arange",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       Reg::Arange(s.a, 1.0F);
     }},
    {"logic of masks", "And",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       Reg::And(s.other, s.mask, s.mask, s.mask);
     }},
    {"calculation of tensors", "Mul",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::Mul(s.t, s.t, s.odd, 8);
     }},
    {"calculation of tensors with a scalar", "Muls",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::Muls(s.t, s.odd, 2.0F, 8);
     }},
    {"reduction of tensors", "ReduceMax",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::ReduceMax(s.t, s.odd, s.t, 8);
     }},
    {"selection of tensors", "Compares",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::Compares(LocalTensor<std::uint8_t>(0, 64), s.odd, 0.0F, AscendC::CMPMODE::LT, 8U);
     }},
    {"vec command", "Add",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::Add(s.words, s.words, s.words, 16);
     }},
    {"vec command", "Copy",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::Copy(s.last, s.t, std::uint64_t{64}, 1, {1, 1, 8, 8});
     }},
    {"gather of tensors", "Gather",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::Gather(s.t, s.t, LocalTensor<std::uint32_t>(4, 8), 0, 8U);
     }},
    {"copy to UB", "DataCopy",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::DataCopy(s.odd, s.global, 8U);
     }},
    {"copy from UB", "DataCopyPad",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::DataCopyPad(s.global, s.last, AscendC::DataCopyExtParams{1, 64, 0, 0, 0});
     }},
    {"copy inside UB", "DataCopy",
     [](Scene& s) {
       s.here(__LINE__);
       AscendC::DataCopy(s.t, s.last, 16U);
     }},
    {"element of global memory", "GlobalTensor::GetValue",
     [](Scene& s) {
       const GlobalTensor<float> none;
       s.here(__LINE__);
       (void)none.GetValue(0);
     }},
    {"TPipe", "InitBuffer",
     [](Scene& s) {
       AscendC::TPipe pipe;
       AscendC::TBuf<> buffer;
       s.here(__LINE__);
       pipe.InitBuffer(buffer, s.end + 32);
     }},
    {"TQue", "DeQue",
     [](Scene& s) {
       AscendC::TQue<TPosition::VECIN, 1> que;
       s.here(__LINE__);
       que.DeQue<float>();
     }},
    {"TQue", "AllocTensor",
     [](Scene& s) {
       AscendC::TQue<TPosition::VECIN, 1> que;
       s.here(__LINE__);
       que.AllocTensor<float>();
     }},
    {"TQue", "FreeTensor",
     [](Scene& s) {
       AscendC::TQue<TPosition::VECIN, 1> que;
       s.here(__LINE__);
       que.FreeTensor(s.t);
     }},
    {"LocalTensor", "LocalTensor",
     [](Scene& s) {
       s.here(__LINE__);
       const LocalTensor<float> beyond(s.end, 1);
     }},
    {"LocalTensor", "LocalTensor::operator[]",
     [](Scene& s) {
       s.here(__LINE__);
       (void)s.t[65];
     }},
    {"LocalTensor", "LocalTensor::GetValue",
     [](Scene& s) {
       s.here(__LINE__);
       (void)s.t.GetValue(64);
     }},
    {"LocalTensor", "LocalTensor::SetValue",
     [](Scene& s) {
       s.here(__LINE__);
       s.t.SetValue(64, 1.0F);
     }},
    {"LocalTensor", "LocalTensor::operator()",
     [](Scene& s) {
       s.here(__LINE__);
       s.t(64) = 1.0F;
     }},
    {"calculation of the C API", "asc_add",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       asc_add(s.a, s.b, s.c, s.mask);
     }},
    {"conversion of the C API", "asc_float2half_rn",
     [](Scene& s) {
       vector_half to;
       s.end_of_unit();
       s.here(__LINE__);
       asc_float2half_rn(to, s.b, s.mask);
     }},
    {"mask of the C API", "asc_copy",
     [](Scene& s) {
       s.here(__LINE__);
       asc_copy(s.mask, s.a, 32);
     }},
    {"copy of the C API", "asc_copy_gm2ub",
     [](Scene& s) {
       s.here(__LINE__);
       asc_copy_gm2ub(s.k->at<float>(4), s.memory.data(), 32);
     }},
    {"copy of the C API", "asc_copy_ub2ub",
     [](Scene& s) {
       s.here(__LINE__);
       asc_copy_ub2ub(s.k->at<float>(0), s.memory.data(), 1, 1, 0, 0);
     }},
    {"copy of the C API without a unit", "asc_copy_ub2ub",
     [](Scene& s) {
       auto* at = s.k->at<float>(0);
       s.end_of_unit();
       s.here(__LINE__);
       asc_copy_ub2ub(at, at, 1, 1, 0, 0);
     }},
    {"pointer of the C API", "asc_get_phy_buf_addr",
     [](Scene& s) {
       s.here(__LINE__);
       (void)asc_get_phy_buf_addr(s.end + 1);
     }},
    {"older name with any parameters", "DataCopy",
     [](Scene& s) {
       s.here(__LINE__);
       MicroAPI::DataCopy(s.a, s.k->at<float>(4));
     }},
    {"older name with any parameters", "DataCopy",
     [](Scene& s) {
       s.here(__LINE__);
       MicroAPI::DataCopy<float, Reg::StoreDist::DIST_NORM>(s.k->at<float>(4), s.a, s.mask);
     }},
    {"older name with any parameters", "DataCopyUnAlign",
     [](Scene& s) {
       Reg::UnalignReg ureg;
       auto* at = s.memory.data();
       s.here(__LINE__);
       MicroAPI::DataCopyUnAlign(s.a, ureg, at, 8);
     }},
    {"older name with any parameters", "DataCopyUnAlignPre",
     [](Scene& s) {
       Reg::UnalignReg ureg;
       s.here(__LINE__);
       MicroAPI::DataCopyUnAlignPre(ureg, s.memory.data());
     }},
    {"older name with any parameters", "DataCopyUnAlignPost",
     [](Scene& s) {
       Reg::UnalignReg ureg;
       auto* at = s.memory.data();
       s.here(__LINE__);
       MicroAPI::DataCopyUnAlignPost(at, ureg, 0);
     }},
    {"older name of a calculation", "FusedMulDstAdd",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       MicroAPI::FusedMulDstAdd(s.a, s.b, s.c, s.mask);
     }},
    {"unaligned stores", "StoreUnAlignPost",
     [](Scene& s) {
       std::vector<std::unique_ptr<Reg::UnalignReg>> streams;
       for (unsigned i = 0; i < kNumUregs; ++i) {
         streams.push_back(std::make_unique<Reg::UnalignReg>());
         (void)streams.back()->index("test");
       }
       Reg::UnalignReg more;
       s.here(__LINE__);
       Reg::StoreUnAlignPost(s.k->at<float>(0), more);
     }},
    {"PTO", "TGATHER",
     [](Scene& s) {
       FloatTile dst;
       WideTile src;
       s.here(__LINE__);
       pto::TGATHER(dst, src);
     }},
    {"PTO with an event", "TGATHER",
     [](Scene& s) {
       FloatTile dst;
       WideTile src;
       pto::RecordEvent event;
       s.here(__LINE__);
       pto::TGATHER(dst, src, event);
     }},
    {"PTO with events", "TSCATTER",
     [](Scene& s) {
       FloatTile dst, src;
       IndexTile indexes;
       pto::TASSIGN(indexes, 0);
       pto::TASSIGN(dst, s.end - 256);
       s.k->put(0, std::vector<std::uint32_t>(64, 64));
       pto::RecordEvent event;
       s.here(__LINE__);
       pto::TSCATTER(dst, src, indexes, event, event);
     }},
    {"PTO copy with an event", "TLOAD",
     [](Scene& s) {
       using Shape = pto::Shape<1, 1, 1, 4, 8>;
       pto::GlobalTensor<float, Shape, pto::Stride<32, 32, 32, 8, 1>> from(nullptr);
       FloatTile dst;
       pto::RecordEvent event;
       s.here(__LINE__);
       pto::TLOAD(dst, from, event);
     }},
    {"PTO tile", "TASSIGN",
     [](Scene& s) {
       FloatTile tile;
       s.here(__LINE__);
       pto::TASSIGN(tile, s.end);
     }},
    {"PTO tile", "Tile",
     [](Scene& s) {
       s.here(__LINE__);
       pto::Tile<pto::TileType::Vec, float, 8, 8, pto::BLayout::RowMajor, -1, -1> tile(9, 8);
     }},
    {"PTO number", "TEXPANDS",
     [](Scene& s) {
       FloatTile dst;
       pto::RecordEvent event;
       s.end_of_unit();
       s.here(__LINE__);
       pto::TEXPANDS(dst, 1, event);
     }},
    {"C API in UB", "asc_gather",
     [](Scene& s) {
       auto* const odd = s.k->at<float>(4);
       auto* const offsets = s.k->at<std::uint32_t>(0);
       s.here(__LINE__);
       asc_gather(odd, odd, offsets, 8);
     }},
    {"C API in UB, repeated", "asc_gather",
     [](Scene& s) {
       auto* const odd = s.k->at<float>(4);
       auto* const offsets = s.k->at<std::uint32_t>(0);
       s.here(__LINE__);
       asc_gather(odd, odd, offsets, 8, 1);
     }},
    {"C API in UB", "asc_gather_sync",
     [](Scene& s) {
       auto* const odd = s.k->at<float>(4);
       auto* const offsets = s.k->at<std::uint32_t>(0);
       s.here(__LINE__);
       asc_gather_sync(odd, odd, offsets, 8);
     }},
    {"Mojo", "gather",
     [](Scene& s) {
       s.here(__LINE__);
       (void)mojo::gather(std::vector<int>(3), std::vector<bool>(4), std::vector<float>(4));
     }},
    {"Mojo pointer", "UnsafePointer",
     [](Scene& s) {
       s.here(__LINE__);
       const mojo::UnsafePointer<float> pointer(s.memory.data());
     }},
    {"Mojo", "scatter",
     [](Scene& s) {
       s.here(__LINE__);
       mojo::scatter(std::vector<float>(4), std::vector<int>(3), std::vector<bool>(4));
     }},
    {"PTO without a unit", "TSCATTER",
     [](Scene& s) {
       FloatTile dst, src;
       IndexTile indexes;
       s.end_of_unit();
       s.here(__LINE__);
       pto::TSCATTER(dst, src, indexes);
     }},
    {"Mojo without a unit", "scatter",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       mojo::scatter(std::vector<float>(4), std::vector<int>(4), std::vector<bool>(4));
     }},
    {"Mojo without a unit", "StagingArea",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       const mojo::StagingArea area(0, 512);
     }},
    {"array in UB without a unit", "UbArray",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       kernel::UbArray<float, 16> array;
       array[0] = 1.0F;
     }},
    {"calculation of tensors without a unit", "Mul",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       AscendC::Mul(s.t, s.t, s.t, 8);
     }},
    {"gather of tensors without a unit", "Gather",
     [](Scene& s) {
       const LocalTensor<std::uint32_t> offsets(0, 8);
       s.end_of_unit();
       s.here(__LINE__);
       AscendC::Gather(s.t, s.t, offsets, 0, 8U);
     }},
    {"copy to UB without a unit", "DataCopy",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       AscendC::DataCopy(s.t, s.global, 8U);
     }},
    {"setting without a unit", "SetMaskCount",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       AscendC::SetMaskCount();
     }},
    {"setting without a unit", "SetVectorMask",
     [](Scene& s) {
       s.end_of_unit();
       s.here(__LINE__);
       AscendC::SetVectorMask<float>(8);
     }},
    {"Mojo", "StagingArea",
     [](Scene& s) {
       s.here(__LINE__);
       const mojo::StagingArea area(s.end, 512);
     }},
    {"vector length", "GetVecLen",
     [](Scene& s) {
       s.end_of_unit();
       s.k = std::make_unique<KernelUnit>(kernel_configs().front());
       s.here(__LINE__);
       (void)AscendC::GetVecLen();
     }},
};

TEST(KernelPlaces, ErrorsNameTheLineOfTheCall) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(std::string(one.family) + ": " + one.api);
    Scene scene;
    scene.global.SetGlobalBuffer(scene.memory.data(), scene.memory.size());
    const auto error = error_of([&] {
      one.provoke(scene);
      if (scene.k) scene.k->unit.wait();
    });
    if (!error) continue;
    EXPECT_EQ(error->api(), one.api);
    const std::string begin =
        std::string(one.api) + " at kernel_places_test.cpp:" + std::to_string(scene.expected);
    EXPECT_EQ(std::string(error->what()).substr(0, begin.size()), begin) << error->what();
  }
}

}  // namespace
}  // namespace gsq::testing
