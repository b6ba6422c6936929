// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Much is printed before it can be handed out: by one work-item, and by groups that
// others come before. tests/unit/test_print_memory.c has it be too much.
// RUN: -k rounds -g 2 -l 2 % i32:3 buf:i32:2
// RUN: -k held -g 4 -l 1 % buf:i32:1 i32:0 i32:2
kernel void rounds(int n, global int *out)
{
    for (int k = 0; k < n; k++)
        printf("%d of %d\n", k, n);
    out[get_global_id(0)] = n;
}

// The first group waits for others.
kernel void held(volatile global int *done, int others, int n)
{
    if (get_group_id(0) == 0)
        while (atomic_add(done, 0) < others)
            ;
    for (int k = 0; k < n; k++)
        printf("%200d\n", (int)get_group_id(0));
    atomic_inc(done);
}
