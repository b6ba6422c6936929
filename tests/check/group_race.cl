// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-groups that touch each other's bytes.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "async_kernel.h"

// Each group writes the same element.
// FAULT: same_element -g 64 -l 16 buf:i32:4
// FIND: group-race OpStore@write & OpStore@write out 8..11: item (0,0,0) of group (1,0,0), bytes 8 to 11 of argument 0, 3 items of 3 groups; item (0,0,0) of group (0,0,0)
kernel void same_element(global int *out)
{
    if (ID == 0)
        out[2] = (int)get_group_id(0); // @write
}

// In place, with the left neighbour: the neighbour may be another group's.
// FAULT: neighbour -g 32 -l 16 buf:i32:32=seq
// FIND: group-race OpLoad@read & OpStore@write out 60..63: item (0,0,0) of group (1,0,0), bytes 60 to 63 of argument 0, 1 item of 1 group; item (15,0,0) of group (0,0,0)
kernel void neighbour(global int *out)
{
    size_t i = get_global_id(0);
    int left = i > 0 ? out[i - 1] : 0; // @read
    GLOBAL_BARRIER();
    out[i] = left; // @write
}

// Tiles with a halo, written back whole: 4 elements overlap.
// FAULT: halo -g 32 -l 16 buf:i32:28
// FIND: group-race OpGroupAsyncCopy@copy & OpGroupAsyncCopy@copy out 48..63: group (1,0,0), bytes 48 to 63 of argument 0, 1 group; group (0,0,0)
kernel void halo(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out + get_group_id(0) * 12, tile, 16, 0); // @copy
    wait_group_events(1, &e);
}

// A pitch that is too small: a group's lines run into the next group's.
// FAULT: tiles -g 32 -l 16 buf:i32:128 buf:i32:16=seq
// FIND: group-race 2D2D@copy & 2D2D@copy out in 16..95
kernel void tiles(global int *out, global const int *in)
{
    local int tile[16];
    tile[ID] = 0;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy_2D2D(out, get_group_id(0) * 4, tile, 0, 4, 8, 2, 8, 16, 0); // @copy
    wait_group_events(1, &e);
}

// One group copies in what another one writes.
// FAULT: copy_and_store -g 32 -l 16 buf:i32:32=seq
// FIND: group-race OpGroupAsyncCopy@copy & OpStore@write out 64..67: item (0,0,0) of group (1,0,0), bytes 64 to 67 of argument 0, 1 item of 1 group; group (0,0,0)
kernel void copy_and_store(global int *out)
{
    local int tile[17];
    size_t base = get_group_id(0) * 16;
    if (get_group_id(0) == 0) {
        event_t e = async_work_group_copy(tile, out, 17, 0); // @copy
        wait_group_events(1, &e);
        out[ID] = tile[ID];
    } else {
        out[base + ID] = 3; // @write
    }
}

// An atomic and a plain store.
// FAULT: half_atomic -g 64 -l 16 buf:i32:4
// FIND: group-race * & * out 4..7
kernel void half_atomic(global int *out)
{
    if (ID == 0) {
        if (get_group_id(0) == 0)
            out[1] = 0;
        else
            atomic_inc(out + 1);
    }
}

// -- near misses ----------------------------------------------------------------

// SILENT: apart -g 64 -l 16 buf:i32:64 buf:i32:64=seq
// ONLY: clang14
kernel void apart(global int *out, global const int *in)
{
    local int tile[16];
    size_t base = get_group_id(0) * 16;
    event_t e = async_work_group_copy(tile, in + base, 16, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out + base, tile, 16, 0);
    wait_group_events(1, &e);
}

// SILENT: atomics -g 64 -l 16 buf:i32:4
kernel void atomics(global int *out)
{
    atomic_add(out + 1, ID);
    if (ID == 3)
        atomic_max(out + 2, (int)get_group_id(0));
}

// Halos that are only read.
// SILENT: read_halo -g 64 -l 16 buf:i32:64 buf:i32:68=seq
kernel void read_halo(global int *out, global const int *in)
{
    local int tile[20];
    size_t base = get_group_id(0) * 16;
    event_t e = async_work_group_copy(tile, in + base, 20, 0);
    wait_group_events(1, &e);
    out[base + ID] = tile[ID] + tile[ID + 4];
}

// Neighbouring bytes of one word.
// SILENT: bytes -g 64 -l 1 buf:i8:64
kernel void bytes(global char *out) { out[get_global_id(0)] = 1; }

// Tiles of two groups, side by side: their lines interleave.
// SILENT: side_by_side -g 32 -l 16 buf:i32:32
kernel void side_by_side(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy_2D2D(out, get_group_id(0) * 4, tile, 0, 4, 4, 4, 4, 8, 0);
    wait_group_events(1, &e);
}

// Each group its own column of elements.
// SILENT: columns -g 64 -l 16 buf:i32:64
kernel void columns(global int *out)
{
    local int tile[16];
    tile[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_strided_copy(out + get_group_id(0), tile, 16, 4, 0);
    wait_group_events(1, &e);
}
