// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-items that wait in loops with arms and loops in them, and what others have
// in hand meanwhile.
// RUN: -k arms -g 33 -l 33 --timeout 60 --dump 0,1 % buf:u32:33 buf:u32:1
// RUN: -k arms -g 3 -l 3 --timeout 60 --dump 0,1 % buf:u32:3 buf:u32:1
// RUN: -k choices -g 40 -l 40 --timeout 60 --dump 0,1 % buf:u32:40 buf:u32:2
// RUN: -k halves -g 32 -l 32 --timeout 60 --dump 0 % buf:u32:32 buf:u32:4000=rand:7 buf:u32:96000=rand:9 buf:u32:2 u32:2900
kernel void arms(global uint *out, global uint *flag)
{
    uint l = get_local_id(0), x = l;
    if (l != 0) {
        for (;;) {
            uint y = x;
#pragma unroll
            for (int k = 0; k < 30; k++) {
                y = y * 1664525u + 1013904223u;
                y ^= y >> 7;
            }
            if (l & 1)
                out[l] = y | 1;
            x = y;
            if (atomic_or(flag, 0))
                break;
        }
    }
    if (l == 0)
        atomic_or(flag, 1);
    out[l] = l * 2;
}

kernel void choices(global uint *out, global uint *flags)
{
    uint l = get_local_id(0), x = l;
    if (l != 0) {
        for (;;) {
            for (uint k = 0; k < (l & 7); k++)
                x = x * 5 + k;
            global uint *flag = flags;
            if (l & 2)
                flag++;
            if (atomic_or(flag, 0))
                break;
        }
    }
    if (l == 0) {
        atomic_or(flags, 1);
        atomic_or(flags + 1, 1);
    }
    out[l] = l * 3;
}

/* Nobody waits: the lock is free. */
kernel void halves(global uint *out, global const uint *a, global uint *b,
                   global uint *lock, uint n)
{
    uint l = get_local_id(0), side = l / 16, sum = 0;
    for (uint i = 0; i < n; i++) {
        uint at = l + i * 32;
        uint turns = (a[i] >> side * 4) & 15;
        for (uint j = 0; j < turns; j++)
            sum = sum * 5 + j;
        uint v = b[at];
        if (a[i] & (256 << side)) {
            b[at] = v + sum;
            for (uint j = 0; j < turns; j++)
                sum = sum * 3 + j;
        } else {
            b[at] = v - sum;
            for (uint j = 0; j < turns; j++)
                sum = sum * 7 + j;
        }
        while (atomic_or(lock, 0) & 1)
            sum++;
    }
    for (uint i = 0; i < n; i++)
        sum = sum * 3 + b[l + i * 32];
    out[l] = sum;
}
