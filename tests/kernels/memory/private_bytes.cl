// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Arrays of a work-item, indexed by bytes: counters that rise and fall by an
// element's bytes, multiples that are computed and masked, offsets from the
// middle, elements of 2 and of 8 bytes, multiples that no compiler can know.
// SETS: clang22.O2.64 clang14.O2.64 clang14.O0.64 clang22.O2.32 clang14.O2.32
// RUN: -g 32 -l 8 --dump 0 % buf:u32:160 buf:u32:32=rand:60 i32:12
#define AT(type, a, byte) (*(type *)((char *)(a) + (byte)))
kernel void private_bytes(global uint *out, global const uint *in, int step)
{
    size_t i = get_global_id(0);
    uint x = in[i], a[12], b[12], c[12];
    ushort h[12];
    ulong w[6];
    for (int k = 0; k < 48; k += 4) {
        AT(uint, a, k) = k + x;
        AT(uint, b, 44 - k) = k * x;
    }
    for (int k = 0; k < 12; k++)
        c[k] = k, h[k] = k ^ x;
    for (int k = 40; k >= 0; k -= 8)
        AT(ulong, w, k) = k * (ulong)x;
    for (int k = 0; k < 12; k++) {
        AT(uint, a, (x >> k) % 12 << 2) += AT(uint, a, x >> k & 28) + k;
        AT(uint, &b[6], 4 * (int)((x >> k) % 12) - 24) ^= x + k;
        AT(uint, c, (int)((x >> k) % 4) * step) += x;
        AT(ushort, h, (x >> k) % 12 * 2) += AT(ushort, h, x >> k & 14);
        AT(ulong, w, (x >> k & 5) * 8) += AT(ulong, w, x >> k & 40) + k;
    }
    uint sum = 0, more = 0, third = 0, halves = 0, wide = 0;
    for (int k = 0; k < 12; k++) {
        sum = sum * 3 + a[k];
        more = more * 3 + b[k];
        third = third * 3 + c[k];
        halves = halves * 3 + h[k];
        wide = wide * 3 + (uint)(w[k / 2] >> k % 2 * 32);
    }
    out[i * 5] = sum;
    out[i * 5 + 1] = more;
    out[i * 5 + 2] = third;
    out[i * 5 + 3] = halves;
    out[i * 5 + 4] = wide;
}
