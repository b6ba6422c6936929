/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Emits the ends of blocks: copies for phis, branches. */
#include "compile/emit/emit.h"

/* A sub-group's lanes are all in one strip. Those that come to its collective
 * in one iteration of a loop reconverge there as at any block, and do not wait
 * for lanes that come in a later iteration. */
uint32_t gac__pc_of(const gac__ir *ir, uint32_t b)
{
    const gac__ir_inst *i = gac__ir_collective(&ir->blocks[b]);
    return i && !gac__ir_is_of_sub_group(i) ? b | GAC__PC_GROUP : b;
}

/* Notes the counted loop that a branch leads to. */
static void put_counted(gac__emitter *e, const gac__ir_inst *i,
                        gac__lane_inst *o)
{
    gac__lane_program *p = e->out;
    if (p->n_counted == GAC__COUNTED_LOOPS)
        return;
    o->flags |= GAC__CODE_COUNTED;
    o->imm = p->n_counted;
    gac__counted_loop *l = &p->counted[p->n_counted++];
    l->head = i->targets[0];
    l->branch = (uint32_t)i->imm;
    l->kind = (uint8_t)i->sub;
    l->ty = e->ir->values[i->args[0]].ty;
    for (uint32_t k = 0; k < 3; k++)
        l->at[k] = gac__offset_of(e, i->args[k]);
    for (uint32_t k = 0; k < 2; k++)
        l->uniform[k] = gac__is_uniform(e, i->args[k]);
}

/* Copies for the phis of block b's only target, and of blocks for which b makes
 * them. */
static void emit_edges(gac__emitter *e, uint32_t b, const gac__ir_inst *i)
{
    const uint32_t *copier = e->regs.copier;
    if (i->n_targets == 1 && copier[b] == b)
        gac__emit_edge(e, b, i->targets[0]);
    for (uint32_t t = 0; t < i->n_targets; t++) {
        uint32_t around = i->targets[t];
        if (copier[around] == b && around != b)
            gac__emit_edge(e, around,
                           gac__ir_end(&e->ir->blocks[around])->targets[0]);
    }
}

void gac__emit_terminator(gac__emitter *e, uint32_t b, const gac__ir_inst *i)
{
    emit_edges(e, b, i);
    if (e->rows_begin[b]) {
        gac__lane_inst *begin = gac__lane_put(e, GAC__CODE_ROWS_BEGIN, i);
        if (begin)
            begin->sub = e->rows_begin[b];
    }
    gac__code code = GAC__CODE_RET;
    bool varies = i->n_args && !gac__is_uniform(e, i->args[0]);
    switch (i->op) {
    case GAC__IR_BR: code = GAC__CODE_BR; break;
    case GAC__IR_CBR:
        code = varies ? GAC__CODE_CBR : GAC__CODE_CBR_UNIFORM;
        break;
    case GAC__IR_SWITCH:
        code = varies ? GAC__CODE_SWITCH : GAC__CODE_SWITCH_UNIFORM;
        break;
    case GAC__IR_UNREACHABLE: code = GAC__CODE_TRAP; break;
    default: break;
    }
    gac__lane_inst *o = gac__lane_put(e, code, i);
    if (!o)
        return;
    if (code == GAC__CODE_TRAP)
        o->sub = GAC__TRAP_UNREACHABLE;
    else if (i->n_targets)
        o->pc_yes = gac__pc_of(e->ir, i->targets[0]);
    if (i->op == GAC__IR_CBR)
        o->pc_no = gac__pc_of(e->ir, i->targets[1]);
    if (code == GAC__CODE_BR && i->sub) {
        put_counted(e, i, o);
    } else if (i->n_args) {
        o->a = gac__offset_of(e, i->args[0]);
        o->ty = e->ir->values[i->args[0]].ty;
    }
}
