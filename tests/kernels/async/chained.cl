// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Three copies share one event, which is waited for once.
// BINARIES: clang22.O2.64 clang22.O2.32
// RUN: -g 64 -l 16 --dump 0 % buf:i32:64 buf:i32:64=seq buf:i32:64=7 buf:i32:64=seq
#include "extended_async.h"
kernel void chained(global int *out, global const int *a, global const int *b,
                    global const int *c)
{
    local int la[16], lb[16], lc[16];
    size_t base = get_group_id(0) * 16;
    event_t e = async_work_group_copy(la, a + base, 16, 0);
    e = async_work_group_copy_2D2D(lb, 0, b, base, sizeof(int), 4, 4, 4, 4, e);
    e = async_work_group_copy(lc, c + base, 16, e);
    wait_group_events(1, &e);
    size_t i = get_local_id(0);
    out[base + i] = la[i] * 100 + lb[i] * 10 + lc[15 - i];
}
