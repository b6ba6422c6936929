// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Operators and comparisons of float.
// RUN: -g 64 -l 16 --dump 0,1 % buf:f32:512 buf:i32:64 buf:f32:64=rand:1 buf:f32:64=rand:2
#pragma OPENCL FP_CONTRACT OFF
kernel void ops(global float *out, global int *cmp, global const float *in1,
                global const float *in2)
{
    size_t i = get_global_id(0);
    float a = in1[i] * 20 - 10, b = in2[i] * 2 - 1;
    if (i % 8 == 5)
        b = NAN;
    if (i % 16 == 6)
        a = -0.0f;
    out += i * 8;
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a / 4;
    out[4] = -a;
    out[5] = a * b + 1;
    out[6] = a < b ? a : b;
    out[7] = isnan(b) ? 0 : fmod(a, 0.75f);
    cmp[i] = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 |
             (a == b) << 4 | (a != b) << 5 | isunordered(a, b) << 6 |
             islessgreater(a, b) << 7 | !(a < b) << 8 | !(a == b) << 9 |
             signbit(a) << 10;
}
