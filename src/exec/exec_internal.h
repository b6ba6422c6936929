/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs lane programs: address space, strips, groups, launches.
 *
 *   launch   one run of a kernel over a range; owns the address space
 *   worker   a thread's things: strips, local memory, a copy queue
 *   group    a work-group: the worker's strips, one after the other, from one
 *            collective point to the next
 *   strip    up to `width` lanes (work-items) that one instruction serves
 */
#ifndef GAC_EXEC_EXEC_INTERNAL_H
#define GAC_EXEC_EXEC_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include <gac/copy.h>
#include <gac/run.h>

#include "check/check.h"
#include "compile/compile.h"
#include "exec/lanes/lanes_memory.h"
#include "exec/space.h"

/* -- launches -------------------------------------------------------------- */

typedef struct gac__argument {
    enum {
        GAC__ARG_UNSET,
        GAC__ARG_BUFFER,
        GAC__ARG_LOCAL,
        GAC__ARG_VALUE,
        GAC__ARG_NULL
    } kind;
    uint8_t *data; /* buffer: the caller's; value: ours */
    uint64_t size;
    uint32_t flags;
    uint64_t address; /* where a buffer is placed; 0: nowhere */
} gac__argument;

/* What argument `index` holds at byte `offset`: an address in argument
 * `target`. */
typedef struct gac__address {
    uint32_t index, target;
    uint64_t offset, target_offset;
    uint32_t next; /* position, and 1, of one of the same key; 0: none */
} gac__address;

/* Where and why a run ended early. */
typedef struct gac__trap_info {
    gac_result result; /* GAC_OK: none */
    gac__rule_id rule;
    char message[400];
    uint32_t ordinal; /* of the SPIR-V instruction */
    uint64_t group;   /* linear; the lowest one is reported */
} gac__trap_info;

typedef struct gac__run gac__run;
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
    int plain;
} gac__outer;

/* What a load has brought in of the rows that lanes walk through
 * (row_buffers.c). */
typedef struct gac__row_buffer {
    uint32_t at, pitch; /* frame offset; words from one round to the next */
    uint32_t left;      /* rounds */
    uint32_t idle;      /* loops until it is tried again */
    struct gac__row_tally {
        uint32_t lanes;  /* in the loop's first round; 0: it made none */
        uint32_t rounds; /* behind that one, at most GAC__ROW_ROUNDS */
        uint32_t useful; /* lanes in all of those together */
    } now, before;       /* this loop, and the one before that made a round */
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
    bool more_waits;      /* there are greater ones that found no room */
    bool spins;           /* lanes may have to sleep: the program's */
    uint32_t turn;        /* of the next ones that do */
    bool met;             /* the block's collective has been carried out */
    bool full;            /* all n lanes are active */
    int plain;            /* codes up to this one need no look at the mask */
    bool protect;         /* lanes are parked: keep them in every write */
    uint32_t block;       /* where active lanes are */
    uint32_t parked;      /* not 0: active lanes wait at this pc */
    uintptr_t fetched;    /* elements behind which memory has been asked for */
    uint32_t fixed_known; /* a bit for each of the first GAC__FIXED_SHAPES: it
                             is known of all lanes */
    bool x_rises;         /* get_local_id(0) rises by one from lane to lane */
    bool x_rises_again;   /* the same in each of several groups */
    uint32_t preset_local[3]; /* the local size that lane ids were made for */
    uint32_t *group_of; /* for each lane: which of the strip's groups is its
                           own; NULL: there is one */
    uint8_t *private_memory;
    struct gac__packing { /* packs.c */
        uint32_t *order; /* which lane each was at first; and as many and one of
                            scratch; NULL: they are never moved */
        bool done;       /* some have been */
        bool x_rises;    /* the strip's, of lanes as they were */
        uint64_t idle;   /* work of loops for lanes that are not active */
        uint64_t price;  /* idle work from which on moving may pay */
    } pack;
    struct gac__trips {                /* counted.c */
        const gac__counted_loop *loop; /* whose active lanes the strip has;
                                          NULL: it has all */
        uint32_t n_all;                /* how many that are */
        uint32_t iteration; /* how often lanes have come to its branch */
        uint32_t most;      /* how often a lane stays there, at most */
        uint32_t *left; /* for each lane, sorted: how often it comes there; 0:
                           it is not in the loop */
        uint32_t *kept, n_kept; /* pack registers of which lanes that have left
                                   are put aside, */
        uint64_t *aside;        /* a step of lanes of each; NULL: never */
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

typedef enum gac__status {
    GAC__STATUS_ENDED,
    GAC__STATUS_PARKED,
    GAC__STATUS_STOPPED,
    GAC__STATUS_TIRED /* to be run again, after the group's other strips */
} gac__status;

/* Lines at one distance, each an async copy, that are made as one (copy_run.c).
 */
typedef struct gac__copy_lines {
    const gac__lane_inst *inst; /* the first one's */
    uint8_t *to;                /* where the first line goes, */
    const uint8_t *from;        /* and is */
    const gac__buffer *to_buffer, *from_buffer;
    uint64_t last_to, last_from;             /* addresses */
    uint64_t to_step, from_step, line_bytes; /* bytes */
    uint64_t element_bytes;
    uint64_t n_lines; /* 0: none */
    gac_copy_event event;
    gac_copy_site plan;
} gac__copy_lines;

/* What a worker remembers of an async copy instruction: the plan of its last
 * copy, and where that began in the host. */
typedef struct gac__site {
    gac_copy_site plan;
    uintptr_t to, from;
    gac__copy_lines lines;
} gac__site;

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
    gac__strip *strips;
    uint32_t n_strips;                   /* made */
    uint32_t n_group_strips;             /* in the present group */
    uint8_t *local_arena, *local_memory; /* in the arena */
    gac_copy_queue *queue;
    gac__site *sites;      /* one an ASYNC_COPY instruction */
    gac_copy_plan nothing; /* copies no bytes */
    bool joins_copies;     /* of lines: not if each one is looked at, nor
                              where output is put in order at each */
    uint64_t group_linear;
    uint64_t group_id[3];
    uint64_t local_size[3];
    uint64_t n_items; /* in the present group */
    uint64_t instructions, bytes_copied;
    uint64_t counted; /* of them, added to the run's sum */
    uint64_t budget;  /* instructions at which limits are looked at */
    char *print;      /* printf output of the present group */
    size_t print_length, print_capacity;
    GAC__VEC(gac__print_mark) print_marks; /* since work-items last met */
    uint64_t *offsets;   /* checked runs: two for each lane of a strip */
    uint8_t *check_mask; /* checked runs: a strip's */
    uint8_t *left;       /* checked runs: a byte a lane, 1 where the access
                            behind a CHECK leaves private memory and is left
                            out */
    uint32_t n_left;     /* such lanes */
    uint8_t left_out[8]; /* checked runs: see gac__trap_access() */
    uint8_t *moved;      /* checked runs: for each of ir->n_moves GROUPs,
                            the shadow of each work-item's operand */
    uint32_t first_item; /* the first one that has met the others at the last
                            GROUP of a checked run's work-group */
    gac__helper *helper; /* that has it; NULL: the run's own thread */
};

struct gac__run {
    struct gac_launch *launch;
    gac__checker *checker; /* NULL: nothing is checked */
    const gac__lane_program *program;
    const gac__memory_kernels *memory;
    const gac_allocator *allocator;
    gac_run_options options;
    gac__space space;
    uint64_t *scalars;      /* the frame's scalar part, as it starts */
    uint64_t local_bytes;   /* of a group */
    uint64_t *local_offset; /* for each buffer: where in local memory */
    struct gac__local_init {
        uint64_t offset, size; /* in local memory */
        uint8_t *bytes;        /* what a group finds there */
    } * local_inits;
    uint32_t n_local_inits;
    uint32_t first_kept, n_kept; /* buffers of the program's kept variables */
    uint64_t private_stride;     /* bytes of private memory a strip */
    uint64_t *private_offset;    /* for each private variable */
    uint32_t *private_buffer;
    uint64_t groups[3], n_groups;
    uint64_t given[3];   /* extents of a group as the caller knows it: ours
                            may be others, where the kernel cannot tell */
    uint64_t n_given;    /* such groups */
    uint32_t n_threads;  /* that groups are dealt out to */
    uint32_t joined;     /* groups that run side by side in one strip; more
                            than 1: a group is a part of a strip */
    unsigned copy_flags; /* of all async copies, beside their own */
    uint32_t
        compaction_cost; /* what moving a register's lane takes, there and back,
                       in the units of the program's weights (packs.c) */
    uint32_t sub_group_size;
    uint32_t group_strips; /* in a full group */
    uint32_t address_bits;
    _Alignas(GAC__APART) atomic_uint_fast64_t next_group;
    atomic_uint_fast64_t groups_done;
    atomic_uint_fast64_t instructions;
    atomic_int *stop;           /* the launch's: not 0: stop */
    const atomic_int *stop_all; /* the context's */
    uint64_t deadline_ns;       /* 0: none */
    uint64_t limit_ns;          /* the time until then, as it was given */
    pthread_mutex_t lock;       /* of what follows */
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

/* -- strips (strip.c) ------------------------------------------------------ */

/* Runs a strip until all its lanes have ended or are parked at a collective
 * block, or the run stops. */
gac__status gac__strip_run(gac__strip *s);

/* Looks at the clock, at the instructions executed and at cancellation, when a
 * worker's instructions have passed its budget. False if the run must stop. */
bool gac__check_limits(gac__worker *w);

/* Counts work that takes as long as so many instructions, and looks when the
 * budget is passed; false if the run must stop. */
static inline bool gac__spend(gac__worker *w, uint64_t instructions)
{
    w->instructions += instructions;
    return w->instructions <= w->budget || gac__check_limits(w);
}

/* Copies in pieces, whatever overlaps: a large copy counts as the many loads
 * and stores that it stands for, so that limits hold within it, too. False: the
 * run must stop. */
bool gac__move_bytes(gac__worker *w, uint8_t *to, const uint8_t *from,
                     uint64_t size);

/* Before event e of a list is looked at: those behind a few count as an
 * instruction each. False if the run must stop. */
#define GAC__FEW_EVENTS 64u
static inline bool gac__event_goes_on(gac__worker *w, uint32_t e)
{
    return e < GAC__FEW_EVENTS || gac__spend(w, 1);
}

static inline bool gac__lane_is_on(const gac__strip *s, uint32_t lane)
{
    return s->full ? lane < s->n : s->mask[lane];
}

/* A lane's work-item, by its number in the group. */
static inline uint32_t gac__lane_item(const gac__strip *s, uint32_t lane)
{
    return s->index * s->worker->run->program->width + lane;
}

/* Lanes that wait at a collective block go on behind its first instruction. */
void gac__strip_resume(gac__strip *s);

/* The active lanes are at `pc` from now on; no lane waits below it. */
static inline void gac__strip_go(gac__strip *s, uint32_t pc)
{
    s->block = pc & GAC__PC_BLOCK;
    s->parked = pc & GAC__PC_PARKED ? pc : 0;
}

/* Runs a strip that is its whole group, parked at an async copy, up to the
 * first block that does anything but compute and copy lines; perhaps not at
 * all. False if the run must stop. */
bool gac__strip_copies(gac__strip *s);

/* -- memory (memory.c, memory_uniform.c) ----------------------------------- */

/* Returns host memory for `size` bytes at `address`, or NULL if they do not lie
 * in one buffer (or it is read-only and `write`). */
uint8_t *gac__strip_translate(const gac__strip *s, uint64_t address,
                              uint64_t size, bool write);

/* Returns what is to be added to the address of any active lane, which stand in
 * the register at `at`, to have host memory of an element of `i`; 0 if they do
 * not all lie in one buffer. */
uintptr_t gac__strip_window(gac__strip *s, const gac__lane_inst *i, uint32_t at,
                            bool write);

/* Bytes from a group's memory at `address` to that of the next group in the
 * strip. */
uint64_t gac__bytes_apart(const gac__strip *s, uint64_t address);

/* Returns the buffer that an address belongs to, by number; 0: none. */
static inline uint32_t gac__strip_buffer(const gac__strip *s, uint64_t address)
{
    const gac__space *space = &s->worker->run->space;
    if (space->wide) {
        uint64_t index = address >> 48;
        return index && index < space->n_buffers
                   ? (uint32_t)index
                   : gac__space_placed(space, address);
    }
    return address >> 32 ? 0 : space->pages[address >> GAC__PAGE_SHIFT];
}

/* The same for messages: what lies in front of a buffer is told of it, and what
 * lies behind a placed one. */
static inline uint32_t gac__strip_nearest(const gac__strip *s, uint64_t address)
{
    uint32_t number = gac__strip_buffer(s, address);
    uint64_t at = address - s->buffers[number].base;
    return s->worker->run->space.wide && (!number || at >> 47)
               ? gac__space_nearest(&s->worker->run->space, address)
               : number;
}

static inline uint32_t gac__log2_bytes(uint8_t ty)
{
    static const uint8_t log2[GAC__TY_COUNT] = {0, 0, 0, 1, 2, 3, 1, 2, 3};
    return log2[ty];
}

/* The first active lanes of a loop are about to come to it; `row_buffers` has a
 * bit for each of its loads that have row buffers. One of them: false: it has
 * to be done otherwise. */
void gac__row_buffers_begin(gac__strip *s, uint32_t row_buffers);
bool gac__row_buffer_load(gac__strip *s, const gac__lane_inst *i);

/* PARTS (parts.c). Returns how many of the accesses behind it are done: all, or
 * 0; or that one of them stops the run. */
#define GAC__STOPPED UINT32_MAX
uint32_t gac__do_parts(gac__strip *s, const gac__lane_inst *i);

/* CHAIN (chains.c). Returns how many of the instructions behind it are done; 0:
 * they have to be run one by one. */
uint32_t gac__do_chain(gac__strip *s, const gac__lane_inst *i);

/* Makes the steps of a new strip's chains. */
void gac__chains_prepare(gac__strip *s);

/* Returns the place of lane 0's element for a store of consecutive elements
 * whose index is known, all of which may be written; 0: it is not that simple.
 */
uintptr_t gac__contiguous_place(gac__strip *s, const gac__lane_inst *i);

/* The same value, of 1 << log2 bytes, n times. */
void gac__fill(uint8_t *to, uint64_t bits, uint32_t log2, size_t n);

bool gac__do_load(gac__strip *s, const gac__lane_inst *i);
bool gac__do_load_uniform(gac__strip *s, const gac__lane_inst *i);
bool gac__do_load_indexed(gac__strip *s, const gac__lane_inst *i);
bool gac__do_store(gac__strip *s, const gac__lane_inst *i);
bool gac__do_store_uniform(gac__strip *s, const gac__lane_inst *i);
bool gac__do_store_indexed(gac__strip *s, const gac__lane_inst *i);

/* Ends the run: an access of `size` bytes at `address` by `lane` is out of
 * bounds, or not allowed. Where the run is to go on, what is accessed instead,
 * of at most 8 bytes, zeroed; else NULL. */
uint8_t *gac__trap_access(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                          uint64_t address, uint64_t size, bool write);

/* Whether the run goes on behind an access that `rule` is told of. */
static inline bool gac__leaves_out(const gac__run *run, gac__rule_id rule)
{
    return run->checker && run->options.keep_going
           && gac__check_enabled(run->checker, rule);
}

/* Ends the run with another reason. */
void gac__stop(gac__worker *w, gac_result result, gac__rule_id rule,
               uint32_t ordinal, const char *format, ...) GAC__PRINTF(5, 6);

/* -- operands of list instructions ----------------------------------------- */

/* Reads one lane of a register, or a scalar slot, zero extended. */
static inline uint64_t gac__read_lane(const uint8_t *frame, uint32_t at,
                                      bool uniform, uint8_t ty, uint32_t lane)
{
    const uint8_t *p = frame + at;
    size_t k = uniform ? 0 : lane;
    switch (gac__ty_bytes((gac__ty)ty)) {
    case 1: return p[k];
    case 2: return ((const uint16_t *)(const void *)p)[k];
    case 4: return ((const uint32_t *)(const void *)p)[k];
    default: return ((const uint64_t *)(const void *)p)[k];
    }
}

/* Reads operand `a` of lane `lane`, zero extended. */
static inline uint64_t gac__operand(const gac__strip *s,
                                    const gac__lane_inst *i, uint32_t a,
                                    uint32_t lane)
{
    return gac__read_lane(s->frame, i->args[a], i->arg_uniform[a], i->arg_ty[a],
                          lane);
}

/* An address that all lanes share. */
static inline void gac__lea_scalar(gac__strip *s, const gac__lane_inst *i)
{
    uint64_t base, index = gac__read_lane(s->frame, i->b, true, i->index_ty, 0);
    uint32_t bits = gac__ty_bytes((gac__ty)i->index_ty) * 8;
    memcpy(&base, s->frame + i->a, sizeof base);
    int64_t at = i->flags & GAC__CODE_UNSIGNED
                     ? (int64_t)index
                     : (int64_t)(index << (64 - bits)) >> (64 - bits);
    uint64_t address = base + (uint64_t)at * i->scale + (uint64_t)i->imm;
    if (i->ty == GAC__TY_I32)
        address = (uint32_t)address;
    memcpy(s->frame + i->d, &address, sizeof address);
}

/* Writes one lane's result. */
void gac__write_result(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                       uint64_t bits);

/* -- lane by lane (lane_ops.c, atomics.c, print.c) ------------------------- */

bool gac__do_copymem(gac__strip *s, const gac__lane_inst *i);
bool gac__do_generic(gac__strip *s, const gac__lane_inst *i);
bool gac__do_atomic(gac__strip *s, const gac__lane_inst *i);
bool gac__do_printf(gac__strip *s, const gac__lane_inst *i);
bool gac__do_trap(gac__strip *s, const gac__lane_inst *i);

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

/* -- workers (run.c) ------------------------------------------------------- */

gac_result gac__worker_init(gac__worker *w, gac__run *run);
void gac__worker_free(gac__worker *w);

/* Whether memory beyond the buffers may grow by so much; to be called under the
 * lock. */
bool gac__run_has_room(const gac__run *run, size_t size_bytes);
/* Notes that it does; false if it may not. */
bool gac__run_count(gac__run *run, size_t size_bytes);

/* Memory that starts at a multiple of GAC__APART bytes; NULL when it is out or
 * past the run's limit. Freed with the same size. */
void *gac__run_alloc(gac__run *run, size_t size_bytes);
void gac__run_free(gac__run *run, void *p, size_t size_bytes);

#endif
