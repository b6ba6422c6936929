// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sums over lists of which a few are long: of several types and operations, from
// counters and pointers that rise by one or more, or fall; several sums at once, sums
// that begin with other values, are used more than once, or are in an outer loop; for
// some of a group's work-items; and loops that look like such sums, but are none.
// RUN: -k operations -g 200 -l 50 --dump 2/10 % buf:u32:1000=rand:1 buf:u32:1000=rand:2 buf:u32:2000
// RUN: -k longs -g 185 -l 37 --dump 2 % buf:u32:777=rand:3 buf:u32:777=rand:4 buf:u64:555
// RUN: -k floats -g 200 -l 100 --dump 2 --dump 3 % buf:u32:1000=rand:5 buf:u32:1000=rand:6 buf:f32:800 buf:f64:600 f64:2.5
// RUN: -k pointers -g 180 -l 60 --dump 2 --dump 3 % buf:u32:600=rand:7 buf:u32:4096=rand:8 buf:u32:360 buf:u64:180
// RUN: -k steps -g 128 -l 64 --dump 1 % buf:i32:512=rand:9 buf:i32:512 i32:5
// RUN: -k some -g 270 -l 90 --dump 2 % buf:u32:900=rand:10 buf:u32:900=rand:11 buf:u32:540
// RUN: -k nested -g 192 -l 64 --dump 1 % buf:u32:640=rand:12 buf:u32:384
// RUN: -k others -g 128 -l 64 --dump 1 --dump 2 % buf:u32:512=rand:13 buf:u32:768 buf:u32:128
// RUN: -k twice -g 192 -l 64 --dump 1 % buf:u32:512=rand:14 buf:u32:384

// Some 700 iterations for one work-item of a hundred; mostly few, or none.
static uint length_of(uint x)
{
    return x % 97 == 5 ? 600 + (x >> 8) % 200 : (x >> 4) % 4;
}

kernel void operations(global const uint *in, global const uint *other, global uint *out)
{
    uint i = get_global_id(0), b = in[i] % 800, e = b + length_of(other[i]);
    uint sum = 0, product = 1, xors = i, ands = ~0u, ors = 0, least = ~0u, most = 0;
    int low = 0x7FFFFFFF, high = -5, count = 0;
    for (uint k = b; k < e; k++) {
        uint x = in[(k * 7 + i) % 1000], y = other[k % 1000];
        sum += x * y;
        product *= x | 1;
        xors ^= x + k;
        ands &= x | y | k;
        ors |= x & y & k;
        least = min(least, x);
        most = max(most, y);
        low = min(low, (int)(x << 1));
        high = max(high, (int)(y << 1));
        count += (x & 3) == 1;
    }
    global uint *to = out + i * 10;
    to[0] = sum, to[1] = product, to[2] = xors, to[3] = ands, to[4] = ors;
    to[5] = least, to[6] = most, to[7] = low, to[8] = high, to[9] = count;
}

kernel void longs(global const uint *in, global const uint *other, global ulong *out)
{
    uint i = get_global_id(0), n = length_of(other[i]);
    ulong sum = i, product = 3;
    long low = 1;
    for (ulong k = 0; k < n; k++) {
        ulong x = (ulong)in[(k + i) % 777] << (k & 31);
        sum += x;
        product *= x + k * 2 + 1;
        low = min(low, (long)(x << 3));
    }
    out[i] = sum;
    out[185 + i] = product;
    out[370 + i] = low;
}

// All results are exact: small integers.
kernel void floats(global const uint *in, global const uint *other, global float *out,
                   global double *wide, double step)
{
    uint i = get_global_id(0), n = length_of(other[i]);
    float sum = 0, fused = 1, mads = i, ones = 0;
    double both = 2, factors = 1, way = i;
    for (uint k = 0; k < n; k++) {
        float x = in[(k + i) % 1000] >> 28, y = (int)(in[k] >> 29) - 3;
        sum += x;
        fused = fma(x, y, fused);
        mads = mad(y, 2.0f, mads);
        both += (double)x * y;
        factors *= k % 16 ? 1 : 2;
        ones += 1;
        way += step;
    }
    out[i] = sum;
    out[200 + i] = fused;
    out[400 + i] = mads;
    wide[i] = both;
    wide[200 + i] = factors;
    out[600 + i] = ones;
    wide[400 + i] = way;
}

kernel void pointers(global const uint *lists, global const uint *values, global uint *out,
                     global ulong *wide)
{
    uint i = get_global_id(0), b = lists[i] % 2000, n = length_of(lists[599 - i]);
    uint sum = 0, apart = 0;
    ulong pairs = 0;
    for (global const uint *p = values + b, *e = p + n; p < e; p++)
        sum += *p;
    for (global const uint *p = values + b, *e = p + 2 * n; p < e; p += 2)
        apart ^= p[0] + p[1] * 3;
    for (global const uint2 *p = (global const uint2 *)values + b / 2, *e = p + n; p < e; p++)
        pairs += (ulong)p->x * p->y;
    out[i] = sum;
    out[180 + i] = apart;
    wide[i] = pairs;
}

kernel void steps(global const int *in, global int *out, int step)
{
    int i = get_global_id(0), b = in[i] >> 24, e = b + (int)length_of(in[511 - i]);
    int s = 0, t = 0, u = 0, v = 0;
    for (int k = b; k < e; k += 3)
        s += k * in[k & 511];
    for (int k = b; k <= e; k += step)
        t ^= in[(k + i) & 511];
    for (int k = e; k > b; k -= 2)
        u += in[k & 511] & k;
    for (int k = e; k >= b; k--)
        v = max(v, in[(k ^ i) & 511]);
    out[i] = s;
    out[128 + i] = t;
    out[256 + i] = u;
    out[384 + i] = v;
}

// Some work-items do not come to the loop, and some have ended.
kernel void some(global const uint *in, global const uint *other, global uint *out)
{
    uint i = get_global_id(0), x = in[i], sum = x;
    out[i] = i;
    out[270 + i] = x;
    if (x % 11 == 4)
        return;
    if (x % 3) {
        uint n = length_of(other[i]);
        for (uint k = 0; k < n; k++)
            sum += other[(x + k) % 900] * i;
        sum = sum * 2 + n;
    } else {
        sum -= 7;
    }
    out[i] = sum;
    out[270 + i] = sum ^ x;
}

kernel void nested(global const uint *in, global uint *out)
{
    uint i = get_global_id(0), sum = 0, last = 0;
    for (uint o = 0; o < (i & 3); o++) {
        uint n = length_of(in[(i * 5 + o) % 640]), part = o;
        for (uint k = 0; k < n; k++)
            part += in[(k + o + i) % 640] >> o;
        sum = sum * 3 + part;
        last = part;
    }
    out[i] = sum;
    out[192 + i] = last;
}

// A counter that is used behind the loop, a sum that is used in it, stores, two ways
// out, an operation that is none of a sum, and a value of the last iteration.
kernel void others(global const uint *in, global uint *out, global uint *seen)
{
    uint i = get_global_id(0), n = length_of(in[i]), k, sum = 0, running = 0, found = 0;
    uint mixed = i, shifted = 1, last = 0;
    for (k = 0; k < n; k++)
        sum += in[(k + i) % 512];
    out[i] = sum + k;
    for (k = 0; k < n; k++) {
        running += in[k % 512];
        mixed ^= running;
    }
    out[128 + i] = mixed;
    sum = 0;
    for (k = 0; k < n; k++) {
        seen[i] = sum;
        sum += in[(k ^ i) % 512];
    }
    out[256 + i] = sum;
    for (k = 0; k < n; k++) {
        if (in[(k + i) % 512] % 61 == 7)
            break;
        found += k;
    }
    out[384 + i] = found;
    for (k = 0; k < n; k++)
        shifted = (shifted << 1) - in[k % 512];
    out[512 + i] = shifted;
    for (k = 0; k < n; k++)
        last = in[(k * i) % 512];
    out[640 + i] = last;
}

// A loop's lists begin where another one's sum ends.
kernel void twice(global const uint *in, global uint *out)
{
    uint i = get_global_id(0), n = length_of(in[i]), first = i, second = 0;
    for (uint k = 0; k < n; k++)
        first += in[(k + i) % 512] >> 24;
    uint e = first + length_of(in[511 - i]);
    for (uint k = first; k < e; k++)
        second += in[k % 512] * first;
    out[i] = first;
    out[192 + i] = second;
}
