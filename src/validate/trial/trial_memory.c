/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the variables of functions hold on a way that is tried. */
#include "validate/trial/trial.h"

static const gac__trial_value wild = {0};

gac__trial_value gac__trial_held(gac__trial *t, uint32_t variable,
                                 uint64_t offset, uint64_t size_bytes)
{
    for (uint32_t i = t->cells_of[variable]; i != 0;
         i = t->cells.items[i - 1].next) {
        const gac__trial_cell *c = &t->cells.items[i - 1];
        if (c->first == offset && c->size_bytes == size_bytes)
            return c->value;
    }
    return wild;
}

void gac__trial_load(gac__trial *t, const gac__trial_step *step)
{
    gac__trial_value value = wild, place;
    if (!step->local) {
        value.kind = GAC__TRIAL_LOADED;
        value.bits = t->version;
    } else {
        place = gac__trial_evaluate(t, step->terms[0]);
        if (place.kind == GAC__TRIAL_PLACE && step->size_bytes != 0)
            value =
                gac__trial_held(t, place.symbol, place.bits, step->size_bytes);
    }
    if (step->event && value.kind != GAC__TRIAL_EVENT)
        gac__trial_untrack(t, step->local ? step->variable - 1 : UINT32_MAX);
    gac__trial_set(t, step->own, value);
}

/* All of a variable is anything: an event that was there cannot be told from
 * others. */
static void forget(gac__trial *t, uint32_t variable)
{
    gac__trial_untrack(t, variable);
    for (uint32_t i = t->cells_of[variable]; i != 0;
         i = t->cells.items[i - 1].next)
        t->cells.items[i - 1].value = wild;
}

void gac__trial_lose(gac__trial *t, uint32_t node)
{
    const gac__trial_steps steps = t->steps_of[node];
    for (uint32_t i = steps.first; i < steps.end; i++) {
        const gac__trial_step *step = &t->plan.items[i];
        if (step->kind == GAC__STEP_PHI || step->kind == GAC__STEP_LOAD) {
            if (step->own != 0)
                gac__trial_set(t, step->own, wild);
        } else if (step->kind == GAC__STEP_STORE && step->variable != 0) {
            forget(t, step->variable - 1);
        } else if (step->kind == GAC__STEP_STORE) {
            gac__trial_untrack(t, UINT32_MAX);
        }
    }
}

static void put(gac__trial *t, gac__trial_value place, uint64_t size_bytes,
                gac__trial_value value)
{
    uint32_t *first = &t->cells_of[place.symbol];
    gac__trial_cell *same = NULL;
    for (uint32_t i = *first; i != 0; i = t->cells.items[i - 1].next) {
        gac__trial_cell *c = &t->cells.items[i - 1];
        t->given_up |= !gac__spend(&t->steps, 1);
        if (c->first == place.bits && c->size_bytes == size_bytes)
            same = c;
        else if (c->first - place.bits < size_bytes
                 || place.bits - c->first < c->size_bytes)
            /* one begins in the other; all are below 2^32, so that what is in
             * front of it wraps to more than any size */
            c->value = wild;
    }
    if (same) {
        same->value = value;
        return;
    }
    gac__trial_cell cell = {*first, place.symbol, place.bits, size_bytes,
                            value};
    if (GAC__VEC_PUSH(t->p->arena.allocator, &t->cells, cell))
        *first = (uint32_t)t->cells.n;
    else
        t->given_up = true;
}

void gac__trial_store(gac__trial *t, const gac__trial_step *step)
{
    gac__trial_value value = wild, place = wild;
    if (step->local || step->generic)
        place = gac__trial_evaluate(t, step->terms[0]);
    if (place.kind == GAC__TRIAL_PLACE || step->local || step->event)
        value = gac__trial_evaluate(t, step->terms[1]);
    if (place.kind == GAC__TRIAL_PLACE && place.bits < UINT32_MAX
        && step->size_bytes != 0 && step->size_bytes < UINT32_MAX) {
        put(t, place, step->size_bytes, value);
        return;
    }
    /* Where an event goes, nobody knows. */
    gac__trial_untrack_value(t, value);
    t->version++;
    if (!step->local && !step->generic)
        return;
    if (step->variable != 0)
        forget(t, step->variable - 1);
    else if (step->local)
        for (uint32_t i = 0; i < t->p->locals.n; i++)
            if (t->cells_of[i] != 0)
                forget(t, i);
}
