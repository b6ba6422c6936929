// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Infinities, NaNs, zeros and denormals through the operators.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang14.O0.32 clang22.O2.32
// RUN: -g 100 -l 10 --dump 0,1 % buf:f32:400 buf:u32:100
#pragma OPENCL FP_CONTRACT OFF
constant float values[10] = { 0.0f, -0.0f, 1.0f, -2.5f, INFINITY, -INFINITY,
                              1e-40f, -3e-39f, 3.4e38f, 1.17549435e-38f };
kernel void special(global float *out, global uint *classes)
{
    size_t i = get_global_id(0);
    float a = values[i / 10], b = values[i % 10];
    float s = a + b, m = a * b, d = a - b;
    out[4 * i] = isnan(s) ? 77 : s;
    out[4 * i + 1] = isnan(m) ? 77 : m;
    out[4 * i + 2] = isnan(d) ? 77 : d;
    out[4 * i + 3] = fmax(a, b) + (a == b) * 0.5f;
    classes[i] = isinf(m) | isnan(m) << 1 | isfinite(m) << 2 |
                 isnormal(m) << 3 | isnan(s) << 4 | isinf(s) << 5 |
                 signbit(isnan(d) ? 1 : d) << 6 | (a < b) << 7 | (a >= b) << 8;
}
