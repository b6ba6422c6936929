/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* One run's checker, and what its files share (docs/design/checker.md). */
#ifndef GAC_CHECK_CHECK_INTERNAL_H
#define GAC_CHECK_CHECK_INTERNAL_H

#include "check/epochs.h"
#include "check/findings.h"
#include "check/flights.h"
#include "check/order.h"
#include "check/shadow.h"

typedef struct gac__shadow_kernels gac__shadow_kernels;

struct gac__checker {
    gac__check_config config;
    gac__arena memory; /* what is not freed before the checker */
    uint64_t local[3];
    uint64_t group; /* linear */
    uint64_t n_items;
    uint32_t n_sub_groups;
    bool diverged;  /* since a collective that some did not reach, and
                       until one that all do */
    bool in_rounds; /* it was reached in different rounds */
    uint8_t disabled[GAC__RULE_COUNT];
    gac_result status; /* OK, MEMORY or LIMIT: then nothing more is told */
    gac__cell_layout layout;
    bool lacks_epochs; /* status LIMIT: not memory, but epochs are out */
    gac__epochs epochs;
    gac__clock local_clock, global_clock;
    gac__buffer_shadow *buffers;
    gac__plane *planes;
    uint32_t n_planes;
    gac__site_state *sites;
    gac__flights flights;
    uint64_t *runner_budget; /* of gac__checker_limit(); or NULL */
    GAC__VEC(gac__finding) findings;
    gac__causes causes;
    uint64_t n_meetings;     /* of all of a group */
    bool has_unwritten;      /* something uninitialized has been found */
    uint64_t *absent;        /* a bit for each item that has not come to a
                                collective; scratch */
    GAC__VEC(uint32_t) log;  /* reads of local memory since the last barrier, */
    size_t log_told;         /* of which cells tell; not of those behind them */
    uint64_t *log_offsets;   /* width of them, scratch */
    uint64_t shadow_bytes;   /* that there are now, */
    uint64_t peak_bytes;     /* and were at most */
    uint64_t shadowed_bytes; /* of planes */
    const gac__shadow_kernels *kernels;
    gac__order order;
};

/* A lane's access takes so many steps of the watch. */
#define GAC__LANE_STEPS 16u

/* The watch says stop: has limits looked at; false. */
bool gac__check_end(gac__checker *c);

/* Counts steps of work, of some nanoseconds each, for the watch; false: the
 * work is to end, whatever it leaves behind. */
static inline bool gac__check_on(gac__checker *c, uint64_t steps)
{
    return GAC__LIKELY(gac__watch_on(c->config.watch, steps))
           || gac__check_end(c);
}

/* Words of a bit for each of a group's items. */
static inline size_t gac__n_item_words(const gac__checker *c)
{
    return (size_t)(c->config.max_items + 63) / 64;
}

/* The state of a site, or of all that are none. */
static inline gac__site_state *gac__site_of(const gac__checker *c,
                                            uint32_t site)
{
    return &c->sites[GAC__MIN(site, c->config.ir->n_sites)];
}

static inline gac__plane *gac__plane_of(const gac__checker *c, uint32_t buffer)
{
    return &c->planes[c->buffers[buffer].plane];
}

/* Whether a byte belongs to no part of what a buffer is declared to hold. */
static inline bool gac__is_padding(const gac__check_buffer *b, uint64_t offset)
{
    if (!b->padding || !b->element_bytes)
        return false;
    uint64_t at = offset % b->element_bytes;
    if (b->kind == GAC_MEMORY_PRIVATE && at >= b->lane_bytes)
        return false; /* between two lanes */
    return b->padding[at / 8] >> at % 8 & 1;
}

/* Where an offset of these lanes is in their plane. */
static inline uint64_t gac__plane_offset(const gac__checker *c,
                                         const gac__check_lanes *l,
                                         uint64_t offset)
{
    const gac__buffer_shadow *b = &c->buffers[l->buffer];
    if (b->info.kind == GAC_MEMORY_PRIVATE)
        return offset + (uint64_t)l->strip * ((b->info.size + 3) / 4 * 4);
    return offset + b->delta;
}

static inline gac__clock *gac__clock_of(gac__checker *c, const gac__plane *p)
{
    return p->local ? &c->local_clock : &c->global_clock;
}

/* The epoch that a cell is of. */
static inline const gac__epoch *gac__epoch_of(const gac__checker *c,
                                              uint32_t cell)
{
    return &c->epochs.rows.items[gac__cell_epoch(&c->layout, cell)];
}

/* -- accesses.c, runs.c, read_log.c ---------------------------------------- */

typedef enum gac__access_kind {
    GAC__ACCESS_READ,
    GAC__ACCESS_WRITE,
    GAC__ACCESS_ATOMIC_READ,
    GAC__ACCESS_ATOMIC_WRITE
} gac__access_kind;

static inline bool gac__kind_writes(gac__access_kind kind)
{
    return kind == GAC__ACCESS_WRITE || kind == GAC__ACCESS_ATOMIC_WRITE;
}

static inline bool gac__kind_is_atomic(gac__access_kind kind)
{
    return kind == GAC__ACCESS_ATOMIC_READ || kind == GAC__ACCESS_ATOMIC_WRITE;
}

/* What an access must be ordered after, and is not. */
typedef struct gac__meeting {
    gac__rule_id rule;
    uint32_t cell;
    bool read; /* what the cell tells of was a read */
} gac__meeting;

/* Tells of it; `fault` says all but its rule and the other party. */
void gac__meeting_tell(gac__checker *c, gac__fault *fault,
                       const gac__meeting *m);

/* Cells of a view that items access, each 1 << per_item of them; per_item 31:
 * all are the first one's (GAC__NO_ITEM: a copy's). */
typedef struct gac__cells {
    uint64_t first, n;
    uint32_t item, per_item;
} gac__cells;

/* Before others read them: keeps reads by earlier groups that may be met by
 * this one's writes, too. */
void gac__move_old(gac__checker *c, gac__plane *p, gac__view *v,
                   gac__access_kind kind, const gac__cells *cells);

/* One lane's access, at `offset` in the plane, `at` in the buffer: what is the
 * matter is told, and the cells tell of it. */
void gac__touch(gac__checker *c, const gac__check_lanes *l, gac__plane *p,
                gac__access_kind kind, uint32_t item, uint64_t offset,
                uint64_t at);

/* All lanes', one after the other: atomics, accesses of sizes that are no
 * powers of two, and where copies have left late cells. */
void gac__touch_each(gac__checker *c, const gac__check_lanes *l, gac__plane *p,
                     gac__access_kind kind);

/* All lanes'. */
void gac__touch_lanes(gac__checker *c, const gac__check_lanes *l, gac__plane *p,
                      gac__access_kind kind);

/* Reads against the cells, which then tell of them. */
void gac__touch_read(gac__checker *c, const gac__check_lanes *l, gac__plane *p);

/* Logs a read of local memory; false if that is not to be. */
bool gac__log_read(gac__checker *c, const gac__check_lanes *l);

/* Makes the cells tell of logged reads. */
void gac__log_apply(gac__checker *c);

static inline void gac__log_clear(gac__checker *c)
{
    c->log.n = c->log_told = 0;
}

/* Names as a fault's other party a logged read of its bytes by another item, if
 * there is one. */
void gac__log_find(gac__checker *c, gac__fault *fault);

/* -- undefined.c ----------------------------------------------------------- */

/* A bit for each of `size` bytes (at most 8) at `offset` that is undefined. */
uint8_t gac__undefined_at(const gac__plane *p, uint64_t offset, uint32_t size);

void gac__set_undefined(gac__plane *p, uint64_t offset, uint32_t size,
                        uint32_t bits);

/* What lanes load, and what they store. */
void gac__load_shadow(gac__checker *c, const gac__check_lanes *l, uint8_t *out,
                      bool whole);

/* Which of eight undefined bytes of a buffer may lie between a structure's
 * members, or behind the last: the end of a number's place, of at most `align`
 * bytes, whose beginning has been written. Only where nobody knows the layout:
 * compilers that have no pointers to types make an argument one to bytes. */
uint32_t gac__may_be_padding(const gac__checker *c, uint32_t buffer,
                             uint32_t undefined, uint32_t align);

/* Tells that a lane writes undefined bytes, `bits` of its value. */
void gac__output_undefined(gac__checker *c, const gac__check_lanes *l,
                           uint32_t lane, uint8_t bits, uint32_t value);

void gac__store_shadow(gac__checker *c, const gac__check_lanes *l,
                       const uint8_t *shadow, bool uniform, uint32_t value);

/* Lane by lane, as atomics follow each other. */
void gac__atomic_shadow(gac__checker *c, const gac__check_lanes *l,
                        const gac__check_atomic_use *use, uint8_t *shadow_out);

/* -- copies.c -------------------------------------------------------------- */

/* Whether cells and undefined bytes are nothing to tell of to a copy of one
 * plane. */
bool gac__copy_is_clean(gac__checker *c, const gac__check_copy *copy);

/* Tells what cells and undefined bytes are to a copy (`clean`: nothing is to be
 * told), and what it leaves there. */
void gac__copy_touch(gac__checker *c, const gac__check_copy *copy, bool clean);

#endif
