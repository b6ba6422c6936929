// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies that the kernel does not wait for.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: never -g 32 -l 16 buf:i32:32
// FIND: missing-wait OpGroupAsyncCopy@copy out 0..63|64..127: group (0,0,0), bytes 0 to 63 of argument 0, 2 groups
kernel void never(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0); // @copy
}

// Two copies, one wait.
// FAULT: one_of_two -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: missing-wait 2D2D@copy b 0..63
kernel void one_of_two(global int *out, global const int *in)
{
    local int a[16], b[16];
    event_t e[2];
    e[0] = async_work_group_copy(a, in, 16, 0);
    e[1] = async_work_group_copy_2D2D(b, 0, in, 16, 4, 4, 4, 4, 4, 0); // @copy
    wait_group_events(1, e);
    out[ID] = a[ID];
}

// The second event overwrites the first.
// FAULT: overwritten -g 16 -l 16 buf:i32:16 buf:i32:32=seq
// FIND: missing-wait OpGroupAsyncCopy@copy a 0..63
kernel void overwritten(global int *out, global const int *in)
{
    local int a[16], b[16];
    a[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, in, 16, 0); // @copy
    e = async_work_group_copy(b, in + 16, 16, 0);
    wait_group_events(1, &e);
    out[ID] = b[ID];
}

// The path without a wait is taken.
// FAULT: one_path -g 16 -l 16 buf:i32:16 buf:i32:64=seq i32:0
// FIND: missing-wait 3D3D@copy tile 0..63
kernel void one_path(global int *out, global const int *in, int use)
{
    local int tile[16];
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 2, 2, 8, 16, 4, 8, 0); // @copy
    if (use) {
        wait_group_events(1, &e);
        out[ID] = tile[ID];
    } else {
        out[ID] = 0;
    }
}

// A pipeline that does not drain: the last copy is left alone.
// FAULT: undrained -g 16 -l 16 buf:i32:64 buf:i32:96=seq i32:4
// FIND: missing-wait OpGroupAsyncCopy@copy line 0..63
kernel void undrained(global int *out, global const int *in, int steps)
{
    local int line[2][16];
    event_t e[2];
    e[0] = async_work_group_copy(line[0], in, 16, 0);
    for (int k = 0; k < steps; k++) {
        e[(k + 1) & 1] = async_work_group_copy(line[(k + 1) & 1], in + 16 * (k + 1), 16, 0); // @copy
        wait_group_events(1, &e[k & 1]);
        out[16 * k + ID] = line[k & 1][ID];
        LOCAL_BARRIER();
    }
}

// -- near misses ----------------------------------------------------------------

// Three copies under one event.
// SILENT: chained -g 16 -l 16 buf:i32:16 buf:i32:48=seq
kernel void chained(global int *out, global const int *in)
{
    local int a[16], b[16], c[16];
    event_t e = async_work_group_copy(a, in, 16, 0);
    e = async_work_group_copy_2D2D(b, 0, in, 16, 4, 4, 4, 4, 4, e);
    e = async_work_group_copy(c, in + 32, 16, e);
    wait_group_events(1, &e);
    out[ID] = a[ID] + b[ID] + c[ID];
}

// The event is carried through the loop and waited for in the next round.
// SILENT: carried -g 16 -l 16 buf:i32:64 buf:i32:64=seq i32:4
kernel void carried(global int *out, global const int *in, int steps)
{
    local int line[2][16];
    event_t e = async_work_group_copy(line[0], in, 16, 0);
    for (int k = 0; k < steps; k++) {
        wait_group_events(1, &e);
        if (k + 1 < steps)
            e = async_work_group_copy(line[(k + 1) & 1], in + 16 * (k + 1), 16, 0);
        out[16 * k + ID] = line[k & 1][ID];
        LOCAL_BARRIER();
    }
}

// The wait stands in a function.
static void wait_for(event_t e)
{
    wait_group_events(1, &e);
}
// SILENT: in_function -g 16 -l 16 buf:i32:16 buf:i32:16=seq
kernel void in_function(global int *out, global const int *in)
{
    local int tile[16];
    wait_for(async_work_group_copy(tile, in, 16, 0));
    out[ID] = tile[ID];
}

// Every path waits, each in its own place.
// SILENT: every_path -g 32 -l 16 buf:i32:32 buf:i32:32=seq
kernel void every_path(global int *out, global const int *in)
{
    local int tile[16];
    size_t base = get_group_id(0) * 16;
    event_t e = async_work_group_copy(tile, in + base, 16, 0);
    if (get_group_id(0)) {
        wait_group_events(1, &e);
        out[base + ID] = 1;
        return;
    }
    wait_group_events(1, &e);
    out[base + ID] = tile[ID];
}
