/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where a path goes on at a branch: what is known decides, or it splits. */
#include "validate/paths/paths.h"

#define MAX_CHOSEN 6       /* iterations of a loop that is left by choice; .. */
#define FEW_CHOSEN 3       /* .. if nothing is in flight */
#define MAX_ITERATIONS 160 /* of any */

/* -- what leads where ------------------------------------------------------ */

/* Marks the nodes that lead to a copy or a wait: what follows them first. What
 * leads there from a part of a loop does so from all of it. */
static void find_leading(gac__paths *t)
{
    const gac__program *p = t->p;
    const gac__loop_nest *nest = &p->nest;
    const uint32_t goals = GAC__KIND(GAC__OP_COPY) | GAC__KIND(GAC__OP_WAIT);
    for (uint32_t rank = p->order.n; rank-- > 0;) {
        const uint32_t node = nest->node[rank];
        bool leads =
            nest->irreducible || (p->nodes.items[node].kinds & goals) != 0;
        for (uint32_t i = p->graph.first[node]; i < p->graph.first[node + 1];
             i++)
            leads |= t->leads[p->graph.to[i]];
        t->leads[node] = leads;
    }
    for (uint32_t rank = 0, end = 0; rank < p->order.n; rank++) {
        const uint32_t node = nest->node[rank];
        if (t->leads[node])
            end = GAC__MAX(end, nest->end[node]);
        t->leads[node] |= rank < end;
    }
}

bool gac__find_leads(gac__paths *t)
{
    const size_t n = t->p->nodes.n;
    t->leads = gac__arena_alloc(&t->p->arena, n, 1);
    if (t->leads)
        find_leading(t);
    return t->leads != NULL;
}

/* -- coming to a node ------------------------------------------------------ */

static uint32_t next_iteration(uint32_t iterations)
{
    const uint32_t last = UINT32_C(1) << 30;
    return ((iterations << 1) & ~(UINT32_C(1) << 31)) | (iterations & last);
}

/* The phis that a node begins with take their values, all at once. */
static void pass_phis(gac__paths *t, uint32_t node, uint32_t from)
{
    const gac__program *p = t->p;
    const gac__path_steps steps = t->steps_of[node];
    const uint32_t first = steps.first;
    const uint32_t label = p->m->blocks[p->nodes.items[from].block].label_id;
    uint32_t end = first;
    t->phis.n = 0;
    for (; end < steps.end && t->plan.items[end].kind == GAC__STEP_PHI; end++) {
        gac__inst phi = gac__module_inst(p->m, t->plan.items[end].ordinal);
        const gac__term *own = &t->terms.items[t->plan.items[end].own];
        gac__path_value value = {0};
        t->given_up |= !gac__spend(&t->steps, own->n / 16);
        for (uint32_t i = 0; i < own->n; i++)
            if (phi.words[4 + 2 * i] == label)
                value =
                    gac__path_evaluate(t, t->operands.items[own->first + i]);
        if (!GAC__VEC_PUSH(gac__path_allocator(t), &t->phis, value)) {
            t->given_up = true;
            return;
        }
    }
    for (uint32_t i = first; i < end; i++)
        gac__path_set(t, t->plan.items[i].own, t->phis.items[i - first]);
}

static void enter(gac__paths *t, uint32_t from, uint32_t to)
{
    const gac__program *p = t->p;
    while (t->open.n > 0
           && !gac__in_loop(&p->nest, to, t->open.items[t->open.n - 1].header))
        t->open.n--;
    if (p->nest.header[to] == to) {
        gac__open_loop *top =
            t->open.n > 0 ? &t->open.items[t->open.n - 1] : NULL;
        if (top && top->header == to) {
            top->iterations = next_iteration(top->iterations);
            t->exact &= ++top->count <= MAX_ITERATIONS;
        } else {
            t->given_up |= !GAC__VEC_PUSH(p->arena.allocator, &t->open,
                                          ((gac__open_loop){to, 1, 2}));
        }
    }
    if (!t->steps_of[to].known)
        gac__path_find_steps(t, to);
    pass_phis(t, to, from);
}

/* The loop around a node, as it is open. */
static const gac__open_loop *loop_of(const gac__paths *t, uint32_t node)
{
    const uint32_t header = t->p->nest.header[node];
    for (size_t i = t->open.n; i-- > 0;)
        if (t->open.items[i].header == header)
            return &t->open.items[i];
    return NULL;
}

/* Whether the path at hand is put aside at a node that it comes to: others may
 * come there before it, or it may come there again. */
static bool is_parked(const gac__paths *t, uint32_t to)
{
    const gac__program *p = t->p;
    bool meets = p->reversed.first[to + 1] - p->reversed.first[to] > 1;
    return p->nest.header[to] == to
           || (meets && (!t->exact || p->nest.irreducible))
           || !gac__state_is_next(t, to);
}

/* -- edges ----------------------------------------------------------------- */

/* The conditions of a node's edges that a path may take. */
typedef struct edge {
    uint32_t index; /* from the node's first on */
    bool decided;   /* it is taken where .. */
    bool truth;     /* .. the condition is that */
    gac__path_value condition;
} edge;

typedef struct edges {
    const gac__inst *end;
    gac__path_value value; /* what the branch decides by */
    uint32_t n;
    bool chosen; /* there were others */
    edge *edges;
} edges;

static void add_edge(edges *e, uint32_t index, bool decided,
                     gac__path_value condition, bool truth)
{
    e->edges[e->n++] = (edge){index, decided, truth, condition};
}

/* What has to be 1 for edge `i` of a switch, but for the first. */
static gac__path_value case_of(gac__paths *t, const edges *e, uint32_t i)
{
    gac__path_value literal = {.kind = GAC__PATH_NUMBER,
                               .width = e->value.width};
    uint32_t word = 3 + 2 * (i - 1);
    if (e->value.kind != GAC__PATH_NUMBER || e->value.width != 32
        || word >= e->end->n_words)
        return (gac__path_value){0};
    literal.bits = e->end->words[word];
    return gac__path_equal(t, e->value, literal);
}

static void find_edges(gac__paths *t, uint32_t n_edges, edges *e)
{
    const gac__path_value none = {0};
    bool can[2];
    if (e->end->opcode == SpvOpBranchConditional && n_edges == 2) {
        bool known = gac__path_can_be(t, e->value, can);
        for (uint32_t i = 0; i < 2; i++)
            if (can[1 - i])
                add_edge(e, i, known, e->value, i == 0);
        return;
    }
    bool others = true;
    for (uint32_t i = 1; i < n_edges && others; i++) {
        gac__path_value c = case_of(t, e, i);
        bool known = gac__path_can_be(t, c, can);
        if (can[1])
            add_edge(e, i, known, c, true);
        others = can[0];
    }
    if (others)
        add_edge(e, 0, true, none, false);
}

/* What a choice tells of a copy in flight. */
static void note_choice_of(gac__paths *t, gac__instance *i,
                           const gac__path_choice *c)
{
    if (i->chosen)
        return;
    switch (gac__path_look_at_choice(t, c, gac__program_node_of(t->p, i->at))) {
    case GAC__ONE_MORE: return;
    case GAC__THE_LAST: i->left = true; return;
    default: i->chosen = true; return;
    }
}

static void note_choice(gac__paths *t, uint32_t node, uint32_t to)
{
    const gac__program *p = t->p;
    const gac__path_choice own = {node, to};
    if (!t->exact) /* nothing is claimed of this path alone */
        return;
    if (!gac__is_logged(t->log.items, t->log.n, own))
        t->given_up |= !GAC__VEC_PUSH(p->arena.allocator, &t->log, own);
    for (gac__instance *i = gac__first_flying(t); i; i = gac__next_flying(t, i))
        note_choice_of(t, i, &own);
    if (!gac__program_stays(p, node, to)) {
        const gac__open_loop *open = loop_of(t, node);
        t->left = open ? open->iterations : 2;
    }
}

/* What a switch's first edge tells: it is none of its cases. False: it is one
 * of them for sure. */
static bool decide_cases(gac__paths *t, const edges *e, uint32_t n_edges)
{
    bool can[2];
    for (uint32_t k = 1; k < n_edges; k++) {
        gac__path_value c = case_of(t, e, k);
        if (c.kind != GAC__PATH_NUMBER) {
            t->exact = false;
            continue;
        }
        if (gac__path_can_be(t, c, can) && !can[0])
            return false;
        t->exact &= gac__path_decide(t, c, false);
    }
    return true;
}

/* Takes an edge: what it tells is so from now on. UINT32_MAX: it cannot be
 * taken. */
static uint32_t take(gac__paths *t, uint32_t node, const edges *e, uint32_t i)
{
    const edge *own = &e->edges[i];
    const uint32_t to = gac__successor(&t->p->graph, node, own->index);
    const uint32_t n_edges = gac__n_successors(&t->p->graph, node);
    if (!own->decided)
        t->exact = false;
    else if (own->condition.kind == GAC__PATH_NUMBER)
        t->exact &= gac__path_decide(t, own->condition, own->truth);
    if (e->end->opcode != SpvOpBranchConditional && own->index == 0
        && !decide_cases(t, e, n_edges))
        return UINT32_MAX;
    if (e->chosen)
        note_choice(t, node, to);
    t->branch = t->p->nodes.items[node].end;
    enter(t, node, to);
    return to;
}

/* Whether an edge stays in the loop. */
static bool stays(const gac__program *p, uint32_t node, uint32_t index)
{
    return gac__program_stays(p, node, gac__successor(&p->graph, node, index));
}

/* -- loops that are cut short ---------------------------------------------- */

/* Whether nothing in a loop starts copies, waits, or moves events about, and
 * one edge leads out of it: where there are several, another one may be what is
 * taken. */
static bool is_dull_loop(gac__paths *t, uint32_t header)
{
    const gac__program *p = t->p;
    const uint32_t first = p->nest.rank[header], end = p->nest.end[header];
    uint32_t i = first, exits = 0;
    if (t->loops[header] != GAC__LOOP_NEW)
        return t->loops[header] == GAC__LOOP_DULL;
    for (; i < end && exits < 2; i++) {
        const uint32_t node = p->nest.node[i];
        if ((p->nodes.items[node].kinds & ~GAC__KIND(GAC__OP_ACCESS)) != 0)
            break;
        exits += gac__program_exit_edges(p, node, header);
    }
    t->given_up |= !gac__spend(&t->steps, (i - first) / 16);
    t->loops[header] =
        i == end && exits == 1 ? GAC__LOOP_DULL : GAC__LOOP_TELLING;
    return t->loops[header] == GAC__LOOP_DULL;
}

/* Whether a path that would go round a loop again, from `node`, leaves it there
 * instead: nothing in it concerns events, and more of that tells nothing new.
 */
static bool cut_short(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t header = p->nest.header[node];
    if (header == UINT32_MAX || t->open.n == 0
        || t->open.items[t->open.n - 1].header != header
        || t->open.items[t->open.n - 1].count < 2 || !is_dull_loop(t, header))
        return false;
    for (uint32_t i = p->nest.rank[header]; i < p->nest.end[header]; i++)
        gac__path_lose(t, p->nest.node[i]);
    return true;
}

static bool was_chosen_at(const gac__paths *t, uint32_t node)
{
    for (size_t i = 0; i < t->log.n; i++)
        if (t->log.items[i].node == node)
            return true;
    return false;
}

/* Whether a loop, from `node` of which a path leads out, has another path out
 * that is not chosen: what is known decides there, as a counter that comes to a
 * constant does. */
static bool leaves_by_itself(const gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t header = p->nest.header[node];
    for (uint32_t i = p->nest.rank[header]; i < p->nest.end[header]; i++) {
        uint32_t other = p->nest.node[i];
        if (other != node && !was_chosen_at(t, other)
            && gac__program_exit_edges(p, other, header) != 0)
            return true;
    }
    return false;
}

/* After some iterations of a loop, choices in it tell nothing new: it goes on
 * if it is left elsewhere; else what all further ones have in common does. */
static void limit(gac__paths *t, uint32_t node, edges *e)
{
    const gac__open_loop *loop = loop_of(t, node);
    const uint32_t most = t->first_flying ? MAX_CHOSEN : FEW_CHOSEN;
    if (e->n < 2 || !t->exact || !loop || loop->count < most)
        return;
    bool first = stays(t->p, node, e->edges[0].index);
    bool second = stays(t->p, node, e->edges[1].index);
    bool leaves = e->n == 2 && first != second;
    if (leaves && leaves_by_itself(t, node)) {
        if (loop->count == most)
            return;
        e->edges[0] = e->edges[first ? 0 : 1];
        e->n = 1;
    } else if (leaves && loop->count == most) {
        e->edges[first ? 0 : 1].decided = false;
    } else if (loop->count > most) {
        t->exact = false;
    }
}

/* -- going on -------------------------------------------------------------- */

/* Whether nothing is left to be told from a node on. */
static bool is_over(const gac__paths *t, uint32_t to)
{
    return t->first_flying == 0 && !t->leads[to];
}

static void leave_out_what_is_over(const gac__paths *t, uint32_t node, edges *e)
{
    uint32_t n = 0;
    e->chosen = e->n > 1;
    for (uint32_t i = 0; i < e->n; i++)
        if (!is_over(t, gac__successor(&t->p->graph, node, e->edges[i].index)))
            e->edges[n++] = e->edges[i];
    e->n = n;
}

static uint32_t come_to(gac__paths *t, uint32_t to)
{
    if (t->given_up || to == UINT32_MAX)
        return UINT32_MAX;
    if (!is_parked(t, to))
        return to;
    gac__state_park(t, to);
    return UINT32_MAX;
}

static uint32_t split(gac__paths *t, uint32_t node, const edges *e)
{
    gac__state *base =
        gac__state_make(t, node, true) ? gac__state_keep(t) : NULL;
    if (!base)
        return UINT32_MAX;
    for (uint32_t i = 0; i < e->n; i++) {
        if (i > 0)
            gac__state_restore(t, base);
        uint32_t to = take(t, node, e, i);
        if (t->given_up)
            return UINT32_MAX;
        if (i + 1 == e->n)
            return come_to(t, to);
        if (to != UINT32_MAX)
            gac__state_park(t, to);
    }
    return UINT32_MAX;
}

uint32_t gac__path_go_on(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const gac__node *n = &p->nodes.items[node];
    const uint32_t n_edges = gac__n_successors(&p->graph, node);
    uint32_t to;
    t->exact &= gac__path_may_be_exact(t);
    if (n_edges == 0)
        return UINT32_MAX;
    gac__path_compute_bytes(t);
    if (n->condition == 0 && n_edges == 1) {
        to = gac__successor(&p->graph, node, 0);
        if (is_over(t, to))
            return UINT32_MAX;
        enter(t, node, to);
        return come_to(t, to);
    }
    gac__inst end = gac__module_inst(p->m, n->end - 1);
    edges e = {.end = &end};
    e.edges = gac__arena_alloc(&t->p->arena, n_edges, sizeof *e.edges);
    if (!e.edges || !gac__spend(&t->steps, n_edges / 4)) {
        t->given_up = true;
        return UINT32_MAX;
    }
    e.value = gac__path_evaluate(t, t->steps_of[node].condition);
    find_edges(t, n_edges, &e);
    limit(t, node, &e);
    leave_out_what_is_over(t, node, &e);
    if (e.n == 0 || t->given_up)
        return UINT32_MAX;
    if (e.n > 1)
        return split(t, node, &e);
    if (n_edges == 2 && stays(p, node, e.edges[0].index)
        && !stays(p, node, 1 - e.edges[0].index) && cut_short(t, node)) {
        to = gac__successor(&p->graph, node, 1 - e.edges[0].index);
        enter(t, node, to);
        return come_to(t, to);
    }
    return come_to(t, take(t, node, &e, 0));
}
