// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Transposes a matrix, an element a work-item.
// RUN: -g 768,768 -l 64,1 % buf:u32:589824=rand:18 buf:u32:589824
kernel void transpose_naive(global const uint *in, global uint *out)
{
    uint x = get_global_id(0), y = get_global_id(1);
    out[x * get_global_size(1) + y] = in[y * get_global_size(0) + x];
}
