// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Values that an arm changes, and that have others for those that go around it: constants,
// values that change places, in loops that work-items leave one by one, behind barriers.
// RUN: -k swaps -g 256 -l 64 --dump 0 % buf:u32:256=0 buf:u32:256=rand:71 u32:5
// RUN: -k swaps -g 90 -l 9 --dump 0 % buf:u32:90=0 buf:u32:256=rand:72 u32:3
// RUN: -k guarded -g 192 -l 48 --dump 0 % buf:i32:192=0 buf:i32:200=rand:73 i32:77 local:192
// RUN: -k nested -g 320 -l 64 --dump 0 % buf:u32:320=0 buf:u32:320=rand:74
kernel void swaps(global uint *out, global const uint *in, uint turns)
{
    uint i = get_global_id(0), a = i, b = in[i] & 255, c = 1;
    for (uint k = 0; k < turns + (in[i] & 63); k++) {
        uint a2 = b, b2 = c, c2 = a;
        if (in[(b + k) & 255] & 1) {
            a2 = in[(a + k) & 255] & 1023;
            b2 = a ^ k;
        }
        a = a2;
        b = b2;
        c = c2 + 1;
    }
    out[i] = a * 10007 + b * 101 + c;
}

kernel void guarded(global int *out, global const int *in, int n, local int *shared)
{
    int i = get_global_id(0), l = get_local_id(0), s = 0;
    for (int d = 1; d < 40; d *= 3) {
        shared[l] = in[i] >> d;
        barrier(CLK_LOCAL_MEM_FENCE);
        int left = l >= d ? shared[l - d] : -1;
        int right = l + d < 48 ? shared[l + d] : l;
        int far = i * d < n ? in[i * d] : s;
        int own = in[i] & 8 ? shared[l] : -2;
        int next = in[i] & 2 ? in[i + 1] : d;
        barrier(CLK_LOCAL_MEM_FENCE);
        s = s * 7 + left - right + far + own * 3 - next;
    }
    out[i] = s;
}

kernel void nested(global uint *out, global const uint *in)
{
    uint i = get_global_id(0), x = in[i], s = 3;
    while (x > 9) {
        uint t = s;
        if (x & 2) {
            uint u = 8;
            if (x & 4)
                u = in[x % 320];
            t = u + in[u % 320] % 5;
        }
        x = x / 2 - (t & 1);
        s += t;
    }
    out[i] = s;
}
