/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Cells: who accessed some bytes last, and how.
 *
 * Each granule of a buffer (4 bytes; 2 or 1 where accesses are smaller) has two
 * cells, for its last write and its last read:
 *
 *     | tick | flags (4) | site | item |        0: none yet
 *
 * How many bits an item, a site and thus a tick have depends on the kernel.
 * Ticks count barriers, waits and groups; there is a clock for local and one
 * for global memory, since a barrier may order either alone.
 */
#ifndef GAC_CHECK_CELLS_H
#define GAC_CHECK_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#define GAC__TICK_EARLIER 1u /* of some earlier group */
#define GAC__TICK_DONE                                                         \
    2u /* of one that has told no other of it, by no atomic */
#define CELL_FLAGS 4u
#define WRITE_ATOMIC 1u /* the last write was an atomic */
#define WRITE_MANY 2u   /* atomics of several work-items */
#define WRITE_PLAIN 4u  /* this group has also written it without atomics */
#define WRITE_MIXED                                                            \
    8u                 /* this work-item has, since the last fence: site and   \
                          tick are that write's */
#define READ_MANY 1u   /* by other work-items of the sub-group too */
#define READ_ACROSS 2u /* by other sub-groups too */
#define READ_OLD 4u    /* by earlier groups too */
#define READ_ATOMIC 8u /* by atomics only */

typedef struct gac__cell_layout {
    uint32_t item_bits, site_bits, tick_shift;
    uint32_t item_mask, max_tick; /* item_mask as an item: the whole group */
    uint32_t
        lost_item; /* one that has been given up; higher than any there is */
    uint32_t flag_shift;
    uint32_t sub_group_mask; /* of an item: which sub-group */
} gac__cell_layout;

typedef struct gac__clock {
    uint32_t tick;
    uint32_t group; /* accesses of earlier groups have lower ticks; 0: there
                       are none to be told apart (local memory) */
    uint32_t fence; /* accesses with lower ticks are ordered by a barrier */
    uint32_t wait;  /* of the last wait */
    uint32_t *sub_group; /* for each sub-group: its last barrier's */
} gac__clock;

/* Cells are kept chunk by chunk, for as many bytes each. */
#define GAC__CHUNK_BITS 10u
#define GAC__CHUNK_BYTES (1u << GAC__CHUNK_BITS)

/* Of a chunk that is packed, cells for a few bytes here and there. */
#define GAC__PATCHES 32u

typedef struct gac__patches {
    uint8_t n, room;
    uint8_t bits;             /* each is of 1 << bits bytes */
    uint8_t at[GAC__PATCHES]; /* which of the chunk's */
    uint32_t cells[];         /* of each: last writes, last reads */
} gac__patches;

typedef struct gac__chunk {
    uint32_t *cells;       /* last writes and then, if the plane has them, last
                              reads, for a granule each; NULL: packed */
    uint32_t *packed;      /* NULL, and no cells: all are 0, */
    gac__patches *patches; /* but for these; or NULL */
    uint32_t n_packed;     /* words */
    uint8_t granule;       /* log2 */
    bool paired : 1;       /* how it is packed: see pairs.c */
    bool scattered : 1;    /* accessed here and there: to be packed that way */
    bool listed : 1;       /* among those that are open */
    bool used : 1;         /* since it was last thought of being packed */
    bool young : 1;        /* it may tell of more than groups that are done */
    uint8_t rest;          /* times that it will not be thought of */
} gac__chunk;

/* Where cells are, until others are looked for. */
typedef struct gac__view {
    uint32_t *write, *read; /* read: NULL if the plane has none */
    uint64_t first, end;    /* bytes in the plane; end 0: none */
    uint32_t granule;
} gac__view;

/* -- in little memory (packing.c, pairs.c) --------------------------------- */

/* Packs n cells, one chunk's at most, into `out`, which has room for n + 1
 * words: how many it takes. */
uint32_t gac__cells_pack(const gac__cell_layout *l, const uint32_t *cells,
                         uint32_t n, uint32_t *out);

/* The reverse, for cells [first, end); returns the same. */
uint32_t gac__cells_unpack(const uint32_t *packed, uint32_t first, uint32_t end,
                           uint32_t *cells);

/* Cells of writes and reads (NULL: none) that are packed together. */
#define GAC__PAIRS_MAX 64u

typedef struct gac__pairing {
    uint32_t words; /* that they take */
    uint32_t n_pairs, n_set;
    uint32_t lowest_tick, highest_tick, lowest_item, highest_item;
    uint32_t pair_bits, tick_bits, item_bits;
    bool sparse, timed, tight;
    uint32_t keys[2 * GAC__PAIRS_MAX];
} gac__pairing;

/* How many words they take; UINT32_MAX: this is no form for them. `tight`: as
 * few as may be, even if cells are found more slowly. */
uint32_t gac__pairs_measure(const gac__cell_layout *l, const uint32_t *write,
                            const uint32_t *read, uint32_t n, bool tight,
                            gac__pairing *out);

/* Makes room for later ticks and for any item, and measures again. */
uint32_t gac__pairs_widen(gac__pairing *x, uint32_t n, uint32_t n_items);

/* `level`: what has been given up of them. */
void gac__pairs_pack(const gac__cell_layout *l, const gac__pairing *x,
                     const uint32_t *write, const uint32_t *read, uint32_t n,
                     uint32_t level, uint32_t *out);
void gac__pairs_unpack(const gac__cell_layout *l, const uint32_t *packed,
                       uint32_t first, uint32_t end, uint32_t *write,
                       uint32_t *read);
uint32_t gac__pairs_level(const uint32_t *packed);

typedef struct gac__pairs_cell {
    uint32_t at, write, read;
} gac__pairs_cell;

/* Whether there is a code for such cells; one is made where there is room for
 * it. */
bool gac__pairs_has_code(const gac__cell_layout *l, uint32_t *packed,
                         const gac__pairs_cell *cell);

/* Changes the k-th cells where they stand; false if that cannot be. */
bool gac__pairs_put(const gac__cell_layout *l, uint32_t *packed, uint32_t k,
                    uint32_t write, uint32_t read);

/* The same for some that are set, where few others are: into `out`; how many
 * words it takes, or 0. */
uint32_t gac__pairs_add(const gac__cell_layout *l, uint32_t *packed, uint32_t n,
                        const gac__pairs_cell *cells, uint32_t *out);

#endif
