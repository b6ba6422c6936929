// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Output comes in the order of the work-items, from one barrier to the next.
// RUN: -k parted -g 8 -l 4 % buf:i32:1
// RUN: -k plane -g 4,3 -l 4,3 % buf:i32:1
// RUN: -k many -g 130 -l 130 % buf:i32:1
// RUN: -k rounds -g 12 -l 6 % buf:i32:1
kernel void parted(global int *unused)
{
    int i = (int)get_global_id(0);
    printf("item %d\n", i);
    if (i & 1)
        printf("odd %d\n", i);
    for (int k = 0; k < i % 3; k++)
        printf(" %d.%d", i, k);
    printf("\n");
}

kernel void plane(global int *unused)
{
    int i = (int)get_global_id(0), j = (int)get_global_id(1);
    printf("%d,%d ", i, j);
    printf("second %d,%d\n", i, j);
    barrier(CLK_LOCAL_MEM_FENCE);
    printf("after %d,%d\n", i, j);
    if (i == j)
        printf("diagonal %d\n", i);
}

kernel void many(global int *unused)
{
    int i = (int)get_global_id(0);
    if (i % 10 == 3) {
        printf("x%d\n", i);
        printf("y%d\n", i);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i % 50 == 3) {
        printf("z%d\n", i);
        printf("w%d\n", i);
    }
}

kernel void rounds(global int *unused)
{
    int i = (int)get_global_id(0);
    for (int k = 0; k < 2; k++) {
        printf("[%d:%d", k, i);
        printf("]\n");
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    printf("end %d\n", i);
    printf("bye %d\n", i);
}
