// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies of each element type, scalar and vector.
// RUN: -g 16 -l 16 --dump 0,1,2,3,4,5,6 % buf:i8:16 buf:u16:32 buf:i32:64 buf:u64:128 buf:f32:256 buf:f64:32 buf:u8:256 buf:i8:16=seq buf:u16:32=seq buf:i32:64=seq buf:u64:128=seq buf:f32:256=seq buf:f64:32=seq buf:u8:256=seq
#define COPY(T, buffer, n, out, in)                                            \
    {                                                                          \
        event_t done = async_work_group_copy(buffer, in, n, 0);                   \
        wait_group_events(1, &done);                                             \
        size_t i = get_local_id(0);                                            \
        T v = buffer[n - 1 - i];                                               \
        barrier(CLK_LOCAL_MEM_FENCE);                                          \
        buffer[i] = v;                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                          \
        done = async_work_group_copy(out, buffer, n, 0);                          \
        wait_group_events(1, &done);                                             \
    }
kernel void types(global char *a, global ushort2 *b, global int4 *c,
                  global ulong8 *d, global float16 *e, global double2 *f,
                  global uchar16 *g, global const char *ia,
                  global const ushort2 *ib, global const int4 *ic,
                  global const ulong8 *id, global const float16 *ie,
                  global const double2 *jf, global const uchar16 *ig)
{
    local char la[16];
    local ushort2 lb[16];
    local int4 lc[16];
    local ulong8 ld[16];
    local float16 le[16];
    local double2 lf[16];
    local uchar16 lg[16];
    COPY(char, la, 16, a, ia)
    COPY(ushort2, lb, 16, b, ib)
    COPY(int4, lc, 16, c, ic)
    COPY(ulong8, ld, 16, d, id)
    COPY(float16, le, 16, e, ie)
    COPY(double2, lf, 16, f, jf)
    COPY(uchar16, lg, 16, g, ig)
}
