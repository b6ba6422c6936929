/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where a way goes on at a branch: what is known decides, or it is chosen. */
#include "validate/trial/roots.h"
#include "validate/trial/trial.h"

#define MAX_CHOSEN 6    /* visits of a node that is chosen at each time */
#define SOUGHT_ROUNDS 4 /* of a loop, on ways that seek uses */

/* What has to be 1 for the way along edge `i` of a switch, but for the first.
 */
static gac__trial_value case_of(gac__trial *t, const gac__inst *inst,
                                gac__trial_value selector, uint32_t i)
{
    gac__trial_value literal = {.kind = GAC__TRIAL_NUMBER,
                                .width = selector.width};
    uint32_t word = 3 + 2 * (i - 1);
    if (selector.width != 32 || word >= inst->n_words)
        return (gac__trial_value){0};
    literal.bits = inst->words[word];
    return gac__trial_equal(t, selector, literal);
}

/* The conditions of a node's edges that a way may take; of others 0. */
#define MAX_EDGES 8

typedef struct ways_on {
    uint32_t n;
    struct {
        uint32_t edge; /* from the node's first on */
        gac__trial_value condition;
        bool truth;
    } ways[MAX_EDGES];
} ways_on;

static void add_way(ways_on *w, uint32_t edge, gac__trial_value condition,
                    bool truth)
{
    w->ways[w->n].edge = edge;
    w->ways[w->n].condition = condition;
    w->ways[w->n++].truth = truth;
}

/* Whether an edge stays in the loop. */
static bool stays(const gac__program *p, uint32_t node, uint32_t edge)
{
    const uint32_t loop = p->nest.header[node];
    return loop == UINT32_MAX
           || gac__in_loop(&p->nest, gac__successor(&p->graph, node, edge),
                           loop);
}

/* The edge of two that is tried first. Ways out of a loop come first, and what
 * was not chosen there the last time: the shortest ways tell most. Bytes in
 * flight are touched in one of few rounds: where they are sought, those come
 * first. */
static uint32_t first_edge(const gac__trial *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t a = gac__successor(&p->graph, node, 0);
    bool stay[] = {stays(p, node, 0), stays(p, node, 1)};
    if (stay[0] != stay[1])
        return t->only_uses && t->visits[node] <= SOUGHT_ROUNDS ? stay[1]
                                                                : stay[0];
    if (t->only_uses) { /* into what another way leads past */
        const uint32_t b = gac__successor(&p->graph, node, 1);
        return p->order.rank[a] <= p->order.rank[b] ? 0 : 1;
    }
    for (size_t i = t->n_chosen; i-- > 0;)
        if (t->choices.items[i].node == node)
            return t->choices.items[i].to == a;
    return 0;
}

static void find_ways(gac__trial *t, uint32_t node, const gac__inst *end,
                      ways_on *w)
{
    uint32_t n_edges = gac__n_successors(&t->p->graph, node);
    bool can[2];
    gac__trial_value v = gac__trial_evaluate(t, t->steps_of[node].condition);
    if (v.kind != GAC__TRIAL_NUMBER || n_edges > MAX_EDGES
        || (end->opcode == SpvOpBranchConditional && n_edges != 2)) {
        t->given_up = true;
        return;
    }
    if (end->opcode == SpvOpBranchConditional) {
        gac__trial_can_be(t, v, can);
        for (uint32_t i = first_edge(t, node), k = 0; k < 2; i = 1 - i, k++)
            if (can[1 - i])
                add_way(w, i, v, i == 0);
        return;
    }
    bool others = true;
    for (uint32_t i = 1; i < n_edges && others; i++) {
        gac__trial_value c = case_of(t, end, v, i);
        if (c.kind != GAC__TRIAL_NUMBER) {
            t->given_up = true;
            return;
        }
        gac__trial_can_be(t, c, can);
        if (can[1])
            add_way(w, i, c, true);
        others = can[0];
    }
    /* What none of several cases is takes more than one decision. */
    if (others && n_edges > 2 && v.symbol != 0)
        return;
    if (others)
        add_way(w, 0, n_edges > 1 ? case_of(t, end, v, 1) : v, false);
}

/* Which of several ways is taken this time, from a node on. */
static uint32_t choose(gac__trial *t, uint32_t node, const ways_on *w)
{
    const gac__program *p = t->p;
    gac__trial_choice first = {.n = w->n, .node = node};
    if (t->n_chosen == t->choices.n) {
        if (!GAC__VEC_PUSH(t->p->arena.allocator, &t->choices, first)) {
            t->given_up = true;
            return 0;
        }
    }
    gac__trial_choice *c = &t->choices.items[t->n_chosen++];
    c->to = gac__successor(&p->graph, node, w->ways[c->taken].edge);
    return c->taken;
}

/* How often a loop is gone round has been chosen. */
static void note_loop(gac__trial *t, uint32_t node, uint32_t to)
{
    const gac__program *p = t->p;
    const uint32_t loop = p->nest.header[node];
    if (!gac__leaves_loop(p, node) || gac__in_loop(&p->nest, to, loop))
        return;
    t->rounds = t->visits[node];
    if (!GAC__VEC_PUSH(t->p->arena.allocator, &t->left_loops, loop))
        t->given_up = true;
}

static bool was_chosen_at(const gac__trial *t, uint32_t node)
{
    for (size_t i = 0; i < t->n_chosen; i++)
        if (t->choices.items[i].node == node)
            return true;
    return false;
}

/* Whether a loop, from `node` of which a way leads out, has another way out
 * that nobody has to choose: what is known decides there, as a counter that
 * comes to a constant does. */
static bool leaves_by_itself(const gac__trial *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t header = p->nest.header[node];
    for (uint32_t i = 0; i < p->order.n; i++) {
        uint32_t other = p->order.node[i];
        if (other == node || t->visits[other] < MAX_CHOSEN
            || !gac__in_loop(&p->nest, other, header)
            || was_chosen_at(t, other))
            continue;
        for (uint32_t k = p->graph.first[other]; k < p->graph.first[other + 1];
             k++)
            if (!gac__in_loop(&p->nest, p->graph.to[k], header))
                return true;
    }
    return false;
}

/* Which of several ways to take; gives the way up where too many have been
 * chosen there, unless the loop will be left elsewhere. */
static uint32_t pick(gac__trial *t, uint32_t node, const ways_on *w)
{
    const gac__program *p = t->p;
    if (t->visits[node] <= MAX_CHOSEN)
        return choose(t, node, w);
    bool first = stays(p, node, w->ways[0].edge);
    bool second = stays(p, node, w->ways[1].edge);
    t->given_up |= t->only_uses || w->n > 2 || first == second
                   || !leaves_by_itself(t, node);
    return first ? 0 : 1;
}

uint32_t gac__trial_go_on(gac__trial *t, uint32_t node)
{
    const gac__program *p = t->p;
    const gac__node *n = &p->nodes.items[node];
    const uint32_t n_edges = gac__n_successors(&p->graph, node);
    ways_on w;
    w.n = 0;
    if (n_edges == 0)
        return UINT32_MAX;
    if (n->condition == 0)
        return gac__successor(&p->graph, node, 0);
    gac__inst end = gac__module_inst(p->m, n->end - 1);
    find_ways(t, node, &end, &w);
    if (w.n == 0 || t->given_up) {
        t->given_up = true;
        return UINT32_MAX;
    }
    uint32_t i = 0;
    if (w.n > 1)
        i = pick(t, node, &w);
    else if (n_edges == 2 && stays(p, node, w.ways[0].edge)
             && !stays(p, node, 1 - w.ways[0].edge)
             && gac__trial_cut_short(t, node))
        return gac__successor(&p->graph, node, 1 - w.ways[0].edge);
    t->branch = n->end;
    uint32_t to = gac__successor(&p->graph, node, w.ways[i].edge);
    gac__trial_decide(t, w.ways[i].condition, w.ways[i].truth);
    if (w.n > 1)
        note_loop(t, node, to);
    return to;
}
