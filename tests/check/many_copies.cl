// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// More copies in flight than can be looked at one by one.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.64
#include "async_kernel.h"

// n copies of 12 bytes in no order, 4 bytes apart; n and `step` have no common divisor.
#define SCATTER(e) \
    for (int k = 0; k < n; k++) \
        e = async_work_group_copy(out + (int)((long)k * step % n) * 4, tile, 3, e)

// SILENT: scattered -g 16 -l 16 buf:i32:400000 i32:100000 i32:7919
kernel void scattered(global int *out, int n, int step)
{
    local int tile[4];
    event_t e = 0;
    if (ID < 4)
        tile[ID] = ID;
    LOCAL_BARRIER();
    SCATTER(e);
    wait_group_events(1, &e);
}

// The gaps are free.
// SILENT: between -g 16 -l 16 buf:i32:4000 i32:1000 i32:719
kernel void between(global int *out, int n, int step)
{
    local int tile[4];
    event_t e = 0;
    if (ID < 4)
        tile[ID] = ID;
    LOCAL_BARRIER();
    SCATTER(e);
    for (int k = ID; k < n; k += 16)
        out[4 * k + 3] = k + tile[ID & 3];
    wait_group_events(1, &e);
}

// FAULT: one_early -g 16 -l 16 buf:i32:4000 i32:1000 i32:719
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@copy out 12336..12339
kernel void one_early(global int *out, int n, int step)
{
    local int tile[4];
    event_t e = 0;
    if (ID < 4)
        tile[ID] = ID;
    LOCAL_BARRIER();
    for (int k = 0; k < n; k++)
        e = async_work_group_copy(out + (int)((long)k * step % n) * 4, tile, 3, e); // @copy
    for (int k = ID; k < n; k += 16)
        out[4 * k + (k == 771 ? 0 : 3)] = k; // @write
    wait_group_events(1, &e);
}

// One of a second row of copies meets one of the first, which is long in flight.
// FAULT: one_meets -g 16 -l 16 buf:i32:8000 i32:1000 i32:719
// FIND: copy-race 2D2D@late & OpGroupAsyncCopy@copy out 8008..8011
kernel void one_meets(global int *out, int n, int step)
{
    local int tile[4];
    event_t e = 0, f = 0;
    if (ID < 4)
        tile[ID] = ID;
    LOCAL_BARRIER();
    for (int k = 0; k < n; k++)
        e = async_work_group_copy(out + (int)((long)k * step % n) * 4, tile, 3, e); // @copy
    for (int k = 0; k < n; k++)
        f = async_work_group_copy_2D2D(out, k == 300 ? 2002 : 4 * n + 3 * k, tile, 0, 4, 1, 1, 1, 1, f); // @late
    wait_group_events(1, &f);
    wait_group_events(1, &e);
}

// What was waited for is in flight no more, what was not still is.
// FAULT: half_waited -g 16 -l 16 buf:i32:8000=seq i32:1000 i32:719
// FIND: read-in-flight OpLoad@read & OpGroupAsyncCopy@copy tile 4..7
kernel void half_waited(global int *data, int n, int step)
{
    local int tile[1002];
    event_t e = 0, f = 0;
    if (ID == 5)
        tile[1] = 0;
    LOCAL_BARRIER();
    for (int k = 1; k < n; k++) {
        e = async_work_group_copy(tile + (int)((long)k * step % n) + 2, data + 4 * k, 1, e);
        if (k == 1)
            f = async_work_group_copy(tile + 1, data, 1, f); // @copy
    }
    wait_group_events(1, &e);
    int x = tile[3 + ID] + tile[1]; // @read
    wait_group_events(1, &f);
    data[4000 + ID] = x;
}
