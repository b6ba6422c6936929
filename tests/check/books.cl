// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What books show, and the mistakes that are made with it.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

// SILENT: mm_double -g 16,16 -l 8,8 buf:f32:256=seq buf:f32:256=seq buf:f32:256 i32:16
kernel void mm_double(global const float *a, global const float *b, global float *c, int n)
{
    local float ta[2][64], tb[2][64];
    event_t ea[2], eb[2];
    int x = get_local_id(0), y = get_local_id(1), cur = 0;
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    float s = 0;
    ea[0] = async_work_group_copy_2D2D(ta[0], 0, a, gy * n, 4, 8, 8, n, 8, 0);
    eb[0] = async_work_group_copy_2D2D(tb[0], 0, b, gx, 4, 8, 8, n, 8, 0);
    for (int k = 0; k < n; k += 8) {
        int nxt = 1 - cur;
        if (k + 8 < n) {
            ea[nxt] = async_work_group_copy_2D2D(ta[nxt], 0, a, gy * n + k + 8, 4, 8, 8, n, 8, 0);
            eb[nxt] = async_work_group_copy_2D2D(tb[nxt], 0, b, (k + 8) * n + gx, 4, 8, 8, n, 8, 0);
        }
        wait_group_events(1, &ea[cur]);
        wait_group_events(1, &eb[cur]);
        for (int j = 0; j < 8; j++)
            s += ta[cur][y * 8 + j] * tb[cur][j * 8 + x];
        LOCAL_BARRIER();
        cur = nxt;
    }
    c[(gy + y) * n + gx + x] = s;
}

// FAULT: mm_double_no_barrier -g 32,32 -l 8,8 buf:f32:1024=seq buf:f32:1024=seq buf:f32:1024 i32:32
// FIND: unsynchronized-destination 2D2D@a ta in 0..511
// FIND: unsynchronized-destination 2D2D@b tb in 0..511
kernel void mm_double_no_barrier(global const float *a, global const float *b, global float *c, int n)
{
    local float ta[2][64], tb[2][64];
    event_t ea[2], eb[2];
    int x = get_local_id(0), y = get_local_id(1), cur = 0;
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    float s = 0;
    ea[0] = async_work_group_copy_2D2D(ta[0], 0, a, gy * n, 4, 8, 8, n, 8, 0);
    eb[0] = async_work_group_copy_2D2D(tb[0], 0, b, gx, 4, 8, 8, n, 8, 0);
    for (int k = 0; k < n; k += 8) {
        int nxt = 1 - cur;
        if (k + 8 < n) {
            ea[nxt] = async_work_group_copy_2D2D(ta[nxt], 0, a, gy * n + k + 8, 4, 8, 8, n, 8, 0); // @a
            eb[nxt] = async_work_group_copy_2D2D(tb[nxt], 0, b, (k + 8) * n + gx, 4, 8, 8, n, 8, 0); // @b
        }
        wait_group_events(1, &ea[cur]);
        wait_group_events(1, &eb[cur]);
        for (int j = 0; j < 8; j++)
            s += ta[cur][y * 8 + j] * tb[cur][j * 8 + x];
        cur = nxt;
    }
    c[(gy + y) * n + gx + x] = s;
}

// FAULT: mm_wrong_event -g 32,32 -l 8,8 buf:f32:1024=seq buf:f32:1024=seq buf:f32:1024 i32:32
// FIND: invalid-event OpGroupWaitEvents@w
// THEN: read-in-flight OpLoad@r & 2D2D@b tb in 0..511
// THEN: copy-race 2D2D@b & 2D2D@b
// THEN: missing-wait 2D2D@b
// ONLY: O0
kernel void mm_wrong_event(global const float *a, global const float *b, global float *c, int n)
{
    local float ta[64], tb[64];
    int x = get_local_id(0), y = get_local_id(1);
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    float s = 0;
    for (int k = 0; k < n; k += 8) {
        event_t ea = async_work_group_copy_2D2D(ta, 0, a, gy * n + k, 4, 8, 8, n, 8, 0);
        event_t eb = async_work_group_copy_2D2D(tb, 0, b, k * n + gx, 4, 8, 8, n, 8, 0); // @b
        wait_group_events(1, &ea);
        wait_group_events(1, &ea); // @w
        for (int j = 0; j < 8; j++)
            s += ta[y * 8 + j] * tb[j * 8 + x]; // @r
        LOCAL_BARRIER();
    }
    c[(gy + y) * n + gx + x] = s;
}

// SILENT: fft -g 32 -l 32 buf:f32:128=seq buf:f32:128
kernel void fft(global const float2 *in, global float2 *out)
{
    local float2 t[64];
    int i = ID;
    float2 v0 = in[i], v1 = in[i + 32];
    for (int p = 1; p < 64; p <<= 1) {
        int k = i & (p - 1);
        float al = -3.14159265f * k / p;
        float2 w = (float2)(cos(al), sin(al));
        float2 u = (float2)(v1.x * w.x - v1.y * w.y, v1.x * w.y + v1.y * w.x);
        int j = ((i - k) << 1) + k;
        LOCAL_BARRIER();
        t[j] = v0 + u;
        t[j + p] = v0 - u;
        LOCAL_BARRIER();
        v0 = t[i];
        v1 = t[i + 32];
    }
    out[i] = v0;
    out[i + 32] = v1;
}

// FAULT: fft_one_barrier -g 32 -l 32 buf:f32:128=seq buf:f32:128
// FIND: data-race OpStore@a & OpLoad@x|y t in 0..511
// FIND: data-race OpStore@b & OpLoad@x|y t in 0..511
// ONLY: clang14
kernel void fft_one_barrier(global const float2 *in, global float2 *out)
{
    local float2 t[64];
    int i = ID;
    float2 v0 = in[i], v1 = in[i + 32];
    for (int p = 1; p < 64; p <<= 1) {
        int k = i & (p - 1);
        float2 u = v1 * (float)k;
        int j = ((i - k) << 1) + k;
        t[j] = v0 + u; // @a
        t[j + p] = v0 - u; // @b
        LOCAL_BARRIER();
        v0 = t[i]; // @x
        v1 = t[i + 32]; // @y
    }
    out[i] = v0;
    out[i + 32] = v1;
}

// SILENT: odd_even -g 16 -l 16 buf:i32:32=rand:3
kernel void odd_even(global int *d)
{
    local int t[32];
    t[ID] = d[ID];
    t[ID + 16] = d[ID + 16];
    for (int p = 0; p < 32; p++) {
        LOCAL_BARRIER();
        int k = 2 * ID + (p & 1);
        if (k + 1 < 32 && t[k] > t[k + 1]) {
            int x = t[k];
            t[k] = t[k + 1];
            t[k + 1] = x;
        }
    }
    LOCAL_BARRIER();
    d[ID] = t[ID];
    d[ID + 16] = t[ID + 16];
}

// FAULT: warp_reduce -g 64 -l 64 buf:i32:64=seq buf:i32:2
// FIND: data-race OpLoad@x & OpStore@x t in 0..255
kernel void warp_reduce(global const int *in, global int *out)
{
    volatile local int t[64];
    t[ID] = in[ID];
    LOCAL_BARRIER();
    for (int s = 16; s > 0; s >>= 1)
        if (ID < s)
            t[ID] += t[ID + s]; // @x
    LOCAL_BARRIER();
    if (ID == 0)
        out[0] = t[0];
}

// FAULT: scan_hs_in_place -g 64 -l 64 buf:i32:64=seq buf:i32:64
// FIND: data-race OpLoad@r & OpStore@w t in 0..255
kernel void scan_hs_in_place(global const int *in, global int *out)
{
    local int t[64];
    t[ID] = in[ID];
    LOCAL_BARRIER();
    for (int d = 1; d < 64; d <<= 1) {
        int v = t[ID];
        if (ID >= d)
            v += t[ID - d]; // @r
        t[ID] = v; // @w
        LOCAL_BARRIER();
    }
    out[ID] = t[ID];
}

// FAULT: hist_plain -g 64 -l 64 buf:u8:64=rand:1 buf:i32:16
// FIND: data-race OpLoad|OpStore@x & OpStore|OpLoad@x h in 0..63
kernel void hist_plain(global const uchar *in, global int *out)
{
    local int h[16];
    if (ID < 16)
        h[ID] = 0;
    LOCAL_BARRIER();
    h[in[ID] & 15]++; // @x
    LOCAL_BARRIER();
    if (ID < 16)
        out[ID] = h[ID];
}

// FAULT: hist_no_clear_barrier -g 64 -l 64 buf:u8:64=rand:1 buf:i32:16
// FIND: data-race *@a & OpStore@c h in 0..63
kernel void hist_no_clear_barrier(global const uchar *in, global int *out)
{
    local int h[16];
    if (ID < 16)
        h[ID] = 0; // @c
    atomic_inc(&h[in[ID] & 15]); // @a
    LOCAL_BARRIER();
    if (ID < 16)
        out[ID] = h[ID];
}

// FAULT: hist_no_clear -g 64 -l 64 buf:u8:64=rand:1 buf:i32:16
// FIND: uninitialized OpStore@w out
kernel void hist_no_clear(global const uchar *in, global int *out)
{
    local int h[16];
    atomic_inc(&h[in[ID] & 15]);
    LOCAL_BARRIER();
    if (ID < 16)
        out[ID] = h[ID]; // @w
}

// SILENT: stencil3d -g 8,8,8 -l 4,4,4 buf:f32:1000=seq buf:f32:512
kernel void stencil3d(global const float *in, global float *out)
{
    local float t[216];
    size_t o = get_group_id(0) * 4 + get_group_id(1) * 40 + get_group_id(2) * 400;
    event_t e = async_work_group_copy_3D3D(t, 0, in, o, 4, 6, 6, 6, 10, 100, 6, 36, 0);
    int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    wait_group_events(1, &e);
    int i = (x + 1) + 6 * (y + 1) + 36 * (z + 1);
    out[get_global_id(0) + 8 * get_global_id(1) + 64 * get_global_id(2)] =
        t[i] + t[i - 1] + t[i + 1] + t[i - 6] + t[i + 6] + t[i - 36] + t[i + 36];
}

// FAULT: stencil3d_small_tile -g 8,8,8 -l 4,4,4 buf:f32:1000=seq buf:f32:512
// FIND: copy-out-of-bounds 3D3D@c t 800..815: group (0,0,0), bytes 800 to 815, plane 5, line 3, element 2, of 800 bytes, 1 group
kernel void stencil3d_small_tile(global const float *in, global float *out)
{
    local float t[200];
    size_t o = get_group_id(0) * 4 + get_group_id(1) * 40 + get_group_id(2) * 400;
    event_t e = async_work_group_copy_3D3D(t, 0, in, o, 4, 6, 6, 6, 10, 100, 6, 36, 0); // @c
    int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    wait_group_events(1, &e);
    int i = (x + 1) + 6 * (y + 1) + 36 * (z + 1);
    out[get_global_id(0) + 8 * get_global_id(1) + 64 * get_global_id(2)] =
        t[i] + t[i - 1] + t[i + 1] + t[i - 6] + t[i + 6] + t[i - 36] + t[i + 36];
}

// FAULT: halo_short -g 64 -l 16 buf:f32:64=seq buf:f32:64
// FIND: uninitialized OpStore@w out
kernel void halo_short(global const float *in, global float *out)
{
    local float t[18];
    int g = get_group_id(0) * 16;
    event_t e = async_work_group_copy(t + 1, in + g, 16, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[ID] + t[ID + 1] + t[ID + 2]; // @w
}

// SILENT: halo_full -g 64 -l 16 buf:f32:64=seq buf:f32:64
kernel void halo_full(global const float *in, global float *out)
{
    local float t[18];
    int g = get_group_id(0) * 16;
    event_t e = async_work_group_copy(t + 1, in + g, 16, 0);
    if (ID == 0)
        t[0] = g ? in[g - 1] : 0;
    if (ID == 15)
        t[17] = g + 16 < (int)get_global_size(0) ? in[g + 16] : 0;
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[get_global_id(0)] = t[ID] + t[ID + 1] + t[ID + 2];
}

// FAULT: halo_overlap -g 64 -l 16 buf:f32:64=seq buf:f32:64
// FIND: write-in-flight OpStore@w & OpGroupAsyncCopy@c t 64..67
kernel void halo_overlap(global const float *in, global float *out)
{
    local float t[18];
    int g = get_group_id(0) * 16;
    event_t e = async_work_group_copy(t + 1, in + g, 16, 0); // @c
    if (ID == 0)
        t[0] = g ? in[g - 1] : 0;
    if (ID == 15) {
        t[16] = 0; // @w
        t[17] = 0;
    }
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[get_global_id(0)] = t[ID] + t[ID + 1] + t[ID + 2];
}

// FAULT: halo_wait_only -g 64 -l 16 buf:f32:64=seq buf:f32:64
// FIND: wait-as-barrier OpLoad@r & OpStore@a|b t
kernel void halo_wait_only(global const float *in, global float *out)
{
    local float t[18];
    int g = get_group_id(0) * 16;
    event_t e = async_work_group_copy(t + 1, in + g, 16, 0);
    if (ID == 1)
        t[0] = 7; // @a
    if (ID == 15)
        t[17] = 8;
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[ID] + t[ID + 1] * t[ID + 1]; // @r
}

// FAULT: jacobi_global -g 64 -l 16 buf:f32:66=seq buf:f32:66
// FIND: group-race OpLoad@r & OpStore@w a 64..67
// FIND: group-race OpLoad@r & OpStore@w a 68..71
kernel void jacobi_global(global float *a, global float *b) {
    int i = get_global_id(0) + 1;
    for (int k = 0; k < 3; k++) {
        b[i] = (a[i - 1] + a[i + 1]) / 2; // @r
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[i] = b[i]; // @w
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

// SILENT: jacobi_one_group -g 64 -l 64 buf:f32:66=seq buf:f32:66
kernel void jacobi_one_group(global float *a, global float *b)
{
    int i = get_global_id(0) + 1;
    for (int k = 0; k < 3; k++) {
        b[i] = (a[i - 1] + a[i + 1]) / 2;
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[i] = b[i];
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

// FAULT: jacobi_local_fence -g 64 -l 64 buf:f32:66=seq buf:f32:66
// FIND: data-race OpLoad@r & OpStore@w a
// FIND: data-race OpStore@w & OpLoad@r a
// ONLY: O0
kernel void jacobi_local_fence(global float *a, global float *b)
{
    int i = get_global_id(0) + 1;
    for (int k = 0; k < 3; k++) {
        b[i] = (a[i - 1] + a[i + 1]) / 2; // @r
        barrier(CLK_LOCAL_MEM_FENCE);
        a[i] = b[i]; // @w
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: ring -g 16 -l 16 buf:i32:256=seq buf:i32:256
kernel void ring(global const int *in, global int *out)
{
    local int buf[4][16];
    event_t e[4], w[4];
    for (int k = 0; k < 3; k++)
        e[k] = async_work_group_copy(buf[k], in + 16 * k, 16, 0);
    for (int k = 0; k < 16; k++) {
        int s = k % 4, f = (k + 3) % 4;
        if (k + 3 < 16) {
            if (k > 0)
                wait_group_events(1, &w[f]);
            e[f] = async_work_group_copy(buf[f], in + 16 * (k + 3), 16, 0);
        }
        wait_group_events(1, &e[s]);
        buf[s][ID] *= 2;
        LOCAL_BARRIER();
        w[s] = async_work_group_copy(out + 16 * k, buf[s], 16, 0);
    }
    wait_group_events(4, w);
}

// FAULT: ring_overrun -g 16 -l 16 buf:i32:256=seq buf:i32:256
// FIND: copy-race OpGroupAsyncCopy@l & OpGroupAsyncCopy@s buf in 0..255
// THEN: write-in-flight *@m & OpGroupAsyncCopy@s buf in 0..255
kernel void ring_overrun(global const int *in, global int *out)
{
    local int buf[4][16];
    event_t e[4], w[16];
    for (int k = 0; k < 3; k++)
        e[k] = async_work_group_copy(buf[k], in + 16 * k, 16, 0);
    for (int k = 0; k < 16; k++) {
        int s = k % 4, f = (k + 3) % 4;
        if (k + 3 < 16)
            e[f] = async_work_group_copy(buf[f], in + 16 * (k + 3), 16, 0); // @l
        wait_group_events(1, &e[s]);
        buf[s][ID] *= 2; // @m
        LOCAL_BARRIER();
        w[k] = async_work_group_copy(out + 16 * k, buf[s], 16, 0); // @s
    }
    wait_group_events(16, w);
}

// SILENT: transpose_2d -g 16,16 -l 8,8 buf:f32:256=seq buf:f32:256
kernel void transpose_2d(global const float *in, global float *out)
{
    local float t[8 * 9], u[64];
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    int x = get_local_id(0), y = get_local_id(1);
    event_t e = async_work_group_copy_2D2D(t, 0, in, gy * 16 + gx, 4, 8, 8, 16, 9, 0);
    wait_group_events(1, &e);
    u[y * 8 + x] = t[x * 9 + y];
    LOCAL_BARRIER();
    e = async_work_group_copy_2D2D(out, gx * 16 + gy, u, 0, 4, 8, 8, 8, 16, 0);
    wait_group_events(1, &e);
}

// FAULT: transpose_no_barrier -g 16,16 -l 8,8 buf:f32:256=seq buf:f32:256
// FIND: unsynchronized-source 2D2D@c u in 0..255
kernel void transpose_no_barrier(global const float *in, global float *out)
{
    local float t[8 * 9], u[64];
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    int x = get_local_id(0), y = get_local_id(1);
    event_t e = async_work_group_copy_2D2D(t, 0, in, gy * 16 + gx, 4, 8, 8, 16, 9, 0);
    wait_group_events(1, &e);
    u[y * 8 + x] = t[x * 9 + y];
    e = async_work_group_copy_2D2D(out, gx * 16 + gy, u, 0, 4, 8, 8, 8, 16, 0); // @c
    wait_group_events(1, &e);
}

// FAULT: transpose_same_place -g 16,16 -l 8,8 buf:f32:256=seq buf:f32:256
// FIND: group-race 2D2D@c & 2D2D@c out
kernel void transpose_same_place(global const float *in, global float *out)
{
    local float t[8 * 9], u[64];
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    int x = get_local_id(0), y = get_local_id(1);
    event_t e = async_work_group_copy_2D2D(t, 0, in, gy * 16 + gx, 4, 8, 8, 16, 9, 0);
    wait_group_events(1, &e);
    u[y * 8 + x] = t[x * 9 + y];
    LOCAL_BARRIER();
    e = async_work_group_copy_2D2D(out, gx * 16, u, 0, 4, 8, 8, 8, 16, 0); // @c
    wait_group_events(1, &e);
}

// FAULT: in_place_transpose -g 16,16 -l 8,8 buf:f32:256=seq
// FIND: group-race * & * d
kernel void in_place_transpose(global float *d)
{
    local float t[64], u[64];
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    int x = get_local_id(0), y = get_local_id(1);
    event_t e = async_work_group_copy_2D2D(t, 0, d, gy * 16 + gx, 4, 8, 8, 16, 8, 0); // @l
    wait_group_events(1, &e);
    u[y * 8 + x] = t[x * 8 + y];
    LOCAL_BARRIER();
    e = async_work_group_copy_2D2D(d, gx * 16 + gy, u, 0, 4, 8, 8, 8, 16, 0); // @s
    wait_group_events(1, &e);
}

// SILENT: in_place_scale -g 64 -l 16 buf:f32:64=seq
kernel void in_place_scale(global float *d)
{
    local float t[16];
    global float *mine = d + get_group_id(0) * 16;
    event_t e = async_work_group_copy(t, mine, 16, 0);
    wait_group_events(1, &e);
    t[ID] *= 2;
    LOCAL_BARRIER();
    e = async_work_group_copy(mine, t, 16, 0);
    wait_group_events(1, &e);
}

// FAULT: in_place_source_written -g 64 -l 16 buf:f32:64=seq
// FIND: write-in-flight OpStore@w & OpGroupAsyncCopy@c d
kernel void in_place_source_written(global float *d)
{
    local float t[16];
    global float *mine = d + get_group_id(0) * 16;
    event_t e = async_work_group_copy(t, mine, 16, 0); // @c
    mine[ID] = 0; // @w
    wait_group_events(1, &e);
    mine[ID] = t[ID];
}

// FAULT: tail_group -g 60 -l 16 buf:i32:60=seq buf:i32:60
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c in 240..255
kernel void tail_group(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in + get_group_id(0) * 16, 16, 0); // @c
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[ID];
}

// SILENT: tail_group_ok -g 60 -l 16 buf:i32:60=seq buf:i32:60
kernel void tail_group_ok(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in + get_group_id(0) * 16, get_local_size(0), 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[get_local_size(0) - 1 - ID];
}

// FAULT: tail_enqueued_size -g 60 -l 16 buf:i32:60=seq buf:i32:64
// FIND: uninitialized OpStore@w out
kernel void tail_enqueued_size(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in + get_group_id(0) * 16, get_local_size(0), 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[get_enqueued_local_size(0) - 1 - ID]; // @w
}

struct particle { float4 pos, vel; int id; char kind; };
// SILENT: nbody_struct -g 16 -l 16 buf:i32:192=seq buf:i32:192
kernel void nbody_struct(global const struct particle *in, global struct particle *out)
{
    local struct particle t[16];
    event_t e = async_work_group_copy((local int *)t, (global const int *)in, 16 * sizeof(struct particle) / 4, 0);
    wait_group_events(1, &e);
    float4 f = 0;
    for (int k = 0; k < 16; k++)
        f += t[k].pos - t[ID].pos;
    struct particle p = t[ID];
    p.vel += f;
    out[ID] = p;
}

// FAULT: nbody_count_in_bytes -g 16 -l 16 buf:i32:192=seq buf:i32:192
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c
kernel void nbody_count_in_bytes(global const struct particle *in, global struct particle *out)
{
    local struct particle t[16];
    event_t e = async_work_group_copy((local int *)t, (global const int *)in, 16 * sizeof(struct particle), 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
