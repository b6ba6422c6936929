// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// An access out of bounds of each kind, by work-item 3 or by all. Under --keep-going each
// is left out, and all else runs: tests/cli/gac_run.sh has what `out` is then.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"

#define BAD (ID == 3)

// FAULT: private_load -g 8 -l 8 buf:i32:8
// FIND: out-of-bounds OpLoad@x
kernel void private_load(global int *out)
{
    int a[4] = { 10, 11, 12, 13 };
    out[ID] = a[BAD ? 1000 : ID & 3] + 1; // @x
}

// Another work-item's elements lie there.
// FAULT: private_load_near -g 8 -l 8 buf:i32:8
// FIND: out-of-bounds OpLoad@x
kernel void private_load_near(global int *out)
{
    int a[4] = { 10, 11, 12, 13 };
    out[ID] = a[BAD ? 5 : ID & 3] + 1; // @x
}

// FAULT: private_store -g 8 -l 8 buf:i32:8
// FIND: out-of-bounds OpStore@x
kernel void private_store(global int *out)
{
    int a[4] = { 0, 0, 0, 0 };
    a[BAD ? -1 : ID & 3] = ID + 1; // @x
    out[ID] = a[0] + a[1] + a[2] + a[3];
}

// What the others' indices are is not what work-item 3's is.
// FAULT: private_first -g 8 -l 8 buf:i32:8
// FIND: out-of-bounds OpStore@x a
kernel void private_first(global int *out)
{
    int a[8] = { 0 };
    int k = BAD ? 1 << 28 : ID;
    a[k] = 7; // @x
    out[k] = a[ID] + 1;
}

// FAULT: private_all -g 8 -l 8 buf:i32:8
// FIND: out-of-bounds OpStore@x
kernel void private_all(global int *out)
{
    int a[4] = { 1, 2, 3, 4 };
    a[ID + 4] = 9; // @x
    out[ID] = a[ID + 8] + 5;
}

// FAULT: private_vector -g 8 -l 8 buf:i32:8
// FIND: out-of-bounds OpLoad@x
kernel void private_vector(global int *out)
{
    int4 a[2] = { (int4)(1, 2, 3, 4), (int4)(5, 6, 7, 8) };
    int4 v = a[BAD ? 2 : ID & 1]; // @x
    out[ID] = v.x + v.y + v.z + v.w;
}

// FAULT: private_atomic -g 8 -l 8 buf:i32:8
// FIND: out-of-bounds *@x
kernel void private_atomic(global int *out)
{
    atomic_int a[4];
    for (int k = 0; k < 4; k++)
        atomic_init(&a[k], k + 10);
    out[ID] = atomic_fetch_add(&a[BAD ? 4 : ID & 3], 1); // @x
}

// FAULT: private_exchange -g 8 -l 8 buf:i32:8
// FIND: out-of-bounds *@x
kernel void private_exchange(global int *out)
{
    atomic_int a[4];
    int wanted = 0;
    for (int k = 0; k < 4; k++)
        atomic_init(&a[k], 0);
    atomic_compare_exchange_strong(&a[BAD ? 4 : ID & 3], &wanted, 5); // @x
    out[ID] = wanted + atomic_load(&a[ID & 3]);
}

typedef struct six {
    int v[6];
} six;

// FAULT: private_copy -g 8 -l 8 buf:i32:48
// FIND: out-of-bounds OpCopyMemorySized@x
kernel void private_copy(global six *out)
{
    six a[2];
    for (int k = 0; k < 6; k++) {
        a[0].v[k] = k + 1;
        a[1].v[k] = k + 11;
    }
    out[ID] = a[BAD ? 3 : ID & 1]; // @x
}

// FAULT: local_store -g 8 -l 8 buf:i32:8 local:32
// FIND: out-of-bounds OpStore@x
kernel void local_store(global int *out, local int *a)
{
    a[ID] = 0;
    a[BAD ? 8 : ID] = ID + 1; // @x
    LOCAL_BARRIER();
    out[ID] = a[ID];
}

// FAULT: global_atomic -g 8 -l 8 buf:i32:9
// FIND: out-of-bounds OpAtomicIAdd@x
kernel void global_atomic(global int *out)
{
    out[ID] = atomic_add(out + (BAD ? 4096 : 8), 1) < 0; // @x
}

// FAULT: global_exchange -g 8 -l 8 buf:i32:16
// FIND: out-of-bounds OpAtomicCompareExchange@x
kernel void global_exchange(global int *out)
{
    out[ID] = atomic_cmpxchg(out + (BAD ? 4096 : 8 + ID), 0, 5) + 3; // @x
}

// The part that lies inside is loaded, and stored.
// FAULT: global_parts -g 8 -l 8 buf:i32:39 buf:i32:8=seq
// FIND: out-of-bounds *@x in
kernel void global_parts(global int *out, global const int *in)
{
    int4 v = vload4(0, in + (BAD ? 6 : 0)); // @x
    vstore4(v, BAD ? 9 : ID, out);
}

// FAULT: constant_load -g 8 -l 8 buf:i32:8 buf:i32:4=seq
// FIND: out-of-bounds OpLoad@x in
kernel void constant_load(global int *out, constant int *in)
{
    out[ID] = in[BAD ? -5 : ID & 3] + 1; // @x
}

// FAULT: null_load -g 8 -l 8 buf:i32:8 null
// FIND: out-of-bounds OpLoad@x
kernel void null_load(global int *out, global int *none)
{
    out[ID] = none[ID] + ID; // @x
}

// FAULT: core_copy -g 8 -l 8 buf:i32:8 buf:i32:4=seq
// FIND: copy-out-of-bounds OpGroupAsyncCopy@x in
kernel void core_copy(global int *out, global const int *in)
{
    local int a[8];
    a[ID] = 100 + ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, in, 8, 0); // @x
    wait_group_events(1, &e);
    out[ID] = a[ID];
}

// Nothing has written `a`; that a copy would have is told already.
// FAULT: strided_copy -g 8 -l 8 buf:i32:8 buf:i32:8=seq
// FIND: copy-out-of-bounds OpGroupAsyncCopy@x in
kernel void strided_copy(global int *out, global const int *in)
{
    local int a[8];
    event_t e = async_work_group_strided_copy(a, in, 8, 2, 0); // @x
    wait_group_events(1, &e);
    out[ID] = a[ID];
}

// The event is the other copy's, too.
// FAULT: copy_on_event -g 8 -l 8 buf:i32:8 buf:i32:8=seq
// FIND: copy-out-of-bounds OpGroupAsyncCopy@x in
kernel void copy_on_event(global int *out, global const int *in)
{
    local int a[8], b[8];
    event_t e = async_work_group_copy(a, in, 8, 0);
    e = async_work_group_copy(b, in + 4, 8, e); // @x
    wait_group_events(1, &e);
    out[ID] = a[ID] + 1;
}

// FAULT: copy_back -g 8 -l 8 buf:i32:12
// FIND: copy-out-of-bounds OpGroupAsyncCopy@x out
kernel void copy_back(global int *out)
{
    local int a[8];
    a[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out + 5, a, 8, 0); // @x
    wait_group_events(1, &e);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (ID < 2)
        out[ID] = ID + 1;
}
