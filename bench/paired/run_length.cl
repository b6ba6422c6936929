// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lengths of the runs of equal bits in each word, packed four bits each.
// RUN: -g 65536 -l 64 % buf:u32:65536=rand:15 buf:u64:65536
kernel void run_length(global const uint *in, global ulong *out)
{
    uint i = get_global_id(0), v = in[i], done = 0, runs = 0;
    ulong lengths = 0;
    while (done < 32 && runs < 16) {
        uint flipped = (v & 1) ? ~v : v;
        uint length =
            flipped == 0 ? 32 : popcount((flipped & (0u - flipped)) - 1);
        length = min(length, 32 - done);
        lengths = lengths << 4 | min(length, 15u);
        v = length == 32 ? 0 : v >> length;
        done += length;
        runs++;
    }
    out[i] = lengths;
}
