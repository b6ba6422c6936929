/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* SPIRV-Tools, and the questions about modules that they are asked before. */
#ifndef GAC_CORE_RULES_CORE_RULES_INTERNAL_H
#define GAC_CORE_RULES_CORE_RULES_INTERNAL_H

/* The header defines a constant; weak, each C file may define it. */
#define kDefaultMaxIdBound __attribute__((weak)) gac__tools_max_id_bound
#include <spirv-tools/libspirv.h>
#undef kDefaultMaxIdBound

#include <gac/core_rules.h>

#include "module/module.h"
#include "support/maps.h"

typedef GAC__VEC(uint32_t) gac__words;

/* Reports instructions that SPIRV-Tools' validator does not survive, and
 * untyped pointers that are not declared, if it does not know them
 * (prefilter.c). `faulty` has the ordinals, from 1, ascending, of instructions
 * that have been reported; those that are reported here are added. */
gac_result gac__core_prefilter(const gac_module *m, gac__words *faulty,
                               uint32_t *errors);

/* Whether SPIRV-Tools report instruction `ordinal` (from 1; 0: none) only
 * because the module is newer than they are (newer.c): the instruction is not
 * to be shown to them; they want another extension for a capability, whose name
 * is `name_out`; or an extension allows what they report. */
#define GAC__MAX_EXTENSION 64
bool gac__core_is_newer(const gac_module *m, uint32_t ordinal,
                        const char *message);
bool gac__core_lacks_extension(const gac_module *m, uint32_t ordinal,
                               const char *message,
                               char name_out[GAC__MAX_EXTENSION]);
bool gac__core_is_relaxed(const gac_module *m, const char *message);

/* Adds the ordinals of instructions that are not to be shown to them. */
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
    const char *said; /* text of the warning: how the fault was read; NULL:
                         SPIRV-Tools' message */
} gac__producer_fault;

/* The fault that a message is about; NULL: none. */
const gac__producer_fault *gac__core_producer_fault(const gac_module *m,
                                                    const gac__inst *inst,
                                                    const char *message);

/* Why SPIRV-Tools' validator would take too long (cost.c). */
typedef struct gac__core_cost {
    bool plain_names; /* for names: ids are to be named by their numbers */
    bool refused;     /* for types and values; this has been reported */
} gac__core_cost;

gac_result gac__core_weigh(const gac_module *m, gac__core_cost *cost_out);

#endif
