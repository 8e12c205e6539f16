// SPDX-License-Identifier: Apache-2.0
/// Qualifiers of kernel code, which say where code and data are. Here they are empty, so that such
/// code compiles as C++.
#pragma once

// The names are those of the original APIs, double underscores included.
// NOLINTBEGIN(bugprone-reserved-identifier)
#define __ubuf__               // data in the Unified Buffer, see gsq::kernel::Unit::pointer
#define __local_mem__          // the same, older name
#define __gm__                 // data in global memory: any memory of the program
#define __aicore__             // a function of a kernel
#define __global__             // a kernel, which the host launches
#define __vector__             // a kernel of the vector core
#define __mix__(cube, vector)  // a kernel of both cores
#define __simd_vf__            // a function that issues vector commands
#define __simd_callee__        // a function called by such a function
#define __VEC_SCOPE__          // a block that issues vector commands
// NOLINTEND(bugprone-reserved-identifier)
