// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Cube roots by Newton's method, until a step changes nothing more.
// RUN: -g 131072 -l 64 % buf:u64:131072=rand:16 buf:u32:131072
kernel void newton_root(global const ulong *in, global uint *out)
{
    uint i = get_global_id(0);
    uint v = in[i] >> 34, root = 1024;
    for (;;) {
        uint next = (2 * root + v / (root * root)) / 3;
        if (next >= root)
            break;
        root = next;
    }
    out[i] = root;
}
