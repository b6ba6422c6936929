/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Adds instructions to the end of a lane program; copies of values. */
#include "compile/emit/emit.h"

gac_result gac__insts_begin(gac__emitter *e, gac__arena *arena, uint32_t n)
{
    gac__lane_program *p = e->out;
    e->insts_arena = arena;
    e->capacity = n + n / 4 + 16;
    p->n_insts = 0;
    p->insts = gac__arena_alloc(arena, e->capacity, sizeof *p->insts);
    return p->insts ? GAC_OK : GAC_ERR_MEMORY;
}

gac__lane_inst *gac__lane_put(gac__emitter *e, gac__code code,
                              const gac__ir_inst *ir)
{
    gac__lane_program *p = e->out;
    if (!gac__arena_grow(e->insts_arena, (void **)&p->insts, p->n_insts,
                         &e->capacity, 64, sizeof *p->insts)) {
        e->result = GAC_ERR_MEMORY;
        return NULL;
    }
    gac__lane_inst *i = &p->insts[p->n_insts++];
    memset(i, 0, sizeof *i);
    i->code = (uint16_t)code;
    i->ir = ir;
    return i;
}

void gac__put_copy(gac__emitter *e, uint8_t ty, uint32_t d, uint32_t a,
                   gac__copy_between between, bool masked,
                   const gac__ir_inst *ir)
{
    gac__code code = between == GAC__SLOTS ? GAC__CODE_SCALAR
                     : masked              ? GAC__CODE_PURE_MASKED
                                           : GAC__CODE_PURE;
    gac__isa isa = e->options->isa;
    gac__lane_inst *i = gac__lane_put(e, code, ir);
    if (!i)
        return;
    i->kernel = between == GAC__SLOTS
                    ? gac__scalar_kernel_find(GAC__IR_MOV, ty, ty, 0)
                : between == GAC__SLOT_AND_LANES
                    ? gac__lane_splat(isa, ty)
                    : gac__lane_kernel_find(isa, GAC__IR_MOV, ty, ty, 0, 0);
    i->ty = ty;
    i->d = d;
    i->a = i->b = i->c = a;
}
