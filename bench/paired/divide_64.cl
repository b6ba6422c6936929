// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Quotients and remainders of numbers of 64 bits, and a product's high half.
// RUN: -g 196608 -l 64 % buf:u64:196608=rand:1 buf:u64:196608=rand:2 buf:u64:196608
kernel void divide_64(global const ulong *x, global const ulong *y,
                      global ulong *out)
{
    uint i = get_global_id(0);
    ulong a = x[i], b = y[i] >> (i & 31) | 1;
    ulong quotient = a / b, rest = a % b;
    out[i] = quotient ^ (rest << 7) ^ mul_hi(a, b);
}
