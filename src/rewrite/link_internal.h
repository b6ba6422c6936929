/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state in which modules are linked.
 *
 *     link.c          the interface; what has to agree
 *     link_ids.c      ids, and faults
 *     link_merge.c    types, constants, strings that are the same become one
 *     link_symbols.c  what is imported, what is exported
 *     link_write.c    the module
 *
 * All ids of all modules have a number of their own, "global": the module's
 * `base` and the id. What becomes of a global is one array: the global that
 * stands for it, itself at first. */
#ifndef GAC_REWRITE_LINK_INTERNAL_H
#define GAC_REWRITE_LINK_INTERNAL_H

#include <gac/link.h>

#include "module/module.h"

typedef struct gac__link_module {
    const gac_module *m;
    const char *name;
    uint32_t base;       /* of its globals */
    uint32_t first_inst; /* of its instructions, in gac__linker.done */
} gac__link_module;

/* What is known of an id. */
enum {
    GAC__LINK_GONE = 1,    /* its function is left out */
    GAC__LINK_WRITTEN = 2, /* its definition is in the new module */
    GAC__LINK_USED = 4,    /* the new module has it */
    GAC__LINK_GROUPED = 8  /* a decoration group, or decorations with ids, are
                              applied to it */
};

typedef struct gac__link_origin {
    uint32_t input, ordinal; /* ordinal: from 1 */
} gac__link_origin;

typedef struct gac__linker {
    gac_context *context;
    const gac_allocator *a;
    gac__arena arena;
    gac__link_module *modules;
    uint32_t n_modules;
    bool library;
    uint32_t n_globals, n_insts;
    uint32_t *stands_for; /* of each global */
    uint8_t *facts;       /* of each global: GAC__LINK_... */
    uint32_t *new_ids;    /* of each global; 0: none yet */
    uint32_t *forwards;   /* of each global: ordinal + 1 of the
                             OpTypeForwardPointer that declares it */
    uint32_t *owners;     /* of each global: its module's index */
    uint8_t *done;        /* of each instruction: it is written */
    uint32_t next_id;
    bool keeps_linkage; /* a LinkageAttributes is left */
    GAC__VEC(uint32_t) words;
    GAC__VEC(gac__link_origin) origins;
    gac__watch watch;  /* of the context's limits */
    gac_result result; /* the first fault */
} gac__linker;

/* Says what is wrong with the modules; goes on. */
void gac__link_fault(gac__linker *l, const char *format, ...) GAC__PRINTF(2, 3);

/* Memory is out. */
void gac__link_no_memory(gac__linker *l);

/* Whether nothing has ended the work yet: memory, time, the caller. */
static inline bool gac__link_goes_on(const gac__linker *l)
{
    return l->result != GAC_ERR_MEMORY && l->watch.result == GAC_OK;
}

/* The global of an id, or UINT32_MAX if no instruction defines it. */
uint32_t gac__link_global(const gac__linker *l, uint32_t module, uint32_t id);

/* The global that stands for it. */
uint32_t gac__link_find(const gac__linker *l, uint32_t global);

/* The instruction that defines a global. */
gac__inst gac__link_def(const gac__linker *l, uint32_t global);

static inline const gac__link_module *gac__link_owner(const gac__linker *l,
                                                      uint32_t global)
{
    return &l->modules[l->owners[global]];
}

/* One past an instruction of a module and those that go on with its operands:
 * Op...ContinuedINTEL. */
uint32_t gac__link_end(const gac_module *m, uint32_t ordinal);

/* Calls `visit` with each id among an instruction's operands, type and result
 * included, and the index of its word. UNSUPPORTED is set where words may be
 * ids or not. */
typedef void gac__link_visitor(void *user, uint32_t word, uint32_t id);
void gac__link_visit_ids(gac__linker *l, uint32_t module, const gac__inst *inst,
                         gac__link_visitor *visit, void *user);

/* Finds what is the same in the modules. */
void gac__link_merge(gac__linker *l);

/* Resolves imports. */
void gac__link_symbols(gac__linker *l);

/* Writes the module. */
void gac__link_write(gac__linker *l);

#endif
