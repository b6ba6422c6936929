/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Looks at operations on events once: each copy's path comes by many of them.
 */
#include "validate/warn/event_ops.h"

#define MOST_KNOWN 4096 /* programs with more are looked at again and again */

struct gac__event_ops {
    uint32_t n;
    gac__event_in
        *ins;      /* of the phi that was looked at last, of those that .. */
    uint32_t room; /* .. are not kept */
    gac__event_op ops[];
};

bool gac__event_ops_open(gac__event_slots *s)
{
    uint32_t n = s->p->ops.n <= MOST_KNOWN ? (uint32_t)s->p->ops.n : 0;
    s->ops = gac__arena_alloc(&s->p->arena, 1,
                              sizeof *s->ops + (n + 1) * sizeof *s->ops->ops);
    if (s->ops)
        s->ops->n = n;
    return s->ops != NULL;
}

static void take_value(const gac__event_slots *s, gac__event_op *e, uint32_t i,
                       gac__ref ref)
{
    e->kinds[i] = (uint8_t)gac__event_value(s, ref, &e->slots[i]);
}

static void look_at_wait(const gac__event_slots *s, gac__op op,
                         gac__event_op *e)
{
    gac__wait_view w;
    e->clear = gac__view_wait(s->p, op, &w);
    if (!e->clear)
        return;
    e->of_pointer = gac__ref_kind(s->p, w.list.ref) == GAC__TYPE_POINTER;
    e->counted = w.count.known;
    e->place = gac__event_place_of(s, w.list.ref);
    if (e->place.variable)
        gac__event_list(&w, &e->place, &e->first, &e->end);
}

/* Room for what a phi is on `n` ways. */
static gac__event_in *room_for(const gac__event_slots *s, uint32_t at,
                               uint32_t n)
{
    struct gac__event_ops *all = s->ops;
    if (at < all->n)
        return gac__arena_alloc(&s->p->arena, n, sizeof(gac__event_in));
    if (n > all->room) {
        all->room = 2 * n;
        all->ins = gac__arena_alloc(&s->p->arena, all->room, sizeof *all->ins);
    }
    if (!all->ins)
        all->room = 0;
    return all->ins;
}

static void look_at_phi(const gac__event_slots *s, uint32_t at,
                        const gac__inst *phi, gac__event_op *e)
{
    const gac__op op = s->p->ops.items[at];
    uint32_t n = (phi->n_words - 3u) / 2;
    gac__event_in *ins = room_for(s, at, n);
    for (uint32_t i = 0; ins && i < n; i++) {
        ins[i].label = phi->words[4 + 2 * i];
        ins[i].kind = gac__event_value(
            s, (gac__ref){op.frame, phi->words[3 + 2 * i]}, &ins[i].slot);
    }
    e->ins = ins;
    e->n_ins = n;
}

static void look_at(const gac__event_slots *s, uint32_t at, gac__event_op *e)
{
    const gac__op op = s->p->ops.items[at];
    gac__inst inst = gac__module_inst(s->p->m, op.ordinal);
    gac__ref event;
    *e = (gac__event_op){.known = true, .result = GAC__NO_SLOT};
    switch ((gac__op_kind)op.kind) {
    case GAC__OP_COPY:
        e->clear = gac__copy_event(s->p, op, &event);
        if (e->clear)
            take_value(s, e, 0, event);
        break;
    case GAC__OP_LOAD:
        e->place = gac__event_place_of(s, (gac__ref){op.frame, inst.words[3]});
        break;
    case GAC__OP_STORE:
        e->place = gac__event_place_of(s, (gac__ref){op.frame, inst.words[1]});
        take_value(s, e, 0, (gac__ref){op.frame, inst.words[2]});
        return;
    case GAC__OP_SELECT:
        take_value(s, e, 0, (gac__ref){op.frame, inst.words[4]});
        take_value(s, e, 1, (gac__ref){op.frame, inst.words[5]});
        break;
    case GAC__OP_RETURN:
        take_value(s, e, 0, (gac__ref){op.frame, inst.words[1]});
        break;
    case GAC__OP_PHI: look_at_phi(s, at, &inst, e); break;
    case GAC__OP_WAIT: look_at_wait(s, op, e); return;
    default: return;
    }
    e->result = gac__event_result(s, op, &inst);
}

const gac__event_op *gac__event_op_at(const gac__event_slots *s, uint32_t at)
{
    struct gac__event_ops *all = s->ops;
    gac__event_op *e = &all->ops[at < all->n ? at : all->n];
    if (!e->known || at >= all->n)
        look_at(s, at, e);
    return e;
}
