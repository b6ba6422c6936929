// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Which of the odd numbers are prime, by trial division.
// RUN: -g 65536 -l 128 % buf:u8:65536 u32:200001
kernel void primes(global uchar *prime, uint first)
{
    uint i = get_global_id(0), n = first + 2 * i;
    uchar is_prime = 1;
    for (uint d = 3; d * d <= n; d += 2)
        if (n % d == 0) {
            is_prime = 0;
            break;
        }
    prime[i] = is_prime;
}
