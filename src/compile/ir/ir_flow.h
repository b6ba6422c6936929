/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Analyses of the IR. */
#ifndef GAC_COMPILE_IR_FLOW_H
#define GAC_COMPILE_IR_FLOW_H

#include "compile/ir/ir.h"
#include "flow/flow.h"

/* -- equal computations (equals.c) ----------------------------------------- */

bool gac__ir_same_inst(const gac__ir_inst *x, const gac__ir_inst *y);

/* A table of instructions that have been seen. It may forget some. */
typedef struct gac__equals {
    const gac__ir *ir;
    struct gac__seen {
        uint32_t value, block;
    } * table;
    uint32_t size; /* a power of two */
} gac__equals;

/* Makes a table for about `n` instructions. */
gac_result gac__equals_init(gac__equals *e, const gac__ir *ir, uint32_t n,
                            gac__arena *arena);

/* The result of an instruction equal to `i` that dominates `block`. 0: none is
 * known; `i`, which is in `block`, has been added. If `i` has no result yet,
 * the next value that is made must be its result. */
uint32_t gac__equals_find(gac__equals *e, const gac__dominators *tree,
                          const gac__ir_inst *i, uint32_t block);

/* -- loops ----------------------------------------------------------------- */

/* A back edge in block order: preds[] >= the block itself. */
typedef struct gac__loop {
    uint32_t head, last; /* the edge's target and source: head <= last */
    uint32_t end; /* lanes that diverge in [head, end] may take the edge while
                     other lanes wait behind it, with values of the loop */
    bool mixed;   /* lanes that diverged before the loop may take the edge while
                     others wait behind it */
    bool innermost; /* no other loop is in it */
} gac__loop;

static inline bool gac__loop_has(const gac__loop *l, uint32_t block)
{
    return l->head <= block && block <= l->last;
}

/* Inner loops stand before those that contain them. */
typedef struct gac__loops {
    gac__loop *loops;
    uint32_t n_loops;
} gac__loops;

gac_result gac__loops_find(const gac__ir *ir, gac__arena *arena,
                           gac__loops *out);

/* The nesting of loops, for blocks in the order of gac__pass_cfg(). */
#define GAC__NO_LOOP UINT32_MAX

typedef struct gac__loop_ranges {
    uint32_t *loop;  /* by block: the head of the innermost loop that contains
                        it; GAC__NO_LOOP: none does */
    uint32_t *outer; /* by head: the head of the loop around it */
    uint32_t *last;  /* by head: the loop's last block */
} gac__loop_ranges;

gac_result gac__ranges_find(const gac__ir *ir, gac__arena *arena,
                            gac__loop_ranges *out);

/* -- facts about blocks and edges (block_flow.c) -----------------------------
 */

/* The control-flow graph. */
gac_result gac__ir_graph(const gac__ir *ir, gac__graph *out, gac__arena *arena);

/* Divergent lanes reconverge at a branch's immediate post-dominator. */
typedef struct gac__post_dominators {
    uint32_t *ipdom;  /* by block: its immediate post-dominator; n_blocks: the
                         exit */
    uint32_t *depth;  /* by block, and of the exit: its depth in the tree */
    uint8_t *endless; /* by block: no path from it leads to an exit */
} gac__post_dominators;

enum {
    GAC__KNOWN_TREE = 1,
    GAC__KNOWN_POST_DOMINATORS = 2,
    GAC__KNOWN_LOOPS = 4
};

/* Computed on demand, and kept in ir->flow until blocks change. */
typedef struct gac__block_facts {
    gac__graph graph; /* n 0: not computed */
    gac__dominators tree;
    gac__post_dominators post_dominators;
    gac__loops loops; /* optimized IR has them */
    uint32_t known;   /* GAC__KNOWN_* */
} gac__block_facts;

/* Forgets the facts about blocks and edges. To be called by each pass that
 * changes them. */
static inline void gac__flow_forget(gac__ir *ir)
{
    ir->flow = NULL;
}

gac_result gac__flow_dominators(gac__ir *ir, const gac__dominators **out);
gac_result gac__flow_post_dominators(gac__ir *ir, gac__post_dominators *out);
gac_result gac__flow_loops(gac__ir *ir, gac__loops *out);

/* The first index from `at` on that has not been removed, by union-find:
 * next[at] is `at` itself, or a later index if `at` has been removed. */
static inline uint32_t gac__next_index(uint32_t *next, uint32_t at)
{
    while (next[at] != at)
        at = next[at] = next[next[at]];
    return at;
}

/* For each of n indices: the lowest end of the ranges that contain it;
 * UINT32_MAX: none does. start[e]: the lowest start of the ranges that end at
 * e, or UINT32_MAX. `next`: n + 1 of scratch. */
void gac__first_ends_find(uint32_t n, const uint32_t *start, uint32_t *next,
                          uint32_t *first_end);

/* -- vector shapes (ir_shapes.c) ------------------------------------------- */

/* How long a value stays the same. VISIT: it depends on memory or a loop.
 * GROUP: it depends only on ids and the launch. LAUNCH: it depends only on what
 * is the same in every group. */
enum { GAC__LIFE_VISIT, GAC__LIFE_GROUP, GAC__LIFE_LAUNCH };

/* Where a value rises by one from lane to lane: nowhere, where the first local
 * id does, or always. */
enum { GAC__RISES_NOT, GAC__RISES_WITH_ID, GAC__RISES_WITH_LANE };

typedef struct gac__vector_shape {
    int32_t along[3]; /* difference from one work-item to the next along a
                         dimension, modulo 2^32 */
    uint8_t scaled;   /* bit d: the difference along d has a factor that is
                         known at run time only */
    uint8_t data;     /* bit d: the difference along d depends on memory */
    uint8_t ids;      /* bit d: it depends on an id of dimension d */
    uint8_t life;     /* GAC__LIFE_* */
    uint8_t rises;    /* GAC__RISES_*; if life is VISIT, in its trace only */
    bool is_id;       /* it is the first local id, in a type that holds it */
    bool of_row;      /* it is the same along the rows of a group */
    uint32_t trace;   /* first block + 1 of the trace that computes it */
} gac__vector_shape;

/* The shapes of all values (needs ir->varying); NULL: memory is out. */
const gac__vector_shape *gac__vector_shapes_find(const gac__ir *ir,
                                                 gac__arena *arena);

/* GAC__RISES_* in a trace. */
uint8_t gac__vector_shape_rises(const gac__vector_shape *s, uint32_t trace);

/* Whether block b belongs to the trace of the block before it: it always runs
 * directly behind that block, for lanes that have just run it. That block is
 * the only predecessor and has no back edge, and lanes do not yield between. */
bool gac__follows_at_once(const gac__ir *ir, uint32_t b);

/* -- liveness -------------------------------------------------------------- */

/* A range of blocks, `last` included. */
typedef struct gac__live_run {
    uint32_t first, last;
} gac__live_run;

/* The blocks where values are live: number v has the ranges runs[first[v]] to
 * runs[first[v + 1] - 1], in order. */
typedef struct gac__live_runs {
    uint32_t *first;
    gac__live_run *runs;
} gac__live_runs;

/* The blocks at whose start and end values are live. Values that are live at
 * none have no number: UINT32_MAX. */
typedef struct gac__liveness {
    uint32_t n;       /* numbers */
    uint32_t *number; /* by value */
    uint32_t *value;  /* by number */
    gac__live_runs in, out;
} gac__liveness;

/* LIMIT: it would take too long. The caller zeroes `out`. */
gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out);

/* The first block from b on in a value's ranges; UINT32_MAX: there is none. */
uint32_t gac__next_live(const gac__liveness *l, const gac__live_runs *runs,
                        uint32_t b, uint32_t value);

static inline bool gac__is_live(const gac__liveness *l,
                                const gac__live_runs *runs, uint32_t b,
                                uint32_t value)
{
    return gac__next_live(l, runs, b, value) == b;
}

static inline void gac__bit_set(uint64_t *set, uint32_t i)
{
    set[i / 64] |= (uint64_t)1 << (i % 64);
}

#endif
