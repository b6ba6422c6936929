/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What work-items do together: copies, waits, group instructions; and
 * work-groups as a whole. */
#ifndef GAC_EXEC_COLLECTIVES_H
#define GAC_EXEC_COLLECTIVES_H

#include "exec/exec_internal.h"

/* -- collectives (group.c, group_ops.c, events.c) -------------------------- */

/* Which lanes take part in a collective: in strips [first, end) of a worker
 * that are parked at `pc`, active lanes within [lane_first, lane_end). */
typedef struct gac__party {
    gac__worker *worker;
    uint32_t first_strip, end_strip;
    uint32_t first_lane, end_lane;
    uint32_t pc;
} gac__party;

/* True if `lane` of strip `strip` takes part. */
static inline bool gac__party_has(const gac__party *p, uint32_t strip,
                                  uint32_t lane)
{
    const gac__strip *s = &p->worker->strips[strip];
    return s->parked == p->pc && s->mask[lane];
}

/* A lane of a party. */
typedef struct gac__party_lane {
    const gac__party *party;
    uint32_t strip, lane;
} gac__party_lane;

/* The place before the first lane. */
static inline gac__party_lane gac__party_begin(const gac__party *p)
{
    return (gac__party_lane){p, 0, UINT32_MAX};
}

/* Goes on to the next lane that takes part; false behind the last. */
bool gac__party_next(gac__party_lane *l);

/* The first strip and lane of a party; NULL: there is none. */
gac__strip *gac__party_first(const gac__party *p, uint32_t *lane_out);

/* Writes a result to all lanes of a party. */
void gac__party_give(const gac__party *p, const gac__lane_inst *i,
                     uint64_t bits);

static inline gac__strip *gac__party_strip(const gac__party_lane *l)
{
    return &l->party->worker->strips[l->strip];
}

bool gac__do_async_copy(const gac__party *p, const gac__lane_inst *i);

/* What the engine is to know of a copy into a buffer. */
static inline unsigned gac__copy_flags(const gac__worker *w,
                                       const gac__buffer *to)
{
    return w->run->copy_flags
           | (to->kind == GAC__MEMORY_LOCAL ? GAC_COPY_IN : GAC_COPY_OUT);
}

/* Starts a copy of nothing on `*event`; 0: a new one. */
gac_result gac__start_empty_copy(gac__worker *w, gac_copy_event *event);

/* Ends the run: the queue has no room for a copy. */
void gac__stop_copies(gac__worker *w, const gac__lane_inst *i, gac_result why);
bool gac__do_wait(const gac__party *p, const gac__lane_inst *i);

/* Waits for the events that a lane names. False if the run must stop. */
bool gac__wait(gac__strip *s, const gac__lane_inst *i, uint32_t lane);
bool gac__do_group(const gac__party *p, const gac__lane_inst *i);

/* Carries out the sub-group collective that the strip is at, for each of its
 * sub-groups. */
bool gac__strip_sub_group(gac__strip *s);

/* Carries out the collective that a strip is parked at which is its whole
 * group, with all its lanes. */
bool gac__strip_alone(gac__strip *s);

/* Carries out the lowest collective that a group's strips are parked at, and
 * lets them go on. False if none is parked, or the run stops (`*stopped_out`).
 */
bool gac__group_collective(gac__worker *w, bool *stopped_out);

/* Brings a strip's presets up to date (presets.c): all of them when it is new,
 * those of the group when the group is, lane ids when the group's shape has
 * changed. */
void gac__strip_preset(gac__strip *s, bool is_new);

/* Runs work-groups [linear, linear + n), at most as many as are joined. False
 * if the run must stop. */
bool gac__groups_run(gac__worker *w, uint64_t linear, uint32_t n);

/* The group that a lane of a strip belongs to, counted from the strip's first.
 */
static inline uint64_t gac__strip_group(const gac__strip *s, uint32_t lane)
{
    const gac__worker *w = s->worker;
    return w->run->joined > 1 ? lane / w->n_items : 0;
}

/* A group's number in each dimension. */
static inline void gac__group_place(const gac__run *run, uint64_t linear,
                                    uint64_t id_out[3])
{
    id_out[0] = linear % run->groups[0];
    id_out[1] = linear / run->groups[0] % run->groups[1];
    id_out[2] = linear / run->groups[0] / run->groups[1];
}

#endif
