// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
/* What depends on how often a loop is gone round.
 *
 * A comment before each kernel says which rules' warnings it must get, in any
 * place and number; those in brackets may be there as well. */
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32
#include "extended_async.h"

#define N 64
#define W 32

// SILENT: loopinit_ok
kernel void loopinit_ok(global const int *a, global int *o, int n)
{
    local int t[4 * N];
    event_t e;
    for (int i = 0; i < n; i++) {
        if (i == 0)
            e = async_work_group_copy(t, a, N, 0);
        else
            e = async_work_group_copy(t + i * N, a + i * N, N, e);
    }
    if (n)
        wait_group_events(1, &e);
    o[get_global_id(0)] = t[get_local_id(0)];
}

// WARNS: array_n_short missing-wait [use-before-wait]
kernel void array_n_short(global const int *a, global int *o, int n)
{
    local int t[8][N];
    event_t e[8];
    for (int i = 0; i < n; i++)
        e[i] = async_work_group_copy(t[i], a + i * N, N, 0);
    wait_group_events(n - 1, e);
    o[get_global_id(0)] = t[0][get_local_id(0) & 63];
}

// SILENT: array_n_ok
kernel void array_n_ok(global const int *a, global int *o, int n)
{
    local int t[8][N];
    event_t e[8];
    for (int i = 0; i < n; i++)
        e[i] = async_work_group_copy(t[i], a + i * N, N, 0);
    wait_group_events(n, e);
    o[get_global_id(0)] = t[0][get_local_id(0) & 63];
}

// WARNS: rows use-before-wait
kernel void rows(global const float *img, global float *out, int h, int pitch)
{
    local float l[3][W];
    event_t e[3];
    for (int y = 0; y < 3; y++)
        e[y] = async_work_group_copy(l[y], img + y * pitch, W, 0);
    wait_group_events(2, e);
    for (int y = 1; y < h - 1; y++) {
        // the line y + 1 has not arrived
        out[y * pitch + get_local_id(0)] = l[(y - 1) % 3][get_local_id(0)] +
                                           l[y % 3][get_local_id(0)] +
                                           l[(y + 1) % 3][get_local_id(0)];
        wait_group_events(1, &e[(y + 1) % 3]);
        barrier(CLK_LOCAL_MEM_FENCE);
        e[(y + 2) % 3] =
            async_work_group_copy(l[(y + 2) % 3], img + (y + 2) * pitch, W, 0);
    }
    wait_group_events(1, &e[h % 3]);
}

// SILENT: swap_ok
kernel void swap_ok(global const int *in, global int *out, int n)
{
    local int b0[W], b1[W];
    local int *cur = b0, *nxt = b1;
    event_t ec = async_work_group_copy(cur, in, W, 0);
    for (int k = 1; k <= n; k++) {
        event_t en = 0;
        if (k < n)
            en = async_work_group_copy(nxt, in + k * W, W, 0);
        wait_group_events(1, &ec);
        out[k * W + get_local_id(0)] = cur[get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *s = cur;
        cur = nxt;
        nxt = s;
        ec = en;
    }
}

// WARNS: swap use-before-wait
kernel void swap(global const int *in, global int *out, int n)
{
    local int b0[W], b1[W];
    local int *cur = b0, *nxt = b1;
    event_t ec = async_work_group_copy(cur, in, W, 0);
    for (int k = 1; k < n; k++) {
        event_t en = async_work_group_copy(nxt, in + k * W, W, 0);
        wait_group_events(1, &ec);
        local int *s = cur;
        cur = nxt;
        nxt = s; // too early
        out[k * W + get_local_id(0)] = cur[get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        ec = en;
    }
    wait_group_events(1, &ec);
}

// WARNS: dbuf missing-wait
kernel void dbuf(global const int *a, global int *o, int n)
{
    local int t[2][N];
    event_t e[2];
    e[0] = async_work_group_copy(t[0], a, N, 0);
    for (int i = 0; i < n; i++) {
        // always fetches one more: the last is never waited for
        e[(i + 1) & 1] =
            async_work_group_copy(t[(i + 1) & 1], a + (i + 1) * N, N, 0);
        wait_group_events(1, &e[i & 1]);
        o[i * N + get_local_id(0)] = t[i & 1][get_local_id(0) & 63];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: dbuf_ok
kernel void dbuf_ok(global const int *a, global int *o, int n)
{
    local int t[2][N];
    event_t e[2];
    e[0] = async_work_group_copy(t[0], a, N, 0);
    for (int i = 0; i < n; i++) {
        if (i + 1 < n)
            e[(i + 1) & 1] =
                async_work_group_copy(t[(i + 1) & 1], a + (i + 1) * N, N, 0);
        wait_group_events(1, &e[i & 1]);
        o[i * N + get_local_id(0)] = t[i & 1][get_local_id(0) & 63];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// WARNS: triple missing-wait
kernel void triple(global const int *a, global int *o, int n)
{
    local int t[3][N];
    event_t e[3];
    e[0] = async_work_group_copy(t[0], a, N, 0);
    e[1] = async_work_group_copy(t[1], a + N, N, 0);
    for (int i = 0; i < n; i++) {
        e[(i + 2) % 3] =
            async_work_group_copy(t[(i + 2) % 3], a + (i + 2) * N, N, 0);
        wait_group_events(1, &e[i % 3]);
        o[i * N + get_local_id(0)] = t[i % 3][get_local_id(0) & 63];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: triple_ok
kernel void triple_ok(global const int *a, global int *o, int n)
{
    local int t[3][N];
    event_t e[3];
    for (int i = 0; i < 2 && i < n; i++)
        e[i] = async_work_group_copy(t[i], a + i * N, N, 0);
    for (int i = 0; i < n; i++) {
        if (i + 2 < n)
            e[(i + 2) % 3] =
                async_work_group_copy(t[(i + 2) % 3], a + (i + 2) * N, N, 0);
        wait_group_events(1, &e[i % 3]);
        o[i * N + get_local_id(0)] = t[i % 3][get_local_id(0) & 63];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// WARNS: each_second missing-wait
kernel void each_second(global const int *a, global int *o, int n, int m)
{
    local int t[N];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            event_t e = async_work_group_copy(t, a + j * N, N, 0);
            if (j & 1)
                wait_group_events(1, &e);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    o[0] = n;
}

// WARNS: of_the_third_line missing-wait
kernel void of_the_third_line(global const int *a, global int *o, int n, int m)
{
    local int t[N];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            event_t e = async_work_group_copy(t, a + j * N, N, 0);
            if (i == 2)
                wait_group_events(1, &e);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    o[0] = n;
}

// SILENT: either_way
kernel void either_way(global const int *a, global int *o, int n, int m)
{
    local int t[N];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            event_t e = async_work_group_copy(t, a + j * N, N, 0);
            if (j & 1) {
                wait_group_events(1, &e);
                o[i] = t[get_local_id(0) & 63];
            } else {
                wait_group_events(1, &e);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
}
