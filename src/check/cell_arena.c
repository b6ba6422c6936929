/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Blocks of memory for shadow cells.
 *
 * Cells take up to eight bytes for each byte, and are touched for the first
 * time in the order in which a kernel accesses its buffers. Page faults on
 * small pages would take longer than checking does, so that blocks are large
 * enough for huge pages. The first ones are small, since most runs are. A
 * launch keeps the largest block from run to run. */
#include "check/cell_arena.h"

#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

struct gac__cell_block {
    _Alignas(16) gac__cell_block *next;
    uint64_t n_bytes; /* the header included */
    uint64_t first;   /* offset of the first cells, behind header and padding */
    uint64_t used;    /* offset of the first free byte */
};

#define SMALLEST ((uint64_t)4096) /* size of cells that can be freed */
#define ALIGNMENT ((uint64_t)16)
#define HUGE_PAGE ((uint64_t)2 << 20)
#define BLOCK_FIRST ((uint64_t)64 << 10)
#define BLOCK_GROWTH 8u
#define BLOCK_MOST ((uint64_t)32 << 20)

/* The list of freed cells of a size; NULL: the size cannot be freed. */
static void **list_of(gac__cell_arena *arena, uint64_t n_bytes)
{
    for (uint32_t k = 0; k < GAC__CELL_SIZES; k++)
        if (n_bytes == SMALLEST << k)
            return &arena->free[k];
    return NULL;
}

/* Asks for huge pages, and begins at the first one. */
static void use_huge_pages(gac__cell_block *block)
{
    uintptr_t start = (uintptr_t)block, end = start + (uintptr_t)block->n_bytes;
    uintptr_t first =
        (start + sizeof *block + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    end = end / HUGE_PAGE * HUGE_PAGE;
    if (block->n_bytes < 2 * HUGE_PAGE || first >= end)
        return;
    block->first = first - start;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    /* If there are none, it is only slower. */
    (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#endif
}

static bool add_block(gac__cell_arena *arena)
{
    const gac__cell_block *last = arena->blocks;
    uint64_t size = last ? BLOCK_GROWTH * last->n_bytes : BLOCK_FIRST;
    size = GAC__MIN(size, BLOCK_MOST);
    gac__cell_block *block =
        gac__resize_array(arena->allocator, NULL, 0, (size_t)size, 1);
    if (!block)
        return false;
    *block = (gac__cell_block){
        .next = arena->blocks, .n_bytes = size, .first = sizeof *block};
    use_huge_pages(block);
    block->used = block->first;
    arena->blocks = block;
    return true;
}

/* Sets the memory to 0, also where it is 0 already: a page that is read first
 * is faulted in twice. */
void *gac__cells_alloc(gac__cell_arena *arena, uint64_t n_bytes)
{
    void **list = list_of(arena, n_bytes);
    if (list && *list) {
        void *piece = *list;
        memcpy(list, piece, sizeof *list);
        return memset(piece, 0, (size_t)n_bytes);
    }
    uint64_t size = (n_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    gac__cell_block *block = arena->blocks;
    if (!block || block->n_bytes - block->used < size) {
        if (!add_block(arena))
            return NULL;
        block = arena->blocks;
    }
    void *piece = (uint8_t *)block + block->used;
    block->used += size;
    return memset(piece, 0, (size_t)n_bytes);
}

void gac__cells_free(gac__cell_arena *arena, void *cells, uint64_t n_bytes)
{
    void **list = list_of(arena, n_bytes);
    if (!list || !cells)
        return;
    memcpy(cells, list, sizeof *list);
    *list = cells;
}

/* Frees a list of blocks. */
static void free_blocks(gac__cell_arena *arena, gac__cell_block **list)
{
    while (*list) {
        gac__cell_block *block = *list;
        *list = block->next;
        gac__free(arena->allocator, block, (size_t)block->n_bytes, 1);
    }
}

void gac__cell_arena_reset(gac__cell_arena *arena)
{
    gac__cell_block *block = arena->blocks;
    /* The next run fills the newest block, which is the largest. */
    if (block) {
        free_blocks(arena, &block->next);
        block->used = block->first;
    }
    memset(arena->free, 0, sizeof arena->free);
}

void gac__cell_arena_free(gac__cell_arena *arena)
{
    free_blocks(arena, &arena->blocks);
    *arena = (gac__cell_arena){.allocator = arena->allocator};
}
