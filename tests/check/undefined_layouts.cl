// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Undefined bytes: padding, parts of structures, unions and arrays.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

struct padded { char c; int i; short s; };
// SILENT: pad_copy -g 16 -l 16 buf:i32:64
kernel void pad_copy(global struct padded *out)
{
    struct padded p;
    p.c = 1;
    p.i = ID;
    p.s = 2;
    struct padded q = p;
    out[ID] = q;
}
// SILENT: pad_memcpy -g 16 -l 16 buf:i32:64
kernel void pad_memcpy(global struct padded *out)
{
    struct padded p = { 1, ID, 2 };
    __builtin_memcpy(out + ID, &p, sizeof p);
}
// SILENT: pad_local_async -g 16 -l 16 buf:i32:64
// ONLY: clang14
kernel void pad_local_async(global struct padded *out)
{
    local struct padded t[16];
    t[ID].c = 1;
    t[ID].i = ID;
    t[ID].s = 2;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy((global int *)out, (local int *)t, 48, 0);
    wait_group_events(1, &e);
}
// FAULT: pad_member_missing -g 16 -l 16 buf:i32:64
// FIND: uninitialized OpStore|OpCopyMemorySized|OpCopyMemory@w out
kernel void pad_member_missing(global struct padded *out)
{
    volatile struct padded p;
    p.c = 1;
    p.s = 2;
    struct padded q;
    q.c = p.c;
    q.s = p.s;
    q.i = p.i;
    out[ID] = q; // @w
}
struct __attribute__((packed)) tight { char c; int i; };
// SILENT: packed_ok -g 16 -l 16 buf:i32:64
kernel void packed_ok(global struct tight *out)
{
    struct tight t;
    t.c = 1;
    t.i = ID;
    out[ID] = t;
}
// SILENT: union_punning -g 16 -l 16 buf:f32:16=seq buf:i32:16
kernel void union_punning(global const float *in, global uint *out)
{
    union { float f; uint u; uchar b[4]; } x;
    x.f = in[ID];
    out[ID] = x.u ^ x.b[3];
}
// SILENT: union_small_then_big -g 16 -l 16 buf:i32:16
kernel void union_small_then_big(global uint *out)
{
    union { uchar b[4]; uint u; } x;
    for (int k = 0; k < 4; k++)
        x.b[k] = k + ID;
    out[ID] = x.u;
}
// FAULT: union_half -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@w out
kernel void union_half(global uint *out)
{
    volatile union { uchar b[4]; uint u; } x;
    x.b[0] = ID;
    x.b[1] = 0;
    out[ID] = x.u; // @w
}
// SILENT: masked_half -g 16 -l 16 buf:i32:16
kernel void masked_half(global uint *out)
{
    volatile union { uchar b[4]; uint u; } x;
    x.b[0] = ID;
    x.b[1] = 0;
    out[ID] = x.u & 0xffff;
}
// SILENT: float3_local -g 16 -l 16 buf:f32:64=seq buf:f32:64
kernel void float3_local(global const float3 *in, global float3 *out)
{
    local float3 t[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    wait_group_events(1, &e);
    float3 v = t[15 - ID];
    out[ID] = v + 1;
}
// SILENT: select_unused -g 16 -l 16 buf:i32:16 i32:0
kernel void select_unused(global int *out, int never)
{
    volatile int u[2];
    u[0] = ID;
    int x = u[1];
    out[ID] = never ? x : u[0];
}
// FAULT: select_used -g 16 -l 16 buf:i32:16 i32:1
// FIND: uninitialized OpStore@w out
kernel void select_used(global int *out, int always)
{
    volatile int u[2];
    u[0] = ID;
    int x = u[1];
    out[ID] = always ? x : u[0]; // @w
}
// SILENT: loop_carried -g 16 -l 16 buf:i32:16
kernel void loop_carried(global int *out)
{
    int last;
    for (int k = 0; k < 4; k++) {
        if (k > 0)
            out[ID] += last;
        last = k;
    }
}
// FAULT: loop_carried_bad -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@w out
kernel void loop_carried_bad(global int *out)
{
    volatile int last[1];
    for (int k = 0; k < 4; k++) {
        out[ID] += last[0]; // @w
        last[0] = k;
    }
}
// FAULT: array_tail -g 16 -l 16 buf:i32:16
// FIND: uninitialized OpStore@w out
kernel void array_tail(global int *out)
{
    volatile int a[8];
    int s = 0;
    for (int k = 0; k < 7; k++)
        a[k] = k;
    for (int k = 0; k < 8; k++)
        s += a[k];
    out[ID] = s; // @w
}
// FAULT: max_unset -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: uninitialized OpBranchConditional|OpStore|OpSelect|OpExtInst
// ONLY: O0
kernel void max_unset(global const int *in, global int *out)
{
    volatile int best[1];
    for (int k = 0; k < 4; k++)
        if (in[k] > best[0])
            best[0] = in[k];
    out[ID] = best[0];
}
// SILENT: local_partial_ok -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void local_partial_ok(global const int *in, global int *out)
{
    local int t[32];
    t[ID] = in[ID];
    LOCAL_BARRIER();
    out[ID] = t[(ID + 3) & 15];
}
// FAULT: local_partial -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: uninitialized OpStore@w out
kernel void local_partial(global const int *in, global int *out)
{
    local int t[32];
    t[ID] = in[ID];
    LOCAL_BARRIER();
    out[ID] = t[ID + 3]; // @w
}
// FAULT: local_args_no_init -g 16 -l 16 buf:i32:16 local:64
// FIND: uninitialized OpStore@w out
kernel void local_args_no_init(global int *out, local int *t)
{
    t[ID] += ID;
    LOCAL_BARRIER();
    out[ID] = t[15 - ID]; // @w
}
// FAULT: local_over_groups -g 32 -l 16 buf:i32:32
// FIND: uninitialized OpStore@w out
kernel void local_over_groups(global int *out)
{
    local int t[16];
    if (get_group_id(0) == 0)
        t[ID] = ID;
    LOCAL_BARRIER();
    out[get_global_id(0)] = t[15 - ID]; // @w
}
// FAULT: index_unset -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: uninitialized OpLoad@r
kernel void index_unset(global const int *in, global int *out)
{
    local int idx[16];
    if (ID < 15)
        idx[ID] = 15 - ID;
    LOCAL_BARRIER();
    out[ID] = in[idx[ID] & 15]; // @r
}
// FAULT: atomic_operand_unset -g 16 -l 16 buf:i32:16
// FIND: uninitialized *@a out
kernel void atomic_operand_unset(global int *out)
{
    local int v[16];
    if (ID)
        v[ID] = ID;
    LOCAL_BARRIER();
    atomic_add(out, v[ID]); // @a
}
// SILENT: swizzle_partial -g 16 -l 16 buf:f32:64
kernel void swizzle_partial(global float4 *out)
{
    float4 v;
    v.xy = (float2)(1, ID);
    out[ID] = v.xyxy;
}
// FAULT: swizzle_partial_bad -g 16 -l 16 buf:f32:64
// FIND: uninitialized OpStore@w out
// ONLY: O0
kernel void swizzle_partial_bad(global float4 *out)
{
    float4 v;
    v.xy = (float2)(1, ID);
    out[ID] = v.xyzx; // @w
}
// SILENT: shuffle_mask -g 16 -l 16 buf:f32:64
kernel void shuffle_mask(global float4 *out)
{
    float4 v;
    v.xy = (float2)(1, ID);
    out[ID] = shuffle(v.xy, (uint4)(0, 1, 1, 0));
}
// SILENT: dead_store -g 16 -l 16 buf:i32:64
kernel void dead_store(global int *out)
{
    volatile int a[4], b[4];
    for (int k = 0; k < 4; k++)
        b[k] = a[k];
    b[2] = ID;
    out[ID] = b[2];
}
// SILENT: convert_then_drop -g 16 -l 16 buf:f32:16
kernel void convert_then_drop(global float *out)
{
    volatile local int a[16];
    float f = (float)a[ID] * 0.0f;
    volatile float keep = f;
    out[ID] = 1;
}
// FAULT: noinit_read -g 16 -l 16 buf:i32:16=noinit buf:i32:16
// FIND: uninitialized OpStore@w out
kernel void noinit_read(global int *scratch, global int *out)
{
    out[ID] = scratch[ID]; // @w
    scratch[ID] = 1;
}
// FAULT: noinit_async -g 16 -l 16 buf:i32:16=noinit buf:i32:16
// FIND: uninitialized OpStore@w out
kernel void noinit_async(global int *scratch, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, scratch, 16, 0);
    wait_group_events(1, &e);
    out[ID] = t[ID]; // @w
}
// SILENT: memset_zero -g 16 -l 16 buf:i32:16
kernel void memset_zero(global int *out)
{
    int a[32] = { 0 };
    a[ID] = ID;
    int s = 0;
    for (int k = 0; k < 32; k++)
        s += a[k];
    out[ID] = s;
}
constant int weights[4] = { 1, 2, 3, 4 };
// SILENT: const_init -g 16 -l 16 buf:i32:16
kernel void const_init(global int *out)
{
    int a[4] = { 1, 2, 3 };
    float2 f = (float2)(0);
    out[ID] = a[ID & 3] * weights[ID & 3] + (int)f.x;
}
global int counter = 5;
global int table[16];
// SILENT: program_scope -g 16 -l 16 buf:i32:16
kernel void program_scope(global int *out)
{
    table[ID] = counter;
    out[ID] = table[ID];
}
// SILENT: program_scope_zero -g 16 -l 16 buf:i32:16
kernel void program_scope_zero(global int *out)
{
    out[ID] = table[ID];
}
// FAULT: program_scope_race -g 32 -l 16 buf:i32:32
// FIND: group-race OpStore@w & OpStore@w table
kernel void program_scope_race(global int *out)
{
    table[ID] = get_group_id(0); // @w
    out[get_global_id(0)] = 1;
}
struct inner { float2 v; char t; };
struct outer { char k; struct inner in[2]; ushort e; };
// SILENT: nested_padding -g 4 -l 4 buf:i32:256
kernel void nested_padding(global struct outer *out)
{
    struct outer o;
    o.k = 1;
    for (int j = 0; j < 2; j++) {
        o.in[j].v = (float2)(j, ID);
        o.in[j].t = 3;
    }
    o.e = 9;
    struct outer p[2];
    p[1] = o;
    out[ID] = p[1];
}
int sum_of(struct padded p)
{
    return p.c + p.i + p.s;
}
struct padded make(int i)
{
    struct padded p;
    p.c = i;
    p.i = i;
    p.s = i;
    return p;
}
// SILENT: by_value -g 16 -l 16 buf:i32:64
kernel void by_value(global int *out)
{
    out[ID] = sum_of(make(ID));
}
void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}
// SILENT: generic_pointers -g 16 -l 16 buf:i32:64=seq
kernel void generic_pointers(global int *d)
{
    local int t[32];
    int p = ID, q = 3;
    t[ID] = ID;
    t[ID + 16] = 5;
    swap(&t[ID], &t[ID + 16]);
    swap(&p, &q);
    swap(&d[2 * ID], &d[2 * ID + 1]);
    swap(&t[ID], &d[2 * ID]);
    d[2 * ID] += p + q + t[ID];
}
// Structures that are arguments: clang 22 makes them bytes.
struct number_behind_char { char c; int i; };
struct mixed { char c; short s; double d; char end; };
// SILENT: pad_local_argument -g 2 -l 2 buf:i32:16 local:64
kernel void pad_local_argument(global struct padded *out, local struct padded *t)
{
    if (ID == 0) {
        t->c = 1;
        t->i = 2;
        t->s = 3;
    }
    LOCAL_BARRIER();
    if (ID == 1)
        *out = *t;
}
// SILENT: pad_one_number -g 2 -l 2 buf:i32:16 local:64
kernel void pad_one_number(global struct number_behind_char *out,
                           local struct number_behind_char *t)
{
    if (ID == 0) {
        t->c = 1;
        t->i = 2;
    }
    LOCAL_BARRIER();
    if (ID == 1)
        *out = *t;
}
// SILENT: pad_mixed_argument -g 2 -l 2 buf:i32:16 local:64
kernel void pad_mixed_argument(global struct mixed *out, local struct mixed *t)
{
    if (ID == 0) {
        t->c = 1;
        t->s = 2;
        t->d = 3;
        t->end = 4;
    }
    LOCAL_BARRIER();
    if (ID == 1)
        *out = *t;
}
// FAULT: argument_member_missing -g 2 -l 2 buf:i32:16 local:64
// FIND: uninitialized OpStore|OpCopyMemorySized|OpCopyMemory@w out
kernel void argument_member_missing(global struct number_behind_char *out,
                                    local struct number_behind_char *t)
{
    if (ID == 0)
        t->c = 1;
    LOCAL_BARRIER();
    if (ID == 1)
        *out = *t; // @w
}
// FAULT: argument_double_missing -g 2 -l 2 buf:i32:16 local:64
// FIND: uninitialized OpStore|OpCopyMemorySized|OpCopyMemory@w out
kernel void argument_double_missing(global struct mixed *out,
                                    local struct mixed *t)
{
    if (ID == 0) {
        t->c = 1;
        t->s = 2;
        t->end = 4;
    }
    LOCAL_BARRIER();
    if (ID == 1)
        *out = *t; // @w
}
// FAULT: argument_bytes_missing -g 2 -l 2 buf:u8:24 local:64
// FIND: uninitialized OpStore@w out
kernel void argument_bytes_missing(global uchar *out, local uchar *t)
{
    for (int i = 0; ID == 0 && i < 24; i += 2)
        t[i] = 2;
    LOCAL_BARRIER();
    for (int i = 0; ID == 1 && i < 24; i++)
        out[i] = t[i]; // @w
}
