// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Async copies of groups side by side: of sizes, places and kinds of their own,
// from a table that all share, on events in an array, in loops that some leave
// before others, and in arms that only some take.
// SETS: clang14.O2.64 clang14.O0.64 clang22.O2.64 clang14.O2.32
// RUN: -g 1024 -l 16 --dump 0 % buf:u32:2048 buf:u32:16384=rand:320 buf:u32:64=rand:321
// RUN: -g 4096 -l 64 --dump 0 % buf:u32:2048 buf:u32:16384=rand:322 buf:u32:64=rand:323
// RUN: -g 600 -l 24 --dump 0 % buf:u32:2048 buf:u32:16384=rand:324 buf:u32:64=rand:325
kernel void async_groups(global uint *out, global const uint *in,
                         global const uint *table)
{
    local uint shared[96], tile[2][32], done[32];
    uint l = get_local_id(0), n = get_local_size(0), g = get_group_id(0);
    uint size = 8 + g % 9, rounds = g % 4 + 1, sum = 0;
    global const uint *from = in + g * 64;
    event_t e[2];
    event_t whole = async_work_group_copy(shared, table, 64, 0);
    if (g % 5 == 3)
        whole = async_work_group_copy(shared + 64, from, size, whole);
    wait_group_events(1, &whole);
    for (uint k = l; k < 32; k += n)
        done[k] = shared[g % 5 == 3 ? 64 + k % size : k + 8] + k;
    if (g % 2)
        e[0] = async_work_group_strided_copy(tile[0], from, size, 3, 0);
    else
        e[0] = async_work_group_copy(tile[0], from + g % 7, size, 0);
    for (uint r = 0; r < rounds; r++) {
        if (r + 1 < rounds)
            e[~r & 1] = async_work_group_copy(tile[~r & 1], from + r * 9, size, 0);
        wait_group_events(1, e + (r & 1));
        for (uint k = l; k < size; k += n)
            done[k] = done[k] * 3 + tile[r & 1][size - 1 - k] + shared[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += done[(l + r) % size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (g % 3 == 1 && l < 16)
        done[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    e[0] = async_work_group_copy(out + g * 32, done, 16, 0);
    e[1] = async_work_group_copy(out + g * 32 + 16, shared + g % 48, 16, 0);
    wait_group_events(2, e);
}
