/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Preconditions that a kernel may rely on: which choices of a path the host may
 * rule out. */

/* A kernel may rely on a number of iterations that the host passes: the loop
 * that waits is entered, or iterated as often as the loop that copies. So a
 * branch is compared with the exits of loops: whether both depend on the same
 * inputs. Of an exit, only the bound is known, as the counter is top.
 *
 * Where a step counter in local memory says what is next, and a compiler has
 * unrolled the loop, the kernel has arms that no execution takes. */
#include "module/types.h"
#include "validate/paths/paths.h"

/* -- inputs of conditions -------------------------------------------------- */

/* The known inputs of a branch's condition. */
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

#define MAX_DEPTH 64 /* in a faulty module, a value may be its own operand */

/* A comparison has the inputs of both sides, though one of them may be top. */
static void find_inputs(gac__paths *t, uint32_t node)
{
    const gac__node *n = &t->p->nodes.items[node];
    uint32_t at = gac__path_term(t, (gac__ref){n->frame, n->condition});
    const gac__term *term = &t->terms.items[at];
    for (int depth = 0; depth < MAX_DEPTH && term->opcode == SpvOpLogicalNot;
         depth++) {
        at = t->operands.items[term->first];
        term = &t->terms.items[at];
    }
    if (!gac__is_comparison(term->opcode)) {
        add_inputs(t, &t->inputs[node], at);
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        add_inputs(t, &t->inputs[node], t->operands.items[term->first + i]);
}

/* Marks the loops around a node that waits. */
static void find_waiting(const gac__paths *t, uint32_t node)
{
    const gac__loop_nest *nest = &t->p->nest;
    for (uint32_t at = nest->header[node]; at != GAC__NO_NODE && !t->waits[at];
         at = nest->outer[at])
        t->waits[at] = true;
}

/* Finds what branches depend on, and which loops wait. The current path is
 * lost. False when memory is out. */
static bool find_all(gac__paths *t)
{
    const gac__program *p = t->p;
    gac__arena *a = &t->p->arena;
    const uint32_t stamp = t->stamp;
    const uint64_t steps = t->steps;
    t->inputs = gac__arena_alloc(a, p->nodes.n, sizeof *t->inputs);
    t->exits = gac__arena_alloc(a, p->order.n, sizeof *t->exits);
    t->waits = gac__arena_alloc(a, p->nodes.n, 1);
    gac__symbols_release(t);
    t->stamp = GAC__NO_PATH;
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
    t->stamp = stamp;
    t->steps = steps;
    if (!ok)
        t->inputs = NULL;
    return ok;
}

bool gac__path_find_inputs(gac__paths *t, uint32_t node)
{
    if (t->inputs || !t->p->nest.cyclic || t->in_flight.n == 0)
        return true;
    const gac__state *own =
        gac__state_make(t, node, true) ? gac__state_keep(t) : NULL;
    const bool ok = own && find_all(t);
    if (own)
        gac__state_restore(t, own);
    t->given_up |= !ok;
    return !t->given_up;
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

/* Whether the branch at the end of `node` shares an input with the exit of a
 * loop. If `copy` is a node, not UINT32_MAX: of a loop that waits and does not
 * contain the copy; a compiler may have peeled the branch off this loop. */
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

/* Whether a choice leads around a loop that the branch could have led to.
 * Iterating another loop does not. */
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

/* Whether a choice leads around a loop that waits and does not contain
 * `node`. */
static bool skips_wait(const gac__paths *t, const gac__path_choice *c,
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

gac__choice_kind gac__path_classify_choice(gac__paths *t,
                                           const gac__path_choice *c,
                                           uint32_t copy)
{
    const gac__program *p = t->p;
    const uint32_t loop = p->nest.header[c->node];
    const bool leaves = gac__program_leaves_loop(p, c->node);
    if (!leaves && skips_wait(t, c, copy))
        return GAC__CHOICE_SKIPS_WAIT;
    if (!leaves)
        return decides_iterations(t, c->node, UINT32_MAX) ? GAC__CHOICE_ITERATES
                                                          : GAC__CHOICE_OTHER;
    if (gac__program_stays(p, c->node, c->to))
        return GAC__CHOICE_ITERATES;
    return !gac__in_loop(&p->nest, copy, loop) && t->waits[loop]
               ? GAC__CHOICE_SKIPS_WAIT
               : GAC__CHOICE_EXITS;
}

bool gac__path_is_evidence(gac__paths *t, uint32_t copy)
{
    for (const gac__path_choice *c = t->log; c; c = c->before)
        if (gac__path_classify_choice(t, c, copy) == GAC__CHOICE_SKIPS_WAIT
            || (!gac__program_leaves_loop(t->p, c->node)
                && decides_iterations(t, c->node, copy)))
            return false;
    return true;
}

/* -- step counters in local memory ----------------------------------------- */

/* The stores to a variable outside of functions. */
typedef struct gac__stores {
    bool any, several;
    bool constant; /* one of them stores a constant */
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
            gac__pointer_base(p, (gac__ref){op->frame, inst.words[1]});
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

/* Whether an id is an integer variable in local memory to which several stores
 * go, one of them of a constant. */
static bool is_step_counter(gac__paths *t, uint32_t id)
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

bool gac__path_has_step_counter(gac__paths *t, uint32_t at)
{
    const gac__program *p = t->p;
    uint32_t node = gac__program_node_of(p, at);
    if (!t->inputs && !find_all(t))
        return false;
    while (node != 0 && gac__program_spend(t->p, 1)) {
        node = p->tree.idom[node];
        const gac__inputs *own = &t->inputs[node];
        for (uint32_t i = 0; i < own->n; i++)
            if (is_step_counter(t, (uint32_t)own->of[i]))
                return true;
    }
    return false;
}
