// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Correct kernels of many kinds: nothing is to be found.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// SILENT: reduce -g 256 -l 64 buf:i32:256=seq buf:i32:4 local:256
kernel void reduce(global const int *in, global int *out, local int *tmp)
{
    int l = ID;
    tmp[l] = in[get_global_id(0)];
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            tmp[l] += tmp[l + s];
    }
    if (l == 0)
        out[get_group_id(0)] = tmp[0];
}

// SILENT: scan_hs -g 128 -l 64 buf:i32:128=seq buf:i32:128
kernel void scan_hs(global const int *in, global int *out)
{
    local int buf[2][64];
    int p = 0, c = 1;
    buf[0][ID] = ID > 0 ? in[get_global_id(0) - 1] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 64; d *= 2) {
        p = 1 - p;
        c = 1 - p;
        if (ID >= d)
            buf[p][ID] = buf[c][ID] + buf[c][ID - d];
        else
            buf[p][ID] = buf[c][ID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = buf[p][ID];
}

// SILENT: scan_blelloch -g 64 -l 32 buf:i32:128=seq buf:i32:128
kernel void scan_blelloch(global const int *in, global int *out)
{
    local int t[64];
    int off = 1, g = get_group_id(0) * 64;
    t[2 * ID] = in[g + 2 * ID];
    t[2 * ID + 1] = in[g + 2 * ID + 1];
    for (int d = 32; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (ID < d) {
            int ai = off * (2 * ID + 1) - 1, bi = off * (2 * ID + 2) - 1;
            t[bi] += t[ai];
        }
        off *= 2;
    }
    if (ID == 0)
        t[63] = 0;
    for (int d = 1; d < 64; d *= 2) {
        off >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (ID < d) {
            int ai = off * (2 * ID + 1) - 1, bi = off * (2 * ID + 2) - 1;
            int x = t[ai];
            t[ai] = t[bi];
            t[bi] += x;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g + 2 * ID] = t[2 * ID];
    out[g + 2 * ID + 1] = t[2 * ID + 1];
}

// SILENT: stencil -g 32,16 -l 16,8 buf:f32:512=seq buf:f32:512
kernel void stencil(global const float *in, global float *out)
{
    local float t[10][18];
    int w = get_global_size(0), h = get_global_size(1);
    int gx = get_global_id(0), gy = get_global_id(1);
    int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
    t[ly][lx] = in[gy * w + gx];
    if (get_local_id(0) == 0)
        t[ly][0] = gx > 0 ? in[gy * w + gx - 1] : 0;
    if (get_local_id(0) == 15)
        t[ly][17] = gx < w - 1 ? in[gy * w + gx + 1] : 0;
    if (get_local_id(1) == 0)
        t[0][lx] = gy > 0 ? in[(gy - 1) * w + gx] : 0;
    if (get_local_id(1) == 7)
        t[9][lx] = gy < h - 1 ? in[(gy + 1) * w + gx] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gy * w + gx] = t[ly][lx] + t[ly - 1][lx] + t[ly + 1][lx] +
                       t[ly][lx - 1] + t[ly][lx + 1];
}

// SILENT: matmul -g 16,16 -l 8,8 buf:f32:256=seq buf:f32:256=seq buf:f32:256 i32:16
kernel void matmul(global const float *a, global const float *b,
                   global float *c, int n)
{
    local float ta[8][8], tb[8][8];
    int x = get_global_id(0), y = get_global_id(1);
    float s = 0;
    for (int k = 0; k < n; k += 8) {
        ta[get_local_id(1)][get_local_id(0)] = a[y * n + k + get_local_id(0)];
        tb[get_local_id(1)][get_local_id(0)] = b[(k + get_local_id(1)) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 8; j++)
            s += ta[get_local_id(1)][j] * tb[j][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = s;
}

// SILENT: matmul_async -g 16,16 -l 8,8 buf:f32:256=seq buf:f32:256=seq buf:f32:256 i32:16
kernel void matmul_async(global const float *a, global const float *b,
                         global float *c, int n)
{
    local float ta[64], tb[64];
    int x = get_global_id(0), y = get_global_id(1);
    float s = 0;
    for (int k = 0; k < n; k += 8) {
        event_t e[2];
        e[0] = async_work_group_copy_2D2D(ta, 0, a, get_group_id(1) * 8 * n + k,
                                          4, 8, 8, n, 8, 0);
        e[1] = async_work_group_copy_2D2D(tb, 0, b, k * n + get_group_id(0) * 8,
                                          4, 8, 8, n, 8, 0);
        wait_group_events(2, e);
        for (int j = 0; j < 8; j++)
            s += ta[get_local_id(1) * 8 + j] * tb[j * 8 + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = s;
}

// SILENT: histogram -g 256 -l 64 buf:u8:256=seq buf:i32:16
kernel void histogram(global const uchar *in, global int *hist)
{
    local int h[16];
    if (ID < 16)
        h[ID] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&h[in[get_global_id(0)] & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID < 16)
        atomic_add(&hist[ID], h[ID]);
}

// SILENT: broadcast -g 64 -l 16 buf:i32:64 buf:i32:4=seq
kernel void broadcast(global int *out, global const int *in)
{
    local int v;
    if (ID == 0)
        v = in[get_group_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = v;
}

// SILENT: transpose -g 16,16 -l 8,8 buf:i32:256=seq buf:i32:256
// Double-buffered pipeline with pointers swapped.
kernel void transpose(global const int *in, global int *out)
{
    local int t[8][9];
    int x = get_global_id(0), y = get_global_id(1);
    t[get_local_id(1)][get_local_id(0)] = in[y * 16 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(get_group_id(0) * 8 + get_local_id(1)) * 16 + get_group_id(1) * 8 +
        get_local_id(0)] = t[get_local_id(0)][get_local_id(1)];
}

// SILENT: triple -g 16 -l 16 buf:i32:128=seq buf:i32:128
kernel void triple(global const int *in, global int *out)
{
    local int t[3][16];
    event_t ld[3], st[3];
    int n = 8;
    ld[0] = async_work_group_copy(t[0], in, 16, 0);
    ld[1] = async_work_group_copy(t[1], in + 16, 16, 0);
    for (int k = 0; k < n; k++) {
        int s = k % 3;
        wait_group_events(1, &ld[s]);
        t[s][ID] = t[s][ID] * 3;
        barrier(CLK_LOCAL_MEM_FENCE);
        st[s] = async_work_group_copy(out + 16 * k, t[s], 16, 0);
        int q = (k + 2) % 3;
        if (k + 2 < n) {
            if (k >= 1)
                wait_group_events(1, &st[q]);
            ld[q] = async_work_group_copy(t[q], in + 16 * (k + 2), 16, 0);
        }
    }
    wait_group_events(1, &st[(n - 1) % 3]);
    wait_group_events(1, &st[(n - 2) % 3]);
    wait_group_events(1, &st[(n - 3) % 3]);
}

// SILENT: lanes -g 16 -l 16 buf:f32:64
kernel void lanes(global float4 *out)
{
    float4 v;
    v.x = 1;
    v.z = 2;
    v.w = ID;
    v.y = v.x + v.w;
    out[ID] = v;
}

// SILENT: vec3 -g 16 -l 16 buf:f32:64=seq buf:f32:64
kernel void vec3(global const float3 *in, global float3 *out)
{
    float3 v = in[ID];
    local float3 t[16];
    t[ID] = v * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[ID] = t[15 - ID];
}

// SILENT: vec3_private -g 16 -l 16 buf:f32:64=seq buf:f32:48
kernel void vec3_private(global const float *in, global float *out)
{
    float3 a[4];
    for (int k = 0; k < 4; k++)
        a[k] = vload3(k, in);
    float3 s = a[ID & 3] + a[0];
    vstore3(s, ID, out);
}

// SILENT: private_array -g 16 -l 16 buf:i32:16
kernel void private_array(global int *out)
{
    int a[8];
    for (int k = 0; k < 8; k++)
        a[k] = k * ID;
    int s = 0;
    for (int k = 0; k < 8; k++)
        s += a[(k + ID) & 7];
    out[ID] = s;
}

// SILENT: bitonic -g 32 -l 32 buf:i32:32=rand:1
kernel void bitonic(global int *d)
{
    local int t[32];
    t[ID] = d[ID];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 2; k <= 32; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int x = ID ^ j;
            if (x > ID) {
                int a = t[ID], b = t[x];
                if ((a > b) == ((ID & k) == 0)) {
                    t[ID] = b;
                    t[x] = a;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    d[ID] = t[ID];
}

// SILENT: compact -g 64 -l 64 buf:i32:64=rand:3 buf:i32:64 buf:i32:1
kernel void compact(global const int *in, global int *out, global int *count)
{
    int v = in[ID];
    if (v & 1)
        out[atomic_inc(count)] = v;
}

// SILENT: queue -g 64 -l 64 buf:i32:64
kernel void queue(global int *out)
{
    local int items[64];
    local int n;
    if (ID == 0)
        n = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID % 3 == 0)
        items[atomic_inc(&n)] = ID;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID < n)
        out[ID] = items[ID];
}

// SILENT: minmax -g 64 -l 32 buf:i32:64=rand:2 buf:i32:2
// float add with cmpxchg
kernel void minmax(global const int *in, global int *out)
{
    local int lo, hi;
    if (ID == 0) {
        lo = INT_MAX;
        hi = INT_MIN;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_min(&lo, in[get_global_id(0)]);
    atomic_max(&hi, in[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID == 0) {
        atomic_min(&out[0], lo);
        atomic_max(&out[1], hi);
    }
}

// SILENT: casadd_clean -g 64 -l 16 buf:f32:64=seq buf:u32:1
kernel void casadd_clean(global const float *in, volatile global uint *sum)
{
    float x = in[get_global_id(0)];
    uint o = atomic_add(sum, 0), p;
    do {
        p = o;
        o = atomic_cmpxchg(sum, p, as_uint(as_float(p) + x));
    } while (o != p);
}

// SILENT: overlapping_views -g 16 -l 16 buf:i32:16=seq buf:i32:64
kernel void overlapping_views(global const int *in, global int *out)
{
    local union {
        int i[16];
        uchar b[64];
    } u;
    u.i[ID] = in[ID];
    barrier(CLK_LOCAL_MEM_FENCE);
    int s = 0;
    for (int k = 0; k < 4; k++)
        s += u.b[(ID * 4 + k + 7) & 63];
    out[ID] = s;
}

// SILENT: nested_calls -g 16 -l 16 buf:i32:16=seq
int helper(local int *t, int i)
{
    return t[i ^ 1] + t[i];
}
kernel void nested_calls(global int *d)
{
    local int t[16];
    t[ID] = d[ID];
    barrier(CLK_LOCAL_MEM_FENCE);
    d[ID] = helper(t, ID);
}

// SILENT: swizzle -g 16 -l 16 buf:u8:64=seq buf:u8:64
kernel void swizzle(global const uchar4 *in, global uchar4 *out)
{
    uchar4 v = in[ID];
    out[ID].s0 = v.s3;
    out[ID].s12 = v.s21;
    out[ID].w = v.x;
}

// SILENT: halfs -g 16 -l 16 buf:f16:16=seq buf:f32:16
kernel void halfs(global half *in, global float *out)
{
    out[ID] = vload_half(ID, in);
    vstore_half(out[ID] * 2, ID, in);
}

// SILENT: gap_bytes -g 16 -l 16 buf:i32:64
kernel void gap_bytes(global int *out)
{
    local uchar t[16 * 3];
    t[ID * 3] = 1;
    t[ID * 3 + 1] = 2;
    t[ID * 3 + 2] = 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy((global uchar *)out + 5, t, 48, 0);
    wait_group_events(1, &e);
}

// SILENT: copy_in_out -g 32 -l 16 buf:i32:1024=seq buf:i32:1024
kernel void copy_in_out(global const int *in, global int *out)
{
    local int t[16 * 16];
    int g = get_group_id(0) * 16;
    event_t e = async_work_group_copy_2D2D(t, 0, in, g, 4, 16, 16, 32, 16, 0);
    wait_group_events(1, &e);
    for (int k = 0; k < 16; k++)
        t[k * 16 + ID] += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy_2D2D(out, g, t, 0, 4, 16, 16, 16, 32, 0);
    wait_group_events(1, &e);
}

// SILENT: structs -g 16 -l 16 buf:i32:48 buf:i32:48=seq
struct pair {
    char c;
    int i;
    short s;
};
kernel void structs(global struct pair *out, global const struct pair *in)
{
    struct pair p = in[ID];
    struct pair q;
    q.c = p.c + 1;
    q.i = p.i;
    q.s = 3;
    out[ID] = q;
}

// SILENT: casadd -g 64 -l 16 buf:f32:64=seq buf:f32:1
kernel void casadd(global const float *in, volatile global float *sum)
{
    union {
        uint u;
        float f;
    } o, n;
    float x = in[get_global_id(0)];
    do {
        o.f = *sum;
        n.f = o.f + x;
    } while (atomic_cmpxchg((volatile global uint *)sum, o.u, n.u) != o.u);
}

// SILENT: radix -g 64 -l 64 buf:u32:64=rand:5
kernel void radix(global uint *d)
{
    local uint keys[64], tmp[64], scan[64];
    keys[ID] = d[ID];
    for (int bit = 0; bit < 8; bit++) {
        LOCAL_BARRIER();
        uint b = (keys[ID] >> bit) & 1;
        scan[ID] = 1 - b;
        LOCAL_BARRIER();
        for (int o = 1; o < 64; o <<= 1) {
            uint v = ID >= o ? scan[ID - o] : 0;
            LOCAL_BARRIER();
            scan[ID] += v;
            LOCAL_BARRIER();
        }
        uint zeros = scan[63];
        uint pos = b ? zeros + ID - scan[ID] : scan[ID] - 1;
        tmp[pos] = keys[ID];
        LOCAL_BARRIER();
        keys[ID] = tmp[ID];
    }
    d[ID] = keys[ID];
}

// SILENT: spmv -g 16 -l 8 buf:i32:17=seq buf:i32:17=0 buf:f32:17=seq buf:f32:17=seq buf:f32:16
kernel void spmv(global const int *row, global const int *col,
                 global const float *val, global const float *x, global float *y)
{
    float s = 0;
    for (int k = row[get_global_id(0)]; k < row[get_global_id(0) + 1]; k++)
        s += val[k] * x[col[k]];
    y[get_global_id(0)] = s;
}

// SILENT: nw -g 16 -l 16 buf:i32:289
kernel void nw(global int *m)
{
    local int t[17][17];
    t[ID + 1][0] = m[(ID + 1) * 17];
    t[0][ID + 1] = m[ID + 1];
    if (ID == 0)
        t[0][0] = m[0];
    LOCAL_BARRIER();
    for (int k = 0; k < 16; k++) {
        if (ID <= k) {
            int x = ID + 1, y = k - ID + 1;
            t[y][x] = max(t[y - 1][x - 1] + ((x * y) & 3),
                          max(t[y][x - 1], t[y - 1][x]) - 1);
        }
        LOCAL_BARRIER();
    }
    for (int k = 14; k >= 0; k--) {
        if (ID <= k) {
            int x = ID + 16 - k, y = 16 - ID;
            t[y][x] = max(t[y - 1][x - 1] + ((x * y) & 3),
                          max(t[y][x - 1], t[y - 1][x]) - 1);
        }
        LOCAL_BARRIER();
    }
    for (int k = 0; k < 16; k++)
        m[(k + 1) * 17 + ID + 1] = t[k + 1][ID + 1];
}

// SILENT: pathfinder -g 32 -l 16 buf:i32:256=rand:3 buf:i32:32
kernel void pathfinder(global const int *wall, global int *out)
{
    local int prev[16], res[16];
    int gx = (int)get_group_id(0) * 16 + ID;
    prev[ID] = wall[gx];
    LOCAL_BARRIER();
    for (int i = 0; i < 4; i++) {
        bool done = false;
        if (ID >= i + 1 && ID <= 14 - i) {
            done = true;
            int m = min(prev[ID - 1], min(prev[ID], prev[ID + 1]));
            res[ID] = m + wall[(i + 1) * 32 + gx];
        }
        LOCAL_BARRIER();
        if (i == 3)
            break;
        if (done)
            prev[ID] = res[ID];
        LOCAL_BARRIER();
    }
    if (ID >= 4 && ID <= 11)
        out[gx] = res[ID];
}

// SILENT: conv_halo -g 64 -l 16 buf:f32:72=seq buf:f32:64 buf:f32:9=1
kernel void conv_halo(global const float *in, global float *out,
                      constant float *k)
{
    local float t[24];
    event_t e = async_work_group_copy(t, in + 16 * get_group_id(0), 24, 0);
    wait_group_events(1, &e);
    float s = 0;
    for (int j = 0; j < 9; j++)
        s += t[ID + j] * k[j];
    out[get_global_id(0)] = s;
}

// SILENT: two_stage -g 32 -l 16 buf:f32:512=seq buf:f32:512
kernel void two_stage(global const float *in, global float *out)
{
    local float a[2][16], b[2][16];
    event_t ea[2], eo = 0;
    int n = 16, base = get_group_id(0) * 256;
    ea[0] = async_work_group_copy(a[0], in + base, 16, 0);
    for (int k = 0; k < n; k++) {
        int c = k & 1;
        if (k + 1 < n)
            ea[1 - c] =
                async_work_group_copy(a[1 - c], in + base + 16 * (k + 1), 16, 0);
        wait_group_events(1, &ea[c]);
        if (k >= 1)
            wait_group_events(1, &eo);
        b[c][ID] = a[c][15 - ID] * 2;
        LOCAL_BARRIER();
        eo = async_work_group_copy(out + base + 16 * k, b[c], 16, 0);
    }
    wait_group_events(1, &eo);
}

// SILENT: local_queue -g 32 -l 32 buf:i32:32
kernel void local_queue(global int *out)
{
    local int q[32];
    local int head, tail;
    if (ID == 0) {
        head = tail = 0;
    }
    LOCAL_BARRIER();
    int p = atomic_inc(&tail);
    q[p] = ID * 2;
    LOCAL_BARRIER();
    int c = atomic_inc(&head);
    out[c] = q[c];
}

// SILENT: float_hist -g 64 -l 16 buf:f32:64=rand:1 buf:i32:8
kernel void float_hist(global const float *in, global int *h)
{
    local int l[8];
    for (int k = ID; k < 8; k += 16)
        l[k] = 0;
    LOCAL_BARRIER();
    int b = clamp((int)(in[get_global_id(0)] * 8), 0, 7);
    atomic_inc(&l[b]);
    LOCAL_BARRIER();
    for (int k = ID; k < 8; k += 16)
        if (l[k])
            atomic_add(&h[k], l[k]);
}

// SILENT: dot3d -g 8,8,4 -l 4,4,2 buf:f32:256=seq buf:f32:256
kernel void dot3d(global const float *in, global float *out)
{
    local float t[2][4][4];
    int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    int i = get_global_id(0) + 8 * get_global_id(1) + 64 * get_global_id(2);
    t[z][y][x] = in[i];
    LOCAL_BARRIER();
    out[i] = t[1 - z][3 - y][3 - x];
}

// SILENT: tile3d -g 8,8,8 -l 4,4,4 buf:f32:512=seq buf:f32:512
kernel void tile3d(global const float *in, global float *out)
{
    local float t[64];
    size_t o = get_group_id(0) * 4 + get_group_id(1) * 32 + get_group_id(2) * 256;
    event_t e =
        async_work_group_copy_3D3D(t, 0, in, o, 4, 4, 4, 4, 8, 64, 4, 16, 0);
    wait_group_events(1, &e);
    int l = get_local_id(0) + 4 * get_local_id(1) + 16 * get_local_id(2);
    float x = t[63 - l];
    LOCAL_BARRIER();
    t[l] = x;
    LOCAL_BARRIER();
    e = async_work_group_copy_3D3D(out, o, t, 0, 4, 4, 4, 4, 4, 16, 8, 64, 0);
    wait_group_events(1, &e);
}

// SILENT: vec_pack -g 16 -l 16 buf:u8:64=seq buf:u8:64
kernel void vec_pack(global const uchar *in, global uchar *out)
{
    uchar4 v = vload4(ID, in);
    local uchar4 t[16];
    t[ID] = v.wzyx;
    LOCAL_BARRIER();
    vstore4(t[ID ^ 1], ID, out);
}

// SILENT: rgb -g 16 -l 16 buf:u8:48=seq buf:u8:48
kernel void rgb(global const uchar *in, global uchar *out)
{
    local uchar3 t[16];
    t[ID] = vload3(ID, in);
    LOCAL_BARRIER();
    uchar3 p = t[15 - ID];
    p.y = p.x;
    vstore3(p, ID, out);
}

// SILENT: long_struct -g 16 -l 16 buf:i32:256
typedef struct {
    int id;
    float3 pos;
    char tag;
    float w[3];
} part;
kernel void long_struct(global part *out)
{
    part p[2];
    for (int k = 0; k < 2; k++) {
        p[k].id = k;
        p[k].pos = (float3)(k, ID, 0);
        p[k].tag = 'a';
        for (int j = 0; j < 3; j++)
            p[k].w[j] = j;
    }
    if (ID < 8)
        out[ID] = p[ID & 1];
}
