/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Matrix product in tiles of 16 x 16, brought in by async copies. */
// RUN: -g 256,256 -l 16,16 % buf:f32:65536=rand:1 buf:f32:65536=rand:2 buf:f32:65536 u32:256
// TOLERANCE: 1e-5
#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void matmul(global const float *a, global const float *b,
                   global float *c, uint n)
{
    local float as[TILE * TILE], bs[TILE * TILE];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
    float sum = 0;
    for (uint t = 0; t < n; t += TILE) {
        event_t e = 0;
        for (uint r = 0; r < TILE; r++) {
            e = async_work_group_copy(as + r * TILE, a + (y0 + r) * n + t, TILE,
                                      e);
            e = async_work_group_copy(bs + r * TILE, b + (t + r) * n + x0, TILE,
                                      e);
        }
        wait_group_events(1, &e);
        for (uint k = 0; k < TILE; k++)
            sum += as[ly * TILE + k] * bs[k * TILE + lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[(y0 + ly) * n + x0 + lx] = sum;
}
