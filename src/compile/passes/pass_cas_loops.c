/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Compare-and-exchange loops become the atomic that they implement.
 *
 * OpenCL C 1.x has no atomics on floats. Kernels add to one so:
 *
 *     do {
 *         old = *p;       or what the last iteration's exchange has returned
 *         new = old + x;
 *     } while (atomic_cmpxchg(p, old, new) != old);
 *
 * Of the lanes at one address, one an iteration succeeds, and all of them
 * execute each iteration. SPIR-V's atomic on floats does it at once. The loop
 * stays, but ends with its first iteration: with the atomic as with the
 * exchange, one value of *p is read and replaced.
 */
#include "compile/passes/passes.h"

typedef struct cas_loop {
    gac__ir *ir;
    gac__ir_block *block;
    uint8_t *follows; /* by value: 2: depends on the block's old value; 1:
                         another value that the block computes */
    gac__ir_inst *cas, *old, *change, *test;
    uint32_t pointer, operand; /* what `change` does with the old value */
    uint8_t op;                /* gac__atomic */
    bool negated;              /* the operand is subtracted */
} cas_loop;

static const gac__ir_inst *def_in(const cas_loop *r, uint32_t value)
{
    return r->follows[value] ? gac__ir_def(r->ir, value) : NULL;
}

/* The operand of a sequence of bit casts. */
static uint32_t without_casts(const cas_loop *r, uint32_t value)
{
    const gac__ir_inst *i;
    while ((i = def_in(r, value)) != NULL && i->op == GAC__IR_MOV)
        value = i->args[0];
    return value;
}

/* Finds the atomic of the operation r->change. */
static bool find_atomic(cas_loop *r)
{
    static const struct {
        uint16_t op;
        uint8_t atomic;
        bool either_side;
    } rows[] = {
        {GAC__IR_FADD, GAC__ATOMIC_FADD, true},
        {GAC__IR_FSUB, GAC__ATOMIC_FADD, false},
        {GAC__IR_IADD, GAC__ATOMIC_IADD, true},
        {GAC__IR_ISUB, GAC__ATOMIC_ISUB, false},
        {GAC__IR_AND, GAC__ATOMIC_AND, true},
        {GAC__IR_OR, GAC__ATOMIC_OR, true},
        {GAC__IR_XOR, GAC__ATOMIC_XOR, true},
        {GAC__IR_SMIN, GAC__ATOMIC_SMIN, true},
        {GAC__IR_SMAX, GAC__ATOMIC_SMAX, true},
        {GAC__IR_UMIN, GAC__ATOMIC_UMIN, true},
        {GAC__IR_UMAX, GAC__ATOMIC_UMAX, true},
    };
    const gac__ir_inst *i = r->change;
    for (size_t k = 0; k < GAC__COUNT_OF(rows); k++) {
        if (rows[k].op != i->op)
            continue;
        bool first = without_casts(r, i->args[0]) == r->old->result;
        if (!first
            && (!rows[k].either_side
                || without_casts(r, i->args[1]) != r->old->result))
            return false;
        r->op = rows[k].atomic;
        r->operand = i->args[first ? 1 : 0];
        r->negated = i->op == GAC__IR_FSUB;
        return gac__ty_bytes((gac__ty)i->ty)
                   == gac__ty_bytes((gac__ty)r->cas->ty)
               && gac__ty_bytes((gac__ty)i->ty) >= 4;
    }
    return false;
}

/* -- matching ------------------------------------------------------------- */

/* Whether `to` is the block `own`, or an empty latch of its loop. */
static bool is_own_loop(const cas_loop *r, uint32_t own, uint32_t to)
{
    const gac__ir_block *latch = &r->ir->blocks[to];
    return to == own
           || (latch->n_insts == 1 && latch->insts[0]->op == GAC__IR_BR
               && latch->insts[0]->targets[0] == own && latch->n_preds == 1);
}

/* Finds the parts of the loop and fills in `follows`; false: the block has
 * other instructions. */
static bool find_parts(cas_loop *r)
{
    const gac__ir_block *b = r->block;
    for (uint32_t k = 0; k < b->n_insts; k++) {
        gac__ir_inst *i = b->insts[k];
        bool reads = i->op == GAC__IR_PHI || i->op == GAC__IR_LOAD;
        if (reads && !r->old)
            r->old = i;
        else if (gac__ir_is_atomic(i, GAC__ATOMIC_CMPXCHG) && !r->cas)
            r->cas = i;
        else if (i->op == GAC__IR_CBR)
            continue;
        else if (reads || !gac__ir_is_function(i->op))
            return false;
        uint8_t follows = i == r->old || i == r->cas ? 2 : 1;
        for (uint32_t a = 0; a < i->n_args && i->op != GAC__IR_PHI; a++)
            follows = GAC__MAX(follows, r->follows[i->args[a]]);
        if (i->result)
            r->follows[i->result] = follows;
    }
    return r->old && r->cas && r->cas->result;
}

/* Whether the old value is the exchange's comparator: the result of the last
 * exchange, or a load from its address. */
static bool is_old_value(const cas_loop *r, uint32_t own)
{
    const gac__ir_inst *o = r->old;
    if (without_casts(r, r->cas->args[2]) != o->result)
        return false;
    if (o->op == GAC__IR_LOAD)
        return o->n_args == 1 && o->args[0] == r->pointer && o->imm2 == 0
               && gac__ty_bytes((gac__ty)o->ty)
                      == gac__ty_bytes((gac__ty)r->cas->ty);
    for (uint32_t k = 0; k < o->n_args; k++) {
        bool back = is_own_loop(r, own, r->block->preds[k]);
        if (back != (without_casts(r, o->args[k]) == r->cas->result))
            return false;
    }
    return true;
}

static bool match(cas_loop *r, uint32_t own)
{
    const gac__ir_block *b = r->block;
    const gac__ir_inst *end = b->n_insts ? gac__ir_end(b) : NULL;
    if (!end || end->op != GAC__IR_CBR || b->n_preds != 2 || !find_parts(r))
        return false;
    r->test = gac__ir_def(r->ir, end->args[0]);
    if (!r->test || !def_in(r, end->args[0])
        || (r->test->op != GAC__IR_IEQ && r->test->op != GAC__IR_INE))
        return false;
    bool stays_if = r->test->op == GAC__IR_INE;
    uint32_t a = without_casts(r, r->test->args[0]);
    uint32_t c = without_casts(r, r->test->args[1]);
    r->pointer = r->cas->args[0];
    r->change = gac__ir_def(r->ir, without_casts(r, r->cas->args[1]));
    return is_own_loop(r, own, end->targets[stays_if ? 0 : 1])
           && !is_own_loop(r, own, end->targets[stays_if ? 1 : 0])
           && ((a == r->cas->result && c == r->old->result)
               || (c == r->cas->result && a == r->old->result))
           && is_old_value(r, own) && r->change && def_in(r, r->change->result)
           && find_atomic(r) && r->follows[r->pointer] < 2
           && r->follows[r->operand] < 2;
}

/* -- replacing it ---------------------------------------------------------- */

/* An instruction becomes a bit cast of another value. */
static void become_cast(const cas_loop *r, gac__ir_inst *i, uint32_t value)
{
    gac__ir_become_copy(i, value);
    i->sub = r->ir->values[value].ty;
    i->ty = r->ir->values[i->result].ty;
}

/* Appends the atomic, behind its operands and before what depends on the old
 * value. */
static void put_atomic(cas_loop *r)
{
    gac__ir *ir = r->ir;
    uint32_t operand = r->operand;
    uint8_t ty = r->change->ty;
    if (r->negated)
        operand =
            gac__ir_add(ir, r->block, GAC__IR_FNEG, ty, r->cas, operand, 0, 0)
                ->result;
    gac__ir_inst *made = gac__ir_add(ir, r->block, GAC__IR_ATOMIC, ty, r->cas,
                                     r->pointer, operand, 0);
    made->sub = r->op;
    made->flags = r->cas->flags;
    made->n_list = r->cas->n_list;
    become_cast(r, r->old, made->result);
    become_cast(r, r->cas, made->result);
    gac__ir_append(ir, r->block, r->old);
    gac__ir_append(ir, r->block, r->cas);
}

static void replace(cas_loop *r)
{
    uint32_t left =
        gac__ir_const(r->ir, GAC__TY_BOOL, r->test->op == GAC__IR_IEQ);
    gac__ir_inst **old = gac__ir_reopen(r->ir, r->block);
    for (uint8_t follows = 1; follows <= 2; follows++) {
        for (uint32_t k = 0; k < r->ir->n_reopened; k++) {
            gac__ir_inst *i = old[k];
            uint8_t own = i->result ? r->follows[i->result] : 2;
            if (i != r->old && i != r->cas && own == follows)
                gac__ir_append(r->ir, r->block, i);
        }
        if (follows == 1)
            put_atomic(r);
    }
    become_cast(r, r->test, left);
}

/* A checked run keeps the module's own instructions. */
gac_result gac__pass_cas_loops(gac__ir *ir, gac__arena *scratch)
{
    const uint32_t n_values = ir->n_values;
    uint8_t *follows = NULL;
    for (uint32_t b = 0; b < ir->n_blocks && !ir->variant.checked; b++) {
        gac__ir_block *block = &ir->blocks[b];
        bool exchanges = false;
        for (uint32_t k = 0; k < block->n_insts; k++)
            exchanges |=
                gac__ir_is_atomic(block->insts[k], GAC__ATOMIC_CMPXCHG);
        if (!exchanges)
            continue;
        if (!follows)
            follows = gac__arena_alloc(scratch, n_values, 1);
        if (!follows)
            return GAC_ERR_MEMORY;
        cas_loop r = {.ir = ir, .block = block, .follows = follows};
        if (match(&r, b))
            replace(&r);
        GAC__TRY(gac__ir_watch(ir, block->n_insts));
        for (uint32_t k = 0; k < block->n_insts; k++)
            if (block->insts[k]->result < n_values)
                follows[block->insts[k]->result] = 0;
    }
    return GAC_OK;
}
