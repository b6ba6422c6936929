/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What pass_demand.c and pass_share.c share: demanded bits, and uniform addends
 * of indices. */
#ifndef GAC_COMPILE_PASS_DEMAND_H
#define GAC_COMPILE_PASS_DEMAND_H

#include "compile/passes/passes.h"

#define GAC__DEMAND_DEPTH 6u /* of expressions */

/* Facts about a value. */
typedef struct gac__fact {
    uint8_t varying; /* lanes may hold different ones */
    uint8_t high;    /* its upper half is used */
    uint8_t wanted;  /* TWIN_*: its low half is wanted as a value of its own */
    uint32_t twin;   /* that value; 0: none yet */
} gac__fact;

typedef struct gac__demand {
    gac__ir *ir;
    gac__arena *scratch;
    gac__fact *facts; /* by value, of the first n_facts */
    uint32_t n_facts;
    gac__ir_block *out;
    uint32_t most; /* values that there may be behind the pass */
} gac__demand;

static inline bool gac__varies(const gac__demand *n, uint32_t value)
{
    return value < n->n_facts && n->facts[value].varying;
}

/* Appends a op b, or op a if b is 0; `vary`: whether the result varies. */
gac__ir_inst *gac__demand_add(gac__demand *n, gac__ir_op op, gac__ty ty,
                              bool vary, uint32_t a, uint32_t b,
                              const gac__ir_inst *from);

/* a op b; 0 is an absent operand. */
uint32_t gac__demand_combine(gac__demand *n, gac__ir_op op, uint32_t a,
                             uint32_t b, const gac__ir_inst *from);

/* LEA(LEA(base, varying), uniform) becomes LEA(LEA(base, uniform), varying);
 * false: it is something else. */
bool gac__swap_indices(gac__demand *n, gac__ir_inst *lea);

/* Moves the uniform addends of an index into the pointer, and merges two
 * indices of one scale. */
void gac__share(gac__demand *n, gac__ir_inst *lea);

/* Reassociates a 32-bit index so that its uniform addend comes last. */
void gac__share_last(gac__demand *n, gac__ir_inst *i);

#endif
