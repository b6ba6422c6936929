// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Every operator of uint, and the integer functions.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang14.O0.32 clang22.O2.32
// RUN: -g 64 -l 16 --dump 0 % buf:u32:1216 buf:u32:64=rand:11 buf:u32:64=rand:12
kernel void ops(global uint *out, global const uint *in1, global const uint *in2)
{
    size_t i = get_global_id(0);
    uint a = in1[i], b = in2[i] | 1;
    out += i * 19;
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = b == (uint)-1 ? a : a / b;
    out[4] = b == (uint)-1 ? a : a % b;
    out[5] = a & b;
    out[6] = a | b;
    out[7] = a ^ ~b;
    out[8] = a << (b & 7);
    out[9] = a >> (b & 7);
    out[10] = (a < b) + (a <= b) * 2 + (a == b) * 4 + (a != b) * 8;
    out[11] = min(a, b) ^ max(a, b);
    out[12] = abs_diff(a, b) + abs(a);
    out[13] = add_sat(a, b) ^ sub_sat(a, b);
    out[14] = mul_hi(a, b);
    out[15] = mad_hi(a, b, (uint)3) ^ mad_sat(a, b, (uint)5);
    out[16] = hadd(a, b) - rhadd(a, b);
    out[17] = rotate(a, b);
    out[18] = clz(a) * 2 + popcount(b) + clamp(a, (uint)3, (uint)90);
}
