// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Many copies in flight of columns, each of which lies between the others' lines.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang22.O0.64
#include "async_kernel.h"

#define BEGIN \
    local int tile[8]; \
    event_t e = 0; \
    if (ID < 8) \
        tile[ID] = ID; \
    LOCAL_BARRIER()

// `step` and n have no common divisor: each column once, in no order.
#define COLUMN(k) ((int)((long)(k) * step % n))

// SILENT: columns -g 16 -l 16 buf:i32:20000 i32:5000 i32:719
kernel void columns(global int *out, int n, int step)
{
    BEGIN;
    for (int k = 0; k < n; k++)
        e = async_work_group_strided_copy(out + COLUMN(k), tile, 4, n, e);
    wait_group_events(1, &e);
}

// The last one goes where column 17 is in flight.
// FAULT: one_twice -g 16 -l 16 buf:i32:4000 i32:1000 i32:719
// FIND: copy-race OpGroupAsyncCopy@copy & OpGroupAsyncCopy@copy out 68..71
kernel void one_twice(global int *out, int n, int step)
{
    BEGIN;
    for (int k = 0; k < n; k++)
        e = async_work_group_strided_copy(out + (k == n - 1 ? 17 : COLUMN(k)), tile, 4, n, e); // @copy
    wait_group_events(1, &e);
}

// Two lines at another pitch: 2035 is free, 2040 is column 40's, in line 2.
// FAULT: across -g 16 -l 16 buf:i32:4000 i32:1000
// FIND: copy-race 2D2D@late & OpGroupAsyncCopy@copy out 8160..8163
kernel void across(global int *out, int n)
{
    event_t f = 0;
    BEGIN;
    for (int k = 0; k < n; k += 2)
        e = async_work_group_strided_copy(out + k, tile, 4, n, e); // @copy
    f = async_work_group_copy_2D2D(out, 2035, tile, 0, 4, 1, 2, 1, 5, 0); // @late
    wait_group_events(1, &f);
    wait_group_events(1, &e);
}

// Every second column is free.
// SILENT: beside -g 16 -l 16 buf:i32:4000 i32:1000
kernel void beside(global int *out, int n)
{
    BEGIN;
    for (int k = 0; k < n; k += 2)
        e = async_work_group_strided_copy(out + k, tile, 4, n, e);
    for (int k = ID; k < 2 * n; k += 16)
        out[2 * k + 1] = k;
    wait_group_events(1, &e);
}

// Column 246 is not: line 2 of it.
// FAULT: not_beside -g 16 -l 16 buf:i32:4000 i32:1000
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@copy out 8984..8987
kernel void not_beside(global int *out, int n)
{
    BEGIN;
    for (int k = 0; k < n; k += 2)
        e = async_work_group_strided_copy(out + k, tile, 4, n, e); // @copy
    for (int k = ID; k < 2 * n; k += 16)
        out[k == 1123 ? 2246 : 2 * k + 1] = k; // @write
    wait_group_events(1, &e);
}

// Bytes that copies read may be read; columns that they do not read, written.
// SILENT: read_beside -g 16 -l 16 buf:i32:3000=seq buf:i32:16 i32:1000
kernel void read_beside(global int *in, global int *out, int n)
{
    local int tile[1500];
    event_t e = 0;
    int sum = 0;
    for (int k = 0; k < n; k += 2)
        e = async_work_group_strided_copy(tile + k / 2 * 3, in + k, 3, n, e);
    for (int k = ID; k < n; k += 16) {
        sum += in[k / 2 * 2];
        in[k / 2 * 2 + 2001 - n * (k % 2)] = k;
    }
    wait_group_events(1, &e);
    out[ID] = sum + tile[ID];
}

// FAULT: read_from -g 16 -l 16 buf:i32:3000=seq buf:i32:16 i32:1000
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@copy in 4080..4083
kernel void read_from(global int *in, global int *out, int n)
{
    local int tile[1500];
    event_t e = 0;
    for (int k = 0; k < n; k += 2)
        e = async_work_group_strided_copy(tile + k / 2 * 3, in + k, 3, n, e); // @copy
    if (ID == 3)
        in[n + 20] = 1; // @write
    wait_group_events(1, &e);
    out[ID] = tile[ID];
}

// Planes of whole lines, and planes that begin between two lines.
// SILENT: boxes -g 16 -l 16 buf:i32:7007 i32:1000 i32:719 i32:4000
// SILENT: boxes -g 16 -l 16 buf:i32:7007 i32:1000 i32:719 i32:3007
kernel void boxes(global int *out, int n, int step, int area)
{
    BEGIN;
    for (int k = 0; k < n; k++)
        e = async_work_group_copy_3D3D(out, COLUMN(k), tile, 0, 4, 1, 3, 2, 1, 3, n, area, e);
    wait_group_events(1, &e);
}

// 17 + 4000 is the second plane's: element 4017.
// FAULT: one_box -g 16 -l 16 buf:i32:8000 i32:1000 i32:719
// FIND: copy-race 2D2D@late & 3D3D@copy out 16068..16071
kernel void one_box(global int *out, int n, int step)
{
    event_t f = 0;
    BEGIN;
    for (int k = 0; k < n; k++)
        e = async_work_group_copy_3D3D(out, COLUMN(k), tile, 0, 4, 1, 3, 2, 1, 3, n, 4 * n, e); // @copy
    f = async_work_group_copy_2D2D(out, 3017, tile, 0, 4, 1, 2, 1, 1000, 0); // @late
    wait_group_events(1, &f);
    wait_group_events(1, &e);
}

// Columns that have been waited for are free, though others are not.
// SILENT: half_landed -g 16 -l 16 buf:i32:4000 i32:1000
kernel void half_landed(global int *out, int n)
{
    event_t f = 0;
    BEGIN;
    for (int k = 0; k < n; k += 2) {
        e = async_work_group_strided_copy(out + k, tile, 4, n, e);
        f = async_work_group_strided_copy(out + k + 1, tile, 4, n, f);
    }
    wait_group_events(1, &e);
    GLOBAL_BARRIER();
    for (int k = ID; k < 2 * n; k += 16)
        out[2 * k] = k;
    wait_group_events(1, &f);
}

// 2001 is column 1 in line 2, which is still in flight.
// FAULT: half_flying -g 16 -l 16 buf:i32:4000 i32:1000
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@copy out 8004..8007
kernel void half_flying(global int *out, int n)
{
    event_t f = 0;
    BEGIN;
    for (int k = 0; k < n; k += 2) {
        e = async_work_group_strided_copy(out + k, tile, 4, n, e);
        f = async_work_group_strided_copy(out + k + 1, tile, 4, n, f); // @copy
    }
    wait_group_events(1, &e);
    GLOBAL_BARRIER();
    for (int k = ID; k < 2 * n; k += 16)
        out[k == 1000 ? 2001 : 2 * k] = k; // @write
    wait_group_events(1, &f);
}

// An event each, waited for in turn; what has landed is free.
// SILENT: in_turn -g 16 -l 16 buf:i32:1200 i32:0
// FAULT: in_turn -g 16 -l 16 buf:i32:1200 i32:1
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@copy out in 4..1199
kernel void in_turn(global int *out, int early)
{
    event_t events[300];
    BEGIN;
    for (int k = 0; k < 300; k++)
        events[k] = async_work_group_strided_copy(out + k, tile, 4, 300, 0); // @copy
    for (int k = 0; k < 299; k++) {
        wait_group_events(1, &events[k]);
        GLOBAL_BARRIER();
        if (ID < 4)
            out[300 * ID + k + early] = k; // @write
    }
    wait_group_events(1, &events[299]);
}

// All but the first and the last in flight have landed, in any order: none is missed.
// FAULT: two_missing -g 16 -l 16 buf:i32:1200
// FIND: missing-wait OpGroupAsyncCopy@copy
kernel void two_missing(global int *out)
{
    event_t events[300];
    BEGIN;
    for (int k = 0; k < 300; k++)
        events[k] = async_work_group_strided_copy(out + k, tile, 4, 300, 0); // @copy
    for (int k = 298; k > 0; k--)
        wait_group_events(1, &events[k]);
}
