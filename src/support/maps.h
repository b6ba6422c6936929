/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Hash maps from ids, from names and from numbers. */
#ifndef GAC_SUPPORT_MAPS_H
#define GAC_SUPPORT_MAPS_H

#include "support/slices.h"

/* uint32_t -> uint32_t; key 0 cannot be stored. */
typedef struct gac__id_map {
    uint32_t *slots;      /* pairs of key and value; key 0: free */
    uint32_t n, capacity; /* capacity: a power of two, or 0 */
    uint32_t secret;      /* mixed into keys */
} gac__id_map;

/* Makes room for `n` keys in all. */
bool gac__id_map_reserve(const gac_allocator *a, gac__id_map *map, size_t n);
bool gac__id_map_put(const gac_allocator *a, gac__id_map *map, uint32_t key,
                     uint32_t value);
/* Whether the map has a key; its value goes to `*value_out`, unless that is
 * NULL. */
bool gac__id_map_get(const gac__id_map *map, uint32_t key, uint32_t *value_out);
void gac__id_map_free(const gac_allocator *a, gac__id_map *map);

/* uint64_t -> a number and flags; key 0 cannot be stored. A slot with neither
 * number nor flags may be dropped when others are added. */
typedef struct gac__key_slot {
    uint64_t key; /* 0: free */
    uint32_t value, flags;
} gac__key_slot;

typedef struct gac__key_map {
    gac__key_slot *slots;
    uint32_t n, capacity; /* capacity: a power of two, or 0 */
    uint64_t secret;      /* mixed into keys */
    gac__watch *watch;    /* counts the work of growing; NULL: none */
} gac__key_map;

/* Returns a key's slot; NULL: there is none. */
gac__key_slot *gac__key_map_find(const gac__key_map *map, uint64_t key);

/* Returns a key's slot, which is made if there is none; NULL when memory is
 * out. */
gac__key_slot *gac__key_map_add(const gac_allocator *a, gac__key_map *map,
                                uint64_t key);
void gac__key_map_clear(gac__key_map *map);
void gac__key_map_free(const gac_allocator *a, gac__key_map *map);

/* Text -> uint32_t; the text is not copied. */
typedef struct gac__name_entry {
    gac__slice name;
    uint32_t value;
    uint32_t next; /* 1 + the next entry with the same hash; 0: none */
} gac__name_entry;

typedef struct gac__name_map {
    gac__id_map first; /* a hash -> 1 + its first entry */
    /* In the order in which they were added. */
    GAC__VEC(gac__name_entry) entries;
    uint64_t secret; /* mixed into hashes */
} gac__name_map;

bool gac__name_map_put(const gac_allocator *a, gac__name_map *map,
                       gac__slice name, uint32_t value);
bool gac__name_map_get(const gac__name_map *map, gac__slice name,
                       uint32_t *value_out);
void gac__name_map_free(const gac_allocator *a, gac__name_map *map);

#endif
