// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops that try a compare-and-exchange until it succeeds: those that stand for an atomic on
// floats or integers, with the old value loaded once or in each round, and those that only look
// like it. All numbers are whole, so that no order of additions matters.
// RUN: -k sums -g 256 -l 64 --dump 0,1 % buf:f32:8=100 buf:i32:256
// RUN: -k locals -g 256 -l 64 --dump 0 % buf:f32:16
// RUN: -k others -g 256 -l 64 --dump 0 % buf:u32:16=1000
// RUN: -k alike -g 256 -l 64 --dump 0 % buf:u32:16=3
// RUN: -k doubles -g 256 -l 64 --dump 0 % buf:f64:4=0.5
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

static float add(volatile global float *p, float x)
{
    uint old, seen = as_uint(*p);
    do {
        old = seen;
        seen = atomic_cmpxchg((volatile global uint *)p, old, as_uint(as_float(old) + x));
    } while (seen != old);
    return as_float(old);
}

static void subtract(volatile global float *p, float x)
{
    union {
        float f;
        uint u;
    } old, new;
    do {
        old.f = *p;
        new.f = old.f - x;
    } while (atomic_cmpxchg((volatile global uint *)p, old.u, new.u) != old.u);
}

// Each of 256 work-items sees another old value.
kernel void sums(global float *sums, global int *seen)
{
    int g = (int)get_global_id(0);
    float old = add(&sums[0], 1.0f);
    seen[(int)old - 100] += 1 + (g >= 0);
    add(&sums[1 + g % 3], (float)(g & 15));
    subtract(&sums[4 + g % 2], (float)g);
    if (g % 5 == 0)
        subtract(&sums[6], -2.0f);
    for (int k = 0; k < g % 4; k++)
        add(&sums[7], (float)k);
}

kernel void locals(global float *out)
{
    local float sums[4];
    int l = (int)get_local_id(0);
    if (l < 4)
        sums[l] = (float)l;
    barrier(CLK_LOCAL_MEM_FENCE);
    volatile local uint *p = (volatile local uint *)&sums[l & 3];
    uint old;
    do {
        old = *p;
    } while (atomic_cmpxchg(p, old, as_uint((float)l + as_float(old))) != old);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 4)
        out[4 * get_group_id(0) + l] = sums[l];
}

#define RETRY(place, expression)                                               \
    do {                                                                       \
        uint seen = out[place], old = ~seen;                                     \
        while (seen != old) {                                                  \
            old = seen;                                                        \
            seen = atomic_cmpxchg(&out[place], old, expression);               \
        }                                                                      \
    } while (0)

kernel void others(volatile global uint *out)
{
    uint g = (uint)get_global_id(0);
    RETRY(0, old + g);
    RETRY(1, old - g);
    RETRY(2, g | old);
    RETRY(3, old & ~(g & 8));
    RETRY(4, old ^ g);
    RETRY(5, max(old, g * 10));
    RETRY(6, (uint)min((int)old, 700 - (int)g));
    RETRY(7, min(g + 20, old));
    RETRY(8, (uint)max((int)old, -(int)g));
}

// The operand depends on the old value, it is subtracted from, another place is compared, more
// is counted than one, nothing is stored.
kernel void alike(volatile global uint *out)
{
    uint g = (uint)get_global_id(0), rounds = 0;
    RETRY(0, old + old % 7 + 1);
    RETRY(1, g % 2 ? old : 1000 - old);
    RETRY(2, old * 3);
    RETRY(3, old + 1 < 100 ? old + 1 : 100);
    RETRY(4, add_sat(old, g << 24));
    RETRY(8, 5000 - old);
    RETRY(9, old - old / 2);
    uint old = 3, seen;
    do {
        seen = atomic_cmpxchg(&out[5], old, 50);
        rounds++;
        old = seen == 3 ? 3 : 50;
    } while (seen != old && rounds < 3);
    atomic_max(&out[6], rounds > 2);
}

kernel void doubles(volatile global double *out)
{
    ulong old, seen;
    uint g = (uint)get_global_id(0);
    volatile global double *p = &out[g & 3];
    seen = as_ulong(*p);
    do {
        old = seen;
        seen = atom_cmpxchg((volatile global ulong *)p, old,
                            as_ulong(as_double(old) + (double)g));
    } while (seen != old);
}
