// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What depends on local ids, sizes and arguments alone is the same in every group of
// one size: places in tiles, in arms and loops too, in groups that are many or few a
// strip, and with lanes that part in between.
// RUN: -k tile -g 64,32 -l 8,4 --dump 0 % buf:i32:2048=0 buf:i32:2048=rand:62 i32:64 i32:-3
// RUN: -k tile -g 96,6 -l 32,2 --dump 0 % buf:i32:576=0 buf:i32:576=rand:63 i32:96 i32:1
// RUN: -k parted -g 64,48 -l 16,16 --dump 0 % buf:u32:3072=0 buf:u32:3072=rand:64 u32:64
// RUN: -k parted -g 40,31 -l 8,1 --dump 0 % buf:u32:1240=0 buf:u32:1240=rand:65 u32:40
// RUN: -k many -g 126 -l 9 --dump 0 % buf:u32:126=0 u32:5 u32:3
kernel void tile(global int *out, global const int *in, int width, int by)
{
    local int cells[64 * 2];
    int lx = get_local_id(0), ly = get_local_id(1);
    int sx = get_local_size(0), sy = get_local_size(1);
    int at = get_global_id(1) * width + get_global_id(0);
    int turned = lx * sy + ly, mirrored = (sx - 1 - lx) * sy + (sy - 1 - ly);
    cells[turned] = in[at] + (lx ^ ly * by);
    cells[64 + mirrored] = in[at] - sx;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = cells[mirrored];
    if (in[at] & 4)
        sum += (lx * by + ly) * cells[64 + turned];
    for (int k = 0; k < (in[at] & 7); k++)
        sum += (ly * sx + lx) / (k + 1) + k;
    out[at] = sum;
}

kernel void parted(global uint *out, global const uint *in, uint width)
{
    uint x = get_global_id(0), y = get_global_id(1), at = y * width + x;
    uint v = in[at] & 1023, steps = 0;
    while (v > 1 && steps < 200) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        steps++;
    }
    out[at] = steps * 1000 + in[y * width + (width - 1 - x)] % 1000;
}

// More of them than are kept.
kernel void many(global uint *out, uint a, uint b)
{
    uint l = get_local_id(0), g = get_group_id(0), s = 0;
    uint t = l * a + b, u = l * b + a;
    for (uint k = 0; k < 3; k++) {
        s = s * 3 + (t ^ g) + (u >> 1) + (l * 7 + k * g);
        s ^= (t * u) + (l << 3) * g + (l % (a + 1)) + (u & t) * k;
        s += (t - u) * (l + 2) + (t | 9) * g + (u | l) + max(t, u * 2);
        s ^= (l * l + a) * (g + k) + (t * 5 + 1) + (u * 11 + t) + min(l * 3, b + 4);
        s += rotate(t, u) + (l / b) * g + abs_diff(t, u) + mad24(l, 5u, b) * k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s + t * u + l;
}
