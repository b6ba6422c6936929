// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
/* Events and tiles by turns of three, which compilers go through with pointers that
 * rounds of the loop move on; and loops that a counter leaves late.
 *
 * A comment before each kernel says which rules' warnings it must get, in any
 * place and number; those in brackets may be there as well. */
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.64 clang22.O2.32 clang22.O2.64
#include "extended_async.h"

#define N 64
#define LID get_local_id(0)

// SILENT: by_three
kernel void by_three(global const float *a, global float *o, int n)
{
    local float t[3][N];
    event_t e[3];
    e[0] = async_work_group_copy(t[0], a, N, 0);
    e[1] = async_work_group_copy(t[1], a + N, N, 0);
    for (int k = 0; k + 2 < n; k++) {
        e[(k + 2) % 3] = async_work_group_copy(t[(k + 2) % 3], a + (k + 2) * N, N, 0);
        wait_group_events(1, &e[k % 3]);
        o[k * N + LID] = t[k % 3][LID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    wait_group_events(3, e);
}

// WARNS: by_three_early use-before-wait
kernel void by_three_early(global const float *a, global float *o, int n)
{
    local float t[3][N];
    event_t e[3];
    e[0] = async_work_group_copy(t[0], a, N, 0);
    e[1] = async_work_group_copy(t[1], a + N, N, 0);
    for (int k = 0; k + 2 < n; k++) {
        e[(k + 2) % 3] = async_work_group_copy(t[(k + 2) % 3], a + (k + 2) * N, N, 0);
        wait_group_events(1, &e[k % 3]);
        o[k * N + LID] = t[(k + 1) % 3][LID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    wait_group_events(3, e);
}

// WARNS: by_three_left missing-wait
kernel void by_three_left(global const float *a, global float *o, int n)
{
    local float t[3][N];
    event_t e[3];
    e[0] = async_work_group_copy(t[0], a, N, 0);
    e[1] = async_work_group_copy(t[1], a + N, N, 0);
    for (int k = 0; k < n; k++) {
        e[(k + 2) % 3] = async_work_group_copy(t[(k + 2) % 3], a + (k + 2) * N, N, 0);
        wait_group_events(1, &e[k % 3]);
        o[k * N + LID] = t[k % 3][LID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// WARNS: left_late missing-wait
kernel void left_late(global const float *a, global float *o, int n)
{
    local float t[N];
    for (int k = 0; k < n; k++) {
        event_t e = async_work_group_copy(t, a + k * N, N, 0);
        if (k == 11)
            break;
        wait_group_events(1, &e);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    o[get_global_id(0)] = 1;
}

// SILENT: left_late_in_order
kernel void left_late_in_order(global const float *a, global float *o, int n)
{
    local float t[N];
    for (int k = 0; k < n; k++) {
        event_t e = async_work_group_copy(t, a + k * N, N, 0);
        if (k == 11) {
            wait_group_events(1, &e);
            break;
        }
        wait_group_events(1, &e);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    o[get_global_id(0)] = 1;
}
