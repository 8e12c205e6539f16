// SPDX-License-Identifier: Apache-2.0
// Counters of code coverage in Verilated models, if the build has them (-DVM_COVERAGE=1, see
// scripts/coverage/code_coverage.py). Without them nothing here does anything.
#pragma once

#ifndef VM_COVERAGE  // what does not see the model
#define VM_COVERAGE 0
#endif

class VerilatedContext;

namespace tb {

/// How registers without reset start, for VerilatedContext::randReset(): with random values, or
/// with 0 where toggles are counted, since a bit that never changes must not seem to.
inline constexpr int kRegisterStart = VM_COVERAGE ? 0 : 2;

/// Of all cases a test takes one in so many: where points are counted, simulation is 30 times
/// slower, and more cases reach no more.
inline constexpr unsigned kCaseStep = VM_COVERAGE ? 17 : 1;

/// Forgets what was counted: what happens up to the end of the reset says nothing.
void zero_code_coverage(VerilatedContext& context);

/// Adds the counts of a model to those of the process. Call it before the model is deleted. With
/// GSQ_CODE_COVERAGE=PREFIX in the environment, PREFIX-<process>.dat has them when the process
/// ends.
void keep_code_coverage(VerilatedContext& context);

}  // namespace tb
