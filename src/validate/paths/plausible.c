/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What host and kernel may have agreed upon: by what conditions decide, and how
 * choices lead past loops that wait. */

/* The counter of a loop is anything, so that its bound, or whatever else it is
 * compared with, is looked at alone. Where which step is next is kept in local
 * memory, and a compiler has unrolled the loop, there are arms that no run
 * comes to. */
#include "module/types.h"
#include "validate/paths/paths.h"

/* -- what conditions are made of ------------------------------------------- */

/* What a branch decides by, as far as that is known. */
typedef struct gac__inputs {
    uint32_t n;
    uint64_t of[2 * GAC__INPUTS];
} gac__inputs;

static void add_inputs(gac__paths *t, gac__inputs *all, uint32_t term)
{
    const gac__path_value v = gac__path_evaluate(t, term);
    if (v.kind != GAC__PATH_NUMBER)
        return;
    const gac__symbol *s = gac__path_symbol_at(t, v.symbol);
    for (uint32_t i = 0; i < s->n_inputs; i++)
        all->of[all->n++] = s->inputs[i];
}

#define MAX_DEPTH 64 /* where a module is wrong, a value is made of itself */

/* Of a comparison, both sides are looked at: one of them may be anything. */
static void find_inputs(gac__paths *t, uint32_t node)
{
    const gac__node *n = &t->p->nodes.items[node];
    uint32_t at = gac__path_term(t, (gac__ref){n->frame, n->condition});
    const gac__term *term = &t->terms.items[at];
    for (int depth = 0;
         depth < MAX_DEPTH
         && (term->opcode == SpvOpLogicalNot || term->form == GAC__TERM_SAME
             || (term->form == GAC__TERM_SET && term->other != 0));
         depth++) {
        at = term->opcode == SpvOpLogicalNot ? t->operands.items[term->first]
                                             : term->other;
        term = &t->terms.items[at];
    }
    if (!gac__is_comparison(term->opcode)) {
        add_inputs(t, &t->inputs[node], at);
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        add_inputs(t, &t->inputs[node], t->operands.items[term->first + i]);
}

/* Marks the loops that a wait's node is in. */
static void find_waiting(const gac__paths *t, uint32_t node)
{
    const gac__loop_nest *nest = &t->p->nest;
    for (uint32_t at = nest->header[node]; at != GAC__NO_NODE && !t->waits[at];
         at = nest->outer[at])
        t->waits[at] = true;
}

bool gac__find_inputs(gac__paths *t)
{
    const gac__program *p = t->p;
    gac__arena *a = &t->p->arena;
    t->inputs = gac__arena_alloc(a, p->nodes.n, sizeof *t->inputs);
    t->exits = gac__arena_alloc(a, p->order.n, sizeof *t->exits);
    t->waits = gac__arena_alloc(a, p->nodes.n, 1);
    gac__symbols_release(t);
    t->path = t->state = GAC__NO_PATH;
    t->steps = t->p->budget;
    t->n_exits = 0;
    const bool ok = t->inputs && t->exits && t->waits;
    for (uint32_t i = 0; ok && i < p->order.n; i++) {
        const uint32_t node = p->order.node[i];
        if ((p->nodes.items[node].kinds & GAC__KIND(GAC__OP_WAIT)) != 0)
            find_waiting(t, node);
        if (p->nodes.items[node].condition == 0)
            continue;
        find_inputs(t, node);
        if (gac__program_leaves_loop(p, node))
            t->exits[t->n_exits++] = node;
    }
    t->path = t->state = 0;
    return ok;
}

static bool share_inputs(const gac__inputs *a, const gac__inputs *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (a->of[i] == b->of[k])
                return true;
    return false;
}

/* -- iterations of loops --------------------------------------------------- */

/* Whether the branch at the end of `node` decides by what a loop's number of
 * iterations is made of. If `copy` is a node, not UINT32_MAX: by that of a loop
 * which waits and does not have it in it: a compiler may have taken the branch
 * from its first iteration. */
static bool decides_iterations(gac__paths *t, uint32_t node, uint32_t copy)
{
    const gac__program *p = t->p;
    if (t->n_exits == 0)
        return false;
    const gac__inputs *own = &t->inputs[node];
    uint64_t steps = p->order.n / 4;
    bool shares = false;
    for (uint32_t i = 0; i < t->n_exits && !shares; i++) {
        const uint32_t exit = t->exits[i], loop = p->nest.header[exit];
        if (exit == node
            || (copy != UINT32_MAX
                && (gac__in_loop(&p->nest, copy, loop) || !t->waits[loop])))
            continue;
        shares = share_inputs(own, &t->inputs[exit]);
        steps += own->n * t->inputs[exit].n / 16;
    }
    (void)gac__program_spend(t->p, steps);
    return shares;
}

/* Whether what has been chosen at a branch leads around a loop. Going round
 * another loop once more does not. */
static bool leads_past(gac__program *p, const gac__path_choice *c,
                       uint32_t header)
{
    const uint32_t loop = p->nest.header[c->node];
    bool others = false;
    if (loop != UINT32_MAX && gac__in_loop(&p->nest, c->to, loop)
        && !gac__in_loop(&p->nest, header, loop))
        return false;
    if (gac__program_leads(p, c->to, header, c->node, true))
        return false;
    for (uint32_t i = p->graph.first[c->node];
         i < p->graph.first[c->node + 1] && !others; i++)
        others = gac__program_leads(p, p->graph.to[i], header, c->node, true);
    return others;
}

/* Whether it leads around a loop that waits and does not have `node` in it. */
static bool misses_wait(const gac__paths *t, const gac__path_choice *c,
                        uint32_t node)
{
    gac__program *p = t->p;
    for (uint32_t i = 0; i < p->order.n; i++) {
        uint32_t header = p->order.node[i];
        if (p->nest.header[header] == header
            && !gac__in_loop(&p->nest, node, header) && t->waits[header]
            && leads_past(p, c, header))
            return true;
    }
    return false;
}

gac__choice_kind gac__path_look_at_choice(gac__paths *t,
                                          const gac__path_choice *c,
                                          uint32_t copy)
{
    const gac__program *p = t->p;
    const uint32_t loop = p->nest.header[c->node];
    const bool leaves = gac__program_leaves_loop(p, c->node);
    if (!leaves && misses_wait(t, c, copy))
        return GAC__PAST_A_WAIT;
    if (!leaves)
        return decides_iterations(t, c->node, UINT32_MAX) ? GAC__ONE_MORE
                                                          : GAC__NO_ITERATION;
    if (gac__program_stays(p, c->node, c->to))
        return GAC__ONE_MORE;
    return !gac__in_loop(&p->nest, copy, loop) && t->waits[loop]
               ? GAC__PAST_A_WAIT
               : GAC__THE_LAST;
}

bool gac__path_counts(gac__paths *t, uint32_t copy)
{
    for (size_t k = 0; k < t->log.n; k++) {
        const gac__path_choice *c = &t->log.items[k];
        if (gac__path_look_at_choice(t, c, copy) == GAC__PAST_A_WAIT
            || (!gac__program_leaves_loop(t->p, c->node)
                && decides_iterations(t, c->node, copy)))
            return false;
    }
    return true;
}

/* -- steps that are counted in memory -------------------------------------- */

/* What is stored to a variable. */
typedef struct gac__stores {
    bool any, several;
    bool constant; /* some of it is a constant */
} gac__stores;

/* Counts the stores to each variable. */
static void find_stores(gac__paths *t)
{
    const gac__program *p = t->p;
    uint64_t value;
    t->stores =
        gac__arena_alloc(&t->p->arena, p->m->first_function, sizeof *t->stores);
    for (size_t i = 0; t->stores && i < p->ops.n; i++) {
        const gac__op *op = &p->ops.items[i];
        if (op->kind != GAC__OP_ACCESS)
            continue;
        gac__inst inst = gac__module_inst(p->m, op->ordinal);
        if (inst.opcode != SpvOpStore)
            continue;
        gac__ref base =
            gac__pointer_origin(p, (gac__ref){op->frame, inst.words[1]}).base;
        uint32_t ordinal =
            base.id ? p->m->definitions[base.id] - 1 : UINT32_MAX;
        if (ordinal >= p->m->first_function)
            continue;
        gac__stores *known = &t->stores[ordinal];
        known->several |= known->any;
        known->any = true;
        known->constant |=
            gac__evaluate(p, (gac__ref){op->frame, inst.words[2]}, &value);
    }
}

/* Whether it is a number in local memory that is stored more than once, and at
 * least once by a constant. */
static bool is_state(gac__paths *t, uint32_t id)
{
    const gac_module *m = t->p->m;
    if (gac__module_def_opcode(m, id) != SpvOpVariable
        || gac__module_storage_class(m, id) != SpvStorageClassWorkgroup
        || gac__module_scalar_width(m, gac__variable_type(m, id)) == 0)
        return false;
    if (!t->stores)
        find_stores(t);
    const uint32_t ordinal = m->definitions[id] - 1;
    return t->stores && ordinal < m->first_function
           && t->stores[ordinal].several && t->stores[ordinal].constant;
}

bool gac__path_follows_state(gac__paths *t, uint32_t at)
{
    const gac__program *p = t->p;
    uint32_t node = gac__program_node_of(p, at);
    if (!t->inputs && !gac__find_inputs(t))
        return false;
    while (node != 0 && gac__program_spend(t->p, 1)) {
        node = p->tree.idom[node];
        const gac__inputs *own = &t->inputs[node];
        for (uint32_t i = 0; i < own->n; i++)
            if (is_state(t, (uint32_t)own->of[i]))
                return true;
    }
    return false;
}
