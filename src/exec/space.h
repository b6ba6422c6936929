/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The address space.
 *
 * Every piece of memory that a kernel can reach is a buffer. An address of the
 * kernel is never a host address:
 *
 *   Physical64   63        48 47                      0
 *               |  buffer    |  offset + buffer * 64 Ki |   buffer 0 is null
 *
 *               Each buffer has free addresses in front of it, and the low 32
 *               bits tell buffers apart, too. Placed buffers begin where the
 *               caller says (below 2^48), or where the program's kept variables
 *               are (from GAC__KEPT_FIRST on): a sorted table has the buffers
 *               whose addresses have no buffer's number.
 *
 *   Physical32  Buffers follow each other from 64 KiB on, each at a multiple of
 *               64 KiB with at least that much free behind it. All are in the
 *               sorted table, with whole pages of 64 KiB.
 */
#ifndef GAC_EXEC_SPACE_H
#define GAC_EXEC_SPACE_H

#include <gac/run.h>

#include "support/support.h"

typedef struct gac__buffer {
    uint8_t *host;   /* its memory. Local and private buffers have it for each
                        worker or strip; the run's are what a local variable
                        begins with */
    uint64_t base;   /* its first address */
    uint64_t offset; /* where it begins in the local memory of a work-group, or
                        in the private memory of a strip */
    uint64_t size;   /* its bytes */
    uint8_t kind;    /* a gac_memory_kind */
    bool read_only, write_only;
    bool owned;     /* the run allocated its host memory */
    bool undefined; /* its bytes are not defined at the start:
                       GAC_BUFFER_UNDEFINED */
    uint32_t index; /* the number of the argument or the variable; GAC__FOREIGN:
                       it is a variable of other kernels of the program */
    bool is_arg;
    bool by_address; /* kernels reach it, or a part of it, only by pointers that
                        they load */
} gac__buffer;

/* Whether kernels may not write a buffer; without `write`, not read it. */
static inline bool gac__denies(const gac__buffer *b, bool write)
{
    return write ? b->read_only : b->write_only;
}

#define GAC__PAGE_SHIFT 16u
#define GAC__MAX_BUFFERS 32767u
#define GAC__FOREIGN UINT32_MAX

/* The first address of kept variables (kept.c). No buffer has the number that
 * is in its upper bits. */
#define GAC__KEPT_FIRST ((uint64_t)GAC__MAX_BUFFERS << 48)

/* A buffer whose addresses do not have its number in their upper bits. */
typedef struct gac__placed {
    uint64_t first, size; /* the addresses that lead to it */
    uint32_t number;
} gac__placed;

typedef struct gac__space {
    bool wide;            /* addresses have 64 bits: Physical64 */
    gac__buffer *buffers; /* by number; buffer 0 is null and has no bytes */
    uint32_t n_buffers;
    size_t capacity;              /* of `buffers` */
    GAC__VEC(gac__placed) placed; /* sorted by address; no two overlap */
    uint64_t next;                /* Physical32: the first free address */
} gac__space;

gac_result gac__space_init(gac__space *space, bool wide,
                           const gac_allocator *allocator);
void gac__space_free(gac__space *space, const gac_allocator *allocator);

/* Adds a buffer, and gives its number. Chooses its base if that is 0; else,
 * with Physical64, the buffer has that base, which is behind those of all
 * buffers placed before. LIMIT: the space is full. */
gac_result gac__space_add(gac__space *space, const gac_allocator *allocator,
                          const gac__buffer *buffer, uint32_t *index_out);

/* Returns how many bytes an address has. */
static inline uint32_t gac__space_address_bytes(const gac__space *space)
{
    return space->wide ? 8 : 4;
}

/* Cuts an address to the width of the kernel's pointers. */
static inline uint64_t gac__space_wrap(const gac__space *space,
                                       uint64_t address)
{
    return space->wide ? address : (uint32_t)address;
}

/* Returns the number of the buffer of the sorted table that holds an address;
 * 0: none does. */
static inline uint32_t gac__space_placed(const gac__space *space,
                                         uint64_t address)
{
    const gac__placed *p = space->placed.items;
    for (size_t n = space->placed.n; n > 1;) {
        size_t half = n / 2;
        p += address >= p[half].first ? half : 0;
        n -= half;
    }
    return p && address - p->first < p->size ? p->number : 0;
}

/* Returns the number of the buffer that a message names for an address in no
 * buffer: a placed one less than 64 KiB away, or one right in front of the
 * address or behind it; 0: there is none. */
uint32_t gac__space_nearest(const gac__space *space, uint64_t address);

#endif
