// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Marches rays through the field of distances to a grid of balls in fixed
// point, until one is hit.
// RUN: -g 192,96 -l 32,2 % buf:u16:18432 u32:64
kernel void march_distance(global ushort *out, uint most)
{
    int px = get_global_id(0), py = get_global_id(1), w = get_global_size(0);
    int x = 8 * px, y = 8 * py, z = 0;
    uint n = 0;
    for (; n < most; n++) {
        int u = (x & 1023) - 512, v = (y & 1023) - 512, t = (z & 1023) - 512;
        uint longest = max(abs(u), max(abs(v), abs(t)));
        uint sum = abs(u) + abs(v) + abs(t);
        int distance_left = (int)((longest * 5 + sum * 3) / 8) - 250;
        if (distance_left < 8)
            break;
        x += (px - w / 2) * distance_left / 256;
        y += (py - 48) * distance_left / 256;
        z += distance_left;
    }
    out[py * w + px] = n << 8 | (z >> 6 & 255);
}
