/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Async copies and waits, for a whole work-group.
 *
 * Operands are taken from the first lane that takes part: the specification
 * wants them equal in all. Bounds are checked when the copy is issued; the copy
 * engine's queue then lands it as the launch's async mode says. An event is the
 * queue's, as a pointer-sized number.
 */
#include "exec/exec_internal.h"

/* The first strip and lane of a party. */
static gac__strip *first_lane(const gac__party *p, uint32_t *lane_out)
{
    for (uint32_t n = p->first_strip; n < p->end_strip; n++) {
        gac__strip *s = &p->worker->strips[n];
        uint32_t end = GAC__MIN(p->end_lane, s->n);
        for (uint32_t k = p->first_lane; k < end; k++)
            if (gac__party_has(p, n, k)) {
                *lane_out = k;
                return s;
            }
    }
    return NULL;
}

/* Writes a result to all lanes of a party. */
static void give_result(const gac__party *p, const gac__lane_inst *i,
                        uint64_t bits)
{
    for (uint32_t n = p->first_strip; n < p->end_strip; n++) {
        gac__strip *s = &p->worker->strips[n];
        uint32_t end = GAC__MIN(p->end_lane, s->n);
        if (i->flags & GAC__CODE_D_UNIFORM) {
            if (s->parked == p->pc)
                gac__write_result(s, i, 0, bits);
            continue;
        }
        for (uint32_t k = p->first_lane; k < end; k++)
            if (gac__party_has(p, n, k))
                gac__write_result(s, i, k, bits);
    }
}

static bool memory_of(gac__strip *s, uint64_t address, bool write,
                      gac_copy_memory *memory_out, uint8_t **host_out)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    if (!b->host || (write && b->read_only)) {
        *memory_out = (gac_copy_memory){ address, address, 0 };
        *host_out = NULL;
        return false;
    }
    *memory_out = (gac_copy_memory){ address, b->base, b->size };
    *host_out = (uint8_t *)((uintptr_t)b->host
                            + (uintptr_t)(address - b->base));
    return true;
}

static void trap_copy(gac__strip *s, const gac__lane_inst *i, gac_result why)
{
    const gac__run *run = s->worker->run;
    const gac_module *m = run->program->ir->module;
    gac__inst inst = gac__module_inst(m, i->ir->ordinal);
    const char *name = gac__module_inst_name(m, &inst);
    gac__stop(s->worker, GAC_ERR_TRAP,
              why == GAC_ERR_OVERFLOW ? GAC__RULE_copy_address_overflow
                                      : GAC__RULE_copy_out_of_bounds,
              i->ir->ordinal,
              why == GAC_ERR_OVERFLOW
                  ? "an address of %s in work-group (%llu,%llu,%llu) overflows"
              : why == GAC_ERR_BOUNDS
                  ? "%s in work-group (%llu,%llu,%llu) reads or writes outside "
                    "the buffer it started in"
                  : "%s in work-group (%llu,%llu,%llu) cannot be carried out",
              name, (unsigned long long)s->worker->group_id[0],
              (unsigned long long)s->worker->group_id[1],
              (unsigned long long)s->worker->group_id[2]);
}

static gac_copy_desc read_desc(const gac__strip *s, const gac__lane_inst *i,
                               uint32_t lane)
{
    uint64_t v[GAC__ACOPY_COUNT];
    for (uint32_t a = 0; a < GAC__ACOPY_COUNT; a++)
        v[a] = gac__operand(s, i, a, lane);
    return (gac_copy_desc){
        .shape = { .element_bytes = v[GAC__ACOPY_ELEMENT_BYTES],
                   .elements_per_line = v[GAC__ACOPY_ELEMENTS],
                   .lines = v[GAC__ACOPY_LINES],
                   .planes = v[GAC__ACOPY_PLANES],
                   .src_line_length = v[GAC__ACOPY_SRC_LINE],
                   .src_plane_area = v[GAC__ACOPY_SRC_PLANE],
                   .dst_line_length = v[GAC__ACOPY_DST_LINE],
                   .dst_plane_area = v[GAC__ACOPY_DST_PLANE] },
        .src_offset = v[GAC__ACOPY_SRC_OFFSET],
        .dst_offset = v[GAC__ACOPY_DST_OFFSET]
    };
}

static bool is_empty(const gac_copy_desc *d)
{
    return !d->shape.element_bytes || !d->shape.elements_per_line
           || !d->shape.lines || !d->shape.planes;
}

/* Starts the copy on `*event`; 0: a new one. */
static gac_result start(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                        gac_copy_event *event)
{
    gac__worker *w = s->worker;
    gac_copy_desc d = read_desc(s, i, lane);
    gac_copy_memory dst, src;
    uint8_t *to, *from;
    if (is_empty(&d)) {
        gac_copy_shape nothing = gac_copy_linear(1, 0);
        gac_copy_plan plan;
        GAC__TRY(gac_copy_plan_make(&plan, &nothing, 0));
        return gac_copy_queue_start(w->queue, &plan, NULL, NULL, event);
    }
    bool known = memory_of(s, gac__operand(s, i, GAC__ACOPY_DST, lane), true,
                           &dst, &to);
    known &= memory_of(s, gac__operand(s, i, GAC__ACOPY_SRC, lane), false, &src,
                       &from);
    gac_result checked = gac_copy_check(&d, w->run->address_bits, &dst, &src);
    if (checked != GAC_OK || !known)
        return checked == GAC_OK ? GAC_ERR_BOUNDS : checked;
    const gac__buffer *target = &s->buffers[gac__strip_buffer(s, dst.address)];
    unsigned flags = target->kind == GAC__MEMORY_LOCAL ? GAC_COPY_IN
                                                       : GAC_COPY_OUT;
    gac_copy_site *site = &w->sites[i->scale];
    if (!gac_copy_site_fits(site, &d.shape, flags))
        GAC__TRY(gac_copy_site_plan(site, &d.shape, flags));
    w->bytes_copied += gac_copy_plan_bytes(&site->plan);
    w->instructions += gac_copy_plan_bytes(&site->plan) / 8;
    to = (uint8_t *)((uintptr_t)to
                     + (uintptr_t)(d.dst_offset * d.shape.element_bytes));
    from = (uint8_t *)((uintptr_t)from
                       + (uintptr_t)(d.src_offset * d.shape.element_bytes));
    return gac_copy_queue_start(w->queue, &site->plan, to, from, event);
}

bool gac__do_async_copy(const gac__party *p, const gac__lane_inst *i)
{
    uint32_t lane;
    gac__strip *s = first_lane(p, &lane);
    if (!s)
        return true;
    uint64_t given = gac__operand(s, i, GAC__ACOPY_EVENT, lane);
    gac_copy_event event = given <= UINT32_MAX ? (gac_copy_event)given : 0;
    gac_result result = start(s, i, lane, &event);
    if (result == GAC_ERR_EVENT) {
        /* Not an event in flight: what follows is undefined; the copy is still
         * made, on an event of its own. */
        event = 0;
        result = start(s, i, lane, &event);
    }
    if (result == GAC_ERR_MEMORY || result == GAC_ERR_LIMIT) {
        gac__stop(p->worker, result, GAC__RULE_limit, i->ir->ordinal,
                  "too many async copies are in flight");
        return false;
    }
    if (result != GAC_OK) {
        trap_copy(s, i, result);
        return false;
    }
    give_result(p, i, event);
    return true;
}

/* Reads event number `n` of a wait. */
static bool read_event(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                       uint64_t n, uint64_t *event_out)
{
    const gac__run *run = s->worker->run;
    uint32_t size = run->space.wide ? 8 : 4;
    if (i->n_args > 2) {
        *event_out = gac__operand(s, i, (uint32_t)n + 2, lane);
        return true;
    }
    uint64_t address = gac__operand(s, i, 1, lane) + n * size;
    if (!run->space.wide)
        address = (uint32_t)address;
    const uint8_t *at = gac__strip_translate(s, address, size, false);
    *event_out = 0;
    if (!at) {
        gac__trap_access(s, i, lane, address, size, false);
        return false;
    }
    memcpy(event_out, at, size);
    return true;
}

bool gac__do_wait(const gac__party *p, const gac__lane_inst *i)
{
    uint32_t lane;
    gac__strip *s = first_lane(p, &lane);
    if (!s)
        return true;
    int32_t n = (int32_t)gac__operand(s, i, 0, lane);
    gac_copy_queue *queue = p->worker->queue; /* NULL: the kernel copies nothing */
    if (queue)
        gac_copy_queue_step(queue);
    for (int32_t e = 0; e < n; e++) {
        uint64_t event;
        if (!read_event(s, i, lane, (uint64_t)e, &event))
            return false;
        gac_copy_event live = event <= UINT32_MAX ? (gac_copy_event)event : 0;
        if (live && queue) /* what is no event is no business of a wait */
            (void)gac_copy_queue_wait(queue, &live, 1);
    }
    return true;
}
