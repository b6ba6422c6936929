// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Colours to brightness and two differences, as three planes.
// RUN: -g 1048576 -l 128 % buf:u8:3145728=rand:10 buf:u8:3145728
kernel void rgb_to_yuv(global const uchar *rgb, global uchar *yuv)
{
    uint i = get_global_id(0), n = get_global_size(0);
    uchar3 p = vload3(i, rgb);
    int r = p.x, g = p.y, b = p.z;
    yuv[i] = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
    yuv[n + i] = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
    yuv[2 * n + i] = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
}
