/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state of writing an equivalent core module. */
#ifndef GAC_REWRITE_CORE_INTERNAL_H
#define GAC_REWRITE_CORE_INTERNAL_H

#include <gac/rewrite.h>

#include "module/module.h"

/* The rewrite action: what is written in place of an instruction. */
typedef enum gac__action {
    GAC__ACTION_KEEP,
    GAC__ACTION_DROP,
    GAC__ACTION_NOP,
    GAC__ACTION_UNDEF,       /* an OpUndef before the first function */
    GAC__ACTION_UNDEF_EVENT, /* an OpUndef of OpTypeEvent before the first
                                function */
    GAC__ACTION_CALL,        /* an OpFunctionCall with the same operands */
    GAC__ACTION_CALL_VOID,   /* an OpFunctionCall without operands */
    GAC__ACTION_IMPORT, /* an import of OpenCL.std, which every tool knows */
    GAC__ACTION_MEMORY_MODEL, /* OpMemoryModel with physical addresses */
    GAC__ACTION_LOWER,        /* an equivalent with typed pointers */
    GAC__ACTION_OPAQUE,       /* an empty structure type */
    GAC__ACTION_NULL,         /* a null constant */
    GAC__ACTION_VALUE,        /* a null constant of a new structure type */
    GAC__ACTION_ZERO,         /* an OpConstant of 0 */
    GAC__ACTION_SWITCH        /* an OpSwitch on a 32-bit integer */
} gac__action;

/* A function that is called in place of instructions. In gac__core_builder, its
 * parameter types are types[first .. first + n), and it calls
 * callees[first_callee .. first_callee + n_callees). */
typedef struct gac__signature {
    uint32_t result_type, first, n;
    uint32_t first_callee, n_callees;
    uint32_t function_type; /* id */
    bool new_type;          /* the module does not have the type */
    uint32_t function;      /* id */
} gac__signature;

/* A pointer type that replaces untyped pointers. */
typedef struct gac__pointer_type {
    uint32_t storage_class, pointee, id;
} gac__pointer_type;

typedef GAC__VEC(uint32_t) gac__words;

typedef struct gac__core_builder {
    const gac_module *m;
    const gac_allocator *allocator;
    uint8_t *actions;   /* gac__action of each instruction */
    uint32_t *calls;    /* index of each call's signature; NULL: no calls */
    gac__words words;   /* the new module */
    gac__words origins; /* of each new instruction: ordinal + 1 of the one that
                           it is written for; 0: it is added */
    gac__words types;   /* parameter types of all signatures */
    gac__words callees; /* ids of functions that signatures call */
    GAC__VEC(gac__signature) signatures;
    uint32_t next_id;
    uint32_t event_type, void_type; /* ids; 0: not needed */
    bool new_event_type, new_void_type;
    uint32_t switch_type, switch_value; /* ids; 0: not needed */
    bool new_switch_type; /* the module has no 32-bit integer type */
    bool add_kernel, add_addresses, add_memory_model;
    bool strip_non_semantic; /* drop the instructions of NonSemantic sets */
    bool strip_debug_info;   /* drop the instructions of OpenCL.DebugInfo.100 */
    bool hides_types;        /* some action is OPAQUE */
    bool hides_widths;       /* integers of unusual widths are OPAQUE */
    bool lower_untyped;      /* SPIRV-Tools do not know untyped pointers */
    bool plain_names;        /* ids are named by their numbers */
    const char *const *extensions; /* names of the extensions that are added */
    uint32_t n_extensions;
    uint32_t *order; /* indices of gac_module.blocks in the order of writing;
                        NULL: the module's order */
    bool variables_first; /* variables are written behind the first label */
    bool all_interfaces;  /* entry points list all variables */
    bool planning;        /* actions are decided, and nothing is written */
    uint32_t byte_type;   /* id of the 8-bit integer type; 0: not needed */
    uint32_t byte_origin; /* ordinal + 1 of the module's 8-bit type; 0: it has
                             none */
    GAC__VEC(gac__pointer_type) pointers;
    bool out_of_memory;
} gac__core_builder;

/* Finds or makes the function that is called in place of an instruction.
 * Returns its index; UINT32_MAX: there are too many. */
uint32_t gac__core_signature(gac__core_builder *b, uint32_t result_type,
                             const uint32_t *types, uint32_t n);

/* Like gac__core_signature(), but always makes a new one, without a limit.
 * `function_type`: the id of its type; 0: it is looked for. */
uint32_t gac__core_new_signature(gac__core_builder *b, uint32_t result_type,
                                 const uint32_t *types, uint32_t n,
                                 uint32_t function_type);

/* Writes words and origins from the actions. */
void gac__core_write(gac__core_builder *b);

/* _begin() begins an instruction of `n` words, which is written for the
 * instruction with ordinal `origin` - 1; 0: it is added. _put() writes `n`
 * words of it, _put_copy() copies an instruction. While planning, they write
 * nothing. */
void gac__core_begin(gac__core_builder *b, uint32_t opcode, uint32_t n,
                     uint32_t origin);
void gac__core_put(gac__core_builder *b, const uint32_t *words, size_t n);
void gac__core_put_copy(gac__core_builder *b, const gac__inst *inst);

/* Writes an instruction's words behind the first. `n_more`: how many the caller
 * writes behind these. */
#define GAC__CORE_PUT(b, origin, opcode, n_more, ...)                          \
    gac__core_put_inst(                                                        \
        (b), (origin), (opcode), (n_more), (const uint32_t[]){__VA_ARGS__},    \
        sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
static inline void gac__core_put_inst(gac__core_builder *b, uint32_t origin,
                                      uint32_t opcode, uint32_t n_more,
                                      const uint32_t *words, size_t n)
{
    gac__core_begin(b, opcode, 1 + (uint32_t)n + n_more, origin);
    gac__core_put(b, words, n);
}

/* The first word and the number of the operands that a call takes over. */
uint32_t gac__core_call_operands(const gac_module *m, const gac__inst *inst,
                                 uint32_t *n_out);

/* The action of a faulty instruction. False: it cannot be replaced. */
bool gac__core_action_of_faulty(const gac_module *m, const gac__inst *inst,
                                gac__action *action_out);

/* -- untyped pointers (core_untyped.c) ------------------------------------- */

/* Whether instructions of an opcode are lowered. */
bool gac__core_is_untyped(uint32_t opcode);

/* Decides the actions of instructions with untyped pointers. */
void gac__core_plan_untyped(gac__core_builder *b);

/* _put_lowered() writes the equivalent of an instruction with untyped pointers;
 * false: there is none. _put_pointer_types() writes the pointer types that the
 * equivalents use. */
bool gac__core_put_lowered(gac__core_builder *b, const gac__inst *inst);
void gac__core_put_pointer_types(gac__core_builder *b);

/* -- unknown types (core_opaque.c) ----------------------------------------- */

/* Decides the action of a type or constant that SPIRV-Tools do not know. False:
 * the instruction is neither. */
bool gac__core_hide(gac__core_builder *b, const gac__inst *inst);

/* Whether integers of a width need no extension. */
static inline bool gac__core_is_usual_width(uint32_t bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/* Makes all integers of other widths opaque. */
void gac__core_hide_widths(gac__core_builder *b);

/* Decides the actions of instructions with opaque types. */
void gac__core_plan_opaque(gac__core_builder *b);

/* Writes an instruction of action SWITCH. */
void gac__core_put_switch(gac__core_builder *b, const gac__inst *inst);

/* Flattens a deep call graph (core_calls.c). */
gac_result gac__core_cut_calls(gac__core_builder *b);

/* Finds an order for the blocks of each function (core_order.c). */
gac_result gac__core_order_blocks(gac__core_builder *b);

/* Whether an instruction belongs to the async-copy set, and whether it belongs
 * to another set whose name begins with "NonSemantic.". */
bool gac__core_is_set_inst(const gac_module *m, const gac__inst *inst);
bool gac__core_is_non_semantic(const gac_module *m, const gac__inst *inst);

#endif
