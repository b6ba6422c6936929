/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Numbers in command lines and environment variables. */
#include "support/numbers.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SECONDS 1e9

bool gac__parse_number_of(const char *text, size_t n, uint64_t max,
                          uint64_t *value_out)
{
    bool hex = n >= 2 && text[0] == '0' && (text[1] | 32) == 'x';
    const uint32_t base = hex ? 16 : 10;
    const size_t first = hex ? 2 : 0;
    uint64_t value = 0;
    if (n == first)
        return false;
    for (size_t k = first; k < n; k++) {
        uint32_t digit = gac__hex_digit(text[k]);
        if (digit >= base || digit > max || value > (max - digit) / base)
            return false;
        value = value * base + digit;
    }
    *value_out = value;
    return true;
}

bool gac__parse_number(const char *text, uint64_t max, uint64_t *value_out)
{
    return gac__parse_number_of(text, strlen(text), max, value_out);
}

bool gac__parse_seconds(const char *text, uint64_t *ns_out)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds > 0) || seconds > MOST_SECONDS)
        return false;
    *ns_out = (uint64_t)(seconds * 1e9);
    if (*ns_out == 0)
        *ns_out = 1;
    return true;
}
