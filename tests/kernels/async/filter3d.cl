// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Sums of 3x3x3 blocks: a block with its border in by a 3D copy, the inner
// results out by another.
// BINARIES: clang22.O2.64 clang22.O2.32
// RUN: -g 8,4,4 -l 4,4,4 --dump 1 % buf:i32:360=seq buf:i32:128
#include "extended_async.h"
#define N 4
#define H (N + 2)
kernel void filter(global const int *in, global int *out)
{
    local int block[H * H * H], result[N * N * N];
    size_t gx = get_global_size(0), gy = get_global_size(1);
    size_t line = gx + 2, area = line * (gy + 2);
    size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    size_t from = get_group_id(2) * N * area + get_group_id(1) * N * line +
                  get_group_id(0) * N;
    event_t e = async_work_group_copy_3D3D(block, 0, in, from, sizeof(int), H,
                                           H, H, line, area, H, H * H, 0);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++)
                sum += block[((z + k) * H + y + j) * H + x + i];
    result[(z * N + y) * N + x] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t to = (get_group_id(2) * N * gy + get_group_id(1) * N) * gx +
                get_group_id(0) * N;
    e = async_work_group_copy_3D3D(out, to, result, 0, sizeof(int), N, N, N, N,
                                   N * N, gx, gx * gy, 0);
    wait_group_events(1, &e);
}
