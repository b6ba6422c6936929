/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Correct kernels whose branches, counters and numbers of rounds belong
 * together, or may: nothing is to be said of them. Compiled with clang-14 -O0
 * and llvm-spirv-14 (of -O2 it puts blocks into a wrong order); the module is
 * checked in beside this file. */
kernel void break_before_copy(global const float *in, global float *out,
                              int n) {
    local float t[64];
    size_t l = get_local_id(0);
    for (int i = 0; i < n; i++) {
        if (i == 5)
            break;
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        wait_group_events(1, &e);
        out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void break_never(global const float *in, global float *out) {
    local float t[64];
    size_t l = get_local_id(0);
    for (int i = 0; i < 8; i++) {
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        if (i == 8)
            break;
        wait_group_events(1, &e);
        out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void same_condition(global const float *in, global float *out, int c) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (c > 3)
        e = async_work_group_copy(t, in, 64, 0);
    out[l] = 1;
    if (c > 3)
        wait_group_events(1, &e);
}
kernel void complement(global const float *in, global float *out, int c) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (c < 3)
        e = async_work_group_copy(t, in, 64, 0);
    out[l] = 1;
    if (!(c >= 3))
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
    if (started)
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
    if (go)
        wait_group_events(1, &e);
}
kernel void array_list(global const float *in, global float *out) {
    local float t[4 * 64];
    size_t l = get_local_id(0);
    event_t e[4];
    for (int i = 0; i < 4; i++)
        e[i] = async_work_group_copy(t + i * 64, in + i * 64, 64, 0);
    wait_group_events(4, e);
    out[l] = t[l];
}
kernel void array_loop(global const float *in, global float *out) {
    local float t[4 * 64];
    size_t l = get_local_id(0);
    event_t e[4];
    for (int i = 0; i < 4; i++)
        e[i] = async_work_group_copy(t + i * 64, in + i * 64, 64, 0);
    for (int i = 3; i >= 0; i--)
        wait_group_events(1, e + i);
    out[l] = t[l];
}
kernel void array_n(global const float *in, global float *out, int n) {
    local float t[8 * 64];
    size_t l = get_local_id(0);
    event_t e[8];
    for (int i = 0; i < n; i++)
        e[i] = async_work_group_copy(t + i * 64, in + i * 64, 64, 0);
    for (int i = 0; i < n; i++)
        wait_group_events(1, &e[i]);
    out[l] = t[l];
}
kernel void array_n_other(global const float *in, global float *out, int n,
                          int m) {
    local float t[8 * 64];
    size_t l = get_local_id(0);
    event_t e[8];
    for (int i = 0; i < n; i++)
        e[i] = async_work_group_copy(t + i * 64, in + i * 64, 64, 0);
    for (int i = 0; i < m; i++)
        wait_group_events(1, &e[i]);
    out[l] = t[l];
}
kernel void array_n_list(global const float *in, global float *out, int n) {
    local float t[8 * 64];
    size_t l = get_local_id(0);
    event_t e[8];
    for (int i = 0; i < n; i++)
        e[i] = async_work_group_copy(t + i * 64, in + i * 64, 64, 0);
    wait_group_events(n, e);
    out[l] = t[l];
}
kernel void continue_data(global const float *in, global float *out,
                          global const int *skip, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    for (int i = 0; i < n; i++) {
        if (skip[i])
            continue;
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        wait_group_events(1, &e);
        out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void continue_wait(global const float *in, global float *out,
                          global const int *skip, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    for (int i = 0; i < n; i++) {
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        if (skip[i]) {
            wait_group_events(1, &e);
            continue;
        }
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
        if (i + 1 < n)
            e[(i + 1) & 1] =
                async_work_group_copy(t[(i + 1) & 1], in + (i + 1) * 64, 64, 0);
        wait_group_events(1, &e[i & 1]);
        out[i * 64 + l] = t[i & 1][l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void double_buffer_tail(global const float *in, global float *out,
                               int n) {
    local float t[2][64];
    size_t l = get_local_id(0);
    event_t e[2];
    e[0] = async_work_group_copy(t[0], in, 64, 0);
    for (int i = 0; i < n - 1; i++) {
        e[(i + 1) & 1] =
            async_work_group_copy(t[(i + 1) & 1], in + (i + 1) * 64, 64, 0);
        wait_group_events(1, &e[i & 1]);
        out[i * 64 + l] = t[i & 1][l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    wait_group_events(1, &e[(n - 1) & 1]);
    out[l] = t[0][l];
}
kernel void even_odd(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            e = async_work_group_copy(t, in + i * 64, 64, 0);
        else {
            wait_group_events(1, &e);
            out[i * 64 + l] = t[l];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
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
        if (i == n - 1)
            wait_group_events(1, &e);
    }
}
kernel void in_switch(global const float *in, global float *out, int m) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e = 0;
    switch (m) {
    case 0:
        e = async_work_group_copy(t, in, 64, 0);
        break;
    case 1:
        e = async_work_group_copy(t, in + 64, 64, 0);
        break;
    default:
        return;
    }
    wait_group_events(1, &e);
    out[l] = t[l];
}
kernel void early_return(global const float *in, global float *out,
                         global const int *err) {
    local float t[64];
    size_t l = get_local_id(0);
    if (err[get_group_id(0)])
        return;
    event_t e = async_work_group_copy(t, in, 64, 0);
    wait_group_events(1, &e);
    out[l] = t[l];
}
kernel void while_data(global const float *in, global float *out,
                       global const int *next) {
    local float t[64];
    size_t l = get_local_id(0);
    int at = get_group_id(0);
    while (at >= 0) {
        event_t e = async_work_group_copy(t, in + at * 64, 64, 0);
        wait_group_events(1, &e);
        out[at * 64 + l] = t[l];
        at = next[at];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void do_while(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    int i = 0;
    do {
        event_t e = async_work_group_copy(t, in + i * 64, 64, 0);
        wait_group_events(1, &e);
        out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (++i < n);
}
kernel void use_after(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    float s = 0;
    event_t e = async_work_group_copy(t, in, 64, 0);
    for (int i = 1; i < n; i++) {
        wait_group_events(1, &e);
        s += t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        e = async_work_group_copy(t, in + i * 64, 64, 0);
    }
    wait_group_events(1, &e);
    out[l] = s;
}
kernel void wait_both(global const float *in, global float *out) {
    local float a[64], b[64];
    size_t l = get_local_id(0);
    event_t e = async_work_group_copy(a, in, 64, 0);
    e = async_work_group_copy(b, in + 64, 64, e);
    wait_group_events(1, &e);
    out[l] = a[l] + b[l];
}
kernel void read_source(global float *out) {
    local float a[64];
    size_t l = get_local_id(0);
    a[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out, a, 64, 0);
    float v = a[l];
    wait_group_events(1, &e);
    out[64 + l] = v;
}
kernel void uniform_group(global const float *in, global float *out) {
    local float a[64];
    size_t l = get_local_id(0);
    if (get_group_id(0) < 32) {
        event_t e = async_work_group_copy(a, in, 64, 0);
        wait_group_events(1, &e);
    }
    out[l] = a[l];
}
kernel void strided(global const float *in, global float *out) {
    local float a[64];
    size_t l = get_local_id(0);
    event_t e = async_work_group_strided_copy(a, in, 64, 3, 0);
    wait_group_events(1, &e);
    out[l] = a[l];
}
static void load_ok_helper(local float *t, global const float *g, event_t *e) {
    *e = async_work_group_copy(t, g, 64, 0);
}
kernel void helper(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    for (int i = 0; i < n; i++) {
        load_ok_helper(t, in + i * 64, &e);
        wait_group_events(1, &e);
        out[l] += t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 2)
            break;
    }
}
kernel void pending_counter(global const float *in, global float *out, int n) {
    local float t[256];
    size_t l = get_local_id(0);
    event_t e[4];
    int p = 0;
    for (int i = 0; i < n; i++) {
        e[p++] = async_work_group_copy(t + p * 32, in + i * 64, 32, 0);
        if (p == 4) {
            wait_group_events(4, e);
            p = 0;
        }
    }
    if (p > 0)
        wait_group_events(p, e);
    out[l] = t[l];
}
kernel void pending_multiple(global const float *in, global float *out) {
    local float t[256];
    size_t l = get_local_id(0);
    event_t e[4];
    int p = 0;
    for (int i = 0; i < 12; i++) {
        e[p++] = async_work_group_copy(t + p * 32, in + i * 64, 32, 0);
        if (p == 4) {
            wait_group_events(4, e);
            p = 0;
        }
    }
    out[l] = t[l];
}
kernel void pending_multiple_n(global const float *in, global float *out,
                               int n) {
    local float t[256];
    size_t l = get_local_id(0);
    event_t e[2];
    int p = 0;
    for (int i = 0; i < n; i++) {
        e[p++] = async_work_group_copy(t + p * 32, in + i * 64, 32, 0);
        if (p == 2) {
            wait_group_events(2, e);
            p = 0;
        }
    }
    out[l] = t[l];
}
kernel void tile_guard(global const float *in, global float *out, int n,
                       int tiles) {
    local float t[64];
    size_t l = get_local_id(0);
    int g = get_group_id(0);
    event_t e;
    for (int i = g; i < tiles; i += get_num_groups(0)) {
        int w = min(64, n - i * 64);
        if (w <= 0)
            break;
        e = async_work_group_copy(t, in + i * 64, w, 0);
        wait_group_events(1, &e);
        if (l < w)
            out[i * 64 + l] = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
kernel void two_flags_nested(global const float *in, global float *out, int a,
                             int b) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (a) {
        if (b)
            e = async_work_group_copy(t, in, 64, 0);
        else
            out[l] = 2;
        if (b)
            wait_group_events(1, &e);
    }
    out[l] += 1;
}
kernel void error_flags(global const float *in, global float *out, int mask) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (mask & 1)
        e = async_work_group_copy(t, in, 64, 0);
    if (mask & 2)
        out[l] = 3;
    if (mask & 1)
        wait_group_events(1, &e);
}
kernel void implied(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (n > 10)
        e = async_work_group_copy(t, in, 64, 0);
    out[l] = 1;
    if (n > 5) {
        if (n > 10)
            wait_group_events(1, &e);
        else
            out[l] = 2;
    }
}
kernel void implied_eq(global const float *in, global float *out, int n,
                       int m) {
    local float t[64];
    size_t l = get_local_id(0);
    event_t e;
    if (n == m)
        e = async_work_group_copy(t, in, 64, 0);
    out[l] = 1;
    if (n <= m && n >= m)
        wait_group_events(1, &e);
}
kernel void ptr_loop(global const float *in, global float *out, int n) {
    local float t[64];
    size_t l = get_local_id(0);
    global const float *p = in, *end = in + n * 64;
    event_t e;
    bool first = true;
    for (; p != end; p += 64) {
        if (!first) {
            wait_group_events(1, &e);
            out[l] += t[l];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        e = async_work_group_copy(t, p, 64, 0);
        first = false;
    }
    if (!first)
        wait_group_events(1, &e);
}
