// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Powers of numbers modulo primes of 31 bits, by squaring.
// RUN: -g 32768 -l 128 % buf:u32:32768=rand:3 buf:u32:32768=rand:4 buf:u32:32768
kernel void modular_power(global const uint *base, global const uint *exponent,
                          global uint *out)
{
    uint i = get_global_id(0);
    ulong p = 2147483647ul, power = base[i] >> 1, product = 1;
    for (uint e = exponent[i] >> 12; e != 0; e >>= 1) {
        if (e & 1) {
            product = product * power;
            product = (product & p) + (product >> 31);
        }
        power = power * power;
        power = (power & p) + (power >> 31);
        power = (power & p) + (power >> 31);
        product = (product & p) + (product >> 31);
    }
    out[i] = product % p;
}
