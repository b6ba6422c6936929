// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Functions that are given addresses of the caller's variables: what those hold
// when a copy asks for it is not what the caller has stored there.
// RUN: -g 32 -l 16 --dump 0 % buf:i32:64 buf:i32:64=seq i32:9
// RUN: -g 32 -l 16 --dump 0 % buf:i32:64 buf:i32:64=rand:7 i32:16
struct extent { int first, n; };

__attribute__((noinline)) void set(int *to, int n)
{
    *to = n;
}
__attribute__((noinline)) void choose(int *a, int *b, int n)
{
    int *to = n > 10 ? a : b;
    *to = n;
}
__attribute__((noinline)) void set_part(struct extent *to, int n)
{
    to->n = n;
}
__attribute__((noinline)) void count(int **at)
{
    ++**at;
}
__attribute__((noinline)) void part(int *to)
{
    if (get_local_id(0) < 4)
        *to = 1;
}
kernel void lengths(global int *out, global const int *in, int n)
{
    local int tile[64];
    int set_n = 0, a = 0, b = 0, counted = 0, *at = &counted, part_of = n;
    struct extent extent;
    size_t i = get_local_id(0);
    for (int k = 0; k < 4; k++)
        tile[16 * k + i] = 0;
    extent.n = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    set(&set_n, n);
    choose(&a, &b, n);
    set_part(&extent, n);
    count(&at);
    part(&part_of);
    event_t e = async_work_group_copy(tile, in, set_n, 0);
    e = async_work_group_copy(tile + 16, in + 16, a, e);
    e = async_work_group_copy(tile + 32, in + 32, extent.n, e);
    e = async_work_group_copy(tile + 48, in + 48, counted, e);
    if (b)
        e = async_work_group_copy(tile + 50, in + 40, b, e);
    wait_group_events(1, &e);
    int sum = part_of;
    for (int k = 0; k < 4; k++)
        sum = sum * 31 + tile[16 * k + i];
    out[get_global_id(0)] = sum;
}
