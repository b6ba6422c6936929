/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies that nobody waits for. */

/* What may wait for a copy has ended its ways (event_path.c). If no way is
 * waited on and one comes to an end, a wait is missing. If some are, the one
 * that is not has to part from them at a branch, and the copy must not depend
 * on what that branch decides by: kernels that copy and wait under conditions
 * that only look different are correct. So only one branch may make the
 * difference; its condition shares nothing with those that decide about the
 * copy, nor do those of branches before it; and it is no loop around the wait,
 * which is entered for as many events as there are. */
#include "validate/warn/event_path.h"
#include "validate/warn/warnings.h"
#include "validate/trial/roots.h"
#include "validate/warn/warn_uses.h"

/* -- branches -------------------------------------------------------------- */

/* Whether the end of the whole can be reached from a node past another. */
static bool leads_past(gac__program *p, uint32_t from, uint32_t node)
{
    bool ends;
    return !gac__program_ends_past(p, from, node, &ends) || ends;
}

/* What the conditions that decide about the copy are made of. */
static gac__roots roots_of_copy(gac__program *p, uint32_t node)
{
    gac__roots r = {0};
    for (uint32_t at = node; at != 0 && !r.wild;) {
        at = p->tree.idom[at];
        const gac__node *n = &p->nodes.items[at];
        bool decides = false;
        if (n->condition == 0)
            continue;
        for (uint32_t i = p->graph.first[at];
             i < p->graph.first[at + 1] && !decides; i++)
            decides = leads_past(p, p->graph.to[i], node);
        if (decides)
            gac__find_roots(p, (gac__ref){n->frame, n->condition}, &r);
    }
    return r;
}

/* Whether a stop with a wait is in the loop of `header`. */
static bool waits_in_loop(const gac__event_path *path, uint32_t header)
{
    for (size_t i = 0; i < path->stops.n; i++)
        if (path->stops.items[i].waited
            && gac__in_loop(&path->p->nest, path->stops.items[i].node, header))
            return true;
    return false;
}

/* Whether some wait is in a loop that the copy is not in. */
static bool waits_in_other_loop(const gac__event_path *path)
{
    const gac__program *p = path->p;
    for (size_t i = 0; i < path->stops.n; i++) {
        const gac__stop *stop = &path->stops.items[i];
        uint32_t loop = p->nest.header[stop->node];
        if (stop->waited && loop != UINT32_MAX
            && !gac__in_loop(&p->nest, path->node, loop))
            return true;
    }
    return false;
}

/* Whether the way from `branch` on to `next` counts. */
static bool is_certain(gac__event_path *path, const gac__stop *branch,
                       const gac__stop *next, const gac__roots *copy)
{
    gac__program *p = path->p;
    const gac__node *b = &p->nodes.items[branch->node];
    uint32_t loop = p->nest.header[path->node];
    if (waits_in_other_loop(path)
        || gac__guards_wait(p, branch->node, path->node))
        return false;
    /* Staying in the copy's loop, where leaving it leads to the wait. */
    if (loop != UINT32_MAX && p->nest.header[branch->node] == loop
        && gac__leaves_loop(p, branch->node)
        && gac__in_loop(&p->nest, next->node, loop)
        && !waits_in_loop(path, loop))
        return true;
    gac__roots own = {0};
    if (copy->n == 0 && !copy->wild)
        return true;
    gac__find_roots(p, (gac__ref){b->frame, b->condition}, &own);
    return !gac__share_roots(copy, &own);
}

/* Whether a branch on the way may have but one side where the copy is executed:
 * both decide by the same. What comes behind it is then no matter of the last
 * branch alone. */
static bool may_be_forced(const gac__program *p, const gac__stop *branch,
                          const gac__roots *copy)
{
    const gac__node *b = &p->nodes.items[branch->node];
    gac__roots own = {0};
    if (branch->n_next < 2 || b->condition == 0
        || (copy->n == 0 && !copy->wild))
        return false;
    gac__find_roots(p, (gac__ref){b->frame, b->condition}, &own);
    return gac__share_roots(copy, &own);
}

/* A branch on a constant goes one way. */
static bool is_taken(const gac__program *p, const gac__stop *branch,
                     uint32_t next)
{
    const gac__node *b = &p->nodes.items[branch->node];
    gac__inst end = gac__module_inst(p->m, p->m->blocks[b->block].end - 1);
    uint64_t value;
    if (b->condition == 0 || end.opcode != SpvOpBranchConditional
        || !gac__evaluate_as(p, (gac__ref){b->frame, b->condition},
                             GAC__KNOWN_FIXED, &value))
        return true;
    return gac__successor(&p->graph, branch->node, value ? 0 : 1) == next;
}

/* -- ways to the end ------------------------------------------------------- */

typedef struct way_search {
    gac__event_path *path;
    GAC__VEC(uint32_t) work;
    uint8_t *seen;
    gac__roots copy; /* what decides about it */
    uint32_t branch; /* the node where the way parts */
} way_search;

/* Looks at what follows a stop; true if a way that counts parts here. */
static bool look_on(way_search *s, uint32_t at)
{
    gac__event_path *path = s->path;
    const gac__stop *stop = &path->stops.items[at];
    bool free = true;
    for (uint32_t k = 0; k < stop->n_next; k++) {
        const gac__stop *next =
            &path->stops.items[gac__stop_behind(path, stop, k)];
        free &= next->can_end && next->can_wait;
    }
    free = free && !may_be_forced(path->p, stop, &s->copy);
    for (uint32_t k = 0; k < stop->n_next; k++) {
        uint32_t index = gac__stop_behind(path, stop, k);
        const gac__stop *next = &path->stops.items[index];
        if (!next->can_end || !is_taken(path->p, stop, next->node))
            continue;
        if (!next->can_wait) {
            s->branch = stop->node;
            if (is_certain(path, stop, next, &s->copy))
                return true;
        } else if ((free || stop->n_next == 1) && !s->seen[index]) {
            s->seen[index] = 1;
            if (!GAC__VEC_PUSH(path->p->arena.allocator, &s->work, index))
                return false;
        }
    }
    return false;
}

/* A way from the copy to an end that one branch alone keeps from a wait; the
 * branch's node, or UINT32_MAX. */
static uint32_t find_way(gac__event_path *path)
{
    const gac_allocator *a = path->p->arena.allocator;
    way_search s = {.path = path, .copy = roots_of_copy(path->p, path->node)};
    bool found = false;
    s.seen = gac__alloc_zero(a, path->stops.n, 1);
    if (s.seen && GAC__VEC_PUSH(a, &s.work, 0))
        while (s.work.n > 0 && !found && gac__program_spend(path->p, 1))
            found = look_on(&s, s.work.items[--s.work.n]);
    gac__free(a, s.seen, path->stops.n, 1);
    GAC__VEC_FREE(a, &s.work);
    return found ? s.branch : UINT32_MAX;
}

/* -- the last time --------------------------------------------------------- */

/* Whether the kernel may end behind a wait, without coming by the copy again.
 */
static bool may_be_last(gac__event_path *path, const gac__stop *wait)
{
    gac__program *p = path->p;
    if (wait->node == path->node)
        return wait->from_copy; /* else the copy is in the block, too */
    return p->nodes.items[wait->node].exits
           || leads_past(p, wait->node, path->node) || p->budget == 0;
}

/* Of the copies that one instruction starts in a loop, nothing waits for the
 * last one if each wait that may be for it leads to the copy again. */
static bool forgets_last(gac__event_path *path)
{
    for (size_t i = 0; i < path->stops.n; i++) {
        const gac__stop *stop = &path->stops.items[i];
        if (stop->waited && stop->layer == 0 && may_be_last(path, stop))
            return false;
    }
    return true;
}

/* rule missing-wait */
void gac__warn_unwaited(gac__flow *f, uint32_t ordinal)
{
    gac__flow_found(f, ordinal, GAC__RULE_missing_wait, NULL, 0,
                    "The kernel must wait for the copy before it ends. Found "
                    "no OpGroupWaitEvents for its event.");
}

/* The same, but on some way: `branch` is the ordinal + 1 of where it parts. */
static void found_way(gac__flow *f, uint32_t ordinal, uint32_t branch)
{
    gac__flow_found(f, ordinal, GAC__RULE_missing_wait, NULL, branch,
                    "The kernel must wait for the copy before it ends. Found a "
                    "path to its end without an OpGroupWaitEvents for its "
                    "event.");
}

/* rule missing-wait: "The kernel must wait for the completion of all async
 * copies using the wait_group_events built-in function before exiting". */
static bool check_missing(gac__flow *f, gac__event_path *path)
{
    gac__program *p = path->p;
    uint32_t ordinal = path->copy.inst.ordinal, branch = 0;
    if (!p->is_kernel || !path->stops.items[0].can_end)
        return false;
    bool last = path->waits && forgets_last(path);
    if (path->waits && !last)
        branch = find_way(path);
    if (branch == UINT32_MAX || gac__follows_state(p, path->node))
        return false;
    if (!path->waits)
        gac__warn_unwaited(f, ordinal);
    else if (last)
        gac__flow_found(f, ordinal, GAC__RULE_missing_wait, NULL, 0,
                        "The kernel must wait for the copy before it ends. "
                        "Found OpGroupWaitEvents for its event only where the "
                        "copy is executed again: the last one is forgotten.");
    else
        found_way(f, ordinal, p->m->blocks[p->nodes.items[branch].block].end);
    return true;
}

/* -- ways one by one ------------------------------------------------------- */

/* Elements of an array of events are told apart where their indices are
 * counted, which the search above does not do; constant ones it does. */
static bool has_arrays(const gac__flow *f)
{
    for (size_t i = 0; i < f->slots.variables.n; i++)
        if (f->slots.variables.items[i].n != 1)
            return true;
    return false;
}

/* Tries the program for the copies that are in doubt, and if `uses`, for what
 * touches them in flight. */
static void check_ways(gac__flow *f, const uint8_t *in_doubt, bool any,
                       bool uses)
{
    gac__program *p = f->p;
    if (!gac__trial_run(&f->trial, p, any ? in_doubt : NULL, uses))
        return;
    for (uint32_t at = 0; at < p->ops.n; at++) {
        uint32_t branch =
            in_doubt[at] ? gac__trial_leaves(&f->trial, at) : UINT32_MAX;
        if (branch != UINT32_MAX
            && !gac__follows_state(p, gac__program_node_of(p, at)))
            found_way(f, p->ops.items[at].ordinal, branch);
        if (uses)
            gac__warn_tried_use(f, at);
    }
}

/* -- all copies ------------------------------------------------------------ */

void gac__warn_events(gac__flow *f)
{
    gac__program *p = f->p;
    gac__event_path *path = &f->path;
    uint8_t *in_doubt = gac__arena_alloc(&p->arena, p->ops.n, 1);
    bool ok = in_doubt && gac__event_uses_find(&f->uses, &f->slots)
              && gac__event_path_open(path, &f->uses)
              && gac__accesses_open(&f->accesses, p);
    bool arrays = ok && has_arrays(f), any = false, loops = false;
    f->doubts_uses = false;
    uint32_t n_copies = 0;
    for (uint32_t i = 0; ok && i < p->order.n && p->budget > 0; i++) {
        uint32_t node = p->order.node[i];
        for (uint32_t k = 0; k < p->nodes.items[node].n_ops && p->budget > 0;
             k++) {
            uint32_t at = p->nodes.items[node].first_op + k;
            if (p->ops.items[at].kind != GAC__OP_COPY
                || !gac__event_path_follow(path, node, k))
                continue;
            bool told = check_missing(f, path);
            n_copies++;
            loops |= path->waits && p->nest.header[node] != UINT32_MAX;
            in_doubt[at] = !told && p->is_kernel
                           && ((arrays && f->uses.inexact)
                               || path->stops.items[0].can_end);
            any |= in_doubt[at];
            gac__warn_uses(f, path, &f->accesses);
        }
    }
    /* Copies that are in flight by turns are not told apart above. */
    bool uses = p->is_kernel
                && (f->doubts_uses
                    || (p->nest.cyclic && (arrays || (loops && n_copies > 1))));
    if (any || uses)
        check_ways(f, in_doubt, any, uses);
}
