/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The address space of a run, and where an address leads. */
#include "exec/exec_internal.h"

gac_result gac__space_init(gac__space *space, bool wide,
                           const gac_allocator *allocator)
{
    memset(space, 0, sizeof *space);
    space->wide = wide;
    space->next = (uint64_t)1 << GAC__PAGE_SHIFT;
    gac__buffer null_buffer = {0};
    uint32_t index;
    return gac__space_add(space, allocator, &null_buffer, &index);
}

void gac__space_free(gac__space *space, const gac_allocator *allocator)
{
    gac__free(allocator, space->buffers, space->capacity,
              sizeof *space->buffers);
    GAC__VEC_FREE(allocator, &space->placed);
    memset(space, 0, sizeof *space);
}

/* Finds free addresses for a buffer: whole pages of `*bytes`. False: there are
 * none. */
static bool take_pages(gac__space *space, uint64_t *first, uint64_t *bytes)
{
    uint64_t page = (uint64_t)1 << GAC__PAGE_SHIFT;
    if (*bytes > UINT32_MAX)
        return false;
    *first = space->next;
    *bytes = (*bytes + page - 1) / page * page;
    space->next = *first + *bytes + page;
    return space->next <= (uint64_t)1 << 32;
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
    gac__placed p = {buffer->base, buffer->size, index};
    if (buffer->size >> 47
        || (!space->wide && index && !take_pages(space, &p.first, &p.size)))
        return GAC_ERR_LIMIT;
    if (p.first && p.size && !GAC__VEC_PUSH(allocator, &space->placed, p))
        return GAC_ERR_MEMORY;
    if (!p.first)
        p.first = (uint64_t)index << 48 | (uint64_t)index << GAC__PAGE_SHIFT;
    space->buffers[index] = *buffer;
    space->buffers[index].base = p.first;
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
