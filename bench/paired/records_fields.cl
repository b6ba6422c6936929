// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Reads and updates records of fields of several sizes.
// RUN: -g 131072 -l 64 % buf:u32:786432=rand:13 buf:u32:131072
typedef struct {
    uint key;
    ushort kind, weight;
    uchar tag[4];
    int balance;
    ulong total;
} record;

kernel void records_fields(global record *r, global uint *out)
{
    global record *mine = &r[get_global_id(0)];
    uint sum = mine->key;
    for (uint k = 0; k < 4; k++)
        sum = sum * 31 + mine->tag[k];
    if (mine->kind & 1)
        mine->balance ^= mine->weight;
    else
        mine->total += sum;
    mine->kind++;
    out[get_global_id(0)] = sum;
}
