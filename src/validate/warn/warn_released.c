/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Events that are waited for, or passed on, once too often or never made. */

/* A data flow over the program finds what each slot (event_slots.c) holds at
 * each node: nothing yet, a null event, the event of one copy, or any of
 * several things; and which copies' events have been waited for on every way.
 * An event stands for the latest execution of its copy: when a copy is executed
 * again, slots that still hold its last event hold something that is not
 * followed. */
#include "validate/warn/event_nodes.h"
#include "validate/warn/event_ops.h"
#include "validate/warn/event_slots.h"
#include "validate/warn/warnings.h"
#include "validate/trial/roots.h"

/* What a slot holds: one of these, or a copy's number from EVENT on. SOME and
 * SPENT are events of copies, it is not known which; the latter has been waited
 * for. */
enum { NOWHERE, UNSET, NO_EVENT, ANYTHING, SOME, SPENT, EVENT };

/* States of all slots at all nodes are no larger than this, or the program is
 * left alone. */
#define MAX_STATES ((size_t)1 << 17)

typedef struct tracker {
    gac__flow *f;
    gac__program *p;
    const gac__event_slots *slots;
    uint32_t *numbers;        /* of each operation, if it is a copy: from 0 */
    uint32_t n_copies, width; /* words of a state */
    gac__event_nodes nodes;
    uint32_t *states; /* of each of these nodes */
    uint32_t *now;    /* the state at hand: slots, then a bit for each copy:
                         its event has been waited for */
    uint8_t *reached; /* of each node: it has a state */
    uint8_t *news;    /* of each node: its state has changed since it was
                         passed */
    struct {
        uint32_t copy, wait; /* 1 + ordinals; of the latter, 0: none yet */
    } * ends;                /* of each copy, and of a wait for its event */
    bool report;
    bool *null_given; /* of each operation: a copy that is given none */
    bool cyclic;      /* the node at hand may be executed again */
} tracker;

static bool released_in(const tracker *t, const uint32_t *state, uint32_t value)
{
    return value == SPENT
           || (value >= EVENT
               && (state[t->slots->n + (value - EVENT) / 32]
                       >> (value - EVENT) % 32
                   & 1)
                      != 0);
}

static bool is_released(const tracker *t, uint32_t value)
{
    return released_in(t, t->now, value);
}

static void set_released(const tracker *t, uint32_t value, bool is)
{
    uint32_t *word = &t->now[t->slots->n + (value - EVENT) / 32];
    uint32_t bit = UINT32_C(1) << (value - EVENT) % 32;
    *word = is ? *word | bit : *word & ~bit;
}

/* What an operand holds, .. */
static uint32_t content(const tracker *t, gac__event_kind kind, uint32_t slot)
{
    switch (kind) {
    case GAC__EVENT_SLOT: return t->now[slot];
    case GAC__EVENT_NULL: return NO_EVENT;
    case GAC__EVENT_UNDEF: return UNSET;
    default: return ANYTHING;
    }
}

/* .. as one of those that an operation takes. */
static uint32_t taken(const tracker *t, const gac__event_op *e, uint32_t i)
{
    return content(t, (gac__event_kind)e->kinds[i], e->slots[i]);
}

/* What a slot holds where it is `a` in another state, and `b` in that at hand.
 */
static uint32_t join(const tracker *t, const uint32_t *state, uint32_t a,
                     uint32_t b)
{
    if (a == NOWHERE || a == b)
        return b;
    if (b == NOWHERE)
        return a;
    if (a < SOME || b < SOME)
        return ANYTHING;
    return released_in(t, state, a) && is_released(t, b) ? SPENT : SOME;
}

/* -- operations ------------------------------------------------------------ */

static uint32_t load_from(const tracker *t, gac__event_place place)
{
    const gac__event_variable *v = place.variable;
    if (!v || v->escapes || !place.exact || t->now[v->first + v->n] != NOWHERE)
        return ANYTHING;
    return t->now[v->first + place.element];
}

static void pass_store(tracker *t, const gac__event_op *e)
{
    const gac__event_place place = e->place;
    const gac__event_variable *v = place.variable;
    uint32_t value = taken(t, e, 0);
    if (!v)
        return;
    if (place.exact) {
        t->now[v->first + place.element] = value;
        return;
    }
    for (uint32_t i = 0; i <= v->n; i++)
        t->now[v->first + i] = ANYTHING;
}

/* Whether an event is used too early or too late for sure. */
static bool is_misused(const tracker *t, uint32_t at, uint32_t value)
{
    return t->report && (is_released(t, value) || value == UNSET)
           && !gac__follows_state(t->p, gac__program_node_of(t->p, at));
}

static void tell_released(const tracker *t, uint32_t ordinal,
                          const gac__quantity *q, uint32_t value)
{
    if (value == SPENT)
        gac__flow_found(t->f, ordinal, GAC__RULE_released_event, q, 0,
                        "The event was waited for already, on every path to "
                        "here.");
    else
        gac__flow_found(t->f, ordinal, GAC__RULE_released_event, q,
                        t->ends[value - EVENT].wait,
                        "The event of the copy in %s was waited "
                        "for already, on every path to here.",
                        gac__describe_place(
                            t->f->v, t->ends[value - EVENT].copy - 1, ordinal)
                            .text);
}

static void report_event(const tracker *t, uint32_t at, uint32_t value)
{
    uint32_t ordinal = t->p->ops.items[at].ordinal;
    const gac__copy_view *c =
        is_misused(t, at, value) ? gac__copy_view_at(t->p, at) : NULL;
    if (!c)
        return;
    if (is_released(t, value))
        tell_released(t, ordinal, &c->event, value);
    else
        gac__flow_found(t->f, ordinal, GAC__RULE_undefined_event, &c->event, 0,
                        "The event is undefined: nothing has stored one. "
                        "Expected the result of an async copy, or "
                        "OpConstantNull of OpTypeEvent.");
}

/* What still holds the last event of a copy that is executed again. */
static void forget_last(tracker *t, uint32_t own)
{
    uint32_t last = is_released(t, own) ? SPENT : SOME;
    if (!t->cyclic)
        return;
    for (uint32_t i = 0; i < t->slots->n; i++)
        if (t->now[i] == own)
            t->now[i] = last;
}

static void pass_copy(tracker *t, uint32_t at, const gac__event_op *e)
{
    const gac__op op = t->p->ops.items[at];
    if (!e->clear)
        return;
    uint32_t slot = e->result;
    uint32_t given = taken(t, e, 0), own = EVENT + t->numbers[at];
    report_event(t, at, given);
    t->null_given[at] = given == NO_EVENT;
    bool faulty = given == UNSET || is_released(t, given);
    if (slot == GAC__NO_SLOT) {
        /* It shares the slot of the event that it was given. */
        gac__inst inst = gac__module_inst(t->p->m, op.ordinal);
        gac__ref result = {op.frame, inst.result_id};
        slot = gac__program_linked(t->p, result, GAC__LINK_SAME_SLOT);
        if (faulty && slot != UINT32_MAX)
            t->now[slot] = ANYTHING;
        return;
    }
    if (given != own)
        forget_last(t, own);
    if (given == NO_EVENT) {
        t->now[slot] = own;
        set_released(t, own, false);
    } else {
        t->now[slot] = faulty ? ANYTHING : given;
    }
}

static void report_wait(tracker *t, uint32_t at, uint32_t value)
{
    gac__wait_view w;
    if (!is_misused(t, at, value)
        || !gac__view_wait(t->p, t->p->ops.items[at], &w))
        return;
    if (is_released(t, value))
        tell_released(t, w.inst.ordinal, &w.list, value);
    else
        gac__flow_found(t->f, w.inst.ordinal, GAC__RULE_undefined_event,
                        &w.list, 0, "No event was ever stored there.");
}

static void pass_wait(tracker *t, uint32_t at, const gac__event_op *e)
{
    const gac__event_place place = e->place;
    const gac__event_variable *v = place.variable;
    if (!e->clear || !e->counted || !v || v->escapes || !place.exact
        || t->now[v->first + v->n] != NOWHERE)
        return;
    const uint32_t first = v->first + e->first, end = v->first + e->end;
    for (uint32_t i = first; t->report && i < end; i++)
        report_wait(t, at, t->now[i]);
    for (uint32_t i = first; i < end; i++) {
        if (t->now[i] >= EVENT) {
            set_released(t, t->now[i], true);
            t->ends[t->now[i] - EVENT].wait = t->p->ops.items[at].ordinal + 1;
        } else if (t->now[i] == SOME) {
            t->now[i] = SPENT;
        }
    }
}

static void pass_op(tracker *t, uint32_t at)
{
    const gac__op_kind kind = (gac__op_kind)t->p->ops.items[at].kind;
    if (kind == GAC__OP_ACCESS)
        return;
    const gac__event_op *e = gac__event_op_at(t->slots, at);
    switch (kind) {
    case GAC__OP_COPY: pass_copy(t, at, e); return;
    case GAC__OP_WAIT: pass_wait(t, at, e); return;
    case GAC__OP_STORE: pass_store(t, e); return;
    case GAC__OP_LOAD:
    case GAC__OP_SELECT:
    case GAC__OP_RETURN: break;
    default: return;
    }
    if (e->result == GAC__NO_SLOT)
        return;
    if (kind == GAC__OP_LOAD)
        t->now[e->result] = load_from(t, e->place);
    else if (kind == GAC__OP_RETURN)
        t->now[e->result] = taken(t, e, 0);
    else
        t->now[e->result] = join(t, t->now, taken(t, e, 0), taken(t, e, 1));
}

/* -- the flow -------------------------------------------------------------- */

static uint32_t *state_of(const tracker *t, uint32_t node)
{
    return t->states + (size_t)t->nodes.place[node] * t->width;
}

#define MAX_PHIS 64

/* What the phis of a node are on the way from another; returns how many. */
static uint32_t find_phis(const tracker *t, uint32_t from, uint32_t to,
                          uint32_t (*phis)[2])
{
    const gac__node *node = &t->p->nodes.items[to];
    uint32_t n = 0;
    if (node->n_ops == 0 || !gac__is_phi(t->p, t->p->ops.items[node->first_op]))
        return 0;
    uint32_t label = t->p->m->blocks[t->p->nodes.items[from].block].label_id;
    for (uint32_t k = 0; k < node->n_ops && n < MAX_PHIS; k++) {
        gac__op op = t->p->ops.items[node->first_op + k];
        if (!gac__is_phi(t->p, op))
            break;
        if (op.kind != GAC__OP_PHI)
            continue;
        const gac__event_op *e = gac__event_op_at(t->slots, node->first_op + k);
        const gac__event_in *in = gac__event_in_from(e, label);
        phis[n][0] = e->result;
        phis[n][1] =
            in ? content(t, (gac__event_kind)in->kind, in->slot) : ANYTHING;
        n += phis[n][0] != GAC__NO_SLOT;
    }
    return n;
}

static void swap_phis(tracker *t, uint32_t (*phis)[2], uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t value = t->now[phis[i][0]];
        t->now[phis[i][0]] = phis[i][1];
        phis[i][1] = value;
    }
}

#define STRIDE 4

/* Joins the state at hand to a node's; returns whether that changes it. They
 * are mostly the same. */
static bool join_states(const tracker *t, uint32_t *state)
{
    uint32_t changed = 0;
    const uint32_t n = t->slots->n;
    for (uint32_t i = 0; i < n; i++) {
        while (i + STRIDE < n
               && memcmp(state + i, t->now + i, STRIDE * sizeof *state) == 0)
            i += STRIDE;
        if (state[i] == t->now[i])
            continue;
        uint32_t value = join(t, state, state[i], t->now[i]);
        changed |= value ^ state[i];
        state[i] = value;
    }
    for (uint32_t i = n; i < t->width; i++) {
        changed |= state[i] & ~t->now[i];
        state[i] &= t->now[i];
    }
    return changed != 0;
}

/* The same, with the node's phis. Most nodes are reached on one way, or with
 * the same on all. */
static void flow_into(tracker *t, uint32_t from, uint32_t to)
{
    const size_t size = t->width * sizeof *t->now;
    uint32_t *state = state_of(t, to), phis[MAX_PHIS][2];
    uint32_t n = find_phis(t, from, to, phis);
    swap_phis(t, phis, n);
    if (!t->reached[to]) {
        memcpy(state, t->now, size);
        t->reached[to] = t->news[to] = true;
    } else if (memcmp(state, t->now, size) != 0) {
        t->news[to] |= join_states(t, state);
    }
    swap_phis(t, phis, n);
}

static void pass_node(tracker *t, uint32_t node)
{
    const gac__node *n = &t->p->nodes.items[node];
    memcpy(t->now, state_of(t, node), t->width * sizeof *t->now);
    t->cyclic = t->p->nest.header[node] != UINT32_MAX || t->p->nest.irreducible;
    for (uint32_t k = 0; k < n->n_ops; k++)
        pass_op(t, n->first_op + k);
}

static uint64_t cost_of_op(const tracker *t)
{
    return t->cyclic ? 1 + t->slots->n / 8 : 1;
}

static bool solve(tracker *t)
{
    const gac__program *p = t->p;
    const gac__event_nodes *e = &t->nodes;
    bool changed = true;
    for (int round = 0; changed && !(round && !p->nest.cyclic); round++) {
        changed = false;
        for (uint32_t i = 0; i < e->n; i++) {
            uint32_t node = e->nodes[i];
            if (!t->news[node])
                continue;
            changed = true;
            t->news[node] = false;
            pass_node(t, node);
            for (uint32_t k = e->first_hop[i]; k < e->first_hop[i + 1]; k++)
                flow_into(t, e->hops[k].from, e->hops[k].to);
            uint64_t n_hops = e->first_hop[i + 1] - e->first_hop[i];
            if (!gac__program_spend(t->p, 1 + (1 + n_hops) * t->width / 4
                                              + p->nodes.items[node].n_ops
                                                    * cost_of_op(t)))
                return false;
        }
    }
    return true;
}

/* -- the whole ------------------------------------------------------------- */

static bool prepare(tracker *t)
{
    gac__program *p = t->p;
    t->numbers = gac__arena_alloc(&p->arena, p->ops.n, sizeof *t->numbers);
    if (!t->numbers)
        return false;
    for (size_t i = 0; i < p->ops.n; i++)
        if (p->ops.items[i].kind == GAC__OP_COPY)
            t->numbers[i] = t->n_copies++;
    t->ends = gac__arena_alloc(&p->arena, t->n_copies, sizeof *t->ends);
    if (!t->ends)
        return false;
    for (size_t i = 0; i < p->ops.n; i++)
        if (p->ops.items[i].kind == GAC__OP_COPY)
            t->ends[t->numbers[i]].copy = p->ops.items[i].ordinal + 1;
    t->width = t->slots->n + (t->n_copies + 31) / 32;
    if (t->width == 0 || p->order.n > MAX_STATES / t->width)
        return false;
    if (!gac__event_nodes_find(&t->nodes, p, &p->arena))
        return false;
    t->states = gac__arena_alloc(&p->arena, (size_t)t->nodes.n * t->width,
                                 sizeof *t->states);
    t->now = gac__arena_alloc(&p->arena, t->width, sizeof *t->now);
    t->null_given =
        gac__arena_alloc(&p->arena, p->ops.n, sizeof *t->null_given);
    t->news = gac__arena_alloc(&p->arena, 2 * p->nodes.n, sizeof *t->news);
    if (!t->states || !t->now || !t->news || !t->null_given)
        return false;
    t->reached = t->news + p->nodes.n;
    t->reached[0] = t->news[0] = true;
    return true;
}

/* Variables of functions begin unset, once for each frame; a variable with an
 * initializer, with anything. */
static void set_first(tracker *t)
{
    for (size_t i = 0; i < t->slots->variables.n; i++) {
        const gac__event_variable *v = &t->slots->variables.items[i];
        gac__inst def;
        bool set = gac__module_def(t->p->m, v->ref.id, &def)
                   && def.n_words > (def.opcode == SpvOpVariable ? 4u : 5u);
        for (uint32_t k = 0; k < v->n; k++)
            t->states[v->first + k] = set ? ANYTHING : UNSET;
    }
}

const bool *gac__warn_released(gac__flow *f)
{
    gac__program *p = f->p;
    tracker t = {.f = f, .p = p, .slots = &f->slots};
    if (!prepare(&t))
        return NULL;
    set_first(&t);
    /* Without loops, the first round is right already. */
    t.report = !p->nest.cyclic;
    if (!solve(&t))
        return NULL;
    if (p->nest.cyclic) {
        t.report = true;
        for (uint32_t i = 0; i < t.nodes.n; i++)
            pass_node(&t, t.nodes.nodes[i]);
    }
    return t.null_given;
}
