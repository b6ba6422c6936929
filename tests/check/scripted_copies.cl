// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Does what an argument says, step by step: for test_scripts.c. A step is 12 numbers:
// what, and its operands. Step `what` stands in line 100 + what.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O0.32
#include "async_kernel.h"

// SILENT: script -g 16 -l 16 buf:i32:24=0,0,0,0,1,4,2,1,4,8,4,8,4,0 i32:2 buf:u8:64=seq buf:u8:16 local:64
kernel void script(global const int *steps, int n, global uchar *g, global uchar *out, local uchar *l)
{
    event_t events[4];
    int x = 0;
    for (int i = 0; i < n; i++) {
        global const int *o = steps + 12 * i;
        int e = o[1];
        switch (o[0]) {
#line 100
        case 0: events[e] = async_work_group_copy_2D2D(l, o[2], g, o[3], o[4], o[5], o[6], o[8], o[10], 0); break;
        case 1: events[e] = async_work_group_copy_2D2D(g, o[2], l, o[3], o[4], o[5], o[6], o[8], o[10], 0); break;
        case 2: events[e] = async_work_group_copy_3D3D(l, o[2], g, o[3], o[4], o[5], o[6], o[7], o[8], o[9], o[10], o[11], 0); break;
        case 3: events[e] = async_work_group_copy_3D3D(g, o[2], l, o[3], o[4], o[5], o[6], o[7], o[8], o[9], o[10], o[11], 0); break;
        case 4: wait_group_events(1, &events[e]); break;
        case 5: if (ID == e) x += g[o[2]]; break;
        case 6: if (ID == e) g[o[2]] = 1; break;
        case 7: if (ID == e) x += l[o[2]]; break;
        case 8: if (ID == e) l[o[2]] = 1; break;
        case 9: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); break;
        }
    }
    out[ID] = n < 0 ? x : 0;
}
