/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What pass_check.c, pass_shadow.c and pass_iterations.c share. */
#ifndef GAC_COMPILE_PASS_CHECK_H
#define GAC_COMPILE_PASS_CHECK_H

#include "compile/compile.h"
#include "compile/passes/passes.h"

/* What a pointer points into: nothing known yet; the buffer of a parameter or a
 * variable (ROOT_FIRST + its number, parameters first); private memory;
 * anything. */
#define ROOT_NONE 0u
#define ROOT_FIRST 1u
#define ROOT_PRIVATE (UINT32_MAX - 1)
#define ROOT_UNKNOWN UINT32_MAX

/* A CHECK that waits for a SELECT, which may leave out what it is for. */
typedef struct gac__late {
    gac__ir_inst *check; /* NULL: none */
    uint32_t value;      /* the result of what it is for */
} gac__late;

/* Facts about a value. */
typedef struct gac__shadow_fact {
    uint32_t root;      /* ROOT_* */
    uint8_t align;      /* log2 */
    bool maybe;         /* it may be undefined */
    bool bytes_wanted;  /* its bytes' shadows are needed one by one */
    bool whole;         /* all bits of its shadow are equal */
    bool guess;         /* a compare-and-exchange verifies it */
    uint32_t shadow;    /* its shadow; 0: none yet */
    uint32_t block;     /* the one that defines it */
    gac__ir_inst *user; /* the instruction that uses it; NULL: not just one */
    gac__late late;     /* of a SELECT: the first of what it may leave out; of
                           that: the next */
} gac__shadow_fact;

typedef struct gac__shadower {
    gac__ir *ir;
    gac__arena *scratch;
    const uint8_t *buffers; /* by parameter: GAC__BUFFER_*; NULL: none */
    uint32_t n_known;       /* values that existed before the pass */

    gac__shadow_fact *facts;   /* by such value */
    uint32_t varying_capacity; /* of ir->varying; 0: as it was */
    uint8_t anywhere;   /* GAC__ROOT_*: accesses by pointers of unknown roots */
    uint32_t none, all; /* the constants 0 and 0xff */
    gac__ir_block *out; /* the block that instructions are appended to */
} gac__shadower;

/* Finds which values may be undefined, and makes phis for their shadows. */
gac_result gac__shadow_find(gac__shadower *s);

/* The shadow of a value; 0: it is always defined. */
uint32_t gac__shadow_of(const gac__shadower *s, uint32_t value);

/* The union of the shadows of operands from `first` on; 0: they are defined. */
uint32_t gac__shadow_union(gac__shadower *s, const gac__ir_inst *i,
                           uint32_t first);

/* Appends the computation of the shadow of i's result. */
void gac__shadow_inst(gac__shadower *s, const gac__ir_inst *i);

/* Gives CHECK `c` a result: the shadow of `value`, which `i` loads. */
void gac__shadow_result(gac__shadower *s, gac__ir_inst *c, uint32_t value,
                        const gac__ir_inst *i);

/* Fills in the arguments of shadows' phis. */
void gac__shadow_finish(gac__shadower *s);

/* Whether a GROUP moves values among lanes. */
bool gac__shadow_is_move(const gac__ir_inst *i);

/* Appends a TAKE for the shadow of such a GROUP's result. */
void gac__shadow_take(gac__shadower *s, const gac__ir_inst *i);

/* Gives collectives the counters of the loops around them; the last step of
 * gac__pass_check(). */
gac_result gac__pass_iterations(gac__shadower *s);

/* Appends a new instruction to s->out; ir->lost if memory is out. */
gac__ir_inst *gac__shadow_put(gac__shadower *s, gac__ir_op op, gac__ty ty,
                              uint32_t n_args, const uint32_t *args,
                              const gac__ir_inst *like);

/* Whether the memory of a root may hold bytes that nothing has written. */
bool gac__shadow_memory_may_be_undefined(const gac__shadower *s, uint32_t root);

#endif
