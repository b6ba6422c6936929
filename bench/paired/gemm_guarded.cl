// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A matrix product by padded tiles, 2 x 2 elements a work-item, as CLBlast has it: small
// work-groups, of which only those within the result go round the loop with barriers.
// RUN: -g 64,64 -l 8,8 % buf:f32:16384=rand:50 buf:f32:16384=rand:51 buf:f32:16384 u32:128
// TOLERANCE: 1e-5
#define TILE 16
#define PITCH 17
kernel void gemm_guarded(global const float *a, global const float *b, global float *c, uint n)
{
    local float as[TILE * PITCH], bs[TILE * PITCH];
    uint x = get_local_id(0), y = get_local_id(1);
    uint gx = get_group_id(0) * TILE + x * 2, gy = get_group_id(1) * TILE + y * 2;
    if (gx < n && gy < n) {
        float sum[2][2] = {{0, 0}, {0, 0}};
        for (uint t = 0; t < n; t += TILE) {
            for (uint i = 0; i < 2; i++)
                for (uint j = 0; j < 2; j++) {
                    as[(y * 2 + i) * PITCH + x * 2 + j] = a[(gy + i) * n + t + x * 2 + j];
                    bs[(y * 2 + i) * PITCH + x * 2 + j] = b[(t + y * 2 + i) * n + gx + j];
                }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint k = 0; k < TILE; k++)
                for (uint i = 0; i < 2; i++)
                    for (uint j = 0; j < 2; j++)
                        sum[i][j] += as[(y * 2 + i) * PITCH + k] * bs[k * PITCH + x * 2 + j];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        for (uint i = 0; i < 2; i++)
            for (uint j = 0; j < 2; j++)
                c[(gy + i) * n + gx + j] = sum[i][j];
    }
}
