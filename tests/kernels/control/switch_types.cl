// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-items part in switches over integers of all sizes: cases that share a place with
// the default, that nobody takes, that only a few do, within a loop; more places than
// are kept in a list.
// RUN: -g 300 -l 100 -k narrow_switches --dump 0 % buf:i32:300 buf:i32:300=rand:421
// RUN: -g 256 -l 64 -k narrow_switches --dump 0 % buf:i32:256 buf:i32:256=rand:422
// RUN: -g 300 -l 50 -k wide_switches --dump 0 % buf:i32:300 buf:i32:300=rand:423
// RUN: -g 1000 -l 250 -k wide_switches --dump 0 % buf:i32:1000 buf:i32:1000=rand:424
kernel void narrow_switches(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int v = in[i], r = (int)i;
    for (int k = 0; k < 6; k++) {
        switch ((char)(v >> k)) {
        case -128: r += out[i]; break;
        case -1: case -2: case -3: r ^= 77; break;
        case 0: r *= 3; break;
        case 127: case 126: r -= v; break;
        case 5:
            if (r & 1)
                continue;
            r += 5;
        case 6: r += 6; break;
        default: r += k; break;
        }
        switch ((ushort)(v & 0x8003)) {
        case 0x8000: r += 11; break;
        case 0x8001: r ^= v; break;
        case 2: break;
        case 0x8003: r = (r << 3) | (r & 7); break;
        default: r -= 13;
        }
    }
    out[i] = r;
}

kernel void wide_switches(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int v = in[i], r = (int)i;
    for (int k = 0; k < 8; k++) {
        switch ((v + k * 7) & 31) {
        case 0: r += 3; break;
        case 1: r ^= 0x55; break;
        case 2: r *= 5; break;
        case 3: r = ~r; break;
        case 4: r += v; break;
        case 5: r -= k; break;
        case 6: r |= 1; break;
        case 7: r &= ~2; break;
        case 8: r = r * r + 1; break;
        case 9: r >>= 1; break;
        case 10: r <<= 2; break;
        case 11: r += in[(i + 7) % get_global_size(0)]; break;
        case 12: r ^= r >> 5; break;
        case 13: r = -r; break;
        case 14: r += 1000; break;
        case 15: r -= 999; break;
        case 16: case 17: case 18: r ^= k * 3; break;
        default: r = r * 7 + k; break;
        }
        switch (((long)v << 28) & 0x700000000L) {
        case 0x100000000L: r++; break;
        case 0x700000000L: r += 70; break;
        case 0x0L: r -= 2; break;
        case 0x500000000L: return;
        }
    }
    out[i] = r;
}
