/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Instances of copies on a path: which are in flight, which are released. */
#include "validate/paths/paths.h"

/* -- copies in flight ------------------------------------------------------ */

void gac__add_in_flight(gac__paths *t, uint32_t index)
{
    gac__instance *i = &t->instances.items[index];
    i->before = t->last_in_flight;
    i->after = 0;
    if (t->last_in_flight)
        t->instances.items[t->last_in_flight - 1].after = index + 1;
    else
        t->first_in_flight = index + 1;
    t->last_in_flight = index + 1;
    t->n_shared += i->event != index + 1 || i->any;
}

static void remove_in_flight(gac__paths *t, gac__instance *i)
{
    if (i->before)
        t->instances.items[i->before - 1].after = i->after;
    else
        t->first_in_flight = i->after;
    if (i->after)
        t->instances.items[i->after - 1].before = i->before;
    else
        t->last_in_flight = i->before;
}

void gac__supersede(gac__paths *t, uint32_t number)
{
    const gac__instance *own = &t->instances.items[number - 1];
    for (gac__instance *i = gac__first_in_flight(t); i;
         i = gac__next_in_flight(t, i)) {
        if (i->at != own->at)
            continue;
        i->superseded = true;
        i->renewed |= gac__same_bytes(t, i, own, 0);
    }
}

/* -- instances without findings -------------------------------------------- */

static void untrack(gac__paths *t, gac__instance *i)
{
    i->untracked = true;
    t->findings[i->at].unclear = true;
}

void gac__untrack_event(gac__paths *t, uint32_t event)
{
    for (gac__instance *i = gac__first_in_flight(t); i;
         i = gac__next_in_flight(t, i))
        if (event == 0 || i->event == event)
            untrack(t, i);
}

void gac__path_untrack_event(gac__paths *t, gac__path_value v)
{
    if (gac__is_instance(v))
        gac__untrack_event(t, v.symbol);
}

/* -- waits ----------------------------------------------------------------- */

static void note_wait(gac__paths *t, const gac__instance *i, uint32_t at)
{
    uint32_t *first = &t->findings[i->at].waits;
    for (uint32_t k = *first; k != 0; k = t->waited.items[k - 1].next)
        if (t->waited.items[k - 1].wait == at) {
            t->waited.items[k - 1].latest |= !i->superseded;
            return;
        }
    const gac__waited own = {*first, at, !i->superseded};
    if (GAC__VEC_PUSH(gac__path_allocator(t), &t->waited, own))
        *first = (uint32_t)t->waited.n;
    else
        t->given_up = true;
}

static void release_one(gac__paths *t, gac__instance *i, uint32_t at)
{
    note_wait(t, i, at);
    remove_in_flight(t, i);
}

/* Where events are shared, the instances in flight are searched for those of
 * the event; a wait may also release any instance whose event is unknown. */
void gac__release(gac__paths *t, uint32_t event, uint32_t at)
{
    gac__instance *next;
    if (event != 0 && t->instances.items[event - 1].released)
        return;
    if (event != 0) {
        t->instances.items[event - 1].released = true;
        t->instances.items[event - 1].wait = at + 1;
    }
    if (event != 0 && t->n_shared == 0)
        release_one(t, &t->instances.items[event - 1], at);
    if (t->n_shared == 0)
        return;
    for (gac__instance *i = gac__first_in_flight(t); i; i = next) {
        next = gac__in_flight_at(t, i->after);
        t->given_up |= !gac__spend(&t->steps, 1);
        if (i->event == event)
            release_one(t, i, at);
        else if (i->any)
            untrack(t, i);
    }
}

/* -- two instances --------------------------------------------------------- */

bool gac__same_bytes(const gac__paths *t, const gac__instance *x,
                     const gac__instance *y, uint32_t side)
{
    const gac__path_bytes *a = &gac__sides_of(t, x)[side];
    const gac__path_bytes *b = &gac__sides_of(t, y)[side];
    return a == b
           || (a->symbol == b->symbol && a->first == b->first
               && a->of.assumed == b->of.assumed && a->of.whole == b->of.whole
               && a->of.n == b->of.n && a->of.lines == b->of.lines
               && a->of.pitch == b->of.pitch);
}

bool gac__join_instance(gac__instance *own, const gac__instance *more)
{
    const gac__instance old = *own;
    own->released &= more->released;
    own->any |= more->any || more->event != own->event;
    own->untracked |= more->untracked;
    return own->released != old.released || own->any != old.any
           || own->untracked != old.untracked;
}
