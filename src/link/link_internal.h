/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The state of linking.
 *
 *     link.c          the interface; agreement of modules
 *     link_ids.c      ids, and faults
 *     link_merge.c    merges equal types, constants and strings
 *     link_symbols.c  resolves imports
 *     link_uses.c     the variables that entry points list
 *     link_write.c    writes the module
 *
 * The ids of all modules are numbered as globals: the module's `base` plus the
 * id. One array has the global that stands for each global, at first itself. */
#ifndef GAC_LINK_LINK_INTERNAL_H
#define GAC_LINK_LINK_INTERNAL_H

#include <gac/link.h>

#include "module/module.h"

typedef struct gac__link_module {
    const gac_module *m;
    const char *name;
    uint32_t base; /* its id 0 as a global */
    uint32_t
        first_inst; /* index of its first instruction in gac__linker.done */
} gac__link_module;

/* Facts of a global, as flags. */
enum {
    GAC__LINK_GONE = 1,    /* its function is dropped */
    GAC__LINK_WRITTEN = 2, /* its definition is in the new module */
    GAC__LINK_USED = 4,    /* it has a new id */
    GAC__LINK_GROUPED = 8  /* it is decorated by a group, or with ids */
};

/* How far an instruction of the globals' section is written. */
enum {
    GAC__LINK_NEW,
    GAC__LINK_BEGUN, /* its operands are to be written first */
    GAC__LINK_DONE
};

typedef struct gac__link_origin {
    uint32_t input, ordinal; /* module, and ordinal from 1 */
} gac__link_origin;

typedef GAC__VEC(uint32_t) gac__link_list;
typedef GAC__VEC(gac__link_origin) gac__link_origins;

typedef struct gac__linker {
    gac_context *context;
    const gac_allocator *a;
    gac__arena arena;
    gac__link_module *modules;
    uint32_t n_modules;
    bool library;
    uint32_t n_globals, n_insts;
    uint32_t *stands_for; /* of each global: the global that stands for it */
    uint8_t *facts;       /* of each global: GAC__LINK_... */
    uint32_t *new_ids;    /* of each global; 0: not numbered yet */
    uint32_t *forwards;   /* of each global: ordinal + 1 of the
                             OpTypeForwardPointer that declares it */
    uint32_t *owners;     /* of each global: its module's index */
    uint8_t *states;      /* of each instruction: GAC__LINK_NEW, .. */
    uint32_t next_id;
    bool keeps_linkage; /* the new module needs the Linkage capability */
    gac__link_list words;
    gac__link_origins origins;
    gac__watch watch;  /* of the context */
    gac_result result; /* the first fault */
} gac__linker;

/* Reports a fault of the modules; linking goes on. */
void gac__link_fault(gac__linker *l, const char *format, ...) GAC__PRINTF(2, 3);

/* Notes that memory is out. */
void gac__link_no_memory(gac__linker *l);

/* Adds an item to a list, or notes that memory is out. */
#define GAC__LINK_PUSH(l, list, item)                                          \
    do {                                                                       \
        if (!GAC__VEC_PUSH((l)->a, list, item))                                \
            gac__link_no_memory(l);                                            \
    } while (0)

/* Returns n * size zeroed bytes, which last as long as the linker; NULL, which
 * is noted: memory is out. */
void *gac__link_alloc(gac__linker *l, size_t n, size_t size);

/* Whether linking goes on: it ends when memory or time is out, or the caller
 * cancels it. */
static inline bool gac__link_goes_on(const gac__linker *l)
{
    return l->result != GAC_ERR_MEMORY && l->watch.result == GAC_OK;
}

/* The global of an id, or UINT32_MAX if no instruction defines it. */
uint32_t gac__link_global(const gac__linker *l, uint32_t module, uint32_t id);

/* The global that stands for a global. */
uint32_t gac__link_find(const gac__linker *l, uint32_t global);

/* The instruction that defines a global. */
gac__inst gac__link_def(const gac__linker *l, uint32_t global);

static inline const gac__link_module *gac__link_owner(const gac__linker *l,
                                                      uint32_t global)
{
    return &l->modules[l->owners[global]];
}

static inline bool gac__link_is_function(const gac__linker *l, uint32_t global)
{
    return gac__link_def(l, global).opcode == SpvOpFunction;
}

/* The ordinal behind an instruction and the Op...ContinuedINTEL that continue
 * its operands. */
uint32_t gac__link_end(const gac_module *m, uint32_t ordinal);

/* Visits each instruction `inst` before the first function of each module `i`.
 */
#define GAC__EACH_GLOBAL(l, i, inst)                                           \
    for (uint32_t i = 0; i < (l)->n_modules; i++)                              \
        GAC__EACH_MODULE_INST((l)->modules[i].m, inst, 0,                      \
                              (l)->modules[i].m->first_function)

/* Calls `visit` with each id of an instruction, type and result included, and
 * the index of its word. gac__linker.result becomes UNSUPPORTED if it is not
 * known whether some word is an id. */
typedef void gac__link_visitor(void *user, uint32_t word, uint32_t id);
void gac__link_visit_ids(gac__linker *l, uint32_t module, const gac__inst *inst,
                         gac__link_visitor *visit, void *user);

/* Merges equal types, constants and strings. */
void gac__link_merge(gac__linker *l);

/* Resolves imports. */
void gac__link_symbols(gac__linker *l);

/* What a function uses: a range of gac__link_uses.used. */
typedef struct gac__link_range {
    size_t first, end;
    bool known;
} gac__link_range;

/* Finds the variables that entry points list. */
typedef struct gac__link_uses {
    gac__linker *l;
    bool all_classes;         /* variables of all storage classes are listed */
    gac__link_list variables; /* that the last function leads to */
    gac__link_list functions; /* the same */
    gac__link_range *ranges;  /* of each global that is a function: its uses */
    gac__link_list used;      /* functions, and variables that are listed */
    uint32_t *noted;   /* of each global: the last function + 1 whose uses have
                          it */
    uint32_t function; /* whose uses are being found */
    uint8_t *seen;     /* of each global: it is in one of the lists */
} gac__link_uses;

void gac__link_uses_init(gac__link_uses *u, gac__linker *l, bool all_classes);
void gac__link_uses_free(gac__link_uses *u);

/* Finds the variables that a function, and those that it calls or refers to,
 * use; they are in `u->variables` until the next call. */
void gac__link_uses_find(gac__link_uses *u, uint32_t function);

/* Writes the module. */
void gac__link_write(gac__linker *l);

#endif
