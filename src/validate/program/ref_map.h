/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A map from values in frames to numbers. */
#ifndef GAC_VALIDATE_REF_MAP_H
#define GAC_VALIDATE_REF_MAP_H

#include "support/support.h"

/* An id as it stands in one frame, that is in one call of its function. Ids of
 * the module's scope have frame 0. */
typedef struct gac__ref {
    uint32_t frame, id;
} gac__ref;

static inline bool gac__ref_same(gac__ref a, gac__ref b)
{
    return a.frame == b.frame && a.id == b.id;
}

typedef struct gac__ref_map {
    gac__arena *arena;
    uint64_t *keys; /* 0: free */
    uint32_t *values;
    uint32_t n, capacity; /* capacity: a power of two, or 0 */
    uint64_t factor;      /* of the hash: odd, and nothing that a module knows,
                             so that it cannot have ids collide */
} gac__ref_map;

/* Sets a value; false when memory is out. Id 0 has none. */
bool gac__ref_map_put(gac__ref_map *map, gac__ref ref, uint32_t value);

/* The value of `ref`, or `otherwise`. */
uint32_t gac__ref_map_get(const gac__ref_map *map, gac__ref ref,
                          uint32_t otherwise);

#endif
