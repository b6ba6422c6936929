// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A float maximum by compare and exchange of its bits.
// RUN: -g 64 -l 8 --dump 0 % buf:f32:1=-1 buf:f32:64=rand:83
kernel void fmaximum(volatile global float *max, global const float *in)
{
    float x = in[get_global_id(0)];
    volatile global uint *bits = (volatile global uint *)max;
    uint old = *bits;
    while (as_float(old) < x) {
        uint seen = atomic_cmpxchg(bits, old, as_uint(x));
        if (seen == old)
            break;
        old = seen;
    }
}
