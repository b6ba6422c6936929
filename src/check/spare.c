/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Blocks of cells that a launch's checked runs leave to the next one: to fault
 * pages in takes as long as it takes to check what is copied. They are let go
 * as soon as a run has more shadow than it may. */
#include "check/check_internal.h"

#define SMALLEST_BITS GAC__CHUNK_BITS /* of a block, as log2 */
#define MOST_BYTES ((uint64_t)32 << 20)

/* The list of blocks of a size; NULL: such are not kept. */
static void **list_of(gac__spare_blocks *s, uint64_t bytes)
{
    for (uint32_t k = 0; s && k < GAC__SPARE_SIZES; k++)
        if (bytes == (uint64_t)1 << (SMALLEST_BITS + k))
            return &s->blocks[k];
    return NULL;
}

void *gac__spare_take(gac__spare_blocks *s, uint64_t bytes)
{
    void **list = list_of(s, bytes);
    void *block = list ? *list : NULL;
    if (!block)
        return NULL;
    memcpy(list, block, sizeof *list);
    s->bytes -= bytes;
    return memset(block, 0, (size_t)bytes);
}

bool gac__spare_give(gac__spare_blocks *s, void *block, uint64_t bytes)
{
    void **list = list_of(s, bytes);
    if (!list || !block || s->bytes + bytes > MOST_BYTES)
        return false;
    memcpy(block, list, sizeof *list);
    *list = block;
    s->bytes += bytes;
    return true;
}

void gac__spare_free(const gac_allocator *allocator, gac__spare_blocks *s)
{
    for (uint32_t k = 0; s->bytes && k < GAC__SPARE_SIZES; k++)
        while (s->blocks[k]) {
            void *block = s->blocks[k];
            memcpy(&s->blocks[k], block, sizeof s->blocks[k]);
            gac__free(allocator, block, (size_t)1 << (SMALLEST_BITS + k), 1);
        }
    s->bytes = 0;
}
