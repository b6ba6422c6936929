// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Where undefined values go: through structures, vectors, atomics, calls.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: struct_field -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@w out 0..3
struct s {
    int a, b;
};
kernel void struct_field(global int *out)
{
    volatile struct s v;
    v.a = ID;
    out[ID] = v.b; // @w
}

// FAULT: lane -g 16 -l 16 buf:f32:16
// FIND: uninitialized OpStore@w out 0..3
kernel void lane(global float *out)
{
    volatile local float4 v[16];
    ((volatile local float *)&v[ID])[0] = 1;
    ((volatile local float *)&v[ID])[1] = 1;
    float4 x = v[ID];
    out[ID] = x.x + x.z; // @w
}

// FAULT: private_array -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@w out 0..3
kernel void private_array(global int *out)
{
    volatile int a[4];
    a[0] = 1;
    a[1] = 2;
    a[2] = 3;
    out[ID] = a[3]; // @w
}

// FAULT: switched -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpSwitch n
kernel void switched(global int *out)
{
    volatile local int n[16];
    switch (n[ID]) {
    case 0: out[ID] = 4; break;
    case 1: out[ID] = 9; break;
    case 7: out[ID] = ID; break;
    default: out[ID] = -7;
    }
}

// FAULT: selected -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@w out 0..3
kernel void selected(global int *out)
{
    volatile local int n[16];
    out[ID] = n[ID] ? 4 : 5; // @w
}

// FAULT: call -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@w out 0..3
int __attribute__((noinline)) f(int x)
{
    return x * 3;
}
kernel void call(global int *out)
{
    volatile local int n[16];
    out[ID] = f(n[ID]); // @w
}

// FAULT: math -g 16 -l 16 buf:f32:16
// FIND: uninitialized OpStore@w out 0..3
kernel void math(global float *out)
{
    volatile local float n[16];
    out[ID] = sin(n[ID]) + sqrt(n[ID]); // @w
}

// FAULT: atomic_op -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpAtomicIAdd@w out 0..3
kernel void atomic_op(global int *out)
{
    volatile local int n[16];
    atomic_add(&out[0], n[ID]); // @w
}

// FAULT: atomic_local_out -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@w out 0..3
kernel void atomic_local_out(global int *out)
{
    local int sum;
    volatile local int n[16];
    if (ID == 0)
        sum = 0;
    LOCAL_BARRIER();
    atomic_add(&sum, n[ID]);
    LOCAL_BARRIER();
    out[ID] = sum; // @w
}

// FAULT: second_group -g 32 -l 16 buf:i32:32
// FIND: uninitialized OpStore@w out 64..67
kernel void second_group(global int *out)
{
    local int t[16];
    if (get_group_id(0) == 0)
        t[ID] = ID;
    LOCAL_BARRIER();
    out[get_global_id(0)] = t[ID]; // @w
}

// FAULT: halo -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: uninitialized OpStore@w out 0..3
kernel void halo(global const int *in, global int *out)
{
    local int t[18];
    t[ID + 1] = in[ID];
    LOCAL_BARRIER();
    out[ID] = t[ID] + t[ID + 1] + t[ID + 2]; // @w
}

// FAULT: dyn_local -g 16 -l 16 buf:i32:16 local:64
// FIND: uninitialized OpStore@w out 0..3
kernel void dyn_local(global int *out, local int *t)
{
    out[ID] = t[ID]; // @w
}

// FAULT: copied_2d -g 16 -l 16 buf:i32:64=seq buf:i32:64
// FIND: uninitialized OpStore@w out 16..19
kernel void copied_2d(global const int *in, global int *out)
{
    local int t[32];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 4, 4, 8, 8, 0);
    wait_group_events(1, &e);
    out[ID] = t[ID]; // @w
}

// FAULT: copied_2d_out -g 16 -l 16 buf:i32:64
// FIND: uninitialized 2D2D@c t 32..47
kernel void copied_2d_out(global int *out)
{
    local int t[32];
    t[ID < 8 ? ID : ID + 4] = 1;
    LOCAL_BARRIER();
    event_t e =
        async_work_group_copy_2D2D(out, 0, t, 0, 4, 8, 2, 8, 8, 0); // @c
    wait_group_events(1, &e);
}

// FAULT: united -g 8 -l 8 buf:i32:256
// FIND: uninitialized *@w out in 0..7
union un {
    int i;
    long l;
};
kernel void united(global long *out)
{
    volatile union un t;
    t.i = 4;
    out[ID] = t.l; // @w
}

// FAULT: vec3_bad -g 16 -l 16 buf:f32:64
// FIND: uninitialized OpStore@w out 4..7
kernel void vec3_bad(global float3 *out)
{
    local float3 t[16];
    t[ID].x = 1;
    t[ID].z = 2;
    LOCAL_BARRIER();
    out[ID] = t[ID]; // @w
}

// FAULT: nested_bad -g 8 -l 8 buf:i32:256
// FIND: uninitialized *@w out in 12..15
// ONLY: O0
struct in {
    char a;
    int b;
};
struct o {
    struct in x[2];
    char3 c;
    short s;
};
kernel void nested_bad(global struct o *out)
{
    struct o t;
    for (int k = 0; k < 2; k++) {
        t.x[k].a = k;
        if (k == 0)
            t.x[k].b = ID;
    }
    t.c = (char3)(1, 2, 3);
    t.s = 9;
    out[ID] = t; // @w
}

// FAULT: ptr -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore
kernel void ptr(global int *out)
{
    global int *volatile p[2];
    p[0] = out;
    *p[1] = 3;
}

// SILENT: lane_ok -g 16 -l 16 buf:f32:16
kernel void lane_ok(global float *out)
{
    local float4 v[16];
    ((local float *)&v[ID])[0] = 1;
    ((local float *)&v[ID])[1] = 1;
    float4 x = v[ID];
    out[ID] = x.x + x.y;
}

// SILENT: masked_away -g 16 -l 16 buf:i32:16
kernel void masked_away(global int *out)
{
    volatile local uchar n[64];
    n[ID * 4] = 3;
    out[ID] = *(volatile local int *)(n + ID * 4) & 0xff;
}

// SILENT: short_circuit -g 16 -l 16 buf:i32:16 i32:0
kernel void short_circuit(global int *out, int have)
{
    volatile local int n[16];
    if (have)
        n[ID] = 3;
    if (have && n[ID] == 3)
        out[ID] = 7;
}

// SILENT: truths -g 16 -l 16 buf:i32:16
kernel void truths(global int *out)
{
    local bool x[16];
    x[ID] = ID > 3;
    LOCAL_BARRIER();
    out[ID] = x[15 - ID] ? 1 : 2;
}

// SILENT: vec3_global -g 16 -l 16 buf:f32:64=seq buf:f32:64
kernel void vec3_global(global const float3 *in, global float3 *out)
{
    out[ID] = in[ID] * 2;
}

// SILENT: vec3_made -g 16 -l 16 buf:f32:64
kernel void vec3_made(global float3 *out)
{
    float3 v = (float3)(1, 2, ID);
    out[ID] = v;
}

// SILENT: struct_copy -g 16 -l 16 buf:i32:64=seq buf:i32:64
struct m {
    char c;
    double d;
    short e;
};
kernel void struct_copy(global struct m *in, global struct m *out)
{
    struct m x;
    x.c = 1;
    x.d = 2;
    x.e = ID;
    if (ID < 8)
        out[ID] = x;
}

// SILENT: struct_local -g 8 -l 8 buf:i32:64=seq buf:i32:64
// ONLY: clang14
struct mixed {
    char c;
    short e;
    int k;
    char z;
};
kernel void struct_local(global struct mixed *in, global struct mixed *out)
{
    local struct mixed t[8];
    t[ID].c = 1;
    t[ID].e = 4;
    t[ID].k = ID;
    t[ID].z = 1;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy((global char *)out, (local char *)t,
                                      8 * sizeof(struct mixed), 0);
    wait_group_events(1, &e);
}

// SILENT: nested_struct -g 8 -l 8 buf:i32:256
kernel void nested_struct(global struct o *out)
{
    struct o t;
    for (int k = 0; k < 2; k++) {
        t.x[k].a = k;
        t.x[k].b = ID;
    }
    t.c = (char3)(1, 2, 3);
    t.s = 9;
    out[ID] = t;
}

// SILENT: phi -g 16 -l 16 buf:i32:16 i32:5
kernel void phi(global int *out, int n)
{
    int x;
    for (int k = 0; k < n; k++) {
        if (k == 0)
            x = 1;
        else
            x += k;
    }
    out[ID] = x;
}

// SILENT: divergent_init -g 16 -l 16 buf:i32:16
kernel void divergent_init(global int *out)
{
    int x;
    if (ID & 1)
        x = 3;
    else
        x = 4;
    int a[2];
    if (ID & 1)
        a[1] = 1;
    else
        a[0] = 2;
    out[ID] = x + a[ID & 1];
}

// SILENT: fma_dead -g 16 -l 16 buf:i32:16
kernel void fma_dead(global int *out)
{
    volatile local int x[16];
    int y = x[ID] * 3 + 1;
    x[ID] = 0;
    out[ID] = 3;
}

// SILENT: private_struct_loop -g 16 -l 16 buf:f32:64=seq buf:f32:16
typedef struct {
    float3 o, d;
    float t;
    int hit;
} ray;
kernel void private_struct_loop(global const float *in, global float *out)
{
    ray r[2];
    for (int k = 0; k < 2; k++) {
        r[k].o = (float3)(in[ID], 0, 1);
        r[k].d = normalize((float3)(1, in[ID + 1], 2));
        r[k].t = 1e9f;
        r[k].hit = k;
    }
    ray q = r[ID & 1];
    out[ID] = dot(q.o, q.d) + q.t * q.hit;
}

// SILENT: inline_fn_struct -g 16 -l 16 buf:f32:64=seq buf:f32:64
typedef struct {
    char tag;
    float4 v;
} box;
box __attribute__((noinline)) make(float x)
{
    box b;
    b.tag = 1;
    b.v = x;
    return b;
}
kernel void inline_fn_struct(global const float *in, global float4 *out)
{
    box b = make(in[ID]);
    out[ID] = b.v * b.tag;
}

// FAULT: float3_fill -g 16 -l 16 buf:f32:64
// FIND: uninitialized OpGroupAsyncCopy@c t 128..139
kernel void float3_fill(global float3 *out)
{
    local float3 t[16];
    if (ID != 8)
        t[ID] = (float3)(1, 2, 3);
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out, t, 16, 0); // @c
    wait_group_events(1, &e);
}

// SILENT: float3_copy -g 16 -l 16 buf:f32:64=seq buf:f32:64
kernel void float3_copy(global float3 *in, global float3 *out)
{
    local float3 t[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    wait_group_events(1, &e);
    float3 x = t[15 - ID];
    LOCAL_BARRIER();
    t[ID] = x;
    LOCAL_BARRIER();
    e = async_work_group_copy(out, t, 16, 0);
    wait_group_events(1, &e);
}

// A buffer that the host has not written, and the kernel only in part.
// FAULT: scratch_buffer -g 16 -l 16 buf:i32:16 buf:i32:16=noinit i32:10
// FIND: uninitialized OpStore@w out 40..43
// SILENT: scratch_buffer -g 16 -l 16 buf:i32:16 buf:i32:16=noinit i32:16
// SILENT: scratch_buffer -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:10
kernel void scratch_buffer(global int *out, global int *scratch, int n)
{
    if (ID < n)
        scratch[ID] = ID;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[ID] = scratch[ID]; // @w
}
