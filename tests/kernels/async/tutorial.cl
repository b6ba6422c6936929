// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The tutorial's kernel: in, doubled, out; one group's part each.
// BINARIES: clang22.O2.64 clang22.O2.32
// RUN: -g 128 -l 32 --dump 0 % buf:i32:128 buf:i32:128=seq buf:i32:128
#define WORKGROUP_SIZE 32
kernel void kernel_dot(global int *dst, global int *src1, global int *src2)
{
    local int buffer[WORKGROUP_SIZE];
    const size_t offset = get_group_id(0) * WORKGROUP_SIZE;
    event_t event =
        async_work_group_copy(buffer, &src1[offset], WORKGROUP_SIZE, 0);
    const int index = get_local_id(0);
    wait_group_events(1, &event);
    buffer[index] *= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_copy(&dst[offset], buffer, WORKGROUP_SIZE, 0);
    wait_group_events(1, &event);
}
