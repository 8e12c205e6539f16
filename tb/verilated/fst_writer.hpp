// SPDX-License-Identifier: Apache-2.0
// What Verilator's writer of FST waveforms does not say: whether the file was written.
#pragma once

namespace tb {

/// errno of the first operation on a waveform's file that failed since the last call; 0: none did.
/// To be asked after the waveform was closed, or could not be opened.
int take_fst_error();

}  // namespace tb
