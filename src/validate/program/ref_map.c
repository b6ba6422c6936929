/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A map from values in frames to numbers: open addressing, in an arena. */
#include "validate/program/ref_map.h"

static uint64_t key_of(gac__ref ref)
{
    return (uint64_t)ref.frame << 32 | ref.id;
}

/* Where a key is, or could be put. */
static uint32_t slot_of(const gac__ref_map *map, uint64_t key)
{
    uint64_t hash = (key ^ key >> 29) * map->factor;
    uint32_t i = (uint32_t)(hash >> 32) & (map->capacity - 1);
    while (map->keys[i] != 0 && map->keys[i] != key)
        i = (i + 1) & (map->capacity - 1);
    return i;
}

static bool grow(gac__ref_map *map)
{
    gac__ref_map old = *map;
    map->capacity = old.capacity ? 2 * old.capacity : 32;
    map->keys = gac__arena_alloc(map->arena, map->capacity, sizeof *map->keys);
    map->values =
        gac__arena_alloc(map->arena, map->capacity, sizeof *map->values);
    if (!map->keys || !map->values) {
        *map = old;
        return false;
    }
    if (map->factor == 0)
        map->factor = gac__hash_address(map->keys) | 1;
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.keys[i] != 0) {
            uint32_t at = slot_of(map, old.keys[i]);
            map->keys[at] = old.keys[i];
            map->values[at] = old.values[i];
        }
    return true;
}

bool gac__ref_map_put(gac__ref_map *map, gac__ref ref, uint32_t value)
{
    if (2 * map->n >= map->capacity && !grow(map))
        return false;
    uint32_t at = slot_of(map, key_of(ref));
    map->n += map->keys[at] == 0;
    map->keys[at] = key_of(ref);
    map->values[at] = value;
    return true;
}

uint32_t gac__ref_map_get(const gac__ref_map *map, gac__ref ref,
                          uint32_t otherwise)
{
    if (map->n == 0)
        return otherwise;
    uint32_t at = slot_of(map, key_of(ref));
    return map->keys[at] ? map->values[at] : otherwise;
}
