/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files of this room share. */
#ifndef GAC_CORE_RULES_CORE_RULES_INTERNAL_H
#define GAC_CORE_RULES_CORE_RULES_INTERNAL_H

/* That header defines a constant, which every C file that includes it would
 * define anew. */
#define kDefaultMaxIdBound __attribute__((weak)) gac__tools_max_id_bound
#include <spirv-tools/libspirv.h>
#undef kDefaultMaxIdBound

#include <gac/core_rules.h>

#include "module/module.h"
#include "support/maps.h"

typedef GAC__VEC(uint32_t) gac__words;

/* Reports what SPIRV-Tools' validator does not survive, and untyped pointers
 * that are not declared, if it does not know them. `faulty` holds the ordinals
 * (from 1, ascending) of what has been reported; what is reported here is
 * added. */
gac_result gac__core_prefilter(const gac_module *m, gac__words *faulty,
                               uint32_t *errors);

/* What SPIRV-Tools only say of instruction `ordinal` (from 1; 0: none) because
 * the module is newer than they are (newer.c): of something that they are
 * not to see, of a capability for which they want another extension, or of what
 * an extension allows. */
#define GAC__MAX_EXTENSION 64
bool gac__core_is_newer(const gac_module *m, uint32_t ordinal,
                        const char *message);
bool gac__core_lacks_extension(const gac_module *m, uint32_t ordinal,
                               const char *message,
                               char name_out[GAC__MAX_EXTENSION]);
bool gac__core_is_relaxed(const gac_module *m, const char *message);

/* Adds the ordinals of what they are not to see. */
gac_result gac__core_add_newer(const gac_module *m, uint32_t ordinal,
                               gac__words *newer);

/* What becomes of a producer's fault. */
typedef enum gac__mending {
    GAC__MENDING_OMIT,      /* the instruction is left out */
    GAC__MENDING_REPLACE,   /* an undefined value takes its place, wherever the
                               module has the fault */
    GAC__MENDING_ORDER,     /* blocks are put before those that they dominate */
    GAC__MENDING_VARIABLES, /* variables are put at the beginning */
    GAC__MENDING_INTERFACES /* entry points list what they lack */
} gac__mending;

/* A fault that a known producer makes, and that can be read in one way only
 * (producers.c). */
typedef struct gac__producer_fault {
    const char *message; /* a part of what SPIRV-Tools say */
    bool (*is_at)(const gac_module *m, const gac__inst *inst);
    gac__mending mending;
    const char *said; /* how it was read; NULL: what SPIRV-Tools say, of debug
                         information */
} gac__producer_fault;

/* What the message is about; NULL: no such fault. */
const gac__producer_fault *gac__core_producer_fault(const gac_module *m,
                                                    const gac__inst *inst,
                                                    const char *message);

/* What SPIRV-Tools' validator would take too long over (cost.c). */
typedef struct gac__core_cost {
    bool plain_names; /* names of ids: they are to be numbers */
    bool refused;     /* the module as such; that has been reported */
} gac__core_cost;

gac_result gac__core_weigh(const gac_module *m, gac__core_cost *cost_out);

#endif
