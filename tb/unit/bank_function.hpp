// SPDX-License-Identifier: Apache-2.0
/// The bank function of the timing contract, from the parameters of a bench.
#pragma once

#include <cstdint>

namespace tb {

/// Remainder of a division of polynomials over GF(2), bit i being the coefficient of x^i, by one of
/// degree log2(PARAM_Banks).
inline unsigned remainder(std::uint64_t rest, std::uint64_t divisor) {
  for (unsigned place = 32; place-- > 0;) {
    if ((rest & std::uint64_t{PARAM_Banks} << place) != 0) rest ^= divisor << place;
  }
  return static_cast<unsigned>(rest);
}

/// The bank of a word.
inline unsigned bank_of(unsigned word) {
  unsigned bank = word % PARAM_Banks;
  switch (PARAM_BankHash) {
    case 0:
      return bank;
    case 1:
      while ((word /= PARAM_Banks) != 0) bank ^= word % PARAM_Banks;
      return bank;
    default:
      for (const unsigned divisor : {0x3U, 0x7U, 0xBU, 0x13U, 0x25U, 0x73U, 0x83U}) {
        if (divisor / PARAM_Banks == 1) return remainder(word, divisor);
      }
      return PARAM_Banks;  // no bank: the configuration is illegal
  }
}

}  // namespace tb
