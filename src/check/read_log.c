/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads of local memory that leave no cells yet.
 *
 * Most reads of local memory are ordered by a barrier before any item writes
 * there, and need no cells. So they are only logged, as a head and an offset
 * for each lane, until a work-item writes. Behind that write the log stays
 * until the next barrier: a cell has one reader, and where that is the writer
 * itself, the log has the others.
 */
#include "check/accesses.h"

#define LOG_MAX 65536u /* words */
#define LOG_NONE UINT32_MAX

typedef struct log_head {
    gac__check_lanes lanes; /* if not affine, offsets stand behind the head */
    uint64_t offset;        /* of the first lane's access */
    uint32_t row, tick;     /* the read's epoch, and its tick's first one */
} log_head;

#define HEAD_WORDS (sizeof(log_head) / sizeof(uint32_t))

typedef struct logged_read {
    log_head head;
    const uint32_t *offsets;
    uint32_t n; /* lanes */
} logged_read;

/* The read at word `*at` of the log; `*at` moves to the next one. False: there
 * are no more. */
static bool next_read(const gac__checker *c, size_t *at, logged_read *out)
{
    if (*at >= c->log.n)
        return false;
    memcpy(&out->head, c->log.items + *at, sizeof out->head);
    out->offsets = c->log.items + *at + HEAD_WORDS;
    out->n = out->head.lanes.end - out->head.lanes.first;
    *at += HEAD_WORDS + (out->head.lanes.affine ? 0 : out->n);
    return true;
}

static uint64_t offset_of(const logged_read *r, uint32_t k)
{
    return r->head.lanes.affine
               ? r->head.offset + (uint64_t)r->head.lanes.step * k
               : r->offsets[k];
}

bool gac__log_read(gac__checker *c, const gac__check_lanes *l)
{
    uint32_t n_offsets = l->affine ? 0 : l->end - l->first;
    log_head head = {*l, l->offset[l->first], c->epochs.row, c->epochs.tick};
    if (c->log.n + HEAD_WORDS + n_offsets > LOG_MAX) {
        gac__log_apply(c);
        gac__log_clear(c);
    }
    if (!GAC__VEC_RESERVE(&c->counted, &c->log, HEAD_WORDS + n_offsets))
        return false;
    uint32_t *to = c->log.items + c->log.n;
    memcpy(to, &head, sizeof head);
    to += HEAD_WORDS;
    c->log.n += HEAD_WORDS + n_offsets;
    for (uint32_t k = 0; k < n_offsets; k++)
        to[k] = (uint32_t)l->offset[l->first + k];
    for (uint32_t k = 0; l->mask && k < n_offsets; k++)
        to[k] = l->mask[l->first + k] ? to[k] : LOG_NONE;
    return true;
}

void gac__log_apply(gac__checker *c)
{
    const uint32_t row = c->epochs.row, tick = c->epochs.tick;
    size_t at = c->log_told;
    logged_read r;
    c->log_told = c->log.n;
    while (next_read(c, &at, &r) && gac__check_on(c, r.n * GAC__LANE_STEPS)) {
        c->epochs.row = r.head.row;
        c->epochs.tick = r.head.tick;
        gac__check_lanes *l = &r.head.lanes;
        l->offset = c->log_offsets;
        l->mask = l->mask && !l->affine ? c->log_mask : NULL;
        for (uint32_t k = 0; k < r.n; k++)
            c->log_offsets[l->first + k] = offset_of(&r, k);
        for (uint32_t k = 0; l->mask && k < r.n; k++)
            c->log_mask[l->first + k] = r.offsets[k] != LOG_NONE;
        gac__touch_lanes(c, l, gac__shadow_map_of(c, l->buffer),
                         GAC__ACCESS_READ);
    }
    c->epochs.row = row;
    c->epochs.tick = tick;
}

/* -- other readers --------------------------------------------------------- */

/* Whether lane k of a logged read is another item than a fault's, and read some
 * of the fault's bytes. */
static bool reads_of(const logged_read *r, uint32_t k, const gac__fault *f)
{
    const gac__check_lanes *l = &r->head.lanes;
    uint64_t at = offset_of(r, k);
    return l->first_item + l->first + k != f->item
           && (l->affine || at != LOG_NONE) && at < f->bytes.first + f->bytes.n
           && at + l->size > f->bytes.first;
}

void gac__log_find(gac__checker *c, gac__fault *fault)
{
    size_t at = 0;
    logged_read r;
    while (next_read(c, &at, &r)
           && gac__check_on(c, 1 + r.n / GAC__LANES_A_STEP)) {
        const gac__check_lanes *l = &r.head.lanes;
        bool same = l->buffer == fault->bytes.buffer;
        for (uint32_t k = 0; same && k < r.n; k++)
            if (reads_of(&r, k, fault)) {
                fault->other_site = l->site;
                fault->other_item = l->first_item + l->first + k;
                return;
            }
    }
}
