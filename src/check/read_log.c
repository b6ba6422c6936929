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
#include "check/accesses.h"
#include "check/checker.h"

#define LOG_MAX 65536u /* words */
#define LOG_NONE UINT32_MAX

typedef struct log_head {
    gac__check_lanes lanes; /* offsets follow the head, if it is not affine */
    uint64_t offset;        /* of the first lane */
    uint32_t row, tick;     /* the epoch, and the first of its tick */
} log_head;

#define HEAD_WORDS (sizeof(log_head) / sizeof(uint32_t))

/* Returns what is behind the head. */
static const uint32_t *read_head(const uint32_t *at, log_head *head_out)
{
    memcpy(head_out, at, sizeof *head_out);
    return at + HEAD_WORDS;
}

bool gac__log_read(gac__checker *c, const gac__check_lanes *l)
{
    uint32_t n_offsets = l->affine ? 0 : l->end - l->first;
    log_head head = {*l, l->offset[l->first], c->epochs.row, c->epochs.tick};
    if (c->log.n + HEAD_WORDS + n_offsets > LOG_MAX) {
        gac__log_apply(c);
        gac__log_clear(c);
    }
    if (!GAC__VEC_RESERVE(c->config.allocator, &c->log,
                          HEAD_WORDS + n_offsets)) {
        c->status = GAC_ERR_MEMORY;
        return false;
    }
    uint32_t *to = c->log.items + c->log.n;
    memcpy(to, &head, sizeof head);
    to += HEAD_WORDS;
    c->log.n += HEAD_WORDS + n_offsets;
    for (uint32_t k = 0; !l->mask && k < n_offsets; k++)
        to[k] = (uint32_t)l->offset[l->first + k];
    for (uint32_t k = 0; l->mask && k < n_offsets; k++)
        to[k] = l->mask[l->first + k] ? (uint32_t)l->offset[l->first + k]
                                      : LOG_NONE;
    return true;
}

/* Reads of lanes, as far as they hang together. */
static void apply_read(gac__checker *c, const log_head *head,
                       const uint32_t *offsets)
{
    gac__check_lanes l = head->lanes;
    uint32_t first = l.first, end = l.end;
    uint64_t *to = c->log_offsets;
    l.offset = to;
    l.mask = NULL;
    for (uint32_t k = first; k < end; k++) {
        l.first = k;
        if (l.affine)
            for (; k < end; k++)
                to[k] = head->offset + (uint64_t)l.step * (k - first);
        for (; k < end && offsets[k - first] != LOG_NONE; k++)
            to[k] = offsets[k - first];
        l.end = k;
        if (l.first < l.end)
            gac__touch_read(c, &l, gac__plane_of(c, l.buffer));
    }
}

void gac__log_apply(gac__checker *c)
{
    const uint32_t *at = c->log.items ? c->log.items + c->log_told : NULL;
    const uint32_t *end = at ? c->log.items + c->log.n : NULL;
    const uint32_t row = c->epochs.row, tick = c->epochs.tick;
    c->log_told = c->log.n;
    while (at < end) {
        log_head head;
        at = read_head(at, &head);
        uint32_t n = head.lanes.end - head.lanes.first;
        if (!gac__check_on(c, n * GAC__LANE_STEPS))
            break;
        c->epochs.row = head.row;
        c->epochs.tick = head.tick;
        apply_read(c, &head, at);
        at += head.lanes.affine ? 0 : n;
    }
    c->epochs.row = row;
    c->epochs.tick = tick;
}

/* -- who else it was ------------------------------------------------------- */

/* The lane of a logged read, but for `item`'s, that has a byte of [low, high);
 * its end if none has. */
static uint32_t reader_of(const log_head *head, const uint32_t *offsets,
                          uint32_t item, uint64_t low, uint64_t high)
{
    const gac__check_lanes *l = &head->lanes;
    uint32_t k = l->first;
    uint64_t last = head->offset + (uint64_t)l->step * (l->end - l->first - 1);
    if (l->affine
        && (GAC__MIN(head->offset, last) >= high
            || GAC__MAX(head->offset, last) + l->size <= low))
        return l->end;
    for (; k < l->end; k++) {
        uint32_t n = k - l->first;
        uint64_t at =
            l->affine ? head->offset + (uint64_t)l->step * n : offsets[n];
        if (l->first_item + k != item && (l->affine || at != LOG_NONE)
            && at < high && at + l->size > low)
            break;
    }
    return k;
}

void gac__log_find(gac__checker *c, gac__fault *fault)
{
    const uint32_t *at = c->log.items;
    const uint32_t *end = at ? at + c->log.n : NULL;
    while (at < end) {
        log_head head;
        const gac__check_lanes *l = &head.lanes;
        at = read_head(at, &head);
        if (!gac__check_on(c, 1 + (l->end - l->first) / GAC__LANES_A_STEP))
            return;
        uint32_t lane = l->end;
        if (l->buffer == fault->bytes.buffer)
            lane = reader_of(&head, at, fault->item, fault->bytes.first,
                             fault->bytes.first + fault->bytes.n);
        if (lane < l->end) {
            fault->other_site = l->site;
            fault->other_item = l->first_item + lane;
            return;
        }
        at += l->affine ? 0 : l->end - l->first;
    }
}
