/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a strip holds: its lanes, which of them are active and where the others
 * wait, and what accesses have found out of their indices. */
#ifndef GAC_EXEC_STRIP_H
#define GAC_EXEC_STRIP_H

#include "compile/compile.h"
#include "exec/lanes/lanes_memory.h"
#include "exec/space.h"

typedef struct gac__worker gac__worker;

#define GAC__MAX_WAITS 12u

/* How the indices of an access lie: a row of patterns.inc each, of which the
 * last one is tried first. */
typedef enum gac__pattern {
    GAC__PATTERN_ANY,
    GAC__PATTERN_PERMUTED, /* all steps alike, close together: the place's
                              gac__permutation */
    GAC__PATTERN_CLAMPED,  /* consecutive elements but for the lanes before and
                              behind [inner_first, inner_end) */
    GAC__PATTERN_RISING,   /* each lane's index is one more than that of the
                              lane before */
    GAC__PATTERN_GROUPS,   /* consecutive elements in each of the strip's
                              groups: the first lane's index is `zero` */
    GAC__PATTERN_COUNT
} gac__pattern;

/* What is known of the index of an access. */
typedef struct gac__index_shape {
    int64_t low, high; /* the smallest and the largest one, or beyond */
    int64_t zero;      /* GROUPS, RISING, CLAMPED: lane 0's, or what it would
                          be */
    uint32_t inner_first, inner_end; /* CLAMPED: whole steps */
    uint8_t pattern;                 /* a gac__pattern */
} gac__index_shape;

/* The active lanes behind a block that some of them go around, or behind two
 * between which they choose. */
typedef struct gac__outer {
    uint8_t *mask;
    uint32_t n_active; /* 0: no such block is being run */
    uint32_t other;    /* the block that the others go through; 0: none */
    uint32_t first, end, low_lane, high_lane;
    bool full, protect;
    int unmasked;
} gac__outer;

/* What a load has brought in of the rows that lanes walk through
 * (row_buffers.c). */
typedef struct gac__row_buffer {
    uint32_t at, pitch; /* frame offset; words from one round to the next */
    uint32_t left;      /* rounds */
    uint32_t idle;      /* loops until it is tried again */
    struct gac__row_tally {
        uint32_t lanes;      /* in the loop's first round; 0: it made none */
        uint32_t iterations; /* behind that one, at most GAC__ROW_ITERATIONS */
        uint32_t useful;     /* lanes in all of those together */
    } now, before; /* this loop, and the one before that made a round */
    uint64_t next; /* the shared part of the addresses of the next round */
    gac__index_shape
        shape; /* of all lanes' indices when they were brought in */
} gac__row_buffer;

typedef struct gac__strip {
    gac__worker *worker;
    uint8_t *frame;
    gac__buffer *buffers; /* the space's, with this strip's private memory */
    uint8_t *mask;        /* lanes that the block runs for: width bytes, and a
                             step of lanes that kernels may read behind them */
    gac__outer outer;     /* its mask is the spare one meanwhile */
    uint32_t *pc;         /* width: where a lane waits; active lanes' are
                             not kept up to date */
    uint32_t index;       /* of the strip in its group */
    uint32_t n, n_padded; /* lanes; rounded up to GAC__LANE_STEP */
    uint32_t first, end;  /* active lanes lie in [first, end), whole steps */
    uint32_t low_lane, high_lane; /* the first and the last active one */
    uint32_t n_active;
    uint32_t waits[GAC__MAX_WAITS]; /* pcs of waiting lanes, each once,
                                       ascending */
    uint32_t n_waits;
    bool more_waits;     /* there are greater ones that found no room */
    bool needs_progress; /* lanes may have to sleep: the program's */
    uint32_t n_yields;   /* of the next ones that do */
    bool carried_out;    /* the block's collective has been carried out */
    bool full;           /* all n lanes are active */
    int unmasked;        /* codes up to this one need no look at the mask */
    bool protect;   /* lanes wait at collectives, or may have yielded: keep them
                       in   every write */
    uint32_t block; /* where active lanes are */
    uint32_t arrived;     /* not 0: active lanes wait at this pc */
    uintptr_t fetched;    /* elements behind which memory has been asked for */
    uint32_t fixed_known; /* a bit for each of the first GAC__FIXED_SHAPES: it
                             is known of all lanes */
    bool x_rises;         /* get_local_id(0) rises by one from lane to lane */
    bool x_rises_in_groups;   /* the same in each of several groups */
    uint32_t preset_local[3]; /* the local size that lane ids were made for */
    uint32_t *group_of; /* for each lane: which of the strip's groups is its
                           own; NULL: there is one */
    uint8_t *private_memory;
    struct gac__compaction { /* compaction.c */
        uint32_t *order; /* which lane each was at first; and as many and one of
                            scratch; NULL: they are never moved */
        bool is_permuted; /* some have been */
        bool x_rises;     /* the strip's, of lanes as they were */
        uint64_t idle;    /* work of loops for lanes that are not active */
        uint64_t price;   /* idle work from which on moving may pay */
    } compaction;
    struct gac__trips {                /* counted.c */
        const gac__counted_loop *loop; /* whose active lanes the strip has;
                                          NULL: it has all */
        uint32_t n_all;                /* how many that are */
        uint32_t iteration; /* how often lanes have come to its branch */
        uint32_t most;      /* how often a lane stays there, at most */
        uint32_t *left; /* for each lane, sorted: how often it comes there; 0:
                           it is not in the loop */
        uint32_t *saved, n_saved; /* pack registers of which lanes that have
                                   left are put aside, */
        uint64_t *saved_lanes;    /* a step of lanes of each; NULL: never */
        struct gac__trial {
            uint8_t rest, next; /* how often a loop is entered until it is
                                   tried again; the last time */
        } trials[GAC__COUNTED_LOOPS];
    } trips;
    gac__row_buffer row_buffers[GAC__ROW_BUFFERS];
    gac__index_shape index_shape[GAC__INDEX_SHAPES + 1]; /* the last one: of
                                                            addresses */
    /* Of indices that index_shape[] says are permuted. */
    gac__permutation permutations[GAC__INDEX_SHAPES];
} gac__strip;

/* Active lanes: a mask, or NULL if all are; and where they end. */
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
    GAC__STATUS_YIELDED /* to be run again, after the group's other strips */
} gac__status;

#endif
