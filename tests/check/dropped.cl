// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What is found in one work-group, or not, and in the next.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"

// What follows from a race, and then from nothing.
// FAULT: found_again -g 48 -l 16 buf:i32:16
// FIND: data-race OpStore@write & OpLoad@read a 0..3
// FIND: uninitialized OpBranchConditional@read: item (0,0,0) of group (1,0,0), 32 items of 2 groups; item (0,0,0) of group (1,0,0)
kernel void found_again(global int *out)
{
    local int a[1];
    if (a[0] > 5) // @read
        out[ID] = 1;
    if (get_group_id(0) == 0 && ID == 3)
        a[0] = 2; // @write
}

// Of two loads of nothing the one that decides is told.
// FAULT: decides_later -g 32 -l 16 buf:i32:16
// FIND: uninitialized OpBranchConditional@if & OpLoad@read a 20..23: item (5,0,0) of group (1,0,0), 1 item of 1 group; item (5,0,0) of group (1,0,0)
kernel void decides_later(global int *out)
{
    local int a[16];
    if (ID == (get_group_id(0) ? 5 : 3)) {
        int x = a[ID]; // @read
        if (get_group_id(0) && x > 5) // @if
            out[ID] = 1;
    }
}
