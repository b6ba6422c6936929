/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Atomic objects: which release a reader would see. A hash map from a plane's
 * word to that, with open addressing. */
#include "check/check_internal.h"

#define FIRST_SLOTS 64u

/* The slot of an object, or the free one for it. */
static gac__object *find(const gac__objects *o, uint64_t key)
{
    size_t k = (size_t)gac__hash_bytes(&key, sizeof key, o->seed);
    for (k &= o->n_slots - 1; o->slots[k].key && o->slots[k].key != key;)
        k = (k + 1) & (o->n_slots - 1);
    return &o->slots[k];
}

/* A plane's number, from 1 on, and that of one of its words, of which there are
 * fewer than 2^40. */
static uint64_t key_of(uint32_t plane, uint64_t offset)
{
    return (uint64_t)plane << 40 ^ offset / 4;
}

/* Twice as many slots; false when memory is out. */
static bool grow(gac__checker *c, gac__objects *o)
{
    gac__objects more = {.n_slots = o->n_slots ? 2 * o->n_slots : FIRST_SLOTS};
    more.slots = gac__counted_alloc(c, more.n_slots, sizeof *more.slots);
    if (!more.slots)
        return false;
    more.seed = gac__hash_address(more.slots);
    for (size_t k = 0; k < o->n_slots && gac__check_on(c, 1); k++)
        if (o->slots[k].key) {
            *find(&more, o->slots[k].key) = o->slots[k];
            more.n++;
        }
    gac__counted_free(c, o->slots, o->n_slots, sizeof *o->slots);
    *o = more;
    return true;
}

gac__object gac__object_at(const gac__checker *c, uint32_t plane,
                           uint64_t offset)
{
    const gac__order *o = &c->order;
    gac__object x = {0};
    if (o->objects.n)
        x = *find(&o->objects, key_of(plane, offset));
    return x.wide || x.release > o->first ? x : (gac__object){0};
}

void gac__object_put(gac__checker *c, uint32_t plane, uint64_t offset,
                     uint32_t release, bool wide)
{
    gac__objects *o = &c->order.objects;
    uint64_t key = key_of(plane, offset);
    if (o->n >= o->n_slots / 2 && !grow(c, o))
        return;
    gac__object *x = find(o, key);
    o->n += !x->key;
    *x = (gac__object){.key = key, .release = release, .wide = wide};
}

void gac__objects_clear(gac__checker *c)
{
    gac__objects *o = &c->order.objects;
    if (!o->n || !gac__check_on(c, o->n_slots / 4))
        return;
    memset(o->slots, 0, o->n_slots * sizeof *o->slots);
    o->n = 0;
}

void gac__objects_free(gac__checker *c)
{
    gac__objects *o = &c->order.objects;
    gac__counted_free(c, o->slots, o->n_slots, sizeof *o->slots);
}
