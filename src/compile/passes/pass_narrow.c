/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Computes indices in 32 bits where addresses have 64, and takes what is the
 * same for all lanes out of them.
 *
 * Compilers extend every index to 64 bits, and ids have 64 bits to begin with.
 * Lanes of 64 bits cost twice as much as those of 32, in registers and in time.
 * The low half of a sum, product or shift depends on the low halves of its
 * operands only: where nothing but the low half is looked at, by a truncation
 * or because the whole is known to be small, a twin of 32 bits is computed
 * instead.
 *
 * An index u + v, u the same for all lanes, becomes the index v of a pointer
 * that has u in it: the id of a work-item in its group is then all that is left
 * of many. Two indices in a row, into an array of arrays, become one; if only
 * the first is not shared, they change places.
 */
#include "compile/passes/passes.h"

#define MAX_DEPTH 6u

typedef struct narrower {
    gac__ir *ir;
    const gac_allocator *allocator;
    uint8_t *varying; /* by value, as are the next two; of the n_known first */
    uint8_t *wanted;  /* it gets a twin */
    uint32_t *twin;   /* the value that is its low half; 0: none yet */
    uint32_t n_known;
    uint8_t *fresh; /* whether the values behind them, which are new, vary */
    uint32_t n_fresh;
    gac__ir_block *out;
    uint32_t most; /* values up to which indices are taken apart */
    bool failed;
} narrower;

static bool varies(const narrower *n, uint32_t value)
{
    if (value < n->n_known)
        return n->varying[value];
    return value - n->n_known < n->n_fresh && n->fresh[value - n->n_known];
}

/* -- twins ----------------------------------------------------------------- */

/* Operations whose low half is the same operation on the low halves. */
static bool halves(uint16_t op)
{
    return op == GAC__IR_IADD || op == GAC__IR_ISUB || op == GAC__IR_IMUL
           || op == GAC__IR_AND || op == GAC__IR_OR || op == GAC__IR_XOR
           || op == GAC__IR_NOT || op == GAC__IR_INEG || op == GAC__IR_SHL;
}

/* Whether the low half of a value of 64 bits costs no more than a truncation.
 */
static bool narrows(const narrower *n, uint32_t value, uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    uint64_t bits;
    if (n->ir->values[value].ty != GAC__TY_I64 || depth == MAX_DEPTH)
        return false;
    if (gac__ir_is_const(n->ir, value, &bits))
        return true;
    if (!i || value >= n->n_known)
        return false;
    if (n->wanted[value])
        return true;
    switch (i->op) {
    case GAC__IR_BUILTIN:
    case GAC__IR_ARG:
    case GAC__IR_ZEXT:
    case GAC__IR_SEXT: return true;
    case GAC__IR_SHL:
        return gac__ir_is_const(n->ir, i->args[1], &bits) && bits < 32
               && narrows(n, i->args[0], depth + 1);
    default: break;
    }
    for (uint32_t a = 0; halves(i->op) && a < i->n_args; a++)
        if (!narrows(n, i->args[a], depth + 1))
            return false;
    return halves(i->op);
}

/* Marks a value that narrows, and what its twin is made of. */
static void want(narrower *n, uint32_t value)
{
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    if (!i || value >= n->n_known || n->wanted[value]
        || n->ir->values[value].ty != GAC__TY_I64)
        return;
    n->wanted[value] = 1;
    for (uint32_t a = 0; halves(i->op) && a < i->n_args; a++)
        if (a == 0 || i->op != GAC__IR_SHL)
            want(n, i->args[a]);
}

/* The low half of a value as a value of 32 bits; 0: there is none. */
static uint32_t low(narrower *n, uint32_t value)
{
    uint64_t bits;
    if (n->ir->values[value].ty == GAC__TY_I32)
        return value;
    if (gac__ir_is_const(n->ir, value, &bits)
        && n->ir->values[value].ty == GAC__TY_I64) {
        uint32_t made = gac__ir_const(n->ir, GAC__TY_I32, (uint32_t)bits);
        n->failed |= !made;
        return made;
    }
    return value < n->n_known ? n->twin[value] : 0;
}

/* Notes that a new value varies. */
static bool note(narrower *n, uint32_t value)
{
    uint32_t at = value - n->n_known;
    if (at >= n->n_fresh) {
        uint32_t more = at * 2 + 64;
        uint8_t *bigger = gac__alloc_zero(n->allocator, more, 1);
        if (!bigger)
            return false;
        if (n->n_fresh)
            memcpy(bigger, n->fresh, n->n_fresh);
        gac__free(n->allocator, n->fresh, n->n_fresh, 1);
        n->fresh = bigger;
        n->n_fresh = more;
    }
    n->fresh[at] = 1;
    return true;
}

/* Appends an instruction whose result varies, or does not. */
static gac__ir_inst *add(narrower *n, gac__ir_op op, gac__ty ty, bool vary,
                         uint32_t n_args, const gac__ir_inst *from)
{
    gac__ir_inst *made =
        gac__ir_new_result(n->ir, op, ty, n_args, from->ordinal);
    if (!made || !gac__ir_append(n->ir, n->out, made)
        || (vary && !note(n, made->result))) {
        n->failed = true;
        return NULL;
    }
    return made;
}

/* Makes the twin of a value that has just been computed. */
static void make_twin(narrower *n, const gac__ir_inst *i)
{
    bool extends = i->op == GAC__IR_ZEXT || i->op == GAC__IR_SEXT;
    if (extends && i->sub == GAC__TY_I32) {
        n->twin[i->result] = i->args[0];
        return;
    }
    gac__ir_op op = i->op == GAC__IR_ARG ? GAC__IR_TRUNC : (gac__ir_op)i->op;
    uint32_t n_args = op == GAC__IR_TRUNC ? 1 : i->n_args;
    gac__ir_inst *made =
        add(n, op, GAC__TY_I32, varies(n, i->result), n_args, i);
    if (!made)
        return;
    made->sub = op == GAC__IR_TRUNC ? GAC__TY_I64 : i->sub;
    made->imm = op == GAC__IR_TRUNC ? 0 : i->imm;
    for (uint32_t a = 0; a < n_args; a++)
        made->args[a] = op == GAC__IR_TRUNC ? i->result
                        : extends           ? i->args[a]
                                            : low(n, i->args[a]);
    n->twin[i->result] = made->result;
}

/* -- what lanes share ------------------------------------------------------ */

/* A sum of a part that is the same for all lanes and one that is not; 0: none.
 * It has the value's type, modulo whose range it is the value. */
typedef struct parts {
    uint32_t shared, own;
} parts;

/* What a value was moved from. */
static uint32_t behind_moves(const narrower *n, uint32_t value)
{
    const gac__ir_inst *i;
    while ((i = gac__ir_def(n->ir, value)) != NULL && i->op == GAC__IR_MOV
           && n->ir->values[i->args[0]].ty == n->ir->values[value].ty)
        value = i->args[0];
    return value;
}

/* Which operand of a product or shift all lanes share; 2: none. */
static uint32_t shared_factor(const narrower *n, const gac__ir_inst *i)
{
    if ((i->op == GAC__IR_IMUL || i->op == GAC__IR_SHL)
        && !varies(n, i->args[1]))
        return 1;
    return i->op == GAC__IR_IMUL && !varies(n, i->args[0]) ? 0 : 2;
}

/* Whether take_apart() finds a shared part. */
static bool comes_apart(const narrower *n, uint32_t value, uint32_t depth)
{
    value = behind_moves(n, value);
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    if (!varies(n, value))
        return true;
    if (!i || depth == MAX_DEPTH)
        return false;
    if (i->op == GAC__IR_IADD)
        return comes_apart(n, i->args[0], depth + 1)
               || comes_apart(n, i->args[1], depth + 1);
    if (i->op == GAC__IR_ISUB)
        return !varies(n, i->args[1]);
    uint32_t factor = shared_factor(n, i);
    return factor < 2 && comes_apart(n, i->args[1 - factor], depth + 1);
}

/* a op b, where 0 stands for nothing. */
static uint32_t combine(narrower *n, gac__ir_op op, uint32_t a, uint32_t b,
                        const gac__ir_inst *from)
{
    if (!a || !b)
        return op == GAC__IR_IADD ? a | b : 0;
    gac__ir_inst *made = add(n, op, (gac__ty)n->ir->values[a].ty,
                             varies(n, a) || varies(n, b), 2, from);
    if (!made)
        return 0;
    made->args[0] = a;
    made->args[1] = b;
    return made->result;
}

/* a - b of what lanes share; a may be nothing. */
static uint32_t less(narrower *n, uint32_t a, uint32_t b,
                     const gac__ir_inst *from)
{
    gac__ir_inst *made =
        add(n, a ? GAC__IR_ISUB : GAC__IR_INEG, (gac__ty)n->ir->values[b].ty,
            false, a ? 2 : 1, from);
    if (!made)
        return 0;
    made->args[0] = a ? a : b;
    if (a)
        made->args[1] = b;
    return made->result;
}

static parts take_apart(narrower *n, uint32_t value, uint32_t depth,
                        const gac__ir_inst *from)
{
    value = behind_moves(n, value);
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    if (!varies(n, value))
        return (parts){value, 0};
    if (!comes_apart(n, value, depth))
        return (parts){0, value};
    if (i->op == GAC__IR_ISUB) {
        parts p = take_apart(n, i->args[0], depth + 1, from);
        return (parts){less(n, p.shared, i->args[1], from), p.own};
    }
    uint32_t factor = i->op == GAC__IR_IADD ? 1 : shared_factor(n, i);
    parts a = take_apart(n, i->args[1 - factor], depth + 1, from);
    parts b = {i->args[factor], i->args[factor]};
    if (i->op == GAC__IR_IADD)
        b = take_apart(n, i->args[1], depth + 1, from);
    return (parts){combine(n, (gac__ir_op)i->op, a.shared, b.shared, from),
                   combine(n, (gac__ir_op)i->op, a.own, b.own, from)};
}

/* The pointer of a pointer's index, when the second index is shared by all
 * lanes, but the first one is not: they change places. */
static bool swap_indices(narrower *n, gac__ir_inst *i)
{
    const gac__ir_inst *inner = gac__ir_def(n->ir, i->args[0]);
    int64_t displacement;
    if (varies(n, i->args[1]) || !varies(n, i->args[0]) || !inner
        || inner->op != GAC__IR_LEA || varies(n, inner->args[0])
        || __builtin_add_overflow(i->imm2, inner->imm2, &displacement))
        return false;
    gac__ir_inst *moved = add(n, GAC__IR_LEA, n->ir->ptr_ty, false, 2, i);
    if (!moved)
        return false;
    moved->args[0] = inner->args[0];
    moved->args[1] = i->args[1];
    moved->imm = i->imm;
    moved->sub = i->sub;
    i->args[0] = moved->result;
    i->args[1] = inner->args[1];
    i->imm = inner->imm;
    i->imm2 = displacement;
    i->sub = inner->sub;
    return true;
}

/* An index that is a sum loses what all lanes share to the pointer; an index of
 * a pointer that has an index of the same scale is added to that. */
static void share(narrower *n, gac__ir_inst *i)
{
    const gac__ir_inst *inner = gac__ir_def(n->ir, i->args[0]);
    int64_t displacement = i->imm2;
    uint32_t base = i->args[0];
    parts p = {0, 0}, q = {0, 0};
    if (n->ir->values[i->args[1]].ty != GAC__TY_I64 || !varies(n, i->args[1])
        || n->ir->n_values >= n->most)
        return;
    if (varies(n, base)) {
        if (!inner || inner->op != GAC__IR_LEA || inner->imm != i->imm
            || varies(n, inner->args[0]) || !varies(n, inner->args[1])
            || n->ir->values[inner->args[1]].ty != GAC__TY_I64
            || __builtin_add_overflow(displacement, inner->imm2, &displacement))
            return;
        base = inner->args[0];
        q = take_apart(n, inner->args[1], 0, i);
    } else if (!comes_apart(n, i->args[1], 0)) {
        return;
    }
    p = take_apart(n, i->args[1], 0, i);
    p.shared = combine(n, GAC__IR_IADD, p.shared, q.shared, i);
    p.own = combine(n, GAC__IR_IADD, p.own, q.own, i);
    if (p.shared) {
        gac__ir_inst *moved = add(n, GAC__IR_LEA, n->ir->ptr_ty, false, 2, i);
        if (!moved)
            return;
        moved->args[0] = base;
        moved->args[1] = p.shared;
        moved->imm = i->imm;
        base = moved->result;
    }
    if (!p.own) /* it varies where lanes have left a loop, its parts do not */
        p.own = gac__ir_const(n->ir, GAC__TY_I64, 0);
    n->failed |= !p.own;
    i->args[0] = base;
    i->args[1] = p.own;
    i->imm2 = displacement;
}

/* An index of 32 bits is put together again, what lanes share last: exec adds
 * that to the pointer if nothing wraps, and what is left is often the same in
 * every group. */
static void share_last(narrower *n, gac__ir_inst *i)
{
    if (i->op != GAC__IR_LEA || n->ir->values[i->args[1]].ty != GAC__TY_I32
        || !varies(n, i->args[1]) || varies(n, i->args[0])
        || n->ir->n_values >= n->most || !comes_apart(n, i->args[1], 0))
        return;
    parts p = take_apart(n, i->args[1], 0, i);
    uint32_t sum = combine(n, GAC__IR_IADD, p.own, p.shared, i);
    if (!sum)
        return;
    i->args[1] = sum;
    if (p.own && p.shared)
        n->ir->values[sum].def->flags |= GAC__IR_SHARED_LAST;
}

/* -- indices --------------------------------------------------------------- */

static bool narrow_index(const narrower *n, uint32_t index)
{
    return gac__ir_most(n->ir, index) <= UINT32_MAX && narrows(n, index, 0);
}

/* Whether LEA(LEA(base, i, s * k), j, s) may become LEA(base, i * k + j, s). An
 * address of 32 bits is the same whatever wraps. */
static const gac__ir_inst *inner_of(const narrower *n, const gac__ir_inst *lea)
{
    const gac__ir_inst *inner = gac__ir_def(n->ir, lea->args[0]);
    uint64_t rows, all;
    if (!inner || inner->op != GAC__IR_LEA || !varies(n, lea->args[1])
        || varies(n, inner->args[0]) || !varies(n, lea->args[0])
        || lea->imm == 0 || inner->imm % lea->imm)
        return NULL;
    if (n->ir->ptr_ty == GAC__TY_I32)
        return n->ir->values[lea->args[1]].ty == GAC__TY_I32
                       && n->ir->values[inner->args[1]].ty == GAC__TY_I32
                   ? inner
                   : NULL;
    uint64_t columns = gac__ir_most(n->ir, lea->args[1]);
    rows = gac__ir_most(n->ir, inner->args[1]);
    if (__builtin_mul_overflow(rows, inner->imm / lea->imm, &all)
        || __builtin_add_overflow(all, columns, &all) || all > INT32_MAX)
        return NULL;
    return inner;
}

static bool has_low(const narrower *n, uint32_t index)
{
    return n->ir->values[index].ty == GAC__TY_I32 || narrows(n, index, 0);
}

static void choose(narrower *n, const gac__ir_inst *i)
{
    uint32_t index;
    const gac__ir_inst *inner;
    if (i->op == GAC__IR_TRUNC && i->ty == GAC__TY_I32
        && narrows(n, i->args[0], 0))
        want(n, i->args[0]);
    if (i->op != GAC__IR_LEA || n->ir->ptr_ty != GAC__TY_I64)
        return;
    index = i->args[1];
    if (varies(n, index) && narrow_index(n, index))
        want(n, index);
    if ((inner = inner_of(n, i)) != NULL && has_low(n, inner->args[1])
        && has_low(n, i->args[1])) {
        want(n, inner->args[1]);
        want(n, i->args[1]);
    }
}

/* Makes LEA(LEA(base, row, s * k), column, s) LEA(base, row * k + column, s),
 * in 32 bits; false: one of them is 0. */
static bool join_indices(narrower *n, gac__ir_inst *lea,
                         const gac__ir_inst *inner, uint32_t row,
                         uint32_t column)
{
    int64_t displacement;
    if (!row || !column
        || __builtin_add_overflow(lea->imm2, inner->imm2, &displacement))
        return false;
    uint32_t k = gac__ir_const(n->ir, GAC__TY_I32, inner->imm / lea->imm);
    uint32_t product = k ? combine(n, GAC__IR_IMUL, row, k, lea) : 0;
    uint32_t sum = product ? combine(n, GAC__IR_IADD, product, column, lea) : 0;
    if (!sum)
        return false;
    lea->args[0] = inner->args[0];
    lea->args[1] = sum;
    lea->imm2 = displacement;
    lea->sub = 0;
    return true;
}

/* -- rows and columns of a variable
 * ------------------------------------------------
 *
 * Of an array of arrays that is a variable in local memory, both indices are
 * small, or the access is out of bounds. So they may be limited to what fits:
 * one that is out of bounds stays so.
 */

#define LARGEST_VARIABLE (1u << 20)
#define MOST_COLUMN ((1 << 30) - 1)

static bool is_variable(const narrower *n, uint32_t value)
{
    const gac__ir_value *v = &n->ir->values[value];
    return v->kind == GAC__VALUE_SYMBOL && v->symbol == GAC__SYMBOL_VAR
           && n->ir->vars[v->index].storage_class == SpvStorageClassWorkgroup
           && n->ir->vars[v->index].size_bytes <= LARGEST_VARIABLE;
}

/* The 32 bits of which an index is made; 0: it is not. */
static uint32_t extended(const narrower *n, const gac__ir_inst *lea,
                         bool *is_signed_out)
{
    const gac__ir_inst *i = gac__ir_def(n->ir, lea->args[1]);
    uint8_t ty = n->ir->values[lea->args[1]].ty;
    bool extends = i && ty == GAC__TY_I64 && i->sub == GAC__TY_I32
                   && (i->op == GAC__IR_ZEXT || i->op == GAC__IR_SEXT);
    *is_signed_out = extends ? i->op == GAC__IR_SEXT : !lea->sub;
    return extends ? i->args[0] : ty == GAC__TY_I32 ? lea->args[1] : 0;
}

static uint32_t limit(narrower *n, gac__ir_op op, uint32_t value, int32_t bound,
                      const gac__ir_inst *from)
{
    gac__ir_inst *made =
        value ? add(n, op, GAC__TY_I32, varies(n, value), 2, from) : NULL;
    if (!made)
        return 0;
    made->args[0] = value;
    made->args[1] = gac__ir_const(n->ir, GAC__TY_I32, (uint32_t)bound);
    n->failed |= !made->args[1];
    return made->result;
}

/* An index as 32 bits from -most to most; 0: there is none. */
static uint32_t limited(narrower *n, const gac__ir_inst *lea, int32_t most,
                        const gac__ir_inst *from)
{
    bool is_signed;
    uint32_t value = extended(n, lea, &is_signed);
    if (!value || gac__ir_most(n->ir, value) <= (uint32_t)most)
        return value;
    if (!is_signed)
        return limit(n, GAC__IR_UMIN, value, most, from);
    return limit(n, GAC__IR_SMIN, limit(n, GAC__IR_SMAX, value, -most, from),
                 most, from);
}

static bool join_in_variable(narrower *n, gac__ir_inst *lea)
{
    const gac__ir_inst *inner = gac__ir_def(n->ir, lea->args[0]);
    bool ignored;
    if (!inner || inner->op != GAC__IR_LEA || n->ir->checked
        || !is_variable(n, inner->args[0]) || !varies(n, lea->args[1])
        || !varies(n, inner->args[1]) || lea->imm == 0 || inner->imm % lea->imm
        || !inner->imm || inner->imm > LARGEST_VARIABLE
        || !extended(n, lea, &ignored))
        return false;
    int32_t most = MOST_COLUMN / (int32_t)(inner->imm / lea->imm);
    uint32_t row = limited(n, inner, most, lea);
    uint32_t column = row ? limited(n, lea, MOST_COLUMN, lea) : 0;
    return join_indices(n, lea, inner, row, column);
}

static void rewrite_lea(narrower *n, gac__ir_inst *i)
{
    const gac__ir_inst *inner = inner_of(n, i);
    bool narrow = n->ir->ptr_ty == GAC__TY_I32;
    if ((!narrow && join_in_variable(n, i))
        || (inner
            && join_indices(n, i, inner, low(n, inner->args[1]),
                            low(n, i->args[1]))))
        return;
    uint32_t index = i->args[1];
    if (n->ir->values[index].ty != GAC__TY_I64 || !varies(n, index)
        || !narrow_index(n, index) || !low(n, index))
        return;
    i->sub = gac__ir_most(n->ir, index) > INT32_MAX;
    i->args[1] = low(n, index);
}

static void rewrite(narrower *n, gac__ir_inst *i)
{
    if (i->op == GAC__IR_LEA) {
        rewrite_lea(n, i);
        (void)swap_indices(n, i); /* two that varied may have become one */
    }
    if (i->op != GAC__IR_TRUNC || i->ty != GAC__TY_I32 || i->sub != GAC__TY_I64
        || !low(n, i->args[0]))
        return;
    i->op = GAC__IR_MOV;
    i->sub = 0;
    i->args[0] = low(n, i->args[0]);
}

/* -- the walks ------------------------------------------------------------- */

typedef void rewrite_fn(narrower *n, gac__ir_inst *i);

static void rewrite_shared(narrower *n, gac__ir_inst *i)
{
    if (i->op == GAC__IR_LEA && !swap_indices(n, i))
        share(n, i);
}

static gac_result rewrite_blocks(narrower *n, rewrite_fn *rewrite_inst)
{
    gac__ir *ir = n->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        n->out = &ir->blocks[b];
        uint32_t n_insts = n->out->n_insts;
        GAC__TRY(gac__ir_watch(ir, 16 * (uint64_t)n_insts));
        gac__ir_inst **old = gac__ir_reopen(ir, n->out);
        if (!old)
            return GAC_ERR_MEMORY;
        for (uint32_t k = 0; k < n_insts && !n->failed; k++) {
            gac__ir_inst *i = old[k];
            rewrite_inst(n, i);
            if (!gac__ir_append(ir, n->out, i))
                return GAC_ERR_MEMORY;
            if (i->result && i->result < n->n_known && n->wanted[i->result])
                make_twin(n, i);
        }
    }
    return n->failed ? GAC_ERR_MEMORY : GAC_OK;
}

static void end(narrower *n)
{
    gac__free(n->allocator, n->varying, n->n_known, 2);
    gac__free(n->allocator, n->twin, n->n_known, sizeof *n->twin);
    gac__free(n->allocator, n->fresh, n->n_fresh, 1);
    n->varying = n->wanted = n->fresh = NULL;
    n->twin = NULL;
    n->n_known = n->n_fresh = 0;
}

/* Begins a round, in which what the one before has made is known as well: it
 * has noted what varies. */
static gac_result begin(narrower *n)
{
    uint32_t n_values = n->ir->n_values;
    narrower next = *n;
    next.n_known = n_values;
    next.fresh = NULL;
    next.n_fresh = 0;
    next.varying = gac__alloc_zero(n->allocator, n_values, 2);
    next.twin = gac__alloc_zero(n->allocator, n_values, sizeof *n->twin);
    bool first = !n->varying;
    for (uint32_t v = 0; next.varying && !first && v < n_values; v++)
        next.varying[v] = varies(n, v);
    end(n);
    *n = next;
    if (!n->varying || !n->twin)
        return GAC_ERR_MEMORY;
    n->wanted = n->varying + n->n_known;
    return first ? gac__pass_uniform(n->ir, n->ir->arena, n->varying) : GAC_OK;
}

gac_result gac__pass_narrow(gac__ir *ir)
{
    narrower n = {.ir = ir,
                  .allocator = &ir->module->context->allocator,
                  .most = gac__most_values(ir)};
    gac_result result = begin(&n);
    if (!result && ir->ptr_ty == GAC__TY_I64) {
        result = rewrite_blocks(&n, rewrite_shared);
        if (!result)
            result = begin(&n);
    }
    for (uint32_t b = 0; !result && b < ir->n_blocks; b++) {
        result = gac__ir_watch(ir, 16 * (uint64_t)ir->blocks[b].n_insts);
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++)
            choose(&n, ir->blocks[b].insts[k]);
    }
    if (!result)
        result = rewrite_blocks(&n, rewrite);
    if (!result && !ir->checked)
        result = begin(&n);
    if (!result && !ir->checked)
        result = rewrite_blocks(&n, share_last);
    end(&n);
    return result;
}
