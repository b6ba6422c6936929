/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state in which an equivalent core module is written. */
#ifndef GAC_REWRITE_CORE_INTERNAL_H
#define GAC_REWRITE_CORE_INTERNAL_H

#include <gac/rewrite.h>

#include "module/module.h"

/* What becomes of an instruction. */
typedef enum gac__fate {
    GAC__FATE_KEEP,
    GAC__FATE_DROP,
    GAC__FATE_NOP,
    GAC__FATE_UNDEF,        /* an OpUndef before the first function */
    GAC__FATE_UNDEF_EVENT,  /* the same, of OpTypeEvent */
    GAC__FATE_CALL,         /* an OpFunctionCall with the same operands */
    GAC__FATE_CALL_VOID,    /* an OpFunctionCall without any */
    GAC__FATE_IMPORT,       /* the name of a set that everyone knows */
    GAC__FATE_MEMORY_MODEL  /* with a physical addressing model */
} gac__fate;

/* A function that stands for instructions: its type's operands are
 * types[first .. first + n). */
typedef struct gac__signature {
    uint32_t result_type, first, n;
    uint32_t function_type; /* id */
    bool new_type;          /* not in the module yet */
    uint32_t function;      /* id */
} gac__signature;

typedef GAC__VEC(uint32_t) gac__words;

typedef struct gac__core_builder {
    const gac_module *m;
    const gac_allocator *allocator;
    uint8_t *fates;        /* gac__fate of each instruction */
    uint32_t *calls;       /* signature's index of each call; NULL: no calls */
    gac__words words;      /* the new module */
    gac__words origins;    /* of each of its instructions: ordinal + 1, or 0 */
    gac__words types;      /* pool of the signatures' parameter types */
    GAC__VEC(gac__signature) signatures;
    uint32_t next_id;
    uint32_t event_type, void_type; /* ids; 0: not needed */
    bool new_event_type, new_void_type;
    bool add_kernel, add_addresses, add_memory_model;
    bool strip_non_semantic; /* drop the instructions of NonSemantic sets */
    bool out_of_memory;
} gac__core_builder;

/* Finds or makes the function that takes an instruction's place; its index.
 * UINT32_MAX if there are too many different ones. */
uint32_t gac__core_signature(gac__core_builder *b, uint32_t result_type,
                             const uint32_t *types, uint32_t n);

/* Writes words and origins from the fates. */
void gac__core_write(gac__core_builder *b);

/* Whether an instruction belongs to the async-copy set, or to another set
 * whose name begins with "NonSemantic.". */
bool gac__core_is_set_inst(const gac_module *m, const gac__inst *inst);
bool gac__core_is_non_semantic(const gac_module *m, const gac__inst *inst);

#endif
