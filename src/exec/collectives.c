/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Collectives, which work-items carry out together once they have arrived.
 *
 * If lanes wait at different collectives, or have ended while others wait, the
 * module's behaviour is undefined. The lowest block is then carried out for the
 * lanes that wait at it, so that the run ends in any case.
 */
#include "exec/checked.h"
#include "exec/collectives.h"

typedef bool collective_fn(const gac__participants *p, const gac__lane_inst *i);

/* Carries out a collective for each coalesced group. */
static bool run_each(const gac__participants *p, const gac__lane_inst *i,
                     collective_fn *run)
{
    const gac__worker *w = p->worker;
    if (w->run->coalesced == 1)
        return run(p, i);
    const uint32_t items = (uint32_t)w->n_items;
    gac__participants own = *p;
    for (uint32_t first = 0; first < w->strips[0].n; first += items) {
        own.first_lane = first;
        own.end_lane = first + items;
        if (!run(&own, i))
            return false;
    }
    return true;
}

static bool run_collective(const gac__participants *p, const gac__lane_inst *i)
{
    if (p->worker->run->checker)
        gac__checked_collective(p, i);
    switch ((gac__code)i->code) {
    case GAC__CODE_ASYNC_COPY: return run_each(p, i, gac__do_async_copy);
    case GAC__CODE_WAIT_EVENTS: return run_each(p, i, gac__do_wait);
    case GAC__CODE_GROUP: return gac__do_group(p, i);
    default: /* a barrier, for which lanes have arrived; or a fence among copies
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
        gac__participants p = {s->worker, s->index,     s->index + 1,
                               first,     first + size, s->arrived};
        if (!run_collective(&p, i))
            return false;
    }
    return true;
}

bool gac__strip_alone(gac__strip *s)
{
    const gac__lane_program *program = s->worker->run->program;
    uint32_t first = program->blocks[s->block].first;
    gac__participants p = {s->worker, 0, 1, 0, UINT32_MAX, s->arrived};
    return gac__print_sort(s->worker)
           && run_collective(&p, &program->insts[first]);
}

bool gac__group_collective(gac__worker *w, bool *stopped_out)
{
    const gac__lane_program *program = w->run->program;
    uint32_t pc = UINT32_MAX;
    for (uint32_t n = 0; n < w->n_group_strips; n++)
        if (w->strips[n].arrived)
            pc = GAC__MIN(pc, w->strips[n].arrived);
    if (pc == UINT32_MAX)
        return false;
    gac__participants p = {w, 0, w->n_group_strips, 0, UINT32_MAX, pc};
    uint32_t first = program->blocks[pc & GAC__PC_BLOCK].first;
    if (!gac__print_sort(w) || !run_collective(&p, &program->insts[first])) {
        *stopped_out = true;
        return false;
    }
    for (uint32_t n = 0; n < w->n_group_strips; n++)
        if (w->strips[n].arrived == pc)
            w->strips[n].arrived = 0;
    return true;
}
