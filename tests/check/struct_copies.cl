// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Structures that are copied as the numbers in them: clang-22's copies point to
// structures.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.64 clang22.O2.32
// BINARY: clang22.O0.64 clang22.O2.32
#include "async_kernel.h"

struct pair { char tag; int value; };

// SILENT: pairs_out -g 8 -l 8 buf:i32:16
kernel void pairs_out(global int *out)
{
    local struct pair t[8];
    t[ID].tag = 1;
    t[ID].value = 2;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out, (local int *)t, 16, 0);
    wait_group_events(1, &e);
}

// FAULT: pairs_past -g 8 -l 8 buf:i32:17
// FIND: copy-out-of-bounds OpGroupAsyncCopy@copy t 64..67
kernel void pairs_past(global int *out)
{
    local struct pair t[8];
    t[ID].tag = 1;
    t[ID].value = 2;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out, (local int *)t, 17, 0); // @copy
    wait_group_events(1, &e);
}

// SILENT: pairs_in -g 8 -l 8 buf:i32:16=seq buf:i32:8
kernel void pairs_in(global const int *in, global int *out)
{
    local struct pair t[8];
    event_t e = async_work_group_copy((local int *)t, in, 16, 0);
    wait_group_events(1, &e);
    out[ID] = t[7 - ID].value + t[ID].tag;
}
