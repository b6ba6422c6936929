/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Presets: ids, sizes and addresses that a strip's registers hold from the
 * start. */
#include "exec/collectives.h"

static uint64_t lane_id(const gac__worker *w, const gac__preset *p,
                        uint64_t linear)
{
    uint64_t sx = GAC__MAX(w->local_size[0], 1);
    uint64_t sy = GAC__MAX(w->local_size[1], 1);
    uint64_t sub_group = w->run->options.sub_group_size;
    uint64_t me = linear % sub_group;
    uint64_t inside = w->n_items - linear / sub_group * sub_group;
    uint64_t size = GAC__MIN(inside, sub_group);
    switch ((gac__builtin)p->sub) {
    case GAC__BUILTIN_LOCAL_ID:
        return p->imm == 0   ? linear % sx
               : p->imm == 1 ? linear / sx % sy
                             : linear / sx / sy;
    case GAC__BUILTIN_LOCAL_LINEAR_ID: return linear;
    case GAC__BUILTIN_SUB_GROUP_ID: return linear / sub_group;
    case GAC__BUILTIN_SUB_GROUP_LOCAL_ID: return me;
    case GAC__BUILTIN_SUB_GROUP_SIZE: return size;
    default: break;
    }
    /* Word `imm` of a mask of four words, a bit for each lane of the sub-group.
     */
    uint64_t own = (uint64_t)1 << me, below = own - 1;
    uint64_t all = size < 64 ? ((uint64_t)1 << size) - 1 : UINT64_MAX;
    uint64_t mask = p->sub == GAC__BUILTIN_SUB_GROUP_EQ_MASK   ? own
                    : p->sub == GAC__BUILTIN_SUB_GROUP_GE_MASK ? ~below
                    : p->sub == GAC__BUILTIN_SUB_GROUP_GT_MASK ? ~below - own
                    : p->sub == GAC__BUILTIN_SUB_GROUP_LE_MASK ? below + own
                                                               : below;
    return p->imm < 2 ? (uint32_t)((mask & all) >> 32 * p->imm) : 0;
}

static uint64_t group_builtin(const gac__worker *w, uint32_t sub, uint32_t dim)
{
    const gac__run *run = w->run;
    const gac_run_options *o = &run->options;
    uint64_t all = o->local[0] * o->local[1] * o->local[2];
    uint64_t sub_group = o->sub_group_size;
    if (dim > 2)
        dim = 0;
    switch ((gac__builtin)sub) {
    case GAC__BUILTIN_GROUP_ID: return w->group_id[dim];
    case GAC__BUILTIN_GLOBAL_SIZE: return o->global[dim];
    case GAC__BUILTIN_LOCAL_SIZE: return w->local_size[dim];
    case GAC__BUILTIN_ENQUEUED_LOCAL_SIZE: return o->local[dim];
    case GAC__BUILTIN_NUM_GROUPS: return run->groups[dim];
    case GAC__BUILTIN_GLOBAL_OFFSET: return o->offset[dim];
    case GAC__BUILTIN_WORK_DIM: return o->dimensions;
    case GAC__BUILTIN_GROUP_BASE:
        return o->offset[dim] + w->group_id[dim] * o->local[dim];
    case GAC__BUILTIN_GROUP_BASE_NO_OFFSET:
        return w->group_id[dim] * o->local[dim];
    case GAC__BUILTIN_SUB_GROUP_MAX_SIZE: return sub_group;
    case GAC__BUILTIN_NUM_SUB_GROUPS:
        return (w->n_items + sub_group - 1) / sub_group;
    case GAC__BUILTIN_STRIP_WIDTH: return run->program->width;
    case GAC__BUILTIN_NUM_ENQUEUED_SUB_GROUPS:
        return (all + sub_group - 1) / sub_group;
    default: return 0;
    }
}

/* Writes a register that depends on the shape of the group alone. */
static void preset_lanes(gac__strip *s, const gac__preset *p)
{
    const gac__lane_program *program = s->worker->run->program;
    uint32_t size = gac__ty_bytes((gac__ty)p->ty);
    uint64_t linear = (uint64_t)s->index * program->width;
    uint8_t *at = s->frame + p->at;
    uint64_t items = s->worker->n_items;
    bool coalesced = s->worker->run->coalesced > 1;
    for (uint32_t k = 0; k < s->n_padded; k++) {
        uint64_t item = coalesced ? k % items : linear + k;
        uint64_t bits =
            p->sub == GAC__BUILTIN_STRIP_LANE ? k : lane_id(s->worker, p, item);
        memcpy(at + (size_t)k * size, &bits, size);
    }
}

static void preset_splat(gac__strip *s, const gac__preset *p)
{
    const gac__lane_program *program = s->worker->run->program;
    uint8_t *from = s->frame + p->from;
    gac__lane_splat(program->isa, p->ty)(s->frame + p->at, from, from, from, 0,
                                         program->width);
}

static void preset_private(gac__strip *s, const gac__preset *p)
{
    const gac__run *run = s->worker->run;
    const gac__buffer *b = &s->buffers[run->first_private + p->sub];
    uint64_t stride = b->size / run->program->width;
    uint32_t size = gac__ty_bytes((gac__ty)p->ty);
    for (uint32_t k = 0; k < run->program->width; k++) {
        uint64_t address = b->base + k * stride;
        memcpy(s->frame + p->at + (size_t)k * size, &address, size);
    }
}

/* Writes each coalesced group's presets to its lanes. */
static void preset_groups(gac__strip *s)
{
    const gac__worker *w = s->worker;
    const gac__lane_program *program = w->run->program;
    gac__worker of_group = {.run = w->run};
    uint32_t each = (uint32_t)w->n_items;
    for (uint32_t first = 0; first < s->n; first += each) {
        gac__group_id_of(w->run, w->group_linear + first / each,
                         of_group.group_id);
        for (uint32_t n = 0; n < program->n_presets; n++) {
            const gac__preset *p = &program->presets[n];
            if (p->kind != GAC__PRESET_GROUPS)
                continue;
            uint64_t bits = group_builtin(&of_group, p->sub, p->imm);
            uint32_t log2 = gac__log2_bytes(p->ty);
            gac__fill(s->frame + p->at + ((size_t)first << log2), bits, log2,
                      each);
        }
    }
}

void gac__strip_set_up(gac__strip *s)
{
    const gac__lane_program *program = s->worker->run->program;
    uint8_t *f = s->frame;
    s->worker->instructions += (uint64_t)s->n * program->n_setup;
    for (uint32_t n = 0; n < program->n_setup; n++) {
        const gac__lane_inst *i = &program->insts[n];
        if (i->code == GAC__CODE_FUSED)
            n += gac__do_fused(s, i);
        else
            i->kernel(f + i->d, f + i->a, f + i->b, f + i->c, 0, s->n_padded);
    }
}

bool gac__strip_preset(gac__strip *s, bool is_new)
{
    const gac__worker *w = s->worker;
    const gac__lane_program *program = w->run->program;
    bool reshaped = is_new;
    for (uint32_t d = 0; d < 3; d++) {
        reshaped |= s->preset_local[d] != w->local_size[d];
        s->preset_local[d] = (uint32_t)w->local_size[d];
    }
    if (reshaped)
        s->fixed_known = 0;
    for (uint32_t k = 0; reshaped && s->group_of && k < program->width; k++)
        s->group_of[k] = k / (uint32_t)w->n_items;
    if (is_new)
        memcpy(s->frame, w->run->scalars, program->scalar_bytes);
    uint32_t end = reshaped ? program->n_presets : program->n_group_presets;
    for (uint32_t n = 0; n < end; n++) {
        const gac__preset *p = &program->presets[n];
        if (p->kind == GAC__PRESET_BUILTIN) {
            uint64_t bits = group_builtin(w, p->sub, p->imm);
            if (p->ty == GAC__TY_I32)
                bits = (uint32_t)bits;
            memcpy(s->frame + p->at, &bits, sizeof bits);
        } else if (p->kind == GAC__PRESET_SOA && is_new) {
            const uint64_t *base =
                &s->buffers[w->run->first_private + p->sub].base;
            memcpy(s->frame + p->at, base, sizeof *base);
        } else if (p->kind == GAC__PRESET_LANE_ID && reshaped) {
            preset_lanes(s, p);
        } else if (p->kind == GAC__PRESET_PRIVATE && is_new) {
            preset_private(s, p);
        } else if (p->kind == GAC__PRESET_SPLAT && (is_new || p->imm)) {
            preset_splat(s, p);
        }
    }
    if (w->run->coalesced > 1)
        preset_groups(s);
    return reshaped;
}
