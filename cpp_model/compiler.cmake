# SPDX-License-Identifier: Apache-2.0
# Which compiler builds: included before project(). Clang compiles Verilated code in half the time
# that GCC takes, and the RTL runs faster. The environment's CXX or -D CMAKE_CXX_COMPILER=… select
# another one; without Clang it is that of CMake.
if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  find_program(CLANG NAMES clang++-16 clang++)
  if(CLANG)
    set(CMAKE_CXX_COMPILER ${CLANG})
  endif()
endif()
