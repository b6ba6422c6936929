// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Races of unlike accesses: atomics and plain ones, fields, parts of vectors.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: atomic_plain_read -g 16 -l 16 buf:i32:16
// FIND: data-race OpLoad@r & *@a n 0..3
kernel void atomic_plain_read(global int *d)
{
    local int n;
    if (ID == 0)
        n = 0;
    LOCAL_BARRIER();
    atomic_inc(&n); // @a
    d[ID] = n;      // @r
}

// FAULT: atomic_reset_race -g 16 -l 16 buf:i32:64
// FIND: data-race OpStore@w & OpLoad@r n 0..3
kernel void atomic_reset_race(global int *d)
{
    local int n;
    for (int k = 0; k < 4; k++) {
        if (ID == 0)
            n = 0; // @w
        LOCAL_BARRIER();
        atomic_add(&n, ID);
        LOCAL_BARRIER();
        d[k * 16 + ID] = n; // @r
    }
}

// FAULT: struct_field -g 16 -l 16 buf:i32:64
// FIND: data-race OpStore@w & OpLoad@r t in 0..127
struct two {
    int a, b;
};
kernel void struct_field(global int *d)
{
    local struct two t[16];
    t[ID].b = 0;
    t[ID].a = ID;               // @w
    d[ID] = t[(ID + 1) & 15].a; // @r
}

// FAULT: vec_overlap -g 16 -l 16 buf:i32:64
// FIND: data-race *@w d in 0..79
kernel void vec_overlap(global int *d)
{
    vstore4((int4)(ID), 0, d + ID * 3); // @w
}

// FAULT: dim2_bad -g 8,8 -l 4,4 buf:i32:64
// FIND: data-race *@w t in 0..63
kernel void dim2_bad(global int *d)
{
    local int t[16];
    t[get_local_id(0)] = get_local_id(1); // @w
    LOCAL_BARRIER();
    d[get_global_id(1) * 8 + get_global_id(0)] = t[get_local_id(0)];
}

// FAULT: early_group_exit -g 32 -l 16 buf:i32:64=seq i32:20
// FIND: barrier-divergence OpControlBarrier@b
kernel void early_group_exit(global int *d, int n)
{
    local int t[16];
    if (get_global_id(0) >= n)
        return;
    t[ID] = d[get_global_id(0)];
    LOCAL_BARRIER(); // @b
    d[get_global_id(0)] = t[ID];
}

// SILENT: atomic_barrier_reset -g 16 -l 16 buf:i32:64
kernel void atomic_barrier_reset(global int *d)
{
    local int n;
    for (int k = 0; k < 4; k++) {
        if (ID == 0)
            n = 0;
        LOCAL_BARRIER();
        atomic_add(&n, ID);
        LOCAL_BARRIER();
        d[k * 16 + ID] = n;
        LOCAL_BARRIER();
    }
}

// SILENT: struct_other_field -g 16 -l 16 buf:i32:64
kernel void struct_other_field(global int *d)
{
    local struct two t[16];
    t[ID].b = 0;
    LOCAL_BARRIER();
    t[ID].a = ID;
    d[ID] = t[(ID + 1) & 15].b;
}

// SILENT: early_group_whole -g 32 -l 16 buf:i32:64=seq i32:16
kernel void early_group_whole(global int *d, int n)
{
    local int t[16];
    if (get_global_id(0) >= n)
        return;
    t[ID] = d[get_global_id(0)];
    LOCAL_BARRIER();
    d[get_global_id(0)] = t[ID ^ 1];
}
