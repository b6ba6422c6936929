// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Private arrays of every element size, walked by pointers that lanes choose and
// compare, copied whole, and indexed alike by some lanes and apart by others.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang22.O2.32
// RUN: -g 80 -l 40 --dump 0 % buf:i32:80 buf:i32:1280=rand:60 i32:7
// RUN: -g 80 -l 16 --dump 0 % buf:i32:80 buf:i32:1280=rand:61 i32:15
kernel void private_spread(global int *out, global const int *in, int n)
{
    size_t i = get_global_id(0);
    int a[16];
    uint sum = 0;
    short rows[4][5];
    uchar bytes[24];
    long wide[6];
    for (int k = 0; k < 16; k++) /* one copy of 64 bytes */
        a[k] = in[i * 16 + k];
    for (int k = 0; k < 20; k++)
        rows[k / 5][k % 5] = (short)(a[k & 15] >> (k & 3));
    for (int k = 0; k < 24; k++)
        bytes[k] = (uchar)(a[(k * 5) & 15] + k);
    for (int k = 0; k < 6; k++)
        wide[k] = (long)a[k] * a[k + 6];
    for (int j = 1; j <= n; j++) { /* lanes leave the inner loop one by one */
        int v = a[j], k = j - 1;
        while (k >= 0 && a[k] > v) {
            a[k + 1] = a[k];
            k--;
        }
        a[k + 1] = v;
    }
    int *p = a[0] & 1 ? a + 3 : a, *end = a + 12 + (a[1] & 3);
    for (; p != end; p++)
        sum = sum * 5 + *p;
    int at = (sum & 0x7fff) % 20;
    rows[at / 5][at % 5] += 9;
    bytes[(at + n) % 24] ^= 0x55;
    wide[at % 6] -= sum;
    for (int k = 0; k < 20; k++)
        sum = sum * 3 + rows[k % 4][k / 4];
    for (int k = 0; k < 24; k++)
        sum = sum * 3 + bytes[23 - k];
    for (int k = 0; k < 6; k++)
        sum ^= (int)(wide[k] >> (k * 4));
    out[i] = sum;
}
