/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Correct kernels whose copies are two tiles ahead, in a ring of four events.
 * Compiled with clang-14 and llvm-spirv-14; the module is checked in beside
 * this file. */
#define COPY(i) async_work_group_copy(tile[(i)&3], in + (i)*8, 8, 0)

/* The sum n + 2 does not overflow. */
kernel void tiles_of_sum(global const float *in, int n)
{
    local float tile[4][8];
    event_t ev[4];
    if (n == 0)
        tile[0][0] = 1.5f;
    for (int i = 0; i < 2 && i < n + 2; i++)
        ev[i] = COPY(i);
    for (int i = 0; i < n + 2; i++) {
        wait_group_events(1, &ev[i & 3]);
        if (i + 2 < n + 2)
            ev[(i + 2) & 3] = COPY(i + 2);
    }
}

/* The number of tiles is in the condition of a branch as well. */
kernel void tiles_behind_branches(global const float *in, global float *out,
                                  int n)
{
    local float tile[4][8];
    event_t ev[4];
    for (int i = 0; i < 2; i++)
        ev[i] = COPY(i);
    for (int i = 0; i < 2; i++) {
        wait_group_events(1, &ev[i]);
        if (get_group_id(0) + n > 1)
            out[0] += tile[i][0];
        else
            tile[i][1] = 2;
    }
    for (int i = 0; i < 2 && i < n; i++)
        ev[i] = COPY(i);
    for (int i = 0; i < n; i++) {
        if (i + 2 < n)
            ev[(i + 2) & 3] = COPY(i + 2);
        wait_group_events(1, &ev[i & 3]);
        tile[i & 3][get_local_id(0) + 4] = 1.5f;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
