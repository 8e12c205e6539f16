// SPDX-License-Identifier: Apache-2.0
// What to synthesize. Written by scripts/file_lists.py from the folder rtl/. Do not edit.
// Paths are relative to this file: -f from here, -F from anywhere.
+incdir+rtl
rtl/gsq_pkg.sv
rtl/gsq_core_pkg.sv
rtl/gsq_core.sv
rtl/gsq_vreg.sv
rtl/access/gsq_access.sv
rtl/access/gsq_agu.sv
rtl/access/gsq_lane_alu.sv
rtl/access/gsq_slot_address.sv
rtl/access/gsq_slot_offset.sv
rtl/access/gsq_stream_merge.sv
rtl/access/gsq_vec_unit.sv
rtl/banks/gsq_bank_mux.sv
rtl/banks/gsq_block_map.sv
rtl/banks/gsq_host_port.sv
rtl/compute/gsq_compact.sv
rtl/compute/gsq_compute.sv
rtl/compute/gsq_prefix_count.sv
rtl/issue/gsq_agu_range.sv
rtl/issue/gsq_decode.sv
rtl/issue/gsq_lane_mask.sv
rtl/issue/gsq_mask_gen.sv
rtl/issue/gsq_mem_queue.sv
rtl/issue/gsq_rsp_queue.sv
rtl/issue/gsq_stream_state.sv
rtl/issue/gsq_vec_mask.sv
rtl/xbar/gsq_bank_to_slot.sv
rtl/xbar/gsq_slot_order.sv
rtl/xbar/gsq_slot_rank.sv
rtl/xbar/gsq_slot_to_bank.sv
rtl/xbar/gsq_xbar.sv
