// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Several local arguments and arrays of different types at once.
// RUN: -g 32 -l 16 --dump 0 % buf:i64:32 local:16 local:64 local:128
kernel void several(global long *out, local char *a, local int *b,
                    local long *c)
{
    local short d[16];
    local long2 e[16];
    size_t i = get_local_id(0);
    a[i] = i;
    b[i] = i * 10;
    c[i] = i * 1000;
    d[i] = -i;
    e[i] = (long2)(i, get_group_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t j = 15 - i;
    out[get_global_id(0)] = a[j] + b[j ^ 1] + c[j ^ 3] + d[j] * 100000L +
                            e[j].x * e[i].y;
}
