// SPDX-License-Identifier: Apache-2.0
// A sparse matrix, stored by rows (CSR), times a vector.
//
// First pass, over all elements of the matrix: their columns are loaded, the elements of the vector
// gathered, and the processor multiplies. Four commands for 64 products. Second pass, 64 rows at a
// time, each in a lane: step k gathers product k of every row, and the processor adds it where the
// row is longer than k. All steps use the same indices, the places where the rows begin; the base
// moves. One command a step.
//
// The banks bind: both gathers read words of any bank. The vector lies above all else, so that
// nothing has to stay behind its gathers. The processor works when the unit is idle: the first pass
// is in batches that use all registers, the second has all steps of 64 rows at once. Sums have the
// order of a plain loop, so results are the same to the last bit.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

namespace Reg = AscendC::Reg;

constexpr std::uint32_t kRows = 1024;
constexpr std::uint32_t kColumns = 4096;
constexpr std::uint32_t kMostOfRow = 16;  // elements
constexpr std::uint32_t kBatch = 12;      // vectors that are multiplied together

// Places in UB
constexpr std::uint32_t kResult = 0x00000;
constexpr std::uint32_t kBegins = 0x02000;  // of the rows among the elements, and their end
constexpr std::uint32_t kColumnOf = 0x04000;
constexpr std::uint32_t kElements = 0x14000;
constexpr std::uint32_t kProducts = 0x24000;
constexpr std::uint32_t kVector = 0x38000;

struct Matrix {
  __ubuf__ std::uint32_t* begins;
  __ubuf__ std::uint32_t* column_of;
  __ubuf__ float* elements;
};

void Multiply(__ubuf__ float* products, const Matrix& matrix, __ubuf__ float* vector,
              std::uint32_t elements, std::uint32_t lanes) {
  const Reg::MaskReg all = Reg::CreateMask<float>();
  for (std::uint32_t first = 0; first < elements; first += kBatch * lanes) {
    std::array<Reg::RegTensor<float>, kBatch> element;
    std::array<Reg::RegTensor<float>, kBatch> factor;
    for (std::uint32_t v = 0; v < kBatch; ++v) {
      Reg::RegTensor<std::uint32_t> column;
      Reg::LoadAlign(column, matrix.column_of + first + v * lanes);
      Reg::Gather(factor.at(v), vector, column, all);
      Reg::LoadAlign(element.at(v), matrix.elements + first + v * lanes);
    }
    for (std::uint32_t v = 0; v < kBatch; ++v) {
      Reg::Mul(element.at(v), element.at(v), factor.at(v), all);
      Reg::StoreAlign(products + first + v * lanes, element.at(v), all);
    }
  }
}

void AddRows(__ubuf__ float* result, const Matrix& matrix, __ubuf__ float* products,
             std::uint32_t lanes) {
  Reg::UnalignRegForLoad next;
  const Reg::MaskReg all = Reg::CreateMask<float>();
  for (std::uint32_t row = 0; row < kRows; row += lanes) {
    Reg::RegTensor<std::uint32_t> begin;
    Reg::RegTensor<std::uint32_t> length;
    Reg::RegTensor<float> sum;
    Reg::LoadAlign(begin, matrix.begins + row);
    Reg::LoadUnAlign(length, next, matrix.begins + row + 1);
    Reg::Sub(length, length, begin, all);
    Reg::Duplicate(sum, 0.0F);
    std::array<Reg::RegTensor<float>, kMostOfRow> product;
    for (std::uint32_t k = 0; k < kMostOfRow; ++k) {
      Reg::Gather(product.at(k), products + k, begin, all);
    }
    for (std::uint32_t k = 0; k < kMostOfRow; ++k) {
      Reg::MaskReg longer;
      Reg::Compares<std::uint32_t, AscendC::CMPMODE::GT>(longer, length, k, all);
      Reg::Add<float, Reg::MaskMergeMode::MERGING>(sum, sum, product.at(k), longer);
    }
    Reg::StoreAlign(result + row, sum, all);
  }
}

void multiply(gsq::kernel::Session& session) {
  const std::uint32_t lanes = session.config().lanes(sizeof(float));
  std::mt19937 random(1);
  const auto number = [&] {
    return static_cast<float>(static_cast<int>(random() % 20001) - 10000) / 777;
  };
  std::vector<float> vector(kColumns);
  for (float& element : vector) element = number();
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> column_of;
  std::vector<float> elements;
  std::vector<float> expected;
  for (std::uint32_t row = 0; row < kRows; ++row) {
    begins.push_back(static_cast<std::uint32_t>(elements.size()));
    float sum = 0;
    for (std::size_t left = random() % (kMostOfRow + 1); left != 0; --left) {
      column_of.push_back(static_cast<std::uint32_t>(random() % kColumns));
      elements.push_back(number());
      sum += elements.back() * vector[column_of.back()];
    }
    expected.push_back(sum);
  }
  const auto count = static_cast<std::uint32_t>(elements.size());
  begins.push_back(count);
  // Whole batches: elements of no row, whose products nobody adds.
  const std::size_t batch = std::size_t{kBatch} * lanes;
  const std::size_t padded = (count + batch - 1) / batch * batch;
  column_of.resize(padded);
  elements.resize(padded);

  const Matrix matrix{session.put(kBegins, begins), session.put(kColumnOf, column_of),
                      session.put(kElements, elements)};
  auto* const by = session.put(kVector, vector);
  auto* const products = session.at<float>(kProducts);
  auto* const to = session.at<float>(kResult);

  session.launch([&] {
    Multiply(products, matrix, by, count, lanes);
    AddRows(to, matrix, products, lanes);
  });

  fmt::print("{} rows of 0 to {} elements, {} in all, times a vector of {}\n", kRows, kMostOfRow,
             count, kColumns);
  session.check_equal(session.get(to, kRows), expected, "result");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, multiply); }
