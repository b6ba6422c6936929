// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Elements of three components take the room of four.
// RUN: -g 16 -l 8 --dump 0,1 % buf:f32:48 buf:i16:48 buf:f32:64=seq buf:i16:64=seq
kernel void vec3(global float *out, global short *out2,
                 global const float3 *in, global const short3 *in2)
{
    local float3 a[8];
    local short3 b[8];
    size_t base = get_group_id(0) * 8, i = get_local_id(0);
    event_t e[2];
    e[0] = async_work_group_copy(a, in + base, 8, 0);
    e[1] = async_work_group_strided_copy(b, in2 + get_group_id(0), 8, 2, 0);
    wait_group_events(2, e);
    float3 v = a[i];
    vstore3((float3)(v.z, v.x, v.y * 2), base + i, out);
    vstore3(b[7 - i].zyx, base + i, out2);
}
