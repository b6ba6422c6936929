// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
/* Pipelines of copies, in the forms that compilers give them: what touches
 * bytes in flight, and what only looks so.
 *
 * A comment before each kernel says which rules' warnings it must get, in any
 * place and number; those in brackets may be there as well. */
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "extended_async.h"

#define N 64
#define W 32

// SILENT: lcs_ok
kernel void lcs_ok(global const float *in, global float *out, int tiles)
{
    local float a[2][W], b[2][W];
    event_t ld[2], st[2];
    ld[0] = async_work_group_copy(a[0], in, W, 0);
    for (int k = 0; k < tiles; k++) {
        int c = k & 1, x = c ^ 1;
        if (k + 1 < tiles)
            ld[x] = async_work_group_copy(a[x], in + (k + 1) * W, W, 0);
        wait_group_events(1, &ld[c]);
        if (k >= 2)
            wait_group_events(1, &st[c]);
        b[c][get_local_id(0)] = a[c][get_local_id(0)] * 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        st[c] = async_work_group_copy(out + k * W, b[c], W, 0);
    }
    if (tiles >= 2)
        wait_group_events(1, &st[tiles & 1]);
    if (tiles >= 1)
        wait_group_events(1, &st[(tiles - 1) & 1]);
}

// WARNS: lcs use-before-wait [missing-wait]
kernel void lcs(global const float *in, global float *out, int tiles)
{
    local float a[2][W], b[2][W];
    event_t ld[2], st[2];
    ld[0] = async_work_group_copy(a[0], in, W, 0);
    for (int k = 0; k < tiles; k++) {
        int c = k & 1, x = c ^ 1;
        if (k + 1 < tiles)
            ld[x] = async_work_group_copy(a[x], in + (k + 1) * W, W, 0);
        wait_group_events(1, &ld[c]);
        b[c][get_local_id(0)] = a[c][get_local_id(0)] * 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        st[c] = async_work_group_copy(out + k * W, b[c], W, 0);
    }
    if (tiles >= 2)
        wait_group_events(1, &st[tiles & 1]);
    if (tiles >= 1)
        wait_group_events(1, &st[(tiles - 1) & 1]);
}

// SILENT: fixed_ok
kernel void fixed_ok(global const int *in, global int *out)
{
    local int t[2][W];
    event_t e[2];
    e[0] = async_work_group_copy(t[0], in, W, 0);
    for (int k = 0; k < 8; k++) {
        if (k < 7)
            e[(k + 1) % 2] =
                async_work_group_copy(t[(k + 1) % 2], in + (k + 1) * W, W, 0);
        wait_group_events(1, e + k % 2);
        out[k * W + get_local_id(0)] = t[k % 2][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// WARNS: fixed use-before-wait
kernel void fixed(global const int *in, global int *out)
{
    local int t[2][W];
    event_t e[2];
    e[0] = async_work_group_copy(t[0], in, W, 0);
    for (int k = 0; k < 8; k++) {
        if (k < 7)
            e[(k + 1) % 2] =
                async_work_group_copy(t[(k + 1) % 2], in + (k + 1) * W, W, 0);
        wait_group_events(1, e + k % 2);
        if (k < 7)
            out[k * W + get_local_id(0)] = t[(k + 1) % 2][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: rows_ok
kernel void rows_ok(global const float *img, global float *out, int h,
                    int pitch)
{
    // ring of three lines for a vertical filter
    local float l[3][W];
    event_t e[3];
    for (int y = 0; y < 3; y++)
        e[y] = async_work_group_copy(l[y], img + y * pitch, W, 0);
    wait_group_events(2, e);
    for (int y = 1; y < h - 1; y++) {
        wait_group_events(1, &e[(y + 1) % 3]);
        out[y * pitch + get_local_id(0)] = l[(y - 1) % 3][get_local_id(0)] +
                                           l[y % 3][get_local_id(0)] +
                                           l[(y + 1) % 3][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        e[(y + 2) % 3] =
            async_work_group_copy(l[(y + 2) % 3], img + (y + 2) * pitch, W, 0);
    }
    wait_group_events(1, &e[h % 3]);
}

// SILENT: batch_ok
kernel void batch_ok(global const int *in, global int *out)
{
    local int t[4][W];
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + k * W, W, 0);
    for (int k = 0; k < 4; k++) {
        wait_group_events(1, &e[k]);
        t[k][get_local_id(0)] *= 3;
        barrier(CLK_LOCAL_MEM_FENCE);
        e[k] = async_work_group_copy(out + k * W, t[k], W, 0);
    }
    wait_group_events(4, e);
}

// WARNS: batch use-before-wait
kernel void batch(global const int *in, global int *out)
{
    local int t[4][W];
    event_t e[4];
    for (int k = 0; k < 4; k++)
        e[k] = async_work_group_copy(t[k], in + k * W, W, 0);
    for (int k = 0; k < 4; k++) {
        t[k][get_local_id(0)] *= 3;
        wait_group_events(1, &e[k]);
        barrier(CLK_LOCAL_MEM_FENCE);
        e[k] = async_work_group_copy(out + k * W, t[k], W, 0);
    }
    wait_group_events(4, e);
}

// SILENT: noprologue_ok
kernel void noprologue_ok(global const int *in, global int *out, int n)
{
    local int t[2][W];
    event_t e[2];
    for (int k = 0; k <= n; k++) {
        if (k < n)
            e[k & 1] = async_work_group_copy(t[k & 1], in + k * W, W, 0);
        if (k > 0) {
            wait_group_events(1, &e[(k - 1) & 1]);
            out[(k - 1) * W + get_local_id(0)] =
                t[(k - 1) & 1][get_local_id(0)];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
}

// WARNS: noprologue use-before-wait
kernel void noprologue(global const int *in, global int *out, int n)
{
    local int t[2][W];
    event_t e[2];
    for (int k = 0; k <= n; k++) {
        if (k < n)
            e[k & 1] = async_work_group_copy(t[k & 1], in + k * W, W, 0);
        if (k > 0) {
            out[(k - 1) * W + get_local_id(0)] =
                t[(k - 1) & 1][get_local_id(0)];
            wait_group_events(1, &e[(k - 1) & 1]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
}

// SILENT: call_ok
static void call_ok__fetch(local int *d, global const int *s, int k, event_t *e)
{
    e[k & 1] = async_work_group_copy(d + (k & 1) * W, s + k * W, W, 0);
}
static void call_ok__use(local const int *d, global int *o, int k, event_t *e)
{
    wait_group_events(1, e + (k & 1));
    o[k * W + get_local_id(0)] = d[(k & 1) * W + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void call_ok(global const int *in, global int *out, int n)
{
    local int t[2 * W];
    event_t e[2];
    call_ok__fetch(t, in, 0, e);
    for (int k = 1; k < n; k++) {
        call_ok__fetch(t, in, k, e);
        call_ok__use(t, out, k - 1, e);
    }
    call_ok__use(t, out, n - 1, e);
}

// WARNS: call use-before-wait
static void call__fetch(local int *d, global const int *s, int k, event_t *e)
{
    e[k & 1] = async_work_group_copy(d + (k & 1) * W, s + k * W, W, 0);
}
static void call__use(local const int *d, global int *o, int k, event_t *e)
{
    wait_group_events(1, e + (k & 1));
    o[k * W + get_local_id(0)] = d[((k + 1) & 1) * W + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void call(global const int *in, global int *out, int n)
{
    local int t[2 * W];
    event_t e[2];
    call__fetch(t, in, 0, e);
    for (int k = 1; k < n; k++) {
        call__fetch(t, in, k, e);
        call__use(t, out, k - 1, e);
    }
    wait_group_events(1, &e[(n - 1) & 1]);
}

// SILENT: phase_ok
kernel void phase_ok(global const int *in, global int *out, int n)
{
    local int buf[2 * W];
    event_t ev[2];
    int issued = 0, done = 0;
    while (done < n) {
        while (issued < n && issued - done < 2) {
            ev[issued & 1] = async_work_group_copy(buf + (issued & 1) * W,
                                                   in + issued * W, W, 0);
            issued++;
        }
        wait_group_events(1, &ev[done & 1]);
        out[done * W + get_local_id(0)] = buf[(done & 1) * W + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        done++;
    }
}

// SILENT: gemm_ok
kernel void gemm_ok(global const float *A, global const float *B,
                    global float *C, int K, int pitch)
{
    local float ta[2][64], tb[2][64];
    event_t e[2];
    float acc = 0;
    int row = get_local_id(1), col = get_local_id(0);
    e[0] = async_work_group_copy_2D2D(ta[0], 0, A, get_group_id(1) * 8 * K, 4,
                                      8, 8, K, 8, 0);
    e[0] = async_work_group_copy_2D2D(tb[0], 0, B, get_group_id(0) * 8, 4, 8, 8,
                                      pitch, 8, e[0]);
    for (int k = 0, c = 0; k < K; k += 8, c ^= 1) {
        if (k + 8 < K) {
            e[c ^ 1] = async_work_group_copy_2D2D(
                ta[c ^ 1], 0, A, get_group_id(1) * 8 * K + k + 8, 4, 8, 8, K, 8,
                0);
            e[c ^ 1] = async_work_group_copy_2D2D(
                tb[c ^ 1], 0, B, get_group_id(0) * 8 + (k + 8) * pitch, 4, 8, 8, pitch,
                8, e[c ^ 1]);
        }
        wait_group_events(1, &e[c]);
        for (int i = 0; i < 8; i++)
            acc += ta[c][row * 8 + i] * tb[c][i * 8 + col];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[get_global_id(1) * pitch + get_global_id(0)] = acc;
}

// SILENT: even_ok
kernel void even_ok(global const int *in, global int *out, int n)
{
    local int a[W], b[W];
    event_t ea = async_work_group_copy(a, in, W, 0), eb;
    for (int k = 0; k < n; k += 2) {
        eb = async_work_group_copy(b, in + (k + 1) * W, W, 0);
        wait_group_events(1, &ea);
        out[k * W + get_local_id(0)] = a[get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k + 2 < n)
            ea = async_work_group_copy(a, in + (k + 2) * W, W, 0);
        wait_group_events(1, &eb);
        out[(k + 1) * W + get_local_id(0)] = b[get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: lstate_ok
kernel void lstate_ok(global const int *in, global int *out)
{
    local int t[W];
    local int step;
    event_t e;
    if (get_local_id(0) == 0)
        step = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < 6; k++) {
        int s = step;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (s == 0)
            e = async_work_group_copy(t, in, W, 0);
        else if (s == 1)
            wait_group_events(1, &e);
        else
            out[s * W + get_local_id(0)] = t[get_local_id(0)];
        if (get_local_id(0) == 0)
            step = s + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: overlap_ok
kernel void overlap_ok(global const int *in, global int *out, int n)
{
    local int t[2][W];
    event_t e = async_work_group_copy(t[0], in, W, 0);
    wait_group_events(1, &e);
    for (int k = 0; k < n; k++) {
        e = async_work_group_copy(t[(k + 1) & 1], in + (k + 1) * W, W, 0);
        out[k * W + get_local_id(0)] = t[k & 1][get_local_id(0)];
        wait_group_events(1, &e);
    }
}

// WARNS: overlap use-before-wait
kernel void overlap(global const int *in, global int *out, int n)
{
    local int t[2][W];
    event_t e = async_work_group_copy(t[0], in, W, 0);
    wait_group_events(1, &e);
    for (int k = 0; k < n; k++) {
        e = async_work_group_copy(t[(k + 1) & 1], in + (k + 1) * W, W, 0);
        out[k * W + get_local_id(0)] = t[~k & 1][get_local_id(0)];
        wait_group_events(1, &e);
    }
}

// SILENT: inplace_ok
kernel void inplace_ok(global int *data, int n)
{
    local int t[2][W];
    event_t ld[2], st;
    ld[0] = async_work_group_copy(t[0], data, W, 0);
    for (int k = 0; k < n; k++) {
        if (k + 1 < n)
            ld[(k + 1) & 1] =
                async_work_group_copy(t[(k + 1) & 1], data + (k + 1) * W, W, 0);
        wait_group_events(1, &ld[k & 1]);
        t[k & 1][get_local_id(0)]++;
        barrier(CLK_LOCAL_MEM_FENCE);
        st = async_work_group_copy(data + k * W, t[k & 1], W, 0);
        wait_group_events(1, &st);
    }
}

// WARNS: dbuf_half use-before-wait
kernel void dbuf_half(global const int *a, global int *o, int n)
{
    local int t[2][N];
    event_t e[2];
    e[0] = async_work_group_copy(t[0], a, N, 0);
    for (int i = 0; i < n; i++) {
        if (i + 1 < n)
            e[(i + 1) & 1] =
                async_work_group_copy(t[(i + 1) & 1], a + (i + 1) * N, N, 0);
        wait_group_events(1, &e[i & 1]);
        // wrong half: this one is in flight
        o[i * N + get_local_id(0)] = t[(i + 1) & 1][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: dbuf_half_ok
kernel void dbuf_half_ok(global const int *a, global int *o, int n)
{
    local int t[2][N];
    event_t e[2];
    e[0] = async_work_group_copy(t[0], a, N, 0);
    for (int i = 0; i < n; i++) {
        if (i + 1 < n)
            e[(i + 1) & 1] =
                async_work_group_copy(t[(i + 1) & 1], a + (i + 1) * N, N, 0);
        wait_group_events(1, &e[i & 1]);
        o[i * N + get_local_id(0)] = t[i & 1][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// WARNS: dbuf_same use-before-wait
kernel void dbuf_same(global const int *a, global int *o, int n)
{
    local int t[2][N];
    event_t cur = async_work_group_copy(t[0], a, N, 0);
    for (int i = 0; i < n; i++) {
        int now = i & 1, next = 1 - now;
        event_t ne = async_work_group_copy(t[next], a + (i + 1) * N, N, 0);
        o[i * N + get_local_id(0)] =
            t[now][get_local_id(0)]; // wait comes after
        wait_group_events(1, &cur);
        barrier(CLK_LOCAL_MEM_FENCE);
        cur = ne;
    }
    wait_group_events(1, &cur);
}

// SILENT: dbuf_same_ok
kernel void dbuf_same_ok(global const int *a, global int *o, int n)
{
    local int t[2][N];
    event_t cur = async_work_group_copy(t[0], a, N, 0);
    for (int i = 0; i < n; i++) {
        int now = i & 1, next = 1 - now;
        event_t ne = async_work_group_copy(t[next], a + (i + 1) * N, N, 0);
        wait_group_events(1, &cur);
        o[i * N + get_local_id(0)] = t[now][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        cur = ne;
    }
    wait_group_events(1, &cur);
}

// WARNS: loop_before use-before-wait
kernel void loop_before(global const int *a, global int *o, int n)
{
    local int t[N];
    event_t e = async_work_group_copy(t, a, N, 0);
    for (int i = 1; i < n; i++) {
        o[i * N + get_local_id(0)] = t[get_local_id(0)];
        wait_group_events(1, &e);
        barrier(CLK_LOCAL_MEM_FENCE);
        e = async_work_group_copy(t, a + i * N, N, 0);
    }
    wait_group_events(1, &e);
}

// SILENT: loop_prefetch_ok
kernel void loop_prefetch_ok(global const int *a, global int *o, int n)
{
    local int t[N];
    event_t e = async_work_group_copy(t, a, N, 0);
    for (int i = 1; i < n; i++) {
        wait_group_events(1, &e);
        int x = t[get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        e = async_work_group_copy(t, a + i * N, N, 0);
        o[i * N + get_local_id(0)] = x;
    }
    wait_group_events(1, &e);
}

// WARNS: array_one use-before-wait
kernel void array_one(global int *o, global const int *a)
{
    local int t[3][N];
    event_t e[3];
    for (int i = 0; i < 3; i++)
        e[i] = async_work_group_copy(t[i], a + i * N, N, 0);
    wait_group_events(2, e);
    o[get_global_id(0)] = t[2][get_local_id(0)];
    wait_group_events(1, e + 2);
}

// SILENT: array_one_ok
kernel void array_one_ok(global int *o, global const int *a)
{
    local int t[3][N];
    event_t e[3];
    for (int i = 0; i < 3; i++)
        e[i] = async_work_group_copy(t[i], a + i * N, N, 0);
    wait_group_events(2, e);
    o[get_global_id(0)] = t[1][get_local_id(0)];
    wait_group_events(1, e + 2);
}

// WARNS: out_pipe use-before-wait
kernel void out_pipe(global int *o, global const int *a, int n)
{
    local int t[N];
    event_t e = 0;
    for (int i = 0; i < n; i++) {
        t[get_local_id(0)] = a[i * N + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i > 0)
            wait_group_events(1, &e);
        e = async_work_group_copy(o + i * N, t, N, 0);
    }
    if (n > 0)
        wait_group_events(1, &e);
}

// SILENT: out_pipe_ok
kernel void out_pipe_ok(global int *o, global const int *a, int n)
{
    local int t[N];
    event_t e = 0;
    for (int i = 0; i < n; i++) {
        if (i > 0)
            wait_group_events(1, &e);
        barrier(CLK_LOCAL_MEM_FENCE);
        t[get_local_id(0)] = a[i * N + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        e = async_work_group_copy(o + i * N, t, N, 0);
    }
    if (n > 0)
        wait_group_events(1, &e);
}

// WARNS: unread missing-wait
kernel void unread(global const int *in, global const int *more)
{
    local int t[N], u[N];
    event_t first = async_work_group_copy(t, in, N, 0);
    event_t second = async_work_group_copy(u, more, N, 0);
    wait_group_events(1, &first);
}

// SILENT: two_counts_ok
kernel void two_counts_ok(global const float *in, global float *out, int n,
                          int m)
{
    local float t[8 * N];
    event_t e[8];
    for (int i = 0; i < n; i++)
        e[i] = async_work_group_copy(t + i * N, in + i * N, N, 0);
    for (int i = 0; i < m; i++)
        wait_group_events(1, &e[i]);
    out[get_local_id(0)] = t[get_local_id(0)];
}

/* A product of rows and columns: what is computed between copies takes many rounds. */
// WARNS: product_left missing-wait
kernel void product_left(global const float *a, global float *c, int n)
{
    local float t[2][256];
    event_t e[2];
    float sum = 0;
    int now = 0;
    e[0] = async_work_group_copy_2D2D(t[0], 0, a, 0, 4, 16, 16, n, 16, 0);
    for (int k = 0; k < n; k += 16) {
        int next = now ^ 1;
        e[next] = async_work_group_copy_2D2D(t[next], 0, a, k + 16, 4, 16, 16, n, 16, 0);
        wait_group_events(1, &e[now]);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 16; i++)
            for (int j = 0; j < 16; j++)
                sum += t[now][j * 16 + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        now = next;
    }
    c[get_global_id(0)] = sum;
}

// SILENT: product_in_order
kernel void product_in_order(global const float *a, global float *c, int n)
{
    local float t[2][256];
    event_t e[2];
    float sum = 0;
    int now = 0;
    e[0] = async_work_group_copy_2D2D(t[0], 0, a, 0, 4, 16, 16, n, 16, 0);
    for (int k = 0; k < n; k += 16) {
        int next = now ^ 1;
        if (k + 16 < n)
            e[next] = async_work_group_copy_2D2D(t[next], 0, a, k + 16, 4, 16, 16, n, 16, 0);
        wait_group_events(1, &e[now]);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 16; i++)
            for (int j = 0; j < 16; j++)
                sum += t[now][j * 16 + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        now = next;
    }
    c[get_global_id(0)] = sum;
}
