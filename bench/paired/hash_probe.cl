// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Looks keys up in a hash table with open addresses, three quarters full.
// RUN: -g 131072 -l 64 % buf:u32:131072 buf:u32:131072
// SETUP: -g 1
#define SLOTS 65536u

static uint hash(uint key)
{
    key *= 2654435761u;
    return key >> 16;
}

kernel void hash_probe(global const uint2 *slot, global uint *out)
{
    uint i = get_global_id(0), key = 1 + i * 3, at = hash(key);
    while (slot[at].x != key && slot[at].x != 0)
        at = (at + 1) % SLOTS;
    out[i] = slot[at].x == key ? slot[at].y : 0xffffffffu;
}

kernel void setup(global uint2 *slot, global uint *out)
{
    for (uint n = 0; n < SLOTS / 4 * 3; n++) {
        uint key = 1 + n * 5 % 196613, at = hash(key);
        while (slot[at].x != 0 && slot[at].x != key)
            at = (at + 1) % SLOTS;
        slot[at] = (uint2)(key, n);
    }
}
