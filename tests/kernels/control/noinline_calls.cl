// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Functions that compilers must not inline, called divergently.
// RUN: -g 64 -l 16 --dump 0 % buf:i32:64 buf:i32:64=rand:53
__attribute__((noinline)) int work(int x, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++) {
        if ((x ^ k) & 1)
            return sum - k;
        sum += x % (k + 2);
        x >>= 1;
    }
    return sum;
}
__attribute__((noinline)) void put(global int *p, int v) { *p = v; }
kernel void noinline_calls(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int x = in[i] >> 1, r;
    if (x & 8)
        r = work(x, 8) + work(x >> 4, i);
    else
        r = work(-x, 3);
    put(out + i, r);
}
