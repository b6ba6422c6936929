/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What pass_check.c, pass_shadow.c and pass_rounds.c share. */
#ifndef GAC_COMPILE_PASS_CHECK_H
#define GAC_COMPILE_PASS_CHECK_H

#include "compile/compile.h"
#include "compile/passes/passes.h"

/* What a pointer points into: a parameter's or a variable's buffer (ROOT_FIRST
 * + its number, parameters first), private memory, nothing at all, anything. */
#define ROOT_NONE 0u
#define ROOT_FIRST 1u
#define ROOT_PRIVATE (UINT32_MAX - 1)
#define ROOT_UNKNOWN UINT32_MAX

typedef struct gac__shadower {
    gac__ir *ir;
    gac__arena *scratch;
    const uint8_t *buffers; /* GAC__BUFFER_*, for each parameter; NULL: none */
    uint32_t n_known;       /* values before the pass */
    /* for each of these */
    uint32_t *root;
    uint8_t *align;        /* log2 */
    uint8_t *maybe;        /* may be undefined */
    uint8_t *bytes_wanted; /* it is moved about: tell its bytes apart */
    uint32_t *shadow;      /* its shadow; 0: none yet */
    uint8_t *whole;        /* all bits of its shadow are equal */
    uint8_t *guess;        /* it is what a compare and exchange compares with */
    uint8_t *varying;      /* of all values, new ones too */
    uint32_t varying_capacity;
    uint8_t anywhere;   /* GAC__ROOT_*: through pointers of unknown roots */
    uint32_t none, all; /* the constants 0 and 0xff */
    gac__ir_block *out; /* the block that instructions are appended to */
    gac_result result;  /* sticky */
} gac__shadower;

gac_result gac__shadow_init(gac__shadower *s);

/* Finds which values may be undefined, and makes phis for their shadows. */
void gac__shadow_find(gac__shadower *s);

/* The shadow of a value; 0: it is always defined. */
uint32_t gac__shadow_of(const gac__shadower *s, uint32_t value);

/* The bits of the shadows of operands from `first` on; 0: they are defined. */
uint32_t gac__shadow_union(gac__shadower *s, const gac__ir_inst *i,
                           uint32_t first);

/* Computes the shadow of what `i` computes, behind it. */
void gac__shadow_inst(gac__shadower *s, const gac__ir_inst *i);

/* Makes the result of CHECK `c` the shadow of `value`, which `i` loads. */
void gac__shadow_result(gac__shadower *s, gac__ir_inst *c, uint32_t value,
                        const gac__ir_inst *i);

/* Fills in the phis' arguments. */
void gac__shadow_finish(gac__shadower *s);

/* Whether a GROUP hands lanes other lanes' values. */
bool gac__shadow_is_move(const gac__ir_inst *i);

/* Takes the shadow of such a GROUP's result, behind it. */
void gac__shadow_take(gac__shadower *s, const gac__ir_inst *i);

/* Hands the group's collectives the counters of the loops around them; the last
 * thing that is done to a checked kernel. */
gac_result gac__pass_rounds(gac__shadower *s);

/* Makes a block s->out, to be filled anew. Its instructions, which the next
 * call overwrites; NULL: memory is out. */
gac__ir_inst **gac__shadow_reopen(gac__shadower *s, gac__ir_block *block);

/* Appends an instruction to s->out: one that there is, or a new one. */
void gac__shadow_append(gac__shadower *s, gac__ir_inst *i);
gac__ir_inst *gac__shadow_put(gac__shadower *s, gac__ir_op op, gac__ty ty,
                              uint32_t n_args, const uint32_t *args,
                              const gac__ir_inst *like);

/* Whether memory behind a root may hold bytes that nothing has written. */
bool gac__shadow_memory_may_be_undefined(const gac__shadower *s, uint32_t root);

#endif
