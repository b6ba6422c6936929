/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the parts of the pass that promotes private variables share:
 * pass_mem2reg.c finds slots, pass_homes.c makes those of one block values,
 * pass_slots.c the others. */
#ifndef GAC_COMPILE_PASS_MEM2REG_H
#define GAC_COMPILE_PASS_MEM2REG_H

#include "compile/passes/passes.h"

#define GAC__SLOT_BATCH 64u

typedef struct gac__slot {
    uint32_t variable; /* index into promoter.variables */
    int64_t offset;
    uint8_t ty;
} gac__slot;

typedef struct gac__slot_variable {
    uint32_t value;
    bool rejected;
    uint32_t first_slot, n_slots;
} gac__slot_variable;

typedef GAC__VEC(gac__slot) gac__slot_vec;

#define GAC__NO_SLOT UINT32_MAX

/* A load, a store or a FORGET through an address in a variable. */
typedef struct gac__slot_access {
    gac__ir_inst *inst;
    uint32_t block;
    uint32_t slot; /* of a load or a store, GAC__NO_SLOT: in none */
} gac__slot_access;

typedef GAC__VEC(gac__slot_access) gac__slot_access_vec;

typedef struct gac__promoter {
    gac__ir *ir;
    uint32_t n_known;      /* values that the three arrays below have room
                              for; those made later are no addresses */
    uint32_t *base;        /* for each value: variable index + 1, 0: none */
    int64_t *offset;       /* for each value with a base */
    uint32_t *replacement; /* for each value: another one, 0: itself */
    gac__slot_variable *variables;
    uint32_t n_variables;
    gac__slot_access_vec accesses; /* in the order of blocks and in these */
    gac__slot_vec slots;
    uint32_t *first_of_batch; /* for each batch of slots: where in `of_batch`
                                 the accesses of one of them start, and end
                                 where the next batch's start */
    uint32_t *of_batch;       /* their indices, in the order of `accesses` */
    uint64_t most_args; /* of further phis; a batch with more stays in memory */
} gac__promoter;

/* The variable + 1 that `value` is an address in; 0: none. */
static inline uint32_t gac__slot_base(const gac__promoter *p, uint32_t value)
{
    return value < p->n_known ? p->base[value] : 0;
}

/* What a value was replaced by. */
static inline uint32_t gac__slot_resolve(const gac__promoter *p, uint32_t value)
{
    return gac__ir_resolve(p->replacement, p->n_known, value);
}

/* log2 of a type's bytes. */
static inline uint32_t gac__slot_shift(gac__ty ty)
{
    uint32_t bytes = gac__ty_bytes(ty);
    return bytes ? (uint32_t)__builtin_ctz(bytes) : 0;
}

static inline bool gac__is_access(const gac__ir_inst *i)
{
    return i->op == GAC__IR_LOAD || i->op == GAC__IR_STORE;
}

/* A CHECK that takes what a variable holds for unwritten. */
static inline bool gac__is_forget(const gac__ir_inst *i)
{
    return i->op == GAC__IR_CHECK && i->sub == GAC__CHECK_FORGET;
}

/* An access whose slot has become a value is left in its block as one without
 * arguments. */
static inline bool gac__is_gone(const gac__ir_inst *i)
{
    return gac__is_access(i) && i->n_args == 0;
}

/* The slots that a FORGET is about: [*first_out, result). */
uint32_t gac__slots_forgotten(const gac__promoter *p, const gac__ir_inst *i,
                              uint32_t *first_out);

/* Replaces an access to a slot of type `ty` that holds *value, 0: nothing yet.
 * False: memory is out. */
bool gac__slot_replace(gac__promoter *p, gac__ir_inst *i, uint8_t ty,
                       uint32_t *value);

/* Replaces slots of one block by values, and drops them from the list. MEMORY,
 * or what the watch says. */
gac_result gac__promote_homes(gac__promoter *p);

/* Replaces slots by values. MEMORY, or what the watch says. */
gac_result gac__promote_slots(gac__promoter *p);

#endif
