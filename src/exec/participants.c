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
    if (p->end_strip == p->first_strip + 1 && only->arrived == p->pc
        && only->low_lane >= p->first_lane && only->low_lane < p->end_lane) {
        *lane_out = only->low_lane;
        return only;
    }
    gac__participant l = gac__participants_begin(p);
    if (!gac__participant_next(&l))
        return NULL;
    *lane_out = l.lane;
    return gac__participant_strip(&l);
}

void gac__participants_give(const gac__participants *p, const gac__lane_inst *i,
                            uint64_t bits)
{
    if (i->flags & GAC__CODE_D_UNIFORM) {
        for (uint32_t n = p->first_strip; n < p->end_strip; n++)
            if (p->worker->strips[n].arrived == p->pc)
                gac__write_result(&p->worker->strips[n], i, 0, bits);
        return;
    }
    for (gac__participant l = gac__participants_begin(p);
         gac__participant_next(&l);)
        gac__write_result(gac__participant_strip(&l), i, l.lane, bits);
}
