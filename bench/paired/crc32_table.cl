// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The CRC-32 of each of many records of 64 bytes, by a table.
// RUN: -g 10240 -l 64 % buf:u8:655360=rand:4 buf:u32:256 buf:u32:10240
// SETUP: -g 256
kernel void crc32_table(global const uchar *in, constant uint *table,
                        global uint *out)
{
    uint i = get_global_id(0), crc = ~0u;
    for (uint k = 0; k < 64; k++)
        crc = table[(crc ^ in[i * 64 + k]) & 255] ^ crc >> 8;
    out[i] = ~crc;
}

kernel void setup(global const uchar *in, global uint *table, global uint *out)
{
    uint i = get_global_id(0), v = i;
    for (uint k = 0; k < 8; k++)
        v = v >> 1 ^ ((v & 1) ? 0xedb88320u : 0);
    table[i] = v;
}
