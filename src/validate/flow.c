/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs the analyses that follow control flow, one function at a time. */

/* They look at functions with copies or waits only, when the walk enters them,
 * and put their warnings aside until the walk comes to the instruction: so
 * diagnostics stay in order, and what turned out faulty is not warned of. Out
 * of memory or out of budget, there are no warnings, and nothing is wrong. */
#include "validate/flow.h"

#include <stdlib.h>

void gac__flow_found(gac__flow *f, uint32_t ordinal, gac__rule_id rule,
                     const gac__quantity *q, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gac__pending p = {.ordinal = ordinal,
                      .rule = rule,
                      .operand = q ? q->name : NULL,
                      .word = q && q->name ? (int32_t)q->word : -1,
                      .message = gac__arena_vprintf(&f->graph.arena, format,
                                                    args)};
    va_end(args);
    if (p.message && !f->graph.exhausted)
        (void)GAC__VEC_PUSH(&f->v->m->context->allocator, &f->pending, p);
}

static bool is_copy(const gac_module *m, const gac__inst *inst)
{
    gac__copy_view view;
    return gac__view_copy(m, inst, &view);
}

/* Counts, or lists, the copies and waits that can be reached. */
static void find_sites(gac__flow *f, bool list)
{
    const gac_module *m = f->v->m;
    f->n_copies = f->n_waits = 0;
    for (uint32_t i = f->function->first; i < f->function->end; i++) {
        gac__inst inst = gac__module_inst(m, i);
        bool wait = inst.opcode == SpvOpGroupWaitEvents;
        if (!wait && !is_copy(m, &inst))
            continue;
        if (list && (!f->reachable[gac__flow_block(&f->graph, i)] ||
                     (!wait && gac__is_faulty(f->v, &inst))))
            continue; /* a faulty wait is still one */
        uint32_t *n = wait ? &f->n_waits : &f->n_copies;
        if (list)
            (wait ? f->waits : f->copies)[*n] = i;
        (*n)++;
    }
}

static bool is_kernel(const gac_module *m, uint32_t id)
{
    for (uint32_t i = 0; i < m->n_entries; i++)
        if (m->entries[i].function_id == id &&
            m->entries[i].model == SpvExecutionModelKernel)
            return true;
    return false;
}

static bool prepare(gac__flow *f)
{
    gac__flow_graph *g = &f->graph;
    if (!gac__flow_build(g, f->v->m, f->function))
        return false;
    f->reachable = gac__arena_alloc(&g->arena, g->n, 1);
    f->copies = gac__arena_alloc(&g->arena, f->n_copies, sizeof *f->copies);
    f->waits = gac__arena_alloc(&g->arena, f->n_waits, sizeof *f->waits);
    if (!f->reachable || !f->copies || !f->waits)
        return false;
    gac__flow_reach(g, 0, NULL, NULL);
    memcpy(f->reachable, g->mark, g->n);
    f->reachable[0] = 1;
    find_sites(f, true);
    f->is_kernel = is_kernel(f->v->m, f->function->id);
    return true;
}

static int compare(const void *a, const void *b)
{
    const gac__pending *x = a, *y = b;
    if (x->ordinal != y->ordinal)
        return x->ordinal < y->ordinal ? -1 : 1;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    return x->word < y->word ? -1 : x->word > y->word;
}

static void close_function(gac__validation *v)
{
    gac__flow *f = v->flow;
    if (!f)
        return;
    gac__flow_free(&f->graph);
    GAC__VEC_FREE(&v->m->context->allocator, &f->pending);
    gac__free(&v->m->context->allocator, f, 1, sizeof *f);
    v->flow = NULL;
}

void gac__flow_enter(gac__validation *v, uint32_t ordinal)
{
    const gac_module *m = v->m;
    gac__flow found = {.v = v};
    close_function(v);
    while (v->next_function < m->n_functions &&
           m->functions[v->next_function].first < ordinal)
        v->next_function++;
    if (v->next_function == m->n_functions)
        return;
    found.function = &m->functions[v->next_function];
    if (found.function->first != ordinal || found.function->n_blocks == 0)
        return;
    find_sites(&found, false);
    if (found.n_copies + found.n_waits == 0)
        return;
    gac__flow *f = gac__alloc_zero(&m->context->allocator, 1, sizeof *f);
    if (!f)
        return;
    *f = found;
    v->flow = f;
    if (!prepare(f))
        return;
    gac__warn_events(f);
    gac__warn_released(f);
    gac__warn_divergence(f);
    if (f->pending.n > 1)
        qsort(f->pending.items, f->pending.n, sizeof *f->pending.items,
              compare);
}

void gac__flow_report(gac__validation *v, const gac__inst *inst, bool faulty)
{
    gac__flow *f = v->flow;
    if (!f)
        return;
    for (; f->next < f->pending.n; f->next++) {
        const gac__pending *p = &f->pending.items[f->next];
        if (p->ordinal > inst->ordinal)
            return;
        /* Touching what several copies have in flight is one fault. */
        if (f->next > 0 && p->rule == GAC__RULE_use_before_wait &&
            p[-1].ordinal == p->ordinal && p[-1].rule == p->rule)
            continue;
        if (p->ordinal == inst->ordinal && !faulty)
            gac__found(v, p->rule, inst, p->operand, p->word, "%s",
                       p->message);
    }
}

void gac__flow_leave(gac__validation *v)
{
    close_function(v);
}
