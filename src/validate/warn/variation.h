/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* How values differ between the work-items of a group (variation.c). Loads,
 * phis and selects, which choose among values, are in variation_merges.c. */
#ifndef GAC_VALIDATE_VARIATION_H
#define GAC_VALIDATE_VARIATION_H

#include "validate/paths/paths.h"

typedef enum gac__variation {
    GAC__UNKNOWN,
    GAC__UNIFORM,     /* the same for all work-items of a group */
    GAC__BY_LOCAL_ID, /* varies, and is made of local ids and constants alone */
    GAC__BY_ID        /* varies in another way */
} gac__variation;

gac__variation gac__variation_of(gac__paths *t, gac__ref ref);

static inline bool gac__varies(gac__variation v)
{
    return v == GAC__BY_LOCAL_ID || v == GAC__BY_ID;
}

#define GAC__MOST_TENTATIVE 64

/* The search for the variation of one value, and of the values that it depends
 * on. While a phi or a load is open, it counts as uniform. A result that is
 * found meanwhile is tentative: it holds only if the phi or the load turns out
 * to be uniform. */
typedef struct gac__variation_search {
    gac__paths *t;
    gac__program *p; /* t->p */
    uint32_t depth;
    uint32_t n_open; /* phis and loads whose variation is being computed */
    uint32_t n_tentative;
    gac__value *tentative[GAC__MOST_TENTATIVE];
} gac__variation_search;

gac__variation gac__find_variation(gac__variation_search *s, gac__ref ref);

static inline gac__variation gac__vary_operand(gac__variation_search *s,
                                               uint32_t frame,
                                               const gac__inst *inst,
                                               uint32_t i)
{
    if (inst->first + i >= inst->n_words)
        return GAC__UNKNOWN;
    return gac__find_variation(s,
                               (gac__ref){frame, inst->words[inst->first + i]});
}

static inline bool gac__constant_operand(const gac__variation_search *s,
                                         uint32_t frame, const gac__inst *inst,
                                         uint32_t i, uint64_t *value_out)
{
    return inst->first + i < inst->n_words
           && gac__evaluate(s->p,
                            (gac__ref){frame, inst->words[inst->first + i]},
                            value_out);
}

/* Uniform if all operands are, else unknown. */
gac__variation gac__vary_all(gac__variation_search *s, uint32_t frame,
                             const gac__inst *inst);

/* The variation of a load from a variable of the function, of a phi, and of a
 * select. */
gac__variation gac__vary_load(gac__variation_search *s, uint32_t frame,
                              const gac__inst *load);
gac__variation gac__vary_phi(gac__variation_search *s, gac__ref ref,
                             const gac__inst *inst);
gac__variation gac__vary_select(gac__variation_search *s, uint32_t frame,
                                const gac__inst *inst);

#endif
