/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The passes, each of which changes the IR, and what they note in it. */
#ifndef GAC_COMPILE_PASSES_H
#define GAC_COMPILE_PASSES_H

#include "compile/ir/ir_flow.h"

/* How many private variables there are. */
static inline uint32_t gac__count_variables(const gac__ir *ir)
{
    const gac__ir_block *entry = &ir->blocks[0];
    uint32_t n = 0;
    for (uint32_t k = 0; k < entry->n_insts; k++)
        n += entry->insts[k]->op == GAC__IR_ALLOCA;
    return n;
}

/* -- offsets in variables -------------------------------------------------- */

/* Offsets that passes follow lie this near to 0, so that neither a few of them
 * together nor sizes of variables (2^30 at most) overflow; what is further is
 * in no variable. */
#define GAC__MOST_OFFSET ((int64_t)1 << 48)

/* a + b; false: that is too far. */
static inline bool gac__offset_add(int64_t a, int64_t b, int64_t *sum_out)
{
    return !__builtin_add_overflow(a, b, sum_out)
           && *sum_out > -GAC__MOST_OFFSET && *sum_out < GAC__MOST_OFFSET;
}

/* Values that are addresses in private variables. Blocks come behind those that
 * dominate them, so that one walk follows all but phis. */
#define GAC__NOWHERE INT64_MIN

typedef struct gac__addresses {
    uint32_t *base;  /* for each value: its variable, in the order of ALLOCAs,
                        + 1; 0: it is none */
    int64_t *offset; /* for each with a base; GAC__NOWHERE: it is not known */
    uint32_t n_variables;
} gac__addresses;

/* For n values. False: memory is out. */
bool gac__addresses_init(gac__addresses *a, uint32_t n, gac__arena *arena);

/* Follows an instruction: an ALLOCA, MOV or LEA. */
void gac__address_follow(gac__addresses *a, const gac__ir *ir,
                         const gac__ir_inst *i);

/* How many values there may be behind a pass that makes several of one: small
 * kernels stay small. It costs speed alone. */
static inline uint32_t gac__most_values(const gac__ir *ir)
{
    return ir->n_values + GAC__MIN(ir->n_values, 1u << 28) * 4 + 65536;
}

/* -- passes -----------------------------------------------------------------
 */

/* `scratch` is emptied behind the pass. */
typedef gac_result gac__pass(gac__ir *ir, gac__arena *scratch);

/* Removes unreachable blocks, puts the others in an order in which loops are
 * contiguous, gives each loop one back edge. */
gac__pass gac__pass_cfg;

/* Splits builtins into what is per group and what is per lane, as the variant
 * has the dimensions. */
gac__pass gac__pass_builtins;

/* Small copies of a known size become loads and stores. */
gac__pass gac__pass_copies;

/* Private variables that are only loaded and stored become values. */
gac__pass gac__pass_mem2reg;

/* Makes one branch of several that lead to one place, has both arms of a branch
 * share what they compute, and makes choices of little arms. */
gac__pass gac__pass_ifconvert;

/* Folds constants and address arithmetic, shares equal computations, drops
 * what is not used, and numbers values anew. */
gac__pass gac__pass_simplify;

/* Loops that retry a compare-and-exchange become the atomic that they stand
 * for. */
gac__pass gac__pass_retries;

/* Puts the same elements of lanes' private arrays together. */
gac__pass gac__pass_spread;

/* Gives local variables whose sizes the module does not tell what copies need.
 */
gac__pass gac__pass_extents;

/* Finds out whether the kernel spins: facts.needs_progress. */
gac__pass gac__pass_spin;

/* Computes in 32 bits what no more is used of, and takes what all lanes
 * share out of indices. */
gac__pass gac__pass_demand;

/* Computes before a loop what no iteration of it changes. */
gac__pass gac__pass_licm;

/* Pointers that lanes move through memory together become what they begin with
 * and a distance that lanes share. */
gac__pass gac__pass_pointers;

/* Splits critical edges to blocks with phis, and computes loop variables late
 * in their blocks. */
gac__pass gac__pass_edges;

/* Finds which values are the same for all lanes of a strip, ir->varying, and
 * the facts that need it. */
gac__pass gac__pass_uniform;

/* Folds address arithmetic into accesses. */
gac__pass gac__pass_address;

/* Drops instructions that are not used. */
gac__pass gac__pass_drop_dead;

/* Gives branches in front of counted loops counters, limits and steps. */
gac__pass gac__pass_counted;

/* Puts operations that may be chains behind each other. */
gac__pass gac__pass_order;

/* -- parts of passes --------------------------------------------------------
 */

/* Numbers values anew, in the order that they have, without those that no
 * instruction has or takes; nothing may be known by value. */
gac__pass gac__renumber;

/* Finds which values are the same for all lanes of a strip. `varying` has
 * n_values entries; `apart` (n_blocks entries, or NULL): blocks of which all
 * phis vary, whatever they are made of. */
gac_result gac__uniform_find(gac__ir *ir, gac__arena *scratch, uint8_t *varying,
                             uint8_t *apart);

/* Facts of the kernel: by what the module says, and once a global id is the sum
 * of the group's and the local one, before accesses have indices (facts.c). */
void gac__facts_as_built(gac__ir *ir);
gac_result gac__facts_find(gac__ir *ir, gac__arena *scratch);

/* Those about rows of work-items (rows.c). */
gac_result gac__facts_of_rows(gac__ir *ir, gac__arena *scratch);

#endif
