// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Kernels that read and write memory by single bytes, shorts and words.
// bytes.spvasm: clang-14 -target spir64 -cl-std=CL1.2 -O2 -gline-tables-only
//     -Xclang -finclude-default-header -emit-llvm -c bytes.cl, llvm-spirv-14,
//     spirv-dis --no-indent

#define ID get_global_id(0)

kernel void mix_char(global uchar *a, global uchar *b)
{
    b[ID] ^= a[ID];
    a[ID] = b[ID] + 1;
}

kernel void mix_short(global ushort *a, global ushort *b)
{
    b[ID] ^= a[ID];
    a[ID] = b[ID] + 1;
}

kernel void mix_int(global uint *a, global uint *b)
{
    b[ID] ^= a[ID];
    a[ID] = b[ID] + 1;
}

// Each work-item counts 64 bytes, in bytes of its own.
kernel void histogram(global const uchar *in, global uchar *bins)
{
    global uchar *mine = bins + ID * 256;
    for (int k = 0; k < 64; k++)
        mine[in[ID * 64 + k]]++;
}

// The same in local memory, then the group's sums.
kernel void local_histogram(global const uchar *in, global uint *bins,
                            local uchar *mine)
{
    size_t at = get_local_id(0), n = get_local_size(0);
    for (int k = 0; k < 256; k++)
        mine[k * n + at] = 0;
    for (int k = 0; k < 64; k++)
        mine[in[ID * 64 + k] * n + at]++;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t b = at; b < 256; b += n) {
        uint sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += mine[b * n + k];
        bins[get_group_id(0) * 256 + b] = sum;
    }
}

// A 3 x 3 box filter, from one image to another one in the same buffer.
kernel void filter(global uchar *p, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1), sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += p[clamp(y + dy, 0, height - 1) * width
                     + clamp(x + dx, 0, width - 1)];
    p[width * height + y * width + x] = sum / 9;
}

// Pixels of three bytes, in place.
kernel void pixels(global uchar *p, int width)
{
    size_t at = (get_global_id(1) * width + get_global_id(0)) * 3;
    uchar r = p[at], g = p[at + 1], b = p[at + 2];
    p[at] = (r * 3 + g) >> 2;
    p[at + 1] = (g * 3 + b) >> 2;
    p[at + 2] = (b * 3 + r) >> 2;
}

// Each work-item's bytes lie a line apart.
kernel void transpose(global const uchar *in, global uchar *out, int width,
                      int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[x * height + y] = in[y * width + x];
}

kernel void reverse(global uchar *out, local uchar *tile)
{
    size_t at = get_local_id(0), n = get_local_size(0);
    size_t first = get_group_id(0) * n * 16;
    for (int k = 0; k < 16; k++)
        tile[k * n + at] = out[first + k * n + at];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++)
        out[first + k * n + at] = tile[n * 16 - 1 - (k * n + at)];
}

// Each byte to a place far from its neighbours'.
kernel void scatter(global uchar *a, global uchar *b, uint n)
{
    uint to = (uint)ID * 2654435761u & (n - 1);
    b[to] ^= a[to];
}

// The last work-item writes a byte that one of another group has written, long
// before.
kernel void late(global uchar *a, uint at)
{
    a[ID] = 1;
    if (ID == get_global_size(0) - 1)
        a[at] = 2;
}
