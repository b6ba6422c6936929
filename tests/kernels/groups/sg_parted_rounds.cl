// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Rounds of a loop in which some of a sub-group's work-items come to its
// collective while the others go round: they meet neither those who come to the
// same place a round later, nor anybody at a barrier at the loop's head.
// RUN: --sub-group-size 8 -g 80 -l 40 --dump 0 % buf:u32:1280
// RUN: --sub-group-size 16 -g 64 -l 32 --dump 0 % buf:u32:1024
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.32 clang22.O2.64
// STD: CL3.0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
kernel void sg_parted_rounds(global uint *out)
{
    uint me = get_sub_group_local_id(), group = get_sub_group_id();
    global uint *o = out + get_global_id(0) * 16;
    local uint seen[8];
    uint sum = 0;
    /* A barrier at the head of the loop, the collective in an arm. */
    for (uint r = 0; r < 4; r++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me == 0)
            seen[group] = r;
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((me * 3 + r) % 5 < 3)
            o[r] = sub_group_non_uniform_reduce_add(1u << me) + seen[group];
    }
    /* No barrier. */
    for (uint r = 0; r < 4; r++) {
        if (((me + r) & 1) == 0)
            sum = sum * 100 + sub_group_non_uniform_scan_inclusive_add(1u);
    }
    o[4] = sum;
    /* Whole sub-groups are parted by a barrier's loop. */
    for (uint r = 0; r < 3; r++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((group + r) & 1)
            o[5 + r] = sub_group_reduce_add(me + r);
    }
    /* Each work-item as many rounds as it likes; two collectives. */
    uint left = me % 3 + 1;
    for (uint r = 0; left; r++, left--) {
        if (r == 1)
            o[8] = sub_group_non_uniform_reduce_max(me);
        o[9 + r] = sub_group_ballot(1).x;
    }
    /* Those whose value is the first one's are served. */
    bool served = false;
    for (uint r = 0; r < 4; r++)
        if (!served) {
            uint first = sub_group_broadcast_first(me & 3);
            if (first == (me & 3)) {
                o[12] = sub_group_non_uniform_reduce_add(me) * 10 + r;
                served = true;
            }
        }
}
