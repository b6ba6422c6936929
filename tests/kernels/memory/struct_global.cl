// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Structures in global memory, nested, with arrays and padding.
// RUN: -g 8 -l 4 --dump 0 % buf:i32:96=5
struct inner {
    char c;
    short s[3];
};
struct outer {
    int id;
    struct inner in[2];
    uchar last;
    long big;
};
kernel void structs(global struct outer *data)
{
    size_t i = get_global_id(0);
    global struct outer *o = data + i;
    o->id = sizeof(struct outer) * 10 + i;
    o->in[0].c = -1;
    o->in[1].c = 3;
    for (int k = 0; k < 3; k++) {
        o->in[0].s[k] = k + i;
        o->in[1].s[2 - k] = k * 100;
    }
    o->last = 200 + i;
    o->big = (long)o->in[1].s[0] * o->id;
}
