/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Validation of a module: applies every rule. */

/* Validation reads a parsed module and reports diagnostics; it does not change
 * the module, so that several threads may validate it. One pass over the
 * instructions, in their order, hands each to its family (check_instruction.c):
 *
 *   check_import.c    the import of the set: capability, extension, model
 *   check_set.c       the set's instructions, by the set's grammar
 *   check_core.c      the core's copies, waits and prefetches, by a table
 *   check_operands.c  an operand: value, kind of type, storage class, width
 *
 * Diagnostics are in the order of instructions. The pass takes linear time:
 * every look-up is by index, and it visits only instructions that the parser
 * has noted, and those with warnings (warn/warnings.c). */
#include "module/reports.h"
#include "validate/validate.h"

#include <stdio.h>

#include "support/tracker.h"
#include "validate/program/sites.h"
#include "validate/validate_internal.h"

/* The first instruction from `i` on that has rules or warnings; n_insts:
 * none. */
static uint32_t next_of_interest(gac__validation *v, uint32_t i)
{
    const gac_module *m = v->m;
    while (v->ruled < m->notable.n && m->notable.items[v->ruled] < i)
        v->ruled++;
    i = v->ruled < m->notable.n ? m->notable.items[v->ruled] : m->n_insts;
    return GAC__MIN(i, v->next_warning);
}

#define STEPS 64u /* of an instruction with rules, for the watch */

/* Applies the rules to every instruction, in order. */
static gac_result check_module(gac__validation *v)
{
    const gac_module *m = v->m;
    gac__tracker memory;
    gac__tracker_open(&memory, &m->context->allocator);
    v->allocator = &memory.allocator;
    if (!v->set_only)
        gac__warnings_find(v);
    for (uint32_t i = next_of_interest(v, 0);
         i < m->n_insts && !memory.failed && !gac__validation_full(v)
         && gac__watch_on(&v->watch, STEPS);
         i = next_of_interest(v, i + 1)) {
        bool clean = v->clean && (v->clean[i / 8] >> i % 8 & 1);
        if (clean && i != v->next_warning)
            continue;
        gac__inst inst = gac__module_inst(m, i);
        uint32_t errors = v->counts.errors;
        if (!clean)
            gac__check_inst(v, &inst);
        gac__warnings_report(v, &inst, v->counts.errors != errors);
    }
    gac__warnings_free(v);
    v->allocator = &m->context->allocator;
    if (memory.failed)
        return GAC_ERR_MEMORY;
    return v->counts.errors ? GAC_ERR_INVALID : GAC_OK;
}

gac_result gac__validate_set(const gac_module *module)
{
    gac__validation v = {.m = module,
                         .tolerate = true,
                         .set_only = true,
                         .next_warning = UINT32_MAX};
    return check_module(&v);
}

gac_result gac_validate(const gac_module *module,
                        const gac_validate_options *options,
                        gac_validate_counts *counts_out)
{
    gac_validate_options o = {0};
    if (!module || !gac__read_options(&o, sizeof o, options))
        return GAC_ERR_ARGUMENT;
    gac__validation v = {
        .m = module,
        .watch = gac__context_watch(module->context),
        .tolerate = o.tolerate_producers,
        .max_errors = o.max_errors,
        .next_warning = UINT32_MAX,
    };
    gac_result result = check_module(&v);
    if (counts_out)
        *counts_out = v.counts;
    if (v.watch.result == GAC_OK)
        return result;
    gac__context_tell_late(module->context, v.watch.result, "checked");
    return v.watch.result;
}
