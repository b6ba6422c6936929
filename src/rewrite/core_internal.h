/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state in which an equivalent core module is written. */
#ifndef GAC_REWRITE_CORE_INTERNAL_H
#define GAC_REWRITE_CORE_INTERNAL_H

#include <gac/rewrite.h>

#include "module/module.h"

/* The rewrite action: what becomes of an instruction. */
typedef enum gac__action {
    GAC__ACTION_KEEP,
    GAC__ACTION_DROP,
    GAC__ACTION_NOP,
    GAC__ACTION_UNDEF,        /* an OpUndef before the first function */
    GAC__ACTION_UNDEF_EVENT,  /* the same, of OpTypeEvent */
    GAC__ACTION_CALL,         /* an OpFunctionCall with the same operands */
    GAC__ACTION_CALL_VOID,    /* an OpFunctionCall without any */
    GAC__ACTION_IMPORT,       /* the name of a set that every tool knows */
    GAC__ACTION_MEMORY_MODEL, /* with a physical addressing model */
    GAC__ACTION_LOWER,        /* typed pointers in place of untyped ones */
    GAC__ACTION_OPAQUE,       /* an empty structure in place of a type */
    GAC__ACTION_NULL,         /* a null constant */
    GAC__ACTION_VALUE,        /* the same, of a type of its own */
    GAC__ACTION_ZERO,         /* an OpConstant of 0 in place of a null */
    GAC__ACTION_SWITCH        /* an OpSwitch on an integer that is known */
} gac__action;

/* A function that stands for instructions: its type's operands are
 * types[first .. first + n); it calls callees[first_callee .. + n_callees). */
typedef struct gac__signature {
    uint32_t result_type, first, n;
    uint32_t first_callee, n_callees;
    uint32_t function_type; /* id */
    bool new_type;          /* not in the module yet */
    uint32_t function;      /* id */
} gac__signature;

/* A pointer type that stands for untyped pointers in one use of them. */
typedef struct gac__pointer_type {
    uint32_t storage_class, pointee, id;
} gac__pointer_type;

typedef GAC__VEC(uint32_t) gac__words;

typedef struct gac__core_builder {
    const gac_module *m;
    const gac_allocator *allocator;
    uint8_t *actions;   /* gac__action of each instruction */
    uint32_t *calls;    /* signature's index of each call; NULL: no calls */
    gac__words words;   /* the new module */
    gac__words origins; /* of each of its instructions: ordinal + 1, or 0 */
    gac__words types;   /* pool of the signatures' parameter types */
    gac__words callees; /* pool of the functions that signatures call: ids */
    GAC__VEC(gac__signature) signatures;
    uint32_t next_id;
    uint32_t event_type, void_type; /* ids; 0: not needed */
    bool new_event_type, new_void_type;
    uint32_t switch_type, switch_value; /* ids; 0: not needed */
    bool new_switch_type;               /* the module has none of 32 bits */
    bool add_kernel, add_addresses, add_memory_model;
    bool strip_non_semantic; /* drop the instructions of NonSemantic sets */
    bool strip_debug_info;   /* drop the instructions of OpenCL.DebugInfo.100 */
    bool hides_types;        /* there are actions OPAQUE */
    bool hides_widths;       /* integers of unusual widths are OPAQUE */
    bool lower_untyped;      /* SPIRV-Tools do not know untyped pointers */
    bool plain_names;        /* ids are named by their numbers */
    const char *const *extensions; /* further ones */
    uint32_t n_extensions;
    uint32_t *order; /* gac_module.blocks as they are written; NULL: as they
                        stand there */
    bool variables_first; /* variables are written behind the first label */
    bool all_interfaces;  /* entry points list all variables */
    bool planning;        /* nothing is written yet */
    uint32_t byte_type;   /* id of the 8-bit integer type; 0: not needed */
    uint32_t byte_origin; /* its ordinal + 1; 0: it is new */
    GAC__VEC(gac__pointer_type) pointers;
    bool out_of_memory;
} gac__core_builder;

/* Finds or makes the function that takes an instruction's place; its index.
 * UINT32_MAX if there are too many different ones. */
uint32_t gac__core_signature(gac__core_builder *b, uint32_t result_type,
                             const uint32_t *types, uint32_t n);

/* Like gac__core_signature(), but always makes one, and of any number.
 * `function_type`: the id of that type, which the module has; 0: it is looked
 * for. */
uint32_t gac__core_new_signature(gac__core_builder *b, uint32_t result_type,
                                 const uint32_t *types, uint32_t n,
                                 uint32_t function_type);

/* Writes words and origins from the actions. */
void gac__core_write(gac__core_builder *b);

/* Writes a word; starts an instruction of `n` words that comes from ordinal
 * `origin` - 1, or was put in (0). While planning, neither does anything. */
void gac__core_put(gac__core_builder *b, uint32_t word);
void gac__core_begin(gac__core_builder *b, uint32_t opcode, uint32_t n,
                     uint32_t origin);
void gac__core_put_copy(gac__core_builder *b, const gac__inst *inst);

/* The word of an instruction's first operand that a call takes on, and how many
 * there are. */
uint32_t gac__core_call_operands(const gac_module *m, const gac__inst *inst,
                                 uint32_t *n_out);

/* Whether an operand may be an id that the instruction uses. `row`: NULL if it
 * is not known. */
static inline bool gac__core_may_be_used(const gac__operand_row *row)
{
    return !row || row->operand_class == GAC__OPERAND_ID;
}

/* What becomes of an instruction that has been reported. False: nothing can
 * take its place. */
bool gac__core_action_of_faulty(const gac_module *m, const gac__inst *inst,
                                gac__action *action_out);

/* -- untyped pointers (core_untyped.c) ------------------------------------- */

/* Whether an opcode is one of those that are lowered. */
bool gac__core_is_untyped(uint32_t opcode);

/* Decides the actions of what has to do with untyped pointers. */
void gac__core_plan_untyped(gac__core_builder *b);

/* Writes an instruction of action LOWER, and the pointer types that these take.
 */
void gac__core_put_lowered(gac__core_builder *b, const gac__inst *inst);
void gac__core_put_pointer_types(gac__core_builder *b);

/* -- unknown types (core_opaque.c) ----------------------------------------- */

/* Decides the action of a type or constant that SPIRV-Tools do not know.
 * False: it is neither. */
bool gac__core_hide(gac__core_builder *b, const gac__inst *inst);

/* Whether an integer may be so wide without an extension. */
static inline bool gac__core_is_usual_width(uint32_t bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/* All integers of other widths become opaque. */
void gac__core_hide_widths(gac__core_builder *b);

/* Decides the actions of what has to do with such types. */
void gac__core_plan_opaque(gac__core_builder *b);

/* Writes an instruction of action SWITCH. */
void gac__core_put_switch(gac__core_builder *b, const gac__inst *inst);

/* Makes a deep call graph flat (core_calls.c). */
gac_result gac__core_cut_calls(gac__core_builder *b);

/* Finds an order for the blocks of each function (core_order.c). */
gac_result gac__core_order_blocks(gac__core_builder *b);

/* Whether an instruction belongs to the async-copy set, or to another set
 * whose name begins with "NonSemantic.". */
bool gac__core_is_set_inst(const gac_module *m, const gac__inst *inst);
bool gac__core_is_non_semantic(const gac_module *m, const gac__inst *inst);

#endif
