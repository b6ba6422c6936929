// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Atomic objects of so many kilobytes that what the first group left in them is packed:
// it tells the next group nothing.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"

#define N 100
#define APART 256 /* a kilobyte */

// FAULT: stale_objects -g 4 -l 2 buf:i32:25601 buf:i32:1 buf:i32:2
// FIND: data-race OpLoad@r & OpStore@w data 0..3
kernel void stale_objects(global atomic_int *x, global int *data, global int *out)
{
    int sum = 0;
    if (get_group_id(0) == 0) {
        if (ID == 0) {
            out[0] = 1;
            for (int k = 0; k < N; k++)
                atomic_store_explicit(x + k * APART, 1, memory_order_release,
                                      memory_scope_work_group);
        }
    } else if (ID == 0) {
        for (int k = 0; k < N; k++)
            sum += atomic_load_explicit(x + k * APART, memory_order_acquire,
                                        memory_scope_work_group);
        out[1] = data[0] + sum; // @r
    } else {
        data[0] = 5; // @w
        for (int k = 0; k < N; k++)
            atomic_store_explicit(x + N * APART, 1, memory_order_release,
                                  memory_scope_work_group);
    }
}
