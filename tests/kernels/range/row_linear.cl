// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A kernel whose first id is the row, and that asks for its linear id, which has an
// order of dimensions of its own.
// RUN: -g 4,64 -l 2,8 --dump 0 % buf:u32:256=0 u32:64
kernel void linear(global uint *out, uint w)
{
    uint r = get_global_id(0), c = get_global_id(1);
    out[r * w + c] = (uint)get_global_linear_id() * 3u;
}
