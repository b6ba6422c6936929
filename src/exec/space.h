/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The address space.
 *
 * Every piece of memory that a kernel can reach is a buffer. An address is a
 * number of the kernel's, never one of the host's:
 *
 *   Physical64   63        48 47                      0
 *               |  buffer    |  offset + buffer * 64 Ki |   buffer 0 is null
 *
 *               so that what is in front of a buffer is no other's, and the low
 *               32 bits tell buffers apart, too; placed buffers begin where the
 *               caller says (below 2^48) or where the program's variables are
 *               (from GAC__KEPT_FIRST on): a sorted table gives those of
 *               addresses without a buffer's number
 *
 *   Physical32  buffers lie one behind the other from 64 KiB on, each at a
 *               multiple of 64 KiB with at least that much free behind it; a
 *               table gives the buffer of each 64 KiB page.
 */
#ifndef GAC_EXEC_SPACE_H
#define GAC_EXEC_SPACE_H

#include <gac/run.h>

#include "support/support.h"

typedef enum gac__memory_kind {
    GAC__MEMORY_GLOBAL,
    GAC__MEMORY_CONSTANT,
    GAC__MEMORY_LOCAL,
    GAC__MEMORY_PRIVATE
} gac__memory_kind;

typedef struct gac__buffer {
    uint8_t *host; /* local and private ones: set for each worker or strip */
    uint64_t base; /* its first address */
    uint64_t size; /* bytes */
    uint8_t kind;  /* gac__memory_kind */
    bool read_only, write_only;
    bool owned;     /* host memory is the run's */
    bool undefined; /* not yet written: GAC_BUFFER_UNDEFINED */
    uint32_t index; /* what it is: the argument's or the variable's number;
                       GAC__FOREIGN: a variable of the program's other kernels
                     */
    bool is_arg;
    bool by_address; /* pointers from memory alone lead to some of it */
} gac__buffer;

/* Whether a kernel may not write a buffer, or not read it. */
static inline bool gac__denies(const gac__buffer *b, bool write)
{
    return write ? b->read_only : b->write_only;
}

#define GAC__PAGE_SHIFT 16u
#define GAC__MAX_BUFFERS 32767u
#define GAC__FOREIGN UINT32_MAX

/* Where addresses of kept variables begin (kept.c): no buffer has the number.
 */
#define GAC__KEPT_FIRST ((uint64_t)GAC__MAX_BUFFERS << 48)

/* A buffer whose address does not tell its number. */
typedef struct gac__placed {
    uint64_t first, size;
    uint32_t number;
} gac__placed;

typedef struct gac__space {
    bool wide;            /* Physical64 */
    gac__buffer *buffers; /* [0] is null: size 0 */
    uint32_t n_buffers, capacity;
    GAC__VEC(gac__placed) placed; /* sorted; apart from each other */
    uint16_t *pages;              /* Physical32: 65536 entries */
    uint64_t next;                /* Physical32: the first free address */
} gac__space;

gac_result gac__space_init(gac__space *space, bool wide,
                           const gac_allocator *allocator);
void gac__space_free(gac__space *space, const gac_allocator *allocator);

/* Adds a buffer; its number in *index_out. Its base is chosen where it is 0;
 * Physical64: else it is placed there, behind all that have been. LIMIT: the
 * space is full. */
gac_result gac__space_add(gac__space *space, const gac_allocator *allocator,
                          const gac__buffer *buffer, uint32_t *index_out);

/* Bytes of an address. */
static inline uint32_t gac__space_address_bytes(const gac__space *space)
{
    return space->wide ? 8 : 4;
}

/* An address in as many bits as the kernel's pointers have. */
static inline uint64_t gac__space_wrap(const gac__space *space,
                                       uint64_t address)
{
    return space->wide ? address : (uint32_t)address;
}

/* Returns the placed buffer, by number, that an address belongs to; 0: none. */
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

/* Returns the buffer, by number, that a message tells of an address outside of
 * all: it lies less than 64 KiB from a placed one, or in front of another or
 * behind it; 0: none. */
uint32_t gac__space_nearest(const gac__space *space, uint64_t address);

#endif
