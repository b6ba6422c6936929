/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Columns: numbers that mostly rise evenly, in little memory.
 *
 *     | base | slope, in 256ths | bits | rests, of so many bits each | 0 |
 *
 * Number k is base + (slope * k >> 8) + rest k, all of it modulo 2 to the 32nd.
 */
#ifndef GAC_CHECK_COLUMNS_H
#define GAC_CHECK_COLUMNS_H

#include <stdint.h>
#include <string.h>

#define GAC__COLUMN_MAX 256u
#define GAC__COLUMN_WORDS (GAC__COLUMN_MAX + 4u) /* at most */

/* Packs 1 to GAC__COLUMN_MAX numbers; returns how many words they take. */
uint32_t gac__column_pack(const uint32_t *numbers, uint32_t n, uint32_t *out);

/* How many words n packed numbers take. */
static inline uint32_t gac__column_words(const uint32_t *column, uint32_t n)
{
    return 3 + (n * column[2] + 31) / 32 + 1;
}

static inline uint32_t gac__column_at(const uint32_t *column, uint32_t k)
{
    uint32_t bits = column[2];
    uint32_t even =
        column[0] + (uint32_t)(((int64_t)(int32_t)column[1] * k) >> 8);
    uint64_t two, at = (uint64_t)k * bits;
    if (!bits)
        return even;
    memcpy(&two, column + 3 + at / 32, sizeof two);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    two = two >> 32 | two << 32;
#endif
    return even + (uint32_t)(two >> at % 32 & (((uint64_t)1 << bits) - 1));
}

#endif
