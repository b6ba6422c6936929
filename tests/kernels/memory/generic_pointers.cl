// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Generic pointers to each kind of memory, through a function.
// RUN: -g 16 -l 8 --dump 0 % buf:i32:16 buf:i32:16=seq
#ifdef REFERENCE
#define SUM(space, p) ((p)[0] * 3 + (p)[1])
#else
int sum(const int *p) { return p[0] * 3 + p[1]; }
#define SUM(space, p) sum(p)
#endif
kernel void generic_pointers(global int *out, global const int *in)
{
    local int shared[9];
    int mine[2];
    size_t i = get_local_id(0);
    shared[i] = i * 2;
    if (i == 0)
        shared[8] = 5;
    mine[0] = i + 100;
    mine[1] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    int r = SUM(local, shared + i) + SUM(private, mine);
    if (i < 7)
        r += SUM(global, in + i) * 1000;
#ifdef REFERENCE
    r += i & 1 ? mine[0] * 3 + mine[1] : shared[0] * 3 + shared[1];
#else
    const int *either = i & 1 ? (const int *)mine : (const int *)shared;
    r += sum(either);
    if (to_local(either) != 0)
        r += 0;
    if ((to_private(either) != 0) != (i & 1))
        r = -1;
#endif
    out[get_global_id(0)] = r;
}
