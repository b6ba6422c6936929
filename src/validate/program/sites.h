/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where a module copies and waits, and which functions lead there. */
#ifndef GAC_VALIDATE_SITES_H
#define GAC_VALIDATE_SITES_H

#include "module/module.h"
#include "support/support.h"

/* What an imported function does, as far as it matters here. */
typedef enum gac__callee_kind {
    GAC__CALLEE_OTHER,
    GAC__CALLEE_COPY,         /* async_work_group_copy */
    GAC__CALLEE_STRIDED_COPY, /* async_work_group_strided_copy */
    GAC__CALLEE_SET_COPY,     /* async_work_group_copy_2D2D, .. */
    GAC__CALLEE_WAIT,         /* wait_group_events */
    GAC__CALLEE_BUILTIN,      /* get_local_id, .. */
    GAC__CALLEE_ATOMIC, /* atomic_inc, ..: on what its first argument points to
                         */
    GAC__CALLEE_COPY_FENCE, /* async_work_group_copy_fence */
    GAC__CALLEE_HARMLESS    /* takes pointers and touches nothing of ours */
} gac__callee_kind;

typedef struct gac__callee {
    gac__callee_kind kind;
    uint32_t function;            /* its ordinal */
    uint32_t skip;                /* parameters before those of the builtin */
    uint32_t builtin;             /* of BUILTIN: SpvBuiltIn */
    uint32_t element_bytes;       /* of COPY and STRIDED_COPY; 0: unknown */
    const gac__ext_inst_row *row; /* of SET_COPY: the set's instruction */
} gac__callee;

typedef struct gac__function_use {
    bool leads;    /* it, or one that it calls, copies or waits */
    bool called;   /* some function calls it */
    bool kernel;   /* it is an entry point of model Kernel */
    uint32_t size; /* ordinal of its LocalSize or LocalSizeId; 0 */
} gac__function_use;

/* The functions of a module, by their index in gac_module.functions. */
typedef struct gac__sites {
    const gac_module *m;
    gac__callee *imports; /* in their order */
    uint32_t n_imports;
    gac__function_use *functions;
    bool any;    /* there is a copy or a wait at all */
    bool ids;    /* something tells work-items of a group apart */
    bool fences; /* something may order copies without a wait */
} gac__sites;

/* Looks through the module; tables go to `arena`. False when memory is out. */
bool gac__sites_find(gac__sites *sites, const gac_module *m, gac__arena *arena);

/* The size of the work-groups of the function with this index; 0: not fixed. */
void gac__sites_local_size(const gac__sites *sites, uint32_t index,
                           uint32_t size_out[3]);

/* Whether a builtin is not the same for all work-items of a group. */
bool gac__builtin_is_id(uint32_t builtin);

/* What the function of an OpFunctionCall is, if it is an import. */
gac__callee gac__sites_callee(const gac__sites *sites, const gac__inst *call);

/* The index of the function with a body that a call is of; UINT32_MAX: none, or
 * it is no call. */
uint32_t gac__call_target(const gac_module *m, const gac__inst *call);

/* Whether an instruction is a copy, or a wait, of any kind. */
bool gac__is_copy(const gac__sites *sites, const gac__inst *inst);
bool gac__is_wait(const gac__sites *sites, const gac__inst *inst);

#endif
