/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Programs whose copies are waited for on every way. */

/* Most kernels start a few copies, store their events, and wait for them, with
 * little in between. So each node is passed once, beginning with what is in
 * flight on the ways that lead there: that has to be the same on all of them,
 * and what a node that is in a loop leaves has to be what it found. If all is
 * waited for in the end, and each wait was for what is in flight there, all is
 * well. That takes a look at each operation, where following events takes
 * searches and a data flow. Anything unusual, and those are made.
 *
 * There is one record of what is in flight. Each change gives it a new version;
 * nodes remember the version that they begin with, and when the record has gone
 * on since, nothing is settled: no other way may start or wait for anything
 * while something is in flight.
 *
 * Copies that hand on an event are a group, waited for together. Of all that is
 * in flight in one variable or buffer, only the first and the last byte are
 * known: copies mostly go upwards or downwards through memory, so that the next
 * one is outside of that. */
#include "validate/warn/settled.h"

#include "validate/warn/event_slots.h"

/* What an element of a variable holds; of no use in another epoch. */
struct gac__settling_slot {
    uint32_t epoch, group;
};

/* Where those of a variable are; n 0: not looked for, or none. */
struct gac__settling_range {
    uint32_t first, n;
};

/* In place of a group. */
enum { NULL_EVENT = GAC__MAX_VALUES - 1, NO_EVENT = GAC__MAX_VALUES };

void gac__settling_begin(gac__settling *s, gac__program *p)
{
    gac__arena *arena = &p->arena;
    *s = (gac__settling){.p = p};
    s->capacity = (uint32_t)p->ops.n + 64;
    s->in_flight = gac__arena_alloc(arena, p->ops.n, sizeof *s->in_flight);
    s->slots = gac__arena_alloc(arena, s->capacity, sizeof *s->slots);
    s->of_local = gac__arena_alloc(arena, p->locals.n, sizeof *s->of_local);
    s->entered = gac__arena_alloc(arena, p->nodes.n, sizeof *s->entered);
    s->holds = s->in_flight && s->slots && s->of_local && s->entered;
}

/* -- nodes ----------------------------------------------------------------- */

void gac__settle_begin(gac__settling *s, uint32_t node)
{
    if (!s->holds)
        return;
    uint32_t entered = s->entered[node];
    s->fresh = entered <= 1;
    s->holds = s->fresh || entered == s->version + 1;
}

/* Before something happens to events: where nothing is in flight, the record
 * begins anew. */
static bool begin_change(gac__settling *s)
{
    if (s->left)
        return false; /* another way may wait for what is left on one */
    if (s->fresh) {
        if (s->n_in_flight != 0)
            return false;
        s->n_hulls = 0;
        s->epoch++;
        s->fresh = false;
    }
    s->version++;
    return true;
}

void gac__settle_end(gac__settling *s, uint32_t node)
{
    const gac__program *p = s->p;
    const gac__node *n = &p->nodes.items[node];
    if (!s->holds)
        return;
    bool nothing = s->fresh || s->n_in_flight == 0;
    uint32_t left = nothing ? 1 : s->version + 1;
    s->left |= !nothing && n->exits;
    s->holds = !(s->left && s->joined);
    for (uint32_t i = p->graph.first[node]; i < p->graph.first[node + 1]; i++) {
        uint32_t *entered = &s->entered[p->graph.to[i]];
        s->holds &= *entered == 0 || *entered == left;
        *entered = left;
    }
}

/* -- events ---------------------------------------------------------------- */

/* The group of an event, NULL_EVENT or NO_EVENT. */
static uint32_t group_of(const gac__settling *s, gac__ref event)
{
    event = gac__resolve(s->p, event);
    uint32_t group = gac__program_linked(s->p, event, GAC__LINK_GROUP);
    if (group != UINT32_MAX)
        return group;
    return gac__module_def_opcode(s->p->m, event.id) == SpvOpConstantNull
               ? NULL_EVENT
               : NO_EVENT;
}

static bool is_in_flight(const gac__settling *s, uint32_t group)
{
    return group < s->n_groups && s->in_flight[group];
}

static struct gac__settling_range *range_of(gac__settling *s, gac__ref base)
{
    const gac__program *p = s->p;
    uint32_t local = gac__program_linked(p, base, GAC__LINK_VARIABLE);
    if (local == UINT32_MAX || p->locals.items[local].escapes)
        return NULL;
    struct gac__settling_range *range = &s->of_local[local];
    if (range->n != 0)
        return range;
    uint64_t n = gac__count_events(p->m, gac__variable_type(p->m, base.id));
    if (n == 0 || n > s->capacity - s->n_slots)
        return NULL;
    range->first = s->n_slots;
    range->n = (uint32_t)n;
    s->n_slots += range->n;
    return range;
}

/* The elements of a variable from a pointer on; 0: it may be another place. */
static uint32_t slots_behind(gac__settling *s, gac__ref pointer,
                             struct gac__settling_slot **out)
{
    const uint32_t size = s->p->m->pointer_bits / 8;
    if (gac__ref_same(pointer, s->last_pointer)) {
        *out = &s->slots[s->last_slot];
        return s->n_last;
    }
    const gac__origin at = gac__pointer_origin(s->p, pointer);
    if (!at.offset_known || at.offset < 0 || at.offset > INT32_MAX)
        return 0;
    const struct gac__settling_range *range = range_of(s, at.base);
    if (!range || size == 0 || at.offset % size != 0
        || at.offset / size >= range->n)
        return 0;
    uint32_t element = (uint32_t)(at.offset / size);
    s->last_pointer = pointer;
    s->last_slot = range->first + element;
    s->n_last = range->n - element;
    *out = &s->slots[s->last_slot];
    return s->n_last;
}

/* -- bytes ----------------------------------------------------------------- */

/* Bytes of what a pointer is made from, with all that is touched; base.id 0:
 * unknown. */
typedef struct touched {
    gac__ref base;
    int64_t first, end;
} touched;

/* Numbers are kept so small that nothing overflows. */
static touched touched_by(const gac__copy_view *c, const gac__side *side)
{
    touched all = {side->origin.base, INT64_MIN, INT64_MAX};
    if (!side->span_known || side->span > INT32_MAX
        || !side->origin.offset_known || !side->offset.known
        || side->offset.value > INT32_MAX || side->origin.offset > INT32_MAX
        || side->origin.offset < INT32_MIN)
        return all;
    all.first = (int64_t)side->origin.offset
                + (int64_t)(side->offset.value * c->bytes.value);
    all.end = all.first + (int64_t)side->span;
    return all;
}

static gac__hull *find_hull(gac__settling *s, gac__ref base)
{
    for (uint32_t i = 0; i < s->n_hulls; i++)
        if (gac__ref_same(s->hulls[i].base, base))
            return &s->hulls[i];
    return NULL;
}

/* Adds bytes to what is in flight; false: they may be there already. What is
 * made from an unknown pointer is compared with nothing. */
static bool add_bytes(gac__settling *s, touched side, bool writes)
{
    if (side.base.id == 0)
        return true;
    gac__hull *h = find_hull(s, side.base);
    if (!h) {
        if (s->n_hulls == GAC__HULLS)
            return false;
        h = &s->hulls[s->n_hulls++];
        *h = (gac__hull){.base = side.base};
    }
    if (h->written.first < h->written.end && side.first < h->written.end
        && h->written.first < side.end)
        return false;
    if (writes && h->read.first < h->read.end && side.first < h->read.end
        && h->read.first < side.end)
        return false;
#define JOIN(hull)                                                             \
    if ((hull).first == (hull).end) {                                          \
        (hull).first = side.first;                                             \
        (hull).end = side.end;                                                 \
    } else {                                                                   \
        (hull).first = GAC__MIN((hull).first, side.first);                     \
        (hull).end = GAC__MAX((hull).end, side.end);                           \
    }
    if (writes) {
        JOIN(h->written)
    } else {
        JOIN(h->read)
    }
#undef JOIN
    return true;
}

/* -- operations ------------------------------------------------------------ */

void gac__settle_copy(gac__settling *s, const gac__copy_view *c)
{
    if (!s->holds)
        return;
    if (!begin_change(s)) {
        s->holds = false;
        return;
    }
    uint32_t group = group_of(s, c->event.ref);
    if (group == NULL_EVENT) {
        group = s->n_groups++;
        s->in_flight[group] = true;
        s->n_in_flight++;
    } else if (!is_in_flight(s, group)) {
        s->holds = false;
        return;
    } else {
        s->joined = true;
    }
    gac__program_set_link(s->p, (gac__ref){c->frame, c->inst.result_id},
                          GAC__LINK_GROUP, group);
    s->holds = add_bytes(s, touched_by(c, &c->source), false)
               && add_bytes(s, touched_by(c, &c->destination), true);
}

bool gac__settling_left(const gac__settling *s, gac__op op)
{
    gac__inst copy = gac__module_inst(s->p->m, op.ordinal);
    return is_in_flight(
        s, gac__program_linked(s->p, (gac__ref){op.frame, copy.result_id},
                               GAC__LINK_GROUP));
}

static bool settle_store(gac__settling *s, gac__op op, const gac__inst *inst)
{
    struct gac__settling_slot *slot;
    if (!begin_change(s)
        || slots_behind(s, (gac__ref){op.frame, inst->words[1]}, &slot) == 0)
        return false;
    *slot = (struct gac__settling_slot){
        s->epoch, group_of(s, (gac__ref){op.frame, inst->words[2]})};
    return slot->group == NULL_EVENT || is_in_flight(s, slot->group);
}

static bool settle_load(gac__settling *s, gac__op op, const gac__inst *inst)
{
    struct gac__settling_slot *slot;
    if (s->fresh
        || slots_behind(s, (gac__ref){op.frame, inst->words[3]}, &slot) == 0
        || slot->epoch != s->epoch)
        return false;
    gac__program_set_link(s->p, (gac__ref){op.frame, inst->result_id},
                          GAC__LINK_GROUP, slot->group);
    return true;
}

/* A load or store of something else, made from something else. */
static bool settle_access(gac__settling *s, gac__op op, const gac__inst *inst)
{
    if (s->fresh || s->n_in_flight == 0)
        return true;
    if (inst->opcode != SpvOpLoad && inst->opcode != SpvOpStore)
        return false;
    uint32_t word = inst->opcode == SpvOpLoad ? 3 : 1;
    gac__origin origin =
        gac__pointer_origin(s->p, (gac__ref){op.frame, inst->words[word]});
    return origin.base.id == 0 || !find_hull(s, origin.base);
}

void gac__settle_other(gac__settling *s, gac__op op)
{
    if (!s->holds)
        return;
    gac__inst inst = gac__module_inst(s->p->m, op.ordinal);
    switch ((gac__op_kind)op.kind) {
    case GAC__OP_STORE: s->holds = settle_store(s, op, &inst); break;
    case GAC__OP_LOAD: s->holds = settle_load(s, op, &inst); break;
    case GAC__OP_ACCESS: s->holds = settle_access(s, op, &inst); break;
    default: s->holds = false; break;
    }
}

/* How many events a wait is for, and the slots of the first; 0: unknown. */
static uint64_t find_list(gac__settling *s, gac__op op,
                          struct gac__settling_slot **out)
{
    gac__wait_view w;
    if (!gac__view_wait(s->p, op, &w) || !w.count.known)
        return 0;
    return w.count.value <= slots_behind(s, w.list.ref, out) ? w.count.value
                                                             : 0;
}

bool gac__settle_wait(gac__settling *s, gac__op op)
{
    struct gac__settling_slot *slots;
    if (!s->holds)
        return false;
    uint64_t n = s->fresh || !begin_change(s) ? 0 : find_list(s, op, &slots);
    s->holds = n != 0;
    for (uint64_t i = 0; s->holds && i < n; i++) {
        s->holds =
            slots[i].epoch == s->epoch && is_in_flight(s, slots[i].group);
        if (s->holds) {
            s->in_flight[slots[i].group] = false;
            s->n_in_flight--;
        }
    }
    if (s->n_in_flight == 0)
        s->n_hulls = 0;
    return s->holds;
}
