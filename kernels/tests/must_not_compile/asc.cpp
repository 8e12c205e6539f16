// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/asc.hpp"

vector_float values;
vector_bool mask;

// case unsqueeze_float: asc_unsqueeze counts: dst must hold integers
void count() { asc_unsqueeze(values, mask); }

// case gather_float_from_register: asc_gather(vector_float&, vector_float&, vector_uint32_t&)
void gather(vector_uint32_t index) { asc_gather(values, values, index); }

// case gather_by_narrow_index: asc_gather(vector_float&, float*&, vector_uint16_t&, vector_bool&)
void gather(float* src, vector_uint16_t index) { asc_gather(values, src, index, mask); }

// case load_other_type: asc_loadalign(vector_float&, int*&)
void load(int* src) { asc_loadalign(values, src); }

// case scatter_by_signed_index: asc_scatter(float*&, vector_float&, vector_int32_t&, vector_bool&)
void scatter(float* dst, vector_int32_t index) { asc_scatter(dst, values, index, mask); }
