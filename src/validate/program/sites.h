/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The copies and waits of a module, its imported functions, and its call
 * graph. */
#ifndef GAC_VALIDATE_SITES_H
#define GAC_VALIDATE_SITES_H

#include "module/module.h"
#include "support/support.h"

/* What an imported function does. */
typedef enum gac__callee_kind {
    GAC__CALLEE_OTHER,
    GAC__CALLEE_COPY,         /* async_work_group_copy */
    GAC__CALLEE_STRIDED_COPY, /* async_work_group_strided_copy */
    GAC__CALLEE_SET_COPY,     /* async_work_group_copy_2D2D, .. */
    GAC__CALLEE_WAIT,         /* wait_group_events */
    GAC__CALLEE_BUILTIN,      /* get_local_id, .. */
    GAC__CALLEE_ATOMIC,       /* atomic_inc, .., through its first argument */
    GAC__CALLEE_COPY_FENCE,   /* async_work_group_copy_fence */
    GAC__CALLEE_HARMLESS      /* takes pointers, no events; writes nothing */
} gac__callee_kind;

typedef struct gac__callee {
    gac__callee_kind kind;
    uint32_t function;            /* ordinal of its OpFunction */
    uint32_t n;                   /* arguments of each call; 0: any number */
    uint32_t skip;                /* parameters before those of the builtin */
    uint32_t builtin;             /* BUILTIN: SpvBuiltIn */
    bool loads;                   /* ATOMIC: it only reads */
    uint32_t element_bytes;       /* COPY, STRIDED_COPY: 0 if it is unknown */
    const gac__ext_inst_row *row; /* SET_COPY: the set's instruction */
} gac__callee;

typedef struct gac__function_use {
    bool leads;  /* it, or a function that it calls, copies or waits */
    bool called; /* another function calls it */
    bool kernel; /* it is an entry point of model Kernel */
} gac__function_use;

typedef struct gac__sites {
    const gac_module *m;
    gac__callee *imports; /* by their OpFunction's ordinal */
    uint32_t n_imports;
    gac__function_use *functions; /* by index in gac_module.functions */
    bool any;                     /* the module copies or waits */
    bool ids;    /* the module reads an id that differs within a group */
    bool fences; /* the module has fences for copies */
} gac__sites;

/* Looks through a module. Tables are in `arena`. False when memory is out. */
bool gac__sites_find(gac__sites *sites, const gac_module *m, gac__arena *arena);

/* Finds the work-group size of a function, as far as it is fixed. */
void gac__sites_local_size(const gac_module *m, uint32_t function_id,
                           uint32_t size_out[3]);

/* Whether a builtin differs within a group. */
bool gac__builtin_is_id(uint32_t builtin);

/* The imported function that an instruction calls; OTHER: none. */
gac__callee gac__sites_callee(const gac__sites *sites, const gac__inst *call);

/* The function with a body that an instruction calls; NULL: none. */
const gac__function *gac__call_target(const gac_module *m,
                                      const gac__inst *call);

/* Whether an instruction is a copy or a wait, calls of imports included. */
bool gac__is_copy(const gac__sites *sites, const gac__inst *inst);
bool gac__is_wait(const gac__sites *sites, const gac__inst *inst);

#endif
