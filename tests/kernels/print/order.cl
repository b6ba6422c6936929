// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Output comes in the order of the groups.
// RUN: -g 8 -l 1 % buf:i32:8=seq
kernel void order(global const int *in)
{
    size_t i = get_global_id(0);
    printf("group %d of %d: %d\n", (int)get_group_id(0),
           (int)get_num_groups(0), in[i] * in[i]);
    if (in[i] % 3 == 0)
        printf("  %d is divisible\n", in[i]);
}
