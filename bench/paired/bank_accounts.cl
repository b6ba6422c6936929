// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Many small calls: rules that pick one of several helpers for each number.
// RUN: -g 327680 -l 128 % buf:i32:327680=rand:16 buf:i32:327680
static int tax(int v)
{
    return v - v / 5;
}

static int bonus(int v)
{
    return v < 1000000 ? v + 250 : v + v / 64;
}

static int interest(int v, int years)
{
    for (int k = 0; k < years; k++)
        v += v / 32;
    return v;
}

kernel void bank_accounts(global const int *in, global int *out)
{
    uint i = get_global_id(0);
    int v = in[i] >> 6;
    if (v > 20000000)
        v = tax(v);
    else if (v > 0)
        v = bonus(tax(v));
    else
        v = interest(bonus(v), 1 + (v & 3));
    out[i] = v;
}
