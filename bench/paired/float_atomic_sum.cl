// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sums of whole numbers held as floats, added by compare-and-swap.
// RUN: -g 65536 -l 128 % buf:u32:65536=rand:24 buf:u32:2048
static void add(global uint *sum, float x)
{
    uint seen = 0, before;
    do {
        before = seen;
        seen = atomic_cmpxchg(sum, before, as_uint(as_float(before) + x));
    } while (seen != before);
}

kernel void float_atomic_sum(global const uint *in, global uint *sums)
{
    uint v = in[get_global_id(0)];
    add(&sums[v >> 21], (float)(v & 255));
}
