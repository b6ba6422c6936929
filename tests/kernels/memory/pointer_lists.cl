// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Pointers in private memory, swapped, compared, subtracted. clang-22 declares the
// list of them as one pointer under -Os; only its lifetime has its size.
// RUN: -g 40 -l 20 --dump 0 % buf:i64:160 buf:i32:64=rand:4
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64 clang14.O2.32 clang22.O2.32 clang22.Os.64
__attribute__((noinline)) int sum(int *p, int n) {
    int s = 0;
    while (n--)
        s += *p++;
    return s;
}
__attribute__((noinline)) void swap(int **a, int **b) {
    int *t = *a;
    *a = *b;
    *b = t;
}
kernel void pointers(global long *out, global const int *in) {
    local int tile[64];
    uint i = get_global_id(0), l = get_local_id(0);
    for (uint k = l; k < 64; k += get_local_size(0))
        tile[k] = in[k] >> 8;
    barrier(CLK_LOCAL_MEM_FENCE);
    int a[10], b[10];
    for (int k = 0; k < 10; k++) {
        a[k] = in[(i + k) & 63] >> 10;
        b[k] = k * k - (int)i;
    }
    int *p = a + (i % 5), *q = b + 9;
    if (i & 1)
        swap(&p, &q);
    int *list[4] = {a, b, p, i & 1 ? q : q - (i % 3)};
    long r = 0;
    for (int k = 0; k < 4; k++)
        r = r * 31 + list[(i + k) & 3][(k == 3 || (i + k) % 4 >= 2) ? 0 : k];
    global const int *g = in + 63;
    while (g > in + 3 && (*g & 3) != (int)(i & 3))
        g -= 2;
    local int *t = &tile[l];
    t += (long)(20 - l);
    out[i * 4] = r;
    out[i * 4 + 1] = (g - in) * 1000 + (t - tile);
    out[i * 4 + 2] = *g + t[-1] + *(t + (l & 7));
    out[i * 4 + 3] = ((p >= a && p < a + 10) ? 1 : 2) +
                     ((int *)((char *)b + 8))[1] + (*((uchar *)a + 6) & 0xff);
}
