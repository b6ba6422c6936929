/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Keeps loop variables in 32 bits that need no more.
 *
 * For an index of 32 bits into memory with addresses of 64, compilers make the
 * loop variable one of 64 bits, of which each round masks out the upper half
 * again. A phi of which nobody looks at the upper half, not round the loop
 * either, becomes one of 32 bits, extended for those who use it: pass_narrow.c
 * does the rest.
 */
#include "compile/passes/passes.h"

typedef struct phis {
    gac__ir *ir;
    uint8_t *high;    /* for each value: somebody looks at its upper half */
    uint8_t *varying; /* the same: lanes may hold different ones */
    uint32_t *low;    /* the same: the phi of 32 bits that takes its place */
    uint32_t *whole;  /* the same: that phi, extended */
    uint32_t *taker;  /* for each block: the phi that it has given to last .. */
    uint32_t *given;  /* .. by this edge, + 1; 0: none */
    uint32_t n_known;
} phis;

static bool fits_low(const phis *p, uint32_t value)
{
    const gac__ir_value *v = &p->ir->values[value];
    return v->kind == GAC__VALUE_CONST && v->bits <= UINT32_MAX;
}

/* Whether an instruction looks at the upper half of argument `a`. */
static bool looks_high(const phis *p, const gac__ir_inst *i, uint32_t a)
{
    switch (i->op) {
    case GAC__IR_TRUNC: return false;
    case GAC__IR_AND: return p->high[i->result] && !fits_low(p, i->args[!a]);
    case GAC__IR_SHL: return a == 1 || p->high[i->result];
    case GAC__IR_PHI:
    case GAC__IR_IADD:
    case GAC__IR_ISUB:
    case GAC__IR_IMUL:
    case GAC__IR_OR:
    case GAC__IR_XOR:
    case GAC__IR_NOT:
    case GAC__IR_INEG: return p->high[i->result];
    default: return true;
    }
}

/* From the last block to the first: most values come before their uses. */
static bool spread(phis *p)
{
    bool changed = false;
    for (uint32_t b = p->ir->n_blocks; b-- > 0;)
        for (uint32_t k = p->ir->blocks[b].n_insts; k-- > 0;) {
            const gac__ir_inst *i = p->ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++)
                if (!p->high[i->args[a]] && looks_high(p, i, a)) {
                    p->high[i->args[a]] = 1;
                    changed = true;
                }
        }
    return changed;
}

static bool is_candidate(const phis *p, const gac__ir_inst *i)
{
    return i->op == GAC__IR_PHI && i->ty == GAC__TY_I64
           && i->result < p->n_known && !p->high[i->result];
}

static uint32_t count_candidates(const phis *p)
{
    uint32_t n = 0;
    for (uint32_t b = 0; b < p->ir->n_blocks; b++)
        for (uint32_t k = 0; k < p->ir->blocks[b].n_insts; k++)
            n += is_candidate(p, p->ir->blocks[b].insts[k]);
    return n;
}

static gac__ir_inst *make(phis *p, gac__ir_op op, gac__ty ty, gac__ty from,
                          uint32_t n_args, const gac__ir_inst *like)
{
    gac__ir_inst *made =
        gac__ir_new_result(p->ir, op, ty, n_args, like->ordinal);
    if (made)
        made->sub = op == GAC__IR_PHI ? 0 : from;
    return made;
}

/* Gives each phi that gets one its narrow one, and that one's extension. */
static bool make_narrow(phis *p)
{
    for (uint32_t b = 0; b < p->ir->n_blocks; b++)
        for (uint32_t k = 0; k < p->ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = p->ir->blocks[b].insts[k];
            if (!is_candidate(p, i) || !p->varying[i->result])
                continue;
            gac__ir_inst *phi =
                make(p, GAC__IR_PHI, GAC__TY_I32, GAC__TY_I32, i->n_args, i);
            gac__ir_inst *zext =
                make(p, GAC__IR_ZEXT, GAC__TY_I64, GAC__TY_I32, 1, i);
            if (!phi || !zext)
                return false;
            zext->args[0] = phi->result;
            p->low[i->result] = phi->result;
            p->whole[i->result] = zext->result;
        }
    return true;
}

/* Uses take the extension; a mask of the lower half is then nothing. */
static void redirect(const phis *p, gac__ir_inst *i)
{
    for (uint32_t a = 0; a < i->n_args; a++) {
        uint32_t value = i->args[a];
        if (value >= p->n_known || !p->whole[value])
            continue;
        i->args[a] = p->whole[value];
        const gac__ir_value *mask =
            i->op == GAC__IR_AND ? &p->ir->values[i->args[!a]] : NULL;
        if (mask && mask->kind == GAC__VALUE_CONST
            && mask->bits == UINT32_MAX) {
            i->op = GAC__IR_MOV;
            i->args[0] = i->args[a];
            i->n_args = 1;
        }
    }
}

/* What phi `i` takes from its edge `a`, in 32 bits, before the end of `out`; 0:
 * memory is out. */
static uint32_t give(phis *p, const gac__ir_inst *i, uint32_t a,
                     gac__ir_block *out)
{
    uint32_t value = i->args[a];
    gac__ir_value v = p->ir->values[value];
    if (value < p->n_known && p->low[value])
        return p->low[value];
    if (v.kind == GAC__VALUE_CONST && !v.undef)
        return gac__ir_const(p->ir, GAC__TY_I32, (uint32_t)v.bits);
    gac__ir_inst *trunc =
        make(p, GAC__IR_TRUNC, GAC__TY_I32, GAC__TY_I64, 1, i);
    gac__ir_inst *end = out->insts[--out->n_insts];
    if (!trunc || !gac__ir_append(p->ir, out, trunc)
        || !gac__ir_append(p->ir, out, end))
        return 0;
    trunc->args[0] = value;
    return trunc->result;
}

/* Has a block's predecessors give its narrow phis what they take. A switch may
 * come by many edges, all of which bring the same. */
static bool take_from_all(phis *p, const gac__ir_block *block)
{
    for (uint32_t k = 0;
         k < block->n_insts && block->insts[k]->op == GAC__IR_PHI; k++) {
        const gac__ir_inst *i = block->insts[k];
        if (i->result >= p->n_known || !p->low[i->result])
            continue;
        uint32_t *args = p->ir->values[p->low[i->result]].def->args;
        for (uint32_t a = 0; a < i->n_args; a++) {
            uint32_t from = block->preds[a], last = p->given[from];
            args[a] = last && p->taker[from] == i->result
                              && i->args[last - 1] == i->args[a]
                          ? args[last - 1]
                          : give(p, i, a, &p->ir->blocks[from]);
            if (!args[a])
                return false;
            p->taker[from] = i->result;
            p->given[from] = a + 1;
        }
    }
    return true;
}

/* Adds to each block what it gives to narrow phis. */
static bool add_truncations(phis *p)
{
    uint32_t n = p->ir->n_blocks;
    p->taker = gac__arena_alloc(p->ir->arena, n, 2 * sizeof *p->taker);
    if (!p->taker)
        return false;
    p->given = p->taker + n;
    for (uint32_t b = 0; b < n; b++)
        if (!take_from_all(p, &p->ir->blocks[b]))
            return false;
    return true;
}

/* Puts the narrow phis in place of the others, the extensions behind all phis.
 */
static bool rebuild(phis *p, gac__ir_block *block)
{
    gac__ir *ir = p->ir;
    uint32_t n = block->n_insts, n_phis = 0;
    gac__ir_inst **old = gac__ir_reopen(ir, block);
    if (!old)
        return false;
    while (n_phis < n && old[n_phis]->op == GAC__IR_PHI)
        n_phis++;
    for (uint32_t k = 0; k < n_phis; k++) {
        gac__ir_inst *i = old[k];
        uint32_t low = i->result < p->n_known ? p->low[i->result] : 0;
        if (!gac__ir_append(ir, block, low ? ir->values[low].def : i))
            return false;
    }
    for (uint32_t k = 0; k < n_phis; k++) {
        uint32_t value = old[k]->result;
        uint32_t whole = value < p->n_known ? p->whole[value] : 0;
        if (whole && !gac__ir_append(ir, block, ir->values[whole].def))
            return false;
    }
    for (uint32_t k = n_phis; k < n; k++)
        if (!gac__ir_append(ir, block, old[k]))
            return false;
    for (uint32_t k = 0; k < block->n_insts; k++)
        redirect(p, block->insts[k]);
    return true;
}

static gac_result narrow(phis *p)
{
    bool done = make_narrow(p) && add_truncations(p);
    for (uint32_t b = 0; done && b < p->ir->n_blocks; b++)
        done = rebuild(p, &p->ir->blocks[b]);
    return done ? gac__pass_simplify(p->ir) : GAC_ERR_MEMORY;
}

gac_result gac__pass_phis(gac__ir *ir)
{
    phis p = {.ir = ir, .n_known = ir->n_values};
    p.high = gac__arena_alloc(ir->arena, p.n_known, 2);
    if (!p.high)
        return GAC_ERR_MEMORY;
    p.varying = p.high + p.n_known;
    if (!count_candidates(&p))
        return GAC_OK;
    while (spread(&p) && !gac__ir_watch(ir, ir->n_values))
        continue;
    if (!count_candidates(&p))
        return GAC_OK;
    GAC__TRY(gac__pass_uniform(ir, ir->arena, p.varying));
    p.low = gac__arena_alloc(ir->arena, p.n_known, sizeof *p.low);
    p.whole = gac__arena_alloc(ir->arena, p.n_known, sizeof *p.whole);
    return p.low && p.whole ? narrow(&p) : GAC_ERR_MEMORY;
}
