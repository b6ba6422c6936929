/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Events, and which copies in flight are on them: a table, so that what an
 * event asks for does not depend on how many others there are. */
#include "check/flights.h"

#define FEWEST 64u

static bool is_of_use(const gac__flight_event *e)
{
    return e->event && (e->first || e->empty || e->parted);
}

/* Where an event is, or could be put. */
static gac__flight_event *place_of(const gac__flight_events *t, uint64_t event)
{
    uint32_t mask = t->capacity - 1;
    uint32_t at = (uint32_t)((event * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (t->items[at].event && t->items[at].event != event)
        at = (at + 1) & mask;
    return &t->items[at];
}

/* Makes room; events that nothing is known of any more are left behind. */
static bool grow(gac__flights *f)
{
    gac__flight_events *t = &f->events, grown = {.capacity = FEWEST};
    for (uint32_t k = 0; k < t->capacity; k++)
        grown.n += is_of_use(&t->items[k]);
    while (grown.capacity < 4 * ((uint64_t)grown.n + 1))
        grown.capacity *= 2;
    grown.items =
        gac__alloc_zero(f->allocator, grown.capacity, sizeof *grown.items);
    if (!grown.items)
        return false;
    for (uint32_t k = 0; k < t->capacity; k++)
        if (is_of_use(&t->items[k]))
            *place_of(&grown, t->items[k].event) = t->items[k];
    gac__flight_events_free(f);
    *t = grown;
    return true;
}

gac__flight_event *gac__flight_event_find(const gac__flights *f, uint64_t event)
{
    if (!event || !f->events.n)
        return NULL;
    gac__flight_event *e = place_of(&f->events, event);
    return e->event ? e : NULL;
}

gac__flight_event *gac__flight_event_make(gac__flights *f, uint64_t event)
{
    gac__flight_events *t = &f->events;
    if (2 * ((uint64_t)t->n + 1) > t->capacity && !grow(f))
        return NULL;
    gac__flight_event *e = place_of(t, event);
    t->n += !e->event;
    e->event = event;
    return e;
}

void gac__flight_events_free(gac__flights *f)
{
    gac__free(f->allocator, f->events.items, f->events.capacity,
              sizeof *f->events.items);
    f->events = (gac__flight_events){0};
}
