// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops that few work-items run, here and there, or that they leave one by one, while
// others wait at several places or have ended; with private arrays, and with what
// neighbours load and store together behind the loop.
// RUN: -k edges -g 512 -l 64 --dump 2 % buf:u32:513=rand:4 buf:u32:512=rand:5 buf:u32:512=0 u32:512
// RUN: -k search -g 256 -l 64 --dump 1 % buf:u32:256=rand:7 buf:u32:256=0 u32:6
// RUN: -k levels -g 300 -l 100 --dump 1 --dump 2 % buf:i32:300=rand:9 buf:i32:300=0 buf:i64:300=0
// RUN: -k many -g 333 -l 37 --dump 1 % buf:i32:333=rand:2 buf:i32:333=0
// RUN: -k filter -g 96,9 -l 16,3 --dump 1 % buf:u16:864=rand:3 buf:u16:864=0 i32:96
// RUN: -k again -g 2048 -l 64 --dump 1 % buf:u32:2048=rand:6 buf:u32:2048=0
kernel void again(global const uint *in, global uint *out)
{
    uint i = get_global_id(0), x = in[i], s = 0;
    out[i] = x - i;
    if ((i % 5 == 0 && i % 128 < 100) || i % 128 == 0) {
        uint turns = i % 128 == 0 ? 80 : 40 + (x & 31);
        for (uint k = 0; k < turns; k++)
            s = s * 5 + in[(s + x + k) & 2047];
        out[i] = s;
    }
}

kernel void edges(global const uint *rows, global const uint *cost, global uint *out,
                  uint n)
{
    uint i = get_global_id(0), s = 0;
    if ((cost[i] & 7) == 1) {
        uint begin = rows[i] % n, end = begin + (rows[i + 1] & 63);
        for (uint e = begin; e < end; e++) {
            uint d = cost[e % n] % n;
            if (cost[d] & 4)
                s += d ^ e;
        }
    }
    out[i] = s + i;
}

kernel void search(global const uint *in, global uint *out, uint n)
{
    uint i = get_global_id(0), full = (1u << n) - 1, count = 0;
    uint st[12], cs[12], ls[12], rs[12];
    int d = 0;
    st[0] = full & ~(in[i] & full);
    cs[0] = ls[0] = rs[0] = 0;
    while (d >= 0) {
        uint a = st[d];
        if (a == 0) {
            d--;
            continue;
        }
        uint b = a & -a;
        st[d] = a ^ b;
        uint c = cs[d] | b, l = (ls[d] | b) << 1, r = (rs[d] | b) >> 1;
        if (c == full) {
            count++;
            continue;
        }
        d++;
        cs[d] = c;
        ls[d] = l;
        rs[d] = r;
        st[d] = full & ~(c | l | r);
    }
    out[i] = count;
}

kernel void levels(global const int *in, global int *out, global long *wide)
{
    int i = get_global_id(0), x = in[i] & 0xffff, s = 0;
    long w = in[i];
    char c = (char)i;
    bool odd = false;
    if (i % 11 == 5)
        return;
    for (int k = 0; k < (x & 15); k++) {
        if (x % 7 == 3)
            break;
        for (int m = 0; m < (x >> 8 & 31) * (i % 9 == 4); m++) {
            s += in[(m * 17 + x) % 300] & 255;
            w = w * 3 + s;
            odd = !odd;
        }
        c = (char)(c + k);
        s += in[i] >> k & 3;
        x = x * 5 + 1 & 0xffff;
    }
    out[i] = s * 2 + odd + c;
    wide[i] = w;
}

kernel void many(global const int *in, global int *out)
{
    int i = get_global_id(0), x = in[i] & 0xfff, s = 0, state = x % 6;
    for (int k = 0; k < 200; k++) {
        switch (state) {
        case 0:
            s += in[(x + k) % 333] & 15;
            state = s % 5;
            break;
        case 1:
            x = x * 13 + 7 & 0xfff;
            state = x % 6;
            break;
        case 2:
            for (int m = x & 7; m > 0; m--)
                s ^= in[(s + m & 0xff)] & 1023;
            state = 4;
            break;
        case 3:
            s = -s & 0xffff;
            state = 1;
            break;
        case 4:
            state = s & 1 ? 1 : 5;
            s++;
            break;
        default:
            k = k + 1000 * (x % 3 == 0);
            state = 0;
        }
    }
    out[i] = s * 4096 + x;
}

kernel void filter(global const ushort *in, global ushort *out, int w)
{
    int x = get_global_id(0), y = get_global_id(1), at = y * w + x;
    ushort v = in[at];
    int n = 0;
    while (v != 1 && v != 0 && n < 300) {
        v = v & 1 ? (ushort)(v * 3 + 1) : (ushort)(v >> 1);
        n++;
    }
    out[at] = (ushort)(n + (x > 0 ? in[at - 1] : 0));
}
