/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Looks for what conditions are made of, and whether loops end by the same. */

/* The counter of a loop is made of anything, so that its bound, or whatever
 * else it is compared with, is looked at alone. Where which step is next is
 * kept in local memory, and a compiler has unrolled the loop, there are arms
 * that no run comes to. */
#include "validate/paths/plausible.h"

#define MAX_STEPS 256

#define GAC__MAX_INPUTS 24

/* Arguments, buffers, builtins that a value is made from. */
typedef struct gac__inputs {
    uint32_t n;
    gac__ref refs[GAC__MAX_INPUTS];
    uint32_t steps;
    bool top; /* anything */
} gac__inputs;

static void add_input(gac__inputs *r, gac__ref ref)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (gac__ref_same(r->refs[i], ref))
            return;
    if (r->n == GAC__MAX_INPUTS)
        r->top = true;
    else
        r->refs[r->n++] = ref;
}

/* Whether what a variable of the function holds tells which path was taken: it
 * is like a phi. */
static bool follows_flow(const gac__program *p, gac__ref base)
{
    const gac__variable *v = gac__program_variable(p, base);
    return v && (v->n_stores > 1 || v->escapes);
}

static void find_inputs(const gac__program *p, gac__ref ref, uint32_t depth,
                        gac__inputs *r)
{
    gac__inst def;
    gac__origin origin;
    uint64_t value;
    ref = gac__resolve(p, ref);
    if (gac__evaluate_as(p, ref, GAC__KNOWN_FIXED, &value))
        return;
    if (depth > 8 || r->top || r->steps++ > MAX_STEPS
        || !gac__module_def(p->m, ref.id, &def)) {
        r->top = true;
        return;
    }
    switch (def.opcode) {
    case SpvOpLoad:
        origin = gac__pointer_origin(p, (gac__ref){ref.frame, def.words[3]});
        if (origin.base.id == 0 || follows_flow(p, origin.base))
            r->top = true;
        else
            add_input(r, origin.base);
        return;
    case SpvOpFunctionCall: add_input(r, (gac__ref){0, def.words[3]}); return;
    case SpvOpFunctionParameter:
    case SpvOpVariable:
    case SpvOpSpecConstant:
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse: add_input(r, ref); return;
    case SpvOpCompositeExtract:
        find_inputs(p, (gac__ref){ref.frame, def.words[3]}, depth + 1, r);
        return;
    case SpvOpPhi:
    case SpvOpSpecConstantOp: r->top = true; return;
    default:
        for (uint32_t i = def.first; i < def.n_words; i++)
            find_inputs(p, (gac__ref){ref.frame, def.words[i]}, depth + 1, r);
        return;
    }
}

static bool share_inputs(const gac__inputs *a, const gac__inputs *b)
{
    if (a->top || b->top)
        return true;
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (gac__ref_same(a->refs[i], b->refs[k]))
                return true;
    return false;
}

/* -- iterations of loops --------------------------------------------------- */

bool gac__leaves_loop(const gac__program *p, uint32_t node)
{
    const uint32_t loop = p->nest.header[node];
    if (loop == UINT32_MAX)
        return false;
    for (uint32_t i = p->graph.first[node]; i < p->graph.first[node + 1]; i++)
        if (!gac__in_loop(&p->nest, p->graph.to[i], loop))
            return true;
    return false;
}

/* Marks the headers of loops in which some wait stands. */
static bool find_waits(const gac__program *p)
{
    uint8_t *waits = gac__arena_alloc(p->iterations_memo->arena, p->nodes.n, 1);
    p->iterations_memo->waits = waits;
    for (uint32_t i = 0; waits && i < p->order.n; i++) {
        const uint32_t node = p->order.node[i];
        const bool is = p->nodes.items[node].kinds & GAC__KIND(GAC__OP_WAIT);
        for (uint32_t at = is ? p->nest.header[node] : UINT32_MAX;
             at != UINT32_MAX && !waits[at]; at = p->nest.outer[at])
            waits[at] = 1;
    }
    return waits != NULL;
}

bool gac__waits_inside(const gac__program *p, uint32_t header)
{
    if (!p->iterations_memo->waits && !find_waits(p))
        return false;
    const uint8_t *waits = p->iterations_memo->waits;
    return waits && waits[header];
}

/* What a node's condition is made of, as far as it is known. */
static gac__inputs inputs_of_branch(const gac__program *p, uint32_t node)
{
    const gac__node *n = &p->nodes.items[node];
    gac__inputs all = {0};
    gac__inst def;
    gac__ref ref = gac__resolve(p, (gac__ref){n->frame, n->condition});
    while (gac__module_def(p->m, ref.id, &def) && def.opcode == SpvOpLogicalNot)
        ref = gac__resolve(p, (gac__ref){ref.frame, def.words[3]});
    if (!gac__module_def(p->m, ref.id, &def)
        || !gac__is_comparison(def.opcode)) {
        find_inputs(p, ref, 0, &all);
        all.n = all.top ? 0 : all.n;
        all.top = false;
        return all;
    }
    for (uint32_t i = 3; i < 5; i++) {
        gac__inputs side = {0};
        find_inputs(p, (gac__ref){ref.frame, def.words[i]}, 0, &side);
        for (uint32_t k = 0; !side.top && k < side.n; k++)
            add_input(&all, side.refs[k]);
    }
    return all;
}

/* A branch that leaves the loop it is in. */
struct gac__exit {
    uint32_t node;
    gac__inputs inputs;
};

static bool is_exit(const gac__program *p, uint32_t node)
{
    return p->nodes.items[node].condition != 0 && gac__leaves_loop(p, node);
}

static bool find_exits(const gac__program *p)
{
    struct gac__iterations_memo *memo = p->iterations_memo;
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->order.n; i++)
        n += is_exit(p, p->order.node[i]);
    memo->exits = gac__arena_alloc(memo->arena, n, sizeof *memo->exits);
    for (uint32_t i = 0; memo->exits && i < p->order.n; i++)
        if (is_exit(p, p->order.node[i]))
            memo->exits[memo->n_exits++] = (struct gac__exit){
                p->order.node[i], inputs_of_branch(p, p->order.node[i])};
    return memo->exits != NULL;
}

bool gac__decides_iterations(gac__program *p, uint32_t node, uint32_t copy)
{
    const gac__node *branch = &p->nodes.items[node];
    if (branch->condition == 0
        || (!p->iterations_memo->exits && !find_exits(p)))
        return false;
    gac__inputs own = inputs_of_branch(p, node);
    const struct gac__exit *exits =
        own.n > 0 ? p->iterations_memo->exits : NULL;
    uint64_t steps = p->order.n / 4;
    bool shares = false;
    for (uint32_t i = 0; exits && i < p->iterations_memo->n_exits && !shares;
         i++) {
        const struct gac__exit *exit = &exits[i];
        const uint32_t loop = p->nest.header[exit->node];
        if (exit->node == node
            || (copy != UINT32_MAX
                && (gac__in_loop(&p->nest, copy, loop)
                    || !gac__waits_inside(p, loop))))
            continue;
        shares = share_inputs(&own, &exit->inputs);
        steps += own.n * exit->inputs.n / 16;
    }
    (void)gac__program_spend(p, steps);
    return shares;
}

/* -- steps that are counted in memory -------------------------------------- */

/* Counts the stores to each variable. */
static void find_stores(const gac__program *p)
{
    struct gac__iterations_memo *memo = p->iterations_memo;
    uint64_t value;
    memo->stores = gac__arena_alloc(memo->arena, p->m->first_function, 1);
    if (!memo->stores)
        return;
    for (size_t i = 0; i < p->ops.n; i++) {
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
        uint8_t *known = &memo->stores[ordinal];
        uint32_t n = GAC__MIN(*known / 2 + 1, 2), constant = *known & 1;
        constant |=
            gac__evaluate(p, (gac__ref){op->frame, inst.words[2]}, &value);
        *known = (uint8_t)(2 * n + constant);
    }
}

/* Whether a variable is a number in local memory that is stored more than once,
 * and at least once by a constant. */
static bool is_state(const gac__program *p, gac__ref ref)
{
    if (gac__module_def_opcode(p->m, ref.id) != SpvOpVariable
        || gac__module_storage_class(p->m, ref.id) != SpvStorageClassWorkgroup
        || gac__module_scalar_width(p->m, gac__variable_type(p->m, ref.id))
               == 0)
        return false;
    if (!p->iterations_memo->stores)
        find_stores(p);
    const uint32_t ordinal = p->m->definitions[ref.id] - 1;
    return p->iterations_memo->stores && ordinal < p->m->first_function
           && p->iterations_memo->stores[ordinal] == 2 * 2 + 1;
}

bool gac__follows_state(gac__program *p, uint32_t node)
{
    while (node != 0 && gac__program_spend(p, 1)) {
        node = p->tree.idom[node];
        if (p->nodes.items[node].condition == 0)
            continue;
        gac__inputs r = inputs_of_branch(p, node);
        for (uint32_t i = 0; i < r.n; i++)
            if (is_state(p, r.refs[i]))
                return true;
    }
    return false;
}
