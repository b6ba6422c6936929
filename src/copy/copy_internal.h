/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of the copy engine share. */
#ifndef GAC_COPY_COPY_INTERNAL_H
#define GAC_COPY_COPY_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include <gac/copy.h>

#include "support/support.h"

/* The facts of a processor (GAC__CPU_) that the copy engine goes by. */
#define GAC__COPY_POLICY_BITS 1023u

/* The bits that a plan's flags give, or the processor's. Cheap after the first
 * call; thread-safe. */
unsigned gac__copy_policy(unsigned flags);

/* All flags of a plan that have a meaning. */
#define GAC__COPY_KNOWN_FLAGS                                                  \
    (63u | GAC_COPY_LEVEL(3) | GAC_COPY_POLICY(GAC__COPY_POLICY_BITS))

/* Chooses the kernels of a plan whose other fields are set: `kernel`, `aux`,
 * `self_mask` and their line_ twins, `step` and `table`. One for each
 * instruction set; a plan that copies nothing, or whose lines overlap, never
 * comes here. */
typedef void gac__copy_select_fn(gac_copy_plan *plan);

gac__copy_select_fn gac__copy_select_c;
gac__copy_select_fn gac__copy_select_avx2;
gac__copy_select_fn gac__copy_select_avx512;

/* Gives a plan that has its kernels another one around them, if its far lines
 * are worth fetching before they are written. */
void gac__copy_select_out(gac_copy_plan *plan);

/* Whether a side at this pitch is a tile of an image: not many lines, and far
 * from each other. Longer columns are mostly fields of an array. */
static inline bool gac__copy_is_tile(const gac_copy_plan *plan, ptrdiff_t pitch)
{
    return pitch >= 1024 && plan->n_lines <= 64;
}

/* -- layouts (copy_layout.c) ----------------------------------------------- */

/* A shape in bytes. Where there is one line, its pitches are line_bytes; where
 * there is one plane, its distances are 0. */
typedef struct gac__copy_layout {
    uint64_t line_bytes, n_lines, n_planes;
    uint64_t dst_pitch, src_pitch; /* from a line's start to the next one's */
    uint64_t dst_plane, src_plane; /* from a plane's start to the next one's */
    uint64_t dst_span, src_span;   /* from the first byte to behind the last */
} gac__copy_layout;

/* The layout of a shape that copies something; false: a span leaves 64 bits. */
bool gac__copy_layout_make(gac__copy_layout *l, const gac_copy_shape *shape);

/* Makes as few planes and lines of it as its bytes, in their order, allow. */
void gac__copy_layout_simplify(gac__copy_layout *l);

/* Whether the lines or planes of a side at these distances overlap. */
static inline bool gac__copy_overlaps(const gac__copy_layout *l, uint64_t pitch,
                                      uint64_t plane)
{
    return (l->n_lines > 1 && pitch < l->line_bytes)
           || (l->n_planes > 1
               && plane < (l->n_lines - 1) * pitch + l->line_bytes);
}

/* -- plans (copy_plan.c) --------------------------------------------------- */

/* The one for a plan's flags. */
gac__copy_select_fn *gac__copy_select_for(unsigned flags);

/* Copies one run of any length, as a plan for it with these flags would. */
void gac__copy_run(char *restrict dst, const char *restrict src,
                   size_t size_bytes, unsigned flags);

/* -- pieces (copy_pieces.c) ------------------------------------------------ */

#define GAC__COPY_PIECE_BYTES ((size_t)1 << 20)

/* Whether a copy goes on, behind `bytes` of it. */
typedef bool gac__copy_look(void *user, size_t bytes);

/* Like gac_copy_plan_run(), but in pieces of at most about a MiB, with a look
 * behind each. False: stopped, with a part copied. */
bool gac__copy_in_pieces(const gac_copy_plan *plan, char *dst, const char *src,
                         gac__copy_look *look, void *user);

/* -- lines and planes that overlap (copy_ordered.c) ------------------------ */

/* Like gac__copy_in_pieces(), for a plan whose destination overlaps itself. */
bool gac__copy_ordered(const gac_copy_plan *plan, char *dst, const char *src,
                       gac__copy_look *look, void *user);

/* Whether that takes at most 64 MiB of work, or 32 times the bytes that the
 * destination spans: bytes written, and lines. */
bool gac__copy_ordered_is_bounded(const gac_copy_plan *plan);

/* -- queues (copy_queue.c, copy_worker.c) -----------------------------------
 *
 *   queue.order: [pending]-> [pending]-> ...        oldest first
 *                   | event slot
 *   queue.slots: [copies 2][copies 0][free]...      an event's number is its
 *                                                   slot and the slot's use
 *
 * In a queue with a worker, the worker's mutex guards all of the queue but the
 * tiles' bytes: a tile is taken under the mutex, copied without it, and counted
 * as landed under it again. */

/* A copy that has not landed. */
typedef struct gac__copy_pending {
    gac_copy_plan plan;
    gac_copy_tiling tiling;
    char *dst;
    const char *src;
    uint32_t slot;        /* of its event */
    size_t n_tiles;       /* to land: tiling.n_tiles, less if it was dropped */
    size_t taken, landed; /* tiles; landed <= taken <= n_tiles */
    /* The order of a RANDOM queue's tiles: x = (x * multiplier + increment) mod
     * (mask + 1) meets every number up to mask once. */
    size_t x, multiplier, increment, mask;
    struct gac__copy_pending *next_free;
} gac__copy_pending;

typedef struct gac__copy_slot {
    uint32_t copies;    /* that have not landed */
    uint32_t next_free; /* of a free slot; index + 1, 0 ends the list */
    uint16_t use;       /* 1 to 4095, counted up when it is released */
    bool live, waited;
} gac__copy_slot;

struct gac_copy_queue {
    const gac_allocator *allocator;
    gac_copy_mode mode;
    uint32_t max_pending;
    size_t tile_bytes;
    uint64_t random;
    gac_copy_worker *worker; /* NULL but in THREAD */
    gac_copy_queue *next;    /* of the worker's queues */
    gac__arena arena;        /* of pending copies */
    gac__copy_pending *free_pending;
    GAC__VEC(gac__copy_pending *) order;
    size_t untaken; /* tiles of all pending copies that are not taken */
    GAC__VEC(gac__copy_slot) slots;
    uint32_t free_slot; /* index + 1 */
    size_t n_live;      /* slots */
    bool streamed;      /* copies past the caches since the last fence */
    bool (*go_on)(void *user);
    void *user;
    size_t copied;       /* bytes since go_on was asked */
    atomic_bool stopped; /* nothing more is copied */
};

struct gac_copy_worker {
    const gac_allocator *allocator;
    pthread_mutex_t mutex;
    pthread_cond_t work;   /* tiles to take, or the end */
    pthread_cond_t landed; /* some copy has landed */
    gac_copy_queue *queues;
    gac_copy_queue *turn; /* where the next search begins; NULL: at the first */
    unsigned waiters;     /* for `landed` */
    bool stop;
    unsigned n_threads, n_allocated;
    pthread_t *threads;
};

/* Copies the next tile of a pending copy and counts it. With a worker, its
 * mutex is held at the call and at the return, but not in between. `owner`: on
 * the thread of a call, not the worker's. */
void gac__copy_land_tile(gac_copy_queue *queue, gac__copy_pending *pending,
                         bool owner);

void gac__copy_worker_attach(gac_copy_worker *worker, gac_copy_queue *queue);
void gac__copy_worker_detach(gac_copy_worker *worker, gac_copy_queue *queue);
/* Sleeps until some copy of some queue has landed, for 10 ms at most; the mutex
 * is held. */
void gac__copy_worker_await(gac_copy_worker *worker);

#endif
