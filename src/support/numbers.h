/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Numbers in command lines and environment variables. */
#ifndef GAC_SUPPORT_NUMBERS_H
#define GAC_SUPPORT_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the value of a hexadecimal digit; 16: it is none. */
static inline uint32_t gac__hex_digit(char c)
{
    char lower = (char)(c | 32);
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0');
    return lower >= 'a' && lower <= 'f' ? (uint32_t)(lower - 'a') + 10 : 16;
}

/* Parses all of a text as a decimal or 0x hexadecimal number up to `max`.
 * False: it is anything else. */
bool gac__parse_number(const char *text, uint64_t max, uint64_t *value_out);
/* Like gac__parse_number(), but parses the first `n` characters. */
bool gac__parse_number_of(const char *text, size_t n, uint64_t max,
                          uint64_t *value_out);

/* Parses all of a text as a number of seconds above 0, at most 1e9; a time
 * under a nanosecond becomes one. False: it is anything else. */
bool gac__parse_seconds(const char *text, uint64_t *ns_out);

#endif
