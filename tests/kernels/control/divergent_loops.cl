// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops that lanes leave in different rounds; what is the same for a group is
// asked for within and used behind; the counter is used before and after it is
// counted down.
// RUN: -g 64 -l 16 --dump 0,1 % buf:u32:64 buf:i16:256 buf:u32:64=rand:3

kernel void divergent_loops(global uint *out, global short *lines,
                            global const uint *in)
{
    uint i = get_global_id(0), k = in[i] & 7, sum = 0;
    short v[4] = { (short)i, 3, 5, 7 };
    do {
        v[k & 3] = (short)(v[0] * 3 + v[3]);
        sum += get_num_groups(0) & 3;
    } while (k-- > 0 && (k & 1) != 0);
    for (uint r = 0; r < (in[i] >> 3 & 7); r++)
        sum = sum * 3 + (uint)get_local_size(0) + r;
    out[i] = (get_num_groups(0) & 4) ? sum + k : 12345;
    for (uint c = 0; c < 4; c++)
        lines[i * 4 + c] = v[c];
}
