// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A product by compare and exchange.
// RUN: -g 32 -l 8 --dump 0 % buf:u32:2=1
kernel void product(volatile global uint *p)
{
    uint factor = get_global_id(0) * 2 + 1, old, seen = p[0];
    do {
        old = seen;
        seen = atomic_cmpxchg(p, old, old * factor);
    } while (seen != old);
    atomic_cmpxchg(p + 1, 1, 77);
}
