// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Functions of the whole work-group, and of sub-groups.
// STD: CL2.0 CL3.0
// RUN: -g 4 -l 4 --sub-group-size 4 --dump 0 % buf:i32:12
// OUT: arg0 i32[12]: 6 6 6 6 0 0 1 3 1 2 3 0
#if __OPENCL_C_VERSION__ >= 300
#if !defined(__opencl_c_work_group_collective_functions) || !defined(__opencl_c_subgroups)
#error "the device has both"
#endif
#else
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#if !defined(cl_khr_subgroup_shuffle) || !defined(cl_khr_subgroup_ballot)
#error "the device has both"
#endif
kernel void collectives(global int *out)
{
    int i = (int)get_local_id(0);
    out[i] = work_group_reduce_add(i);
    out[4 + i] = sub_group_scan_exclusive_add(i);
    out[8 + i] = sub_group_shuffle(i, (uint)(i + 1) % 4);
}
