/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Columns of numbers: which line through them leaves the least. */
#include "check/columns.h"

#include "support/support.h"

/* How far number k is from the line through the first one. */
static int64_t rest_of(const uint32_t *numbers, int32_t slope, uint32_t k)
{
    return (int64_t)numbers[k] - numbers[0] - (((int64_t)slope * k) >> 8);
}

static uint32_t width_of(uint64_t most)
{
    return most ? 64 - (uint32_t)__builtin_clzll(most) : 0;
}

/* How many bits the rests take; *least_out: the lowest of them. */
static uint32_t measure(const uint32_t *numbers, uint32_t n, int32_t slope,
                        int64_t *least_out)
{
    int64_t least = 0, most = 0;
    for (uint32_t k = 0; k < n; k++) {
        int64_t rest = rest_of(numbers, slope, k);
        least = GAC__MIN(least, rest);
        most = GAC__MAX(most, rest);
    }
    *least_out = least;
    return width_of((uint64_t)(most - least));
}

uint32_t gac__column_pack(const uint32_t *numbers, uint32_t n, uint32_t *out)
{
    int64_t rise = n > 1 ? (((int64_t)numbers[n - 1] - numbers[0]) * 256)
                               / (int64_t)(n - 1)
                         : 0;
    int32_t slope = rise >= INT32_MIN && rise <= INT32_MAX ? (int32_t)rise : 0;
    int64_t least, flat_least;
    uint32_t bits = measure(numbers, n, slope, &least);
    uint32_t flat = measure(numbers, n, 0, &flat_least);
    if (flat <= bits) {
        slope = 0;
        bits = flat;
        least = flat_least;
    }
    uint32_t n_words = (n * bits + 31) / 32;
    out[0] = numbers[0] + (uint32_t)least;
    out[1] = (uint32_t)slope;
    out[2] = bits;
    memset(out + 3, 0, (n_words + 1) * sizeof *out);
    for (uint32_t k = 0; bits && k < n; k++) {
        uint64_t rest = (uint64_t)(rest_of(numbers, slope, k) - least);
        uint32_t at = k * bits;
        uint64_t two = rest << at % 32;
        out[3 + at / 32] |= (uint32_t)two;
        out[4 + at / 32] |= (uint32_t)(two >> 32);
    }
    return gac__column_words(out, n);
}
