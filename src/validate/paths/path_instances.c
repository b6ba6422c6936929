/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Instances of copies on a path: which are in flight, which are released. */
#include "validate/paths/paths.h"

/* -- copies in flight ------------------------------------------------------ */

void gac__supersede(gac__paths *t, uint32_t number)
{
    const gac__instance *own = &t->instances.items[number - 1];
    gac__instance *i;
    for (size_t k = 0; (i = gac__next_in_flight(t, k)) != NULL; k++) {
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
    gac__instance *i;
    for (size_t k = 0; (i = gac__next_in_flight(t, k)) != NULL; k++)
        if (event == 0 ? !i->unused : i->event == event)
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

/* The wait may also release any instance whose event is unknown. */
void gac__release(gac__paths *t, uint32_t at)
{
    size_t n = 0;
    t->given_up |= !gac__spend(&t->steps, t->in_flight.n / 64);
    for (size_t k = 0; k < t->in_flight.n; k++) {
        gac__instance *i = gac__in_flight_at(t, k);
        if (i->any)
            untrack(t, i);
        if (gac__is_released(t, i))
            note_wait(t, i, at);
        else
            t->in_flight.items[n++] = t->in_flight.items[k];
    }
    t->in_flight.n = n;
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
