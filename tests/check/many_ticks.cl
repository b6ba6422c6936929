// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A group that leaves memory behind at more times than cells tell apart.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"

// SILENT: many -g 1024 -l 1024 buf:i32:150000 i32:140000
kernel void many(global int *a, int n)
{
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[k] = k;
        GLOBAL_BARRIER();
    }
}

// What came before all these barriers is still known to the next group.
// FAULT: many_1 -g 2048 -l 1024 buf:i32:150000 i32:140000
// FIND: group-race OpStore@write & OpStore@write a in 0..3
kernel void many_1(global int *a, int n)
{
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[k] = k; // @write
        GLOBAL_BARRIER();
    }
}

// FAULT: many_2 -g 1024 -l 1024 buf:i32:150000 i32:140000
// FIND: data-race OpStore@last & OpStore@last a in 0..3
kernel void many_2(global int *a, int n)
{
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[k] = k;
        GLOBAL_BARRIER();
    }
    if (ID < 2)
        a[ID * 0] = ID; // @last
}
