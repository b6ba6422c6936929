// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
/* Copies in flight whose lines or elements lie apart, and what else touches them or the
 * gaps between.
 *
 * A comment before each kernel says which rules' warnings it must get, in any
 * place and number; those in brackets may be there as well. */
// SETS: clang14.O0.64 clang14.O2.32 clang22.O0.32 clang22.O2.64
#include "extended_async.h"

#define ID ((int)get_local_id(0))
#define COPY(to, at, from, event)                                              \
    async_work_group_copy_2D2D(to, at, from, 0, 4, 16, 4, 128, 32, event)

// WARNS: fourth_line use-before-wait
kernel void fourth_line(global const int *a, global int *o, local int *t)
{
    event_t e = COPY(t, 0, a, 0);
    o[ID] = t[3 * 32 + 7];
    wait_group_events(1, &e);
}

// WARNS: first_of_fourth use-before-wait
kernel void first_of_fourth(global const int *a, global int *o, local int *t)
{
    event_t e = COPY(t, 0, a, 0);
    o[ID] = t[3 * 32 + ID % 16];
    wait_group_events(1, &e);
}

// SILENT: in_the_gap
kernel void in_the_gap(global const int *a, global int *o, local int *t)
{
    event_t e = COPY(t, 0, a, 0);
    o[ID] = t[3 * 32 + 16] + t[31] + t[2 * 32 - 1];
    t[32 + 16 + ID % 16] = 1;
    wait_group_events(1, &e);
}

// SILENT: behind_all
kernel void behind_all(global const int *a, global int *o, local int *t)
{
    event_t e = COPY(t, 0, a, 0);
    o[ID] = t[4 * 32];
    wait_group_events(1, &e);
}

// SILENT: by_turns
kernel void by_turns(global const int *a, local int *t)
{
    event_t e = COPY(t, 0, a, 0);
    e = COPY(t, 16, a, e);
    wait_group_events(1, &e);
}

// WARNS: shifted use-before-wait
kernel void shifted(global const int *a, local int *t)
{
    event_t e = COPY(t, 0, a, 0);
    e = COPY(t, 3 * 32 + 15, a, e);
    wait_group_events(1, &e);
}

// WARNS: written_source use-before-wait
kernel void written_source(global int *a, local int *t)
{
    event_t e = async_work_group_strided_copy(t, (const global int *)a, 16, 8, 0);
    a[15 * 8] = 1;
    wait_group_events(1, &e);
}

// SILENT: beside_source
kernel void beside_source(global int *a, local int *t)
{
    event_t e = async_work_group_strided_copy(t, (const global int *)a, 16, 8, 0);
    a[15 * 8 + 1] = 1;
    a[16 * 8] = 1;
    wait_group_events(1, &e);
}
