/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* SPIRV-Tools' interface, and what is decided about a module before and after
 * their validator sees it. */
#ifndef GAC_CORE_RULES_CORE_RULES_INTERNAL_H
#define GAC_CORE_RULES_CORE_RULES_INTERNAL_H

/* The header defines a constant. As a weak symbol it may be defined in each C
 * file. */
#define kDefaultMaxIdBound __attribute__((weak)) gac__tools_max_id_bound
#include <spirv-tools/libspirv.h>
#undef kDefaultMaxIdBound

#include <gac/core_rules.h>

#include "module/module.h"
#include "support/maps.h"

/* Ordinals of instructions, from 1. */
typedef GAC__VEC(uint32_t) gac__words;

static inline gac_result gac__core_list(const gac_module *m, gac__words *list,
                                        uint32_t ordinal)
{
    return GAC__VEC_PUSH(&m->context->allocator, list, ordinal)
               ? GAC_OK
               : GAC_ERR_MEMORY;
}

/* Reports instructions at which SPIRV-Tools' validator would crash, and, if it
 * does not know untyped pointers, their use without a declaration
 * (prefilter.c). `faulty` has the ordinals, from 1, ascending, of instructions
 * that have been reported. Those that are reported here are added. */
gac_result gac__core_prefilter(const gac_module *m, gac__words *faulty,
                               uint32_t *errors);

/* -- what is newer than SPIRV-Tools (newer.c) ------------------------------ */

/* SPIRV-Tools report some errors only because a module is newer than they are.
 * `ordinal` is that of the instruction that they report, from 1; 0: none. */

/* Whether the instruction must be hidden from SPIRV-Tools. */
bool gac__core_is_newer(const gac_module *m, uint32_t ordinal,
                        const char *message);

/* Whether SPIRV-Tools know a capability by another extension than the module
 * declares; this extension goes to `name_out`. */
#define GAC__MAX_EXTENSION 64
bool gac__core_lacks_extension(const gac_module *m, uint32_t ordinal,
                               const char *message,
                               char name_out[GAC__MAX_EXTENSION]);

/* Whether an extension of the module allows what SPIRV-Tools report. */
bool gac__core_is_relaxed(const gac_module *m, const char *message);

/* Adds the ordinals of an instruction that must be hidden, and of those like
 * it. */
gac_result gac__core_add_newer(const gac_module *m, uint32_t ordinal,
                               gac__words *newer);

/* How a producer's fault is mended. */
typedef enum gac__mending {
    GAC__MENDING_OMIT,      /* the instruction is left out */
    GAC__MENDING_REPLACE,   /* each instruction with the fault is replaced by an
                               undefined value */
    GAC__MENDING_ORDER,     /* blocks are written after their dominators */
    GAC__MENDING_VARIABLES, /* variables are written first */
    GAC__MENDING_INTERFACES /* entry points list all variables that they use */
} gac__mending;

/* A fault that a known producer makes, and that has one possible meaning
 * (producers.c). */
typedef struct gac__producer_fault {
    const char *message; /* a part of SPIRV-Tools' message */
    bool (*is_at)(const gac_module *m, const gac__inst *inst);
    gac__mending mending;
    const char *said; /* the warning's text: how the fault was read; NULL:
                         SPIRV-Tools' message */
} gac__producer_fault;

/* Returns the fault that a message is about; NULL: none. */
const gac__producer_fault *gac__core_producer_fault(const gac_module *m,
                                                    const gac__inst *inst,
                                                    const char *message);

/* Measures against modules for which SPIRV-Tools' validator would take too long
 * (cost.c). */
typedef struct gac__core_cost {
    bool plain_names; /* SPIRV-Tools must name ids by their numbers, since names
                         would take too long */
    bool refused;     /* types or values would take too long, which has been
                         reported */
} gac__core_cost;

/* Estimates the validator's time, and reports a module that is refused. */
gac_result gac__core_weigh(const gac_module *m, gac__core_cost *cost_out);

#endif
