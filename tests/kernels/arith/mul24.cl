// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// mul24 and mad24 on values of 24 bits.
// RUN: -g 32 -l 8 --dump 0,1 % buf:i32:64 buf:u32:64 buf:i32:32=rand:3 buf:i32:32=rand:4
kernel void m24(global int *out, global uint *uout, global const int *in1,
                global const int *in2)
{
    size_t i = get_global_id(0);
    int a = in1[i] >> 8, b = in2[i] >> 8;
    out[2 * i] = mul24(a, b);
    out[2 * i + 1] = mad24(a, b, (int)i);
    uint ua = (uint)in1[i] >> 8, ub = (uint)in2[i] >> 8;
    uout[2 * i] = mul24(ua, ub);
    uout[2 * i + 1] = mad24(ua, ub, (uint)i);
}
