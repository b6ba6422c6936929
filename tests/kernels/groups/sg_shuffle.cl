// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Shuffles and ballots of sub-groups.
// RUN: --sub-group-size 16 -g 32 -l 32 --dump 0 % buf:u32:256 buf:u32:32=rand:133
// SETS: clang14.O0.64 clang14.O2.64 clang14.O2.32
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
kernel void shuffle(global uint *out, global const uint *in)
{
    size_t i = get_global_id(0);
    uint x = in[i], lane = get_sub_group_local_id();
    global uint *o = out + 8 * i;
    o[0] = sub_group_shuffle(x, (lane * 5 + 3) & 15);
    o[1] = sub_group_shuffle_xor(x, 6);
    uint up = sub_group_shuffle_up(x, 3);
    o[2] = lane >= 3 ? up : 7;
    uint down = sub_group_shuffle_down(x, 2);
    o[3] = lane < 14 ? down : 9;
    uint4 ballot = sub_group_ballot(x & 1);
    o[4] = ballot.x;
    o[5] = sub_group_ballot_bit_count(ballot);
    o[6] = sub_group_ballot_inclusive_scan(ballot);
    o[7] = sub_group_ballot_find_lsb(ballot) + sub_group_inverse_ballot(ballot);
}
