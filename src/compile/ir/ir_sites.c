/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sites: the instructions that findings of checked runs name, by number. */
#include <stdlib.h>

#include "compile/ir/ir.h"

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool is_site(const gac__ir_inst *i)
{
    return i->op == GAC__IR_CHECK || i->op == GAC__IR_LOAD
           || gac__ir_is_collective(i->op);
}

gac_result gac__ir_number_sites(gac__ir *ir)
{
    uint32_t n = 0, kept = 0;
    GAC__EACH_INST(ir, b, i)
        n += is_site(i);
    ir->sites = gac__arena_alloc(ir->arena, GAC__MAX(n, 1u), sizeof *ir->sites);
    if (!ir->sites)
        return GAC_ERR_MEMORY;
    GAC__EACH_INST(ir, b, i)
        if (is_site(i))
            ir->sites[ir->n_sites++] = i->ordinal;
    qsort(ir->sites, ir->n_sites, sizeof *ir->sites, compare);
    for (uint32_t k = 0; k < ir->n_sites; k++)
        if (k == 0 || ir->sites[k] != ir->sites[kept - 1])
            ir->sites[kept++] = ir->sites[k];
    ir->n_sites = kept;
    return GAC_OK;
}

uint32_t gac__ir_site(const gac__ir *ir, uint32_t ordinal)
{
    uint32_t k =
        gac__first_from(ir->sites, ir->n_sites, sizeof *ir->sites, 0, ordinal);
    return k < ir->n_sites && ir->sites[k] == ordinal ? k : ir->n_sites;
}
