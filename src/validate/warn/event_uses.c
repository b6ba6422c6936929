/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lists the operations that each slot of an event is used by. */

/* The event of a copy is in few slots, and most operations use none of them:
 * who follows it goes from one use to the next. What gives an event another
 * name, or stores it where it is, is no use. A counting sort by slot keeps the
 * order of the operations. */
#include "validate/warn/event_uses.h"

#include "validate/warn/event_ops.h"

#define PHI UINT32_MAX

typedef struct finder {
    gac__event_uses *uses;
    const gac__event_slots *slots;
    gac__event_contents contents;
    uint32_t at;
    uint32_t frame;
    bool ok;
} finder;

static void add(finder *f, uint32_t slot)
{
    const gac_allocator *a = f->slots->p->arena.allocator;
    gac__event_use use = {slot, f->at};
    if (slot != GAC__NO_SLOT)
        f->ok = f->ok && GAC__VEC_PUSH(a, &f->uses->found, use);
}

static void add_value(finder *f, uint32_t id)
{
    uint32_t slot;
    if (gac__event_value(f->slots, (gac__ref){f->frame, id}, &slot)
        == GAC__EVENT_SLOT)
        add(f, slot);
}

static void add_taken(finder *f, const gac__event_op *e, uint32_t i)
{
    if (e->kinds[i] == GAC__EVENT_SLOT)
        add(f, e->slots[i]);
}

/* A place that something is loaded from, stored to, or waited for. */
static void note_place(finder *f, const gac__event_place *place)
{
    f->uses->inexact |=
        place->variable && place->variable->n != 1 && !place->exact;
}

/* Elements of a variable, and what is stored under an unknown index. */
static void add_elements(finder *f, const gac__event_variable *v,
                         uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        add(f, v->first + i);
    add(f, v->first + v->n);
}

static void add_load(finder *f, const gac__event_place *place)
{
    note_place(f, place);
    if (place->variable && place->exact)
        add_elements(f, place->variable, place->element, place->element + 1);
    else if (place->variable)
        add_elements(f, place->variable, 0, place->variable->n);
}

/* A store under an unknown index takes no event from anywhere. */
static void add_store(finder *f, gac__op op, const gac__inst *inst,
                      const gac__event_op *e)
{
    const gac__event_place *place = &e->place;
    note_place(f, place);
    if (gac__event_contents_store(&f->contents, op, inst))
        return;
    add_taken(f, e, 0);
    if (place->variable && !place->variable->escapes && place->exact)
        add(f, place->variable->first + place->element);
}

static void add_wait(finder *f, const gac__event_op *e)
{
    add(f, f->uses->waits);
    if (e->clear && e->of_pointer) {
        note_place(f, &e->place);
        if (e->place.variable) {
            f->uses->inexact |= e->place.variable->n != 1 && !e->counted;
            add_elements(f, e->place.variable, e->first, e->end);
            return;
        }
    }
    add(f, f->uses->unclear);
}

static bool visit_escape(void *user, const gac__inst *inst,
                         const gac__operand_row *row, uint32_t word, uint32_t n)
{
    finder *f = user;
    (void)n;
    if (row && row->operand_class != GAC__OPERAND_ID
        && row->operand_class != GAC__OPERAND_PAIR_ID_ID)
        return true;
    gac__ref ref = {f->frame, inst->words[word]};
    gac__type_kind kind = gac__ref_kind(f->slots->p, ref);
    if (kind == GAC__TYPE_POINTER || kind == GAC__TYPE_UNTYPED_POINTER) {
        gac__event_place place = gac__event_place_of(f->slots, ref);
        if (place.variable)
            add_elements(f, place.variable, 0, place.variable->n);
    } else {
        add_value(f, ref.id);
    }
    return true;
}

static void add_op(finder *f, gac__op op)
{
    if (op.kind == GAC__OP_ACCESS || op.kind == GAC__OP_PHI)
        return;
    gac__inst inst = gac__module_inst(f->slots->p->m, op.ordinal);
    gac__ref result = {op.frame, inst.result_id};
    if (gac__program_linked(f->slots->p, result, GAC__LINK_SAME_SLOT)
        != UINT32_MAX)
        return;
    const gac__event_op *e = gac__event_op_at(f->slots, f->at);
    switch ((gac__op_kind)op.kind) {
    case GAC__OP_COPY:
        if (e->clear)
            add_taken(f, e, 0);
        break;
    case GAC__OP_WAIT: add_wait(f, e); return;
    case GAC__OP_LOAD: add_load(f, &e->place); break;
    case GAC__OP_STORE: add_store(f, op, &inst, e); return;
    case GAC__OP_SELECT:
        add_taken(f, e, 0);
        add_taken(f, e, 1);
        break;
    case GAC__OP_RETURN: add_taken(f, e, 0); break;
    case GAC__OP_ESCAPE:
        gac__module_visit_operands(f->slots->p->m, &inst, visit_escape, f);
        return;
    default: return;
    }
    add(f, e->result);
}

/* Phis come last in the lists. */
static void add_phi(finder *f, uint32_t at)
{
    if (f->slots->p->ops.items[at].kind != GAC__OP_PHI)
        return;
    const gac__event_op *e = gac__event_op_at(f->slots, at);
    for (uint32_t i = 0; e->ins && i < e->n_ins; i++)
        if (e->ins[i].kind == GAC__EVENT_SLOT)
            add(f, e->ins[i].slot);
    add(f, e->result);
    f->ok &= e->ins != NULL;
}

static bool sort_uses(gac__event_uses *uses)
{
    gac__arena *arena = &uses->slots->p->arena;
    uint32_t n_lists = uses->unclear + 1;
    uses->first =
        gac__arena_alloc(arena, (size_t)n_lists + 2, sizeof *uses->first);
    uses->at = gac__arena_alloc(arena, uses->found.n, sizeof *uses->at);
    if (!uses->first || !uses->at)
        return false;
    for (size_t i = 0; i < uses->found.n; i++)
        uses->first[uses->found.items[i].slot + 2]++;
    for (uint32_t i = 2; i < n_lists + 2; i++)
        uses->first[i] += uses->first[i - 1];
    for (size_t i = 0; i < uses->found.n; i++) {
        gac__event_use use = uses->found.items[i];
        uses->at[uses->first[use.slot + 1]++] = use.at;
    }
    return true;
}

bool gac__event_uses_find(gac__event_uses *uses, const gac__event_slots *slots)
{
    const gac__program *p = slots->p;
    finder f = {.uses = uses, .slots = slots};
    uses->slots = slots;
    uses->waits = slots->n;
    uses->unclear = slots->n + 1;
    uses->found.n = 0;
    uses->inexact = false;
    f.ok = gac__event_contents_open(&f.contents, slots);
    for (uint32_t i = 0; f.ok && i < p->nodes.n; i++) {
        const gac__node *node = &p->nodes.items[i];
        f.contents.node = i + 1;
        for (uint32_t k = 0; k < node->n_ops; k++) {
            f.at = node->first_op + k;
            f.frame = p->ops.items[f.at].frame;
            add_op(&f, p->ops.items[f.at]);
        }
    }
    f.at = PHI;
    for (uint32_t i = 0; f.ok && i < p->ops.n; i++) {
        add_phi(&f, i);
    }
    return f.ok && sort_uses(uses);
}

void gac__event_uses_free(gac__event_uses *uses, const gac_allocator *a)
{
    GAC__VEC_FREE(a, &uses->found);
}

uint32_t gac__event_use_from(const gac__event_uses *uses, uint32_t slot,
                             uint32_t from)
{
    uint32_t low = uses->first[slot], end = uses->first[slot + 1], high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (uses->at[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end ? uses->at[low] : UINT32_MAX;
}

/* The end of the operations of the node that has operation `at`. */
static uint32_t end_of_node(const gac__program *p, uint32_t at)
{
    const gac__node *node = &p->nodes.items[gac__program_node_of(p, at)];
    return node->first_op + node->n_ops;
}

bool gac__event_is_dead(const gac__event_uses *uses, uint32_t slot, uint32_t at)
{
    uint32_t first = uses->first[slot], end = uses->first[slot + 1];
    if (slot < uses->slots->first_result || first == end)
        return false;
    uint32_t made = uses->at[first], last = uses->at[end - 1];
    return (at <= made || at > last)
           && last < end_of_node(uses->slots->p, made);
}
