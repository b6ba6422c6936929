/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Follows a copy's event until something waits for it. */

/* A data flow forward from the copy: at each node, the slots that may hold its
 * event. Whatever may wait for it ends the way there: so what is left was
 * certainly not waited for. An event that goes where nobody looks may be waited
 * for by anyone, and ends the way too.
 *
 * When a loop comes to the copy again, its result is another event from then
 * on; the ways behind that are a second layer, in which the first event may
 * lose its last holder: it can then never be waited for. */
#include "validate/warn/event_path.h"

#include "validate/warn/event_ops.h"

#define NONE UINT32_MAX

/* -- holders --------------------------------------------------------------- */

static bool holds(const gac__holders *h, uint32_t slot)
{
    for (uint32_t i = 0; i < h->n; i++)
        if (h->slots[i] == slot)
            return true;
    return false;
}

static void set_holder(gac__event_path *path, gac__holders *h, uint32_t slot,
                       bool does)
{
    if (slot == GAC__NO_SLOT || holds(h, slot) == does)
        return;
    if (does) {
        if (h->n == GAC__HOLDERS) {
            path->given_up = true;
            return;
        }
        h->slots[h->n++] = slot;
        return;
    }
    uint32_t i = 0;
    while (h->slots[i] != slot)
        i++;
    h->slots[i] = h->slots[--h->n];
}

static bool range_holds(const gac__holders *h, const gac__event_variable *v,
                        uint32_t first, uint32_t end)
{
    for (uint32_t i = 0; i < h->n; i++) {
        uint32_t at = h->slots[i] - v->first;
        if (h->slots[i] >= v->first
            && (at == v->n || (at >= first && at < end)))
            return true;
    }
    return false;
}

/* -- operations ------------------------------------------------------------ */

static bool takes(const gac__holders *h, const gac__event_op *e, uint32_t i)
{
    return e->kinds[i] == GAC__EVENT_SLOT && holds(h, e->slots[i]);
}

static bool place_holds(const gac__holders *h, const gac__event_place *place)
{
    if (place->variable && place->exact)
        return range_holds(h, place->variable, place->element,
                           place->element + 1);
    return place->variable
           && range_holds(h, place->variable, 0, place->variable->n);
}

/* Returns whether the event is out of sight now. */
static bool pass_store(gac__event_path *path, gac__holders *h,
                       const gac__event_op *e)
{
    const gac__event_place place = e->place;
    bool does = takes(h, e, 0);
    if (!place.variable || place.variable->escapes)
        return does;
    if (place.exact)
        set_holder(path, h, place.variable->first + place.element, does);
    else if (does)
        set_holder(path, h, place.variable->first + place.variable->n, true);
    return false;
}

/* A faulty list may be meant for any. */
static bool may_wait(const gac__event_path *path, const gac__holders *h,
                     const gac__event_op *e)
{
    return !e->clear || path->any_wait || !e->of_pointer || !e->place.variable
           || range_holds(h, e->place.variable, e->first, e->end);
}

/* Returns whether the way ends here: somebody may wait. */
static bool pass_op(gac__event_path *path, gac__holders *h, uint32_t at)
{
    const gac__op_kind kind = (gac__op_kind)path->p->ops.items[at].kind;
    if (kind == GAC__OP_ACCESS || kind == GAC__OP_PHI)
        return false;
    const gac__event_op *e = gac__event_op_at(path->slots, at);
    switch (kind) {
    case GAC__OP_COPY:
        set_holder(path, h, e->result, e->clear && takes(h, e, 0));
        return false;
    case GAC__OP_WAIT: return may_wait(path, h, e);
    case GAC__OP_LOAD:
        set_holder(path, h, e->result, place_holds(h, &e->place));
        return false;
    case GAC__OP_STORE: return pass_store(path, h, e);
    case GAC__OP_SELECT:
        set_holder(path, h, e->result, takes(h, e, 0) || takes(h, e, 1));
        return false;
    case GAC__OP_RETURN:
        set_holder(path, h, e->result, takes(h, e, 0));
        return false;
    case GAC__OP_ESCAPE: /* of one of the holders: next_use() led here */
        return h->n > 0;
    default: return false;
    }
}

/* Where there is no room for another: forgets holders that nothing looks at
 * from operation `at` on. */
static void drop_dead(const gac__event_path *path, gac__holders *h, uint32_t at)
{
    if (h->n < GAC__HOLDERS)
        return;
    for (uint32_t i = h->n; i-- > 0;)
        if (gac__event_is_dead(path->uses, h->slots[i], at))
            h->slots[i] = h->slots[--h->n];
}

/* All phis of a node take their values at once, by the block that they are
 * reached from. */
static void pass_phis(gac__event_path *path, gac__holders *h, uint32_t node,
                      uint32_t from)
{
    const gac__program *p = path->p;
    const gac__node *n = &p->nodes.items[node];
    uint32_t label = p->m->blocks[p->nodes.items[from].block].label_id;
    gac__holders before = *h;
    for (uint32_t k = 0; k < n->n_ops; k++) {
        gac__op op = p->ops.items[n->first_op + k];
        if (!gac__is_phi(p, op))
            break;
        if (op.kind != GAC__OP_PHI)
            continue;
        const gac__event_op *e = gac__event_op_at(path->slots, n->first_op + k);
        const gac__event_in *in = gac__event_in_from(e, label);
        if (!gac__program_spend(path->p, e->n_ins / 2))
            path->given_up = true;
        set_holder(path, h, e->result,
                   in && in->kind == GAC__EVENT_SLOT
                       && holds(&before, in->slot));
    }
}

/* -- stops ----------------------------------------------------------------- */

static const gac_allocator *allocator(const gac__event_path *path)
{
    return path->p->arena.allocator;
}

static uint32_t *index_of(gac__event_path *path, uint32_t node, uint8_t layer)
{
    return &path->index[(size_t)layer * path->p->nodes.n + node];
}

/* Joins `h` to what a stop begins with; queues it if that is news. */
static void enter(gac__event_path *path, uint32_t node, uint8_t layer,
                  const gac__holders *h)
{
    uint32_t *index = index_of(path, node, layer);
    bool news = false;
    if (*index == 0) {
        gac__stop stop = {.node = node, .layer = layer, .in = *h};
        if (!GAC__VEC_PUSH(allocator(path), &path->stops, stop)
            || !GAC__VEC_PUSH(allocator(path), &path->work,
                              (uint32_t)path->stops.n - 1))
            path->given_up = true;
        else
            *index = (uint32_t)path->stops.n;
        return;
    }
    gac__stop *stop = &path->stops.items[*index - 1];
    for (uint32_t i = 0; i < h->n; i++)
        if (!holds(&stop->in, h->slots[i])) {
            set_holder(path, &stop->in, h->slots[i], true);
            news = true;
        }
    if (news && !GAC__VEC_PUSH(allocator(path), &path->work, *index - 1))
        path->given_up = true;
}

/* The first operation from `at` on that may do something with the event, or
 * `least`, what comes first. */
static uint32_t next_use(const gac__event_path *path, const gac__holders *h,
                         uint32_t at, uint32_t least)
{
    uint32_t list = path->any_wait ? path->uses->waits : path->uses->unclear;
    uint32_t next = gac__event_use_from(path->uses, list, at);
    next = GAC__MIN(next, least);
    for (uint32_t i = 0; i < h->n && next != at; i++) {
        uint32_t use = gac__event_use_from(path->uses, h->slots[i], at);
        next = GAC__MIN(next, use);
    }
    return next;
}

/* The stop's operations, up to one that may wait. Layer 0 ends at the copy. */
static bool pass_ops(gac__event_path *path, gac__stop *stop, gac__holders *h)
{
    gac__program *p = path->p;
    const gac__node *node = &p->nodes.items[stop->node];
    uint32_t first = node->first_op, end = first + node->n_ops;
    uint32_t own = p->nodes.items[path->node].first_op + path->op_index;
    bool comes = !stop->from_copy && stop->node == path->node;
    bool again = stop->layer == 1;
    stop->waited = stop->lost = stop->ends = false;
    for (uint32_t at = stop->from_copy ? own + 1 : first; at < end; at++) {
        bool gone = again && h->n == 0 && !path->any_wait;
        if (!gone)
            at = next_use(path, h, at, comes && !again ? own : UINT32_MAX);
        if (at >= end)
            break;
        path->given_up |= !gac__program_spend(p, 4);
        stop->end_op = at - first;
        drop_dead(path, h, at);
        stop->waited = pass_op(path, h, at);
        again |= comes && at == own;
        stop->lost = stop->ends =
            !stop->waited && again && h->n == 0 && !path->any_wait;
        if (stop->waited || stop->lost || path->given_up)
            return false;
    }
    drop_dead(path, h, end);
    stop->end_op = node->n_ops;
    return true;
}

/* Whether a stop is passed without a look at its operations. */
static bool is_quiet(const gac__event_path *path, const gac__stop *stop)
{
    bool gone = stop->layer == 1 && stop->in.n == 0 && !path->any_wait;
    return path->quiet[stop->node] && !gone;
}

static bool begins_with_phi(const gac__program *p, uint32_t node)
{
    const gac__node *n = &p->nodes.items[node];
    return n->n_ops > 0 && gac__is_phi(p, p->ops.items[n->first_op]);
}

static void advance(gac__event_path *path, uint32_t at)
{
    gac__program *p = path->p;
    gac__stop *stop = &path->stops.items[at];
    gac__holders h = stop->in;
    const uint32_t from = stop->node;
    const gac__node *node = &p->nodes.items[from];
    bool through = true;
    if (is_quiet(path, stop)) {
        stop->waited = stop->lost = stop->ends = false;
        stop->end_op = node->n_ops;
        drop_dead(path, &h, node->first_op + node->n_ops);
    } else {
        through = pass_ops(path, stop, &h);
    }
    stop->ends |= through && node->exits;
    path->given_up |= !gac__program_spend(p, 4);
    if (!through)
        return;
    uint8_t layer = stop->layer;
    if (!stop->from_copy && from == path->node)
        layer = 1;
    for (uint32_t i = path->p->graph.first[from];
         i < path->p->graph.first[from + 1]; i++) {
        if (!begins_with_phi(p, p->graph.to[i])) {
            enter(path, p->graph.to[i], layer, &h);
            continue;
        }
        gac__holders next = h;
        pass_phis(path, &next, p->graph.to[i], from);
        enter(path, p->graph.to[i], layer, &next);
    }
}

/* -- what can follow ------------------------------------------------------- */

static bool add_nexts(gac__event_path *path, gac__stop *stop)
{
    const gac__program *p = path->p;
    stop->first_next = (uint32_t)path->nexts.n;
    if (stop->waited || stop->lost)
        return true;
    uint8_t layer = stop->layer;
    if (!stop->from_copy && stop->node == path->node)
        layer = 1;
    for (uint32_t i = p->graph.first[stop->node];
         i < p->graph.first[stop->node + 1]; i++) {
        uint32_t next = *index_of(path, p->graph.to[i], layer);
        if (next == 0)
            continue;
        if (!GAC__VEC_PUSH(allocator(path), &path->nexts, next - 1))
            return false;
        stop->n_next++;
    }
    return true;
}

/* Takes over what the next stops can do; returns whether that is news. */
static bool look_ahead(const gac__event_path *path, gac__stop *stop)
{
    bool end = stop->can_end, wait = stop->can_wait;
    if (end && wait)
        return false;
    for (uint32_t k = 0; k < stop->n_next; k++) {
        const gac__stop *next =
            &path->stops.items[gac__stop_behind(path, stop, k)];
        end |= next->can_end;
        wait |= next->can_wait;
    }
    if (end == stop->can_end && wait == stop->can_wait)
        return false;
    stop->can_end = end;
    stop->can_wait = wait;
    return true;
}

/* can_end and can_wait, backwards until nothing changes: stops come mostly in
 * the order of the ways. */
static bool find_futures(gac__event_path *path)
{
    bool changed = true;
    for (size_t i = 0; i < path->stops.n; i++) {
        gac__stop *stop = &path->stops.items[i];
        stop->can_end = stop->ends;
        stop->can_wait = stop->waited;
        path->waits |= stop->waited;
        if (!add_nexts(path, stop))
            return false;
    }
    while (changed) {
        if (!gac__program_spend(path->p, path->stops.n))
            return false;
        changed = false;
        for (size_t i = path->stops.n; i-- > 0;)
            changed |= look_ahead(path, &path->stops.items[i]);
    }
    return true;
}

/* -- the whole ------------------------------------------------------------- */

bool gac__event_path_open(gac__event_path *path, const gac__event_uses *uses)
{
    gac__program *p = uses->slots->p;
    path->slots = uses->slots;
    path->uses = uses;
    path->p = p;
    path->stops.n = path->nexts.n = path->work.n = 0;
    path->index =
        gac__arena_alloc(&p->arena, 2 * p->nodes.n, sizeof *path->index);
    path->quiet = gac__arena_alloc(&p->arena, p->nodes.n, 1);
    if (!path->index || !path->quiet)
        return false;
    for (uint32_t i = 0; i < p->nodes.n; i++) {
        const gac__op *ops = p->ops.items + p->nodes.items[i].first_op;
        uint32_t n = p->nodes.items[i].n_ops;
        while (n > 0 && ops[n - 1].kind == GAC__OP_ACCESS)
            n--;
        path->quiet[i] = n == 0;
    }
    return true;
}

void gac__event_path_free(gac__event_path *path, const gac_allocator *a)
{
    GAC__VEC_FREE(a, &path->stops);
    GAC__VEC_FREE(a, &path->nexts);
    GAC__VEC_FREE(a, &path->work);
}

static void begin(gac__event_path *path, uint32_t node, uint32_t op_index)
{
    for (size_t i = 0; i < path->stops.n; i++)
        if (!path->stops.items[i].from_copy)
            *index_of(path, path->stops.items[i].node,
                      path->stops.items[i].layer) = 0;
    path->stops.n = path->nexts.n = path->work.n = 0;
    path->given_up = path->waits = false;
    path->node = node;
    path->op_index = op_index;
}

/* An event that another copy has made may have been stored before: wherever
 * that happens counts. */
static void add_stored(gac__event_path *path, gac__holders *h)
{
    const gac__program *p = path->p;
    uint32_t at = 0;
    while ((at = gac__event_use_from(path->uses, path->result, at))
           < p->ops.n) {
        gac__op op = p->ops.items[at++];
        path->given_up |= !gac__program_spend(path->p, 1);
        if (path->given_up || op.kind != GAC__OP_STORE)
            continue;
        gac__inst store = gac__module_inst(p->m, op.ordinal);
        gac__event_place place = gac__event_place_of(
            path->slots, (gac__ref){op.frame, store.words[1]});
        if (place.variable)
            set_holder(path, h,
                       place.variable->first
                           + (place.exact ? place.element : place.variable->n),
                       true);
    }
}

bool gac__event_path_follow(gac__event_path *path, uint32_t node,
                            uint32_t op_index)
{
    const gac__program *p = path->p;
    uint32_t slot;
    begin(path, node, op_index);
    path->op = p->ops.items[p->nodes.items[node].first_op + op_index];
    uint32_t at = p->nodes.items[node].first_op + op_index;
    const gac__copy_view *copy = gac__copy_view_at(p, at);
    if (!copy)
        return false;
    path->copy = *copy;
    (void)gac__event_value(
        path->slots, (gac__ref){path->op.frame, path->copy.inst.result_id},
        &path->result);
    path->any_wait = gac__event_value(path->slots, path->copy.event.ref, &slot)
                         != GAC__EVENT_NULL
                     && (!path->null_given || !path->null_given[at]);
    gac__stop stop = {.node = node, .from_copy = true};
    if (path->result == GAC__NO_SLOT)
        return false;
    stop.in.slots[stop.in.n++] = path->result;
    if (gac__event_result(path->slots, path->op, &path->copy.inst)
        == GAC__NO_SLOT)
        add_stored(path, &stop.in);
    if (!GAC__VEC_PUSH(allocator(path), &path->stops, stop)
        || !GAC__VEC_PUSH(allocator(path), &path->work, 0))
        return false;
    while (path->work.n > 0 && !path->given_up)
        advance(path, path->work.items[--path->work.n]);
    return !path->given_up && find_futures(path);
}
