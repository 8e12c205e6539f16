// SPDX-License-Identifier: Apache-2.0
/// Parameters of launches, which kernels read from global memory: plain structures, so that nothing
/// is needed here.
#pragma once
