// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Collectives of sub-groups in a kernel whose work-items wait for each other: of
// some in each round, and of all behind a lock that they take one by one.
// RUN: --sub-group-size 8 -g 128 -l 64 --dump 0,1 % buf:u32:512 buf:u32:1 u32:3
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.32
// STD: CL3.0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
kernel void sg_parted_locks(global uint *out, global uint *taken,
                            uint rounds)
{
    uint me = get_sub_group_local_id(), sum = 0;
    global uint *o = out + get_global_id(0) * 4;
    local int lock;
    if (get_local_id(0) == 0)
        lock = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = 0; r < rounds; r++)
        if ((me + r) % 4 == 0)
            sum = sum * 100 + sub_group_non_uniform_reduce_add(me + 1);
    o[0] = sum;
    for (uint r = 0; r < 2; r++) {
        bool done = false;
        while (!done)
            if (atomic_cmpxchg(&lock, 0, 1) == 0) {
                atomic_inc(taken);
                atomic_xchg(&lock, 0);
                done = true;
            }
        o[1 + r] = sub_group_reduce_add(me + r);
    }
    uint all = 0;
    for (uint r = 0; r < rounds; r++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((get_sub_group_id() + r) % 3 == 0)
            all += sub_group_reduce_max(me + r);
    }
    o[3] = all;
}
