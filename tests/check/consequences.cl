// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What a defect brings about is told with it, not besides.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"
#define CHUNK 16
#define FETCH(dst, src, k, ev) async_work_group_copy((dst), (src) + (k) * CHUNK, CHUNK, (ev))
#define W 32
struct panel {
    float v[8][16];
};

// SILENT: sobel -g 32,16 -l 16,8 buf:i16:1024=seq buf:i16:1024
kernel void sobel(global const short *in, global short *out)
{
    local short t[18 * 10];
    int x = get_local_id(0), y = get_local_id(1);
    int gx = get_group_id(0) * 16, gy = get_group_id(1) * 8;
    int w = min(18, W - gx), h = min(10, 32 - gy);
    event_t e = async_work_group_copy_2D2D(t, 0, in, gy * W + gx, sizeof(short), w, h, W, 18, 0);
    wait_group_events(1, &e);
    if (w < 18 && x >= 14)
        for (int j = y; j < 10; j += 8)
            t[j * 18 + x + 2] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int c = (y + 1) * 18 + x + 1;
    int dx = 0;
    for (int j = -18; j <= 18; j += 18)
        for (int i = -1; i <= 1; i++)
            dx += (i * (j == 0 ? 2 : 1)) * t[c + j + i];
    out[(gy + y) * W + gx + x] = dx;
}

// FAULT: sobel_1 -g 32,16 -l 16,8 buf:i16:1024=seq buf:i16:1024
// FIND: data-race *@r & *@w t in 0..359
kernel void sobel_1(global const short *in, global short *out)
{
    local short t[18 * 10];
    int x = get_local_id(0), y = get_local_id(1);
    int gx = get_group_id(0) * 16, gy = get_group_id(1) * 8;
    int w = min(18, W - gx), h = min(10, 32 - gy);
    event_t e = async_work_group_copy_2D2D(t, 0, in, gy * W + gx, sizeof(short), w, h, W, 18, 0); // @a
    wait_group_events(1, &e);
    if (w < 18 && x >= 14)
        for (int j = y; j < 10; j += 8)
            t[j * 18 + x + 2] = 0; // @w
    int c = (y + 1) * 18 + x + 1;
    int dx = 0;
    for (int j = -18; j <= 18; j += 18)
        for (int i = -1; i <= 1; i++)
            dx += (i * (j == 0 ? 2 : 1)) * t[c + j + i]; // @r
    out[(gy + y) * W + gx + x] = dx; // @s
}

// FAULT: sobel_3 -g 32,16 -l 16,8 buf:i16:1024=seq buf:i16:1024
// FIND: line-overlap 2D2D@a operand=Destination_Line_Length
kernel void sobel_3(global const short *in, global short *out)
{
    local short t[18 * 10];
    int x = get_local_id(0), y = get_local_id(1);
    int gx = get_group_id(0) * 16, gy = get_group_id(1) * 8;
    int w = min(18, W - gx), h = min(10, 32 - gy);
    event_t e = async_work_group_copy_2D2D(t, 0, in, gy * W + gx, sizeof(short), w, h, W, 9, 0); // @a
    wait_group_events(1, &e);
    if (w < 18 && x >= 14)
        for (int j = y; j < 10; j += 8)
            t[j * 18 + x + 2] = 0; // @w
    barrier(CLK_LOCAL_MEM_FENCE);
    int c = (y + 1) * 18 + x + 1;
    int dx = 0;
    for (int j = -18; j <= 18; j += 18)
        for (int i = -1; i <= 1; i++)
            dx += (i * (j == 0 ? 2 : 1)) * t[c + j + i]; // @r
    out[(gy + y) * W + gx + x] = dx; // @s
}

// SILENT: median_row -g 64 -l 16 buf:u8:66=seq buf:u8:64
kernel void median_row(global const uchar *in, global uchar *out)
{
    local uchar t[19];
    int g = get_group_id(0) * 16;
    event_t e = async_work_group_copy(t, in + g, 18, 0);
    wait_group_events(1, &e);
    uchar a = t[ID], b = t[ID + 1], c = t[ID + 2];
    out[g + ID] = max(min(a, b), min(max(a, b), c));
}

// FAULT: median_row_2 -g 64 -l 16 buf:u8:66=seq buf:u8:64
// FIND: unsynchronized-destination OpGroupAsyncCopy@a t
kernel void median_row_2(global const uchar *in, global uchar *out)
{
    local uchar t[19];
    int g = get_group_id(0) * 16;
    t[ID] = 0;
    event_t e = async_work_group_copy(t, in + g, 18, 0); // @a
    wait_group_events(1, &e);
    uchar a = t[ID], b = t[ID + 1], c = t[ID + 2];
    out[g + ID] = max(min(a, b), min(max(a, b), c));
}

// SILENT: lut_apply_local_size -g 100 -l 32 buf:u8:100=seq buf:u8:256=seq buf:u8:100
kernel void lut_apply_local_size(global const uchar *in, global const uchar *lut, global uchar *out)
{
    local uchar t[256];
    event_t e = async_work_group_copy(t, lut, 256, 0);
    size_t i = get_global_id(0);
    uchar v = in[i];
    wait_group_events(1, &e);
    out[i] = t[255 - v];
}

// FAULT: lut_apply_local_size_1 -g 96 -l 32 buf:u8:96=seq buf:u8:256=seq buf:u8:96
// FIND: divergent-wait OpGroupWaitEvents@w
kernel void lut_apply_local_size_1(global const uchar *in, global const uchar *lut, global uchar *out)
{
    local uchar t[256];
    event_t e = async_work_group_copy(t, lut, 256, 0);
    size_t i = get_global_id(0);
    uchar v = in[i];
    if (v < 90)
    wait_group_events(1, &e); // @w
    out[i] = t[255 - v]; // @r
}

// SILENT: gemm_micro -g 8,8 -l 8,8 buf:f32:256=seq buf:f32:256=seq buf:f32:64
kernel void gemm_micro(global const float *a, global const float *b, global float *c)
{
    local struct panel pa, pb;
    int x = get_local_id(0), y = get_local_id(1);
    float acc = 0;
    for (int kk = 0; kk < 32; kk += 16) {
        for (int i = 0; i < 2; i++)
            pa.v[y][x + 8 * i] = a[y * 32 + kk + x + 8 * i];
        for (int i = 0; i < 2; i++)
            pb.v[y][x + 8 * i] = b[y * 32 + kk + x + 8 * i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) {
            float m = pa.v[y][k];
            acc += m * pb.v[x][k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * 8 + x] = acc;
}

// FAULT: gemm_micro_3 -g 8,8 -l 8,8 buf:f32:256=seq buf:f32:256=seq buf:f32:64
// FIND: uninitialized OpStore@s c
kernel void gemm_micro_3(global const float *a, global const float *b, global float *c)
{
    local struct panel pa, pb;
    int x = get_local_id(0), y = get_local_id(1);
    float acc = 0;
    for (int kk = 0; kk < 32; kk += 16) {
        for (int i = 0; i < 2 - (y == 7); i++)
            pa.v[y][x + 8 * i] = a[y * 32 + kk + x + 8 * i]; // @v
        for (int i = 0; i < 2; i++)
            pb.v[y][x + 8 * i] = b[y * 32 + kk + x + 8 * i]; // @w
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) {
            float m = pa.v[y][k]; // @r
            acc += m * pb.v[x][k]; // @q
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * 8 + x] = acc; // @s
}

// SILENT: softmax_rows -g 16,4 -l 16,1 buf:f32:64=seq buf:f32:64
kernel void softmax_rows(global const float *in, global float *out)
{
    local float red[16];
    size_t row = get_group_id(1) * 16;
    float v = in[row + ID];
    red[ID] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 8; s; s /= 2) {
        if (ID < s)
            red[ID] = fmax(red[ID], red[ID + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float top = red[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    red[ID] = v - top;
    barrier(CLK_LOCAL_MEM_FENCE);
    float total = 0;
    for (int k = 0; k < 16; k++)
        total += red[k];
    out[row + ID] = red[ID] / total;
}

// FAULT: softmax_rows_2 -g 16,4 -l 16,1 buf:f32:64=seq buf:f32:64
// FIND: barrier-divergence OpControlBarrier@b
kernel void softmax_rows_2(global const float *in, global float *out)
{
    local float red[16];
    size_t row = get_group_id(1) * 16;
    float v = in[row + ID];
    red[ID] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 8; s; s /= 2) {
        if (ID < s)
            red[ID] = fmax(red[ID], red[ID + s]);
        if (ID < 8)
        barrier(CLK_LOCAL_MEM_FENCE); // @b
    }
    float top = red[0]; // @x
    barrier(CLK_LOCAL_MEM_FENCE);
    red[ID] = v - top; // @w
    barrier(CLK_LOCAL_MEM_FENCE);
    float total = 0;
    for (int k = 0; k < 16; k++)
        total += red[k];
    out[row + ID] = red[ID] / total;
}

// SILENT: skip_empty -g 64 -l 16 buf:i32:64=seq buf:i32:64
kernel void skip_empty(global const int *in, global int *out)
{
    local int t[CHUNK];
    int g = get_group_id(0);
    for (int k = 0; k < 4; k++) {
        if ((k ^ g) & 1)
            continue;
        event_t e = FETCH(t, in, k, 0);
        wait_group_events(1, &e);
        if (k == g)
            out[g * 16 + ID] = t[15 - ID];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// FAULT: skip_empty_1 -g 64 -l 16 buf:i32:64=seq buf:i32:64
// FIND: non-uniform-operand *@c operand=Source
// ONLY: O0
kernel void skip_empty_1(global const int *in, global int *out)
{
    local int t[CHUNK];
    int g = get_group_id(0);
    for (int k = 0; k < 4; k++) {
        if ((k ^ ID) & 1)
            continue;
        event_t e = FETCH(t, in, k, 0); // @c
        wait_group_events(1, &e);
        if (k == g)
            out[g * 16 + ID] = t[15 - ID]; // @r
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// SILENT: nested_tiles -g 8,4 -l 8,4 buf:i32:1024=seq buf:i32:32
kernel void nested_tiles(global const int *in, global int *out)
{
    local int t[32];
    int l = get_local_id(1) * 8 + get_local_id(0), s = 0;
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            if (x > y)
                break;
            event_t e = async_work_group_copy_2D2D(t, 0, in, y * 256 + x * 8, 4, 8, 4, 32, 8, 0);
            wait_group_events(1, &e);
            s += t[31 - l];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    out[l] = s;
}

// FAULT: nested_tiles_2 -g 8,4 -l 8,4 buf:i32:1024=seq buf:i32:32
// FIND: line-overlap 2D2D@c operand=Destination_Line_Length
kernel void nested_tiles_2(global const int *in, global int *out)
{
    local int t[32];
    int l = get_local_id(1) * 8 + get_local_id(0), s = 0;
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            if (x > y)
                break;
            event_t e = async_work_group_copy_2D2D(t, 0, in, y * 256 + x * 8, 4, 8, 4, 32, 7 + (x != y), 0); // @c
            wait_group_events(1, &e);
            s += t[31 - l]; // @r
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    out[l] = s;
}

// SILENT: halves -g 16 -l 16 buf:i32:16
kernel void halves(global int *out)
{
    local int t[16];
    if (ID >= 8)
        t[ID] = ID * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ID < 8)
        out[ID] = t[15 - ID];
}

// FAULT: halves_1 -g 16 -l 16 buf:i32:16
// FIND: data-race * & * t in 32..63
kernel void halves_1(global int *out)
{
    local int t[16];
    if (ID >= 8)
        t[ID] = ID * 3;
    if (ID < 8)
        out[ID] = t[15 - ID];
}

// SILENT: wide_group -g 512 -l 256 buf:i32:512
kernel void wide_group(global int *out)
{
    local int t[256];
    int x = (ID * 7) & 255;
    if (ID < 256)
    t[x] = ID;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = t[255 - ID];
}

// FAULT: wide_group_1 -g 512 -l 256 buf:i32:512
// FIND: data-race * & * t
kernel void wide_group_1(global int *out)
{
    local int t[256];
    int x = (ID * 7) & 255;
    if (ID < 256)
    t[x] = ID;
    out[get_global_id(0)] = t[255 - ID];
}

// FAULT: wide_group_2 -g 512 -l 256 buf:i32:512
// FIND: uninitialized *
kernel void wide_group_2(global int *out)
{
    local int t[256];
    int x = (ID * 6) & 255;
    if (ID < 256)
    if (ID < 128) t[ID] = ID;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = t[255 - ID];
}

// SILENT: uni_vote -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void uni_vote(global const int *in, global int *out)
{
    local int t[16];
    t[ID] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (work_group_any(in[ID] == 7)) {
        event_t e = async_work_group_copy(t, in, 16, 0);
        wait_group_events(1, &e);
    }
    out[ID] = t[15 - ID];
}

// FAULT: uni_vote_1 -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: divergent-copy *@c
kernel void uni_vote_1(global const int *in, global int *out)
{
    local int t[16];
    t[ID] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[ID] >= 7) {
        event_t e = async_work_group_copy(t, in, 16, 0); // @c
        wait_group_events(1, &e);
    }
    out[ID] = t[15 - ID];
}
