/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A work-group: its strips run one after the other up to the next collective,
 * which is carried out for all lanes that have arrived at it. Then they go on.
 */
#include "exec/checked.h"
#include "exec/collectives.h"
#include "exec/compaction.h"

/* Whether the first local ids of a strip's lanes rise by one from lane to lane:
 * all are in one row of the group. */
static bool does_x_rise(const gac__strip *s)
{
    uint64_t sx = GAC__MAX(s->worker->local_size[0], 1);
    uint64_t linear = (uint64_t)s->index * s->worker->run->program->width;
    return s->n <= sx
           && (linear == 0 || linear / sx == (linear + s->n - 1) / sx);
}

static void start_strip(gac__strip *s, uint32_t n)
{
    const gac__lane_program *program = s->worker->run->program;
    if (s->compaction.is_permuted)
        gac__strip_move_back(s);
    s->compaction.idle = s->compaction.price = 0;
    s->trips.loop = NULL;
    s->flat.runs = s->flat.in_pairs = false;
    bool is_new = s->preset_local[0] == 0;
    bool has_mask =
        !is_new && s->full && s->n == n; /* as the group before has left it */
    s->n = n;
    s->n_padded = gac__whole_steps(n);
    bool reshaped = gac__strip_preset(s, is_new);
    if (!has_mask) {
        memset(s->mask, 1, n);
        memset(s->mask + n, 0, program->width - n);
    }
    s->n_active = n;
    s->n_waits = 0;
    s->more_waits = false;
    s->outer.n_active = 0;
    s->x_rises = does_x_rise(s);
    s->needs_progress = program->ir->facts.needs_progress;
    s->n_yields = 0;
    s->carried_out = false;
    s->block = s->arrived = 0;
    gac__strip_mask_narrowed(s);
    if (reshaped)
        gac__strip_set_up(s);
}

/* Goes on to the next group by counting: divisions would take as long as 30
 * vector instructions. */
static void next_group_id(gac__worker *w)
{
    w->group_linear++;
    for (uint32_t d = 0; d < 3; d++) {
        if (++w->group_id[d] < w->run->groups[d])
            return;
        w->group_id[d] = 0;
    }
}

static void set_group(gac__worker *w, uint64_t linear)
{
    const gac__run *run = w->run;
    const gac_run_options *o = &run->options;
    if (w->n_items && linear == w->group_linear + 1) {
        next_group_id(w);
    } else {
        w->group_linear = linear;
        gac__group_id_of(run, linear, w->group_id);
    }
    w->n_items = 1;
    for (uint32_t d = 0; d < 3; d++) {
        uint64_t left = o->global[d] - w->group_id[d] * o->local[d];
        w->local_size[d] = GAC__MIN(left, o->local[d]);
        w->n_items *= w->local_size[d];
    }
}

/* Writes the initializers of local variables, for each coalesced group. False
 * if the run must stop. */
static bool fill_local(gac__worker *w, uint32_t n_groups)
{
    const gac__run *run = w->run;
    for (uint32_t n = 1; n < run->space.n_buffers; n++) {
        const gac__buffer *b = &run->space.buffers[n];
        if (b->kind != GAC_MEMORY_LOCAL || !b->host)
            continue;
        uint8_t *to = w->local_memory + b->offset;
        for (uint32_t g = 0; g < n_groups; g++, to += run->local_bytes)
            if (!gac__spend(w, 1) || !gac__move_bytes(w, to, b->host, b->size))
                return false;
    }
    return true;
}

/* Runs each strip once. YIELDED: one of them has neither arrived at a
 * collective nor ended. */
static gac__status run_strips(gac__worker *w)
{
    gac__status all = GAC__STATUS_ENDED;
    for (uint32_t n = 0; n < w->n_group_strips; n++) {
        gac__strip *s = &w->strips[n];
        if (!s->n_active || s->arrived)
            continue;
        gac__status status = gac__strip_run(s);
        if (status == GAC__STATUS_STOPPED)
            return status;
        if (status == GAC__STATUS_YIELDED)
            all = status;
    }
    return all;
}

bool gac__groups_run(gac__worker *w, uint64_t linear, uint32_t n_groups)
{
    const gac__lane_program *program = w->run->program;
    set_group(w, linear);
    uint64_t left = w->n_items * n_groups;
    w->n_group_strips = 0;
    while (left) {
        uint32_t n = (uint32_t)GAC__MIN(left, program->width);
        start_strip(&w->strips[w->n_group_strips++], n);
        left -= n;
    }
    if (w->run->fills_local && !fill_local(w, n_groups))
        return false;
    if (program->n_sites)
        gac_copy_queue_reset(w->queue, w->run->options.async_seed + linear);
    bool stopped = false;
    if (w->run->checker)
        gac__check_group_begin(w->run->checker, linear, w->local_size,
                               w->n_items);
    do {
        gac__status status;
        while ((status = run_strips(w)) == GAC__STATUS_YIELDED)
            continue;
        if (status == GAC__STATUS_STOPPED)
            return false;
    } while (gac__group_collective(w, &stopped));
    /* Copies that nothing has waited for land, too. */
    if (program->n_sites)
        gac_copy_queue_finish(w->queue);
    if (w->run->checker && !stopped)
        gac__check_group_end(w->run->checker);
    return !stopped;
}
