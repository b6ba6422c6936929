/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Kernels of which some way leaves a copy alone: a loop is left before the
 * wait, one event of an array is forgotten, copy and wait are under conditions
 * that exclude each other. Compiled with clang-14 -O0 and llvm-spirv-14 (of -O2
 * it puts blocks into a wrong order); the module is checked in beside this
 * file. */
kernel void break_counter(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    for (int i = 0; i < n; i++) {
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        if (i == 5)
            break;
        wait_group_events(1, &e);
        out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void break_const(global const float *in, global float *out) {
    local float t[64];
    size_t l = get_local_id(0);
    for (int i = 0; i < 8; i++) {
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        if (i == 5)
            break;
        wait_group_events(1, &e);
        out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void opposite(global const float *in, global float *out, int c) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (c)
        e = async_work_group_copy(t, in, 64, 0);
    out[l] = 1;
    if (!c)
        wait_group_events(1, &e);
}
kernel void off_by_one_condition(global const float *in, global float *out,
                                 int c) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (c <= 3)
        e = async_work_group_copy(t, in, 64, 0);
    out[l] = 1;
    if (c < 3)
        wait_group_events(1, &e);
}
kernel void bool_flag(global const float *in, global float *out, int c, int d) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    bool started = false;
    if (c < d) {
        e = async_work_group_copy(t, in, 64, 0);
        started = true;
    }
    out[l] = 1;
    if (!started)
        wait_group_events(1, &e);
}
kernel void bool_const(global const float *in, global float *out, int c,
                       int d) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    const bool go = c < d;
    if (go) {
        e = async_work_group_copy(t, in, 64, 0);
    }
    out[l] = 1;
    if (!go)
        wait_group_events(1, &e);
}
kernel void array_short(global const float *in, global float *out) {
    local float t[4 * 64];
    size_t l = get_local_id(0);
    event_t e[4];
    for (int i = 0; i < 4; i++)
        e[i] = async_work_group_copy(t + i * 64, in + i * 64, 64, 0);
    for (int i = 0; i < 3; i++)
        wait_group_events(1, &e[i]);
    out[l] = t[l];
}
kernel void array_short_list(global const float *in, global float *out) {
    local float t[4 * 64];
    size_t l = get_local_id(0);
    event_t e[4];
    for (int i = 0; i < 4; i++)
        e[i] = async_work_group_copy(t + i * 64, in + i * 64, 64, 0);
    wait_group_events(3, e);
    out[l] = t[l];
}
kernel void array_n_short(global const float *in, global float *out, int n) {
    local float t[8 * 64];
    size_t l = get_local_id(0);
    event_t e[8];
    for (int i = 0; i < n; i++)
        e[i] = async_work_group_copy(t + i * 64, in + i * 64, 64, 0);
    for (int i = 0; i < n - 1; i++)
        wait_group_events(1, &e[i]);
    out[l] = t[l];
}
kernel void continue_data(global const float *in, global float *out,
                          global const int *skip, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    for (int i = 0; i < n; i++) {
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        if (skip[i])
            continue;
        wait_group_events(1, &e);
        out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void continue_counter(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    for (int i = 0; i < 16; i++) {
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        if (i % 4 == 3)
            continue;
        wait_group_events(1, &e);
        out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void double_buffer(global const float *in, global float *out, int n) {
    local float t[2][64];
    size_t l = get_local_id(0);
    event_t e[2];
    e[0] = async_work_group_copy(t[0], in, 64, 0);
    for (int i = 0; i < n; i++) {
        e[(i + 1) & 1] =
            async_work_group_copy(t[(i + 1) & 1], in + (i + 1) * 64, 64, 0);
        wait_group_events(1, &e[i & 1]);
        out[i * 64 + l] = t[i & 1][l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void first_last(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    for (int i = 0; i < n; i++) {
        if (i == 0)
            e = async_work_group_copy(t, in, 64, 0);
        out[i] = l;
        if (i == n)
            wait_group_events(1, &e);
    }
}
kernel void in_switch(global const float *in, global float *out, int m) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e = async_work_group_copy(t, in, 64, 0);
    switch (m) {
    case 0:
        wait_group_events(1, &e);
        break;
    case 1:
        out[l] = 2;
        break;
    default:
        wait_group_events(1, &e);
        break;
    }
    out[l] = 1;
}
kernel void early_return(global const float *in, global float *out,
                         global const int *err) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e = async_work_group_copy(t, in, 64, 0);
    if (err[get_group_id(0)])
        return;
    wait_group_events(1, &e);
    out[l] = t[l];
}
kernel void while_data(global const float *in, global float *out,
                       global const int *next) {
    local float t[64];
    size_t l = get_local_id(0);
    int at = get_group_id(0);
    while (1) {
        event_t e = async_work_group_copy(t, in + at * 64, 64, 0);
        at = next[at];
        if (at < 0)
            break;
        wait_group_events(1, &e);
        out[at * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
static void load_bad_helper(local float *t, global const float *g, event_t *e) {
    *e = async_work_group_copy(t, g, 64, 0);
}
kernel void helper(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    for (int i = 0; i < n; i++) {
        load_bad_helper(t, in + i * 64, &e);
        if (i == 2)
            break;
        wait_group_events(1, &e);
        out[l] += t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void pending_counter(global const float *in, global float *out) {
    local float t[256];
    size_t l = get_local_id(0);
    event_t e[4];
    int p = 0;
    for (int i = 0; i < 10; i++) {
        e[p++] = async_work_group_copy(t + p * 32, in + i * 64, 32, 0);
        if (p == 4) {
            wait_group_events(4, e);
            p = 0;
        }
    }
    out[l] = t[l];
}
kernel void error_flags(global const float *in, global float *out, int mask) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (mask & 1)
        e = async_work_group_copy(t, in, 64, 0);
    if (mask & 2)
        out[l] = 3;
    if ((mask & 1) == 0)
        wait_group_events(1, &e);
}
