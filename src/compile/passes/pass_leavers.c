/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Values of loops that lanes leave at different times, and that are used behind
 * them.
 *
 * A loop's counter is the same for all lanes that are in the loop; behind it,
 * each has the one of its own last round. With one value for both, the counter
 * would be lanes' own in the loop, too, and so would what is computed from it
 * and where memory is read. So what is used behind the loop becomes a copy,
 * which is lanes' own, and the loop's value stays a scalar.
 */
#include "compile/passes/passes.h"

typedef struct leavers {
    gac__ir *ir;
    uint8_t *varying, *apart;
    uint32_t *leaves; /* for each value: gac__uniform_find()'s */
    uint32_t *copy;   /* for each value: what stands for it behind its loop; 0:
                         itself */
    uint8_t *alike;   /* for each value: it varies for such uses alone */
    uint32_t n_known; /* values */
} leavers;

static bool may_be_alike(const leavers *l, const gac__ir_inst *i, uint32_t b)
{
    if (i->op == GAC__IR_PHI)
        return !l->apart[b];
    if (i->op == GAC__IR_LOAD)
        return !(i->flags & GAC__IR_VOLATILE)
               && !(l->ir->joined && gac__ir_may_be_local(l->ir, i->args[0]));
    return gac__ir_is_pure(i->op) || i->op == GAC__IR_LEA;
}

static bool stays_alike(const leavers *l, const gac__ir_inst *i)
{
    for (uint32_t a = 0; a < i->n_args; a++)
        if (l->varying[i->args[a]] && !l->alike[i->args[a]])
            return false;
    return true;
}

/* Which values would be the same for all lanes if those that are used behind
 * their loops were: all that may, but for those that others decide. */
static gac_result find_alike(leavers *l)
{
    bool first = true, changed = true;
    while (changed) {
        changed = false;
        for (uint32_t b = 0; b < l->ir->n_blocks; b++)
            for (uint32_t k = 0; k < l->ir->blocks[b].n_insts; k++) {
                const gac__ir_inst *i = l->ir->blocks[b].insts[k];
                if (!i->result || !l->varying[i->result])
                    continue;
                bool alike = first ? may_be_alike(l, i, b)
                                   : l->alike[i->result] && stays_alike(l, i);
                changed |= l->alike[i->result] != alike;
                l->alike[i->result] = alike;
            }
        changed |= first;
        first = false;
        GAC__TRY(gac__ir_watch(l->ir, l->n_known));
    }
    return GAC_OK;
}

/* Whether memory is read, or a place in it found, once instead of by each lane:
 * else a copy takes as long as what it saves. */
static bool spares_memory(const leavers *l)
{
    for (uint32_t b = 0; b < l->ir->n_blocks; b++)
        for (uint32_t k = 0; k < l->ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = l->ir->blocks[b].insts[k];
            if ((i->op == GAC__IR_LOAD || i->op == GAC__IR_LEA)
                && l->alike[i->result])
                return true;
        }
    return false;
}

static bool gets_copy(const leavers *l, const gac__ir_inst *i)
{
    uint32_t v = i->result;
    return v && v < l->n_known && l->leaves[v] && l->alike[v]
           && l->ir->values[v].ty != GAC__TY_BOOL;
}

/* Makes copies behind the instructions, of phis behind the last one. */
static bool add_copies(leavers *l, gac__ir_block *block)
{
    gac__ir *ir = l->ir;
    uint32_t n = block->n_insts, n_new = 0;
    for (uint32_t k = 0; k < n; k++)
        n_new += gets_copy(l, block->insts[k]);
    if (!n_new)
        return true;
    gac__ir_inst **old = gac__ir_reopen(ir, block);
    if (!old)
        return false;
    for (uint32_t k = 0, waiting = 0; k < n; k++) {
        if (!gac__ir_append(ir, block, old[k]))
            return false;
        if (k + 1 < n && old[k + 1]->op == GAC__IR_PHI)
            continue;
        for (; waiting <= k; waiting++) {
            const gac__ir_inst *i = old[waiting];
            if (!gets_copy(l, i))
                continue;
            gac__ir_inst *c = gac__ir_new_result(
                ir, GAC__IR_MOV, ir->values[i->result].ty, 1, i->ordinal);
            if (!c || !gac__ir_append(ir, block, c))
                return false;
            c->sub = (uint8_t)ir->values[i->result].ty;
            c->args[0] = i->result;
            l->copy[i->result] = c->result;
        }
    }
    return true;
}

/* Uses behind the loops take the copies. */
static void redirect(const leavers *l, uint32_t b)
{
    const gac__ir_block *block = &l->ir->blocks[b];
    for (uint32_t k = 0; k < block->n_insts; k++) {
        gac__ir_inst *i = block->insts[k];
        for (uint32_t a = 0; a < i->n_args; a++) {
            uint32_t v = i->args[a];
            uint32_t at = i->op == GAC__IR_PHI ? block->preds[a] : b;
            if (v < l->n_known && l->copy[v] && at >= l->leaves[v])
                i->args[a] = l->copy[v];
        }
    }
}

static bool add_all_copies(leavers *l)
{
    gac__ir *ir = l->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        if (!add_copies(l, &ir->blocks[b]))
            return false;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        redirect(l, b);
    return true;
}

/* Copies of what varies all the same are left out. */
static void drop_copies(const leavers *l)
{
    const gac__ir *ir = l->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++) {
                const gac__ir_inst *c = i->args[a] >= l->n_known
                                            ? gac__ir_def(ir, i->args[a])
                                            : NULL;
                if (c && ir->varying[c->args[0]])
                    i->args[a] = c->args[0];
            }
        }
}

static gac_result find_again(leavers *l)
{
    gac__ir *ir = l->ir;
    uint32_t before = ir->n_values;
    l->alike = gac__arena_alloc(ir->arena, l->n_known, 1);
    l->copy = gac__arena_alloc(ir->arena, l->n_known, sizeof *l->copy);
    if (!l->alike || !l->copy)
        return GAC_ERR_MEMORY;
    GAC__TRY(find_alike(l));
    if (spares_memory(l) && !add_all_copies(l))
        return GAC_ERR_MEMORY;
    if (ir->n_values == before)
        return GAC_OK;
    ir->varying = gac__arena_alloc(ir->arena, ir->n_values, 1);
    if (!ir->varying)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__pass_uniform(ir, ir->arena, ir->varying));
    drop_copies(l);
    return GAC_OK;
}

gac_result gac__ir_find_varying(gac__ir *ir)
{
    leavers l = {.ir = ir, .n_known = ir->n_values};
    bool may_copy = !ir->spins && !ir->checked;
    l.varying = ir->varying =
        gac__arena_alloc(ir->arena, (size_t)l.n_known + ir->n_blocks, 1);
    l.leaves =
        gac__arena_alloc(ir->arena, may_copy ? l.n_known : 0, sizeof *l.leaves);
    if (!l.varying || !l.leaves)
        return GAC_ERR_MEMORY;
    l.apart = l.varying + l.n_known;
    GAC__TRY(gac__uniform_find(ir, ir->arena, l.varying, l.apart,
                               may_copy ? l.leaves : NULL));
    for (uint32_t v = 1; may_copy && v < l.n_known; v++)
        if (l.leaves[v])
            return find_again(&l);
    return GAC_OK;
}
