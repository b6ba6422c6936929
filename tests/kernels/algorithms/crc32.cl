// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// CRC-32 of each work-item's bytes, bit by bit and by a table in local memory.
// RUN: -g 16 -l 16 --dump 0 % buf:u32:32 buf:u8:320=rand:204
kernel void crc(global uint *out, global const uchar *in)
{
    local uint table[256];
    size_t i = get_local_id(0);
    for (uint n = i; n < 256; n += 16) {
        uint c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint a = ~0u, b = ~0u;
    for (int k = 0; k < 20; k++) {
        uchar x = in[i * 20 + k];
        a = table[(a ^ x) & 255] ^ (a >> 8);
        b ^= x;
        for (int j = 0; j < 8; j++)
            b = (b >> 1) ^ (0xedb88320u & -(b & 1));
    }
    out[2 * i] = ~a;
    out[2 * i + 1] = ~b;
}
