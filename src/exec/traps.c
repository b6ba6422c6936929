/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Accesses out of bounds: what is reported, and whether the run goes on. */
#include "exec/checked.h"
#include "exec/collectives.h"
#include "exec/tile.h"

static void describe_lane(const gac__strip *s, uint32_t lane, char *out,
                          size_t size)
{
    const gac__worker *w = s->worker;
    uint32_t number =
        s->compaction.is_permuted ? s->compaction.order[lane] : lane;
    uint64_t linear = (uint64_t)s->index * w->run->program->width + number;
    uint64_t group = gac__strip_group(s, lane), id[3], item[3];
    gac__group_id_of(w->run, w->group_linear + group, id);
    linear -= group * w->n_items;
    for (uint32_t d = 0; d < 3; d++) {
        uint64_t extent = GAC__MAX(w->local_size[d], 1);
        uint64_t at = id[d] * w->run->options.local[d] + linear % extent;
        linear /= extent;
        item[d] = at % w->run->given[d];
        id[d] = at / w->run->given[d];
    }
    uint32_t first =
        w->run->program->ir->variant.leading; /* the caller's first dimension */
    gac__swap_dimensions(item, first);
    gac__swap_dimensions(id, first);
    snprintf(out, size,
             "work-item (%llu,%llu,%llu) of work-group (%llu,%llu,%llu)",
             (unsigned long long)item[0], (unsigned long long)item[1],
             (unsigned long long)item[2], (unsigned long long)id[0],
             (unsigned long long)id[1], (unsigned long long)id[2]);
}

/* Finds where in the work-item's own variable an access begins that is at `*at`
 * of the buffer. Accesses to a variable in SoA layout are of one element, with
 * a 32-bit number. False: it is further away than such a number tells. */
static bool find_own_offset(const gac__strip *s, uint32_t lane,
                            const gac__buffer *b, uint64_t size, uint64_t *at)
{
    const gac__lane_program *p = s->worker->run->program;
    uint32_t number =
        s->compaction.is_permuted ? s->compaction.order[lane] : lane;
    if (!p->privates[b->index].is_soa) {
        *at -= b->size / p->width * number;
        return true;
    }
    int64_t index = (int32_t)(uint32_t)(*at / size);
    int64_t element = (index - (int64_t)number) / (int64_t)p->width;
    *at = (uint64_t)(element * (int64_t)size);
    return element != GAC__SOA_FAR;
}

/* An access that is refused, and why. */
typedef struct refusal {
    uint32_t buffer; /* that messages name; 0: none */
    uint64_t address, size;
    bool write;
    char why[64];
} refusal;

static void tell_checker(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                         const refusal *r, const gac__check_buffer *what)
{
    gac__checker *c = gac__checker_of(s);
    const gac__buffer *b = &s->buffers[r->buffer];
    gac__fault f = gac__fault_make(GAC__RULE_out_of_bounds, gac__site_of(s, i),
                                   gac__lane_item(s, lane));
    const char *verb = r->write ? "writes" : "reads";
    bool told = i->code == GAC__CODE_WAIT_EVENTS /* reported before: the list is
                                                    too short */
                && gac__check_enabled(c, GAC__RULE_invalid_event);
    if (told || gac__check_operand_is_undefined(c, f.site))
        return;
    if (!r->buffer) {
        gac__fault_add(c, &f, "%s %llu bytes at address 0x%llx, %s", verb,
                       (unsigned long long)r->size,
                       (unsigned long long)r->address, r->why);
        return;
    }
    f.bytes = (gac__bytes){r->buffer, r->address - b->base, r->size};
    if (b->kind == GAC_MEMORY_PRIVATE)
        f.bytes.first -= what->lane_stride * lane;
    f.access = verb;
    gac__fault_add(c, &f, "%s", r->why);
}

/* Stops the run. */
static void tell_trap(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                      const refusal *r, const gac__check_buffer *what)
{
    const gac__buffer *b = &s->buffers[r->buffer];
    uint64_t at = r->address - b->base;
    char who[128], where[200];
    if (s->flat.in_pairs)
        lane = s->flat.lane_of[lane];
    describe_lane(s, lane, who, sizeof who);
    if (!r->buffer)
        snprintf(where, sizeof where, "%llu bytes at address 0x%llx",
                 (unsigned long long)r->size, (unsigned long long)r->address);
    else if (b->kind == GAC_MEMORY_PRIVATE
             && !find_own_offset(s, lane, b, r->size, &at))
        gac__check_far_text(what, r->size, where, sizeof where);
    else
        gac__check_bytes_text(what, at, r->size, where, sizeof where);
    gac__stop(s->worker, GAC_ERR_TRAP, GAC__RULE_out_of_bounds, i->ir->ordinal,
              "%s %s %s, %s", who, r->write ? "writes" : "reads", where,
              r->why);
}

uint8_t *gac__trap_access(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                          uint64_t address, uint64_t size, bool write)
{
    const gac__run *run = s->worker->run;
    refusal r = {gac__strip_nearest(s, address), address, size, write,
                 "which is in no buffer"};
    const gac__buffer *b = &s->buffers[r.buffer];
    gac__check_buffer what = gac__run_describe(run, r.buffer);
    bool is_private = b->kind == GAC_MEMORY_PRIVATE;
    uint64_t at = address - b->base;
    if (r.buffer && !is_private && at <= b->size && size <= b->size - at)
        snprintf(r.why, sizeof r.why,
                 write ? "which is read-only" : "which is write-only");
    else if (r.buffer)
        snprintf(r.why, sizeof r.why, "outside of its %llu bytes",
                 (unsigned long long)(is_private ? what.lane_bytes
                                                 : b->size - what.in_front));
    if (run->checker) {
        tell_checker(s, i, lane, &r, &what);
        if (gac__leaves_out(run, GAC__RULE_out_of_bounds)
            || (i->code == GAC__CODE_WAIT_EVENTS
                && gac__leaves_out(run, GAC__RULE_invalid_event)))
            return memset(s->worker->left_out, 0, sizeof s->worker->left_out);
    }
    tell_trap(s, i, lane, &r, &what);
    return NULL;
}

bool gac__checked_left(gac__strip *s, const gac__lane_inst *i)
{
    if (!s->worker->n_left
        || gac__leaves_out(s->worker->run, GAC__RULE_out_of_bounds))
        return true;
    return gac__stop(
        s->worker, GAC_ERR_TRAP, GAC__RULE_out_of_bounds, i->ir->ordinal,
        "a work-item of work-group (%llu,%llu,%llu) leaves a private "
        "variable",
        (unsigned long long)s->worker->group_id[0],
        (unsigned long long)s->worker->group_id[1],
        (unsigned long long)s->worker->group_id[2]);
}
