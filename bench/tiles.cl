/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies tiles of 16 KiB through local memory; nothing else. tiles.spvasm is
 * this, compiled for spir64 by clang 14 at -O2 and llvm-spirv 14. */
__kernel void tiles(__global const float *in, __global float *out,
                    __local float *tile, uint n, uint mask)
{
    for (uint i = 0; i < n; i++) {
        size_t at = (size_t)(i & mask) * 4096;
        event_t e = async_work_group_copy(tile, in + at, 4096, 0);
        wait_group_events(1, &e);
        e = async_work_group_copy(out + at, tile, 4096, 0);
        wait_group_events(1, &e);
    }
}
