/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What follows from the IR's blocks and instructions without changing them. */
#ifndef GAC_COMPILE_IR_FLOW_H
#define GAC_COMPILE_IR_FLOW_H

#include "compile/ir/ir.h"
#include "flow/flow.h"

/* -- equal computations (equals.c) ----------------------------------------- */

bool gac__ir_same_inst(const gac__ir_inst *x, const gac__ir_inst *y);

/* Instructions that have been seen. It forgets some of them. */
typedef struct gac__equals {
    const gac__ir *ir;
    struct gac__seen {
        uint32_t value, block;
    } * table;
    uint32_t size; /* a power of two */
} gac__equals;

/* For about `n` instructions. */
gac_result gac__equals_init(gac__equals *e, const gac__ir *ir, uint32_t n,
                            gac__arena *arena);

/* The result of an instruction equal to `i` that dominates `block`; 0: none is
 * known, and `i`, which is in `block`, has been noted: if it has no result, the
 * next value that is made is to be its. */
uint32_t gac__equals_find(gac__equals *e, const gac__dominators *tree,
                          const gac__ir_inst *i, uint32_t block);

/* -- loops ----------------------------------------------------------------- */

/* A back edge in block order, and what lanes may do between. */
typedef struct gac__loop {
    uint32_t head, last; /* the edge's target and source: head <= last */
    uint32_t end;        /* lanes that part in [head, end] may pass the edge
                            while others wait behind it with the loop's values */
    bool mixed;          /* so may lanes that parted before */
} gac__loop;

/* Inner loops come before those that hold them. */
typedef struct gac__loops {
    gac__loop *loops;
    uint32_t n_loops;
} gac__loops;

gac_result gac__loops_find(const gac__ir *ir, gac__arena *arena,
                           gac__loops *out);

/* Which loops hold which, of blocks in the order of gac__pass_cfg(). */
#define GAC__NO_LOOP UINT32_MAX

typedef struct gac__loop_ranges {
    uint32_t *loop;  /* for each block: the head of the innermost loop that
                        holds it; GAC__NO_LOOP: it is in none */
    uint32_t *outer; /* for a head: the head of the loop around it */
    uint32_t *last;  /* for a head: the loop's last block */
} gac__loop_ranges;

gac_result gac__ranges_find(const gac__ir *ir, gac__arena *arena,
                            gac__loop_ranges *out);

/* -- what follows from blocks and their edges alone ------------------------ */

/* The graph of the blocks, by their terminators' targets. */
gac_result gac__ir_graph(const gac__ir *ir, gac__graph *out, gac__arena *arena);

/* Where lanes that part meet again. */
typedef struct gac__meetings {
    uint32_t *ipdom;  /* for each block: its immediate post-dominator; n_blocks:
                         the exit */
    uint32_t *depth;  /* for each block and the exit: its post-dominators */
    uint8_t *endless; /* for each block: no way from it leads to an exit */
} gac__meetings;

/* Found when a pass first asks, and kept in ir->flow until blocks change. */
typedef struct gac__block_facts {
    gac__graph graph; /* n 0: not yet */
    gac__dominators tree;
    gac__meetings meetings;
    gac__loops loops;
    bool has_tree, has_meetings, has_loops;
} gac__block_facts;

/* Passes that change blocks or edges forget what was known. */
static inline void gac__flow_forget(gac__ir *ir)
{
    ir->flow = NULL;
}

gac_result gac__flow_dominators(gac__ir *ir, const gac__dominators **out);
gac_result gac__flow_meetings(gac__ir *ir, gac__meetings *out);
gac_result gac__flow_loops(gac__ir *ir, gac__loops *out);

/* The first place from `at` on that `next` has not passed over: next[at] is
 * `at` itself, or a later place. */
static inline uint32_t gac__next_place(uint32_t *next, uint32_t at)
{
    while (next[at] != at)
        at = next[at] = next[next[at]];
    return at;
}

/* Of n places in a row: where the first of the ranges ends that hold each of
 * them; UINT32_MAX: none does. start[e]: the lowest start of the ranges that
 * end at e, or UINT32_MAX. `next`: n + 1 of scratch. */
void gac__first_ends_find(uint32_t n, const uint32_t *start, uint32_t *next,
                          uint32_t *first_end);

/* -- vector shapes (ir_shapes.c) ------------------------------------------- */

/* What a value depends on: memory or a loop; ids and the launch alone; those
 * that are the same in every group. */
enum { GAC__LIFE_VISIT, GAC__LIFE_GROUP, GAC__LIFE_LAUNCH };

/* Whether it rises by one from lane to lane: where the first local id does, or
 * in any case. */
enum { GAC__RISES_NOT, GAC__RISES_WITH_ID, GAC__RISES_WITH_LANE };

typedef struct gac__vector_shape {
    int32_t along[3]; /* it grows by this along a dimension, modulo 2^32, */
    uint8_t
        scaled;    /* bit d: times something that only the run knows, along d */
    uint8_t data;  /* bit d: or memory says what becomes of it along d */
    uint8_t ids;   /* bit d: it depends on an id of dimension d */
    uint8_t life;  /* GAC__LIFE_* */
    uint8_t rises; /* GAC__RISES_*: in the chain, or if life is not VISIT */
    bool is_id;    /* it is the first local id, in a type that holds it */
    bool of_row;   /* it is the same along the rows of a group */
    uint32_t chain; /* the first block + 1 of those that run at once with the
                       one that computes it */
} gac__vector_shape;

/* The shapes of all values, when it is known what varies; NULL: memory is out.
 */
const gac__vector_shape *gac__vector_shapes_find(const gac__ir *ir,
                                                 gac__arena *arena);

/* GAC__RISES_* in a chain. */
uint8_t gac__vector_shape_rises(const gac__vector_shape *s, uint32_t chain);

/* Whether block b always runs at once after the block before it, for lanes that
 * have just run that one: it alone leads there, and nowhere back; and lanes do
 * not fall asleep in between. */
bool gac__follows_at_once(const gac__ir *ir, uint32_t b);

/* -- liveness -------------------------------------------------------------- */

/* Blocks, the last one included. */
typedef struct gac__live_run {
    uint32_t first, last;
} gac__live_run;

/* Where values are live, by their numbers: number v's runs rise and are those
 * from first[v] to first[v + 1]. */
typedef struct gac__live_runs {
    uint32_t *first;
    gac__live_run *runs;
} gac__live_runs;

/* At the start of which blocks values are live, and at the end of which. Values
 * that are live at none have no number: UINT32_MAX. */
typedef struct gac__liveness {
    uint32_t n, *number,
        *value; /* by value: its number; by number: its value */
    gac__live_runs in, out;
} gac__liveness;

/* LIMIT: it would take too much. `out` is zeroed by the caller. */
gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out);

/* The first block from b on at whose start or end, as `runs` say, a value is
 * live; UINT32_MAX: there is none. */
uint32_t gac__next_live(const gac__liveness *l, const gac__live_runs *runs,
                        uint32_t b, uint32_t value);

static inline bool gac__is_live(const gac__liveness *l,
                                const gac__live_runs *runs, uint32_t b,
                                uint32_t value)
{
    return gac__next_live(l, runs, b, value) == b;
}

/* Sorts n blocks, none of which is there twice. `bits`: one for each block, all
 * clear before and behind. */
void gac__sort_blocks(uint32_t *list, uint32_t n, uint64_t *bits);

static inline void gac__bit_set(uint64_t *set, uint32_t i)
{
    set[i / 64] |= (uint64_t)1 << (i % 64);
}

#endif
