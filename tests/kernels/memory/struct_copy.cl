// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Structures assigned whole: private, local and global.
// RUN: -g 8 -l 4 --dump 0 % buf:i32:64 buf:i32:64=rand:62
typedef struct record {
    int key;
    float weight;
    short tags[4];
    long total;
    int more[2];
} record;
kernel void copies(global record *out, global const record *in)
{
    local record shared[4];
    size_t i = get_local_id(0);
    record mine = in[get_global_id(0)];
    mine.weight = mine.key & 255;
    mine.tags[mine.key & 3] = 77;
    shared[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    record other = shared[3 - i];
    other.more[1] = shared[i].key ^ mine.more[0];
    other.total = 3;
    out[get_global_id(0)] = other;
}
