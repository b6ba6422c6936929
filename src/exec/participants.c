/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The lanes that take part in a collective, in order. */
#include "exec/collectives.h"

bool gac__participant_next(gac__participant *l)
{
    const gac__participants *p = l->all;
    if (l->lane == UINT32_MAX) {
        l->strip = p->first_strip;
        l->lane = p->first_lane;
    } else {
        l->lane++;
    }
    for (; l->strip < p->end_strip; l->strip++, l->lane = p->first_lane) {
        const gac__strip *s = &p->worker->strips[l->strip];
        uint32_t end = GAC__MIN(p->end_lane, s->n);
        bool is_present = s->arrived == p->pc;
        if (l->is_absent && is_present && s->full)
            continue;
        for (; l->lane < end; l->lane++)
            if ((is_present && s->mask[l->lane]) != l->is_absent)
                return true;
    }
    return false;
}

gac__strip *gac__participants_first(const gac__participants *p,
                                    uint32_t *lane_out)
{
    gac__strip *only = &p->worker->strips[p->first_strip];
    if (p->end_strip == p->first_strip + 1) {
        const uint32_t end = GAC__MIN(p->end_lane, only->n);
        const uint8_t *lane =
            only->arrived == p->pc && p->first_lane < end
                ? memchr(only->mask + p->first_lane, 1, end - p->first_lane)
                : NULL;
        *lane_out = lane ? (uint32_t)(lane - only->mask) : 0;
        return lane ? only : NULL;
    }
    gac__participant l = gac__participants_begin(p);
    if (!gac__participant_next(&l))
        return NULL;
    *lane_out = l.lane;
    return gac__participant_strip(&l);
}

/* Writes a result to the active lanes from `first` to `end`. */
static void give_lanes(gac__strip *s, const gac__lane_inst *i, uint64_t bits,
                       uint32_t first, uint32_t end)
{
    const gac__run *run = s->worker->run;
    uint8_t *spare = s->frame + run->program->temp;
    gac__lane_splat(run->program->isa, i->result_ty)(
        spare, &bits, &bits, &bits, first / GAC__LANE_STEP * GAC__LANE_STEP,
        gac__whole_steps(end));
    run->memory->move_lanes[gac__log2_bytes(i->result_ty)](
        (uintptr_t)(s->frame + i->d), (uintptr_t)spare, s->mask, first, end);
}

void gac__participants_give(const gac__participants *p, const gac__lane_inst *i,
                            uint64_t bits)
{
    for (uint32_t n = p->first_strip; n < p->end_strip; n++) {
        gac__strip *s = &p->worker->strips[n];
        if (s->arrived != p->pc)
            continue;
        if (i->flags & GAC__CODE_D_UNIFORM || !i->ir->result)
            gac__write_result(s, i, 0, bits);
        else
            give_lanes(s, i, bits, p->first_lane, GAC__MIN(p->end_lane, s->n));
    }
}
