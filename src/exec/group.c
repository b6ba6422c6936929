/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A work-group: its strips run one after the other to the next collective
 * point, which is carried out for all lanes that wait at it; then they go on.
 *
 * If lanes wait at different collectives, or have ended while others wait, the
 * module's behaviour is undefined; the lowest block is carried out for those
 * lanes that wait at it, so that the run ends in any case.
 */
#include "exec/checked.h"
#include "exec/collectives.h"
#include "exec/packs.h"

/* -- what lanes know from the start ---------------------------------------- */

static uint64_t lane_id(const gac__worker *w, const gac__preset *p,
                        uint64_t linear)
{
    uint64_t sx = GAC__MAX(w->local_size[0], 1);
    uint64_t sy = GAC__MAX(w->local_size[1], 1);
    uint64_t sub_group = w->run->options.sub_group_size;
    uint64_t me = linear % sub_group;
    uint64_t inside = w->n_items - linear / sub_group * sub_group;
    uint64_t size = GAC__MIN(inside, sub_group);
    switch ((gac__builtin)p->sub) {
    case GAC__BUILTIN_LOCAL_ID:
        return p->imm == 0   ? linear % sx
               : p->imm == 1 ? linear / sx % sy
                             : linear / sx / sy;
    case GAC__BUILTIN_LOCAL_LINEAR_ID: return linear;
    case GAC__BUILTIN_SUB_GROUP_ID: return linear / sub_group;
    case GAC__BUILTIN_SUB_GROUP_LOCAL_ID: return me;
    case GAC__BUILTIN_SUB_GROUP_SIZE: return size;
    default: break;
    }
    /* Masks: word `imm` of four, one bit a lane of the sub-group. */
    uint64_t own = (uint64_t)1 << me, below = own - 1;
    uint64_t all = size < 64 ? ((uint64_t)1 << size) - 1 : UINT64_MAX;
    uint64_t mask = p->sub == GAC__BUILTIN_SUB_GROUP_EQ_MASK   ? own
                    : p->sub == GAC__BUILTIN_SUB_GROUP_GE_MASK ? ~below
                    : p->sub == GAC__BUILTIN_SUB_GROUP_GT_MASK ? ~below - own
                    : p->sub == GAC__BUILTIN_SUB_GROUP_LE_MASK ? below + own
                                                               : below;
    return p->imm < 2 ? (uint32_t)((mask & all) >> 32 * p->imm) : 0;
}

void gac__group_place(const gac__run *run, uint64_t linear, uint64_t id_out[3])
{
    id_out[0] = linear % run->groups[0];
    id_out[1] = linear / run->groups[0] % run->groups[1];
    id_out[2] = linear / run->groups[0] / run->groups[1];
}

static uint64_t group_builtin(const gac__worker *w, uint32_t sub, uint32_t dim)
{
    const gac__run *run = w->run;
    const gac_run_options *o = &run->options;
    uint64_t all = o->local[0] * o->local[1] * o->local[2];
    if (dim > 2)
        dim = 0;
    switch ((gac__builtin)sub) {
    case GAC__BUILTIN_GROUP_ID: return w->group_id[dim];
    case GAC__BUILTIN_GLOBAL_SIZE: return o->global[dim];
    case GAC__BUILTIN_LOCAL_SIZE: return w->local_size[dim];
    case GAC__BUILTIN_ENQUEUED_LOCAL_SIZE: return o->local[dim];
    case GAC__BUILTIN_NUM_GROUPS: return run->groups[dim];
    case GAC__BUILTIN_GLOBAL_OFFSET: return o->offset[dim];
    case GAC__BUILTIN_WORK_DIM: return o->dimensions;
    case GAC__BUILTIN_GROUP_BASE:
        return o->offset[dim] + w->group_id[dim] * o->local[dim];
    case GAC__BUILTIN_GROUP_BASE_NO_OFFSET:
        return w->group_id[dim] * o->local[dim];
    case GAC__BUILTIN_SUB_GROUP_MAX_SIZE: return run->options.sub_group_size;
    case GAC__BUILTIN_NUM_SUB_GROUPS:
        return (w->n_items + run->options.sub_group_size - 1)
               / run->options.sub_group_size;
    case GAC__BUILTIN_STRIP_WIDTH: return run->program->width;
    case GAC__BUILTIN_NUM_ENQUEUED_SUB_GROUPS:
        return (all + run->options.sub_group_size - 1)
               / run->options.sub_group_size;
    default: return 0;
    }
}

/* Lane registers that depend on the shape of the group only. */
static void preset_lanes(gac__strip *s, const gac__preset *p)
{
    const gac__lane_program *program = s->worker->run->program;
    uint32_t size = gac__ty_bytes((gac__ty)p->ty);
    uint64_t linear = (uint64_t)s->index * program->width;
    uint8_t *at = s->frame + p->at;
    uint64_t items = s->worker->n_items;
    bool joined = s->worker->run->joined > 1;
    for (uint32_t k = 0; k < s->n_padded; k++) {
        uint64_t item = joined ? k % items : linear + k;
        uint64_t bits =
            p->sub == GAC__BUILTIN_STRIP_LANE ? k : lane_id(s->worker, p, item);
        memcpy(at + (size_t)k * size, &bits, size);
    }
}

static void preset_splat(gac__strip *s, const gac__preset *p)
{
    const gac__lane_program *program = s->worker->run->program;
    uint8_t *from = s->frame + p->from;
    gac__lane_splat(program->isa, p->ty)(s->frame + p->at, from, from, from, 0,
                                         program->width);
}

static void preset_private(gac__strip *s, const gac__preset *p)
{
    const gac__run *run = s->worker->run;
    uint64_t base = s->buffers[run->private_buffer[p->sub]].base;
    uint64_t stride =
        s->buffers[run->private_buffer[p->sub]].size / run->program->width;
    uint32_t size = gac__ty_bytes((gac__ty)p->ty);
    for (uint32_t k = 0; k < run->program->width; k++) {
        uint64_t address = base + k * stride;
        memcpy(s->frame + p->at + (size_t)k * size, &address, size);
    }
}

/* What each of several groups knows, to its lanes. */
static void preset_groups(gac__strip *s)
{
    const gac__worker *w = s->worker;
    const gac__lane_program *program = w->run->program;
    gac__worker of_group = {.run = w->run};
    uint32_t each = (uint32_t)w->n_items;
    for (uint32_t first = 0; first < s->n; first += each) {
        gac__group_place(w->run, w->group_linear + first / each,
                         of_group.group_id);
        for (uint32_t n = 0; n < program->n_presets; n++) {
            const gac__preset *p = &program->presets[n];
            if (p->kind != GAC__PRESET_GROUPS)
                continue;
            uint64_t bits = group_builtin(&of_group, p->sub, p->imm);
            uint32_t log2 = gac__log2_bytes(p->ty);
            gac__fill(s->frame + p->at + ((size_t)first << log2), bits, log2,
                      each);
        }
    }
}

/* Brings a strip's presets up to date: all of them when it is new, those of the
 * group when the group is, lane ids when the group's shape has changed. */
static void preset_strip(gac__strip *s, bool is_new)
{
    const gac__worker *w = s->worker;
    const gac__lane_program *program = w->run->program;
    bool reshaped = is_new;
    for (uint32_t d = 0; d < 3; d++) {
        reshaped |= s->preset_local[d] != w->local_size[d];
        s->preset_local[d] = (uint32_t)w->local_size[d];
    }
    if (reshaped)
        s->fixed_known = 0;
    for (uint32_t k = 0; reshaped && s->group_of && k < program->width; k++)
        s->group_of[k] = k / (uint32_t)w->n_items;
    if (is_new)
        memcpy(s->frame, w->run->scalars, program->scalar_bytes);
    uint32_t end = reshaped ? program->n_presets : program->n_group_presets;
    for (uint32_t n = 0; n < end; n++) {
        const gac__preset *p = &program->presets[n];
        if (p->kind == GAC__PRESET_BUILTIN) {
            uint64_t bits = group_builtin(w, p->sub, p->imm);
            if (p->ty == GAC__TY_I32)
                bits = (uint32_t)bits;
            memcpy(s->frame + p->at, &bits, sizeof bits);
        } else if (p->kind == GAC__PRESET_SPREAD && is_new) {
            const uint64_t *base =
                &s->buffers[w->run->private_buffer[p->sub]].base;
            memcpy(s->frame + p->at, base, sizeof *base);
        } else if (p->kind == GAC__PRESET_LANE_ID && reshaped) {
            preset_lanes(s, p);
        } else if (p->kind == GAC__PRESET_PRIVATE && is_new) {
            preset_private(s, p);
        } else if (p->kind == GAC__PRESET_SPLAT && (is_new || p->imm)) {
            preset_splat(s, p);
        }
    }
    if (w->run->joined > 1)
        preset_groups(s);
}

/* -- collectives ----------------------------------------------------------- */

static bool run_collective(const gac__party *p, const gac__lane_inst *i)
{
    if (p->worker->run->checker)
        gac__checked_collective(p, i);
    switch ((gac__code)i->code) {
    case GAC__CODE_ASYNC_COPY: return gac__do_async_copy(p, i);
    case GAC__CODE_WAIT_EVENTS: return gac__do_wait(p, i);
    case GAC__CODE_GROUP: return gac__do_group(p, i);
    default: /* a barrier: that lanes have met is all; or a fence among copies
              */
        if (p->worker->queue && i->ir->imm2)
            gac_copy_queue_finish(p->worker->queue);
        else if (p->worker->queue)
            gac_copy_queue_step(p->worker->queue);
        return true;
    }
}

bool gac__strip_sub_group(gac__strip *s)
{
    const gac__lane_program *program = s->worker->run->program;
    const gac__lane_inst *i = &program->insts[program->blocks[s->block].first];
    uint32_t size = s->worker->run->options.sub_group_size;
    if (i->code == GAC__CODE_BARRIER && !s->worker->run->checker)
        return true;
    for (uint32_t first = 0; first < s->n; first += size) {
        gac__party p = {s->worker, s->index,     s->index + 1,
                        first,     first + size, s->parked};
        if (!run_collective(&p, i))
            return false;
    }
    return true;
}

/* Work-items have met: what they printed before comes before what follows. */
static bool print_met(gac__worker *w)
{
    bool sorted = gac__print_sort(w);
    if (!sorted)
        gac__stop(w, GAC_ERR_MEMORY, GAC__RULE_limit, UINT32_MAX,
                  "out of memory for printf");
    return sorted;
}

bool gac__strip_alone(gac__strip *s)
{
    const gac__lane_program *program = s->worker->run->program;
    uint32_t first = program->blocks[s->block].first;
    gac__party p = {s->worker, 0, 1, 0, UINT32_MAX, s->parked};
    return (!program->has_printf || print_met(s->worker))
           && run_collective(&p, &program->insts[first]);
}

/* Carries out the lowest collective that strips are parked at, and lets them go
 * on. False if none is parked, or the run stops (`*stopped_out`). */
static bool collective_step(gac__worker *w, bool *stopped_out)
{
    const gac__lane_program *program = w->run->program;
    uint32_t pc = UINT32_MAX;
    for (uint32_t n = 0; n < w->n_group_strips; n++)
        if (w->strips[n].parked)
            pc = GAC__MIN(pc, w->strips[n].parked);
    if (pc == UINT32_MAX)
        return false;
    gac__party p = {w, 0, w->n_group_strips, 0, UINT32_MAX, pc};
    uint32_t first = program->blocks[pc & GAC__PC_BLOCK].first;
    if ((program->has_printf && !print_met(w))
        || !run_collective(&p, &program->insts[first])) {
        *stopped_out = true;
        return false;
    }
    for (uint32_t n = 0; n < w->n_group_strips; n++)
        if (w->strips[n].parked == pc)
            gac__strip_resume(&w->strips[n]);
    return true;
}

/* -- groups ---------------------------------------------------------------- */

/* Whether the first local ids of a strip's lanes rise by one: they are all in
 * one row of the group. */
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
    if (s->pack.done)
        gac__strip_unpack_presets(s);
    s->pack.idle = s->pack.price = 0;
    s->trips.loop = NULL;
    bool is_new = s->preset_local[0] == 0;
    bool has_mask = !is_new && s->full && s->n == n; /* from the group before */
    s->n = n;
    s->n_padded = (n + GAC__LANE_STEP - 1) / GAC__LANE_STEP * GAC__LANE_STEP;
    preset_strip(s, is_new);
    if (!has_mask) {
        memset(s->mask, 1, n);
        memset(s->mask + n, 0, program->width - n);
    }
    s->first = 0;
    s->end = s->n_padded;
    s->n_active = n;
    s->n_waits = 0;
    s->more_waits = false;
    s->outer.n_active = 0;
    s->low_lane = 0;
    s->high_lane = n - 1;
    s->x_rises = does_x_rise(s);
    s->x_rises_again = s->worker->run->joined > 1
                       && s->worker->local_size[0] == s->worker->n_items;
    s->spins = program->ir->facts.spins;
    s->turn = 0;
    s->met = false;
    s->full = true;
    s->plain = GAC__CODE_PURE_MASKED;
    s->protect = false;
    s->block = s->parked = 0;
}

/* Goes on to the next group: divisions would take as long as some 30 vectors.
 */
static void next_place(gac__worker *w)
{
    w->group_linear++;
    for (uint32_t d = 0; d < 3; d++) {
        if (++w->group_id[d] < w->run->groups[d])
            return;
        w->group_id[d] = 0;
    }
}

static void place_group(gac__worker *w, uint64_t linear)
{
    const gac__run *run = w->run;
    const gac_run_options *o = &run->options;
    if (w->n_items && linear == w->group_linear + 1) {
        next_place(w);
    } else {
        w->group_linear = linear;
        gac__group_place(run, linear, w->group_id);
    }
    w->n_items = 1;
    for (uint32_t d = 0; d < 3; d++) {
        uint64_t left = o->global[d] - w->group_id[d] * o->local[d];
        w->local_size[d] = GAC__MIN(left, o->local[d]);
        w->n_items *= w->local_size[d];
    }
}

/* Local variables with initializers, for each of the groups. False: the run
 * must stop. */
static bool fill_local(gac__worker *w, uint32_t n_groups)
{
    const gac__run *run = w->run;
    for (uint32_t n = 0; n < run->n_local_inits; n++) {
        const struct gac__local_init *i = &run->local_inits[n];
        uint8_t *to = w->local_memory + i->offset;
        for (uint32_t g = 0; g < n_groups; g++, to += run->local_bytes)
            if (!gac__spend(w, 1) || !gac__move_bytes(w, to, i->bytes, i->size))
                return false;
    }
    return true;
}

/* Runs each strip once; YIELDED: one has not come to a collective or an end. */
static gac__status run_strips(gac__worker *w)
{
    gac__status all = GAC__STATUS_ENDED;
    for (uint32_t n = 0; n < w->n_group_strips; n++) {
        gac__strip *s = &w->strips[n];
        if (!s->n_active || s->parked)
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
    place_group(w, linear);
    uint64_t left = w->n_items * n_groups;
    w->n_group_strips = 0;
    while (left) {
        uint32_t n = (uint32_t)GAC__MIN(left, program->width);
        start_strip(&w->strips[w->n_group_strips++], n);
        left -= n;
    }
    if (!fill_local(w, n_groups))
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
    } while (collective_step(w, &stopped));
    /* Copies that no wait is for land all the same. */
    if (program->n_sites)
        gac_copy_queue_finish(w->queue);
    if (w->run->checker && !stopped)
        gac__check_group_end(w->run->checker);
    return !stopped;
}
