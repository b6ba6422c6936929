/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Hashing and random numbers; time. */
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
