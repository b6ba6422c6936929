// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What programs do with vectors, structures, scans, histograms and offsets, written as
// people write it: barriers in loops, shuffles, saturation, switches that fall through.
// STD: CL1.2
// SETS: clang14.O2.64
// RUN: -k vectors -g 16 --dump 0,1,2,3 % buf:i32:64=-4,0,3,5,1,7,-2 buf:f32:16 buf:u8:256=seq buf:u32:256
// RUN: -k shuffles -g 1 --dump 0 % buf:u32:32=1000003,17,4294967295,77
// RUN: -k scan -g 300 -l 50 --dump 1 % buf:i32:300=0,1,2,3,4,5,6 buf:i32:300 local:200 i32:290
// RUN: -k scan -g 300 -l 3 --dump 1 % buf:i32:300=0,1,2,3,4,5,6 buf:i32:300 local:12 i32:300
// RUN: -k histogram -g 96 -l 32 --dump 1 % buf:u8:1000=seq buf:i32:16 i32:1000
// RUN: -k reversed -g 300 -l 60 --dump 0 % buf:i32:300=seq
// RUN: -k places -g 6,5,4 -l 3,1,2 --offset 2,7,1 --dump 0 % buf:i32:120
// RUN: -k switches -g 40 --dump 0 % buf:i32:40
// RUN: -k widths -g 16 --dump 0,1,2 % buf:f64:16 buf:i64:16=-7,20015998343861,81985529216486895 buf:u8:64

typedef struct record {
    char c;
    int4 v;
    float f;
    ushort2 s;
} record;

kernel void vectors(global int4 *a, global float *f, global uchar *u, global record *r)
{
    int i = get_global_id(0);
    int4 x = a[i];
    int8 y = (int8)(x, x.wzyx);
    x = y.s0246 + y.odd;
    x.xz = x.yw;
    a[i] = select(x, -x, x > (int4)(5));
    f[i] = dot(convert_float4(x), (float4)(1, 2, 3, 4));
    uchar16 b = vload16(i, u);
    b = rotate(b, (uchar16)(3)) ^ (uchar16)(i);
    b.lo = b.hi.s76543210;
    vstore16(b, i, u);
    r[i].c = i;
    r[i].v = (int4)(i, i + 1, i + 2, i * i);
    r[i].f = i * 0.5f;
    r[i].s = (ushort2)(i, 65535 - i);
}

kernel void shuffles(global uint4 *a)
{
    uint4 m = (uint4)(3, 1, 0, 2);
    a[0] = shuffle(a[0], m);
    a[1] = shuffle2(a[0], a[1], (uint4)(7, 0, 5, 2));
    a[2] = as_uint4((float4)(1.0f, -2.0f, 0.5f, 3.0f));
    a[3] = convert_uint4_sat_rte((float4)(-1.5f, 2.5f, 3.5f, 1e20f));
    a[4] = (uint4)(any((int2)(0, -1)), all((int2)(-1, -1)),
                   bitselect(0xff00u, 0x00ffu, 0x0f0fu), popcount(0xf0f0u));
    a[5] = abs_diff((int4)(-5, 5, 0, 7), (int4)(5, -5, 1, 7));
    a[6] = (uint4)(mad24(3, 5, 7), mul_hi(0x80000000u, 4u), clz(255u), hadd(7u, 8u));
    a[7] = convert_uint4(mul24((int4)(-3, 4, 5, 6), (int4)(7, 8, 9, 10)));
}

kernel void scan(global const int *in, global int *out, local int *t, int n)
{
    int l = get_local_id(0), g = get_global_id(0), size = get_local_size(0);
    t[l] = g < n ? in[g] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int o = 1; o < size; o <<= 1) {
        int v = l >= o ? t[l - o] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] += v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (g < n)
        out[g] = t[l];
}

kernel void histogram(global const uchar *in, global int *h, int n)
{
    local int b[16];
    int l = get_local_id(0);
    if (l < 16)
        b[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&b[in[i] & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        atomic_add(&h[l], b[l]);
}

kernel void reversed(global int *a)
{
    local int t[64];
    int i = get_local_id(0), n = get_local_size(0);
    t[i] = a[get_group_id(0) * n + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_group_id(0) * n + i] = t[n - 1 - i];
}

kernel void places(global int *o)
{
    size_t x = get_global_id(0) - get_global_offset(0);
    size_t y = get_global_id(1) - get_global_offset(1);
    size_t z = get_global_id(2) - get_global_offset(2);
    o[(z * get_global_size(1) + y) * get_global_size(0) + x] =
        get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2)
        + 1000000 * (get_local_id(0) + get_group_id(1)) + get_work_dim()
        + get_num_groups(0) * 3 + get_local_size(2) * 5;
}

constant int table[4] = { 1, 10, 100, 1000 };

kernel void switches(global int *a)
{
    int p[4], s = 0, i = get_global_id(0);
    for (int k = 0; k < 4; k++)
        p[k] = table[k] * 2;
    for (int k = 0; k < (i & 3) + 1; k++)
        s += p[k];
    switch (i % 5) {
    case 0: s += 5;
    case 1: s *= 2; break;
    case 2:
        while (s > 50)
            s /= 3;
        break;
    default: s = -s;
    }
    a[i] = s;
}

kernel void widths(global double *d, global long *l, global uchar *u)
{
    int i = get_global_id(0);
    d[i] = i * 0.5 + convert_double(l[i]) * 0.25;
    l[i] = (l[i] << 3) ^ mul_hi(l[i], 0x7fffffffffffffffL);
    l[i] = rotate(l[i], 13L) + upsample(i, (uint)i * 77u);
    u[i] = add_sat((uchar)200, (uchar)(i * 10));
    u[i + 16] = sub_sat((uchar)5, (uchar)i);
    u[i + 32] = convert_uchar_sat(i * 40 - 100);
    u[i + 48] = convert_uchar(i * 40);
}
