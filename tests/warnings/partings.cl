// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
/* Work-items that part: in loops that each begins elsewhere, by choices, by conditions of
 * which one part is theirs; and what looks like it.
 *
 * A comment before each kernel says which rules' warnings it must get, in any
 * place and number; those in brackets may be there as well. */
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "extended_async.h"

#define N 64
#define ID ((int)get_local_id(0))

// WARNS: own_rounds divergent-copy divergent-wait [divergent-operand]
kernel void own_rounds(global const int *a, local int *t, int n)
{
    for (int i = ID; i < n; i += N) {
        event_t e = async_work_group_copy(t + i, a + i, 1, 0);
        wait_group_events(1, &e);
    }
}

// SILENT: same_rounds
kernel void same_rounds(global const int *a, local int *t, int n)
{
    for (int i = get_group_id(0); i < n; i += get_num_groups(0)) {
        event_t e = async_work_group_copy(t, a + i * N, N, 0);
        wait_group_events(1, &e);
    }
}

// SILENT: behind_own_rounds
kernel void behind_own_rounds(global const int *a, global int *o, local int *t, int n)
{
    for (int i = ID; i < n; i += N)
        o[i] = i;
    event_t e = async_work_group_copy(t, a, N, 0);
    wait_group_events(1, &e);
}

// WARNS: own_side divergent-operand
kernel void own_side(global const int *a, global const int *b, local int *t)
{
    global const int *from = ID < 8 ? a : b;
    event_t e = async_work_group_copy(t, from, N, 0);
    wait_group_events(1, &e);
}

// SILENT: same_side
kernel void same_side(global const int *a, global const int *b, local int *t, int n)
{
    global const int *from = n < 8 ? a : b;
    event_t e = async_work_group_copy(t, from, N, 0);
    wait_group_events(1, &e);
}

// WARNS: own_count divergent-operand
kernel void own_count(global const int *a, local int *t)
{
    int n = ID == 0 ? N : N / 2;
    event_t e = async_work_group_copy(t, a, n, 0);
    wait_group_events(1, &e);
}

// WARNS: data_and_own divergent-copy divergent-wait
kernel void data_and_own(global const int *a, global const int *flag, local int *t)
{
    if (flag[0] > 0 && ID < 8) {
        event_t e = async_work_group_copy(t, a, N, 0);
        wait_group_events(1, &e);
    }
}

// WARNS: data_or_own divergent-copy divergent-wait
kernel void data_or_own(global const int *a, global const int *flag, local int *t)
{
    if (flag[0] > 0 || ID < 8) {
        event_t e = async_work_group_copy(t, a, N, 0);
        wait_group_events(1, &e);
    }
}

// WARNS: own_or_data divergent-copy divergent-wait
kernel void own_or_data(global const int *a, global const int *flag, local int *t)
{
    if (ID < 8 || flag[0] > 0) {
        event_t e = async_work_group_copy(t, a, N, 0);
        wait_group_events(1, &e);
    }
}

// WARNS: kept_or divergent-copy divergent-wait
kernel void kept_or(global const int *a, global const int *flag, local int *t)
{
    bool some = flag[0] > 0 || ID < 8;
    t[ID] = some;
    if (some) {
        event_t e = async_work_group_copy(t + N, a, N, 0);
        wait_group_events(1, &e);
    }
}

// SILENT: same_or
kernel void same_or(global const int *a, global const int *flag, local int *t, int n)
{
    if (flag[0] > 0 || n > 8) {
        event_t e = async_work_group_copy(t, a, N, 0);
        wait_group_events(1, &e);
    }
}

// SILENT: behind_or
kernel void behind_or(global const int *a, global int *o, global const int *flag,
                      local int *t)
{
    if (flag[0] > 0 || ID < 8)
        o[ID] = 1;
    if (flag[0] > 4) {
        event_t e = async_work_group_copy(t, a, N, 0);
        wait_group_events(1, &e);
    }
}

// WARNS: some_return divergent-copy divergent-wait
kernel void some_return(global const int *a, global const int *flag, local int *t, int n)
{
    if (n > 4) {
        if (ID >= 8)
            return;
        t[N + ID] = 1;
    }
    event_t e = async_work_group_copy(t, a, N, 0);
    wait_group_events(1, &e);
}

// SILENT: all_return
kernel void all_return(global const int *a, global int *o, local int *t, int n)
{
    if (n > 4) {
        if (ID >= 8)
            o[ID] = 1;
        return;
    }
    event_t e = async_work_group_copy(t, a, N, 0);
    wait_group_events(1, &e);
}

// SILENT: edges_in_rounds
kernel void edges_in_rounds(global const int *a, global int *o, local int *t, int n)
{
    for (int i = 0; i < n; i++) {
        if (i > 0 && (ID == 0 || ID == N - 1))
            o[ID] = i;
        event_t e = async_work_group_copy(t, a + i * N, N, 0);
        wait_group_events(1, &e);
        if (ID > 4 || i == 3)
            o[N + ID] = t[ID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// WARNS: atomic_in_flight use-before-wait
kernel void atomic_in_flight(global const int *a, local int *t)
{
    event_t e = async_work_group_copy(t, a, N, 0);
    atomic_inc(&t[ID]);
    wait_group_events(1, &e);
}

// WARNS: least_in_flight use-before-wait
kernel void least_in_flight(global const int *a, local int *t)
{
    event_t e = async_work_group_copy(t, a, N, 0);
    atomic_min(&t[ID], 4);
    wait_group_events(1, &e);
}

// SILENT: atomic_beside
kernel void atomic_beside(global const int *a, local int *t)
{
    event_t e = async_work_group_copy(t, a, N, 0);
    atomic_inc(&t[N + ID]);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_dec(&t[ID]);
}

/* What branches that part work-items have set. */
// WARNS: set_number divergent-operand
kernel void set_number(global const float *a, global float *o)
{
    local float t[N];
    int n = 1;
    if (ID > 13)
        n = 2;
    event_t e = async_work_group_copy(t, a, n, 0);
    wait_group_events(1, &e);
}

// WARNS: set_by_both divergent-operand
kernel void set_by_both(global const float *a, global float *o)
{
    local float t[N];
    int n;
    if (ID > 13)
        n = 2;
    else
        n = 7;
    event_t e = async_work_group_copy(t, a, n, 0);
    wait_group_events(1, &e);
}

// WARNS: set_source divergent-operand
kernel void set_source(global const float *a, global const float *b, global float *o)
{
    local float t[N];
    global const float *from = a;
    if (ID > 13)
        from = b;
    event_t e = async_work_group_copy(t, from, N, 0);
    wait_group_events(1, &e);
}

// WARNS: set_destination divergent-operand
kernel void set_destination(global const float *a, global float *o)
{
    local float t[N], u[N];
    local float *to = t;
    if (ID > 13)
        to = u;
    event_t e = async_work_group_copy(to, a, N, 0);
    wait_group_events(1, &e);
}

// WARNS: set_event divergent-operand [missing-wait]
kernel void set_event(global const float *a, global const float *b, global float *o)
{
    local float t[N], u[N], v[N];
    event_t e = async_work_group_copy(t, a, N, 0);
    event_t f = async_work_group_copy(u, b, N, 0);
    event_t g = e;
    if (ID > 13)
        g = f;
    g = async_work_group_copy(v, a, N, g);
    wait_group_events(1, &e);
    wait_group_events(1, &f);
}

// WARNS: set_list divergent-wait
kernel void set_list(global const float *a, global const float *b, global float *o)
{
    local float t[N], u[N];
    event_t e = async_work_group_copy(t, a, N, 0);
    event_t f = async_work_group_copy(u, b, N, 0);
    event_t *first = &e, *second = &f;
    if (ID > 13) {
        first = &f;
        second = &e;
    }
    wait_group_events(1, first);
    wait_group_events(1, second);
}

// SILENT: set_again
kernel void set_again(global const float *a, global float *o)
{
    local float t[N];
    int n = 1;
    if (ID > 13)
        n = 2;
    o[get_global_id(0)] = n;
    n = 5;
    event_t e = async_work_group_copy(t, a, n, 0);
    wait_group_events(1, &e);
}

// SILENT: set_alike
kernel void set_alike(global const float *a, global float *o)
{
    local float t[N];
    int n = 1, m;
    if (ID > 13) {
        m = 3;
        n = 2;
    } else {
        m = 4;
        n = 2;
    }
    o[get_global_id(0)] = m;
    event_t e = async_work_group_copy(t, a, n, 0);
    wait_group_events(1, &e);
}

// SILENT: set_in_time
kernel void set_in_time(global const float *a, global float *o, int rounds)
{
    local float t[N];
    int n = 3;
    for (int k = 0; k < rounds; k++) {
        n = 3;
        event_t e = async_work_group_copy(t, a, n, 0);
        if (ID > 3)
            n = 4;
        o[get_global_id(0)] = n;
        wait_group_events(1, &e);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: set_by_group
kernel void set_by_group(global const float *a, global float *o)
{
    local float t[N];
    int n = N;
    if (get_group_id(0) == get_num_groups(0) - 1)
        n = N / 2;
    event_t e = async_work_group_copy(t, a, n, 0);
    wait_group_events(1, &e);
}

// SILENT: events_joined
kernel void events_joined(global const float *a, global const float *b, global float *o)
{
    local float t[N], u[N];
    event_t e = async_work_group_copy(t, a, N, 0);
    event_t f = async_work_group_copy(u, b, N, e), g = e;
    if (ID > 4)
        g = f;
    wait_group_events(1, &g);
}
