// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Private variables live as long as their block or function: what one held does
// not outlast it. (Optimizers say where blocks end, and fold what they know to be
// undefined; without them only functions have an end.)
// FLAGS: -fno-vectorize -fno-slp-vectorize -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O0.32 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

int kept(int k)
{
    int held[2];
    if (k == 0) {
        held[0] = 1;
        held[1] = 2;
    }
    return held[k & 1];
}

// The second call finds what the first one has left.
// FAULT: second_call -g 16 -l 16 buf:i32:16 i32:2
// ONLY: O0
// FIND: uninitialized OpStore@out out 0..3
// SILENT: second_call -g 16 -l 16 buf:i32:16 i32:1
kernel void second_call(global int *out, int n)
{
    int s = 0;
    for (int k = 0; k < n; k++)
        s += kept(k);
    out[ID] = s; // @out
}

int total(int from, int k)
{
    int sum;
    if (k == 0)
        sum = 0;
    sum += from;
    return sum;
}

// A number too.
// FAULT: second_number -g 16 -l 16 buf:i32:16 i32:2
// ONLY: O0
// FIND: uninitialized OpStore@out out 0..3
// SILENT: second_number -g 16 -l 16 buf:i32:16 i32:1
kernel void second_number(global int *out, int n)
{
    int s = 0;
    for (int k = 0; k < n; k++)
        s = total(k, k);
    out[ID] = s; // @out
}

uint odd_bytes(int k, int n)
{
    uchar b[7];
    for (int i = 0; i < 7; i++)
        if (k == 0 || i < n)
            b[i] = i + k;
    uint s = 0;
    for (int i = 0; i < 7; i++)
        s += b[i];
    return s;
}

// Some work-items call it twice, and not all write all of it.
// FAULT: some_again -g 16 -l 16 buf:u32:16 i32:6
// ONLY: O0
// FIND: uninitialized OpStore@out out 36..39
// SILENT: some_again -g 16 -l 16 buf:u32:16 i32:7
kernel void some_again(global uint *out, int n)
{
    uint s = 0;
    for (int k = 0; k < (ID > 8 ? 3 : 1); k++)
        s += odd_bytes(k, n);
    out[ID] = s; // @out
}

int *gone(int k)
{
    int held[2];
    held[0] = k;
    held[1] = k + 1;
    return held;
}

// FAULT: returned -g 16 -l 16 buf:i32:16 i32:2
// ONLY: O0
// FIND: uninitialized OpStore@out out 0..3
kernel void returned(global int *out, int n)
{
    int *p = gone(n);
    out[ID] = p[1]; // @out
}

int last(const int *p, int n)
{
    return p[n - 1];
}

int filled(int n)
{
    int held[8];
    for (int k = 0; k < n; k++)
        held[k] = k * k;
    return last(held, n);
}

// SILENT: handed_down -g 16 -l 16 buf:i32:16 i32:7
kernel void handed_down(global int *out, int n)
{
    int s = 0;
    for (int k = 1; k <= n; k++)
        s += filled(k);
    out[ID] = s;
}

struct pair {
    char first;
    int second;
};

struct pair made(int k)
{
    struct pair p;
    p.first = k;
    p.second = k + 1;
    return p;
}

// A structure that is returned is another's by then.
// SILENT: by_value -g 16 -l 16 buf:i32:32 i32:7
kernel void by_value(global struct pair *out, int n)
{
    struct pair all[8];
    for (int k = 0; k < n; k++)
        all[k] = made(k);
    out[ID] = all[ID % 7];
}

// Each round has an array of its own.
// FAULT: round -g 16 -l 16 buf:i32:16 i32:2
// ONLY: O2
// FIND: uninitialized OpStore@out out 0..3
// SILENT: round -g 16 -l 16 buf:i32:16 i32:1
kernel void round(global int *out, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        int t[4];
        if (i == 0)
            for (int j = 0; j < 4; j++)
                t[j] = j;
        s += t[(ID + i) & 3];
    }
    out[ID] = s; // @out
}

// SILENT: each_round -g 16 -l 16 buf:i32:16 i32:3
kernel void each_round(global int *out, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        int t[4];
        for (int j = 0; j < 4; j++)
            t[j] = j + i;
        s += t[(ID + i) & 3];
    }
    out[ID] = s;
}
