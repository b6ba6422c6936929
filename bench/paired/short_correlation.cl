// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Correlates 16-bit samples with a pattern of 48 of them, in 32 bits.
// RUN: -g 262144 -l 128 % buf:i16:262192=rand:30 buf:i16:48=rand:31 buf:u32:262144
kernel void short_correlation(global const short *x, constant short *y,
                              global uint *out)
{
    uint i = get_global_id(0), sum = 0;
    for (uint k = 0; k < 48; k++)
        sum += (uint)(x[i + k] * y[k]);
    out[i] = sum;
}
