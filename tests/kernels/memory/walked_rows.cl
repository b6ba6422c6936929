// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Each work-item walks through a row of its own: rows of unequal lengths up to the
// buffer's end, rows left early, other rows that begin where the last ones ended, rows
// that are written while they are read, steps of two and backwards.
// STD: CL1.2
// RUN: -g 128 -l 64 --dump 2 % buf:u32:4097=rand:3 buf:f32:160=rand:4 buf:u32:1536 local:4096 u32:32 u32:0
// RUN: -g 120 -l 40 --dump 2 % buf:u32:4097=rand:5 buf:f32:160=rand:6 buf:u32:1536 local:4096 u32:31 u32:7
// RUN: -g 128 -l 128 --dump 2 % buf:u32:4097=rand:9 buf:f32:160=rand:8 buf:u32:1536 local:8192 u32:17 u32:3
#define ITEMS 128

kernel void walked_rows(global uint *in, global const float *weights,
                        global uint *out, local uint *own, uint n, uint seed)
{
    uint i = get_global_id(0), l = get_local_id(0);
    uint first = i * n, length = (in[i] + seed) % (n + 1);
    uint sum = 0, count = 0;

    for (uint k = first; k < first + length; k++) // of unequal lengths
        sum = sum * 31 + in[k];
    out[i] = sum;

    float dot = 0;
    for (uint k = 0; k < n; k++) { // with a table, and left early
        uint x = in[first + k];
        if ((x & 15) == 3)
            break;
        dot += (weights[k] > 0 ? 3.0f : 1.0f) * (float)(x & 255);
        count++;
    }
    out[ITEMS + i] = count * 100000 + (uint)dot;

    sum = 0;
    for (uint b = 0; b + 4 < n; b += 4) { // where the last ones ended
        uint row = (i * 7 + b * 3 + seed) % 125 * n;
        for (uint k = 0; k < 4; k++)
            sum = sum * 17 + in[row % 3072 + b + k];
    }
    for (ulong b = 0; b < 3; b++) {
        ulong row = (i * 7 + b * 5 + seed) % 37 * 96;
        for (ulong k = 0; k < n; k++)
            sum = sum * 13 + in[row + b * n + k];
    }
    out[2 * ITEMS + i] = sum;

    for (uint k = 0; k < 16; k++)
        own[l * 16 + k] = k;
    sum = 1;
    for (uint k = 0; k < 16; k++) { // with something to be remembered
        own[l * 16 + k] = in[first + k] ^ sum;
        sum += own[l * 16 + (k * 5 & 15)] % 97;
    }
    out[3 * ITEMS + i] = sum + own[l * 16 + 7];

    sum = 0;
    for (uint k = 0; k < 16; k++) // of local memory
        sum = sum * 3 + own[l * 16 + k];
    out[4 * ITEMS + i] = sum;

    sum = 0;
    for (int k = (int)n - 1; k >= 0; k--) // backwards
        sum = sum * 5 + in[first + k];
    for (uint k = 0; k < n; k += 2) // by two
        sum = sum * 7 + in[first + k];
    for (uint k = 0; k < n; k++) { // some of it, by some
        if ((in[i] >> (k & 7) & 1) == 0)
            continue;
        sum = sum * 11 + in[first + k] + k;
    }
    out[5 * ITEMS + i] = sum;

    barrier(CLK_GLOBAL_MEM_FENCE);
    local uint *mine = own + l * 16;
    for (uint k = 0; k < 15; k++) // read what has just been written
        mine[k + 1] = mine[k] * 3 + mine[k + 1];
    out[6 * ITEMS + i] = mine[15];
    global uint *row = out + 8 * ITEMS + (i & 31) * 16;
    if (i < 32) {
        for (uint k = 0; k < 16; k++)
            row[k] = in[first + k];
        for (uint k = 0; k < 15; k++) // the same of global memory
            row[k + 1] = row[k] * 5 + row[k + 1];
    }
    out[7 * ITEMS + i] = in[4096 - i] + seed;
}
