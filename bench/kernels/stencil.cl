/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A 3 x 3 filter; each group loads its tile with a border of one. */
// RUN: -g 1024,1024 -l 16,16 % buf:f32:1048576=rand:1 buf:f32:1048576 buf:f32:9=rand:2 u32:1024 u32:1024
// LONG: -g 4096,4096 -l 16,16 % buf:f32:16777216=rand:1 buf:f32:16777216 buf:f32:9=rand:2 u32:4096 u32:4096
// TOLERANCE: 1e-5
#define TILE 16
#define HALO (TILE + 2)

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void stencil(global const float *in, global float *out,
                    constant float *weights, int width, int height)
{
    local float tile[HALO * HALO];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x0 = get_group_id(0) * TILE - 1, y0 = get_group_id(1) * TILE - 1;
    for (int k = ly * TILE + lx; k < HALO * HALO; k += TILE * TILE) {
        int x = clamp(x0 + k % HALO, 0, width - 1);
        int y = clamp(y0 + k / HALO, 0, height - 1);
        tile[k] = in[y * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += weights[dy * 3 + dx] * tile[(ly + dy) * HALO + lx + dx];
    out[get_global_id(1) * width + get_global_id(0)] = sum;
}
