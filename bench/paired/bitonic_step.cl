// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// One step of a bitonic sort over global memory, in place.
// RUN: -g 1572864 -l 128 % buf:u32:3145728=rand:4 u32:64 u32:4096
kernel void bitonic_step(global uint *v, uint stride, uint block)
{
    uint g = get_global_id(0);
    uint i = 2 * g - (g & (stride - 1));
    uint a = v[i], b = v[i + stride];
    bool up = (i & block) == 0;
    v[i] = up ? min(a, b) : max(a, b);
    v[i + stride] = up ? max(a, b) : min(a, b);
}
