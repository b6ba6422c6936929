/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What test_reflect.c asks about; modules of it by refresh.sh. */

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

typedef struct pair {
    int a;
    float b;
} pair;
typedef float real;
typedef unsigned int u32;
enum color { RED, GREEN };
union either {
    int i;
    float f;
};

global int total[3];
global double sum;

kernel __attribute__((vec_type_hint(float4)))
__attribute__((work_group_size_hint(8, 4, 1))) void
many(global const float4 *restrict a, global volatile int *b, constant char *c,
     local uint *d, const int e, float4 f, uchar3 g, global pair *p, pair q,
     real r, u32 u, ulong s, global real *gr, global void *v,
     global int *global *pp, global const volatile half *restrict h,
     global struct pair *sp, global union either *ue, unsigned w,
     global unsigned long *x, half y, double z, short t)
{
    b[0] = e + total[1] + (int)sum;
}

kernel __attribute__((reqd_work_group_size(8, 4, 2))) void fixed(int x,
                                                                  global int *o)
{
    local float here[12];
    here[get_local_id(0)] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_local_id(0)] = here[x & 7];
}

kernel void none(void)
{
}
