// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
/* A loop copies line after line, one copy in the code, and what is used before all are
 * waited for.
 *
 * A comment before each kernel says which rules' warnings it must get, in any
 * place and number; those in brackets may be there as well. */
// SETS: clang14.O0.64 clang14.O0.32 clang14.O2.32 clang14.O2.64
#define ID ((int)get_local_id(0))
#define COPY(to, from, n, event)                                                        \
    async_work_group_copy(to, (global const int *)(from), n, event)

// WARNS: halo use-before-wait
kernel void halo(global int *a, global int *o, int w)
{
    local int t[18 * 18];
    event_t e = 0;
    for (int r = 0; r < 18; r++)
        e = COPY(t + r * 18, a + r * w, 18, e);
    int sum = t[ID] + t[ID + 1];
    wait_group_events(1, &e);
    o[ID] = sum + t[ID + 19];
}

// WARNS: four use-before-wait
kernel void four(global int *a, global int *o, int w)
{
    local int t[4 * 18];
    event_t e = 0;
    for (int r = 0; r < 4; r++)
        e = COPY(t + r * 18, a + r * w, 18, e);
    int v = t[20];
    wait_group_events(1, &e);
    o[ID] = v + t[ID];
}

// WARNS: as_many_as_wanted use-before-wait
kernel void as_many_as_wanted(global int *a, global int *o, int w, int n)
{
    local int t[32 * 18];
    event_t e = 0;
    for (int r = 0; r < n; r++)
        e = COPY(t + r * 18, a + r * w, 18, e);
    int v = t[ID];
    wait_group_events(1, &e);
    o[ID] = v + t[ID + 18];
}

// WARNS: overwritten use-before-wait
kernel void overwritten(global int *o, global int *a, int w)
{
    local int t[64];
    t[ID] = a[ID];
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = 0;
    for (int r = 0; r < 4; r++)
        e = async_work_group_copy(o + r * w, (local const int *)t + r * 16, 16, e);
    t[ID] = 1;
    wait_group_events(1, &e);
}

// SILENT: waited
kernel void waited(global int *a, global int *o, int w, int n)
{
    local int t[32 * 18];
    event_t e = 0;
    for (int r = 0; r < n; r++)
        e = COPY(t + r * 18, a + r * w, 18, e);
    wait_group_events(1, &e);
    o[ID] = t[ID];
}

// SILENT: line_by_line
kernel void line_by_line(global int *a, global int *o, int w, int n)
{
    local int t[32 * 18];
    for (int r = 0; r < n; r++) {
        event_t e = COPY(t + r * 18, a + r * w, 18, 0);
        wait_group_events(1, &e);
        o[r * w + ID] = t[r * 18 + ID % 18];
    }
}

// SILENT: the_one_before
kernel void the_one_before(global int *a, global int *o, int w, int n)
{
    local int t[32 * 18];
    event_t e = COPY(t, a, 18, 0);
    for (int r = 1; r < n; r++) {
        wait_group_events(1, &e);
        e = COPY(t + r * 18, a + r * w, 18, 0);
        o[r * w + ID] = t[(r - 1) * 18 + ID % 18];
    }
    wait_group_events(1, &e);
}

// WARNS: the_same use-before-wait
kernel void the_same(global int *a, global int *o, int w, int n)
{
    local int t[32 * 18];
    event_t e = COPY(t, a, 18, 0);
    for (int r = 1; r < n; r++) {
        wait_group_events(1, &e);
        e = COPY(t + r * 18, a + r * w, 18, 0);
        o[r * w + ID] = t[r * 18 + ID % 18];
    }
    wait_group_events(1, &e);
}

// SILENT: another_part
kernel void another_part(global int *a, global int *o, int w)
{
    local int t[128];
    event_t e = 0;
    for (int r = 0; r < 4; r++)
        e = COPY(t + r * 16, a + r * w, 16, e);
    t[64 + ID] = 1;
    wait_group_events(1, &e);
    o[ID] = t[ID] + t[64 + ID];
}

// SILENT: gaps
kernel void gaps(global int *a, global int *o, int w)
{
    local int t[4 * 20];
    event_t e = 0;
    for (int r = 0; r < 4; r++)
        e = COPY(t + r * 20, a + r * w, 16, e);
    if (ID < 4)
        for (int r = 0; r < 4; r++)
            t[r * 20 + 16 + ID] = 0;
    wait_group_events(1, &e);
    o[ID] = t[ID];
}

// SILENT: the_line_behind
kernel void the_line_behind(global int *a, global int *o, int w, int n)
{
    local int t[33 * 18];
    event_t e = 0;
    int r = 0;
    for (; r < n; r++)
        e = COPY(t + r * 18, a + r * w, 18, e);
    t[r * 18 + ID % 18] = 1;
    wait_group_events(1, &e);
    o[ID] = t[ID];
}

// SILENT: from_somewhere
kernel void from_somewhere(global int *a, global int *o, int w, int m, int n)
{
    local int t[33 * 18];
    event_t e = 0;
    for (int r = m; r < n; r++)
        e = COPY(t + r * 18, a + r * w, 18, e);
    t[ID] = 1;
    wait_group_events(1, &e);
    o[ID] = t[ID];
}

// SILENT: upper_half
kernel void upper_half(global int *a, global int *o, int w)
{
    local int t[8 * 16];
    event_t e = 0;
    for (int r = 7; r >= 4; r--)
        e = COPY(t + r * 16, a + r * w, 16, e);
    t[ID % 64] = 1;
    wait_group_events(1, &e);
    o[ID] = t[ID];
}
