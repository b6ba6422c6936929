// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What loops have counted, added up and found when work-items leave them at different
// times: counters, sums and pointers that are alike for all who are still there.
// RUN: -g 300 -l 100 -k search --dump 0 % buf:i32:300 buf:u32:300=rand:431 u32:300
// RUN: -g 256 -l 256 -k search --dump 0 % buf:i32:256 buf:u32:256=rand:432 u32:250
// RUN: -g 300 -l 50 -k nested --dump 0 % buf:i32:300 buf:u32:300=rand:433 u32:40
// RUN: -g 256 -l 64 -k nested --dump 0 % buf:i32:256 buf:u32:256=rand:434 u32:33
// RUN: -g 240 -l 24 -k met --dump 0 % buf:i32:240 buf:u32:240=rand:435 u32:24
// RUN: -g 256 -l 128 -k met --dump 0 % buf:i32:256 buf:u32:256=rand:436 u32:100
// RUN: -g 300 -l 100 -k pointers --dump 0 % buf:i32:300 buf:u32:300=rand:437 u32:300
kernel void search(global int *out, global const uint *in, uint n)
{
    uint i = get_global_id(0), key = in[i] & 63, sum = 0, k, last = 0;
    for (k = 0; k < n; k++) {
        if ((in[k] & 63) == key)
            break;
        sum += in[k] >> 8;
        last = in[k];
    }
    uint down = n;
    while (down > 0 && (in[down - 1] & 15) != (key & 15))
        down--;
    long step = 0;
    float f = 1.0f;
    do {
        step += 3;
        f += (float)(in[step] & 255);
        if (step > n - 8)
            break;
    } while ((in[step + 1] & 31) != (key & 31));
    out[i] = (int)(k * 31 + sum * 7 + last + down * 1000 + (uint)step * 5 + (uint)f);
}

kernel void nested(global int *out, global const uint *in, uint n)
{
    uint i = get_global_id(0), v = in[i], r = 0;
    for (uint a = 0; a < n; a++) {
        uint b, sum = a;
        for (b = a; b < n; b++) {
            uint x = in[a * 3 + b];
            if ((x & 7) == (v & 7))
                break;
            if ((x & 63) == (v & 63)) {
                r += sum * 3;
                continue;
            }
            sum ^= x;
            for (uint c = 0; c < 4; c++)
                if ((in[c + b] & 3) == (v & 3)) {
                    r += c + sum;
                    break;
                }
        }
        r = r * 5 + b * 17 + sum;
        if ((in[a] + v) % 29 == 0) {
            out[i] = (int)(r + a * 100003 + b);
            return;
        }
    }
    out[i] = (int)r;
}

kernel void met(global int *out, global const uint *in, uint n)
{
    local uint tile[128];
    uint l = get_local_id(0), i = get_global_id(0), v = in[i], r = 0;
    for (uint round = 0; round < 3; round++) {
        tile[l] = v + round;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint k, sum = 0;
        for (k = 0; k < n; k++) {
            sum += tile[k];
            if (((tile[k] ^ v) & 15) == 0)
                break;
        }
        r += k + sum * 3 + (k < n ? tile[k] : round);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = (int)r;
}

kernel void pointers(global int *out, global const uint *in, uint n)
{
    uint i = get_global_id(0), key = in[i] & 31;
    global const uint *p = in, *end = in + n;
    uint before = 0;
    while (p < end && (*p & 31) != key) {
        before = *p;
        p++;
    }
    global const uint *q = p;
    while (q < end && (*q & 1) == (key & 1))
        q += 1 + (key & 1);
    out[i] = (int)((uint)(p - in) * 1009 + (uint)(q - in) + before
                   + (p < end ? *p : 0));
}
