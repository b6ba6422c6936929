// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Bit counting of each width, of the extremes too.
// RUN: -g 65 -l 13 --dump 0,1,2,3 % buf:u8:65 buf:u16:65 buf:u32:130 buf:u64:130
kernel void bits(global uchar *a, global ushort *b, global uint *c,
                 global ulong *d)
{
    size_t i = get_global_id(0);
    ulong x = i == 64 ? 0 : (ulong)0x8000000000000001 >> i;
    a[i] = clz((uchar)x) * 16 + popcount((uchar)x);
    b[i] = clz((ushort)x) * 16 + popcount((ushort)x);
    c[2 * i] = clz((uint)x);
    c[2 * i + 1] = popcount((uint)~x);
    d[2 * i] = clz(x);
    d[2 * i + 1] = popcount(~x);
}
