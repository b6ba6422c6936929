/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The address space of a run, and where an address leads. */
#include "exec/exec_internal.h"

#define PAGES ((size_t)1 << (32 - GAC__PAGE_SHIFT))

gac_result gac__space_init(gac__space *space, bool wide,
                           const gac_allocator *allocator)
{
    memset(space, 0, sizeof *space);
    space->wide = wide;
    space->next = (uint64_t)1 << GAC__PAGE_SHIFT;
    if (!wide) {
        space->pages = gac__alloc_zero(allocator, PAGES, sizeof(uint16_t));
        if (!space->pages)
            return GAC_ERR_MEMORY;
    }
    gac__buffer null_buffer = {0};
    uint32_t index;
    return gac__space_add(space, allocator, &null_buffer, &index);
}

void gac__space_free(gac__space *space, const gac_allocator *allocator)
{
    gac__free(allocator, space->buffers, space->capacity,
              sizeof *space->buffers);
    gac__free(allocator, space->pages, space->pages ? PAGES : 0,
              sizeof(uint16_t));
    GAC__VEC_FREE(allocator, &space->placed);
    memset(space, 0, sizeof *space);
}

/* Finds addresses for a buffer, and enters it in the page table. */
static gac_result enter_pages(gac__space *space, uint64_t size, uint32_t index,
                              uint64_t *base_out)
{
    uint64_t page = (uint64_t)1 << GAC__PAGE_SHIFT;
    if (size > UINT32_MAX - 2 * page)
        return GAC_ERR_LIMIT;
    uint64_t n_pages = (size + page - 1) / page;
    uint64_t base = space->next, end = base + (n_pages + 1) * page;
    if (end > (uint64_t)1 << 32)
        return GAC_ERR_LIMIT;
    for (uint64_t p = 0; p < n_pages; p++)
        space->pages[(base >> GAC__PAGE_SHIFT) + p] = (uint16_t)index;
    space->next = end;
    *base_out = base;
    return GAC_OK;
}

/* Returns the bytes from an address to a placed buffer that does not hold it.
 */
static uint64_t distance(const gac__placed *p, uint64_t address)
{
    return address < p->first ? p->first - address
                              : address - p->first - p->size + 1;
}

static bool is_numbered(const gac__space *space, uint64_t number)
{
    return number && number < space->n_buffers
           && space->buffers[number].base >> 48 == number;
}

uint32_t gac__space_nearest(const gac__space *space, uint64_t address)
{
    uint64_t least = (uint64_t)1 << GAC__PAGE_SHIFT, index = address >> 48;
    uint32_t number = 0;
    for (size_t n = 0; n < space->placed.n; n++) {
        const gac__placed *p = &space->placed.items[n];
        if (distance(p, address) < least) {
            least = distance(p, address);
            number = p->number;
        }
    }
    if (number)
        return number;
    if (address >> 47 & 1 && is_numbered(space, index + 1))
        return (uint32_t)index + 1;
    return is_numbered(space, index) ? (uint32_t)index : 0;
}

gac_result gac__space_add(gac__space *space, const gac_allocator *allocator,
                          const gac__buffer *buffer, uint32_t *index_out)
{
    uint32_t index = space->n_buffers;
    if (index >= GAC__MAX_BUFFERS)
        return GAC_ERR_LIMIT;
    if (!gac__vec_reserve(allocator, (void **)&space->buffers, &space->capacity,
                          index, 1, sizeof *buffer))
        return GAC_ERR_MEMORY;
    uint64_t base = (uint64_t)index << 48 | (uint64_t)index << GAC__PAGE_SHIFT;
    if (buffer->size >> 47)
        return GAC_ERR_LIMIT;
    if (buffer->base) {
        base = buffer->base;
        gac__placed placed = {base, buffer->size, index};
        if (placed.size && !GAC__VEC_PUSH(allocator, &space->placed, placed))
            return GAC_ERR_MEMORY;
    }
    if (!space->wide && index)
        GAC__TRY(enter_pages(space, buffer->size, index, &base));
    space->buffers[index] = *buffer;
    space->buffers[index].base = base;
    space->n_buffers++;
    *index_out = index;
    return GAC_OK;
}

/* -- a strip's memory ------------------------------------------------------ */

uint8_t *gac__strip_translate(const gac__strip *s, uint64_t address,
                              uint64_t size, bool write)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    uint64_t offset = address - b->base;
    if (offset > b->size || size > b->size - offset || gac__denies(b, write)
        || !b->host)
        return NULL;
    return b->host + offset;
}

uint64_t gac__bytes_apart(const gac__strip *s, uint64_t address)
{
    const gac__run *run = s->worker->run;
    return run->coalesced > 1
                   && s->buffers[gac__strip_buffer(s, address)].kind
                          == GAC_MEMORY_LOCAL
               ? run->local_bytes
               : 0;
}
