/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of the copy engine share. */
#ifndef GAC_COPY_COPY_INTERNAL_H
#define GAC_COPY_COPY_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include <gac/copy.h>

#include "support/support.h"

/* The facts of a processor (GAC__CPU_) by which kernels are chosen. */
#define GAC__COPY_POLICY_BITS 1023u

/* The policy bits of a plan's flags, or the processor's if there are none.
 * Cheap after the first call; thread-safe. */
unsigned gac__copy_policy(unsigned flags);

/* All flags that a plan may have. */
#define GAC__COPY_KNOWN_FLAGS                                                  \
    (63u | GAC_COPY_LEVEL(3) | GAC_COPY_POLICY(GAC__COPY_POLICY_BITS))

/* Chooses the kernels of a plan whose other fields are set: sets `kernel`,
 * `aux`, `self_mask`, the same for lines, `step` and `table`. One for each
 * instruction set. The plan copies something, and its lines do not overlap. */
typedef void gac__copy_select_fn(gac_copy_plan *plan);

gac__copy_select_fn gac__copy_select_base;
gac__copy_select_fn gac__copy_select_avx2;
gac__copy_select_fn gac__copy_select_avx512;

/* Puts a kernel that fetches lines before they are written around a plan's own,
 * if the destination's lines are far. */
void gac__copy_select_out(gac_copy_plan *plan);

/* Whether a side at this pitch is likely a tile of an image: few lines, far
 * from each other. More lines are mostly a field of an array of structures. */
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

/* Joins lines and planes without changing the order of bytes. */
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

/* Copies one run of any length, as a plan for it with these flags would. */
void gac__copy_run(char *restrict dst, const char *restrict src,
                   size_t size_bytes, unsigned flags);

/* -- pieces (copy_pieces.c) ------------------------------------------------ */

#define GAC__COPY_PIECE_BYTES ((size_t)1 << 20)

/* Called behind each piece, of `bytes`; false: the copy stops. */
typedef bool gac__copy_look(void *user, size_t bytes);

/* Like gac_copy_plan_run(), but in pieces of about a MiB at most, with a look
 * behind each. False: it has stopped, and some pieces are copied. */
bool gac__copy_in_pieces(const gac_copy_plan *plan, char *dst, const char *src,
                         gac__copy_look *look, void *user);

/* -- lines and planes that overlap (copy_ordered.c) ------------------------ */

/* Like gac__copy_in_pieces(), for a plan whose destination overlaps itself. */
bool gac__copy_ordered(const gac_copy_plan *plan, char *dst, const char *src,
                       gac__copy_look *look, void *user);

/* Whether that takes at most 64 MiB of work, bytes and lines together, or 32
 * times the bytes that the destination spans. */
bool gac__copy_ordered_is_bounded(const gac_copy_plan *plan);

/* -- queues (copy_queue.c, copy_worker.c) -----------------------------------
 *
 *   queue.order: [pending]-> [pending]-> ...        oldest first
 *                   | event slot
 *   queue.slots: [copies 2][copies 0][free]...      an event is the number of a
 *                                                   slot, and of the slot's use
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
    size_t n_tiles;       /* tiles that land: fewer than the tiling's if the
                             copy was dropped */
    size_t taken, landed; /* tiles; landed <= taken <= n_tiles */
    /* The order of tiles in a RANDOM queue: x = (x * multiplier + increment)
     * mod (mask + 1) takes every value up to mask once. */
    size_t x, multiplier, increment, mask;
    struct gac__copy_pending *next_free;
} gac__copy_pending;

typedef struct gac__copy_slot {
    uint32_t copies;    /* the event's copies that have not landed */
    uint32_t next_free; /* of a free slot: 1 + the next free slot; 0: none */
    uint16_t use;       /* 1 to 4095; each release counts it up */
    bool live, waited;
} gac__copy_slot;

struct gac_copy_queue {
    const gac_allocator *allocator;
    gac_copy_mode mode;
    uint32_t max_pending;
    size_t tile_bytes;
    uint64_t random;
    gac_copy_worker *worker; /* of a THREAD queue; else NULL */
    gac_copy_queue *next;    /* the next one of the worker's queues */
    gac__arena arena;        /* of pending copies */
    gac__copy_pending *free_pending;
    GAC__VEC(gac__copy_pending *) order;
    size_t untaken; /* tiles of all pending copies that no thread has taken */
    GAC__VEC(gac__copy_slot) slots;
    uint32_t free_slot; /* 1 + the first free slot; 0: none */
    size_t n_live;      /* slots in use */
    bool streamed;      /* stores have gone past the caches since the last fence
                         */
    bool (*go_on)(void *user);
    void *user;
    size_t copied;       /* bytes since the last call of go_on */
    atomic_bool stopped; /* go_on was false: nothing more is copied */
};

struct gac_copy_worker {
    const gac_allocator *allocator;
    pthread_mutex_t mutex;
    pthread_cond_t work;   /* there are tiles to take, or the worker ends */
    pthread_cond_t landed; /* a copy has landed */
    gac_copy_queue *queues;
    gac_copy_queue *search_from; /* the queue at which the next search for work
                                    begins; NULL: the first one */
    unsigned waiters;            /* threads that wait for `landed` */
    bool stop;
    unsigned n_threads, n_allocated;
    pthread_t *threads;
};

/* Copies the next tile of a pending copy and counts it. A worker's mutex is
 * held at the call and at the return, but not in between. `owner`: the thread
 * is the queue's user's, not the worker's. */
void gac__copy_land_tile(gac_copy_queue *queue, gac__copy_pending *pending,
                         bool owner);

void gac__copy_worker_attach(gac_copy_worker *worker, gac_copy_queue *queue);
void gac__copy_worker_detach(gac_copy_worker *worker, gac_copy_queue *queue);
/* Waits until a copy of any queue has landed, for 10 ms at most; the mutex is
 * held. */
void gac__copy_worker_await(gac_copy_worker *worker);

#endif
