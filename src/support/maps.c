/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Hash maps from ids, from names and from numbers. */
#include "support/maps.h"

/* Open addressing with linear probing; maps of ids are at most three quarters
 * full, so that they touch less memory, others half. Ids are dense as a
 * rule, but a hostile module may use any: hence there are no arrays indexed by
 * id, and a key's slot depends on the map's address, which a module cannot
 * know.
 */

/* The first slot to look for a key in; `mask`: the capacity less 1. */
static uint32_t first_slot(uint64_t mixed, uint32_t mask)
{
    return (uint32_t)((mixed * 0x9E3779B97F4A7C15u) >> 32) & mask;
}

static uint32_t id_slot(const gac__id_map *map, uint32_t key)
{
    uint32_t mask = map->capacity - 1;
    uint32_t i = first_slot(key ^ map->secret, mask);
    while (map->slots[2 * i] != 0 && map->slots[2 * i] != key)
        i = (i + 1) & mask;
    return i;
}

bool gac__id_map_reserve(const gac_allocator *a, gac__id_map *map, size_t n)
{
    gac__id_map grown = {.n = map->n, .capacity = GAC__MAX(map->capacity, 64u)};
    if (n > UINT32_MAX / 4)
        return false;
    while (3 * (size_t)grown.capacity < 4 * n)
        grown.capacity *= 2;
    if (grown.capacity == map->capacity)
        return true;
    grown.slots = gac__alloc_zero(a, grown.capacity, 2 * sizeof(uint32_t));
    if (!grown.slots)
        return false;
    grown.secret = (uint32_t)gac__hash_address(grown.slots);
    for (uint32_t i = 0; i < map->capacity; i++) {
        if (map->slots[2 * i] == 0)
            continue;
        uint32_t to = id_slot(&grown, map->slots[2 * i]);
        grown.slots[2 * to] = map->slots[2 * i];
        grown.slots[2 * to + 1] = map->slots[2 * i + 1];
    }
    gac__id_map_free(a, map);
    *map = grown;
    return true;
}

bool gac__id_map_put(const gac_allocator *a, gac__id_map *map, uint32_t key,
                     uint32_t value)
{
    if (key == 0)
        return true;
    if (!gac__id_map_reserve(a, map, (size_t)map->n + 1))
        return false;
    uint32_t i = id_slot(map, key);
    map->n += map->slots[2 * i] == 0;
    map->slots[2 * i] = key;
    map->slots[2 * i + 1] = value;
    return true;
}

bool gac__id_map_get(const gac__id_map *map, uint32_t key, uint32_t *value_out)
{
    if (key == 0 || map->capacity == 0)
        return false;
    uint32_t i = id_slot(map, key);
    if (map->slots[2 * i] == 0)
        return false;
    if (value_out)
        *value_out = map->slots[2 * i + 1];
    return true;
}

void gac__id_map_free(const gac_allocator *a, gac__id_map *map)
{
    gac__free(a, map->slots, map->capacity, 2 * sizeof(uint32_t));
    *map = (gac__id_map){0};
}

/* -- by numbers ------------------------------------------------------------ */

#define FEWEST 64u

static gac__key_slot *key_slot(const gac__key_map *map, uint64_t key)
{
    uint32_t mask = map->capacity - 1;
    uint32_t i = first_slot(key ^ map->secret, mask);
    while (map->slots[i].key && map->slots[i].key != key)
        i = (i + 1) & mask;
    return &map->slots[i];
}

static bool is_of_use(const gac__key_slot *s)
{
    return s->key && (s->value || s->flags);
}

/* Makes room, and drops slots with neither number nor flags. When the watch
 * ends the work, slots that have not been moved are lost. */
static bool key_map_grow(const gac_allocator *a, gac__key_map *map)
{
    gac__key_map grown = {.capacity = FEWEST, .watch = map->watch};
    for (uint32_t i = 0; i < map->capacity && gac__watch_on(map->watch, 1); i++)
        grown.n += is_of_use(&map->slots[i]);
    if (grown.n >= UINT32_MAX / 8)
        return false;
    while (grown.capacity < 4 * (grown.n + 1))
        grown.capacity *= 2;
    grown.slots = gac__alloc_zero(a, grown.capacity, sizeof *grown.slots);
    if (!grown.slots)
        return false;
    grown.secret = gac__hash_address(grown.slots);
    for (uint32_t i = 0; i < map->capacity && gac__watch_on(map->watch, 1); i++)
        if (is_of_use(&map->slots[i]))
            *key_slot(&grown, map->slots[i].key) = map->slots[i];
    gac__key_map_free(a, map);
    *map = grown;
    return true;
}

gac__key_slot *gac__key_map_find(const gac__key_map *map, uint64_t key)
{
    if (!key || !map->n)
        return NULL;
    gac__key_slot *s = key_slot(map, key);
    return s->key ? s : NULL;
}

gac__key_slot *gac__key_map_add(const gac_allocator *a, gac__key_map *map,
                                uint64_t key)
{
    if (2 * ((uint64_t)map->n + 1) > map->capacity && !key_map_grow(a, map))
        return NULL;
    gac__key_slot *s = key_slot(map, key);
    map->n += !s->key;
    s->key = key;
    return s;
}

void gac__key_map_clear(gac__key_map *map)
{
    if (map->n)
        memset(map->slots, 0, map->capacity * sizeof *map->slots);
    map->n = 0;
}

void gac__key_map_free(const gac_allocator *a, gac__key_map *map)
{
    gac__free(a, map->slots, map->capacity, sizeof *map->slots);
    *map = (gac__key_map){.watch = map->watch};
}

/* -- by names -------------------------------------------------------------- */

static uint32_t hash_of(const gac__name_map *map, gac__slice name)
{
    return (uint32_t)gac__hash_bytes(name.text, name.size, map->secret) | 1;
}

/* The entry of a name; NULL: there is none. */
static gac__name_entry *find(const gac__name_map *map, gac__slice name,
                             uint32_t hash)
{
    uint32_t next = 0;
    (void)gac__id_map_get(&map->first, hash, &next);
    while (next != 0) {
        gac__name_entry *e = &map->entries.items[next - 1];
        if (gac__slice_equals(e->name, name))
            return e;
        next = e->next;
    }
    return NULL;
}

bool gac__name_map_put(const gac_allocator *a, gac__name_map *map,
                       gac__slice name, uint32_t value)
{
    if (!GAC__VEC_RESERVE(a, &map->entries, 1)
        || map->entries.n >= UINT32_MAX / 4)
        return false;
    if (map->entries.n == 0)
        map->secret = gac__hash_address(map->entries.items);
    uint32_t hash = hash_of(map, name), next = 0;
    gac__name_entry *e = find(map, name, hash);
    if (e) {
        e->value = value;
        return true;
    }
    (void)gac__id_map_get(&map->first, hash, &next);
    if (!gac__id_map_put(a, &map->first, hash, (uint32_t)map->entries.n + 1))
        return false;
    map->entries.items[map->entries.n++] = (gac__name_entry){name, value, next};
    return true;
}

bool gac__name_map_get(const gac__name_map *map, gac__slice name,
                       uint32_t *value_out)
{
    const gac__name_entry *e = find(map, name, hash_of(map, name));
    if (e)
        *value_out = e->value;
    return e != NULL;
}

void gac__name_map_free(const gac_allocator *a, gac__name_map *map)
{
    gac__id_map_free(a, &map->first);
    GAC__VEC_FREE(a, &map->entries);
}
