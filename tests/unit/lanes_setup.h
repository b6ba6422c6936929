/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What tests of memory kernels run on: the levels of this machine, lanes and
 * masks, and memory that ends where it says.
 *
 * GAC_TEST_LANES=N makes N times as many iterations; GAC_TEST_LEVEL=baseline or
 * avx2 leaves out the levels above, as on a machine that lacks them.
 */
#ifndef GAC_TESTS_LANES_SETUP_H
#define GAC_TESTS_LANES_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/mman.h>

#include "exec/lanes/lanes_memory.h"
#include "support/support.h"

/* ROOM: of arrays of lanes, which have whole vectors of bytes. */
enum { LANES = 112, ROOM = 128, STEP = 16, ITERATIONS = 3000 };

static uint64_t seed = 1;
static const gac__memory_kernels *levels[GAC__ISA_COUNT];
static size_t n_levels;

/* The lanes of an iteration. */
static uint8_t mask_bytes[ROOM];
static const uint8_t *mask; /* NULL: all */
static size_t first, end;

static uint64_t below(uint64_t n)
{
    return gac__random_next(&seed) % n;
}

static size_t iterations(void)
{
    const char *more = getenv("GAC_TEST_LANES");
    return ITERATIONS * (more ? strtoul(more, NULL, 10) : 1);
}

static gac__isa highest_level(void)
{
    gac__isa best = gac__isa_best();
    const char *wanted = getenv("GAC_TEST_LEVEL");
    if (wanted && strcmp(wanted, "baseline") == 0)
        best = GAC__ISA_BASELINE;
    if (wanted && strcmp(wanted, "avx2") == 0)
        best = GAC__MIN(best, GAC__ISA_AVX2);
    return best;
}

static int find_levels(void **state)
{
    (void)state;
    levels[n_levels++] = &gac__memory_kernels_base;
#if defined(__x86_64__)
    if (highest_level() >= GAC__ISA_AVX2)
        levels[n_levels++] = &gac__memory_kernels_avx2;
    if (highest_level() >= GAC__ISA_AVX512)
        levels[n_levels++] = &gac__memory_kernels_avx512;
#endif
    return 0;
}

#define PAGE 4096

/* n_bytes, whole pages, between two that nothing may touch; NULL: no memory.
 * An emulator's masked loads read what is masked off: there they may be read.
 */
static inline uint8_t *guarded_memory(size_t n_bytes)
{
    uint8_t *all = mmap(NULL, n_bytes + 2 * PAGE,
                        getenv("GAC_TEST_EMULATED") ? PROT_READ : PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return all == MAP_FAILED
                   || mprotect(all + PAGE, n_bytes, PROT_READ | PROT_WRITE)
               ? NULL
               : all + PAGE;
}

/* -- iterations ----------------------------------------------------------- */

/* Lanes [first, end), and a mask with an active one among them, or none. */
static void make_lanes(bool whole_steps)
{
    uint64_t style = below(6), one, length;
    first = below(3) * STEP;
    end = whole_steps ? first + STEP * (1 + below((LANES - first) / STEP))
                      : first + 1 + below(LANES - first);
    one = below(end - first);
    length = 1 + below(end - first);
    for (size_t k = 0; k < LANES; k++) {
        uint64_t at = k - first;
        bool on = style == 0   ? true
                  : style == 1 ? below(2) != 0
                  : style == 2 ? at - one < length
                  : style == 3 ? below(8) == 0
                  : style == 4 ? (at / 4) % 2 == one % 2
                               : below(8) != 0;
        mask_bytes[k] = on;
    }
    mask_bytes[first + one] = 1;
    mask = style == 0 && below(2) ? NULL : mask_bytes;
}

#endif
