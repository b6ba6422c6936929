/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What test_kept.c runs; modules of it by refresh.sh. */

constant int steps[4] = {1, 10, 100, 1000};
global int counter = 5;
global int other;
global int *global cursor = &counter;
global int table[16];

kernel void bump(int by)
{
    atomic_add(&counter, by);
}

/* `cursor` goes to `other`, which only this kernel names. */
kernel void move_on(void)
{
    cursor = &other;
    other = 77;
}

kernel void look(global int *out)
{
    out[0] = counter;
    out[1] = *cursor;
    out[2] = steps[get_global_id(0) & 3];
}

kernel void add_there(global int *out)
{
    *cursor += 1;
    out[0] = *cursor;
}

kernel void write_there(int at)
{
    cursor[at] = 1;
}

kernel void where(global ulong *out)
{
    out[0] = (ulong)&counter;
    out[1] = (ulong)&table[0];
}

/* Work-items write one place. */
kernel void race(void)
{
    table[0] = (int)get_global_id(0);
}

kernel void beyond(int at)
{
    table[at] = 1;
}
