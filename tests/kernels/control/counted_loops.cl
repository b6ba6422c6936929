// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops from a beginning to an end that work-items have of their own, which lie in any
// order: what they store and carry out, with steps and falling counters, of several
// widths, near the largest numbers, with other ways out, one in another.
// RUN: -k rises -g 1000 -l 50 --dump 2 --dump 3 % buf:u32:1000=rand:1 buf:u32:1000=rand:2 buf:u32:1000 buf:u32:1000
// RUN: -k few -g 777 -l 37 --dump 2 % buf:u32:777=rand:3 buf:u32:777=rand:4 buf:u32:777
// RUN: -k steps -g 512 -l 64 --dump 1 % buf:i32:512=rand:5 buf:i32:2048 i32:5
// RUN: -k widths -g 512 -l 64 --dump 1 --dump 2 % buf:u32:512=rand:6 buf:u64:512 buf:u32:1536
// RUN: -k limits -g 512 -l 64 --dump 1 % buf:u32:512=rand:7 buf:u32:2560
// RUN: -k leaves -g 1024 -l 64 --dump 1 % buf:u32:1024=rand:8 buf:u32:2048
// RUN: -k nested -g 640 -l 64 --dump 1 --dump 2 % buf:u32:640=rand:9 buf:u32:640 buf:u32:40960
// RUN: -k rows -g 600 -l 100 --dump 2 % buf:u32:600=rand:10 buf:f32:40000=seq buf:f32:600
// RUN: -k atomics -g 512 -l 64 --dump 1 --dump 2 % buf:u32:512=rand:11 buf:u32:16 buf:u32:512
// RUN: -k meets -g 256 -l 64 --dump 1 % buf:u32:256=rand:12 buf:u32:256

// Now and then many iterations, mostly few, or none: the end lies before the beginning.
static uint trips(uint x)
{
    return (x & 15) == 3 ? 40 + (x >> 8) % 90 : (x >> 4) % 6;
}

kernel void rises(global const uint *in, global const uint *other, global uint *sums,
                  global uint *lasts)
{
    uint i = get_global_id(0), b = in[i] >> 20, e = b + trips(other[i]), s = 0, k;
    if ((other[i] & 7) == 5)
        e = b / 2;
    for (k = b; k < e; k++)
        s = s * 3 + in[(k * 7 + i) % 1000];
    sums[i] = s + i;
    lasts[i] = k;
}

// Of a row of work-items some do not come to the loop, and some have ended.
kernel void few(global const uint *in, global const uint *other, global uint *out)
{
    uint i = get_global_id(0), x = in[i], s = x;
    out[i] = i;
    if (x % 11 == 4)
        return;
    if (x % 3) {
        uint n = trips(other[i]);
        for (uint k = 0; k < n; k++) {
            s ^= s << 5;
            s += other[(s ^ k) % 777];
        }
        s = s * 2 + n;
    }
    out[i] = s;
}

kernel void steps(global const int *in, global int *out, int step)
{
    int i = get_global_id(0), b = in[i] >> 24, e = b + (int)trips(in[511 - i]);
    int s = 0, t = 0, u = 0, v = 0;
    for (int k = b; k < e; k += 3)
        s = s * 5 + k;
    for (int k = b; k <= e; k += step)
        t = t * 5 + in[(k + i) & 511];
    for (int k = e; k > b; k -= 2)
        u = u * 5 + k;
    for (int k = e; k >= b; k--)
        v = v * 5 + in[(k ^ i) & 511];
    out[i] = s;
    out[512 + i] = t;
    out[1024 + i] = u;
    out[1536 + i] = v;
}

kernel void widths(global const uint *in, global ulong *longs, global uint *out)
{
    uint i = get_global_id(0), x = in[i], n = trips(x);
    ulong far = ((ulong)x << 32) + x, s = 0;
    for (ulong k = far; k < far + n; k += 2)
        s = s * 3 + k + in[k & 511];
    longs[i] = s;
    uint t = 0, u = 0, v = 0;
    for (short k = (short)(x >> 4); k != (short)((x >> 4) + n); k++)
        t = t * 3 + k;
    for (uchar k = x >> 8; k != (uchar)((x >> 8) + n); k++)
        u = u * 3 + in[k];
    ushort top = (x >> 16) | 1024, least = top - n;
    for (ushort k = top; k > least; k--)
        v = v * 3 + in[k & 511];
    out[i] = t;
    out[512 + i] = u;
    out[1024 + i] = v;
}

// Counters come to the largest numbers there are, and past them, where another way out
// ends the loop.
kernel void limits(global const uint *in, global uint *out)
{
    uint i = get_global_id(0), x = in[i], n = trips(x), turns = 0, s = 0;
    for (uint k = UINT_MAX - n; k < UINT_MAX; k++)
        s = s * 3 + in[k & 511];
    out[i] = s;
    s = 0;
    for (uint k = UINT_MAX - n * 4; k < UINT_MAX - (x & 1); k += 4) {
        s = s * 3 + in[k & 511];
        if (++turns == 60)
            break;
    }
    out[512 + i] = s + turns;
    s = turns = 0;
    for (uint k = UINT_MAX - n; k <= UINT_MAX - (x >> 31); k++) {
        s = s * 3 + in[k & 511];
        if (++turns == 70)
            break;
    }
    out[1024 + i] = s + turns;
    s = 0;
    for (int k = INT_MAX - (int)n; k < INT_MAX; k++)
        s = s * 3 + in[k & 511];
    for (int k = INT_MIN + (int)n; k > INT_MIN; k--)
        s = s * 3 + in[k & 511];
    out[1536 + i] = s;
    s = turns = 0;
    for (uint k = n; k >= (x & 1); k--) {
        s = s * 3 + in[k & 511];
        if (++turns == 80)
            break;
    }
    out[2048 + i] = s + turns;
}

kernel void leaves(global const uint *in, global uint *out)
{
    uint i = get_global_id(0), x = in[i], n = trips(x), s = 0, at = n;
    for (uint k = 0; k < n; k++) {
        uint y = in[(i + k * k) & 1023];
        if (y % 61 == 0) {
            at = k;
            break;
        }
        if (y & 64)
            continue;
        s = s * 3 + y;
        if (y & 1)
            s ^= in[s & 1023];
    }
    out[i] = s;
    s = 0;
    for (uint k = 0; k < n; k++) {
        if (in[(x + k) & 1023] & 12)
            continue;
        s = s * 7 + k;
    }
    out[1024 + i] = s + at;
}

kernel void nested(global const uint *in, global uint *out, global uint *rows)
{
    uint i = get_global_id(0), n = trips(in[i]) / 2, s = 0;
    for (uint k = 0; k < n; k++) {
        uint m = trips(in[(i + k) % 640]) / 4, t = k;
        for (uint j = m; j > 0; j--)
            t = t * 3 + in[(j + k) % 640];
        if (k < 64)
            rows[i * 64 + k] = t;
        while (t % 5 > 1 && t)
            t /= 2;
        s = s * 3 + t;
    }
    out[i] = s;
}

kernel void rows(global const uint *in, global const float *row, global float *out)
{
#pragma OPENCL FP_CONTRACT OFF
    uint i = get_global_id(0), b = i * 60 % 30000, e = b + trips(in[i]);
    float s = 0;
    for (uint k = b; k < e; k++)
        s = s * 0.5f + row[k];
    out[i] = s;
}

kernel void atomics(global const uint *in, global uint *counts, global uint *out)
{
    uint i = get_global_id(0), x = in[i], n = trips(x), s = 0;
    for (uint k = 0; k < n; k++) {
        atomic_add(&counts[(x + k) & 15], k);
        s = s * 3 + k;
    }
    out[i] = s;
}

kernel void meets(global const uint *in, global uint *out)
{
    local uint part[64];
    uint i = get_global_id(0), l = get_local_id(0), n = trips(in[i]), s = 0;
    for (uint round = 0; round < 3; round++) {
        part[l] = in[i] + round;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < n; k++)
            s = s * 3 + part[(l + k) & 63];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = s;
}
