/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loads from wherever lanes like, x[column[k]]: they are checked while they are
 * made.
 *
 * Nothing is known of such an index, and looking for its ends takes a third of
 * the time of the gather. All that matters is that it lies between 0 and the
 * buffer's end, which the gather can compare by itself. Where an index does
 * not, or lies beside the others so that there is something to be found out,
 * this has done nothing.
 */
#include "exec/places.h"

#define ELEMENT 4u /* bytes */

/* How many elements there are from index 0 on to the end of its buffer, the
 * first at *host_out; 0: that is not all there is to it. */
static uint64_t elements_from(const gac__strip *s, const gac__lane_inst *i,
                              uintptr_t *host_out)
{
    const gac__run *run = s->worker->run;
    uint64_t address = gac__base_address(s, i), added = 0;
    if (i->flags & GAC__CODE_PLUS)
        memcpy(&added, s->frame + i->c, ELEMENT);
    const gac__buffer *b;
    const uint8_t *at = gac__strip_shared(
        s, gac__space_wrap(&run->space, address), 0, false, &b);
    if (!at || added > INT32_MAX)
        return 0;
    uint64_t n = (b->size - (uint64_t)(at - b->host)) / ELEMENT;
    *host_out = (uintptr_t)at + (uintptr_t)(added * ELEMENT);
    return n > added ? GAC__MIN(n, INT32_MAX) - added : 0;
}

bool gac__gather_load(gac__strip *s, const gac__lane_inst *i)
{
    gac__index_kind kind = gac__index_kind_of(i);
    gac__gather_within_fn *gather = s->worker->run->memory->gather_within[kind];
    uintptr_t base;
    if (!gather || i->scale != ELEMENT || gac__log2_bytes(i->ty) != 2
        || i->d == i->b || i->flags & (GAC__CODE_RISES | GAC__CODE_FIXED))
        return false;
    uint64_t n = elements_from(s, i, &base);
    if (!n
        || !gather(s->frame + i->d, base, s->frame + i->b, (uint32_t)n,
                   s->full ? NULL : s->mask, s->first, s->full ? s->n : s->end))
        return false;
    s->index_shape[i->sub] = (gac__index_shape){.high = (int64_t)n - 1};
    return true;
}
