/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Flattened loops: lanes are pairs of a work-item and an iteration
 * (pass_flatten.c).
 *
 * From FLAT_NEXT to FLAT_MORE the strip has as many lanes as there are pairs,
 * all of them active; work-items keep their lanes, in other registers. Pairs
 * come work-item by work-item, so that those of a long list stand in a row, as
 * do those of the lists behind it.
 */
#include "exec/flattened.h"
#include "exec/counted.h"

/* A flattened loop pays if on average fewer lanes would be active. */
#define FEW_LANES (2 * GAC__LANE_STEP)

/* Iterations of pairs for which there is time before the first ones run. */
#define BEGIN_COST 256u

void gac__flat_begin(gac__strip *s, const gac__lane_inst *i)
{
    const gac__counted_loop l = {
        .at = {i->args[0], i->args[1], i->args[2]},
        .uniform = {i->arg_uniform[0] != 0, i->arg_uniform[1] != 0},
        .ty = i->arg_ty[0],
        .kind = (uint8_t)i->sub};
    uint32_t most = 0;
    uint64_t sum = 0, runs = 0;
    if (!s->protect && !s->more_waits && !s->trips.loop
        && gac__is_due(&s->flat.backoff)) {
        runs = gac__count_trips(s, &l, s->flat.trips, &most, &sum)
               && sum + s->n_active + BEGIN_COST
                      < (most + (uint64_t)1) * FEW_LANES;
        if (!runs)
            gac__put_off(&s->flat.backoff);
    }
    s->flat.runs = runs;
    s->flat.lane = s->flat.iteration = 0;
    memcpy(s->frame + i->d, &runs, sizeof runs);
}

static void exchange_masks(gac__strip *s)
{
    uint8_t *mask = s->mask;
    s->mask = s->outer.mask;
    s->outer.mask = mask;
}

void gac__flat_next(gac__strip *s, const gac__lane_inst *i)
{
    struct gac__flat *f = &s->flat;
    uint32_t *iterations = (uint32_t *)(void *)(s->frame + i->d);
    uint32_t n = 0, most = s->n_padded;
    while (n < most && f->lane < s->n) {
        uint32_t left = f->trips[f->lane] - f->iteration;
        uint32_t taken = GAC__MIN(left, most - n);
        for (uint32_t k = 0; k < taken; k++) {
            f->lane_of[n + k] = f->lane;
            iterations[n + k] = f->iteration + k;
        }
        n += taken;
        f->iteration = taken < left ? f->iteration + taken : 0;
        f->lane += taken == left;
    }
    while (f->lane < s->n && !f->trips[f->lane])
        f->lane++;
    f->in_pairs = true;
    f->n_lanes = s->n;
    f->n_active = s->n_active;
    exchange_masks(s);
    s->n = s->n_active = n;
    s->n_padded = gac__whole_steps(n);
    memset(s->mask, 1, n);
    memset(s->mask + n, 0, s->n_padded - n);
}

void gac__flat_take(gac__strip *s, const gac__lane_inst *i)
{
    const gac__run *run = s->worker->run;
    uint8_t *to = s->frame + i->d, *from = s->frame + i->args[1];
    uint32_t bytes = gac__ty_bytes((gac__ty)i->result_ty);
    if (i->arg_uniform[1])
        gac__lane_splat(run->program->isa, i->result_ty)(to, from, from, from,
                                                         0, s->n_padded);
    else
        run->memory->gather[gac__log2_bytes(i->result_ty)][GAC__INDEX_U32](
            to, (uintptr_t)from, s->flat.lane_of, bytes, NULL, 0, s->n);
}

void gac__flat_sum(gac__strip *s, const gac__lane_inst *i)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint8_t *f = s->frame;
    uint32_t log2 = gac__log2_bytes(i->result_ty);
    if (i->d != i->args[0]) /* `outer` has the mask of work-items */
        kernels->move_lanes[log2]((uintptr_t)(f + i->d),
                                  (uintptr_t)(f + i->args[0]), s->outer.mask, 0,
                                  gac__whole_steps(s->flat.n_lanes));
    kernels->flat_sum[i->sub][log2 == 3](f + i->d, f + i->args[1],
                                         f + i->args[i->n_args - 1],
                                         s->flat.lane_of, s->n);
}

void gac__flat_end(gac__strip *s, const gac__lane_inst *i)
{
    struct gac__flat *f = &s->flat;
    uint64_t more = f->lane < f->n_lanes;
    s->worker->instructions +=
        (uint64_t)s->n * s->worker->run->program->blocks[s->block].n_work;
    exchange_masks(s);
    s->n = f->n_lanes;
    s->n_padded = gac__whole_steps(s->n);
    s->n_active = f->n_active;
    f->in_pairs = false;
    f->runs = more;
    memcpy(s->frame + i->d, &more, sizeof more);
}
