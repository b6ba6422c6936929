/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Collectives: copies, waits and group instructions, which work-items carry out
 * together; and work-groups as a whole. */
#ifndef GAC_EXEC_COLLECTIVES_H
#define GAC_EXEC_COLLECTIVES_H

#include "exec/exec_internal.h"

/* -- participants (participants.c) ----------------------------------------- */

/* The lanes that take part in a collective: of strips [first_strip, end_strip)
 * that have arrived at `pc`, the active lanes in [first_lane, end_lane). */
typedef struct gac__participants {
    gac__worker *worker;
    uint32_t first_strip, end_strip;
    uint32_t first_lane, end_lane;
    uint32_t pc;
} gac__participants;

/* A lane that takes part, or one that should. */
typedef struct gac__participant {
    const gac__participants *all;
    uint32_t strip, lane;
    bool is_absent; /* of lanes that do not take part */
} gac__participant;

/* Returns an iterator before the first lane. */
static inline gac__participant gac__participants_begin(
    const gac__participants *p)
{
    return (gac__participant){p, 0, UINT32_MAX, false};
}

/* Like gac__participants_begin(), but for the other lanes of the same strips.
 */
static inline gac__participant gac__absent_begin(const gac__participants *p)
{
    return (gac__participant){p, 0, UINT32_MAX, true};
}

/* Goes on to the next lane; false behind the last one. */
bool gac__participant_next(gac__participant *l);

/* Returns the strip of the first lane that takes part, and that lane; NULL:
 * there is none. */
gac__strip *gac__participants_first(const gac__participants *p,
                                    uint32_t *lane_out);

/* Writes a result to all lanes that take part. */
void gac__participants_give(const gac__participants *p, const gac__lane_inst *i,
                            uint64_t bits);

static inline gac__strip *gac__participant_strip(const gac__participant *l)
{
    return &l->all->worker->strips[l->strip];
}

/* Lets gac__participant_next() go on to the next strip. */
static inline void gac__participant_skip(gac__participant *l)
{
    l->lane = gac__participant_strip(l)->n;
}

/* -- collectives (events.c, group_ops.c, collectives.c) ---------------------
 */

bool gac__do_async_copy(const gac__participants *p, const gac__lane_inst *i);

/* Returns the copy engine's flags for copies into a buffer. */
static inline unsigned gac__copy_flags(const gac__worker *w,
                                       const gac__buffer *to)
{
    return w->run->copy_flags
           | (to->kind == GAC_MEMORY_LOCAL ? GAC_COPY_IN : GAC_COPY_OUT);
}

/* Starts a copy of no bytes on `*event`; 0: on a new event. */
gac_result gac__start_empty_copy(gac__worker *w, gac_copy_event *event);

/* Ends the run, since a copy has failed to start: `why`. Returns false. */
bool gac__stop_copies(gac__worker *w, const gac__lane_inst *i, gac_result why);
bool gac__do_wait(const gac__participants *p, const gac__lane_inst *i);

/* Waits for the events in the list of a lane. False if the run must stop. */
bool gac__wait(gac__strip *s, const gac__lane_inst *i, uint32_t lane);

/* Reads event `n` of a wait's list if it is an operand. False: it is in memory,
 * at the address. */
static inline bool gac__event_operand(const gac__strip *s,
                                      const gac__lane_inst *i, uint32_t lane,
                                      uint64_t n, uint64_t *event_out,
                                      uint64_t *address_out)
{
    const gac__space *space = &s->worker->run->space;
    if (i->n_args > 2) {
        *event_out = gac__operand(s, i, (uint32_t)n + 2, lane);
        return true;
    }
    *address_out =
        gac__space_wrap(space, gac__operand(s, i, 1, lane)
                                   + n * gac__space_address_bytes(space));
    return false;
}

bool gac__do_group(const gac__participants *p, const gac__lane_inst *i);

/* Returns the lane whose value a shuffle or a rotation of `kind` gives to lane
 * `me`; lanes are counted from the group's first one. */
static inline uint64_t gac__shuffle_source(uint32_t kind, uint64_t me,
                                           uint64_t by, uint64_t cluster)
{
    switch (kind) {
    case GAC__GROUP_SHUFFLE_XOR: return me ^ by;
    case GAC__GROUP_SHUFFLE_UP: return me - by;
    case GAC__GROUP_SHUFFLE_DOWN: return me + by;
    case GAC__GROUP_ROTATE:
        return me / cluster * cluster + (me % cluster + by) % cluster;
    default: return by;
    }
}

/* Carries out the sub-group collective at the start of the strip's block, for
 * each sub-group. False if the run must stop. */
bool gac__strip_sub_group(gac__strip *s);

/* Carries out the collective at which all lanes of a strip have arrived. The
 * strip is its whole group. False if the run must stop. */
bool gac__strip_alone(gac__strip *s);

/* Carries out the lowest collective at which strips of the group have arrived,
 * and resumes them. False if none has arrived, or if the run must stop
 * (`*stopped_out`). */
bool gac__group_collective(gac__worker *w, bool *stopped_out);

/* Writes a strip's presets (presets.c): all of them if it is new, else those of
 * the group, and lane ids if the group's shape has changed: it returns whether
 * it has. Then gac__strip_set_up() computes what is the same in every group of
 * the shape, for all lanes. */
bool gac__strip_preset(gac__strip *s, bool is_new);
void gac__strip_set_up(gac__strip *s);

/* Runs n work-groups from `linear` on, at most as many as are coalesced. False
 * if the run must stop. */
bool gac__groups_run(gac__worker *w, uint64_t linear, uint32_t n);

/* Returns which of the strip's coalesced groups a lane belongs to. */
static inline uint64_t gac__strip_group(const gac__strip *s, uint32_t lane)
{
    const gac__worker *w = s->worker;
    return w->run->coalesced > 1 ? lane / w->n_items : 0;
}

/* Returns a work-group's id in each dimension. */
static inline void gac__group_id_of(const gac__run *run, uint64_t linear,
                                    uint64_t id_out[3])
{
    id_out[0] = linear % run->groups[0];
    id_out[1] = linear / run->groups[0] % run->groups[1];
    id_out[2] = linear / run->groups[0] / run->groups[1];
}

#endif
