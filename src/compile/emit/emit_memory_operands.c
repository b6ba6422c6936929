/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds the loads that may be memory operands of lane kernels, instead of
 * copies in a register.
 *
 * That takes contiguous elements that stay as they are up to the last use of
 * the load: its uses are in its block, and nothing in between stores, or lets
 * other work-items store.
 */
#include "compile/emit/emit.h"

/* Whether a load is likely to find contiguous elements: a memory operand that
 * must be copied after all costs a little. Its register must hold nothing else:
 * loads that share one with a phi have the phi's. */
static bool is_candidate(const gac__emitter *e, const gac__ir_inst *i)
{
    const gac__registers *r = &e->regs;
    if (i->op != GAC__IR_LOAD || i->n_args < 2
        || !(e->row_buffer[i->result] ? !e->shapes[i->args[1]].of_row
                                      : e->shapes[i->args[1]].rises))
        return false;
    return !(i->flags & GAC__IR_VOLATILE) && e->ir->varying[i->result]
           && (i->imm == gac__ty_bytes((gac__ty)i->ty)
               || e->row_buffer[i->result])
           && r->class_of[i->result] == i->result && !r->masked[i->result]
           && r->unit[i->result] != GAC__NO_UNIT;
}

/* Whether an instruction may change memory, or lets others do it. */
static bool may_write(const gac__ir_inst *i)
{
    return !gac__ir_is_stable(i->op) && i->op != GAC__IR_LOAD
           && i->op != GAC__IR_PHI && i->op != GAC__IR_ALLOCA
           && i->op != GAC__IR_ASSUME && !gac__ir_is_terminator(i->op);
}

/* Whether operands of an instruction may be memory. */
static bool takes_memory(const gac__emitter *e, const gac__ir_inst *i)
{
    return gac__ir_is_pure(i->op) && i->n_args <= 3 && e->ir->varying[i->result]
           && gac__lane_kernel_takes_memory(e->options->isa, i->op, i->ty,
                                            i->sub);
}

/* Drops operands that an instruction needs in a register: it takes no memory,
 * or memory may have been written since the load. */
static void use(gac__emitter *e, const gac__ir_inst *i, uint32_t written,
                const uint32_t *since)
{
    bool may = takes_memory(e, i);
    for (uint32_t a = 0; a < i->n_args; a++) {
        uint32_t v = i->args[a];
        if (e->memory_operand[v] && (!may || since[v] <= written))
            e->memory_operand[v] = 0;
    }
}

gac_result gac__memory_operands_find(gac__emitter *e)
{
    const gac__ir *ir = e->ir;
    uint32_t *since =
        gac__arena_alloc(e->regs.arena, ir->n_values, sizeof *since);
    if (!since)
        return GAC_ERR_MEMORY;
    if (ir->variant.checked || e->options->isa == GAC__ISA_BASELINE)
        return GAC_OK;
    uint32_t at = 0;
    GAC__EACH_INST(ir, b, i) {
        at++;
        if (i->result && is_candidate(e, i)) {
            e->memory_operand[i->result] = 1;
            since[i->result] = at;
        }
    }
    at = 0;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        uint32_t written = at; /* a block before this one may have stored */
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            at++;
            use(e, i, written, since);
            if (may_write(i))
                written = at;
        }
    }
    return GAC_OK;
}
