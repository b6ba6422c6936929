/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shared memory on a way that is tried: what touches a copy in flight. */

/* Addresses are numbers: what a pointer is made from, by its symbol, and bytes
 * from there. Two of one symbol are compared; of others nothing is known. A use
 * is certain if, since the copy was started, nothing was chosen but rounds of
 * loops, and no loop that might have waited was left. A loop that was left may
 * have a number of rounds that host and kernel agree upon: the use has to be
 * there for two such numbers in a row. That one copy's rounds overlap is left
 * to those who follow its event. */
#include "validate/trial/roots.h"
#include "validate/trial/trial.h"

/* `both`: of copies. That neither copies nothing is not assumed of two. */
static bool meet(const gac__trial_bytes *a, const gac__trial_bytes *b,
                 bool both)
{
    return a->symbol != 0 && a->symbol == b->symbol
           && !(both && (a->assumed || b->assumed))
           && (a->first - b->first < b->n || b->first - a->first < a->n);
}

/* What a choice has to do with the number of rounds of a loop. */
typedef enum round_choice {
    NO_ROUND,
    ONE_MORE,
    THE_LAST,
    PAST_A_WAIT
} round_choice;

static round_choice look_at_choice(const gac__trial *t,
                                   const gac__trial_choice *c, uint32_t copy)
{
    gac__program *p = t->p;
    const uint32_t loop = p->nest.header[c->node];
    const bool leaves = gac__leaves_loop(p, c->node);
    if (!leaves && gac__trial_misses_wait(p, c, copy))
        return PAST_A_WAIT;
    if (!leaves)
        return gac__decides_rounds(p, c->node) ? ONE_MORE : NO_ROUND;
    if (gac__in_loop(&p->nest, c->to, loop))
        return ONE_MORE;
    return !gac__in_loop(&p->nest, copy, loop) && gac__waits_inside(p, loop)
               ? PAST_A_WAIT
               : THE_LAST;
}

/* For which numbers of rounds a copy's bytes are used, as bits: all, if no loop
 * has been left since; none, if something else has been chosen. */
static uint32_t rounds_of_use(const gac__trial *t, const gac__trial_flight *f)
{
    uint32_t copy = gac__program_node_of(t->p, f->at), bits = UINT32_MAX;
    for (size_t i = f->n_chosen; i < t->n_chosen; i++)
        switch (look_at_choice(t, &t->choices.items[i], copy)) {
        case ONE_MORE: break;
        case THE_LAST: bits = UINT32_C(1) << GAC__MIN(t->rounds, 30u); break;
        default: return 0;
        }
    return bits;
}

/* Side `own` of operation `at` touches some bytes. */
static void touch(gac__trial *t, uint32_t at, uint8_t own, bool writes,
                  const gac__trial_bytes *bytes)
{
    gac__trial_use *use = &t->uses[at];
    const bool copy = t->p->ops.items[at].kind == GAC__OP_COPY;
    for (size_t i = 0; i < t->flights.n && !gac__trial_is_use(use); i++) {
        const gac__trial_flight *f = &t->flights.items[i];
        if (f->at == at || t->started.items[f->event - 1].waited)
            continue;
        bool destination = meet(&f->sides[0], bytes, copy);
        if (!destination && !(writes && meet(&f->sides[1], bytes, copy)))
            continue;
        uint32_t rounds = use->rounds | rounds_of_use(t, f);
        *use =
            (gac__trial_use){rounds, f->at, destination ? 0 : 1, own, writes};
    }
}

/* Whether a number of elements, lines or planes is not 0 on this way. */
static bool is_something(gac__trial *t, uint32_t term, bool *assumed)
{
    bool can[2], given_up = t->given_up;
    gac__trial_value v = gac__trial_settled(t, gac__trial_evaluate(t, term));
    if (v.kind != GAC__TRIAL_NUMBER)
        return false;
    if (gac__trial_is_constant(v))
        return v.bits != 0;
    gac__trial_can_be(t, gac__trial_equal(t, v, gac__trial_number(0, v.width)),
                      can);
    t->given_up = given_up;
    *assumed |= can[1];
    return can[0] && (!can[1] || gac__trial_is_free(t, v.symbol));
}

/* How many bytes of a side a copy touches without a gap; 0: unknown. */
static uint64_t copied_bytes(gac__trial *t, const gac__trial_step *step,
                             const gac__copy_view *c, const gac__side *side,
                             bool *assumed_out)
{
    uint64_t n = gac__copied_bytes(t->p, c, side, assumed_out);
    if (n == 0 || !*assumed_out)
        return n;
    *assumed_out = false;
    for (uint32_t i = 0; i < GAC__COUNTS; i++)
        if (!gac__copy_count(c, i)->known
            && (step->counts[i] == 0
                || !is_something(t, step->counts[i], assumed_out)))
            return 0;
    return n;
}

static gac__trial_bytes bytes_from(gac__trial *t, uint32_t term, uint64_t n)
{
    gac__trial_bytes none = {0};
    gac__trial_value v = gac__trial_evaluate(t, term);
    return n != 0 && v.kind == GAC__TRIAL_NUMBER
               ? (gac__trial_bytes){v.symbol, false, v.bits, n}
               : none;
}

void gac__trial_start(gac__trial *t, const gac__trial_step *step,
                      uint32_t event)
{
    const gac__copy_view *c = gac__copy_view_at(t->p, step->op);
    gac__trial_flight f = {
        .at = step->op, .event = event, .n_chosen = t->n_chosen};
    for (uint8_t i = 0; c && i < 2; i++) {
        const gac__side *side = i == 0 ? &c->destination : &c->source;
        uint64_t bytes = c->bytes.value;
        gac__trial_value offset = gac__trial_number(side->offset.value, 64);
        bool assumed = false;
        f.sides[i] = bytes_from(t, step->touched[i],
                                copied_bytes(t, step, c, side, &assumed));
        f.sides[i].assumed = assumed;
        if (step->offsets[i] != 0)
            offset = gac__trial_evaluate(t, step->offsets[i]);
        if (!gac__trial_is_constant(offset))
            f.sides[i].symbol = 0;
        f.sides[i].first += offset.bits * bytes;
    }
    for (uint8_t i = 0; i < 2; i++)
        touch(t, step->op, i, i == 0, &f.sides[i]);
    if (!GAC__VEC_PUSH(t->p->arena.allocator, &t->flights, f))
        t->given_up = true;
}

void gac__trial_access(gac__trial *t, const gac__trial_step *step)
{
    gac__trial_bytes b;
    if (gac__trial_is_use(&t->uses[step->op]))
        return;
    b = bytes_from(t, step->touched[0], step->size_bytes);
    touch(t, step->op, 0, step->writes, &b);
}
