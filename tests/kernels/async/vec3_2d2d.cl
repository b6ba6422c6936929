// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Packed elements of 12 and of 3 bytes: a size that no type has.
// RUN: -g 16 -l 8 --dump 0,1 % buf:f32:48 buf:u8:48 buf:f32:96=seq buf:u8:96=seq
#include "extended_async.h"
kernel void vec3(global float *out, global uchar *out2, global const float *in,
                 global const uchar *in2)
{
    local float a[24];
    local uchar b[24];
    size_t group = get_group_id(0), i = get_local_id(0);
    event_t e = async_work_group_copy_2D2D(a, 0, in, group * 16, 12, 4, 2, 8,
                                           4, 0);
    e = async_work_group_copy_2D2D(b, 0, in2, group * 16, 3, 2, 4, 4, 2, e);
    wait_group_events(1, &e);
    float3 v = vload3(i, a);
    vstore3(v.zxy, i + group * 8, out);
    vstore3(vload3(7 - i, b), i + group * 8, out2);
}
