/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs the analyses of whole programs. */

/* They run before the rules are applied to instructions, one program
 * (program.c) after the other: each kernel, and each function without callers.
 * A function may be in several programs; what is found in it is reported once.
 * Warnings are kept until the rules come to their instruction, so that
 * diagnostics are in the order of instructions, and a faulty instruction has no
 * warning. When a budget is spent, there are fewer warnings. When memory is
 * out, analyses end early as well; the allocator remembers it, and the
 * validation fails. */
#include "validate/warn/warnings.h"

#include <stdlib.h>

/* A module may have several warnings an instruction: they may take no more
 * memory than the module. */
#define FEW_WARNINGS ((size_t)16384)

/* -- programs -------------------------------------------------------------- */

/* Warns of single copies and waits. */
static void warn_of_op(gac__warnings *f, uint32_t at)
{
    const gac__op op = f->p->ops.items[at];
    const gac__copy_view *copy =
        op.kind == GAC__OP_COPY ? gac__copy_view_at(f->p, at) : NULL;
    gac__wait_view wait;
    const bool waits =
        op.kind == GAC__OP_WAIT && gac__view_wait(f->p, op, &wait);
    f->ordinal = op.ordinal;
    f->of_values = true;
    if (copy)
        gac__warn_copy(f, copy);
    if (waits)
        gac__warn_wait(f, &wait);
    f->of_values = false;
    if (copy)
        gac__warn_divergent_copy(f, op.node, copy);
    if (waits)
        gac__warn_divergent_wait(f, op.node, &wait);
}

/* Copies with an error are left out: nothing is certain about them. Returns
 * whether there are any. */
static bool leave_out_faulty(gac__warnings *f)
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

static void analyse(gac__warnings *f, const gac__function *function)
{
    gac__program *p = f->p;
    if (!gac__program_build(p, function, &f->instructions))
        return;
    const uint64_t budget = p->budget = GAC__MIN(p->budget, f->steps);
    const bool faulty = leave_out_faulty(f);
    if (gac__warn_events(f, faulty))
        for (uint32_t at = 0; at < p->ops.n; at++)
            if (p->order.rank[p->ops.items[at].node] != GAC__NO_NODE)
                warn_of_op(f, at);
    f->steps -= budget - p->budget;
}

/* The order of reports: by instruction, then by gac__pending.order. */
static int compare(const void *a, const void *b)
{
    const gac__pending *x = a, *y = b;
    if (x->ordinal != y->ordinal)
        return x->ordinal < y->ordinal ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* clang keeps a kernel's body, once it has been inlined, as a function that
 * nothing calls. It is left out: the size of groups is known in the kernel
 * only. */
static bool is_kernel_body(const gac_module *m, const gac__function *function)
{
    static const char prefix[] = "__clang_ocl_kern_imp_";
    const char *name = gac__module_name(m, function->id);
    return name && m->n_kernels > 0
           && strncmp(name, prefix, sizeof prefix - 1) == 0;
}

/* Whether a function is the first one of a program. */
static bool is_root(const gac__warnings *f, uint32_t i)
{
    const gac_module *m = f->v->m;
    const gac__function_use *use = &f->sites.functions[i];
    return use->leads
           && (use->kernel
               || (!use->called && !is_kernel_body(m, &m->functions[i])));
}

#define STEPS 65536u /* of a program, for the watch: it reads the clock */

static void analyse_all(gac__warnings *f)
{
    const gac_module *m = f->v->m;
    gac__program p;
    f->instructions = 8 * (uint64_t)m->n_insts + 4096;
    f->steps = 128 * (uint64_t)m->n_insts + (1 << 26);
    gac__program_init(&p, &f->sites, f->v->allocator);
    p.watch = &f->v->watch;
    f->p = &p;
    for (uint32_t i = 0;
         i < m->n_functions && gac__watch_result(&f->v->watch) == GAC_OK; i++)
        if (is_root(f, i) && gac__watch_on(&f->v->watch, STEPS))
            analyse(f, &m->functions[i]);
    gac__path_free(&f->paths, p.arena.allocator);
    gac__program_free(&p);
    f->p = NULL;
    if (f->pending.n > 1)
        qsort(f->pending.items, f->pending.n, sizeof *f->pending.items,
              compare);
}

void gac__warnings_find(gac__validation *v)
{
    gac__warnings *f = gac__alloc_zero(v->allocator, 1, sizeof *f);
    if (!f)
        return;
    f->v = v;
    f->most_pending = GAC__MAX(FEW_WARNINGS, (size_t)v->m->n_insts / 32);
    v->warnings = f;
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

/* One defect is one report, in however many programs it is found. So are uses
 * of several copies' bytes by one instruction. */
static bool is_repeated(const gac__warnings *f, size_t at)
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

void gac__warnings_report(gac__validation *v, const gac__inst *inst,
                          bool faulty)
{
    gac__warnings *f = v->warnings;
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

void gac__warnings_free(gac__validation *v)
{
    gac__warnings *f = v->warnings;
    if (!f)
        return;
    gac__arena_free(&f->arena);
    GAC__VEC_FREE(v->allocator, &f->pending);
    gac__free(v->allocator, f, 1, sizeof *f);
    v->warnings = NULL;
    v->clean = NULL;
}
