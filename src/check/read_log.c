/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads of local memory that leave no cells yet.
 *
 * Most reads of local memory are ordered by the next barrier before anybody
 * writes there: they need leave no cells. So, as long as no work-item has
 * written since the fence, they are only logged: head, then an offset a lane.
 * Behind the first write the log stays, until the next barrier: a cell holds
 * one reader, and where that is the writer itself, the log knows of others.
 */
#include "check/check_internal.h"

#define LOG_MAX 65536u /* words */
#define LOG_NONE UINT32_MAX

typedef struct log_head {
    uint32_t plane, site, buffer, size, strip, first_item, first, end;
    uint32_t row, tick;      /* the epoch, and the first of its tick */
    uint32_t affine, offset; /* affine: no offsets follow the head */
    uint32_t step;           /* modulo 2^32: local memory has fewer bytes */
} log_head;

#define HEAD_WORDS (sizeof(log_head) / sizeof(uint32_t))

bool gac__log_read(gac__checker *c, const gac__check_lanes *l)
{
    log_head head = {c->buffers[l->buffer].plane,
                     l->site,
                     l->buffer,
                     l->size,
                     l->strip,
                     l->first_item,
                     l->first,
                     l->end,
                     c->epochs.row,
                     c->epochs.tick,
                     l->affine,
                     (uint32_t)l->offset[l->first],
                     (uint32_t)l->step};
    size_t n = HEAD_WORDS + (l->affine ? 0 : l->end - l->first);
    if (c->log.n + n > LOG_MAX) {
        gac__log_apply(c);
        gac__log_clear(c);
    }
    if (!GAC__VEC_RESERVE(c->allocator, &c->log, n)) {
        c->status = GAC_ERR_MEMORY;
        return false;
    }
    uint32_t *to = c->log.items + c->log.n;
    memcpy(to, &head, sizeof head);
    to += HEAD_WORDS;
    c->log.n += n;
    if (l->affine)
        return true;
    if (l->mask)
        for (uint32_t k = l->first; k < l->end; k++)
            to[k - l->first] = l->mask[k] ? (uint32_t)l->offset[k] : LOG_NONE;
    else
        for (uint32_t k = l->first; k < l->end; k++)
            to[k - l->first] = (uint32_t)l->offset[k];
    return true;
}

static void apply_even(gac__checker *c, gac__check_lanes *l, gac__plane *p,
                       const log_head *head)
{
    l->first = head->first;
    l->end = head->end;
    l->affine = true;
    l->step = head->size;
    for (uint32_t k = l->first; k < l->end; k++)
        c->log_offsets[k] = head->offset + head->step * (k - l->first);
    if (l->end - l->first > 1)
        l->step =
            (int64_t)(c->log_offsets[l->first + 1] - c->log_offsets[l->first]);
    gac__touch_read(c, l, p);
}

void gac__log_apply(gac__checker *c)
{
    if (c->log_told == c->log.n)
        return;
    const uint32_t *at = c->log.items + c->log_told;
    const uint32_t *end = c->log.items + c->log.n;
    const uint32_t row = c->epochs.row, tick = c->epochs.tick;
    c->log_told = c->log.n;
    while (at < end) {
        log_head head;
        memcpy(&head, at, sizeof head);
        at += HEAD_WORDS;
        if (!gac__check_on(c, (head.end - head.first) * GAC__LANE_STEPS))
            break;
        gac__plane *p = &c->planes[head.plane];
        gac__check_lanes l = {.site = head.site,
                              .buffer = head.buffer,
                              .size = head.size,
                              .strip = head.strip,
                              .first_item = head.first_item,
                              .offset = c->log_offsets};
        c->epochs.row = head.row;
        c->epochs.tick = head.tick;
        if (head.affine) {
            apply_even(c, &l, p, &head);
            continue;
        }
        for (uint32_t k = head.first; k < head.end;) {
            l.first = k;
            while (k < head.end && at[k - head.first] != LOG_NONE) {
                c->log_offsets[k] = at[k - head.first];
                k++;
            }
            l.end = k;
            if (l.first < l.end)
                gac__touch_read(c, &l, p);
            k += k < head.end;
        }
        at += head.end - head.first;
    }
    c->epochs.row = row;
    c->epochs.tick = tick;
}

/* -- who else it was ------------------------------------------------------- */

/* The lane of a logged read, but for `item`'s, that has a byte of [low, high);
 * head->end if none has. */
static uint32_t reader_of(const log_head *head, const uint32_t *offsets,
                          uint32_t item, uint64_t low, uint64_t high)
{
    uint32_t k = head->first, n_lanes = head->end - head->first;
    uint32_t last = head->offset + head->step * (n_lanes - 1);
    if (head->affine
        && (GAC__MIN(head->offset, last) >= high
            || GAC__MAX(head->offset, last) + (uint64_t)head->size <= low))
        return head->end;
    for (; k < head->end; k++) {
        uint32_t n = k - head->first;
        uint32_t at = head->affine ? head->offset + head->step * n : offsets[n];
        if (head->first_item + k != item && (head->affine || at != LOG_NONE)
            && at < high && at + (uint64_t)head->size > low)
            break;
    }
    return k;
}

void gac__log_find(gac__checker *c, uint32_t buffer, uint64_t first,
                   uint64_t n_bytes, uint32_t item, gac__fault *fault)
{
    const uint32_t *at = c->log.items;
    const uint32_t *end = at ? at + c->log.n : NULL;
    while (at < end) {
        log_head head;
        memcpy(&head, at, sizeof head);
        at += HEAD_WORDS;
        if (!gac__check_on(c, 1 + (head.end - head.first) / GAC__LANES_A_STEP))
            return;
        uint32_t lane = head.buffer == buffer
                            ? reader_of(&head, at, item, first, first + n_bytes)
                            : head.end;
        if (lane < head.end) {
            fault->other_site = head.site;
            fault->other_item = head.first_item + lane;
            return;
        }
        at += head.affine ? 0 : head.end - head.first;
    }
}
