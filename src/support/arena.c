/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Arenas: memory that is freed as a whole. */
#include "support/support.h"

#include <stdio.h>

/* Blocks form a list, the one being filled first:
 *
 *   arena -> [header | used ....... | free ] -> [header | full ] -> ...
 *
 * A block is as large as all before it, up to BLOCK_MAX. An allocation of more
 * than a quarter of a block gets a block of its own, of exactly its size,
 * behind the one being filled. Blocks are zeroed, and gac__arena_reset() clears
 * the block that it keeps, so that allocations need no clearing. Under an
 * address sanitizer every allocation has a block of its own. */
struct gac__arena_block {
    _Alignas(16) gac__arena_block *next;
    size_t size_bytes; /* the header included */
};

enum { HEADER = sizeof(gac__arena_block), BLOCK_MIN = 2048, BLOCK_MAX = 65536 };

void gac__arena_init(gac__arena *arena, const gac_allocator *allocator)
{
    *arena = (gac__arena){.allocator = allocator};
}

void gac__arena_free(gac__arena *arena)
{
    gac__arena_block *block = arena->blocks;
    while (block) {
        gac__arena_block *next = block->next;
        gac__free(arena->allocator, block, block->size_bytes, 1);
        block = next;
    }
    *arena = (gac__arena){.allocator = arena->allocator,
                          .max_bytes = arena->max_bytes,
                          .watch = arena->watch};
}

static gac__arena_block *new_block(gac__arena *arena, size_t payload)
{
    if (payload > SIZE_MAX - HEADER)
        return NULL;
    size_t bytes = HEADER + payload;
    if (arena->max_bytes
        && (bytes > arena->max_bytes
            || arena->total_bytes > arena->max_bytes - bytes))
        return NULL;
    gac__arena_block *block = gac__alloc_zero(arena->allocator, bytes, 1);
    if (!block)
        return NULL;
    block->size_bytes = bytes;
    arena->total_bytes += bytes;
    return block;
}

static void *alloc_apart(gac__arena *arena, size_t bytes)
{
    gac__arena_block *block = new_block(arena, bytes);
    if (!block)
        return NULL;
    if (arena->blocks) {
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else {
        arena->blocks = block;
        arena->used = arena->capacity = block->size_bytes;
    }
    return (char *)block + HEADER;
}

/* Allocates the next block to be filled. */
static gac__arena_block *begin_block(gac__arena *arena, size_t payload)
{
    gac__arena_block *block = new_block(arena, payload);
    if (!block)
        return NULL;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->used = HEADER;
    arena->capacity = block->size_bytes;
    return block;
}

/* Where there are several blocks, one of their size takes their place. */
void gac__arena_reset(gac__arena *arena)
{
    const size_t bytes = GAC__MIN(arena->total_bytes, (size_t)BLOCK_MAX);
    gac__arena_block *block = arena->blocks;
    if (!block)
        return;
    if (!block->next) {
        memset((char *)block + HEADER, 0, arena->used - HEADER);
        arena->used = HEADER;
        return;
    }
    gac__arena_free(arena);
    (void)begin_block(arena, bytes - HEADER);
}

bool gac__arena_reserve(gac__arena *arena, size_t bytes)
{
#ifdef GAC__WATCHED
    return true;
#endif
    return arena->capacity - arena->used >= bytes
           || begin_block(arena, bytes) != NULL;
}

void *gac__arena_alloc(gac__arena *arena, size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes) || bytes > SIZE_MAX - 15)
        return NULL;
#ifdef GAC__WATCHED
    return alloc_apart(arena, bytes);
#endif
    bytes = (bytes + 15) & ~(size_t)15;
    if (!arena->blocks || arena->capacity - arena->used < bytes) {
        size_t larger = GAC__MAX(arena->total_bytes, (size_t)BLOCK_MIN);
        larger = GAC__MIN(larger, (size_t)BLOCK_MAX);
        if (bytes > larger / 4 || !begin_block(arena, larger - HEADER))
            return alloc_apart(arena, bytes);
    }
    void *p = (char *)arena->blocks + arena->used;
    arena->used += bytes;
    return p;
}

char *gac__arena_string(gac__arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        return NULL;
    char *copy = gac__arena_alloc(arena, length + 1, 1);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

char *gac__arena_vprintf(gac__arena *arena, const char *format, va_list args)
{
    char usual[512]; /* most texts fit, and are formatted once */
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(usual, sizeof usual, format, args);
    char *text =
        length < 0 ? NULL : gac__arena_alloc(arena, (size_t)length + 1, 1);
    if (text && (size_t)length < sizeof usual)
        memcpy(text, usual, (size_t)length + 1);
    else if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *gac__arena_printf(gac__arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = gac__arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}
