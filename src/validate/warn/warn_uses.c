/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory that is touched between a copy and its wait. */

/* Looks at every access on the ways that nothing waits on. It counts if the
 * copy is in flight there in every case: the copy comes before it always, or
 * follows it in a loop, and no way from a wait leads there. Bytes are compared
 * where constants tell them; of an index that is made of local ids, the one of
 * the work-item with local id 0 is taken, which every group has. */
#include "validate/warn/warn_uses.h"

/* -- when the copy is in flight -------------------------------------------- */

typedef struct flight {
    gac__flow *f;
    gac__event_path *path;
    gac__accesses *accesses;
    gac__touch own[2];  /* what the copy writes, what it reads */
    gac__search waited; /* from all waits; not opened: not yet */
} flight;

/* Searches for what can be reached from a wait without coming by the copy
 * again. */
static bool find_waited(flight *fl)
{
    gac__event_path *path = fl->path;
    gac__program *p = path->p;
    gac__search *s = &fl->waited;
    if (s->graph)
        return true;
    if (gac__search_open(s, &p->graph, &p->arena) != GAC_OK)
        return false;
    gac__search_begin(s);
    for (size_t i = 0; i < path->stops.n; i++) {
        const gac__stop *stop = &path->stops.items[i];
        const uint64_t before = s->steps;
        if (!stop->waited)
            continue;
        if (stop->node == path->node && stop->from_copy == false
            && stop->layer == 1)
            continue;
        gac__search_from(s, stop->node, path->node);
        if (!gac__program_spend(p, s->steps - before))
            return false;
    }
    return true;
}

/* Whether the copy is in flight whenever a stop's operations are executed. */
static bool in_flight_at(flight *fl, const gac__stop *stop)
{
    gac__program *p = fl->path->p;
    uint32_t own = fl->path->node;
    if (stop->from_copy)
        return true;
    if (fl->path->waits
        && (!find_waited(fl) || gac__has_seen(&fl->waited, stop->node)))
        return false;
    if (stop->node == own)
        return true; /* around a loop */
    return gac__program_dominates(p, own, stop->node)
           || (gac__program_dominates(p, stop->node, own)
               && p->nest.header[stop->node] != UINT32_MAX
               && p->nest.header[stop->node] == p->nest.header[own]);
}

/* Whether the first work-item is among those that come to a stop: no branch
 * between the copy and it depends on the work-item. */
static bool first_comes_to(flight *fl, const gac__stop *stop)
{
    gac__program *p = fl->path->p;
    uint32_t at = stop->node, own = fl->path->node;
    if (stop->from_copy)
        return true;
    if (!gac__program_dominates(p, own, at))
        return false;
    while (at != own) {
        if (!gac__program_spend(p, 1))
            return false;
        at = p->tree.idom[at];
        const gac__node *n = &p->nodes.items[at];
        if (n->condition != 0
            && gac__variation_of(p, (gac__ref){n->frame, n->condition})
                   != GAC__UNIFORM)
            return false;
    }
    return true;
}

/* -- what meets the copy --------------------------------------------------- */

static bool meets(flight *fl, const gac__stop *stop, const gac__touch *t,
                  uint32_t side)
{
    return gac__touches_meet(&fl->own[side], t)
           && (t->extent != GAC__BYTES_OF_FIRST
               || fl->own[side].extent == GAC__BYTES_ALL
               || first_comes_to(fl, stop));
}

/* Of two copies, with numbers that nobody knows, either may be the one that
 * moves something. */
static bool is_either(const flight *fl, const gac__touch *t, uint32_t side)
{
    return fl->f->p->ops.items[t->at].kind == GAC__OP_COPY
           && (fl->own[side].assumed || t->assumed);
}

/* Whether ways have to tell: a side of the copy is what is touched, but which
 * bytes of that nobody knows. */
static bool is_in_doubt(const flight *fl, const gac__touch *t, uint32_t side)
{
    return gac__ref_same(t->base, fl->own[side].base)
           && (fl->own[side].extent == GAC__BYTES_UNKNOWN
               || t->extent == GAC__BYTES_UNKNOWN);
}

/* An operation touches a side of a copy in flight. */
static void found_use(gac__flow *f, gac__accesses *a, const gac__copy_view *c,
                      const gac__touch *t, uint32_t side)
{
    const gac__program *p = f->p;
    gac__accesses_done(a, t->at);
    gac__quantity q = gac__touch_operand(p, t);
    const uint32_t ordinal = p->ops.items[t->at].ordinal;
    gac__flow_found(
        f, ordinal, GAC__RULE_use_before_wait, &q, c->inst.ordinal + 1,
        "This %s the %s of the copy in %s, for which "
        "nothing has waited yet.",
        t->writes ? "writes" : "reads",
        side == 0 ? c->destination.pointer.name : c->source.pointer.name,
        gac__describe_place(f->v, c->inst.ordinal, ordinal).text);
}

/* A branch behind a copy may ask whether a number that nobody knows is 0. */
static void check_touch(flight *fl, const gac__stop *stop, const gac__touch *t)
{
    for (uint32_t side = 0; side < (t->writes ? 2u : 1u); side++) {
        bool meet = meets(fl, stop, t, side);
        if (is_either(fl, t, side))
            continue;
        if (meet && (!fl->own[side].assumed || stop->from_copy)
            && in_flight_at(fl, stop)) {
            found_use(fl->f, fl->accesses, &fl->path->copy, t, side);
            return;
        }
        fl->f->doubts_uses |= meet || is_in_doubt(fl, t, side);
    }
}

/* What copies do to each other where a fence may stand between them is left
 * alone. */
static bool is_looked_at(const gac__program *p, uint32_t at)
{
    uint16_t kind = p->ops.items[at].kind;
    return kind == GAC__OP_ACCESS
           || (kind == GAC__OP_COPY && !p->sites->fences);
}

/* One report is enough for what several copies have in flight. */
static void check_op(flight *fl, const gac__stop *stop, uint32_t at)
{
    const gac__program *p = fl->path->p;
    const gac__touch *t;
    if (!is_looked_at(p, at) || !gac__accesses_left(fl->accesses, at)
        || (stop->node == fl->path->node
            && at == p->nodes.items[stop->node].first_op + fl->path->op_index))
        return;
    uint32_t n = gac__accesses_of(fl->accesses, at, &t);
    for (uint32_t i = 0; i < n; i++)
        if (gac__ref_same(t[i].base, fl->own[0].base)
            || gac__ref_same(t[i].base, fl->own[1].base))
            check_touch(fl, stop, &t[i]);
}

static void check_stop(flight *fl, const gac__stop *stop)
{
    const gac__node *node = &fl->path->p->nodes.items[stop->node];
    uint32_t first = stop->from_copy ? fl->path->op_index + 1 : 0;
    uint32_t end = GAC__MIN(stop->end_op, node->n_ops);
    const uint32_t *ops;
    size_t n;
    if (first >= end)
        return;
    first += node->first_op;
    end += node->first_op;
    /* One doubt is enough: then ways tell of all. */
    bool doubtful = fl->f->p->is_kernel && !fl->f->doubts_uses;
    if (!gac__accesses_between(fl->accesses, first, end, fl->own, doubtful,
                               &ops, &n))
        return;
    for (size_t i = 0; ops && i < n; i++)
        check_op(fl, stop, ops[i]);
    for (uint32_t at = first; !ops && at < end; at++)
        check_op(fl, stop, at);
}

void gac__warn_uses(gac__flow *f, gac__event_path *path, gac__accesses *a)
{
    const gac__program *p = path->p;
    uint32_t own = p->nodes.items[path->node].first_op + path->op_index;
    flight fl = {.f = f, .path = path, .accesses = a};
    const gac__touch *touches;
    uint32_t n = gac__accesses_of(a, own, &touches);
    for (uint32_t i = 0; i < n; i++)
        fl.own[touches[i].side] = touches[i];
    for (size_t i = 0; i < path->stops.n; i++)
        check_stop(&fl, &path->stops.items[i]);
}

void gac__warn_tried_use(gac__flow *f, uint32_t at)
{
    const gac__trial_use *use = &f->trial.uses[at];
    gac__touch t = {.at = at, .side = use->own, .writes = use->writes};
    const gac__copy_view *c = NULL;
    if (!gac__trial_is_use(use) || !is_looked_at(f->p, at)
        || !gac__accesses_left(&f->accesses, at)
        || (c = gac__copy_view_at(f->p, use->copy)) == NULL)
        return;
    gac__copy_view copy = *c;
    found_use(f, &f->accesses, &copy, &t, use->side);
}
