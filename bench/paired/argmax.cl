// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Where each group's greatest number is; of equal ones, the first.
// RUN: -g 65536 -l 64 % buf:f32:262144=rand:17 buf:u32:1024
kernel void argmax(global const float *in, global uint *out)
{
    local float value[64];
    local uint place[64];
    uint l = get_local_id(0), i = get_global_id(0);
    float best = in[4 * i];
    uint at = 4 * i;
    for (uint k = 4 * i + 1; k < 4 * i + 4; k++)
        if (in[k] > best) {
            best = in[k];
            at = k;
        }
    value[l] = best;
    place[l] = at;
    for (uint d = 32; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d
            && (value[l + d] > value[l]
                || (value[l + d] == value[l] && place[l + d] < place[l]))) {
            value[l] = value[l + d];
            place[l] = place[l + d];
        }
    }
    if (l == 0)
        out[get_group_id(0)] = place[0];
}
