// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Three octaves of smoothed noise from a hash of the lattice's points.
// RUN: -g 512,384 -l 64,2 % buf:f32:196608 f32:0.11
// TOLERANCE: 1e-4
#pragma OPENCL FP_CONTRACT OFF

static float lattice(int x, int y)
{
    uint h = (uint)x * 374761393u + (uint)y * 668265263u;
    h = (h ^ h >> 13) * 1274126177u;
    return (float)(h >> 8) * 0x1p-24f;
}

static float noise(float x, float y)
{
    int u = (int)x, v = (int)y;
    float fx = x - (float)u, fy = y - (float)v;
    fx = fx * fx * (3.0f - 2.0f * fx);
    fy = fy * fy * (3.0f - 2.0f * fy);
    float top = mix(lattice(u, v), lattice(u + 1, v), fx);
    float low = mix(lattice(u, v + 1), lattice(u + 1, v + 1), fx);
    return mix(top, low, fy);
}

kernel void value_noise(global float *out, float scale)
{
    uint x = get_global_id(0), y = get_global_id(1);
    float u = (float)x * scale, v = (float)y * scale, sum = 1.0f;
    for (int octave = 0; octave < 3; octave++) {
        sum += noise(u, v) / (float)(1 << octave);
        u *= 2.0f;
        v *= 2.0f;
    }
    out[y * get_global_size(0) + x] = sum;
}
