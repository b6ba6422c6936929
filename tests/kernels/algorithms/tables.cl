// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Tables in local memory, by rows and columns that are sums, differences and limits; groups
// of sixteen that all look at one place of them at once; numbers of 64 bits.
// RUN: -k align -g 64 -l 16 --dump 0 % buf:i32:1024 buf:i32:1024=rand:5
// RUN: -k eliminate -g 64 -l 16 --dump 0 % buf:u32:1024 buf:u32:1024=rand:6
// RUN: -k relax -g 16,16 -l 8,8 --dump 0 % buf:i32:256 buf:i32:256=rand:7
// RUN: -k longs -g 96 -l 32 --dump 0 % buf:i64:96 buf:i64:96=rand:8 buf:i64:96=rand:9
#define N 16

/* A table of scores, one diagonal after the other. */
kernel void align(global int *out, global const int *in)
{
    local int best[N + 1][N + 1], score[N][N];
    int l = get_local_id(0), base = get_group_id(0) * N * N;
    for (int r = 0; r < N; r++)
        score[r][l] = in[base + r * N + l] % 16;
    best[0][l + 1] = -3 * (l + 1);
    best[l + 1][0] = -3 * (l + 1);
    if (l == 0)
        best[0][0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 0; d < 2 * N - 1; d++) {
        int row = d - l;
        if (row >= 0 && row < N)
            best[row + 1][l + 1] = max(best[row][l] + score[row][l],
                                       max(best[row][l + 1], best[row + 1][l]) - 3);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int r = 0; r < N; r++)
        out[base + r * N + l] = best[r + 1][l + 1];
}

kernel void eliminate(global uint *out, global const uint *in)
{
    local uint m[N * N];
    int l = get_local_id(0), base = get_group_id(0) * N * N;
    for (int r = 0; r < N; r++)
        m[r * N + l] = in[base + r * N + l] | (r == l);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < N - 1; k++) {
        if (l > k) {
            uint factor = m[l * N + k] * m[k * N + k];
            for (int c = k; c < N; c++)
                m[l * N + c] -= factor * m[k * N + c];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int r = 0; r < N; r++)
        out[base + r * N + l] = m[r * N + l];
}

/* Neighbours in a tile, of the next tile none. */
kernel void relax(global int *out, global const int *in)
{
    local int tile[8][8];
    int x = get_local_id(0), y = get_local_id(1), w = get_global_size(0);
    int at = get_global_id(1) * w + get_global_id(0);
    tile[y][x] = in[at] >> 4;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = tile[max(y - 1, 0)][x] + tile[min(y + 1, 7)][x] + tile[y][max(x - 1, 0)]
              + tile[y][min(x + 1, 7)];
    int i = at - w;
    out[at] = sum - 3 * tile[y][x] + (i >= 0 ? in[i] >> 8 : 0);
}

kernel void longs(global long *out, global const long *a, global const long *b)
{
    size_t i = get_global_id(0);
    long x = a[i] >> 4, y = b[i] >> 4, m = x > y ? x - y : y - x;
    ulong h = (ulong)x * 0x9e3779b97f4a7c15UL;
    h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9UL;
    m = clamp(m ^ (long)(h >> 7), -1000000000000L, 1000000000000000000L);
    out[i] = (m & 64) ? m * 3 - (int)y : (m >> 5) + (long)(uint)(h << 3);
}
