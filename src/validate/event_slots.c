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

static bool add_variable(gac__event_slots *s, const gac__variable *local)
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
    return GAC__VEC_PUSH(&m->context->allocator, &s->variables, v) &&
           gac__ref_map_put(&s->holders, v.ref,
                            (uint32_t)s->variables.n - 1);
}

static bool add_value(gac__event_slots *s, gac__ref ref)
{
    if (ref.id == 0 || !gac__ref_same(gac__resolve(s->p, ref), ref))
        return true;
    return gac__ref_map_put(&s->values, ref, s->n++);
}

static bool add_result(gac__event_slots *s, gac__op op)
{
    gac__inst inst = gac__module_inst(s->p->m, op.ordinal);
    gac__ref ref = {op.frame, inst.result_id};
    switch (op.kind) {
    case GAC__OP_COPY:
    case GAC__OP_LOAD:
    case GAC__OP_PHI:
    case GAC__OP_SELECT:
        return add_value(s, ref);
    case GAC__OP_RETURN: {
        const gac__frame *frame = &s->p->frames.items[op.frame];
        inst = gac__module_inst(s->p->m, frame->call);
        ref = (gac__ref){frame->parent, inst.result_id};
        return gac__ref_map_get(&s->values, ref, GAC__NO_SLOT) !=
                   GAC__NO_SLOT ||
               add_value(s, ref);
    }
    default:
        return true;
    }
}

bool gac__event_slots_find(gac__event_slots *s, gac__program *p)
{
    bool ok = true;
    *s = (gac__event_slots){.p = p};
    s->values.arena = s->holders.arena = &p->arena;
    for (size_t i = 0; ok && i < p->locals.n; i++)
        ok = add_variable(s, &p->locals.items[i]);
    for (size_t i = 0; ok && i < p->ops.n; i++)
        ok = add_result(s, p->ops.items[i]);
    return ok;
}

void gac__event_slots_free(gac__event_slots *s)
{
    GAC__VEC_FREE(&s->p->m->context->allocator, &s->variables);
}

gac__event_kind gac__event_value(const gac__event_slots *s, gac__ref ref,
                                 uint32_t *slot_out)
{
    ref = gac__resolve(s->p, ref);
    *slot_out = gac__ref_map_get(&s->values, ref, GAC__NO_SLOT);
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
    gac__ref ref = {op.frame, inst->result_id};
    if (op.kind == GAC__OP_RETURN) {
        const gac__frame *frame = &s->p->frames.items[op.frame];
        ref = (gac__ref){frame->parent,
                         gac__module_inst(s->p->m, frame->call).result_id};
    }
    return gac__ref_map_get(&s->values, ref, GAC__NO_SLOT);
}

gac__event_place gac__event_place_of(const gac__event_slots *s,
                                     gac__ref pointer)
{
    gac__event_place place = {0};
    gac__origin origin = gac__pointer_origin(s->p, pointer);
    uint64_t event = s->p->m->pointer_bits / 8;
    uint32_t i = gac__ref_map_get(&s->holders, origin.base, UINT32_MAX);
    if (origin.base.id == 0 || i == UINT32_MAX)
        return place;
    place.variable = &s->variables.items[i];
    if (!origin.offset_known || event == 0 || origin.offset < 0 ||
        origin.offset % (gac__i128)event != 0 ||
        origin.offset / (gac__i128)event >= (gac__i128)place.variable->n)
        return place;
    place.exact = true;
    place.element = (uint32_t)(origin.offset / (gac__i128)event);
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
