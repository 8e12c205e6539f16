// SPDX-License-Identifier: Apache-2.0
// Wrong uses of the Ascend C calls. See check.py for what a case is.
#include "gsq/kernel/ascend.hpp"

namespace Reg = AscendC::Reg;
using Reg::DataCopyMode;
using Reg::LoadDist;
using Reg::PostLiteral;
using Reg::RegTensor;
using Reg::StoreDist;

template <typename T>
struct Tensors {
  AscendC::LocalTensor<T> dst{0, 1};
  AscendC::LocalTensor<T> src{0, 1};
};

// What the cases get wrong, done right.
void right(std::uint16_t*& words, float* floats, Reg::MaskReg& mask, Reg::UnalignRegForStore& rest,
           Tensors<std::int16_t>& on) {
  RegTensor<std::uint16_t> reg;
  RegTensor<std::uint32_t> wide;
  RegTensor<float> number;
  mask = Reg::CreateMask<std::uint16_t>();
  Reg::LoadAlign(reg, words);
  Reg::LoadAlign<std::uint16_t, PostLiteral::POST_MODE_UPDATE>(reg, words, 1);
  Reg::LoadAlign<std::uint16_t, LoadDist::DIST_UNPACK_B16>(wide, words);
  Reg::LoadAlign<std::uint16_t, DataCopyMode::DATA_BLOCK_COPY>(reg, words, 1);
  Reg::StoreAlign(words, reg, mask);
  Reg::StoreAlign<std::uint16_t, PostLiteral::POST_MODE_UPDATE>(words, reg, 1, mask);
  Reg::StoreAlign<std::uint16_t, StoreDist::DIST_PACK_B32>(words, wide, mask);
  Reg::StoreAlign<std::uint16_t, DataCopyMode::DATA_BLOCK_COPY>(words, reg, 1, mask);
  Reg::Squeeze<std::uint16_t>(reg, reg, mask);
  Reg::Unsqueeze<std::uint16_t>(reg, mask);
  Reg::StoreUnAlign(words, reg, rest);
  Reg::StoreUnAlign(words, reg, rest, 1);
  Reg::Gather(number, floats, wide, mask);
  Reg::Gather(reg, reg, reg);
  Reg::GatherB(number, floats, wide, mask);
  Reg::Scatter(floats, number, wide, mask);
  const std::uint64_t bits[2] = {1, 0};
  AscendC::Add(on.dst, on.src, on.src, 1, 1, {1, 1, 1, 8, 8, 8});
  AscendC::Abs(on.dst, on.src, bits, 1, {1, 1, 8, 8});
  AscendC::Copy(on.dst, on.src, bits, 1, {1, 1, 8, 8});
}

// case register_of_struct: RegTensor: expected an element type of 1, 2, 4 or 8 bytes
struct Three {
  char bytes[3];
};
RegTensor<Three> wrong;

// case create_mask_of_long_type: CreateMask, UpdateMask: expected an element type of 1, 2, 4 or 8
// bytes
auto wrong() { return Reg::CreateMask<long double>(); }

// case update_mask_of_long_type: CreateMask, UpdateMask: expected an element type of 1, 2, 4 or 8
// bytes
auto wrong(std::uint32_t& count) { return Reg::UpdateMask<long double>(count); }

// case set_mask_of_long_type: SetMask: expected an element type of 1, 2, 4 or 8 bytes
void wrong(Reg::MaskReg& mask) { Reg::SetMask<long double>(mask, {true}); }

// case load_of_other_type: LoadAlign: expected a register of the type of the elements
void wrong(RegTensor<float>& reg, std::int32_t* from) { Reg::LoadAlign(reg, from); }

// case load_unpacks_other_size: LoadAlign: expected elements of 1 byte for DIST_UNPACK_B8
void wrong(RegTensor<std::uint32_t>& reg, std::uint16_t* from) {
  Reg::LoadAlign<std::uint16_t, LoadDist::DIST_UNPACK_B8>(reg, from);
}

// case load_with_stride_and_no_update: LoadAlign: expected POST_MODE_UPDATE where a stride
void wrong(RegTensor<float>& reg, float*& from) {
  Reg::LoadAlign<float, PostLiteral::POST_MODE_NORMAL>(reg, from, 64);
}

// case load_blocks_without_mode: LoadAlign: expected DATA_BLOCK_COPY where a block stride
void wrong(RegTensor<float>& reg, float* from) {
  Reg::LoadAlign<float, DataCopyMode::NORM>(reg, from, 1);
}

// case load_blocks_of_other_type: LoadAlign, StoreAlign: expected a register of the type of the
// elements
void wrong(RegTensor<float>& reg, half* from) {
  Reg::LoadAlign<half, DataCopyMode::DATA_BLOCK_COPY>(reg, from, 1);
}

// case load_blocks_and_no_update: LoadAlign: expected POST_MODE_UPDATE where a repeat stride
void wrong(RegTensor<float>& reg, float*& from) {
  Reg::LoadAlign<float, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_NORMAL>(reg, from, 1,
                                                                                      8);
}

// case store_of_other_type: StoreAlign: expected a register of the type of the elements
void wrong(std::int32_t* to, RegTensor<float>& reg, Reg::MaskReg& mask) {
  Reg::StoreAlign(to, reg, mask);
}

// case store_packs_other_size: StoreAlign: expected elements of 1 byte for DIST_PACK_B16
void wrong(half* to, RegTensor<std::uint16_t>& reg, Reg::MaskReg& mask) {
  Reg::StoreAlign<half, StoreDist::DIST_PACK_B16>(to, reg, mask);
}

// case store_with_stride_and_no_update: StoreAlign: expected POST_MODE_UPDATE where a stride
void wrong(float*& to, RegTensor<float>& reg, Reg::MaskReg& mask) {
  Reg::StoreAlign<float, PostLiteral::POST_MODE_NORMAL>(to, reg, 64, mask);
}

// case store_blocks_without_mode: StoreAlign: expected DATA_BLOCK_COPY where a block stride
void wrong(float* to, RegTensor<float>& reg, Reg::MaskReg& mask) {
  Reg::StoreAlign<float, DataCopyMode::NORM>(to, reg, 1, mask);
}

// case store_blocks_of_other_type: StoreAlign: expected a register of the type of the elements
void wrong(half* to, RegTensor<float>& reg, Reg::MaskReg& mask) {
  Reg::StoreAlign<half, DataCopyMode::DATA_BLOCK_COPY>(to, reg, 1, mask);
}

// case squeeze_of_double: Squeeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t,
void wrong(RegTensor<double>& reg, Reg::MaskReg& mask) { Reg::Squeeze(reg, reg, mask); }

// case squeeze_of_bfloat16: Squeeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t,
void wrong(RegTensor<bfloat16_t>& reg, Reg::MaskReg& mask) {
  Reg::Squeeze<bfloat16_t>(reg, reg, mask);
}

// case squeeze_told_other_type: Squeeze: expected registers of the element type T
void wrong(RegTensor<float>& reg, Reg::MaskReg& mask) { Reg::Squeeze<half>(reg, reg, mask); }

// case unsqueeze_of_float: Unsqueeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t or
void wrong(RegTensor<float>& reg, Reg::MaskReg& mask) { Reg::Unsqueeze(reg, mask); }

// case unsqueeze_told_other_type: Unsqueeze: expected a register of the element type T
void wrong(RegTensor<std::int32_t>& reg, Reg::MaskReg& mask) {
  Reg::Unsqueeze<std::uint32_t>(reg, mask);
}

// case stream_of_other_type: StoreUnAlign: expected a register of the type of the elements
void wrong(half* to, RegTensor<float>& reg, Reg::UnalignRegForStore& rest) {
  Reg::StoreUnAlign(to, reg, rest);
}

// case stream_with_stride_of_other_type: StoreUnAlign: expected a register of the type of the
void wrong(half*& to, RegTensor<float>& reg, Reg::UnalignRegForStore& rest) {
  Reg::StoreUnAlign(to, reg, rest, 8);
}

// case copied_stream_register: use of deleted function
void wrong(Reg::UnalignRegForStore& rest) { const Reg::UnalignRegForStore copy = rest; }

// case gather_by_signed_indices: Gather, Scatter: expected indices of type uint16_t or uint32_t
void wrong(RegTensor<float>& reg, float* from, RegTensor<std::int32_t>& index, Reg::MaskReg& mask) {
  Reg::Gather(reg, from, index, mask);
}

// case gather_by_short_indices: expected indices of type uint32_t for elements of 4 or 8 bytes
void wrong(RegTensor<float>& reg, float* from, RegTensor<std::uint16_t>& index,
           Reg::MaskReg& mask) {
  Reg::Gather(reg, from, index, mask);
}

// case gather_into_other_type: Gather, Scatter: expected a register of the type of the elements
void wrong(RegTensor<half>& reg, bfloat16_t* from, RegTensor<std::uint16_t>& index,
           Reg::MaskReg& mask) {
  Reg::Gather(reg, from, index, mask);
}

// case gather_into_other_sign: Gather, Scatter: expected a register of the type of the elements
void wrong(RegTensor<std::uint16_t>& reg, std::int8_t* from, RegTensor<std::uint16_t>& index,
           Reg::MaskReg& mask) {
  Reg::Gather(reg, from, index, mask);
}

// case gather_told_other_type: Gather: expected a register of the element type T0
void wrong(RegTensor<float>& reg, float* from, RegTensor<std::uint32_t>& index,
           Reg::MaskReg& mask) {
  Reg::Gather<std::int32_t>(reg, from, index, mask);
}

// case gather_lanes_told_other_type: Gather: expected registers of the element type T
void wrong(RegTensor<float>& reg, RegTensor<std::uint32_t>& index) {
  Reg::Gather<std::int32_t>(reg, reg, index);
}

// case gather_lanes_of_double: Gather: expected registers of elements of 1, 2 or 4 bytes
void wrong(RegTensor<double>& reg, RegTensor<std::uint64_t>& index) {
  Reg::Gather(reg, reg, index);
}

// case gather_lanes_by_long_indices: Gather: expected unsigned indices as long as the elements
void wrong(RegTensor<half>& reg, RegTensor<std::uint32_t>& index) { Reg::Gather(reg, reg, index); }

// case gather_blocks_of_other_type: GatherB: expected a register of the type of the elements
void wrong(RegTensor<half>& reg, float* from, RegTensor<std::uint32_t>& index, Reg::MaskReg& mask) {
  Reg::GatherB(reg, from, index, mask);
}

// case gather_blocks_by_short_offsets: GatherB: expected byte offsets of type uint32_t
void wrong(RegTensor<float>& reg, float* from, RegTensor<std::uint16_t>& index,
           Reg::MaskReg& mask) {
  Reg::GatherB(reg, from, index, mask);
}

// case scatter_of_other_type: Gather, Scatter: expected a register of the type of the elements
void wrong(RegTensor<float>& reg, std::int32_t* to, RegTensor<std::uint32_t>& index,
           Reg::MaskReg& mask) {
  Reg::Scatter(to, reg, index, mask);
}

// case scatter_by_signed_indices: Gather, Scatter: expected indices of type uint16_t or uint32_t
void wrong(RegTensor<half>& reg, half* to, RegTensor<std::int16_t>& index, Reg::MaskReg& mask) {
  Reg::Scatter(to, reg, index, mask);
}

// case tensor_of_strings: LocalTensor: expected elements of plain data
#include <string>
AscendC::LocalTensor<std::string> wrong(0, 1);

// case add_with_negative_stride: narrowing conversion
void wrong(Tensors<std::int16_t>& on) {
  AscendC::Add(on.dst, on.src, on.src, 1, 1, {1, 1, 1, -8, 8, 8});
}

// case copy_of_bytes: Copy: expected elements of 2, 4 or 8 bytes
void wrong(Tensors<std::uint8_t>& on) { AscendC::Copy(on.dst, on.src, 1, 1, {1, 1, 8, 8}); }

// case load_two_from_one_vector: LoadAlign: expected DIST_DINTLV_B8, _B16 or _B32 for two registers
void wrong(RegTensor<float>& reg, float* from) {
  Reg::LoadAlign<float, LoadDist::DIST_NORM>(reg, reg, from);
}

// case load_one_of_two: LoadAlign: expected two registers for DIST_DINTLV
void wrong(RegTensor<float>& reg, float* from) {
  Reg::LoadAlign<float, LoadDist::DIST_DINTLV_B32>(reg, from);
}

// case store_two_as_one: StoreAlign: expected DIST_INTLV_B8, _B16 or _B32 for two registers
void wrong(RegTensor<float>& reg, float* to, Reg::MaskReg& mask) {
  Reg::StoreAlign<float, StoreDist::DIST_NORM>(to, reg, reg, mask);
}

// case load_two_registers_unpacked: LoadAlign: expected DIST_NORM for a register of RegTraitNumTwo
void wrong(RegTensor<std::int64_t, Reg::RegTraitNumTwo>& reg, std::int64_t* from) {
  Reg::LoadAlign<std::int64_t, LoadDist::DIST_BRC_B32>(reg, from);
}

// case two_registers_of_bytes: RegTensor: expected elements of 4 or 8 bytes for RegTraitNumTwo
RegTensor<char, Reg::RegTraitNumTwo> wrong;

// case gather_of_words_by_long_indices: Gather, Scatter: expected indices of type uint16_t or
void wrong(RegTensor<float>& reg, float* from, RegTensor<std::uint64_t>& index,
           Reg::MaskReg& mask) {
  Reg::Gather(reg, from, index, mask);
}

// case gather_by_signed_indices: Gather, Scatter: expected indices of type uint32_t or uint64_t
void wrong(RegTensor<std::int64_t>& reg, std::int64_t* from, RegTensor<std::int64_t>& index,
           Reg::MaskReg& mask) {
  Reg::Gather(reg, from, index, mask);
}

// case gather_of_pairs_by_one_register: Gather, Scatter: expected indices of RegTraitNumTwo, or
void wrong(RegTensor<std::int64_t, Reg::RegTraitNumTwo>& reg, std::int64_t* from,
           RegTensor<std::uint64_t>& index, Reg::MaskReg& mask) {
  Reg::Gather(reg, from, index, mask);
}

// case gather_of_bytes_to_bytes: Gather, Scatter: expected a register of the type of the elements
void wrong(RegTensor<std::uint8_t>& reg, std::uint8_t* from, RegTensor<std::uint16_t>& index,
           Reg::MaskReg& mask) {
  Reg::Gather(reg, from, index, mask);
}

// case pack_to_signed: Pack: expected unsigned lanes half as long
void wrong(RegTensor<std::int8_t>& to, RegTensor<std::int16_t>& from) { Reg::Pack(to, from); }

// case unpack_of_other_sign: UnPack: expected integers twice as long, of the same sign
void wrong(RegTensor<std::int16_t>& to, RegTensor<std::uint8_t>& from) { Reg::UnPack(to, from); }

// case mask_of_bits_of_bytes: MaskGenWithRegTensor: expected elements of 2 or 4 bytes
void wrong(Reg::MaskReg& mask, RegTensor<std::uint8_t>& from) {
  Reg::MaskGenWithRegTensor<std::uint8_t, 0>(mask, from);
}

// case mask_stored_doubled: StoreAlign: expected DIST_NORM or DIST_PACK for a mask
void wrong(std::uint8_t* to, Reg::MaskReg& mask) {
  Reg::StoreAlign<std::uint8_t, Reg::MaskDist::DIST_DS>(to, mask);
}
