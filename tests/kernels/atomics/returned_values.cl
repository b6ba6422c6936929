// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What atomics return: each ticket is drawn once.
// RUN: -g 64 -l 16 --dump 0,1 % buf:u32:64 buf:u32:1
kernel void tickets(global uint *seen, volatile global uint *next)
{
    uint ticket = atomic_inc(next);
    atomic_add(&seen[ticket], ticket + 1);
}
