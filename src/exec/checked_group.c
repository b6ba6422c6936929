/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs: collectives and events. */
#include "exec/checked.h"
#include "exec/collectives.h"
#include "grammar/async_roles.h"

/* The steps of the watch that a message about a lane counts as. */
#define TELL_STEPS 64u

/* -- participants ---------------------------------------------------------- */

/* Returns the instruction at which a lane waits while it does not take part;
 * NULL: it has ended. */
static const gac__lane_inst *waits_at(const gac__participants *p,
                                      const gac__strip *s, uint32_t lane)
{
    const gac__lane_program *program = p->worker->run->program;
    uint32_t pc = s->arrived && s->mask[lane] ? s->arrived : s->pc[lane];
    if (pc == GAC__PC_ENDED || (pc & GAC__PC_BLOCK) >= program->n_blocks)
        return NULL;
    return &program->insts[program->blocks[pc & GAC__PC_BLOCK].first];
}

static gac__rule_id divergence_rule(const gac__lane_inst *i)
{
    switch ((gac__code)i->code) {
    case GAC__CODE_ASYNC_COPY: return GAC__RULE_divergent_copy;
    case GAC__CODE_WAIT_EVENTS: return GAC__RULE_divergent_wait;
    default: return GAC__RULE_barrier_divergence;
    }
}

static void tell_absent(const gac__participants *p, const gac__lane_inst *i,
                        const gac__strip *s, uint32_t lane)
{
    gac__fault f = gac__fault_make(divergence_rule(i), gac__site_of(s, i),
                                   gac__lane_item(s, lane));
    const gac__lane_inst *other = waits_at(p, s, lane);
    char name[64], other_name[64];
    gac__checked_title(s, i, name);
    f.other_group = p->worker->group_linear;
    f.other_item = f.item;
    if (other) {
        f.other_site = gac__site_of(s, other);
        f.other_access = "waiting";
        gac__checked_title(s, other, other_name);
        gac__fault_add(gac__checker_of(s), &f,
                       "waits at another instruction, %s, "
                       "while others are at %s",
                       other_name, name);
    } else {
        gac__fault_add(gac__checker_of(s), &f,
                       "has ended while others are at %s", name);
    }
}

/* -- iterations ------------------------------------------------------------ */

/* Reads a lane's counter of a loop from the GAC__ITERATION_ARGS operands from
 * `a` on, and computes the number of its iteration, from 1 on. False: that is
 * not known. */
static bool read_iteration(const gac__strip *s, const gac__lane_inst *i,
                           uint32_t a, uint32_t lane, int64_t *counter,
                           int64_t *iteration)
{
    uint32_t unused = 64 - gac__ty_bytes((gac__ty)i->arg_ty[a]) * 8;
    uint64_t value[GAC__ITERATION_ARGS];
    for (uint32_t k = 0; k < GAC__ITERATION_ARGS; k++) {
        uint64_t bits =
            i->ir->args[a + k] ? gac__operand(s, i, a + k, lane) : 0;
        value[k] = (uint64_t)((int64_t)(bits << unused) >> unused);
    }
    bool falls = (int64_t)value[2] < 0;
    uint64_t gone = falls ? value[1] - value[0] : value[0] - value[1];
    uint64_t step = falls ? 0 - value[2] : value[2];
    gone = gone << unused >> unused;
    *counter = (int64_t)value[0];
    *iteration = step ? (int64_t)(gone / step + 1) : 0;
    return step && gone % step == 0;
}

static void tell_iteration(const gac__lane_inst *i, uint32_t a,
                           const gac__participant *l,
                           const gac__participant *first)
{
    const gac__strip *s = gac__participant_strip(l);
    const gac__strip *its = gac__participant_strip(first);
    gac__checker *c = gac__checker_of(s);
    uint32_t item = gac__lane_item(s, l->lane);
    gac__fault f =
        gac__fault_make(divergence_rule(i), gac__site_of(s, i), item);
    char name[64], other[64];
    int64_t counter, other_counter, iteration, other_iteration;
    bool known = read_iteration(s, i, a, l->lane, &counter, &iteration);
    known &= read_iteration(its, i, a, first->lane, &other_counter,
                            &other_iteration);
    gac__checked_title(s, i, name);
    gac__check_item_text(c, gac__lane_item(its, first->lane), other);
    gac__fault_add(c, &f,
                   known ? "is in iteration %lld of a loop at %s, where "
                           "work-item %s is in iteration %lld"
                         : "is in a loop whose counter is %lld at %s, where "
                           "work-item %s has %lld",
                   (long long)(known ? iteration : counter), name, other,
                   (long long)(known ? other_iteration : other_counter));
    gac__check_absent(c, item);
}

/* -- comparing lanes ------------------------------------------------------- */

static void tell_values(gac__strip *s, const gac__lane_inst *i,
                        const char *name, uint32_t lane, uint64_t value,
                        uint32_t first_item, uint64_t first_value)
{
    gac__checker *c = gac__checker_of(s);
    char item[64], title[64];
    gac__checked_title(s, i, title);
    gac__fault f = gac__fault_make(GAC__RULE_non_uniform_operand,
                                   gac__site_of(s, i), gac__lane_item(s, lane));
    f.operand = name;
    f.other_item = first_item;
    f.other_group = s->worker->group_linear;
    gac__check_item_text(c, first_item, item);
    gac__fault_add(c, &f,
                   "passes %llu (0x%llx) as %s of %s, but work-item %s "
                   "passes %llu (0x%llx)",
                   (unsigned long long)value, (unsigned long long)value, name,
                   title, item, (unsigned long long)first_value,
                   (unsigned long long)first_value);
}

/* Compares operand `a` of all lanes that take part with the first one's. True:
 * it is the same. Reports lanes that differ if `tell`. `name`: the operand's
 * name; NULL: it is a loop's counter. Lanes of a strip may share an operand,
 * but no counter. */
static bool compare(const gac__participants *p, const gac__lane_inst *i,
                    uint32_t a, const char *name, bool tell)
{
    gac__checker *c = p->worker->run->checker;
    uint32_t width = p->worker->run->program->width;
    gac__participant l = gac__participants_begin(p);
    bool same = true;
    (void)gac__check_goes_on(c, (p->end_strip - p->first_strip)
                                    * (width / GAC__LANES_A_STEP));
    if (!gac__participant_next(&l))
        return true;
    gac__participant first = l;
    const gac__strip *its = gac__participant_strip(&first);
    uint64_t wanted = gac__operand(its, i, a, first.lane);
    do {
        gac__strip *s = gac__participant_strip(&l);
        uint64_t value = gac__operand(s, i, a, l.lane);
        same &= value == wanted;
        if (value != wanted && tell) {
            if (!gac__check_goes_on(c, TELL_STEPS))
                return false;
            if (name)
                tell_values(s, i, name, l.lane, value,
                            gac__lane_item(its, first.lane), wanted);
            else
                tell_iteration(i, a, &l, &first);
        }
        if (name && i->arg_uniform[a])
            gac__participant_skip(&l);
    } while (gac__participant_next(&l));
    return same;
}

/* "All work-items must execute the barrier for each iteration of the loop
 * execution": returns 1 + the operand that differs among lanes that take part;
 * 0: they are in one iteration. */
static uint32_t find_iterations(const gac__participants *p,
                                const gac__lane_inst *i)
{
    for (uint32_t n = 0; n < i->check; n++) {
        uint32_t a = i->n_args + n * GAC__ITERATION_ARGS;
        if (!compare(p, i, a, NULL, false))
            return a + 1;
    }
    return 0;
}

/* -- arrivals -------------------------------------------------------------- */

static void tell_all_absent(const gac__participants *p, const gac__lane_inst *i)
{
    gac__checker *c = p->worker->run->checker;
    for (gac__participant l = gac__absent_begin(p);
         gac__participant_next(&l) && gac__check_goes_on(c, TELL_STEPS);) {
        const gac__strip *s = gac__participant_strip(&l);
        gac__check_absent(c, gac__lane_item(s, l.lane));
        tell_absent(p, i, s, l.lane);
    }
}

/* Checks that all work-items take part, in the same iterations, if one does:
 * sub-groups of a strip arrive one by one, and some may not arrive. `same`: the
 * operands are equal; where they are not, iterations are not reported, too. */
static void check_meeting(const gac__participants *p, const gac__lane_inst *i,
                          bool same)
{
    gac__checker *c = p->worker->run->checker;
    gac__participant l = gac__absent_begin(p);
    bool absent = gac__participant_next(&l);
    uint32_t other_iteration = absent ? 0 : find_iterations(p, i);
    if (gac__check_arrival(c, !absent && !other_iteration)) {
        if (absent)
            tell_all_absent(p, i);
        else if (same)
            compare(p, i, other_iteration - 1, NULL, true);
        gac__check_parted(c, other_iteration
                                 && gac__check_enabled(c, divergence_rule(i)));
    }
}

/* -- operands -------------------------------------------------------------- */

/* The core's copies have fewer operands, some of which have several roles. */
static const char *operand_name(const gac__lane_inst *i, uint32_t a)
{
    const char *name = gac__async_operand_name((gac_async_role)a);
    if (gac__acopy_has_lines(i->sub))
        return name;
    switch (a) {
    case GAC_ASYNC_DESTINATION:
    case GAC_ASYNC_SOURCE:
    case GAC_ASYNC_EVENT: return name;
    case GAC_ASYNC_SOURCE_LINE:
    case GAC_ASYNC_DESTINATION_LINE:
        return i->sub == GAC__ACOPY_STRIDED ? "Stride" : "Num Elements";
    default: return "Num Elements";
    }
}

/* Work-items copy with different operands: what these copies write is not
 * checked further. */
static void lose_copies(const gac__participants *p, const gac__lane_inst *i)
{
    uint32_t last = 0;
    for (gac__participant l = gac__participants_begin(p);
         gac__participant_next(&l);) {
        gac__strip *s = gac__participant_strip(&l);
        uint32_t buffer = gac__strip_buffer(
            s, gac__operand(s, i, GAC_ASYNC_DESTINATION, l.lane));
        if (buffer && buffer != last)
            gac__check_copy_is_lost(gac__checker_of(s), buffer);
        last = buffer;
    }
}

/* Whether all operands are the same. */
static bool compare_operands(const gac__participants *p,
                             const gac__lane_inst *i)
{
    bool same = true;
    for (uint32_t a = 0; a < GAC_ASYNC_ROLE_COUNT; a++)
        same &= compare(p, i, a, operand_name(i, a), true);
    if (!same)
        lose_copies(p, i);
    return same;
}

void gac__checked_collective(const gac__participants *p,
                             const gac__lane_inst *i)
{
    gac__checker *c = p->worker->run->checker;
    bool work_group = p->end_lane == UINT32_MAX;
    uint32_t lane;
    const gac__strip *first = gac__participants_first(p, &lane);
    if (i->code == GAC__CODE_GROUP && work_group && first)
        p->worker->first_item = gac__lane_item(first, lane);
    /* the scalars of a strip are those of all its lanes */
    bool same =
        (i->flags & GAC__CODE_SCALARS) && p->worker->n_group_strips == 1;
    if (i->code == GAC__CODE_ASYNC_COPY && !same)
        same = compare_operands(p, i);
    /* some lanes of a sub-group may take part alone: OpGroupNonUniform... */
    if (first
        && (i->code != GAC__CODE_GROUP || work_group
            || (i->ir->flags & GAC__IR_ALL_ARRIVE)))
        check_meeting(p, i, i->code != GAC__CODE_ASYNC_COPY || same);
    if (i->code == GAC__CODE_WAIT_EVENTS)
        compare(p, i, 0, "Num Events", true);
    if (i->code != GAC__CODE_BARRIER)
        return;
    if (i->ir->imm2)
        gac__check_copy_fence(c, (uint32_t)i->ir->imm2);
    else if (work_group)
        gac__check_barrier(c, (uint64_t)i->imm);
    else
        gac__check_sub_group_barrier(
            c,
            gac__lane_item(&p->worker->strips[p->first_strip], p->first_lane)
                / p->worker->run->options.sub_group_size,
            (uint64_t)i->imm);
}

/* -- events ---------------------------------------------------------------- */

/* Reports an event that no copy in flight has, and that the instruction waits
 * for, or passes to a copy. */
static void tell_event(gac__strip *s, const gac__lane_inst *i, uint64_t event,
                       bool waits)
{
    gac__checker *c = gac__checker_of(s);
    gac__fault f = gac__fault_make(GAC__RULE_invalid_event, gac__site_of(s, i),
                                   GAC__NO_ITEM);
    f.operand = waits ? "Events List" : "Event";
    const char *why = gac__check_released(c, event, &f)
                          ? "an earlier wait has released"
                          : "is no event of a copy in flight";
    gac__fault_add(c, &f,
                   waits ? "waits for 0x%llx, which %s"
                         : "passes 0x%llx as Event, which %s",
                   (unsigned long long)event, why);
}

void gac__checked_event(gac__strip *s, const gac__lane_inst *i, uint64_t event)
{
    if (event
        && !gac__check_event_is(gac__checker_of(s), event, GAC__EVENT_LIVE))
        tell_event(s, i, event, false);
}

/* Reads event `n` of a lane's list. False: it cannot be read, as is reported if
 * that is the list's fault. */
static bool read_event(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                       uint32_t n, uint64_t *event_out)
{
    gac__checker *c = gac__checker_of(s);
    const gac__space *space = &s->worker->run->space;
    uint32_t size = gac__space_address_bytes(space);
    uint64_t address;
    *event_out = 0;
    if (gac__event_operand(s, i, lane, n, event_out, &address))
        return true;
    const uint8_t *host = gac__strip_translate(s, address, size, false);
    uint32_t number = gac__strip_buffer(s, address);
    gac__check_state state =
        host ? gac__check_peek(c, number, s->index, lane,
                               address - s->buffers[number].base, size)
             : GAC__CHECK_STATE_OUTSIDE;
    if (state == GAC__CHECK_STATE_DEFINED) {
        memcpy(event_out, host, size);
        return true;
    }
    gac__fault f = gac__fault_make(GAC__RULE_invalid_event, gac__site_of(s, i),
                                   gac__lane_item(s, lane));
    f.operand = "Events List";
    gac__fault_add(c, &f,
                   state == GAC__CHECK_STATE_OUTSIDE
                       ? "waits for event %u, but its list ends before it"
                       : "waits for event %u of a list that nothing has "
                         "written there",
                   n);
    return false;
}

static void wait_for(gac__strip *s, const gac__lane_inst *i, uint64_t event)
{
    gac__checker *c = gac__checker_of(s);
    if (event && !gac__check_event_is(c, event, GAC__EVENT_LIVE)
        && !gac__check_is_diverged(c)
        && !gac__check_event_is(c, event, GAC__EVENT_PARTED))
        tell_event(s, i, event, true);
}

/* Whether the lists of all lanes are in private memory and hold the same n
 * events as the first one's. Compilers make such lists of arrays of events. */
static bool have_same_lists(gac__strip *s, const gac__lane_inst *i, uint32_t n,
                            const uint64_t *first)
{
    const gac__lane_program *program = s->worker->run->program;
    const uint64_t *at = (const void *)(s->frame + i->args[1]);
    uint64_t bytes = (uint64_t)n * sizeof *first;
    if (i->n_args > 2 || i->arg_uniform[1] || i->arg_ty[1] != GAC__TY_I64
        || !s->full)
        return false;
    uint32_t number = gac__strip_buffer(s, at[0]);
    const gac__buffer *b = &s->buffers[number];
    uint64_t offset = at[0] - b->base, stride = b->size / program->width;
    if (!number || b->kind != GAC_MEMORY_PRIVATE
        || offset > program->privates[b->index].size_bytes
        || bytes > program->privates[b->index].size_bytes - offset
        || !s->worker->run->memory->steps_evenly(at, stride, s->n)
        || !gac__check_are_written(gac__checker_of(s), number, s->index, offset,
                                   stride, s->n, bytes))
        return false;
    uint64_t differ = 0;
    for (uint32_t k = 0; k < s->n; k++) {
        if (!gac__check_goes_on(gac__checker_of(s), n / GAC__LANES_A_STEP))
            return false;
        for (uint32_t e = 0; e < n; e++) {
            uint64_t event;
            memcpy(&event, b->host + offset + k * stride + e * sizeof event,
                   sizeof event);
            differ |= event ^ first[e];
        }
    }
    return differ == 0;
}

/* Returns how many events of a list to check: as many as its memory holds, and
 * one more if the wait is for more. */
static uint32_t count_events(const gac__strip *s, const gac__lane_inst *i,
                             uint32_t lane)
{
    uint32_t n = (uint32_t)gac__operand(s, i, 0, lane);
    if (i->n_args > 2)
        return GAC__MIN(n, i->n_args - 2u);
    uint64_t address = gac__operand(s, i, 1, lane);
    uint32_t number = gac__strip_buffer(s, address);
    const gac__buffer *b = &s->buffers[number];
    uint64_t at = address - b->base, room = 0;
    if (number && at < b->size)
        room =
            (b->size - at) / gac__space_address_bytes(&s->worker->run->space);
    return (uint32_t)GAC__MIN(n, room + 1);
}

/* The steps of the watch that an event counts as. */
#define EVENT_STEPS 16u

/* Compares a lane's events with those of the first lane. */
static void compare_events(gac__strip *s, const gac__lane_inst *i,
                           uint32_t lane, uint32_t n, const uint64_t *first)
{
    gac__checker *c = gac__checker_of(s);
    uint32_t own = count_events(s, i, lane);
    for (uint32_t e = 0; e < own && gac__event_goes_on(s->worker, e); e++) {
        uint64_t event;
        if (!gac__check_goes_on(c, EVENT_STEPS))
            return;
        if (!read_event(s, i, lane, e, &event) || (e < n && event == first[e]))
            continue;
        /* a greater number of events is a finding of Num Events */
        if (e < n) {
            if (!gac__check_event_is(c, event, GAC__EVENT_DIVERGED)
                && !gac__check_event_is(c, first[e], GAC__EVENT_DIVERGED))
                tell_values(s, i, "Events List", lane, event, 0, first[e]);
            gac__check_event_part(c, first[e]);
        }
        gac__check_event_part(c, event);
        gac__check_event_done(c, event, gac__site_of(s, i));
    }
    for (uint32_t e = own; e < n && gac__event_goes_on(s->worker, e); e++)
        gac__check_event_part(c, first[e]);
}

/* Reads the first lane's list. */
static void read_list(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                      uint32_t n, uint64_t *events)
{
    for (uint32_t e = 0; e < n && gac__event_goes_on(s->worker, e); e++)
        if (read_event(s, i, lane, e, &events[e]))
            wait_for(s, i, events[e]);
}

void gac__checked_wait(const gac__participants *p, const gac__lane_inst *i)
{
    gac__checker *c = p->worker->run->checker;
    const gac_allocator *allocator = p->worker->run->allocator;
    uint64_t few[GAC__FEW_EVENTS] = {0}, *first = NULL;
    uint32_t n = 0;
    bool uniform = i->n_args > 2;
    for (uint32_t a = 2; a < i->n_args; a++)
        uniform &= i->arg_uniform[a] != 0;
    for (gac__participant l = gac__participants_begin(p);
         gac__participant_next(&l);) {
        gac__strip *s = gac__participant_strip(&l);
        if (first) {
            compare_events(s, i, l.lane, n, first);
        } else {
            n = count_events(s, i, l.lane);
            first = n <= GAC__FEW_EVENTS
                        ? few
                        : gac__alloc_zero(allocator, n, sizeof *few);
            if (!first) {
                gac__stop(p->worker, GAC_ERR_MEMORY, GAC__RULE_limit,
                          i->ir->ordinal, "out of memory");
                return;
            }
            read_list(s, i, l.lane, n, first);
        }
        if (i->arg_uniform[0]
            && (uniform || (l.lane == 0 && have_same_lists(s, i, n, first))))
            gac__participant_skip(&l);
    }
    /* an event that is in the list twice is released once */
    uint32_t site = gac__site_of(&p->worker->strips[p->first_strip], i);
    for (uint32_t e = 0; e < n && gac__event_goes_on(p->worker, e); e++) {
        gac__check_event_done(c, first[e], site);
    }
    if (first != few)
        gac__free(allocator, first, n, sizeof *first);
    gac__check_waited(c);
}
