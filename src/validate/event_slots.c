/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Numbers the results and variables of a program that hold events. */
#include "validate/event_slots.h"

#define MAX_ELEMENTS 64u

/* How many events a type consists of; 0: it has other parts, or very many. */
static uint64_t count_events(const gac_module *m, uint32_t type_id)
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
        if (type.kind != GAC__TYPE_ARRAY || type.count > UINT32_MAX ||
            n > UINT32_MAX)
            return 0;
        n *= type.count;
        type_id = type.element_id;
    }
    return 0;
}

static bool add_variable(gac__event_slots *s, gac__variable *local)
{
    const gac_module *m = s->p->m;
    uint64_t n = count_events(m, gac__variable_type(m, local->ref.id));
    if (n == 0)
        return true;
    gac__event_variable v = {.ref = local->ref,
                             .first = s->n,
                             .n = n > MAX_ELEMENTS ? 0 : (uint32_t)n,
                             .escapes = local->escapes};
    s->n += v.n + 1;
    if (!GAC__VEC_PUSH(&m->context->allocator, &s->variables, v))
        return false;
    local->events = (uint32_t)s->variables.n;
    return true;
}

/* Whether a result is more than another name for something. */
static bool is_own(const gac__event_slots *s, gac__ref ref)
{
    return ref.id != 0 && gac__ref_same(gac__resolve(s->p, ref), ref);
}

static void add_result(gac__event_slots *s, gac__op op)
{
    const gac_module *m = s->p->m;
    gac__frame *frame = &s->p->frames.items[op.frame];
    gac__ref ref = {op.frame, 0};
    switch (op.kind) {
    case GAC__OP_COPY:
    case GAC__OP_LOAD:
    case GAC__OP_PHI:
    case GAC__OP_SELECT:
        ref.id = gac__module_inst(m, op.ordinal).result_id;
        if (is_own(s, ref))
            gac__program_set_link(s->p, ref, GAC__LINK_SLOT, s->n++);
        return;
    case GAC__OP_RETURN:
        ref = (gac__ref){frame->parent,
                         gac__module_inst(m, frame->call).result_id};
        if (frame->event_slot == 0 && is_own(s, ref))
            frame->event_slot = ++s->n;
        return;
    default:
        return;
    }
}

/* The slot of a result itself, or GAC__NO_SLOT. */
static uint32_t slot_of(const gac__event_slots *s, gac__ref ref)
{
    const gac__value *v = gac__program_value(s->p, ref);
    if (v && v->link == GAC__LINK_SLOT)
        return v->index;
    return v && v->link == GAC__LINK_CALL
               ? s->p->frames.items[v->index].event_slot - 1
               : GAC__NO_SLOT;
}

bool gac__event_slots_find(gac__event_slots *s, gac__program *p)
{
    bool ok = true;
    s->p = p;
    s->n = 0;
    s->variables.n = 0;
    for (size_t i = 0; ok && i < p->locals.n; i++)
        ok = add_variable(s, &p->locals.items[i]);
    for (size_t i = 0; ok && i < p->ops.n; i++)
        add_result(s, p->ops.items[i]);
    return ok && s->n < GAC__MAX_VALUES;
}

void gac__event_slots_free(gac__event_slots *s, const gac_allocator *a)
{
    GAC__VEC_FREE(a, &s->variables);
}

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
    return slot_of(s, (gac__ref){op.frame, inst->result_id});
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
    if (!origin.offset_known || event == 0 || origin.offset < 0 ||
        origin.offset > INT64_MAX)
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
