// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Bodies around a fixed sun, by the leapfrog method in double precision.
// RUN: -g 8192 -l 128 % buf:f64:16384=rand:11 buf:f64:16384 u32:110
// TOLERANCE: 1e-9
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void double_orbit(global const double2 *in, global double2 *out,
                         uint steps)
{
    uint i = get_global_id(0);
    double2 place = in[i] + 1.0, speed = (double2)(-0.4, 0.5);
    for (uint k = 0; k < steps; k++) {
        double d2 = place.x * place.x + place.y * place.y;
        double pull = 0.01 / (d2 * sqrt(d2));
        speed -= pull * place;
        place += 0.01 * speed;
    }
    out[i] = place + 4.0;
}
