/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies and waits whose execution or operands depend on the work-item. */

/* A branch whose condition varies (variation.c) is divergent. What all
 * work-items of a group must reach then stands in the wrong place if the branch
 * comes before it in every case, and one path from the branch leads around it.
 * In a loop that they leave in different iterations, they are apart as well. */
#include "validate/warn/variation.h"
#include "validate/warn/warnings.h"

/* Whether the branch at a node's end depends on the work-item. */
static bool is_divergent(gac__paths *t, uint32_t node)
{
    gac__program *p = t->p;
    const gac__node *b = &p->nodes.items[node];
    return b->condition != 0
           && gac__varies(
               gac__variation_of(t, (gac__ref){b->frame, b->condition}));
}

/* Whether work-items part at the end of `branch` and some miss `node`: one path
 * may lead around it, and another does not, or is the only one that leads
 * there. Where the paths join before something else decides, all of them may do
 * both. A branch that comes before some paths only must decide alone: what
 * comes behind it may go by what led to it, as `a > 4` does behind `a > 0 ||
 * ..`. */
static bool splits_before(gac__program *p, uint32_t branch, uint32_t node)
{
    bool around = false, never_around = false, to = false, never_to = false;
    for (uint32_t i = p->graph.first[branch]; i < p->graph.first[branch + 1];
         i++) {
        bool misses = gac__program_ends_past(p, p->graph.to[i], node, false);
        bool finds = gac__program_leads(p, p->graph.to[i], node, branch, false);
        if (!misses && !finds)
            continue; /* it ends in OpUnreachable */
        around |= misses;
        never_around |= !misses;
        to |= finds;
        never_to |= !finds;
    }
    bool alone = !gac__program_dominates(p, branch, node);
    return around && (never_around || (!alone && to && never_to));
}

/* Whether all paths from a branch lead through `node`, or join before they come
 * to it: then it splits nothing. That is so of most, and seen at a glance. */
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

/* Marks what no work-item takes: ids are in ranges. */
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
            gac__path_anywhere(t, (gac__ref){n->frame, n->condition});
        if (gac__path_is_constant(truth))
            dead[node] = p->graph.first[node] + (truth.bits ? 1 : 0) + 1;
    }
    p->search.dead = dead;
}

/* The same; dead edges are looked for when it matters. */
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

/* -- branches that come before some paths only ----------------------------- */

#define MAX_BESIDE 8

/* Whether paths meet at a node, other than those around a loop. */
static bool is_meeting(const gac__program *p, uint32_t node)
{
    uint32_t n = 0;
    for (uint32_t i = p->reversed.first[node]; i < p->reversed.first[node + 1];
         i++)
        n += !gac__program_dominates(p, node, p->reversed.to[i]);
    return n > 1;
}

/* Collects divergent branches on the paths to a node from the last that comes
 * before it in every case; returns how many. */
static uint32_t all_beside(gac__paths *t, uint32_t node,
                           uint32_t out[MAX_BESIDE])
{
    gac__program *p = t->p;
    uint32_t found = 0;
    if (!p->before.graph
        && gac__search_open(&p->before, &p->reversed, &p->arena) != GAC_OK)
        return 0;
    uint32_t n = gac__influence(&p->before, &p->tree, node);
    for (uint32_t i = 0; i < n && gac__program_spend(p, 1); i++) {
        uint32_t at = p->before.list[i];
        if (found < MAX_BESIDE && !gac__program_dominates(p, node, at)
            && is_divergent(t, at))
            out[found++] = at;
    }
    return found;
}

/* Where paths meet, some may come by a divergent branch and others not (`a ||
 * get_local_id(0) < b`): one of which work-items miss the node; UINT32_MAX:
 * there is none. */
static uint32_t divergent_beside(gac__paths *t, uint32_t node)
{
    uint32_t beside[MAX_BESIDE];
    uint32_t n = is_meeting(t->p, node) ? all_beside(t, node, beside) : 0;
    for (uint32_t i = 0; i < n; i++)
        if (surely_splits(t, beside[i], node))
            return beside[i];
    return UINT32_MAX;
}

/* The same of the last branch that comes before in every case. */
static uint32_t divergent_before(gac__paths *t, uint32_t node)
{
    const uint32_t before = t->p->tree.idom[node];
    return is_divergent(t, before) ? before : UINT32_MAX;
}

/* The nearest such branch of a node or of what comes before it in every case;
 * UINT32_MAX: there is none, or the budget is spent. The nodes between remember
 * it. */
static uint32_t nearest_divergent(gac__paths *t, uint32_t node, bool beside)
{
    gac__program *p = t->p;
    gac__node *nodes = p->nodes.items;
    uint32_t at = node, found = UINT32_MAX;
    for (; at != 0 && nodes[at].divergent[beside] == 0 && found == UINT32_MAX;
         at = p->tree.idom[at]) {
        if (!gac__program_spend(p, 1))
            return UINT32_MAX;
        found = beside ? divergent_beside(t, at) : divergent_before(t, at);
    }
    const uint32_t known = nodes[at].divergent[beside];
    if (found == UINT32_MAX && known != 0 && known != UINT32_MAX)
        found = known - 1;
    for (uint32_t i = node; i != at; i = p->tree.idom[i])
        nodes[i].divergent[beside] = found == UINT32_MAX ? found : found + 1;
    return found;
}

/* Whether the loops that `node` is in are left in different iterations: its own
 * block may decide that at its end. */
static bool leaves_apart(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t n = gac__program_exit_edges(p, node, p->nest.header[node]);
    return n != 0 && n < gac__n_successors(&p->graph, node)
           && is_divergent(t, node);
}

static void report_place(gac__flow *f, uint32_t ordinal, gac__rule_id rule,
                         uint32_t branch)
{
    const gac__program *p = f->p;
    const gac__node *b = &p->nodes.items[branch];
    uint32_t end = p->m->blocks[b->block].end;
    gac__flow_found(f, ordinal, rule, NULL, end,
                    "Every work-item of the group must come here. Found a "
                    "branch on %s, which depends on the work-item, in "
                    "%s.",
                    gac__describe_id(f->v, b->condition).text,
                    gac__describe_place(f->v, end - 1, ordinal).text);
}

/* The branches that come before a node in every case are on its path up the
 * tree of dominators. */
static void check_place(gac__flow *f, uint32_t node, uint32_t ordinal,
                        gac__rule_id rule)
{
    gac__paths *t = &f->paths;
    if (leaves_apart(t, node)) {
        report_place(f, ordinal, rule, node);
        return;
    }
    for (uint32_t at = nearest_divergent(t, node, false); at != UINT32_MAX;
         at = nearest_divergent(t, at, false))
        if (surely_splits(t, at, node)) {
            report_place(f, ordinal, rule, at);
            return;
        }
    uint32_t beside = nearest_divergent(t, node, true);
    if (beside != UINT32_MAX && surely_splits(t, beside, node))
        report_place(f, ordinal, rule, beside);
}

static void check_quantity(gac__flow *f, uint32_t ordinal, gac__rule_id rule,
                           const gac__quantity *q)
{
    if (q->name && !q->known
        && gac__varies(gac__variation_of(&f->paths, q->ref)))
        gac__flow_found(f, ordinal, rule, q, 0,
                        "%s must be the same for all work-items of the group. "
                        "Found %s, which depends on the work-item.",
                        q->name, gac__describe_id(f->v, q->ref.id).text);
}

/* A pointer to a fixed place of a variable, or of what a kernel is given, is
 * the same for all work-items; nothing is known of what other functions are. */
static bool is_fixed(const gac__flow *f, const gac__origin *origin)
{
    return origin->offset_known
           && (origin->is_variable
               || gac__module_def_opcode(f->p->m, origin->base.id)
                      == SpvOpFunctionParameter);
}

static void check_side(gac__flow *f, uint32_t ordinal, const gac__side *side)
{
    const gac__quantity *all[] = {&side->offset, &side->line, &side->plane};
    if (!is_fixed(f, &side->origin))
        check_quantity(f, ordinal, GAC__RULE_divergent_operand, &side->pointer);
    for (size_t i = 0; i < GAC__COUNT_OF(all); i++)
        check_quantity(f, ordinal, GAC__RULE_divergent_operand, all[i]);
}

/* Groups of one work-item cannot diverge, nor can those whose work-items
 * nothing tells apart. */
static bool stay_together(const gac__program *p)
{
    return !p->sites->ids || gac__program_group_size(p, UINT32_MAX) == 1;
}

void gac__warn_divergent_copy(gac__flow *f, uint32_t node,
                              const gac__copy_view *c)
{
    const gac__quantity *all[] = {&c->bytes,  &c->elements, &c->lines,
                                  &c->planes, &c->stride,   &c->event};
    if (stay_together(f->p))
        return;
    check_place(f, node, c->inst.ordinal, GAC__RULE_divergent_copy);
    check_side(f, c->inst.ordinal, &c->destination);
    check_side(f, c->inst.ordinal, &c->source);
    for (size_t i = 0; i < GAC__COUNT_OF(all); i++)
        check_quantity(f, c->inst.ordinal, GAC__RULE_divergent_operand, all[i]);
}

void gac__warn_divergent_wait(gac__flow *f, uint32_t node,
                              const gac__wait_view *w)
{
    uint32_t ordinal = w->inst.ordinal;
    if (stay_together(f->p))
        return;
    check_place(f, node, ordinal, GAC__RULE_divergent_wait);
    check_quantity(f, ordinal, GAC__RULE_divergent_wait, &w->count);
    check_quantity(f, ordinal, GAC__RULE_divergent_wait, &w->list);
}
