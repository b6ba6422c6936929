// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Moves particles that are kept as an array of structures, and reflects them
// at the walls.
// RUN: -g 196608 -l 128 % buf:f32:1572864=rand:5 f32:0.75
// TOLERANCE: 1e-5
#pragma OPENCL FP_CONTRACT OFF

typedef struct {
    float x, y, z, mass;
    float vx, vy, vz;
    uint bounces;
} particle;

kernel void particles_structures(global particle *p, float step)
{
    uint i = get_global_id(0);
    particle q = p[i];
    q.x += step * q.vx;
    q.y += step * q.vy;
    q.z += step * (q.vz - step * q.mass);
    q.bounces &= 255;
    if (q.x > 1.0f) {
        q.x = 2.0f - q.x;
        q.vx = -q.vx;
        q.bounces++;
    }
    if (q.y > 1.0f) {
        q.y = 2.0f - q.y;
        q.vy = -q.vy;
        q.bounces++;
    }
    p[i] = q;
}
