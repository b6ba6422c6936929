// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The negative of an image, four pixels a work-item, in place.
// RUN: -g 917504 -l 256 % buf:u8:14680064=rand:4
kernel void invert(global uchar16 *image)
{
    const uchar16 colours = (uchar16)(255, 255, 255, 0, 255, 255, 255, 0, 255,
                                      255, 255, 0, 255, 255, 255, 0);
    image[get_global_id(0)] ^= colours;
}
