// SPDX-License-Identifier: Apache-2.0
// A sparse matrix of integers, stored by rows (CSR), times a vector.
//
// The unit has no multiplication. It gathers the elements of the vector, one for each element of
// the matrix, into a contiguous row; the core multiplies and adds.
#include "gsq_ascend.hpp"
#include "kernel.hpp"

namespace {

namespace Reg = AscendC::Reg;

constexpr uint32_t kLanes = VLEN_BYTES / 4;
constexpr uint32_t kPart = kUsedBytes / 4;
constexpr uint32_t kColumns = kPart / 4;
constexpr uint32_t kElements = kPart / 4;  // of the matrix
constexpr uint32_t kRows = kElements / 8;
static_assert(kElements % (4 * kLanes) == 0, "four vectors at a time");

// Places in UB
constexpr uint32_t kColumnOf = 0;
constexpr uint32_t kFactors = kPart;
constexpr uint32_t kVector = 2 * kPart;

int32_t elements[kElements], by[kColumns], result[kRows], expected[kRows];
uint32_t column_of[kElements];
uint32_t begins[kRows + 1];  // of the rows among the elements, and their end

/// The element of the vector for each element of the matrix.
void GatherFactors(__ubuf__ int32_t* factors, __ubuf__ int32_t* vector,
                   __ubuf__ uint32_t* columns) {
  Reg::MaskReg<0> all = Reg::CreateMask<int32_t>();
  for (uint32_t v = 0; v < kElements / kLanes; v += 4) {
    gsq::unrolled<4>([&](auto i) {
      Reg::RegTensor<uint32_t, i> column;
      Reg::LoadAlign<uint32_t, Reg::PostLiteral::POST_MODE_UPDATE>(column, columns, kLanes);
    });
    gsq::unrolled<4>([&](auto i) {
      Reg::RegTensor<uint32_t, i> column;
      Reg::RegTensor<int32_t, 4 + i> factor;
      Reg::Gather(factor, vector, column, all);
    });
    gsq::unrolled<4>([&](auto i) {
      Reg::RegTensor<int32_t, 4 + i> factor;
      Reg::StoreAlign<int32_t, Reg::PostLiteral::POST_MODE_UPDATE>(factors, factor, kLanes, all);
    });
  }
}

void MultiplyRows(const int32_t* factors) {
  for (uint32_t row = 0; row < kRows; ++row) {
    int32_t sum = 0;
    for (uint32_t i = begins[row]; i < begins[row + 1]; ++i) sum += elements[i] * factors[i];
    result[row] = sum;
  }
}

void plain() {
  for (uint32_t row = 0; row < kRows; ++row) {
    int32_t sum = 0;
    for (uint32_t i = begins[row]; i < begins[row + 1]; ++i) sum += elements[i] * by[column_of[i]];
    expected[row] = sum;
  }
}

}  // namespace

int main() {
  for (int32_t& element : by) element = static_cast<int32_t>(next_random() % 2001) - 1000;
  for (uint32_t i = 0; i < kElements; ++i) {
    elements[i] = static_cast<int32_t>(next_random() % 2001) - 1000;
    column_of[i] = next_random() % kColumns;
  }
  for (uint32_t row = 0; row < kRows; ++row) {  // rows of 0 to 15 elements
    const uint32_t end = begins[row] + next_random() % 16;
    begins[row + 1] = end < kElements ? end : kElements;
  }
  begins[kRows] = kElements;
  copy(ub<int32_t>(kVector), by, kColumns);
  copy(ub<uint32_t>(kColumnOf), column_of, kElements);

  const bool failed = measure(
      "CSR times vector",
      [] {
        GatherFactors(ub<int32_t>(kFactors), ub<int32_t>(kVector), ub<uint32_t>(kColumnOf));
        MultiplyRows(ub<int32_t>(kFactors));
      },
      plain);
  return failed || differs("result", result, expected, kRows);
}
