/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state of a strip: its lanes, which of them are active, where the others
 * wait, and what accesses have found out about their indices. */
#ifndef GAC_EXEC_STRIP_H
#define GAC_EXEC_STRIP_H

#include "compile/compile.h"
#include "exec/lanes/lanes_memory.h"
#include "exec/space.h"

typedef struct gac__worker gac__worker;

#define GAC__MAX_WAITS 12u

/* The pattern of an access's indices, from the most general on. Each has a row
 * in patterns.inc; the last one is tried first. */
typedef enum gac__pattern {
    GAC__PATTERN_ANY,
    GAC__PATTERN_PERMUTED, /* each step of lanes has the same permutation of
                              nearby elements: a gac__permutation */
    GAC__PATTERN_CLAMPED,  /* RISING, but for the lanes outside [inner_first,
                              inner_end) */
    GAC__PATTERN_RISING,   /* the index is one more from lane to lane */
    GAC__PATTERN_GROUPS, /* the index is one more from lane to lane within each
                            coalesced group, and the same in all groups */
    GAC__PATTERN_COUNT
} gac__pattern;

/* What is known of the indices of an access. */
typedef struct gac__index_shape {
    int64_t low, high; /* a range that holds all indices */
    int64_t zero;      /* GROUPS, RISING, CLAMPED: lane 0's index */
    uint32_t inner_first,
        inner_end;   /* CLAMPED: lanes whose indices rise, whole steps */
    uint8_t pattern; /* a gac__pattern */
} gac__index_shape;

/* The active lanes outside of an arm that is run under a narrower mask
 * (GAC__CODE_SKIPS). They are restored behind the arm. */
typedef struct gac__outer {
    uint8_t *mask;
    uint32_t n_active; /* how many are active; 0: no such arm is being run */
    uint32_t other;    /* the block of the other arm, which is still to run; 0:
                          there is none */
    uint32_t first, end; /* whole steps that hold them */
} gac__outer;

/* Elements that a load has brought in: of one row for each lane, to be read in
 * the next iterations of a loop (row_buffers.c). */
typedef struct gac__row_buffer {
    uint32_t left; /* iterations whose elements have not been read */
    uint32_t idle; /* entries of the loop until filling is tried again */
    struct gac__row_tally {
        uint32_t lanes; /* active lanes in the first iteration; 0: the load was
                           not reached */
        uint32_t iterations; /* iterations behind the first one, at most
                                GAC__ROW_ITERATIONS */
        uint32_t useful;     /* active lanes of these iterations, summed up */
    } now, before; /* counts of the current run of the loop, and of the last run
                      that reached the load */
    uint64_t next; /* the shared part of the addresses in the next iteration */
    gac__index_shape shape; /* the shape of its indices when it was filled */
} gac__row_buffer;

typedef struct gac__strip {
    gac__worker *worker;
    uint8_t *frame;
    gac__buffer *buffers; /* the space's, but with the strip's own private and
                             local memory */
    uint8_t *mask;    /* a byte a lane, 1: it is active; a step more than the
                         program's width */
    gac__outer outer; /* the active lanes outside of an arm; its mask is scratch
                         while no arm runs */
    uint32_t *pc;     /* by lane: the program counter at which it waits */
    uint32_t index;   /* the strip's number in its group */
    uint32_t n, n_padded; /* lanes; the same rounded up to GAC__LANE_STEP */
    uint32_t first, end;  /* whole steps that hold all active lanes */
    uint32_t low_lane, high_lane; /* the first active lane, and the last one */
    uint32_t n_active;
    uint32_t waits[GAC__MAX_WAITS]; /* the lowest program counters at which
                                       lanes wait, ascending */
    uint32_t n_waits;
    bool more_waits; /* lanes wait at greater program counters, too, for which
                        `waits` has no room */
    bool needs_progress; /* lanes may have to yield: a fact of the program */
    uint32_t n_yields; /* how often lanes have yielded since all were resumed */
    bool carried_out;  /* the collective at the block's start has been carried
                          out */
    bool full;         /* all n lanes are active */
    int unmasked;     /* the greatest gac__code whose instructions run without a
                         look at the mask */
    bool protect;     /* inactive lanes keep their registers: some wait at
                         collectives, or may have yielded */
    uint32_t block;   /* the block that runs */
    uint32_t arrived; /* not 0: the active lanes have arrived at a collective,
                         with this program counter */
    uintptr_t fetched;    /* the host address behind the last prefetch */
    uint32_t fixed_known; /* a bit for each of the first GAC__FIXED_SHAPES index
                             shapes: it holds for all lanes in every group */
    bool x_rises;         /* get_local_id(0) is one more from lane to lane, as
                             long as no lanes are moved */
    uint32_t preset_local[3]; /* the group's size for which lane ids have been
                                 written; 0: for none */
    uint32_t *group_of;      /* for each lane the number of its coalesced group;
                                NULL: there is one group */
    struct gac__compaction { /* lanes that have been moved to other lanes
                                (compaction.c) */
        uint32_t *order;  /* by lane: the one that it was at first; behind it as
                             much scratch; NULL: no lanes are moved */
        bool is_permuted; /* some lanes have been moved */
        uint64_t idle;  /* work done for inactive lanes in loops since the last
                           look */
        uint64_t price; /* the work from which on moving lanes may pay */
    } compaction;
    struct gac__trips { /* a counted loop whose lanes are sorted by trip counts
                           (counted.c) */
        const gac__counted_loop *loop; /* the loop whose active lanes are all
                                          that the strip has; NULL: none */
        uint32_t n_all; /* how many lanes the strip has outside of the loop */
        uint32_t iteration; /* how often the loop's branch has been reached */
        uint32_t most;      /* the greatest trip count */
        uint32_t *left; /* by lane, descending: how often it reaches the branch;
                           0: it is not in the loop */
        uint32_t *saved, n_saved; /* the compaction registers whose lanes are
                                     saved when they leave */
        uint64_t
            *saved_lanes; /* a step of lanes of each of them; NULL: never */
        struct gac__backoff {
            uint8_t rest, next; /* entries of the loop until sorting is tried
                                   again; the value that `rest` began with */
        } backoffs[GAC__COUNTED_LOOPS];
    } trips;
    struct gac__flat {     /* a flattened loop (flattened.c) */
        bool runs;         /* from FLATTEN to the last FLAT_MORE */
        bool in_pairs;     /* lanes are pairs of a work-item and an iteration */
        uint32_t *trips;   /* by lane: its iterations; NULL: never */
        uint32_t *lane_of; /* by pair: the lane of its work-item */
        uint32_t lane, iteration;   /* the next pair */
        uint32_t n_lanes, n_active; /* the strip's, apart from pairs */
        struct gac__backoff backoff;
    } flat;
    gac__row_buffer row_buffers[GAC__ROW_BUFFERS];
    gac__index_shape
        index_shape[GAC__INDEX_SHAPES
                    + 1]; /* the last one is for absolute addresses */
    /* the permutations of PERMUTED index shapes */
    gac__permutation permutations[GAC__INDEX_SHAPES];
} gac__strip;

/* Rounds a number of lanes up to whole steps. */
static inline uint32_t gac__whole_steps(uint32_t n)
{
    return (n + GAC__LANE_STEP - 1) / GAC__LANE_STEP * GAC__LANE_STEP;
}

/* The mask of active lanes, or NULL if all are active, and the end of the
 * active lanes. */
static inline const uint8_t *gac__active_mask(const gac__strip *s)
{
    return s->full ? NULL : s->mask;
}

static inline uint32_t gac__active_end(const gac__strip *s)
{
    return s->full ? s->n : s->end;
}

typedef enum gac__status {
    GAC__STATUS_ENDED,
    GAC__STATUS_ARRIVED,
    GAC__STATUS_STOPPED,
    GAC__STATUS_YIELDED /* to be run again behind the group's other strips */
} gac__status;

#endif
