// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Two arguments, which tests/unit/test_aliases.c also binds to the same memory.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"

// SILENT: copies -g 8 -l 8 buf:i32:8 buf:i32:8
kernel void copies(global int *a, global int *b)
{
    local int tile[16];
    tile[ID] = tile[8 + ID] = 1;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(a, tile, 8, 0);
    e = async_work_group_copy(b, tile + 8, 8, e);
    wait_group_events(1, &e);
}

// SILENT: flight -g 8 -l 8 buf:i32:8 buf:i32:8
kernel void flight(global int *a, global int *b)
{
    local int tile[8];
    event_t e = async_work_group_copy(tile, a, 8, 0);
    b[ID] = 1;
    wait_group_events(1, &e);
}

// SILENT: atomics -g 8 -l 8 buf:i32:8 buf:i32:8
kernel void atomics(global int *a, global int *b)
{
    if (ID == 1)
        a[3] = 1;
    if (ID == 0)
        atomic_add(b, 1);
}
