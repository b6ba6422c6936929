// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-items of a group that touch the same bytes.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: exchange -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write a in 0..63
kernel void exchange(global int *out)
{
    local int a[16];
    a[ID] = ID; // @write
    out[ID] = a[15 - ID]; // @read
}

// All write one element, each its own value.
// FAULT: same_element -g 16 -l 16 buf:i32:4
// FIND: data-race OpStore@write & OpStore@write out 4..7
kernel void same_element(global int *out)
{
    out[1] = ID; // @write
}

// Work-item 9 writes what work-item 2 reads.
// FAULT: pair -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:9
// FIND: data-race OpStore@write & OpLoad@read there 20..23
kernel void pair(global int *out, global int *there, int who)
{
    int x = 0;
    if (ID == who)
        there[5] = 1; // @write
    if (ID == 2)
        x = there[5]; // @read
    out[ID] = x;
}

// A reduction whose last rounds have no barrier, as if 16 items ran in step.
// FAULT: reduction -g 16 -l 16 buf:i32:1
// FIND: data-race OpLoad@sum & OpStore@sum a in 0..31
kernel void reduction(global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    for (int n = 8; n > 0; n /= 2)
        if (ID < n)
            a[ID] += a[ID + n]; // @sum
    if (ID == 0)
        out[0] = a[0];
}

// A local fence is none for global memory.
// FAULT: wrong_fence -g 16 -l 16 buf:i32:16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write there in 0..63
kernel void wrong_fence(global int *out, global int *there)
{
    there[ID] = ID; // @write
    LOCAL_BARRIER();
    out[ID] = there[15 - ID]; // @read
}

// FAULT: wrong_fence_local -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@read & OpStore@write a in 0..63
kernel void wrong_fence_local(global int *out)
{
    local int a[16];
    a[ID] = ID; // @write
    GLOBAL_BARRIER();
    out[ID] = a[15 - ID]; // @read
}

// An atomic meets a plain store.
// FAULT: half_atomic -g 16 -l 16 buf:i32:16
// FIND: data-race OpStore@reset & OpAtomicIAdd@add n 0..3
kernel void half_atomic(global int *out)
{
    local int n;
    if (ID == 0)
        n = 0; // @reset
    atomic_add(&n, 1); // @add
    LOCAL_BARRIER();
    out[ID] = n;
}

// The bytes overlap in part: a short at byte 2, an int at byte 0.
// FAULT: part -g 16 -l 16 buf:i32:16
// FIND: data-race OpStore@int & OpStore@short a 2..3|0..3
kernel void part(global int *out)
{
    local int a[1];
    if (ID == 3)
        a[0] = 7; // @int
    if (ID == 4)
        ((local short *)a)[1] = 8; // @short
    LOCAL_BARRIER();
    out[ID] = a[0];
}

// -- near misses ----------------------------------------------------------------

// SILENT: barrier_between -g 16 -l 16 buf:i32:16
kernel void barrier_between(global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    out[ID] = a[15 - ID];
}

// SILENT: both_fences -g 16 -l 16 buf:i32:16 buf:i32:16
kernel void both_fences(global int *out, global int *there)
{
    local int a[16];
    a[ID] = ID;
    there[ID] = ID;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[ID] = a[15 - ID] + there[ID ^ 1];
}

// SILENT: atomics -g 16 -l 16 buf:i32:16
kernel void atomics(global int *out)
{
    local int n;
    if (ID == 0)
        n = 0;
    LOCAL_BARRIER();
    atomic_add(&n, ID);
    LOCAL_BARRIER();
    out[ID] = n;
}

// Bytes of one word, each its own.
// SILENT: bytes -g 16 -l 16 buf:i32:16
kernel void bytes(global int *out)
{
    local char a[16];
    a[ID] = (char)ID;
    out[ID] = a[ID];
}

// A reduction with a barrier in every round.
// SILENT: reduction_whole -g 16 -l 16 buf:i32:1
kernel void reduction_whole(global int *out)
{
    local int a[16];
    a[ID] = ID;
    for (int n = 8; n > 0; n /= 2) {
        LOCAL_BARRIER();
        if (ID < n)
            a[ID] += a[ID + n];
    }
    if (ID == 0)
        out[0] = a[0];
}

// Each work-item has its own private array at the same place.
// SILENT: private_arrays -g 16 -l 16 buf:i32:16 i32:3
kernel void private_arrays(global int *out, int n)
{
    int a[4];
    for (int k = 0; k < 4; k++)
        a[k] = ID + k;
    out[ID] = a[n];
}

// Written and read by one work-item only.
// SILENT: one_of_them -g 16 -l 16 buf:i32:16
kernel void one_of_them(global int *out)
{
    local int a[16];
    if (ID == 7) {
        for (int k = 0; k < 16; k++)
            a[k] = k;
        out[7] = a[3] + a[15];
    }
}
