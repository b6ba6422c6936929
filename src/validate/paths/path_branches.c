/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The end of a node: takes an edge, where values decide, or splits the path. */
#include "validate/paths/paths.h"

#define MAX_CHOSEN 6       /* iterations of a loop that is left by choice */
#define FEW_CHOSEN 3       /* the same where no copy is in flight */
#define MAX_ITERATIONS 160 /* of any loop, on an exact path */

/* -- entering a node ------------------------------------------------------- */

static uint32_t next_iteration(uint32_t iterations)
{
    const uint32_t last = UINT32_C(1) << 30;
    return ((iterations << 1) & ~(UINT32_C(1) << 31)) | (iterations & last);
}

/* Sets the phis of a node, all at once. */
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

/* The innermost loop around a node, if the path is in it. */
static const gac__open_loop *loop_of(const gac__paths *t, uint32_t node)
{
    const uint32_t header = t->p->nest.header[node];
    for (size_t i = t->open.n; i-- > 0;)
        if (t->open.items[i].header == header)
            return &t->open.items[i];
    return NULL;
}

/* Whether the current path becomes a state at a node that it enters: other
 * paths may come there first, or it may come there again. */
static bool is_merge_point(const gac__paths *t, uint32_t to)
{
    const gac__program *p = t->p;
    bool meets = p->reversed.first[to + 1] - p->reversed.first[to] > 1;
    return p->nest.header[to] == to
           || (meets && (!t->exact || p->nest.irreducible))
           || !gac__state_is_next(t, to);
}

/* -- edges ----------------------------------------------------------------- */

/* The branch at the end of the path's node: a switch, or a conditional branch,
 * which is one with one case. The edges that the path may take are
 * gac__paths.edges. */
typedef struct branch {
    const gac__inst *end;
    uint32_t n_edges;
    uint32_t other;        /* the edge that is taken if no case holds */
    gac__path_value value; /* of its condition or selector */
    bool chosen;           /* more than one edge was possible */
} branch;

/* The condition of an edge, which is not the other one. */
static gac__path_value case_of(gac__paths *t, const branch *b, uint32_t i)
{
    gac__path_value literal = {.kind = GAC__PATH_NUMBER,
                               .width = b->value.width};
    uint32_t word = 3 + 2 * (i - 1);
    if (b->end->opcode == SpvOpBranchConditional)
        return b->value;
    if (b->value.kind != GAC__PATH_NUMBER || b->value.width != 32
        || word >= b->end->n_words)
        return (gac__path_value){0};
    literal.bits = b->end->words[word];
    return gac__path_equal(t, b->value, literal);
}

static void add_edge(gac__paths *t, uint32_t index)
{
    const gac__path_edge own = {index, true};
    t->given_up |= !GAC__VEC_PUSH(gac__path_allocator(t), &t->edges, own);
}

static void find_edges(gac__paths *t, const branch *b)
{
    bool can[2] = {true, true};
    for (uint32_t i = 0; i < b->n_edges && can[0]; i++) {
        if (i == b->other)
            continue;
        (void)gac__path_can_be(t, case_of(t, b, i), can);
        if (can[1])
            add_edge(t, i);
    }
    if (can[0])
        add_edge(t, b->other);
}

static void note_choice_of(gac__paths *t, gac__instance *i,
                           const gac__path_choice *c)
{
    if (i->chosen)
        return;
    switch (
        gac__path_classify_choice(t, c, gac__program_node_of(t->p, i->at))) {
    case GAC__CHOICE_ITERATES: return;
    case GAC__CHOICE_EXITS: i->left = true; return;
    default: i->chosen = true; return;
    }
}

static void note_choice(gac__paths *t, uint32_t node, uint32_t to)
{
    const gac__program *p = t->p;
    const gac__path_choice own = {.node = node, .to = to};
    if (!t->exact) /* no finding comes from this path alone */
        return;
    /* Preconditions are about loops. */
    if (p->nest.cyclic)
        gac__path_log(t, &t->log, node, to);
    if (!gac__path_find_inputs(t, node))
        return;
    gac__instance *i;
    for (size_t k = 0; (i = gac__next_in_flight(t, k)) != NULL; k++)
        note_choice_of(t, i, &own);
    if (!gac__program_stays(p, node, to)) {
        const gac__open_loop *open = loop_of(t, node);
        t->left = open ? open->iterations : 2;
    }
}

/* Assumes that no case holds. False: one certainly does. */
static bool assume_other(gac__paths *t, const branch *b)
{
    bool can[2];
    for (uint32_t i = 0; i < b->n_edges; i++) {
        if (i == b->other)
            continue;
        gac__path_value c = case_of(t, b, i);
        if (gac__path_can_be(t, c, can) && !can[0])
            return false;
        t->exact &= gac__path_assume(t, c, false);
    }
    return true;
}

/* Takes an edge, assumes its condition, and enters its node. UINT32_MAX: it
 * cannot be taken. */
static uint32_t take(gac__paths *t, uint32_t node, const branch *b, uint32_t i)
{
    const gac__path_edge own = t->edges.items[i];
    const uint32_t to = gac__successor(&t->p->graph, node, own.index);
    t->exact &= own.exact;
    if (own.index != b->other)
        t->exact &= gac__path_assume(t, case_of(t, b, own.index), true);
    else if (!assume_other(t, b))
        return UINT32_MAX;
    if (b->chosen)
        note_choice(t, node, to);
    t->branch = t->p->nodes.items[node].end;
    enter(t, node, to);
    return to;
}

/* Whether an edge stays in the innermost loop. */
static bool stays(const gac__program *p, uint32_t node, uint32_t index)
{
    return gac__program_stays(p, node, gac__successor(&p->graph, node, index));
}

/* -- limits of iterations ------------------------------------------------- */

/* Whether the path leaves a loop from `node` in place of a third iteration: the
 * loop is irrelevant. What the loop sets becomes unknown. */
static bool skip_iterations(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const gac__open_loop *loop = loop_of(t, node);
    if (!loop || loop->count < 2
        || (gac__path_loop(t, loop->header) & GAC__LOOP_IRRELEVANT) == 0)
        return false;
    for (uint32_t i = p->nest.rank[loop->header]; i < p->nest.end[loop->header];
         i++)
        gac__path_forget(t, p->nest.node[i]);
    return true;
}

static bool was_chosen_at(const gac__paths *t, uint32_t node)
{
    const gac__path_choice *c = t->log;
    while (c && c->node != node)
        c = c->before;
    return c != NULL;
}

/* Whether the loop around `node` has another exit, at which no choice was made:
 * values decide there, as where a counter is compared with a constant. */
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

/* Limits the choices in a loop after some iterations. Where values decide at
 * another exit, the path stays in the loop until then; else it is no more
 * exact, so that all further iterations are joined. */
static void limit(gac__paths *t, uint32_t node)
{
    const gac__open_loop *loop = loop_of(t, node);
    gac__path_edge *edges = t->edges.items;
    const uint32_t most = t->in_flight.n ? MAX_CHOSEN : FEW_CHOSEN;
    if (t->edges.n < 2 || !t->exact || !loop || loop->count < most)
        return;
    bool first = stays(t->p, node, edges[0].index);
    bool second = stays(t->p, node, edges[1].index);
    bool exits = t->edges.n == 2 && first != second;
    if (exits && leaves_by_itself(t, node)) {
        if (loop->count == most)
            return;
        edges[0] = edges[first ? 0 : 1];
        t->edges.n = 1;
    } else if (exits && loop->count == most) {
        edges[first ? 0 : 1].exact = false;
    } else if (loop->count > most) {
        t->exact = false;
    }
}

/* -- going on -------------------------------------------------------------- */

/* Whether no finding is possible from a node on. */
static bool is_over(const gac__paths *t, uint32_t to)
{
    return t->in_flight.n == 0 && !t->leads[to];
}

static void drop_edges(gac__paths *t, uint32_t node)
{
    size_t n = 0;
    for (size_t i = 0; i < t->edges.n; i++) {
        const gac__path_edge own = t->edges.items[i];
        if (!is_over(t, gac__successor(&t->p->graph, node, own.index)))
            t->edges.items[n++] = own;
    }
    t->edges.n = n;
}

static uint32_t come_to(gac__paths *t, uint32_t to)
{
    if (t->given_up || to == UINT32_MAX)
        return UINT32_MAX;
    if (!is_merge_point(t, to))
        return to;
    gac__state_merge(t, to);
    return UINT32_MAX;
}

static uint32_t split(gac__paths *t, uint32_t node, const branch *b)
{
    gac__state *base =
        gac__state_make(t, node, true) ? gac__state_keep(t) : NULL;
    if (!base)
        return UINT32_MAX;
    for (uint32_t i = 0; i < t->edges.n; i++) {
        if (i > 0)
            gac__state_restore(t, base);
        uint32_t to = take(t, node, b, i);
        if (t->given_up)
            return UINT32_MAX;
        if (i + 1 == t->edges.n)
            return come_to(t, to);
        if (to != UINT32_MAX)
            gac__state_merge(t, to);
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
    if (n->condition == 0 && n_edges == 1) {
        to = gac__successor(&p->graph, node, 0);
        if (is_over(t, to))
            return UINT32_MAX;
        enter(t, node, to);
        return come_to(t, to);
    }
    gac__inst end = gac__module_inst(p->m, n->end - 1);
    branch b = {.end = &end, .n_edges = n_edges};
    b.other = end.opcode == SpvOpBranchConditional && n_edges == 2;
    t->edges.n = 0;
    t->given_up |= !gac__spend(&t->steps, n_edges / 4);
    if (t->in_flight.n != 0 && gac__program_leaves_loop(p, node))
        t->loops[p->nest.header[node]] |= GAC__LOOP_BUSY;
    b.value = gac__path_evaluate(t, t->steps_of[node].condition);
    find_edges(t, &b);
    limit(t, node);
    b.chosen = t->edges.n > 1;
    drop_edges(t, node);
    if (t->edges.n == 0 || t->given_up)
        return UINT32_MAX;
    if (t->edges.n > 1)
        return split(t, node, &b);
    if (n_edges == 2 && stays(p, node, t->edges.items[0].index)
        && !stays(p, node, 1 - t->edges.items[0].index)
        && skip_iterations(t, node)) {
        to = gac__successor(&p->graph, node, 1 - t->edges.items[0].index);
        enter(t, node, to);
        return come_to(t, to);
    }
    return come_to(t, take(t, node, &b, 0));
}
