// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops that copy line by line: the checker hears of many lines at once.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.64
#include "async_kernel.h"

#define W 32

// SILENT: there_and_back -g 64 -l 16 buf:i32:4096=seq buf:i32:4096 i32:32
kernel void there_and_back(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0, f = 0;
    size_t at = get_group_id(0) * W;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * W, in + at + r * 128, W, e);
    wait_group_events(1, &e);
    for (int r = 0; r < h; r++)
        f = async_work_group_copy(out + at + r * 128, t + r * W, W, f);
    wait_group_events(1, &f);
}

// FAULT: last_line_outside -g 16 -l 16 buf:i32:992=seq buf:i32:1024 i32:32
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c in 3968..4095
kernel void last_line_outside(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// FAULT: tile_one_line_short -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:32
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c t 3968..4095
kernel void tile_one_line_short(global const int *in, global int *out, int h)
{
    local int t[31 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// FAULT: groups_overlap -g 64 -l 16 buf:i32:4096=seq buf:i32:4096 i32:32
// FIND: group-race OpGroupAsyncCopy@c & OpGroupAsyncCopy@c out 96..127
kernel void groups_overlap(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        for (int k = 0; k < 2; k++)
            t[r * W + k * 16 + ID] = r;
    LOCAL_BARRIER();
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(out + get_group_id(0) * 24 + r * 128, t + r * W, W, e); // @c
    wait_group_events(1, &e);
}

// FAULT: groups_overlap_one_line -g 32 -l 16 buf:i32:4096=seq buf:i32:4096 i32:16
// FIND: group-race OpGroupAsyncCopy@c & OpStore@w out 2564..2567
kernel void groups_overlap_one_line(global const int *in, global int *out, int h)
{
    local int t[16 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        for (int k = 0; k < 2; k++)
            t[r * W + k * 16 + ID] = r;
    LOCAL_BARRIER();
    if (get_group_id(0) == 0 && ID == 0)
        out[641] = 3; // @w
    for (int r = 0; get_group_id(0) == 1 && r < h; r++)
        e = async_work_group_copy(out + r * 128, t + r * W, W, e); // @c
    if (get_group_id(0) == 1)
        wait_group_events(1, &e);
}

// FAULT: line_unwritten -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:32
// FIND: uninitialized OpGroupAsyncCopy@c t 640..767
kernel void line_unwritten(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        for (int k = 0; k < 2; k++)
            if (r != 5)
                t[r * W + k * 16 + ID] = r;
    LOCAL_BARRIER();
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(out + r * W, t + r * W, W, e); // @c
    wait_group_events(1, &e);
}

// FAULT: line_unsynchronized -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:32
// FIND: unsynchronized-source OpGroupAsyncCopy@c t 896..959
kernel void line_unsynchronized(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        for (int k = 0; k < 2; k++)
            t[r * W + k * 16 + ID] = r;
    LOCAL_BARRIER();
    t[7 * W + ID] = 9;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(out + r * W, t + r * W, W, e); // @c
    wait_group_events(1, &e);
}

// FAULT: line_read_before -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:32
// FIND: unsynchronized-destination OpGroupAsyncCopy@c t 1024..1087
kernel void line_read_before(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    int s = 0;
    for (int step = 0; step < 2; step++) {
        event_t e = 0;
        for (int r = 0; r < h; r++)
            e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
        wait_group_events(1, &e);
        s += t[8 * W + 15 - ID];
    }
    out[ID] = s;
}

// FAULT: line_read_in_flight -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:32
// FIND: read-in-flight OpLoad@r & OpGroupAsyncCopy@c t in 3968..4031
kernel void line_read_in_flight(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
    out[ID] = t[31 * W + ID]; // @r
    wait_group_events(1, &e);
}

// FAULT: lines_never_waited -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:32
// FIND: missing-wait OpGroupAsyncCopy@c t 0..127
kernel void lines_never_waited(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
    out[ID] = in[ID];
}

// FAULT: line_per_event -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:32
// FIND: missing-wait OpGroupAsyncCopy@c t 0..127
kernel void line_per_event(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * W, in + r * W, W, 0); // @c
    wait_group_events(1, &e);
    out[ID] = in[ID];
}

// FAULT: lines_overlap -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:16
// FIND: copy-race OpGroupAsyncCopy@c & OpGroupAsyncCopy@c t 64..127
kernel void lines_overlap(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * 16, in + r * W, W, e); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// SILENT: one_source_line -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:16
kernel void one_source_line(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * W, in + r * 4, W, e);
    wait_group_events(1, &e);
    out[ID] = t[(h - 1) * W + ID];
}

// SILENT: backwards -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:32
kernel void backwards(global const int *in, global int *out, int h)
{
    local int t[32 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        e = async_work_group_copy(t + r * W, in + (h - 1 - r) * W, W, e);
    wait_group_events(1, &e);
    out[ID] = t[(h - 1) * W + ID];
}

// SILENT: two_tiles -g 16 -l 16 buf:i32:1024=seq buf:i32:1024=seq buf:i32:1024 i32:16
kernel void two_tiles(global const int *a, global const int *b, global int *out, int h)
{
    local int t[16 * W], u[16 * W];
    event_t e = 0, f = 0;
    for (int r = 0; r < h; r++) {
        e = async_work_group_copy(t + r * W, a + r * W, W, e);
        f = async_work_group_copy(u + r * W, b + r * W, W, f);
    }
    wait_group_events(1, &e);
    wait_group_events(1, &f);
    out[ID] = t[ID] + u[(h - 1) * W + ID];
}

// SILENT: two_tiles_one_event -g 16 -l 16 buf:i32:1024=seq buf:i32:1024=seq buf:i32:1024 i32:16
kernel void two_tiles_one_event(global const int *a, global const int *b, global int *out, int h)
{
    local int t[16 * W], u[16 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++) {
        e = async_work_group_copy(t + r * W, a + r * W, W, e);
        e = async_work_group_copy(u + r * W, b + r * W, W, e);
    }
    wait_group_events(1, &e);
    out[ID] = t[ID] + u[(h - 1) * W + ID];
}

// FAULT: in_and_out_at_once -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:16
// FIND: copy-race OpGroupAsyncCopy@o & OpGroupAsyncCopy@c t 0..127
kernel void in_and_out_at_once(global const int *in, global int *out, int h)
{
    local int t[16 * W];
    event_t e = 0, f = 0;
    for (int r = 0; r < h; r++) {
        e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
        f = async_work_group_copy(out + r * W, t + r * W, W, f); // @o
    }
    wait_group_events(1, &e);
    wait_group_events(1, &f);
}

// FAULT: next_tile_too_soon -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:16
// FIND: copy-race OpGroupAsyncCopy@c & OpGroupAsyncCopy@o t 0..127
kernel void next_tile_too_soon(global const int *in, global int *out, int h)
{
    local int t[16 * W];
    event_t f = 0;
    for (int step = 0; step < 2; step++) {
        event_t e = 0;
        for (int r = 0; r < h; r++)
            e = async_work_group_copy(t + r * W, in + (step * 16 + r) * W, W, e); // @c
        wait_group_events(1, &e);
        if (step == 0)
            for (int r = 0; r < h; r++)
                f = async_work_group_copy(out + r * W, t + r * W, W, f); // @o
    }
    wait_group_events(1, &f);
    LOCAL_BARRIER();
    out[512 + ID] = t[ID];
}

// FAULT: released_and_used -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:16
// FIND: invalid-event OpGroupAsyncCopy@c
// ONLY: clang14.O0
kernel void released_and_used(global const int *in, global int *out, int h)
{
    local int t[16 * W];
    event_t e = 0;
    for (int step = 0; step < 2; step++) {
        for (int r = 0; r < h; r++)
            e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
        wait_group_events(1, &e);
    }
    out[ID] = t[ID];
}

// FAULT: last_line_by_some -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:16
// FIND: divergent-copy OpGroupAsyncCopy@c
// ONLY: clang14.O0
kernel void last_line_by_some(global const int *in, global int *out, int h)
{
    local int t[16 * W];
    event_t e = 0;
    for (int r = 0; r < h; r++)
        if (r < 15 || in[ID] > 3)
            e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// FAULT: out_before_in -g 16 -l 16 buf:i32:1024=seq buf:i32:1024 i32:15
// FIND: copy-race OpGroupAsyncCopy@c & OpGroupAsyncCopy@o t 128..255
kernel void out_before_in(global const int *in, global int *out, int h)
{
    local int t[16 * W];
    event_t e = 0, f = 0;
    for (int r = 0; r < 16; r++)
        t[r * W + ID] = t[r * W + 16 + ID] = r;
    LOCAL_BARRIER();
    for (int r = 0; r < h; r++) {
        e = async_work_group_copy(t + r * W, in + r * W, W, e); // @c
        f = async_work_group_copy(out + r * W, t + (r + 1) * W, W, f); // @o
    }
    wait_group_events(1, &e);
    wait_group_events(1, &f);
}
