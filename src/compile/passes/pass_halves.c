/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Numbers of 64 bits of which only the upper half counts are computed in 32
 * bits.
 *
 * Of an int index that is an id plus one, say, compilers make the id's bits
 * moved to the upper half, plus one there, moved down again with the sign: what
 * comes out is the extension of a sum of 32 bits, which costs lanes half as
 * much and of which more is known.
 */
#include "compile/passes/passes.h"

#define MOST_DEPTH 5u

typedef struct halver {
    gac__ir *ir;
    gac__ir_block *out;
    const gac__ir_inst *from;
    uint32_t most; /* values that there may be behind the pass */
    bool failed;
} halver;

/* Whether the lower half of a value is 0 and the upper one can be computed. */
static bool is_upper(const halver *h, uint32_t value, uint32_t depth)
{
    const gac__ir_value *v = &h->ir->values[value];
    uint64_t bits;
    if (v->ty != GAC__TY_I64 || depth == MOST_DEPTH)
        return false;
    if (gac__ir_is_const(h->ir, value, &bits))
        return (uint32_t)bits == 0 && !v->undef;
    if (v->kind != GAC__VALUE_INST)
        return false;
    const gac__ir_inst *i = v->def;
    switch (i->op) {
    case GAC__IR_SHL:
        return gac__ir_is_const(h->ir, i->args[1], &bits) && bits >= 32
               && bits < 64;
    case GAC__IR_IADD:
    case GAC__IR_ISUB:
        return is_upper(h, i->args[0], depth + 1)
               && is_upper(h, i->args[1], depth + 1);
    case GAC__IR_IMUL: return is_upper(h, i->args[0], depth + 1);
    default: return false;
    }
}

static uint32_t put(halver *h, gac__ir_op op, gac__ty ty, uint32_t a,
                    uint32_t b)
{
    gac__ir_inst *i =
        gac__ir_new_result(h->ir, op, ty, b ? 2 : 1, h->from->ordinal);
    if (!i || !gac__ir_append(h->ir, h->out, i)) {
        h->failed = true;
        return a;
    }
    i->args[0] = a;
    if (b)
        i->args[1] = b;
    else
        i->sub = h->ir->values[a].ty;
    return i->result;
}

static uint32_t number(halver *h, gac__ty ty, uint64_t bits)
{
    uint32_t value = gac__ir_const(h->ir, ty, bits);
    h->failed |= !value;
    return value;
}

static uint32_t lower_of(halver *h, uint32_t value)
{
    uint64_t bits;
    return gac__ir_is_const(h->ir, value, &bits)
               ? number(h, GAC__TY_I32, (uint32_t)bits)
               : put(h, GAC__IR_TRUNC, GAC__TY_I32, value, 0);
}

/* The upper half of a value that is_upper(). */
static uint32_t upper_of(halver *h, uint32_t value)
{
    uint64_t bits;
    if (gac__ir_is_const(h->ir, value, &bits))
        return number(h, GAC__TY_I32, bits >> 32);
    const gac__ir_inst *i = h->ir->values[value].def;
    if (i->op == GAC__IR_SHL) {
        uint32_t low = lower_of(h, i->args[0]);
        gac__ir_is_const(h->ir, i->args[1], &bits);
        return bits == 32 ? low
                          : put(h, GAC__IR_SHL, GAC__TY_I32, low,
                                number(h, GAC__TY_I32, bits - 32));
    }
    uint32_t a = upper_of(h, i->args[0]);
    uint32_t b = i->op == GAC__IR_IMUL ? lower_of(h, i->args[1])
                                       : upper_of(h, i->args[1]);
    return put(h, (gac__ir_op)i->op, GAC__TY_I32, a, b);
}

static void halve(halver *h, gac__ir_inst *i)
{
    uint64_t right;
    if ((i->op != GAC__IR_ASHR && i->op != GAC__IR_LSHR) || i->ty != GAC__TY_I64
        || !gac__ir_is_const(h->ir, i->args[1], &right) || !right || right > 32
        || h->ir->values[i->args[0]].kind != GAC__VALUE_INST
        || h->ir->n_values >= h->most || !is_upper(h, i->args[0], 0))
        return;
    h->from = i;
    uint32_t upper = upper_of(h, i->args[0]);
    gac__ir_op extend = i->op == GAC__IR_ASHR ? GAC__IR_SEXT : GAC__IR_ZEXT;
    if (right == 32) {
        i->op = (uint16_t)extend;
        i->sub = GAC__TY_I32;
        i->args[0] = upper;
        i->n_args = 1;
        return;
    }
    i->op = GAC__IR_SHL;
    i->args[0] = put(h, extend, GAC__TY_I64, upper, 0);
    i->args[1] = number(h, GAC__TY_I64, 32 - right);
}

gac_result gac__pass_halves(gac__ir *ir)
{
    halver h = {.ir = ir, .most = gac__most_values(ir)};
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        h.out = &ir->blocks[b];
        uint32_t n = h.out->n_insts;
        GAC__TRY(gac__ir_watch(ir, 4 * (uint64_t)n));
        gac__ir_inst **old = gac__ir_reopen(ir, h.out);
        if (!old)
            return GAC_ERR_MEMORY;
        for (uint32_t k = 0; k < n; k++) {
            halve(&h, old[k]);
            if (h.failed || !gac__ir_append(ir, h.out, old[k]))
                return GAC_ERR_MEMORY;
        }
    }
    return GAC_OK;
}
