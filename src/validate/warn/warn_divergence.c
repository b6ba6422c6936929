/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Warnings about divergence: copies and waits whose control flow or operands
 * depend on the work-item. */

/* A branch whose condition varies (variation.c) is divergent. A copy or a wait
 * is in divergent control flow if such a branch dominates it and one path from
 * the branch leads around it, or if work-items leave a loop around it in
 * different iterations. */
#include "validate/warn/variation.h"
#include "validate/warn/warnings.h"

/* Whether a node ends with a divergent branch. */
static bool is_divergent(gac__paths *t, uint32_t node)
{
    gac__program *p = t->p;
    const gac__node *b = &p->nodes.items[node];
    return b->condition != 0
           && gac__varies(
               gac__variation_of(t, (gac__ref){b->frame, b->condition}));
}

/* Whether some work-items come to `node` from `branch` and others miss it: one
 * edge may lead around the node, and another certainly leads to it. A branch
 * that does not dominate the node must decide alone: one edge leads to the node
 * and the other does not, since a later condition may depend on the first one,
 * as in `a > 0 || a > 4`. */
static bool splits_before(gac__program *p, uint32_t branch, uint32_t node)
{
    bool around = false, never_around = false, to = false, never_to = false;
    for (uint32_t i = p->graph.first[branch]; i < p->graph.first[branch + 1];
         i++) {
        bool misses =
            gac__program_leads(p, p->graph.to[i], GAC__NO_NODE, node, false);
        bool finds = gac__program_leads(p, p->graph.to[i], node, branch, false);
        if (!misses && !finds)
            continue; /* the path ends in OpUnreachable */
        around |= misses;
        never_around |= !misses;
        to |= finds;
        never_to |= !finds;
    }
    bool alone = !gac__program_dominates(p, branch, node);
    return around && (never_around || (!alone && to && never_to));
}

/* Whether all paths from a branch lead through `node`, or join before it:
 * work-items that part there have met again, whatever loops follow. */
static bool joins_before(gac__program *p, uint32_t branch, uint32_t node)
{
    uint32_t join = gac__program_join(p, branch);
    if (join != UINT32_MAX && join != node
        && gac__program_dominates(p, join, node)
        && !gac__program_dominates(p, join, branch))
        return true;
    for (; join != UINT32_MAX && gac__program_spend(p, 1);
         join = gac__program_join(p, join))
        if (join == node)
            return true;
    return false;
}

/* Marks the edges that no work-item takes, as ids are limited by the size of
 * the group. */
static void find_dead_edges(gac__paths *t)
{
    gac__program *p = t->p;
    uint32_t *dead = gac__arena_alloc(&p->arena, p->nodes.n, sizeof *dead);
    for (uint32_t i = 0; dead && i < p->order.n; i++) {
        const uint32_t node = p->order.node[i];
        const gac__node *n = &p->nodes.items[node];
        if (n->condition == 0 || gac__n_successors(&p->graph, node) != 2)
            continue;
        const gac__path_value truth =
            gac__path_invariant(t, (gac__ref){n->frame, n->condition});
        if (gac__path_is_constant(truth))
            dead[node] = p->graph.first[node] + (truth.bits ? 1 : 0) + 1;
    }
    p->search.dead = dead;
}

/* Whether work-items certainly part at `branch`, and some miss `node`: with the
 * dead edges, which are looked for if it may be, and without. */
static bool surely_splits(gac__paths *t, uint32_t branch, uint32_t node)
{
    gac__program *p = t->p;
    if (joins_before(p, branch, node) || !splits_before(p, branch, node))
        return false;
    if (p->search.dead)
        return true;
    find_dead_edges(t);
    return splits_before(p, branch, node);
}

/* -- branches that do not dominate --------------------------------------- */

#define MAX_BESIDE 8

/* A divergent branch between a node and its immediate dominator that some
 * work-items take to miss the node, as in `a || get_local_id(0) < b`;
 * UINT32_MAX: there is none. */
static uint32_t divergent_beside(gac__paths *t, uint32_t node)
{
    gac__program *p = t->p;
    uint32_t found = 0;
    if (!p->before.graph
        && gac__search_open(&p->before, &p->reversed, &p->arena) != GAC_OK)
        return UINT32_MAX;
    const uint32_t n = gac__influence(&p->before, &p->tree, node);
    for (uint32_t i = 0;
         i < n && found < MAX_BESIDE && gac__program_spend(p, 1); i++) {
        const uint32_t at = p->before.list[i];
        if (gac__program_dominates(p, node, at) || !is_divergent(t, at))
            continue;
        if (surely_splits(t, at, node))
            return at;
        found++;
    }
    return UINT32_MAX;
}

/* The nearest divergent branch that dominates a node, or that is beside it or
 * one of its dominators; UINT32_MAX: there is none, or the budget is spent. The
 * nodes in between remember it. */
static uint32_t nearest_divergent(gac__paths *t, uint32_t node, bool beside)
{
    gac__program *p = t->p;
    gac__node *nodes = p->nodes.items;
    uint32_t at = node, found = UINT32_MAX;
    for (; at != 0 && nodes[at].divergent[beside] == 0 && found == UINT32_MAX;
         at = p->tree.idom[at]) {
        if (!gac__program_spend(p, 1))
            return UINT32_MAX;
        if (beside)
            found = divergent_beside(t, at);
        else if (is_divergent(t, p->tree.idom[at]))
            found = p->tree.idom[at];
    }
    const uint32_t known = nodes[at].divergent[beside];
    if (found == UINT32_MAX && known != 0 && known != UINT32_MAX)
        found = known - 1;
    for (uint32_t i = node; i != at; i = p->tree.idom[i])
        nodes[i].divergent[beside] = found == UINT32_MAX ? found : found + 1;
    return found;
}

/* Whether work-items leave a loop at `node` in different iterations. */
static bool leaves_apart(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t n = gac__program_exit_edges(p, node, p->nest.header[node]);
    return n != 0 && n < gac__n_successors(&p->graph, node)
           && is_divergent(t, node);
}

/* The divergent branch at which work-items part that must come to a node: along
 * its dominators, then beside them; UINT32_MAX: there is none. */
static uint32_t parting_branch(gac__paths *t, uint32_t node)
{
    if (leaves_apart(t, node))
        return node;
    for (uint32_t at = nearest_divergent(t, node, false); at != UINT32_MAX;
         at = nearest_divergent(t, at, false))
        if (surely_splits(t, at, node))
            return at;
    const uint32_t beside = nearest_divergent(t, node, true);
    return beside != UINT32_MAX && surely_splits(t, beside, node) ? beside
                                                                  : UINT32_MAX;
}

static void check_control(gac__warnings *f, uint32_t node, gac__rule_id rule)
{
    const gac__program *p = f->p;
    const uint32_t branch = parting_branch(&f->paths, node);
    if (branch == UINT32_MAX)
        return;
    const gac__node *b = &p->nodes.items[branch];
    uint32_t end = p->m->blocks[b->block].end;
    gac__warn(f, rule, NULL, end,
              "Every work-item of the group must come here. Found a "
              "branch on %s, which depends on the work-item, in "
              "%s.",
              gac__describe_id(f->v, b->condition).text,
              gac__describe_place(f->v, end - 1, f->ordinal).text);
}

static void check_quantity(gac__warnings *f, gac__rule_id rule,
                           const gac__quantity *q)
{
    if (q->name && !q->known
        && gac__varies(gac__variation_of(&f->paths, q->ref)))
        gac__warn(f, rule, q, 0,
                  "%s must be the same for all work-items of the group. "
                  "Found %s, which depends on the work-item.",
                  q->name, gac__describe_id(f->v, q->ref.id).text);
}

/* Whether no group can diverge: it has one work-item, or the module reads no
 * id. */
static bool stay_together(const gac__program *p)
{
    return !p->sites->ids || gac__program_group_size(p, UINT32_MAX) == 1;
}

void gac__warn_divergent_copy(gac__warnings *f, uint32_t node,
                              const gac__copy_view *c)
{
    const gac__side *to = &c->sides[0], *from = &c->sides[1];
    const gac__quantity *all[] = {
        &to->pointer,  &to->offset, &to->line,    &to->plane, &from->pointer,
        &from->offset, &from->line, &from->plane, &c->bytes,  &c->elements,
        &c->lines,     &c->planes,  &c->stride,   &c->event};
    if (stay_together(f->p))
        return;
    check_control(f, node, GAC__RULE_divergent_copy);
    for (size_t i = 0; i < GAC__COUNT_OF(all); i++)
        check_quantity(f, GAC__RULE_divergent_operand, all[i]);
}

void gac__warn_divergent_wait(gac__warnings *f, uint32_t node,
                              const gac__wait_view *w)
{
    if (stay_together(f->p))
        return;
    check_control(f, node, GAC__RULE_divergent_wait);
    check_quantity(f, GAC__RULE_divergent_wait, &w->count);
    check_quantity(f, GAC__RULE_divergent_wait, &w->list);
}
