/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Numbers the results and variables of a program that hold events. */
#include "validate/warn/event_slots.h"

#define MAX_ELEMENTS 64u

uint64_t gac__count_events(const gac_module *m, uint32_t type_id)
{
    uint64_t n = 1;
    for (int depth = 0; depth < 8; depth++) {
        gac__type type = gac__module_type(m, type_id);
        if (type.kind == GAC__TYPE_EVENT)
            return n;
        if (type.kind == GAC__TYPE_STRUCT && type.count == 1) {
            type_id = type.members[0]; /* SYCL's device_event */
            continue;
        }
        if (type.kind != GAC__TYPE_ARRAY || type.count > UINT32_MAX
            || n > UINT32_MAX)
            return 0;
        n *= type.count;
        type_id = type.element_id;
    }
    return 0;
}

static bool add_variable(gac__event_slots *s, gac__variable *local)
{
    const gac_module *m = s->p->m;
    uint64_t n = gac__count_events(m, gac__variable_type(m, local->ref.id));
    if (n == 0)
        return true;
    gac__event_variable v = {.ref = local->ref,
                             .first = s->n,
                             .n = n > MAX_ELEMENTS ? 0 : (uint32_t)n,
                             .escapes = local->escapes};
    s->n += v.n + 1;
    if (!GAC__VEC_PUSH(s->p->arena.allocator, &s->variables, v))
        return false;
    local->events = (uint32_t)s->variables.n;
    return true;
}

/* Whether a result is more than another name for something. */
static bool is_own(const gac__event_slots *s, gac__ref ref)
{
    return ref.id != 0 && gac__ref_same(gac__resolve(s->p, ref), ref);
}

/* The slot that a result shares; GAC__NO_SLOT: it needs one of its own. "If
 * event argument is non-zero, the event object supplied in event argument will
 * be returned." */
static uint32_t shared_slot(const gac__event_slots *s,
                            const gac__event_contents *c, gac__op op,
                            const gac__inst *inst)
{
    gac__ref event;
    uint32_t slot = GAC__NO_SLOT;
    if (op.kind == GAC__OP_LOAD)
        return gac__event_contents_load(c, op, inst);
    if (op.kind == GAC__OP_COPY && gac__copy_event(s->p, op, &event)
        && gac__event_value(s, event, &slot) == GAC__EVENT_SLOT
        && slot >= s->first_result && s->of_copy.items[slot - s->first_result])
        return slot;
    return GAC__NO_SLOT;
}

static bool add_slot(gac__event_slots *s, bool of_copy)
{
    s->n++;
    return GAC__VEC_PUSH(s->p->arena.allocator, &s->of_copy, of_copy);
}

static bool add_result(gac__event_slots *s, gac__event_contents *c, gac__op op)
{
    if (op.kind == GAC__OP_ACCESS)
        return true;
    gac__inst inst = gac__module_inst(s->p->m, op.ordinal);
    gac__frame *frame = &s->p->frames.items[op.frame];
    gac__ref ref = {op.frame, inst.result_id};
    uint32_t shared;
    switch (op.kind) {
    case GAC__OP_STORE:
        (void)gac__event_contents_store(c, op, &inst);
        return true;
    case GAC__OP_COPY:
    case GAC__OP_LOAD:
    case GAC__OP_PHI:
    case GAC__OP_SELECT:
        if (!is_own(s, ref))
            return true;
        shared = shared_slot(s, c, op, &inst);
        if (shared != GAC__NO_SLOT) {
            gac__program_set_link(s->p, ref, GAC__LINK_SAME_SLOT, shared);
            return true;
        }
        gac__program_set_link(s->p, ref, GAC__LINK_SLOT, s->n);
        return add_slot(s, op.kind == GAC__OP_COPY);
    case GAC__OP_RETURN:
        ref = (gac__ref){frame->parent,
                         gac__module_inst(s->p->m, frame->call).result_id};
        if (frame->event_slot != 0 || !is_own(s, ref))
            return true;
        frame->event_slot = s->n + 1;
        return add_slot(s, false);
    default: return true;
    }
}

/* The slot of a result itself, or GAC__NO_SLOT. */
static uint32_t slot_of(const gac__event_slots *s, gac__ref ref)
{
    const gac__value *v = gac__program_value(s->p, ref);
    if (v && (v->link == GAC__LINK_SLOT || v->link == GAC__LINK_SAME_SLOT))
        return v->index;
    return v && v->link == GAC__LINK_CALL
               ? s->p->frames.items[v->index].event_slot - 1
               : GAC__NO_SLOT;
}

bool gac__event_slots_find(gac__event_slots *s, gac__program *p)
{
    gac__event_contents contents;
    bool ok = true;
    s->p = p;
    s->n = 0;
    s->variables.n = s->of_copy.n = 0;
    for (size_t i = 0; ok && i < p->locals.n; i++)
        ok = add_variable(s, &p->locals.items[i]);
    s->first_result = s->n;
    ok = ok && gac__event_contents_open(&contents, s);
    for (uint32_t i = 0; ok && i < p->nodes.n; i++) {
        contents.node = i + 1;
        for (uint32_t k = 0; ok && k < p->nodes.items[i].n_ops; k++)
            ok = add_result(s, &contents,
                            p->ops.items[p->nodes.items[i].first_op + k]);
    }
    return ok && s->n < GAC__MAX_VALUES && gac__event_ops_open(s);
}

void gac__event_slots_free(gac__event_slots *s, const gac_allocator *a)
{
    GAC__VEC_FREE(a, &s->variables);
    GAC__VEC_FREE(a, &s->of_copy);
}

/* -- inside of a block ----------------------------------------------------- */

bool gac__event_contents_open(gac__event_contents *c, const gac__event_slots *s)
{
    c->slots = s;
    c->node = 0;
    c->held = gac__arena_alloc(&s->p->arena, s->first_result, sizeof *c->held);
    return c->held != NULL;
}

bool gac__event_contents_store(gac__event_contents *c, gac__op op,
                               const gac__inst *inst)
{
    const gac__event_slots *s = c->slots;
    gac__event_place place =
        gac__event_place_of(s, (gac__ref){op.frame, inst->words[1]});
    const gac__event_variable *v = place.variable;
    uint32_t slot;
    if (!v || v->escapes)
        return false;
    if (!place.exact) {
        for (uint32_t i = 0; i <= v->n; i++)
            c->held[v->first + i][0] = 0;
        return false;
    }
    uint32_t *held = c->held[v->first + place.element];
    bool known =
        gac__event_value(s, (gac__ref){op.frame, inst->words[2]}, &slot)
        == GAC__EVENT_SLOT;
    bool same = known && held[0] == c->node && held[1] == slot;
    held[0] = known ? c->node : 0;
    held[1] = slot;
    return same;
}

uint32_t gac__event_contents_load(const gac__event_contents *c, gac__op op,
                                  const gac__inst *inst)
{
    gac__event_place place =
        gac__event_place_of(c->slots, (gac__ref){op.frame, inst->words[3]});
    const gac__event_variable *v = place.variable;
    if (!v || v->escapes || !place.exact)
        return GAC__NO_SLOT;
    const uint32_t *held = c->held[v->first + place.element];
    return held[0] == c->node ? held[1] : GAC__NO_SLOT;
}

/* -- operands and results -------------------------------------------------- */

gac__event_kind gac__event_value(const gac__event_slots *s, gac__ref ref,
                                 uint32_t *slot_out)
{
    ref = gac__resolve(s->p, ref);
    *slot_out = slot_of(s, ref);
    if (*slot_out != GAC__NO_SLOT)
        return GAC__EVENT_SLOT;
    switch (gac__module_def_opcode(s->p->m, ref.id)) {
    case SpvOpConstantNull: return GAC__EVENT_NULL;
    case SpvOpUndef: return GAC__EVENT_UNDEF;
    default: return GAC__EVENT_OTHER;
    }
}

uint32_t gac__event_result(const gac__event_slots *s, gac__op op,
                           const gac__inst *inst)
{
    if (op.kind == GAC__OP_RETURN)
        return s->p->frames.items[op.frame].event_slot - 1;
    gac__ref ref = {op.frame, inst->result_id};
    return gac__program_linked(s->p, ref, GAC__LINK_SAME_SLOT) == UINT32_MAX
               ? slot_of(s, ref)
               : GAC__NO_SLOT;
}

gac__event_place gac__event_place_of(const gac__event_slots *s,
                                     gac__ref pointer)
{
    gac__event_place place = {0};
    gac__origin origin = gac__pointer_origin(s->p, pointer);
    uint64_t event = s->p->m->pointer_bits / 8;
    const gac__variable *local = gac__program_variable(s->p, origin.base);
    if (!local || local->events == 0)
        return place;
    place.variable = &s->variables.items[local->events - 1];
    if (!origin.offset_known || event == 0 || origin.offset < 0
        || origin.offset > INT64_MAX)
        return place;
    uint64_t offset = (uint64_t)origin.offset;
    if (offset % event != 0 || offset / event >= place.variable->n)
        return place;
    place.exact = true;
    place.element = (uint32_t)(offset / event);
    return place;
}

void gac__event_list(const gac__wait_view *w, const gac__event_place *place,
                     uint32_t *first_out, uint32_t *end_out)
{
    uint32_t n = place->variable->n;
    *first_out = place->exact ? place->element : 0;
    *end_out = n;
    if (place->exact && w->count.known && w->count.value < n - *first_out)
        *end_out = *first_out + (uint32_t)w->count.value;
}
