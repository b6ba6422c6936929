// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Products of numbers of 128 bits, carries by comparison and mul_hi.
// RUN: -g 16 -l 16 --dump 0 % buf:u64:64 buf:u64:64=rand:214
kernel void multiply(global ulong *out, global const ulong *in)
{
    size_t i = get_global_id(0);
    ulong a[2] = { in[4 * i], in[4 * i + 1] };
    ulong b[2] = { in[4 * i + 2], in[4 * i + 3] };
    ulong r[4] = { 0, 0, 0, 0 };
    for (int x = 0; x < 2; x++) {
        ulong carry = 0;
        for (int y = 0; y < 2; y++) {
            ulong low = a[x] * b[y], high = mul_hi(a[x], b[y]);
            low += carry;
            high += low < carry;
            r[x + y] += low;
            high += r[x + y] < low;
            carry = high;
        }
        r[x + 2] = carry;
    }
    vstore4((ulong4)(r[0], r[1], r[2], r[3]), i, out);
}
