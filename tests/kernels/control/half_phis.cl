// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loop variables of 64 bits of which only the lower halves matter, or the upper
// ones, too: indices of 32 bits that wrap around, products, shifts, nests.
// STD: CL1.2
// RUN: -k wrapping -g 48 -l 16 --dump 0 --dump 1 % buf:u32:48 buf:u64:48 buf:u32:32=rand:3 u32:5 u32:11
// RUN: -k nested -g 48 -l 16 --dump 0 --dump 1 % buf:u32:48 buf:u64:48 buf:u32:32=rand:4 u32:3 u32:7
kernel void wrapping(global uint *out, global ulong *wide, global const uint *in, uint step, uint rounds)
{
    uint k = 0xffffffe0u + (uint)get_local_id(0) * 3, sum = 0;
    ulong z = get_global_id(0) + 0xfffffff5ul, product = z | 1, low = z;
    for (uint r = 0; r < rounds + (k & 3); r++) {
        sum += in[k & 31] * k;
        k += step;
        z += k;
        product *= z;
        low = (low << 3 ^ product) - z;
    }
    out[get_global_id(0)] = sum + k + (uint)low;
    wide[get_global_id(0)] = z ^ product;
}

kernel void nested(global uint *out, global ulong *wide, global const uint *in, uint step, uint rounds)
{
    size_t i = get_global_id(0);
    ulong a = i, b = a << 31, c = 1;
    for (uint r = 0; r < rounds; r++) {
        for (ulong j = a & 3; j < 6; j++) {
            b = b + (a & 0xffffffffu) * j;
            a = (a + in[(uint)a & 31]) & 0xfffffffffful;
            if ((j ^ i) & 1)
                c = ~c - (b << 2);
        }
        a = -a * step;
    }
    out[i] = (uint)c ^ in[(uint)a & 31];
    wide[i] = b >> 13;
}
