/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Hashing and random numbers; time; UTF-8. */
#include "support/support.h"

#include <time.h>

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

/* Hashes eight bytes a step, in the host's order: a hash holds for one process
 * only. */
uint64_t gac__hash_bytes(const void *data, size_t size_bytes, uint64_t seed)
{
    const unsigned char *bytes = data;
    uint64_t hash = mix(seed ^ size_bytes);
    while (size_bytes > 0) {
        uint64_t word = 0;
        size_t n = GAC__MIN(size_bytes, sizeof word);
        memcpy(&word, bytes, n);
        hash = mix(hash ^ word) + 0x9E3779B97F4A7C15;
        bytes += n;
        size_bytes -= n;
    }
    return hash;
}

uint64_t gac__hash_address(const void *p)
{
    return gac__hash_bytes(&p, sizeof p, 0);
}

uint64_t gac__random_next(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15;
    return mix(*state);
}

uint64_t gac__now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* The length of the sequence at `s`, where there are `n` > 0 bytes; 0: it is
 * not well-formed. Overlong sequences, surrogates and values past U+10FFFF are
 * not. */
static size_t sequence_length(const unsigned char *s, size_t n)
{
    if (s[0] < 0x80)
        return 1;
    unsigned low = 0x80, high = 0xBF; /* limits of the second byte */
    size_t length;
    if (s[0] >= 0xC2 && s[0] <= 0xDF) {
        length = 2;
    } else if (s[0] >= 0xE0 && s[0] <= 0xEF) {
        length = 3;
        low = s[0] == 0xE0 ? 0xA0 : 0x80;
        high = s[0] == 0xED ? 0x9F : 0xBF;
    } else if (s[0] >= 0xF0 && s[0] <= 0xF4) {
        length = 4;
        low = s[0] == 0xF0 ? 0x90 : 0x80;
        high = s[0] == 0xF4 ? 0x8F : 0xBF;
    } else {
        return 0;
    }
    if (length > n || s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

bool gac__utf8_valid(const char *text, size_t length)
{
    const unsigned char *s = (const unsigned char *)text;
    while (length > 0) {
        size_t n = sequence_length(s, length);
        if (n == 0)
            return false;
        s += n;
        length -= n;
    }
    return true;
}

/* Whether eight bytes are ASCII without control characters. Subtracting 0x20
 * sets the top bit of a byte below 0x20, adding 1 that of 0x7F. Bytes that a
 * borrow or a carry reaches are tested in vain: another byte fails, too. */
static bool is_plain(const char *text)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return ((word | (word - 0x20 * ones) | (word + ones)) & 0x80 * ones) == 0;
}

void gac__utf8_clean(char *text)
{
    size_t length = strlen(text);
    while (length > 0) {
        if (length >= 8 && is_plain(text)) {
            text += 8;
            length -= 8;
            continue;
        }
        size_t n = sequence_length((const unsigned char *)text, length);
        if (n == 0 || (unsigned char)*text < 0x20 || *text == 0x7F) {
            *text = '?';
            n = 1;
        }
        text += n;
        length -= n;
    }
}
