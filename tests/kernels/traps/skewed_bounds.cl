// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// One work-item's list is long, and longer than the buffer: this one is named, whatever
// its iterations are run with.
// RUN: -g 256 -l 64 % buf:u32:1024=seq buf:u32:256
// EXIT: 4
// ERROR: work-item (13,0,0) of work-group (1,0,0) reads bytes 4096 to 4099 of argument 0, outside of its 4096 bytes
kernel void sums(global const uint *in, global uint *out)
{
    uint i = get_global_id(0), n = i == 77 ? 900 : i & 1, sum = 0;
    for (uint k = 0; k < n; k++)
        sum += in[i * 4 + k];
    out[i] = sum;
}
