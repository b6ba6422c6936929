/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The compiler's passes, and what they find out about the IR. */
#ifndef GAC_COMPILE_PASSES_H
#define GAC_COMPILE_PASSES_H

#include "compile/ir.h"

/* -- passes, in the order of their running (gac__ir_optimize) ------------------ */

/* Removes unreachable blocks, puts the others in an order in which loops are
 * contiguous, gives each loop one back edge. */
gac_result gac__pass_cfg(gac__ir *ir);

/* Splits critical edges to blocks with phis, and computes loop variables late in
 * their blocks; after the last pass that makes phis. */
gac_result gac__pass_edges(gac__ir *ir);

/* Splits builtins into what is per group and what is per lane. */
gac_result gac__pass_builtins(gac__ir *ir);

/* Private variables that are only loaded and stored become values. */
gac_result gac__pass_mem2reg(gac__ir *ir);

/* Computes in 32 bits what is the upper half of 64. */
gac_result gac__pass_halves(gac__ir *ir);

/* Makes one branch of several that lead to one place, and has both ways of a branch
 * share what they compute. */
gac_result gac__pass_branches(gac__ir *ir);

/* Makes choices between values of branches on which lanes part, where both ways are
 * little work. */
gac_result gac__pass_select(gac__ir *ir);

/* Puts the same elements of lanes' private arrays together. */
gac_result gac__pass_spread(gac__ir *ir);

/* Loop variables of which only the lower halves matter get 32 bits. */
gac_result gac__pass_phis(gac__ir *ir);

/* Computes indices in 32 bits where it can, and takes what all lanes share out
 * of them. */
gac_result gac__pass_narrow(gac__ir *ir);

/* Pointers that lanes move through memory together become what they begin with and
 * a distance that lanes share. */
gac_result gac__pass_pointers(gac__ir *ir);

/* Folds constants and address arithmetic, shares equal computations, drops
 * what nobody uses. */
gac_result gac__pass_simplify(gac__ir *ir);

/* Gives local variables whose sizes the module does not tell what copies need. */
gac_result gac__pass_extents(gac__ir *ir);

/* Finds out whether the kernel spins: ir->spins. */
gac_result gac__pass_spin(gac__ir *ir);

/* Finds which values are the same for all lanes of a strip. `varying` has
 * n_values entries. */
gac_result gac__pass_uniform(gac__ir *ir, gac__arena *arena, uint8_t *varying);

/* The same; `apart` (n_blocks entries, or NULL): blocks of which all phis vary,
 * whatever they are made of. `leaves` (n_values zeroes, or NULL): of values that vary
 * since they are used behind a loop that lanes leave at different times, the first block
 * behind it. */
gac_result gac__uniform_find(gac__ir *ir, gac__arena *arena, uint8_t *varying,
                             uint8_t *apart, uint32_t *leaves);

/* Finds ir->varying, and gives such uses copies, so that the loops' own values need not
 * vary. */
gac_result gac__ir_find_varying(gac__ir *ir);

/* Folds address arithmetic into accesses; needs ir->varying. */
gac_result gac__pass_address(gac__ir *ir);

/* Numbers the places that a checked kernel may tell of: ir->sites (ir_sites.c). */
gac_result gac__ir_number_sites(gac__ir *ir);

/* What gac__ir_optimize() notes in ir->group_blind, ->joinable and ->shares_local;
 * the last when ir->varying is known (groups.c). */
bool gac__ir_is_group_blind(const gac__ir *ir);
bool gac__ir_is_joinable(const gac__ir *ir);
bool gac__ir_shares_local(const gac__ir *ir);

/* Whether the dimensions of a kernel that is group_blind may change places, as it was
 * built; and has the first one and `lead` do so: the range is to be turned, too. */
bool gac__ir_may_turn(const gac__ir *ir);
void gac__ir_turn(gac__ir *ir, uint32_t lead);

/* Notes ir->prefers_rows and ->lead, and finds ir->has_upper_ids, once a global id is the
 * sum of the group's and the local one; before accesses have indices (rows.c). */
gac_result gac__ir_find_rows(gac__ir *ir);
bool gac__ir_has_upper_ids(const gac__ir *ir);

/* Whether a pointer may be one to local memory. */
bool gac__ir_may_be_local(const gac__ir *ir, uint32_t pointer);

/* Drops pure instructions that nobody uses. */
gac_result gac__pass_drop_dead(gac__ir *ir);

/* Numbers values anew, in the order that they have, without those that no instruction
 * has or takes; nothing may be known by value. */
gac_result gac__pass_renumber(gac__ir *ir);

/* Puts operations that may be chains behind each other; when what varies is known. */
gac_result gac__pass_order(gac__ir *ir);

/* -- dominators ---------------------------------------------------------------- */

/* The successors of node k are to[first[k]] to to[first[k + 1] - 1]. */
typedef struct gac__digraph {
    uint32_t n;
    const uint32_t *first, *to;
} gac__digraph;

/* Finds each node's immediate dominator on the ways from node 0, whose own is
 * itself; UINT32_MAX: it cannot be reached. */
gac_result gac__idoms_find(const gac__digraph *g, const gac_allocator *allocator,
                           gac__watch *watch, uint32_t *idom);

typedef struct gac__dominators {
    uint32_t *idom;          /* for each block: its immediate dominator; the
                                entry's is itself */
    uint32_t *enter, *leave; /* numbering of the tree */
} gac__dominators;

/* Whether every way to block b leads through block a. */
bool gac__dominates(const gac__dominators *t, uint32_t a, uint32_t b);

/* -- equal computations (equals.c) --------------------------------------------- */

bool gac__ir_same_inst(const gac__ir_inst *x, const gac__ir_inst *y);

/* Instructions that have been seen. It forgets some of them. */
typedef struct gac__equals {
    const gac_allocator *allocator;
    const gac__ir *ir;
    struct gac__seen { uint32_t value, block; } *table;
    uint32_t size; /* a power of two */
} gac__equals;

/* For about `n` instructions. Freed with gac__equals_free(), also after a failure. */
gac_result gac__equals_init(gac__equals *e, const gac__ir *ir, uint32_t n,
                            const gac_allocator *allocator);
void gac__equals_free(gac__equals *e);

/* The result of an instruction equal to `i` that dominates `block`; 0: none is
 * known, and `i`, which is in `block`, has been noted: if it has no result, the next
 * value that is made is to be its. */
uint32_t gac__equals_find(gac__equals *e, const gac__dominators *tree,
                          const gac__ir_inst *i, uint32_t block);

/* -- loops --------------------------------------------------------------------- */

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

/* -- what follows from blocks and their edges alone ---------------------------- */

/* Where lanes that part meet again. */
typedef struct gac__meetings {
    uint32_t *ipdom;   /* for each block: its immediate post-dominator; n_blocks:
                          the exit */
    uint32_t *depth;   /* for each block and the exit: its post-dominators */
    uint8_t *endless;  /* for each block: no way from it leads to an exit */
} gac__meetings;

/* Found when a pass first asks, and kept in ir->flow until blocks change. */
typedef struct gac__flow {
    gac__dominators tree;
    gac__meetings meetings;
    gac__loops loops;
    bool has_tree, has_meetings, has_loops;
} gac__flow;

/* Passes that change blocks or edges forget what was known. */
static inline void gac__flow_forget(gac__ir *ir)
{
    ir->flow = NULL;
}

gac_result gac__flow_dominators(gac__ir *ir, const gac__dominators **out);
gac_result gac__flow_meetings(gac__ir *ir, gac__meetings *out);
gac_result gac__flow_loops(gac__ir *ir, gac__loops *out);

/* Of n places in a row: where the first of the ranges ends that hold each of them;
 * UINT32_MAX: none does. start[e]: the lowest start of the ranges that end at e, or
 * UINT32_MAX. `next`: n + 1 of scratch. */
void gac__first_ends_find(uint32_t n, const uint32_t *start, uint32_t *next,
                          uint32_t *first_end);

/* -- liveness ----------------------------------------------------------------- */

/* Blocks, the last one included. */
typedef struct gac__live_run {
    uint32_t first, last;
} gac__live_run;

/* Where values are live, by their numbers: number v's runs rise and are those from
 * first[v] to first[v + 1]. */
typedef struct gac__live_runs {
    uint32_t *first;
    gac__live_run *runs;
} gac__live_runs;

/* At the start of which blocks values are live, and at the end of which. Values
 * that are live at none have no number: UINT32_MAX. */
typedef struct gac__liveness {
    uint32_t n, *number, *value; /* by value: its number; by number: its value */
    gac__live_runs in, out;
} gac__liveness;

/* LIMIT: it would take too much. `out` is zeroed by the caller. */
gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out);

/* The first block from b on at whose start or end, as `runs` say, a value is live;
 * UINT32_MAX: there is none. */
uint32_t gac__next_live(const gac__liveness *l, const gac__live_runs *runs,
                        uint32_t b, uint32_t value);

static inline bool gac__is_live(const gac__liveness *l,
                                const gac__live_runs *runs, uint32_t b,
                                uint32_t value)
{
    return gac__next_live(l, runs, b, value) == b;
}

static inline bool gac__bit_test(const uint64_t *set, uint32_t i)
{
    return (set[i / 64] >> (i % 64)) & 1;
}

static inline void gac__bit_set(uint64_t *set, uint32_t i)
{
    set[i / 64] |= (uint64_t)1 << (i % 64);
}

static inline void gac__bit_clear(uint64_t *set, uint32_t i)
{
    set[i / 64] &= ~((uint64_t)1 << (i % 64));
}

#endif
