// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Masks of memory that nothing wrote: a zero leaves nothing of it, also where no
// compiler can know that it is one.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang22.O0.64 clang14.O2.32
#include "async_kernel.h"

// SILENT: masked -g 16 -l 16 buf:i32:16 i32:0
// FAULT: masked -g 16 -l 16 buf:i32:16 i32:4096
// FIND: uninitialized OpStore@one out 0..3
kernel void masked(global int *out, int mask)
{
    local int a[16];
    if (mask == 1)
        a[ID] = ID;
    LOCAL_BARRIER();
    out[ID] = (a[ID] & mask) | ID; // @one
}

// Of vectors each component by itself.
// SILENT: vectors -g 4 -l 4 buf:i32:16 i32:0,0,0,0
// FAULT: vectors -g 4 -l 4 buf:i32:16 i32:0,7,0,-1
// FIND: uninitialized OpStore@all out in 4..15
kernel void vectors(global int4 *out, int4 mask)
{
    local int4 a[4];
    if (mask.x == 1)
        a[ID] = (int4)ID;
    LOCAL_BARRIER();
    out[ID] = (mask & a[ID]) + (int4)ID; // @all
}

// Two that nothing wrote settle nothing.
// FAULT: both -g 4 -l 4 buf:i32:4 i32:0
// FIND: uninitialized OpStore@both out 0..3
kernel void both(global int *out, int mask)
{
    local int a[4], b[4];
    if (mask == 1)
        a[ID] = b[ID] = ID;
    LOCAL_BARRIER();
    out[ID] = a[ID] & b[ID]; // @both
}
