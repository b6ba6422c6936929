// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
/* Copies of numbers of elements, to places, that nobody knows. That a number is 0 is
 * assumed of none, unless what touches the bytes depends on that.
 *
 * A comment before each kernel says which rules' warnings it must get, in any
 * place and number; those in brackets may be there as well. */
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "extended_async.h"

#define N 64
#define LID get_local_id(0)
#define ALL_WAIT(event)                                                                  \
    wait_group_events(1, &event);                                                        \
    barrier(CLK_LOCAL_MEM_FENCE)
#define STRIDE_LOOP(i, first, end)                                                       \
    for (int i = (first); i < (end); i += get_local_size(0))

// WARNS: read_in_flight use-before-wait
kernel void read_in_flight(global const float *a, global const int *counts, global float *o)
{
    local float t[N];
    event_t e = async_work_group_copy(t, a, counts[get_group_id(0)], 0);
    o[get_global_id(0)] = t[LID];
    wait_group_events(1, &e);
}

// WARNS: written_at_offset use-before-wait
kernel void written_at_offset(global const float *a, global float *o, int w, int k)
{
    local float t[1024];
    event_t e = async_work_group_copy(t + k * w, a, w, 0);
    t[k * w + LID] *= 2;
    ALL_WAIT(e);
    o[get_global_id(0)] = t[LID];
}

// WARNS: written_at_round use-before-wait
kernel void written_at_round(global const float *a, global float *o, int w, int n)
{
    local float t[1024];
    for (int k = 0; k < n; k++) {
        event_t e = async_work_group_copy(t + k * w, a, N, 0);
        t[k * w + LID] *= 2;
        ALL_WAIT(e);
        o[get_global_id(0)] = t[LID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// WARNS: source_written use-before-wait
kernel void source_written(global float *io, int w)
{
    local float t[N];
    event_t e =
        async_work_group_copy(t, (global const float *)io + get_group_id(0) * w, w, 0);
    io[get_group_id(0) * w + LID] = 1;
    ALL_WAIT(e);
    io[get_group_id(0) * w + LID] = t[LID] * 2;
}

// WARNS: other_half_read use-before-wait
kernel void other_half_read(global const float *a, global float *o, local float *t, int n,
                            int w)
{
    event_t e[2];
    e[0] = async_work_group_copy(t, a, w, 0);
    for (int k = 0; k < n; k++) {
        if (k + 1 < n)
            e[(k + 1) & 1] = async_work_group_copy(t + ((k + 1) & 1) * w, a + (k + 1) * w, w, 0);
        wait_group_events(1, &e[k & 1]);
        o[k * w + LID] = t[((k + 1) & 1) * w + LID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: own_half_read
kernel void own_half_read(global const float *a, global float *o, local float *t, int n,
                          int w)
{
    event_t e[2];
    e[0] = async_work_group_copy(t, a, w, 0);
    for (int k = 0; k < n; k++) {
        if (k + 1 < n)
            e[(k + 1) & 1] = async_work_group_copy(t + ((k + 1) & 1) * w, a + (k + 1) * w, w, 0);
        wait_group_events(1, &e[k & 1]);
        o[k * w + LID] = t[(k & 1) * w + LID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: halves_swapped
kernel void halves_swapped(global const float *a, global float *o, local float *t, int n,
                           int w)
{
    event_t e = async_work_group_copy(t, a, w, 0), f;
    local float *p = t, *q = t + w;
    for (int k = 0; k < n; k++) {
        f = async_work_group_copy(q, a + (k + 1) * w, w, 0);
        wait_group_events(1, &e);
        o[k * w + LID] = p[LID];
        barrier(CLK_LOCAL_MEM_FENCE);
        local float *s = p;
        p = q;
        q = s;
        e = f;
    }
    wait_group_events(1, &e);
}

// WARNS: halves_mistaken use-before-wait
kernel void halves_mistaken(global const float *a, global float *o, local float *t, int n,
                            int w)
{
    event_t e = async_work_group_copy(t, a, w, 0), f;
    local float *p = t, *q = t + w;
    for (int k = 0; k < n; k++) {
        f = async_work_group_copy(q, a + (k + 1) * w, w, 0);
        wait_group_events(1, &e);
        o[k * w + LID] = q[LID];
        barrier(CLK_LOCAL_MEM_FENCE);
        local float *s = p;
        p = q;
        q = s;
        e = f;
    }
    wait_group_events(1, &e);
}

// SILENT: rest_filled
kernel void rest_filled(global const float *a, global float *o, int n)
{
    local float t[N];
    event_t e = async_work_group_copy(t, a, n, 0);
    if ((int)LID >= n)
        t[LID] = 0;
    ALL_WAIT(e);
    o[get_global_id(0)] = t[LID];
}

// SILENT: rest_filled_in_loop
kernel void rest_filled_in_loop(global const float *a, global float *o, int n)
{
    local float t[N];
    event_t e = async_work_group_copy(t, a, n, 0);
    STRIDE_LOOP (i, LID, N) {
        if (i < n)
            continue;
        t[i] = 0;
    }
    ALL_WAIT(e);
    o[get_global_id(0)] = t[LID];
}

// SILENT: filled_behind
kernel void filled_behind(global const float *a, global float *o, int n)
{
    local float t[N];
    event_t e = async_work_group_copy(t, a, n, 0);
    STRIDE_LOOP (i, n + LID, N)
        t[i] = 0;
    ALL_WAIT(e);
    o[get_global_id(0)] = t[LID];
}

// SILENT: none_asked_for
kernel void none_asked_for(global const float *a, global float *o, int n)
{
    local float t[N];
    event_t e = async_work_group_copy(t, a, n, 0);
    if (n == 0)
        t[LID] = 0;
    ALL_WAIT(e);
    o[get_global_id(0)] = t[LID];
}

// SILENT: by_hand_instead
kernel void by_hand_instead(global const float *a, global float *o, local float *t, int n,
                            int mode)
{
    event_t e = async_work_group_copy(t, a, mode ? n : 0, 0);
    if (!mode)
        STRIDE_LOOP (i, LID, n)
            t[i] = a[i];
    ALL_WAIT(e);
    o[LID] = t[LID];
}

// SILENT: by_hand_what_is_left
kernel void by_hand_what_is_left(global const float *a, global float *o, local float *t,
                                 int n, int mode)
{
    int copied = mode ? n : 0;
    event_t e = async_work_group_copy(t, a, copied, 0);
    STRIDE_LOOP (i, copied + LID, n)
        t[i] = a[i];
    ALL_WAIT(e);
    o[LID] = t[LID];
}

// SILENT: either_of_two
kernel void either_of_two(global const float *a, global const float *b, global float *o,
                          int first)
{
    local float t[N];
    event_t e = async_work_group_copy(t, a, first ? N : 0, 0);
    e = async_work_group_copy(t, b, first ? 0 : N, e);
    wait_group_events(1, &e);
    o[get_global_id(0)] = t[LID];
}

// SILENT: one_behind_the_other
kernel void one_behind_the_other(global const float *a, global const float *b,
                                 global float *o, int n, int m)
{
    local float t[2 * N];
    event_t e = async_work_group_copy(t, a, n, 0);
    e = async_work_group_copy(t + n, b, m, e);
    wait_group_events(1, &e);
    o[get_global_id(0)] = t[LID];
}

// WARNS: lines_read use-before-wait
kernel void lines_read(global const float *a, global float *o, int w, int h)
{
    local float t[1024];
    event_t e = async_work_group_copy_2D2D(t, 0, a, 0, 4, w, h, w * 4, w, 0);
    o[get_global_id(0)] = t[LID];
    wait_group_events(1, &e);
}

// SILENT: gap_written
kernel void gap_written(global const float *a, global float *o, local float *t, int h)
{
    event_t e = async_work_group_copy_2D2D(t, 0, a, 0, 4, 4, h, 16, 8, 0);
    t[4 + 8 * LID] = 1;
    ALL_WAIT(e);
    o[get_global_id(0)] = t[LID];
}

// SILENT: none_is_left
kernel void none_is_left(global const float *a, global float *o, local float *t, int n, int m)
{
    int none = n == m;
    if (none)
        o[0] = 1;
    event_t e = async_work_group_copy(t, a, n - m, 0);
    if (none)
        t[LID] = 0;
    ALL_WAIT(e);
    o[LID] = t[LID];
}

// SILENT: none_of_many
kernel void none_of_many(global const float *a, global float *o, local float *t, int n, int m)
{
    int few = n < m;
    if (few)
        o[0] = 1;
    event_t e = async_work_group_copy(t, a, n / m, 0);
    if (few)
        t[LID] = 0;
    ALL_WAIT(e);
    o[LID] = t[LID];
}
