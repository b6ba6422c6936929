/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Stretches of a program that only copy: tiles brought in line by line.
 *
 * Between two async copies of a loop lie a few scalar instructions, and nothing
 * that could see whether the first one has landed. So copies of lines that follow
 * each other at one distance are put together, and made as one copy where the
 * stretch ends: a loop of copies costs little more than a GroupAsyncCopy2D2D.
 * Each line is still looked at alone, its address, its bounds and its event;
 * whatever does not fit goes the ordinary way.
 */
#include "exec/exec_internal.h"

#define MOST_OPEN 4u /* places whose lines are put together at a time */

/* What one stretch has not yet copied. */
typedef struct stretch {
    gac__strip *strip;
    gac__copy_lines *open[MOST_OPEN];
    uint32_t n_open;
} stretch;

typedef struct line {
    uint64_t to, from, bytes, event;
} line;

static uint64_t scalar(const gac__strip *s, const gac__lane_inst *i, uint32_t a)
{
    uint64_t bits;
    memcpy(&bits, s->frame + i->args[a], sizeof bits);
    return bits;
}

/* False: the copy is none of one line, or of no bytes. */
static bool read_line(const gac__strip *s, const gac__lane_inst *i, line *out)
{
    out->to = scalar(s, i, GAC__ACOPY_DST);
    out->from = scalar(s, i, GAC__ACOPY_SRC);
    out->event = scalar(s, i, GAC__ACOPY_EVENT);
    return i->sub == GAC__ACOPY_FORM_LINEAR
           && !__builtin_mul_overflow(scalar(s, i, GAC__ACOPY_ELEMENT_BYTES),
                                      scalar(s, i, GAC__ACOPY_ELEMENTS),
                                      &out->bytes)
           && out->bytes;
}

static bool lies_in(const gac__buffer *b, uint64_t address, uint64_t bytes)
{
    uint64_t at = address - b->base;
    return at <= b->size && bytes <= b->size - at;
}

/* Whether a line is as far behind the last one as that was behind the one before;
 * a second one may be anywhere behind the first. */
static bool is_next(const gac__copy_lines *l, uint64_t to, uint64_t from)
{
    uint64_t to_step = to - l->last_to, from_step = from - l->last_from;
    if (l->n_lines > 1)
        return to_step == l->to_step && from_step == l->from_step;
    return to_step >= l->line_bytes && to_step <= l->to_buffer->size
           && from_step <= l->from_buffer->size;
}

static bool extend(gac__copy_lines *l, const line *x)
{
    if (!l->n_lines || l->line_bytes != x->bytes || l->event != x->event
        || !lies_in(l->to_buffer, x->to, x->bytes)
        || !lies_in(l->from_buffer, x->from, x->bytes)
        || !is_next(l, x->to, x->from))
        return false;
    l->to_step = x->to - l->last_to;
    l->from_step = x->from - l->last_from;
    l->last_to = x->to;
    l->last_from = x->from;
    l->n_lines++;
    return true;
}

static bool make_copy(gac__worker *w, gac__copy_lines *l)
{
    const gac__buffer *to = l->to_buffer, *from = l->from_buffer;
    unsigned flags = to->kind == GAC__MEMORY_LOCAL ? GAC_COPY_IN : GAC_COPY_OUT;
    gac_copy_shape shape = { .element_bytes = 1,
                             .elements_per_line = l->line_bytes,
                             .lines = l->n_lines,
                             .planes = 1,
                             .src_line_length = l->from_step,
                             .dst_line_length = l->to_step };
    gac_result result = gac_copy_site_plan(&l->plan, &shape, flags);
    if (result == GAC_OK)
        result = gac_copy_queue_start(w->queue, &l->plan.plan,
                                      to->host + (l->first_to - to->base),
                                      from->host + (l->first_from - from->base),
                                      &l->event);
    l->n_lines = 0;
    if (result != GAC_OK)
        gac__stop_copies(w, l->inst, result);
    return result == GAC_OK;
}

static bool make_copies(stretch *t)
{
    for (uint32_t n = 0; n < t->n_open; n++)
        if (!make_copy(t->strip->worker, t->open[n])) {
            while (++n < t->n_open)
                t->open[n]->n_lines = 0;
            return false;
        }
    t->n_open = 0;
    return true;
}

/* Begins lines with a copy; false: it has to go the ordinary way. The event is
 * there from now on, before there is anything on it. */
static bool begin(stretch *t, const gac__lane_inst *i, const line *x)
{
    gac__strip *s = t->strip;
    const gac__buffer *to = &s->buffers[gac__strip_buffer(s, x->to)];
    const gac__buffer *from = &s->buffers[gac__strip_buffer(s, x->from)];
    gac_copy_event event = (gac_copy_event)x->event;
    if (!to->host || !from->host || to->read_only || event != x->event
        || !lies_in(to, x->to, x->bytes) || !lies_in(from, x->from, x->bytes)
        || gac__start_empty_copy(s->worker, &event) != GAC_OK)
        return false;
    gac__copy_lines *l = &s->worker->sites[i->scale].lines;
    *l = (gac__copy_lines){ .inst = i, .to_buffer = to, .from_buffer = from,
                            .first_to = x->to, .last_to = x->to,
                            .first_from = x->from, .last_from = x->from,
                            .line_bytes = x->bytes, .n_lines = 1,
                            .event = event, .plan = l->plan };
    t->open[t->n_open++] = l;
    return true;
}

/* What came of a copy: it has its place among the others, or is for others to
 * make, or ends the run. */
typedef enum outcome { TAKEN, LEFT, STOPPED } outcome;

static outcome take(stretch *t, const gac__lane_inst *i)
{
    gac__worker *w = t->strip->worker;
    gac__copy_lines *own = &w->sites[i->scale].lines;
    line x;
    if (!read_line(t->strip, i, &x))
        return LEFT;
    if (!extend(own, &x)) {
        own = t->n_open ? t->open[t->n_open - 1] : own;
        if (!extend(own, &x)) {
            own = &w->sites[i->scale].lines;
            if ((own->n_lines || t->n_open == MOST_OPEN) && !make_copies(t))
                return STOPPED;
            if (!begin(t, i, &x))
                return LEFT;
        }
    }
    w->bytes_copied += x.bytes;
    w->instructions += x.bytes / 8;
    uint64_t event = own->event;
    memcpy(t->strip->frame + i->d, &event, sizeof event);
    return TAKEN;
}

/* Runs a block's instructions from `i` on; returns its terminator. */
static const gac__lane_inst *run_scalars(gac__strip *s, const gac__lane_inst *i)
{
    uint8_t *f = s->frame;
    for (;; i++) {
        for (; i->code <= GAC__CODE_PURE_MASKED; i++)
            i->kernel(f + i->d, f + i->a, f + i->b, f + i->c, s->first, s->end);
        if (i->code != GAC__CODE_LEA_SCALAR)
            return i;
        gac__lea_scalar(s, i);
    }
}

bool gac__strip_copies(gac__strip *s)
{
    gac__worker *w = s->worker;
    const gac__lane_program *p = w->run->program;
    stretch t = { .strip = s };
    while (p->blocks[s->block].copies && w->instructions <= w->budget) {
        const gac__lane_block *block = &p->blocks[s->block];
        const gac__lane_inst *i = &p->insts[block->first];
        if (i->code == GAC__CODE_ASYNC_COPY) {
            outcome o = take(&t, i++);
            if (o == STOPPED)
                return false;
            if (o == LEFT)
                break;
        }
        i = run_scalars(s, i);
        w->instructions += (uint64_t)s->n_active * block->n_work;
        gac__strip_go(s, i->code == GAC__CODE_BR || s->frame[i->condition]
                             ? i->pc_yes : i->pc_no);
    }
    return make_copies(&t);
}
