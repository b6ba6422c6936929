/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Async copies and waits of a work-group.
 *
 * The operands are those of the first lane that takes part: the specification
 * requires them to be equal in all. Bounds are checked when the copy is issued;
 * the copy queue then carries it out when the launch's async mode says. An
 * event is the queue's, as a number with the width of a pointer.
 */
#include "exec/checked.h"
#include "exec/collectives.h"
#include "grammar/async_roles.h"
#include "module/reports.h"

/* Gets the memory that a side of a copy may access. False: there is none. */
static bool memory_of(const gac__strip *s, uint64_t address, bool write,
                      gac_copy_memory *memory_out)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    bool known = b->host && !gac__denies(b, write);
    *memory_out = known ? (gac_copy_memory){address, b->base, b->size}
                        : (gac_copy_memory){address, address, 0};
    return known;
}

static gac__rule_id rule_of(gac_result why)
{
    return why == GAC_ERR_OVERFLOW ? GAC__RULE_copy_address_overflow
                                   : GAC__RULE_copy_out_of_bounds;
}

static bool trap_copy(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                      gac_result why)
{
    const gac__run *run = s->worker->run;
    uint64_t group[3];
    gac__group_id_of(run, s->worker->group_linear + gac__strip_group(s, lane),
                     group);
    const gac_module *m = run->program->ir->module;
    gac__inst inst = gac__module_inst(m, i->ir->ordinal);
    const char *name = gac__module_inst_name(m, &inst);
    return gac__stop(
        s->worker, GAC_ERR_TRAP, rule_of(why), i->ir->ordinal,
        why == GAC_ERR_OVERFLOW
            ? "an address of %s in work-group (%llu,%llu,%llu) overflows"
        : why == GAC_ERR_BOUNDS
            ? "%s in work-group (%llu,%llu,%llu) reads or writes outside "
              "the buffer it started in"
            : "%s in work-group (%llu,%llu,%llu) cannot be carried out",
        name, (unsigned long long)group[0], (unsigned long long)group[1],
        (unsigned long long)group[2]);
}

static void read_operands(const gac__strip *s, const gac__lane_inst *i,
                          uint32_t lane, uint64_t v[GAC_ASYNC_ROLE_COUNT])
{
    if (i->flags & GAC__CODE_SCALARS)
        for (uint32_t a = 0; a < GAC_ASYNC_ROLE_COUNT; a++)
            memcpy(&v[a], s->frame + i->args[a], sizeof v[a]);
    else
        for (uint32_t a = 0; a < GAC_ASYNC_ROLE_COUNT; a++)
            v[a] = gac__operand(s, i, a, lane);
}

/* Returns where a side of a lane's copy begins in host memory, `offset`
 * elements behind its pointer; NULL: the buffer does not hold its `span` bytes,
 * or does not allow the access. */
static uint8_t *side_host(const gac__strip *s, uint32_t lane, uint64_t address,
                          uint64_t offset, uint64_t element_bytes,
                          uint64_t span, bool write)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    uint64_t at = address - b->base, first;
    if (!b->host || gac__denies(b, write) || at > b->size
        || __builtin_mul_overflow(offset, element_bytes, &first)
        || first > b->size - at || span > b->size - at - first)
        return NULL;
    return b->host + at + first
           + gac__strip_group(s, lane) * gac__bytes_apart(s, address);
}

/* Returns why a copy is refused. */
static gac_result why_refused(gac__strip *s, const gac_copy_desc *d,
                              uint64_t to, uint64_t from)
{
    gac_copy_memory dst, src;
    bool known = memory_of(s, to, true, &dst);
    known &= memory_of(s, from, false, &src);
    gac_result checked = gac_copy_check(
        d, gac__space_address_bytes(&s->worker->run->space) * 8, &dst, &src);
    return checked == GAC_OK && !known ? GAC_ERR_BOUNDS : checked;
}

gac_result gac__start_empty_copy(gac__worker *w, gac_copy_event *event)
{
    return gac_copy_queue_start(w->queue, &w->nothing, NULL, NULL, event);
}

/* Starts a copy on `*event`; 0: on a new event. Most copies of an instruction
 * have one shape: the last one's plan is kept, and checks a copy of its shape
 * quickly. */
static gac_result start(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                        const uint64_t v[GAC_ASYNC_ROLE_COUNT],
                        const gac_copy_desc *d, gac_copy_event *event)
{
    gac__worker *w = s->worker;
    if (gac_copy_is_empty(&d->shape))
        return gac__start_empty_copy(w, event);
    uint64_t dst = v[GAC_ASYNC_DESTINATION], src = v[GAC_ASYNC_SOURCE];
    const gac__buffer *dst_buffer = &s->buffers[gac__strip_buffer(s, dst)];
    gac__copy_site *site = &w->copy_sites[i->scale];
    unsigned flags = gac__copy_flags(w, dst_buffer);
    const gac_copy_plan *plan = &site->plan.plan;
    if (!gac_copy_site_fits(&site->plan, &d->shape, flags)) {
        GAC__TRY(why_refused(s, d, dst, src));
        GAC__TRY(gac_copy_site_plan(&site->plan, &d->shape, flags));
    }
    uint8_t *to = side_host(s, lane, dst, d->dst_offset, d->shape.element_bytes,
                            plan->dst_span, true);
    uint8_t *from = side_host(s, lane, src, d->src_offset,
                              d->shape.element_bytes, plan->src_span, false);
    if (!to || !from) {
        gac_result why = why_refused(s, d, dst, src);
        return why == GAC_OK ? GAC_ERR_BOUNDS : why;
    }
    uint64_t bytes = gac_copy_plan_bytes(plan);
    w->instructions +=
        bytes / 8; /* in advance, since limits are looked at in large copies */
    gac_result result = gac_copy_queue_start(w->queue, plan, to, from, event);
    if (result != GAC_OK) {
        w->instructions -= bytes / 8;
        return result;
    }
    w->bytes_copied += bytes;
    return GAC_OK;
}

bool gac__stop_copies(gac__worker *w, const gac__lane_inst *i, gac_result why)
{
    return why != GAC_ERR_CANCELLED /* a limit, which has been reported */
           && gac__stop(w, why, GAC__RULE_limit, i->ir->ordinal,
                        why == GAC_ERR_MEMORY
                            ? "out of memory for an async copy"
                            : "too many async copies are in flight");
}

/* Starts a copy, on a new event if `*event` is none in flight: what follows is
 * undefined, but the copy is made. */
static gac_result start_anyway(gac__strip *s, const gac__lane_inst *i,
                               uint32_t lane,
                               const uint64_t v[GAC_ASYNC_ROLE_COUNT],
                               const gac_copy_desc *d, gac_copy_event *event)
{
    gac_result result = start(s, i, lane, v, d, event);
    if (result != GAC_ERR_EVENT)
        return result;
    *event = 0;
    return start(s, i, lane, v, d, event);
}

bool gac__do_async_copy(const gac__participants *p, const gac__lane_inst *i)
{
    uint32_t lane;
    gac__strip *s = gac__participants_first(p, &lane);
    if (!s)
        return true;
    uint64_t v[GAC_ASYNC_ROLE_COUNT];
    read_operands(s, i, lane, v);
    gac_copy_desc desc = gac__async_desc(v);
    uint64_t given = v[GAC_ASYNC_EVENT];
    if (p->worker->run->checker)
        gac__checked_event(s, i, given);
    gac_copy_event event = given <= UINT32_MAX ? (gac_copy_event)given : 0;
    gac_result result = start_anyway(s, i, lane, v, &desc, &event);
    if (p->worker->run->checker)
        gac__checked_copy(s, i, lane, &desc, result, event);
    if ((result == GAC_ERR_BOUNDS || result == GAC_ERR_OVERFLOW)
        && gac__leaves_out(p->worker->run, rule_of(result))) {
        desc.shape.lines = 0; /* copies nothing, on an event for the wait */
        result = start_anyway(s, i, lane, v, &desc, &event);
        gac__checked_copy(s, i, lane, &desc, result, event);
    }
    if (result == GAC_ERR_MEMORY || result == GAC_ERR_LIMIT
        || result == GAC_ERR_CANCELLED)
        return gac__stop_copies(p->worker, i, result);
    if (result != GAC_OK)
        return trap_copy(s, i, lane, result);
    gac__participants_give(p, i, event);
    return true;
}

/* Reads event `n` of a wait's list. False if the run must stop. */
static bool read_event(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                       uint64_t n, uint64_t *event_out)
{
    const gac__run *run = s->worker->run;
    uint32_t size = gac__space_address_bytes(&run->space);
    uint64_t address;
    if (gac__event_operand(s, i, lane, n, event_out, &address))
        return true;
    const uint8_t *at = gac__strip_translate(s, address, size, false);
    *event_out = 0;
    if (at)
        at += gac__strip_group(s, lane) * gac__bytes_apart(s, address);
    else
        at = gac__trap_access(s, i, lane, address, size, false);
    if (at)
        memcpy(event_out, at, size);
    return at != NULL;
}

bool gac__do_wait(const gac__participants *p, const gac__lane_inst *i)
{
    uint32_t lane;
    gac__strip *s = gac__participants_first(p, &lane);
    if (s && p->worker->run->checker)
        gac__checked_wait(p, i);
    return !s || gac__wait(s, i, lane);
}

bool gac__wait(gac__strip *s, const gac__lane_inst *i, uint32_t lane)
{
    int32_t n = (int32_t)gac__operand(s, i, 0, lane);
    gac_copy_queue *queue =
        s->worker->queue; /* NULL: the kernel makes no copies */
    if (queue)
        gac_copy_queue_step(queue);
    for (int32_t e = 0; e < n; e++) {
        uint64_t event;
        if (!gac__event_goes_on(s->worker, (uint32_t)e)
            || !read_event(s, i, lane, (uint64_t)e, &event))
            return false;
        gac_copy_event live = event <= UINT32_MAX ? (gac_copy_event)event : 0;
        if (live && queue /* a wait ignores what is no event */
            && gac_copy_queue_wait(queue, &live, 1) == GAC_ERR_CANCELLED)
            return false;
    }
    return true;
}
