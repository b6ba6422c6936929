// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Vectors of three in structures that stand in a buffer of bytes: clang-14 stores
// them as vectors of four with nothing in the last, through a pointer to bytes.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32
typedef struct {
    char a;
    float3 v;
    char3 c;
} part;

// SILENT: members -g 16 -l 16 buf:u8:768 buf:f32:16=seq
kernel void members(global uchar *out, global const float *in)
{
    int i = get_global_id(0);
    global part *p = (global part *)(out + 48 * i);
    p->v = (float3)(in[i], i, 2 * i);
    p->c = (char3)(i, 1, 2);
    p->a = 1;
}

// FAULT: third -g 16 -l 16 buf:u8:768 buf:f32:16=seq
// FIND: uninitialized *
// ONLY: O2
kernel void third(global uchar *out, global const float *in)
{
    int i = get_global_id(0);
    global part *p = (global part *)(out + 48 * i);
    float3 v;
    v.xy = (float2)(in[i], i);
    p->v = v;
    p->a = 1;
}
