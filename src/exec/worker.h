/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What runs: a launch's arguments, a run, its workers. */
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
    uint8_t *data;    /* a buffer's is the caller's, a value's the launch's */
    uint64_t size;    /* bytes */
    uint32_t flags;   /* GAC_BUFFER_* */
    uint64_t address; /* of a placed buffer; 0: it is not placed */
} gac__argument;

/* What argument `index` holds at byte `offset`: an address in argument
 * `target`. */
typedef struct gac__address {
    uint32_t index, target;
    uint64_t offset, target_offset;
    uint32_t next; /* 1 more than the position of another one of the same key;
                      0: there is none */
} gac__address;

/* Where and why a run ended early. */
typedef struct gac__trap_info {
    gac_result result; /* GAC_OK: the run has not ended early */
    gac__rule_id rule;
    char message[400];
    uint32_t ordinal; /* of the SPIR-V instruction */
    uint64_t group;   /* linear; the lowest one is reported */
} gac__trap_info;

typedef struct gac__run gac__run;

/* Lines at one distance, each an async copy, that are copied together
 * (copy_run.c). */
typedef struct gac__copy_lines {
    const gac__lane_inst *inst; /* of the first line */
    uint8_t *to;                /* the first line's destination in the host */
    const uint8_t *from;        /* the first line's source in the host */
    const gac__buffer *to_buffer, *from_buffer;
    uint64_t last_to, last_from; /* addresses of the last line's sides */
    uint64_t to_step, from_step; /* bytes from line to line */
    uint64_t line_bytes, element_bytes;
    uint64_t n_lines; /* 0: there is none */
    gac_copy_event event;
    gac_copy_site plan;
} gac__copy_lines;

/* What a worker keeps of an async copy instruction. */
typedef struct gac__copy_site {
    gac_copy_site plan; /* of its last copy */
    uintptr_t to, from; /* where that one's sides begin in the host */
    gac__copy_lines lines;
} gac__copy_site;

/* Bytes between what different threads write: a pair of cache lines, since the
 * processor fetches two. */
#define GAC__APART 128u

/* Output of one work-item: bytes of the worker's `print`. */
typedef struct gac__print_mark {
    uint64_t item; /* its linear local id */
    size_t at, length;
} gac__print_mark;

struct gac__worker {
    _Alignas(GAC__APART) gac__run *run;
    gac__arena arena;  /* has all of the worker's but its queue and output */
    bool lacks_memory; /* an allocation has failed */
    gac__strip *strips;
    uint32_t n_group_strips; /* in the present group */
    uint8_t *local_memory;
    gac_copy_queue *queue;
    gac__copy_site *copy_sites; /* one for each ASYNC_COPY instruction */
    gac_copy_plan nothing;      /* copies no bytes */
    bool joins_copies;          /* copies of lines are put together */
    uint64_t group_linear;
    uint64_t group_id[3];
    uint64_t local_size[3];
    uint64_t n_items; /* in the present group */
    uint64_t instructions, bytes_copied;
    uint64_t counted; /* instructions that are in the run's sum */
    uint64_t budget;  /* limits are looked at behind so many instructions */
    char *print;      /* printf output of the present group */
    size_t print_length, print_capacity;
    GAC__VEC(gac__print_mark) print_marks; /* since the last barrier */
    uint64_t *offsets;   /* checked runs: two for each lane of a strip */
    uint8_t *check_mask; /* checked runs: masks of a strip's lanes */
    uint8_t left_out[8]; /* checked runs: see gac__trap_access() */
    uint8_t *left;       /* checked runs: a byte a lane, 1 where the access
                            behind a CHECK leaves private memory and is left
                            out */
    uint32_t n_left;     /* lanes of which `left` is 1 */
    uint8_t *moved;      /* checked runs: for each of ir->n_moves GROUPs,
                            the shadow of each work-item's operand */
    uint32_t first_item; /* checked runs: the first work-item that took part in
                            the work-group's last GROUP */
    gac__helper *helper; /* the thread that runs it; NULL: the run's own */
};

struct gac__run {
    struct gac_launch *launch;
    gac__checker *checker; /* NULL: nothing is checked */
    const gac__lane_program *program;
    const gac__memory_kernels *memory;
    const gac_allocator *allocator;
    gac_run_options options;
    gac__arena arena; /* has what is made before the first group */
    gac__space space;
    uint64_t *arg_address;  /* for each argument; 0: null, or none */
    uint32_t *var_buffer;   /* for each of the kernel's variables */
    uint64_t *scalars;      /* the frame's scalar part, as it starts */
    uint64_t local_bytes;   /* of a group */
    uint64_t *local_offset; /* for each buffer: where in local memory */
    struct gac__local_init {
        uint64_t offset, size; /* bytes of local memory */
        uint8_t *bytes;        /* are copied there before each group */
    } * local_inits;
    uint32_t n_local_inits;
    uint32_t first_kept, n_kept; /* buffers of the program's kept variables */
    uint64_t private_stride;     /* bytes of a strip's private memory */
    uint64_t *private_offset;    /* for each private variable */
    uint32_t *private_buffer;
    uint64_t groups[3], n_groups;
    uint64_t given[3];   /* extents of a work-group as the caller gave them;
                            tile.c may have chosen others */
    uint64_t n_given;    /* work-groups of those extents */
    uint32_t n_threads;  /* groups are dealt out to so many */
    uint32_t coalesced;  /* groups that run side by side in one strip; more
                         than 1: a group is a part of a strip */
    unsigned copy_flags; /* are added to those of each async copy */
    uint32_t compaction_cost; /* of moving a lane of a register there and back,
                                 in the program's weights (compaction.c) */
    uint32_t group_strips;    /* of a full group */
    _Alignas(GAC__APART) atomic_uint_fast64_t next_group;
    atomic_uint_fast64_t groups_done;
    atomic_uint_fast64_t instructions;
    atomic_int *stop;           /* the launch's: not 0: stop */
    const atomic_int *stop_all; /* the context's */
    uint64_t deadline_ns;       /* of gac__now_ns(); 0: none */
    uint64_t limit_ns;          /* the time until then, as the caller gave it */
    pthread_mutex_t lock;       /* guards what follows */
    gac__trap_info trap;
    uint64_t next_print;
    struct gac__held_print {
        uint64_t group;
        char *text;
        size_t length;
    } * held; /* a heap (print.c) */
    size_t n_held, held_capacity;
    uint64_t held_bytes; /* of text */
    uint64_t bytes_copied;
    uint64_t peak_bytes;
    gac_copy_worker *copy_worker;
};

/* Whether the caller, or a trap, wants the run stopped. */
static inline bool gac__is_stopped(const gac__run *run)
{
    return atomic_load_explicit(run->stop, memory_order_relaxed)
           || atomic_load_explicit(run->stop_all, memory_order_relaxed);
}

/* Whether the run goes on behind an access that `rule` is told of. */
static inline bool gac__leaves_out(const gac__run *run, gac__rule_id rule)
{
    return run->checker && run->options.keep_going
           && gac__check_enabled(run->checker, rule);
}

/* -- output ---------------------------------------------------------------- */

bool gac__print_append(gac__worker *w, const char *text, size_t length);

/* What has been appended from `at` on is work-item `item`'s. */
bool gac__print_mark_item(gac__worker *w, uint64_t item, size_t at);

/* Puts what work-items have printed since they last met in their order, as if
 * they had run one after the other; to be called when they meet. */
bool gac__print_sort(gac__worker *w);

/* Hands out a group's output when all groups before it have been done. */
gac_result gac__print_flush(gac__worker *w, uint64_t group);
void gac__print_free(gac__run *run);

/* -- memory beyond the buffers (limits.c) ---------------------------------- */

/* Whether it may grow by so much; to be called under the lock. */
bool gac__run_has_room(const gac__run *run, size_t size_bytes);
/* Notes that it does; false if it may not. */
bool gac__run_count(gac__run *run, size_t size_bytes);

#endif
