/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A run and its workers, and what they have for each argument. */
#ifndef GAC_EXEC_WORKER_H
#define GAC_EXEC_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include <gac/copy.h>
#include <gac/run.h>

#include "check/check.h"
#include "exec/strip.h"

/* -- launches -------------------------------------------------------------- */

typedef struct gac__argument {
    enum {
        GAC__ARG_UNSET,
        GAC__ARG_BUFFER,
        GAC__ARG_LOCAL,
        GAC__ARG_VALUE,
        GAC__ARG_NULL
    } kind;
    uint8_t *data;    /* a buffer is the caller's, a value the launch's */
    uint64_t size;    /* its bytes */
    uint32_t flags;   /* GAC_BUFFER_* */
    uint64_t address; /* the address of a placed buffer; 0: it is not placed */
} gac__argument;

/* An address that argument `index` holds at byte `offset`: that of byte
 * `target_offset` of argument `target`. */
typedef struct gac__address {
    uint32_t index, target;
    uint64_t offset, target_offset;
    uint32_t next; /* 1 + the position of the next one with the same key; 0:
                      there is none */
} gac__address;

/* Where and why a run ended early. */
typedef struct gac__trap_info {
    gac_result result; /* GAC_OK: the run has not ended early */
    gac__rule_id rule;
    char message[400];
    uint32_t ordinal; /* the SPIR-V instruction's */
    uint64_t group;   /* the linear number of the work-group; the lowest one is
                         reported */
} gac__trap_info;

typedef struct gac__run gac__run;

/* A side of async copies of a line each, at one distance from each other, that
 * are made as one (copy_run.c). */
typedef struct gac__lines_side {
    const gac__buffer *buffer;
    uint8_t *host; /* the first line in host memory */
    uint64_t last; /* the address of the last line */
    uint64_t step; /* bytes from line to line */
} gac__lines_side;

/* What a worker keeps for an ASYNC_COPY instruction: lines that have been
 * merged but not copied, and the plan of its last copy. */
typedef struct gac__copy_site {
    const gac__lane_inst *inst; /* the first line's instruction */
    gac__lines_side to, from;
    uint64_t line_bytes, element_bytes;
    uint64_t n_lines;     /* how many lines there are; 0: none */
    gac_copy_event event; /* of the lines */
    gac_copy_site plan;
} gac__copy_site;

/* The distance between data that different threads write: two cache lines,
 * since the processor fetches lines in pairs. */
#define GAC__APART 128u

/* What one work-item has printed: a part of the worker's `print`. */
typedef struct gac__print_mark {
    uint64_t item; /* the work-item's linear local id */
    size_t at, length;
} gac__print_mark;

struct gac__worker {
    _Alignas(GAC__APART) gac__run *run;
    gac__arena arena;  /* of all but the queue and the output */
    bool lacks_memory; /* an allocation has failed */
    gac__strip *strips;
    uint32_t n_group_strips; /* strips of the current work-group */
    uint8_t *local_memory;
    gac_copy_queue *queue;
    gac__copy_site *copy_sites; /* one for each ASYNC_COPY instruction */
    gac_copy_plan nothing;      /* a plan of no bytes */
    bool merges_copies; /* lines may be merged into one copy (copy_run.c) */
    uint64_t group_linear;
    uint64_t group_id[3];
    uint64_t local_size[3];
    uint64_t n_items; /* work-items of the current work-group */
    uint64_t instructions, bytes_copied;
    uint64_t counted; /* how many of `instructions` the run's sum includes */
    uint64_t
        budget;  /* the value of `instructions` at which limits are looked at */
    char *print; /* what the current work-group has printed */
    size_t print_length, print_capacity;
    GAC__VEC(gac__print_mark)
    print_marks;       /* what has been printed since the last barrier */
    uint64_t *offsets; /* checked runs: two offsets for each lane of a strip */
    uint8_t *check_mask; /* checked runs: five masks of the lanes of a strip */
    uint8_t left_out[8]; /* checked runs: the memory of an access that is left
                            out */
    uint8_t *left;   /* checked runs: a byte a lane, 1: the next access leaves
                        private memory and is left out */
    uint32_t n_left; /* how many lanes have a 1 in `left` */
    uint8_t *moved;  /* checked runs: for each of ir->n_moves GROUPs the shadow
                        of each work-item's operand */
    uint32_t first_item; /* checked runs: the first participant of the last
                            GROUP of the work-group */
    gac__helper
        *helper; /* the thread that runs the worker; NULL: the run's own */
};

struct gac__run {
    struct gac_launch *launch;
    gac__checker *checker; /* NULL: the run is not checked */
    const gac__lane_program *program;
    const gac__memory_kernels *memory;
    const gac_allocator *allocator;
    gac_run_options options;
    gac__arena arena; /* holds what is made before the first work-group */
    gac__space space;
    bool space_full;       /* a buffer found no room in it */
    uint64_t *arg_address; /* the address of each argument; 0: null, or none */
    uint32_t *var_buffer;  /* the buffer of each of the kernel's variables */
    uint64_t *scalars;     /* the initial scalar part of a frame */
    uint64_t local_bytes;  /* bytes of a work-group's local memory */
    bool fills_local;      /* some local variables have initializers */
    uint32_t first_kept;   /* the number of the first buffer of a kept
                              variable */
    uint64_t private_stride; /* bytes of a strip's private memory */
    uint32_t first_private;  /* the number of the first private variable's
                                buffer */
    uint64_t groups[3], n_groups;
    uint64_t given[3];  /* the work-group size that the caller knows; tile.c may
                           have chosen another one */
    uint64_t n_given;   /* how many work-groups of that size there are */
    uint32_t n_threads; /* how many threads share the work-groups */
    uint32_t coalesced; /* how many work-groups a strip runs side by side */
    unsigned copy_flags; /* flags for each async copy */
    uint32_t
        compaction_cost;   /* the cost of moving a lane of a register there and
                              back, in the program's weights (compaction.c) */
    uint32_t group_strips; /* strips of a work-group */
    _Alignas(GAC__APART) atomic_uint_fast64_t next_group;
    atomic_uint_fast64_t groups_done;
    atomic_uint_fast64_t instructions, bytes_copied;
    atomic_int *stop; /* not 0: the launch must stop */
    const atomic_int
        *stop_all;        /* not 0: all launches of the context must stop */
    uint64_t deadline_ns; /* of gac__now_ns(); 0: there is no deadline */
    uint64_t limit_ns;    /* the time limit that the caller gave */
    pthread_mutex_t lock; /* guards what follows */
    gac__trap_info trap;
    uint64_t next_print;
    GAC__VEC(struct gac__held_print)
    held;                /* output held back, by group (print.c) */
    uint64_t held_bytes; /* bytes of output held back */
    uint64_t peak_bytes;
    gac_copy_worker *copy_worker;
};

/* Whether the run must stop: the caller has asked for it, or a trap has. */
static inline bool gac__is_stopped(const gac__run *run)
{
    return atomic_load_explicit(run->stop, memory_order_relaxed)
           || atomic_load_explicit(run->stop_all, memory_order_relaxed);
}

/* Whether the run leaves out an access that breaks `rule`, and goes on. */
static inline bool gac__leaves_out(const gac__run *run, gac__rule_id rule)
{
    return run->checker && run->options.keep_going
           && gac__check_enabled(run->checker, rule);
}

/* -- output ---------------------------------------------------------------- */

bool gac__print_append(gac__worker *w, const char *text, size_t length);

/* Notes that output from `at` on is of work-item `item`. */
bool gac__print_mark_item(gac__worker *w, uint64_t item, size_t at);

/* Sorts what has been printed since the last barrier by work-items, as if they
 * had run one after the other. To be called at each barrier. False if the run
 * must stop. */
bool gac__print_sort(gac__worker *w);

/* Hands out the output of a work-group behind that of all work-groups before
 * it. */
void gac__print_flush(gac__worker *w, uint64_t group);
void gac__print_free(gac__run *run);

/* -- memory beyond the buffers (limits.c) ---------------------------------- */

/* Whether memory beyond the buffers may grow by `size_bytes`. To be called
 * under the lock. */
bool gac__run_has_room(const gac__run *run, size_t size_bytes);
/* Counts memory beyond the buffers. False: the limit does not allow it. */
bool gac__run_count(gac__run *run, size_t size_bytes);

#endif
