/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Folds constants and addresses, shares equal computations, drops dead ones.
 *
 * One sweep over the blocks in order. Each instruction's arguments are replaced
 * by values that are known to be equal; then it is folded, or rewritten into a
 * simpler one, or replaced by an equal instruction that dominates it. Unused
 * instructions are dropped afterwards.
 */
#include "compile/compile.h"
#include "compile/passes/passes.h"

#define MOST_TERMS 64u  /* taken out of an index */
#define MOST_SWEEPS 16u /* enough for all but loops with several entries */

typedef struct simplifier {
    gac__ir *ir;
    uint32_t *replacement; /* by value: another one; 0: itself */
    uint8_t *visited; /* by value: its instruction has been visited, or it has
                         none */
    uint32_t n_known; /* entries of `replacement` and `visited` */
    bool early;       /* some instruction that is no phi may use a value before
                         its replacement is known */
    const gac__dominators *tree;
    gac__equals equals;
    uint32_t block; /* the one that is filled */
} simplifier;

static uint32_t resolve(const simplifier *s, uint32_t value)
{
    return gac__ir_resolve(s->replacement, s->n_known, value);
}

static void replace(simplifier *s, const gac__ir_inst *i, uint32_t by)
{
    by = resolve(s, by);
    if (i->result < s->n_known && by != i->result)
        s->replacement[i->result] = by;
}

static const gac__ir_value *value_of(const simplifier *s, uint32_t value)
{
    return &s->ir->values[value];
}

static bool constant(const simplifier *s, uint32_t value, uint64_t *bits_out)
{
    const gac__ir_value *v = value_of(s, value);
    *bits_out = v->bits;
    return v->kind == GAC__VALUE_CONST && !v->undef;
}

/* A constant of an integer type, sign extended. */
static bool signed_constant(const simplifier *s, uint32_t value, int64_t *out)
{
    uint64_t bits;
    if (!constant(s, value, &bits))
        return false;
    *out = gac__sign_extend(bits, value_of(s, value)->ty);
    return true;
}

/* -- rewriting ------------------------------------------------------------- */

/* Computes a pure operation whose arguments are all constants. */
static bool fold(simplifier *s, gac__ir_inst *i)
{
    uint64_t in[3] = {0}, out = 0;
    if (i->n_args == 0 || i->n_args > 3)
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        if (!constant(s, i->args[a], &in[a]))
            return false;
    if (!gac__ir_is_defined(i->op, i->ty, in[0], in[1]))
        return false;
    gac__lane_kernel *kernel =
        gac__scalar_kernel_find(i->op, i->ty, i->sub, i->imm);
    if (!kernel)
        return false;
    gac__ty ty = (gac__ty)value_of(s, i->result)->ty;
    kernel(&out, &in[0], &in[1], &in[2], 0, 1);
    uint32_t value = gac__ir_const(s->ir, ty, out);
    if (!value)
        return false;
    replace(s, i, value);
    return true;
}

static const gac__ir_inst *def_of(const simplifier *s, uint32_t value,
                                  gac__ir_op op)
{
    const gac__ir_inst *i = gac__ir_def(s->ir, value);
    return i && i->op == op ? i : NULL;
}

/* x + 0, x * 1, x << 0, x | 0, x & -1, x * 2^n. */
static bool identity(simplifier *s, gac__ir_inst *i)
{
    uint64_t bits;
    if (i->n_args != 2)
        return false;
    bool commutes = i->op == GAC__IR_IADD || i->op == GAC__IR_IMUL
                    || i->op == GAC__IR_AND || i->op == GAC__IR_OR
                    || i->op == GAC__IR_XOR;
    if (commutes && constant(s, i->args[0], &bits)) {
        uint32_t swap = i->args[0];
        i->args[0] = i->args[1];
        i->args[1] = swap;
    }
    if (!constant(s, i->args[1], &bits))
        return false;
    uint32_t width = gac__ty_bytes((gac__ty)i->ty) * 8;
    uint64_t neutral;
    switch (i->op) {
    case GAC__IR_IADD:
    case GAC__IR_ISUB:
    case GAC__IR_OR:
    case GAC__IR_XOR:
    case GAC__IR_SHL:
    case GAC__IR_LSHR:
    case GAC__IR_ASHR: neutral = 0; break;
    case GAC__IR_IMUL:
    case GAC__IR_UDIV:
    case GAC__IR_SDIV: neutral = 1; break;
    case GAC__IR_AND:
        neutral = i->ty == GAC__TY_BOOL ? 1 : UINT64_MAX >> (64 - width);
        break;
    default: return false;
    }
    if (bits == neutral)
        replace(s, i, i->args[0]);
    return bits == neutral;
}

/* SELECT of a BOOL and a constant: compilers write `x && y` so. Not in checked
 * runs, where y may be undefined if it is not selected. */
static void select_to_logic(const simplifier *s, gac__ir_inst *i)
{
    uint64_t bits;
    if (i->op != GAC__IR_SELECT || i->ty != GAC__TY_BOOL
        || s->ir->variant.checked)
        return;
    if (constant(s, i->args[2], &bits) && bits == 0) {
        i->op = GAC__IR_AND;
    } else if (constant(s, i->args[1], &bits) && bits == 1) {
        i->op = GAC__IR_OR;
        i->args[1] = i->args[2];
    } else {
        return;
    }
    i->n_args = 2;
}

/* Appends an operation of a's type, or finds an equal one. */
static uint32_t put(simplifier *s, const gac__ir_inst *like, gac__ir_op op,
                    uint32_t a, uint32_t b)
{
    gac__ty ty = (gac__ty)value_of(s, a)->ty;
    gac__ir_inst *made = gac__ir_new_inst(s->ir, op, ty, 2);
    if (!made)
        return 0;
    made->args[0] = a;
    made->args[1] = b;
    made->ordinal = like->ordinal;
    uint32_t value = gac__equals_find(&s->equals, s->tree, made, s->block);
    if (value)
        return value;
    made->result = gac__ir_new_value(s->ir, ty, made);
    gac__ir_append(s->ir, &s->ir->blocks[s->block], made);
    return made->result;
}

/* (x + k) + y becomes (x + y) + k: sums that differ by constants share the
 * rest, and constants end up in the displacements of accesses. */
static void constant_last(simplifier *s, gac__ir_inst *i)
{
    uint64_t bits;
    const gac__ir_inst *x;
    if (i->op != GAC__IR_IADD || i->flags & GAC__IR_SHARED_LAST
        || constant(s, i->args[1], &bits))
        return;
    for (uint32_t a = 0; a < 2; a++) {
        if (!(x = def_of(s, i->args[a], GAC__IR_IADD))
            || !constant(s, x->args[1], &bits))
            continue;
        i->args[0] = put(s, i, GAC__IR_IADD, a ? i->args[0] : x->args[0],
                         a ? x->args[0] : i->args[1]);
        i->args[1] = x->args[1];
        return;
    }
}

/* The count by which a 64-bit value, or a constant, is shifted left; 0: it is
 * not shifted. */
static uint64_t left_shift(const simplifier *s, uint32_t value)
{
    uint64_t bits;
    if (constant(s, value, &bits))
        return bits ? (uint64_t)__builtin_ctzll(bits) : 0;
    const gac__ir_inst *shl = def_of(s, value, GAC__IR_SHL);
    return shl && constant(s, shl->args[1], &bits) && bits < 64 ? bits : 0;
}

/* The value shifted right by `by`, which is at most its left shift. */
static uint32_t unshifted(simplifier *s, const gac__ir_inst *like,
                          uint32_t value, uint64_t by)
{
    uint64_t bits, left = left_shift(s, value);
    if (constant(s, value, &bits))
        return gac__ir_const(s->ir, GAC__TY_I64, bits >> by);
    uint32_t x = s->ir->values[value].def->args[0];
    return left == by ? x
                      : put(s, like, GAC__IR_SHL, x,
                            gac__ir_const(s->ir, GAC__TY_I64, left - by));
}

/* (x << k) + (y << k) becomes (x + y) << k, and (x << k) * y becomes
 * (x * y) << k. Compilers compute an int index such as `id + 1` in the upper
 * half of 64 bits: they shift the id left, add one there, and shift back with
 * the sign. */
static void shift_last(simplifier *s, gac__ir_inst *i)
{
    bool product = i->op == GAC__IR_IMUL;
    if (i->ty != GAC__TY_I64
        || (i->op != GAC__IR_IADD && i->op != GAC__IR_ISUB && !product))
        return;
    uint64_t by = left_shift(s, i->args[0]);
    if (!product)
        by = GAC__MIN(by, left_shift(s, i->args[1]));
    if (by < 32)
        return;
    uint32_t x = unshifted(s, i, i->args[0], by);
    uint32_t y = product ? i->args[1] : unshifted(s, i, i->args[1], by);
    i->args[0] = put(s, i, (gac__ir_op)i->op, x, y);
    i->args[1] = gac__ir_const(s->ir, GAC__TY_I64, by);
    i->op = GAC__IR_SHL;
}

static uint32_t convert(simplifier *s, const gac__ir_inst *like, gac__ir_op op,
                        gac__ty ty, uint32_t value)
{
    return gac__ir_add(s->ir, &s->ir->blocks[s->block], op, ty, like, value, 0,
                       0)
        ->result;
}

/* (x << k) >> k is an extension of x's low bits, which compilers write for int
 * indices. (x << 32) >> k is such an extension shifted left again. */
static void shifts_to_extension(simplifier *s, gac__ir_inst *i)
{
    uint64_t right, left;
    const gac__ir_inst *shl;
    uint32_t width = gac__ty_bytes((gac__ty)i->ty) * 8;
    if ((i->op != GAC__IR_ASHR && i->op != GAC__IR_LSHR)
        || !constant(s, i->args[1], &right)
        || !(shl = def_of(s, i->args[0], GAC__IR_SHL))
        || !constant(s, shl->args[1], &left) || left >= width || !right)
        return;
    bool halves = width == 64 && left >= 32 && right <= 32;
    gac__ty narrow = halves               ? GAC__TY_I32
                     : width - left == 32 ? GAC__TY_I32
                     : width - left == 16 ? GAC__TY_I16
                     : width - left == 8  ? GAC__TY_I8
                                          : GAC__TY_VOID;
    if ((left != right && !halves) || narrow == GAC__TY_VOID)
        return;
    gac__ir_op extend = i->op == GAC__IR_ASHR ? GAC__IR_SEXT : GAC__IR_ZEXT;
    uint32_t x = convert(s, i, GAC__IR_TRUNC, narrow, shl->args[0]);
    if (halves && left > 32)
        x = put(s, i, GAC__IR_SHL, x, gac__ir_const(s->ir, narrow, left - 32));
    if (halves && right < 32) {
        x = convert(s, i, extend, GAC__TY_I64, x);
        i->op = GAC__IR_SHL;
        i->args[1] = gac__ir_const(s->ir, GAC__TY_I64, 32 - right);
    } else {
        i->op = (uint16_t)extend;
        i->sub = narrow;
        i->n_args = 1;
    }
    i->args[0] = x;
}

/* A truncation of an extension, back to the type of its operand, is that
 * operand. */
static bool truncated_extension(simplifier *s, gac__ir_inst *i)
{
    if (i->op != GAC__IR_TRUNC)
        return false;
    const gac__ir_inst *x = def_of(s, i->args[0], GAC__IR_SEXT);
    if (!x)
        x = def_of(s, i->args[0], GAC__IR_ZEXT);
    if (!x || value_of(s, x->args[0])->ty != i->ty)
        return false;
    replace(s, i, x->args[0]);
    return true;
}

/* Takes constants, scales and extensions out of an index into the LEA itself.
 * Addresses are computed modulo the pointer's width, so that a sum or a product
 * of that width can be taken apart; one of a narrower index cannot. */
static bool simplify_index(simplifier *s, gac__ir_inst *i)
{
    int64_t k, scaled;
    const gac__ir_inst *x;
    gac__ty ptr_ty = s->ir->ptr_ty;
    if (signed_constant(s, i->args[1], &k)) {
        if (k == 0)
            return false;
        if (i->sub)
            k = (uint32_t)k;
        if (__builtin_mul_overflow(k, (int64_t)i->imm, &scaled)
            || __builtin_add_overflow(scaled, i->imm2, &scaled))
            return false;
        i->imm2 = scaled;
        i->args[1] = gac__ir_const(s->ir, ptr_ty, 0);
        i->sub = 0;
        return true;
    }
    if (!i->sub && (x = def_of(s, i->args[1], GAC__IR_SEXT)) != NULL
        && value_of(s, x->args[0])->ty != GAC__TY_BOOL) {
        i->args[1] = x->args[0];
        return true;
    }
    bool exact = value_of(s, i->args[1])->ty == ptr_ty;
    if (!exact)
        return false;
    if ((x = def_of(s, i->args[1], GAC__IR_IADD)) != NULL
        && signed_constant(s, x->args[1], &k)
        && !__builtin_mul_overflow(k, (int64_t)i->imm, &scaled)
        && !__builtin_add_overflow(scaled, i->imm2, &scaled)) {
        i->imm2 = scaled;
        i->args[1] = x->args[0];
        return true;
    }
    if ((x = def_of(s, i->args[1], GAC__IR_SHL)) != NULL
        && signed_constant(s, x->args[1], &k) && k > 0 && k < 16
        && i->imm <= UINT32_MAX >> k) {
        i->imm <<= k;
        i->args[1] = x->args[0];
        return true;
    }
    if ((x = def_of(s, i->args[1], GAC__IR_IMUL)) != NULL
        && signed_constant(s, x->args[1], &k) && k > 0 && k <= 65536
        && i->imm <= (uint64_t)UINT32_MAX / (uint64_t)k) {
        i->imm *= (uint64_t)k;
        i->args[1] = x->args[0];
        return true;
    }
    return false;
}

static bool zero_index(const simplifier *s, const gac__ir_inst *lea)
{
    uint64_t bits;
    return constant(s, lea->args[1], &bits) && bits == 0;
}

static bool simplify_lea(simplifier *s, gac__ir_inst *i)
{
    for (uint32_t k = 0; k < MOST_TERMS && simplify_index(s, i); k++)
        continue;
    const gac__ir_inst *inner = def_of(s, i->args[0], GAC__IR_LEA);
    int64_t sum;
    if (inner && !__builtin_add_overflow(i->imm2, inner->imm2, &sum)) {
        if (zero_index(s, inner)) {
            i->args[0] = inner->args[0];
            i->imm2 = sum;
        } else if (zero_index(s, i)) {
            i->args[0] = inner->args[0];
            i->args[1] = inner->args[1];
            i->imm = inner->imm;
            i->imm2 = sum;
            i->sub = inner->sub;
        }
    }
    const gac__ir_value *base = value_of(s, i->args[0]);
    if (zero_index(s, i)) {
        if (i->imm2 == 0) {
            replace(s, i, i->args[0]);
            return true;
        }
        if (base->kind == GAC__VALUE_SYMBOL) {
            uint32_t moved = gac__ir_new_value(s->ir, s->ir->ptr_ty, NULL);
            if (moved) {
                base = value_of(s, i->args[0]);
                s->ir->values[moved] = *base;
                s->ir->values[moved].bits += (uint64_t)i->imm2;
                replace(s, i, moved);
                return true;
            }
        }
    }
    return false;
}

/* Folds a constant displacement of the pointer into the access. */
static void simplify_access(simplifier *s, gac__ir_inst *i)
{
    const gac__ir_inst *lea;
    int64_t sum;
    while ((lea = def_of(s, i->args[0], GAC__IR_LEA)) != NULL
           && zero_index(s, lea)
           && !__builtin_add_overflow(i->imm2, lea->imm2, &sum)) {
        i->args[0] = lea->args[0];
        i->imm2 = sum;
    }
}

/* A phi of one value, or of one value and itself, is that value. */
static bool trivial_phi(simplifier *s, gac__ir_inst *i)
{
    uint32_t only = 0;
    for (uint32_t a = 0; a < i->n_args; a++) {
        if (i->args[a] == i->result || i->args[a] == only)
            continue;
        if (only)
            return false;
        only = i->args[a];
    }
    if (!only)
        return false;
    replace(s, i, only);
    return true;
}

/* -- equal computations ---------------------------------------------------- */

static bool seen_before(simplifier *s, gac__ir_inst *i)
{
    uint32_t value = gac__equals_find(&s->equals, s->tree, i, s->block);
    if (value)
        replace(s, i, value);
    return value != 0;
}

/* -- the sweep ------------------------------------------------------------- */

/* Simplifies an instruction; returns whether it stays. */
static bool simplify_inst(simplifier *s, gac__ir_inst *i)
{
    for (uint32_t a = 0; a < i->n_args; a++) {
        i->args[a] = resolve(s, i->args[a]);
        s->early |= i->op != GAC__IR_PHI && i->args[a] < s->n_known
                    && !s->visited[i->args[a]];
    }
    if (i->result < s->n_known)
        s->visited[i->result] = 1;
    if (i->op == GAC__IR_PHI)
        return !trivial_phi(s, i);
    if (i->op == GAC__IR_MOV
        && value_of(s, i->args[0])->ty == value_of(s, i->result)->ty) {
        replace(s, i, i->args[0]);
        return false;
    }
    select_to_logic(s, i);
    shift_last(s, i);
    shifts_to_extension(s, i);
    constant_last(s, i);
    if ((gac__ir_is_pure(i->op)
         && (fold(s, i) || identity(s, i) || truncated_extension(s, i)))
        || (i->op == GAC__IR_LEA && simplify_lea(s, i)))
        return false;
    if (gac__ir_is_access(i))
        simplify_access(s, i);
    return !gac__ir_is_stable(i->op) || i->n_args > 3 || !seen_before(s, i);
}

/* Phis of nested loops may only pass one value to each other: the sweep did not
 * know the arguments from back edges. Drops such phis, innermost loops first;
 * returns whether there were any, whose uses are to be replaced. */
static bool drop_cyclic_phis(simplifier *s)
{
    gac__ir *ir = s->ir;
    bool changed = true, any = false;
    for (uint32_t sweep = 0;
         changed && sweep < MOST_SWEEPS && !gac__ir_watch(ir, ir->n_values);
         sweep++) {
        changed = false;
        for (uint32_t b = ir->n_blocks; b-- > 0;)
            GAC__EACH_PHI(&ir->blocks[b], i) {
                if (resolve(s, i->result) != i->result)
                    continue;
                for (uint32_t a = 0; a < i->n_args; a++)
                    i->args[a] = resolve(s, i->args[a]);
                changed |= trivial_phi(s, i);
            }
        any |= changed;
    }
    return any;
}

static gac_result simplify_blocks(simplifier *s)
{
    gac__ir *ir = s->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *out = &ir->blocks[b];
        s->block = b;
        GAC__TRY(gac__ir_watch(ir, 8 + 8 * (uint64_t)out->n_insts));
        GAC__EACH_REOPENED(ir, out, i)
            if (simplify_inst(s, i))
                gac__ir_append(ir, out, i);
    }
    GAC__TRY(gac__ir_watch(ir, 0));
    bool again = drop_cyclic_phis(s) || s->early;
    if (again)
        gac__ir_replace(ir, s->replacement, s->n_known);
    return GAC_OK;
}

gac_result gac__pass_simplify(gac__ir *ir, gac__arena *scratch)
{
    simplifier s = {.ir = ir, .n_known = ir->n_values};
    uint32_t n = s.n_known, n_insts = 0;
    s.replacement = gac__arena_alloc(scratch, n, sizeof *s.replacement);
    s.visited = gac__arena_alloc(scratch, n, 1);
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        n_insts += ir->blocks[b].n_insts;
    if (!s.replacement || !s.visited)
        return GAC_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++)
        s.visited[v] = ir->values[v].kind != GAC__VALUE_INST;
    GAC__TRY(gac__equals_init(&s.equals, ir, 2 * n_insts, scratch));
    GAC__TRY(gac__flow_dominators(ir, &s.tree));
    GAC__TRY(simplify_blocks(&s));
    GAC__TRY(gac__pass_drop_dead(ir, scratch));
    return gac__renumber(ir, scratch);
}
