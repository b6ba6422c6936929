/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The copy as the specification words it, and memory with guards. */
#ifndef GAC_TESTS_COPY_MODEL_H
#define GAC_TESTS_COPY_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <gac/copy.h>

/* "An async copy of (Num Elements Per Line * Num Lines) * Num Planes elements
 * of size Num Bytes Per Element from (Source + (Source Offset * Num Bytes Per
 * Element)) to (Destination + (Destination Offset * Num Bytes Per Element)).
 * After each line of transfer, the address is incremented by Line Length
 * elements"; and the next plane begins Plane Area elements after the beginning
 * of the plane. */
static inline void model_copy(const gac_copy_desc *d, unsigned char *dst,
                              const unsigned char *src)
{
    const gac_copy_shape *s = &d->shape;
    for (uint64_t plane = 0; plane < s->planes; plane++)
        for (uint64_t line = 0; line < s->lines; line++)
            for (uint64_t element = 0; element < s->elements_per_line;
                 element++)
                for (uint64_t byte = 0; byte < s->element_bytes; byte++) {
                    uint64_t to = d->dst_offset + plane * s->dst_plane_area
                                  + line * s->dst_line_length + element;
                    uint64_t from = d->src_offset + plane * s->src_plane_area
                                    + line * s->src_line_length + element;
                    dst[to * s->element_bytes + byte] =
                        src[from * s->element_bytes + byte];
                }
}

/* Bytes between two pages that nothing may touch. An emulator's masked loads
 * read what is masked off: there they may be read. */
typedef struct guarded {
    unsigned char *data;
    size_t size; /* whole pages */
} guarded;

static inline guarded guarded_new(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size = (size + page - 1) / page * page;
    int guards = getenv("GAC_TEST_EMULATED") ? PROT_READ : PROT_NONE;
    unsigned char *all =
        mmap(NULL, size + 2 * page, guards, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + page, size, PROT_READ | PROT_WRITE))
        abort();
    return (guarded){all + page, size};
}

static inline void guarded_free(guarded *g)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(g->data - page, g->size + 2 * page);
}

/* xorshift64*: the tests' own numbers, apart from the library's. */
typedef struct dice {
    uint64_t state;
} dice;

static inline uint64_t dice_next(dice *d)
{
    d->state ^= d->state >> 12;
    d->state ^= d->state << 25;
    d->state ^= d->state >> 27;
    return d->state * 0x2545F4914F6CDD1Du;
}

/* 0 to n - 1. */
static inline uint64_t roll(dice *d, uint64_t n)
{
    return (dice_next(d) >> 33) % n;
}

#endif
