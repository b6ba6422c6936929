/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs the analyses that follow values and control flow. */

/* They run before the walk, one program (program.c) after the other: each
 * kernel, each function without callers. A function that several programs
 * contain is looked at in each, and what is found in it is reported once. The
 * warnings are put aside until the walk comes to the instruction, so that
 * diagnostics stay in order, and what turns out faulty is not warned of. Out of
 * budget, there are fewer warnings, and nothing is wrong. Out of memory, too,
 * analyses end early; but the allocator remembers it, and the validation has
 * failed. */
#include "validate/warn/warnings.h"

#include <stdlib.h>

/* A module with a copy in each instruction, and nothing waited for, has several
 * warnings for each: they may take no more memory than it does. */
#define FEW_WARNINGS ((size_t)16384)

/* Tables of the analyses of a small program. */
#define POOL_BYTES ((size_t)24576)

/* -- programs -------------------------------------------------------------- */

static void warn_of_copy(gac__flow *f, uint32_t node, uint32_t at)
{
    const gac__copy_view *view = gac__copy_view_at(f->p, at);
    if (view) {
        f->of_values = true;
        gac__warn_copy(f, view);
        f->of_values = false;
        gac__warn_divergent_copy(f, node, view);
    }
}

static void warn_of_wait(gac__flow *f, uint32_t node, gac__op op)
{
    gac__wait_view wait;
    if (gac__view_wait(f->p, op, &wait)) {
        f->of_values = true;
        gac__warn_wait(f, &wait);
        f->of_values = false;
        gac__warn_divergent_wait(f, node, &wait);
    }
}

/* What each copy and wait tells by itself. */
static void warn_of_ops(gac__flow *f)
{
    gac__program *p = f->p;
    for (uint32_t i = 0; i < p->order.n; i++) {
        uint32_t node = p->order.node[i];
        uint32_t first = p->nodes.items[node].first_op;
        for (uint32_t k = 0; k < p->nodes.items[node].n_ops; k++) {
            const gac__op op = p->ops.items[first + k];
            if (op.kind == GAC__OP_COPY)
                warn_of_copy(f, node, first + k);
            else if (op.kind == GAC__OP_WAIT)
                warn_of_wait(f, node, op);
        }
    }
}

/* Instructions with an error are left out: nothing is certain about them. A
 * faulty wait is still one. Returns whether there are any. */
static bool leave_out_faulty(gac__flow *f)
{
    gac__program *p = f->p;
    bool any = false;
    for (size_t i = 0; i < p->ops.n; i++) {
        gac__op *op = &p->ops.items[i];
        if (op->kind != GAC__OP_COPY)
            continue;
        gac__inst inst = gac__module_inst(p->m, op->ordinal);
        if (gac__is_faulty(f->v, &inst)) {
            op->kind = GAC__OP_ESCAPE;
            any = true;
        }
    }
    return any;
}

/* What all programs of a module may take together. */
typedef struct allowance {
    uint64_t instructions, steps;
} allowance;

static void analyse(gac__flow *f, const gac__function *function,
                    allowance *left)
{
    if (!gac__program_build(f->p, function, &left->instructions))
        return;
    uint64_t budget = GAC__MIN(f->p->budget, left->steps);
    f->p->budget = budget;
    bool faulty = leave_out_faulty(f);
    if (gac__warn_events(f, faulty))
        warn_of_ops(f);
    uint64_t taken = budget - f->p->budget;
    left->steps -= GAC__MIN(taken, left->steps);
}

/* By place; there, what constants tell comes first, then rule by rule, each in
 * the order in which it was found. */
static int compare(const void *a, const void *b)
{
    const gac__pending *x = a, *y = b;
    if (x->ordinal != y->ordinal)
        return x->ordinal < y->ordinal ? -1 : 1;
    if (x->of_values != y->of_values)
        return x->of_values ? -1 : 1;
    if (x->rule != y->rule && !x->of_values)
        return x->rule < y->rule ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* clang keeps a kernel's body, once it has been inlined, as a function that
 * nothing calls. The kernel knows more than that: the size of its groups. */
static bool is_kernel_body(const gac_module *m, const gac__function *function)
{
    static const char prefix[] = "__clang_ocl_kern_imp_";
    const char *name = gac__module_name(m, function->id);
    return name && m->n_kernels > 0
           && strncmp(name, prefix, sizeof prefix - 1) == 0;
}

/* Whether an analysis begins here. */
static bool begins_here(const gac__flow *f, uint32_t i)
{
    const gac_module *m = f->v->m;
    const gac__function_use *use = &f->sites.functions[i];
    return use->leads
           && (use->kernel
               || (!use->called && !is_kernel_body(m, &m->functions[i])));
}

#define STEPS 65536u /* that a program counts for: the clock is read */

/* Roots first: what they contain need not be looked at by itself. Functions
 * that only call each other come last. */
static void analyse_all(gac__flow *f)
{
    const gac_module *m = f->v->m;
    allowance left = {.instructions = 8 * (uint64_t)m->n_insts + 4096,
                      .steps = 128 * (uint64_t)m->n_insts + (1 << 26)};
    gac__program p;
    gac__pool pool;
    gac__pool_open(&pool, f->v->allocator, POOL_BYTES);
    gac__program_init(&p, &f->sites, &pool.allocator);
    p.watch = &f->v->watch;
    f->p = &p;
    for (uint32_t i = 0;
         i < m->n_functions && gac__watch_result(&f->v->watch) == GAC_OK; i++)
        if (begins_here(f, i) && gac__watch_on(&f->v->watch, STEPS))
            analyse(f, &m->functions[i], &left);
    gac__path_free(&f->paths, p.arena.allocator);
    gac__program_free(&p);
    gac__pool_close(&pool);
    f->p = NULL;
    if (f->pending.n > 1)
        qsort(f->pending.items, f->pending.n, sizeof *f->pending.items,
              compare);
}

void gac__flow_run(gac__validation *v)
{
    gac__flow *f = gac__alloc_zero(v->allocator, 1, sizeof *f);
    if (!f)
        return;
    f->v = v;
    f->most_pending = GAC__MAX(FEW_WARNINGS, (size_t)v->m->n_insts / 32);
    v->flow = f;
    gac__arena_init(&f->arena, v->allocator);
    if (!gac__sites_find(&f->sites, v->m, &f->arena))
        return;
    if (f->sites.any) {
        v->clean =
            gac__arena_alloc(&f->arena, (size_t)v->m->n_insts / 8 + 1, 1);
        analyse_all(f);
    }
    if (f->pending.n > 0)
        v->next_warning = f->pending.items[0].ordinal;
}

/* -- reports --------------------------------------------------------------- */

/* One defect is one report, in however many programs it is: so is touching what
 * several copies have in flight. */
static bool is_repeated(const gac__flow *f, size_t at)
{
    const gac__pending *p = &f->pending.items[at];
    for (size_t i = at; i-- > 0;) {
        const gac__pending *q = &f->pending.items[i];
        if (q->ordinal != p->ordinal || at - i > 256)
            return false;
        if (q->rule == p->rule
            && (q->word == p->word || p->rule == GAC__RULE_use_before_wait))
            return true;
    }
    return false;
}

static const char *note_of(gac__rule_id rule)
{
    switch (rule) {
    case GAC__RULE_static_bounds: return "the variable is defined here";
    case GAC__RULE_use_before_wait: return "the copy is started here";
    case GAC__RULE_released_event: return "released here";
    default: return "the branch is here";
    }
}

void gac__flow_report(gac__validation *v, const gac__inst *inst, bool faulty)
{
    gac__flow *f = v->flow;
    if (!f || v->next_warning > inst->ordinal)
        return;
    v->next_warning = UINT32_MAX;
    for (; f->next < f->pending.n; f->next++) {
        const gac__pending *p = &f->pending.items[f->next];
        if (p->ordinal > inst->ordinal) {
            v->next_warning = p->ordinal;
            return;
        }
        if (is_repeated(f, f->next))
            continue;
        if (p->ordinal == inst->ordinal && !faulty)
            gac__found_with(v, p->rule, inst, p->operand, p->word, p->related,
                            note_of(p->rule), "%s", p->message);
    }
}

void gac__flow_free(gac__validation *v)
{
    gac__flow *f = v->flow;
    if (!f)
        return;
    gac__arena_free(&f->arena);
    GAC__VEC_FREE(v->allocator, &f->pending);
    gac__free(v->allocator, f, 1, sizeof *f);
    v->flow = NULL;
    v->clean = NULL;
}
