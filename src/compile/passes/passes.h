/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The passes, and what they share. */
#ifndef GAC_COMPILE_PASSES_H
#define GAC_COMPILE_PASSES_H

#include "compile/ir/ir_flow.h"

/* The number of private variables. */
static inline uint32_t gac__count_variables(const gac__ir *ir)
{
    const gac__ir_block *entry = &ir->blocks[0];
    uint32_t n = 0;
    for (uint32_t k = 0; k < entry->n_insts; k++)
        n += entry->insts[k]->op == GAC__IR_ALLOCA;
    return n;
}

/* Appends n arguments to an instruction. False: memory is out. */
static inline bool gac__add_arguments(gac__ir *ir, gac__ir_inst *i,
                                      const uint32_t *values, uint32_t n)
{
    uint32_t *args =
        gac__arena_alloc(ir->arena, (size_t)i->n_args + n, sizeof *args);
    if (!args)
        return false;
    if (i->n_args)
        memcpy(args, i->args, i->n_args * sizeof *args);
    memcpy(args + i->n_args, values, n * sizeof *args);
    i->args = args;
    i->n_args += n;
    return true;
}

/* -- offsets in variables -------------------------------------------------- */

/* The bound of offsets that passes follow: sums of a few of them and of
 * variables' sizes (2^30 at most) do not overflow. A larger offset is in no
 * variable. */
#define GAC__MOST_OFFSET ((int64_t)1 << 48)

/* a + b; false: the sum is out of bounds. */
static inline bool gac__offset_add(int64_t a, int64_t b, int64_t *sum_out)
{
    return !__builtin_add_overflow(a, b, sum_out)
           && *sum_out > -GAC__MOST_OFFSET && *sum_out < GAC__MOST_OFFSET;
}

/* Values that are addresses in private variables. Blocks stand behind those
 * that dominate them, so that one sweep follows all but phis. */
#define GAC__NOWHERE INT64_MIN

typedef struct gac__addresses {
    uint32_t *base;  /* by value: the variable's number + 1, in the order of
                        ALLOCAs; 0: it is no such address */
    int64_t *offset; /* by value with a base; GAC__NOWHERE: it is not known */
    uint32_t n_variables;
} gac__addresses;

/* False: memory is out. */
bool gac__addresses_find(gac__addresses *a, const gac__ir *ir,
                         gac__arena *arena);

/* The most values that a pass that duplicates values may leave, so that small
 * kernels stay small. The limit costs speed alone. */
static inline uint32_t gac__most_values(const gac__ir *ir)
{
    return ir->n_values + GAC__MIN(ir->n_values, 1u << 28) * 4 + 65536;
}

/* -- passes -----------------------------------------------------------------
 */

/* `scratch` is reset behind the pass. */
typedef gac_result gac__pass(gac__ir *ir, gac__arena *scratch);

/* Removes unreachable blocks, puts the others in an order in which loops are
 * contiguous, gives each loop one back edge. */
gac__pass gac__pass_cfg;

/* Splits builtins into a uniform part and a lane's part, with the variant's
 * dimensions. */
gac__pass gac__pass_builtins;

/* Small copies of a known size become loads and stores. */
gac__pass gac__pass_copies;

/* Private variables that are only loaded and stored become values. */
gac__pass gac__pass_mem2reg;

/* Merges branches with one target, hoists what both arms of a branch compute,
 * and turns small arms into selections. */
gac__pass gac__pass_ifconvert;

/* Folds constants and address arithmetic, shares equal computations, drops
 * what is not used, and numbers values anew. */
gac__pass gac__pass_simplify;

/* Compare-and-exchange loops become the atomic that they implement. */
gac__pass gac__pass_cas_loops;

/* Gives private arrays an SoA layout: element k of all lanes side by side. */
gac__pass gac__pass_soa;

/* Gives local variables whose sizes the module does not tell the size that
 * copies need. */
gac__pass gac__pass_extents;

/* Finds facts.needs_progress. */
gac__pass gac__pass_progress;

/* Demanded bits: computes in 32 bits where the upper half is not used, and
 * takes uniform addends out of indices. */
gac__pass gac__pass_demand;

/* Moves loop-invariant operations before the loop. */
gac__pass gac__pass_licm;

/* Induction pointers become a start and a distance that is uniform. */
gac__pass gac__pass_pointers;

/* Counted loops that only sum up get a second form, whose lanes are pairs of a
 * work-item and an iteration. */
gac__pass gac__pass_flatten;

/* Splits critical edges to blocks with phis. */
gac__pass gac__pass_edges;

/* Divergence analysis: fills in ir->varying and the facts that need it. */
gac__pass gac__pass_uniform;

/* Folds address arithmetic into accesses. */
gac__pass gac__pass_address;

/* Drops unused instructions. */
gac__pass gac__pass_drop_dead;

/* Gives the branches in front of counted loops counter, limit and step. */
gac__pass gac__pass_counted;

/* Moves operations whose results are the same in every group to the front of
 * block 0: ir->n_setup, ir->kept. */
gac__pass gac__pass_setup;

/* Puts operations that can be fused behind each other. */
gac__pass gac__pass_order;

/* -- trip counts (pass_counted.c) -------------------------------------------
 */

/* What a counted loop's trip counts follow from. */
typedef struct gac__trip_source {
    uint32_t entry;   /* the block in front of the loop */
    uint32_t branch;  /* the block whose branch leaves it */
    uint32_t kind;    /* GAC__COUNT_* */
    uint32_t args[3]; /* the counter at the first comparison, limit, step */
} gac__trip_source;

/* Whether exec may give work-items other lanes in counted loops. */
static inline bool gac__may_count_trips(const gac__ir *ir)
{
    return ir->facts.group_independent && !ir->variant.checked
           && !ir->variant.coalesced && !ir->facts.needs_progress;
}

#define GAC__MOST_TRIP_VALUES 256u /* values that a finder may make */

typedef struct gac__trip_finder {
    gac__ir *ir;
    const gac__loop *l;
    const uint32_t *block_of; /* by value that was there at the beginning */
    uint8_t *varying; /* by value; it has room for those that are made */
    uint32_t most_values;
} gac__trip_finder;

/* False: memory is out. */
bool gac__trip_finder_init(gac__trip_finder *f, gac__ir *ir,
                           const uint8_t *varying, gac__arena *scratch);

/* Finds whether a loop is a counted one, and computes its counter in front of
 * it. */
bool gac__trips_find(gac__trip_finder *f, const gac__loop *l,
                     gac__trip_source *out);

/* The step that a phi of the loop's head is raised by in each iteration, or
 * lowered; 0: there is none. */
uint32_t gac__trip_step(const gac__trip_finder *f, const gac__ir_inst *phi,
                        bool *falls_out);

/* -- parts of passes --------------------------------------------------------
 */

/* Renumbers values in their order and drops unused ones: tables by value become
 * invalid. */
gac__pass gac__renumber;

/* Divergence analysis: fills in `varying`, which has n_values entries. `apart`
 * (n_blocks entries, or NULL): blocks all of whose phis vary. */
gac_result gac__uniform_find(gac__ir *ir, gac__arena *scratch, uint8_t *varying,
                             uint8_t *apart);

/* Facts of the kernel (facts.c): of the IR as built, and of the IR behind
 * gac__pass_uniform(), before accesses have indices. */
void gac__facts_as_built(gac__ir *ir);
gac_result gac__facts_find(gac__ir *ir, gac__arena *scratch);

/* Facts about shapes of work-groups (facts_tiles.c). */
gac_result gac__facts_of_tiles(gac__ir *ir, gac__arena *scratch);

#endif
