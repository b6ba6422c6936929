/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What demanded bits and shared addends of indices are found and changed with:
 * pass_demand.c and pass_share.c. */
#ifndef GAC_COMPILE_PASS_DEMAND_H
#define GAC_COMPILE_PASS_DEMAND_H

#include "compile/passes/passes.h"

#define GAC__DEMAND_DEPTH 6u /* of operations that are looked at */

/* What is known of a value. */
typedef struct gac__fact {
    uint8_t varying; /* lanes may hold different ones */
    uint8_t high;    /* its upper half is used */
    uint8_t wanted;  /* it gets a twin: TWIN_.. */
    uint32_t twin;   /* the value that is its low half; 0: none yet */
} gac__fact;

typedef struct gac__demand {
    gac__ir *ir;
    gac__arena *scratch;
    gac__fact *facts; /* by value, of the first n_facts */
    uint32_t n_facts;
    gac__ir_block *out;
    uint32_t most; /* values up to which indices are taken apart */
    bool failed;
} gac__demand;

static inline bool gac__varies(const gac__demand *n, uint32_t value)
{
    return value < n->n_facts && n->facts[value].varying;
}

/* Appends a op b, or op a if b is 0, whose result varies, or does not; NULL:
 * memory is out, and it has failed. */
gac__ir_inst *gac__demand_add(gac__demand *n, gac__ir_op op, gac__ty ty,
                              bool vary, uint32_t a, uint32_t b,
                              const gac__ir_inst *from);

/* a op b, where 0 stands for nothing. */
uint32_t gac__demand_combine(gac__demand *n, gac__ir_op op, uint32_t a,
                             uint32_t b, const gac__ir_inst *from);

/* The pointer of a pointer's index, when the second index is shared by all
 * lanes, but the first one is not: they change places. */
bool gac__swap_indices(gac__demand *n, gac__ir_inst *lea);

/* An index that is a sum loses what all lanes share to the pointer; an index of
 * a pointer that has an index of the same scale is added to that. */
void gac__share(gac__demand *n, gac__ir_inst *lea);

/* An index of 32 bits is put together again, what lanes share last. */
void gac__share_last(gac__demand *n, gac__ir_inst *i);

#endif
