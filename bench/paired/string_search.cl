// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Where a pattern of letters occurs in a text, with one that fits any letter.
// RUN: -g 1048576 -l 128 % buf:u8:1048640=rand:12 buf:u8:1048576 u32:0x01FF0203
kernel void string_search(global const uchar *text, global uchar *found,
                          uint pattern)
{
    uint i = get_global_id(0), k = 0;
    for (; k < 4; k++) {
        uint wanted = pattern >> 8 * k & 255;
        if (wanted != 255 && wanted != (text[i + k] & 3))
            break;
    }
    found[i] = k == 4;
}
