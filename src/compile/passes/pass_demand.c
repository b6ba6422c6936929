/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Demanded bits: computes in 32 bits where the upper half is not used.
 *
 * Compilers extend every index to 64 bits, and ids have 64 bits to begin with.
 * Lanes of 64 bits take twice as much register space and time as those of 32.
 * The low half of a sum, product or shift depends only on the low halves of its
 * operands: where only the low half is used, by a truncation or because the
 * whole value is known to be small, a twin of 32 bits is computed instead. A
 * loop variable whose upper half is used in no iteration becomes the extension
 * of its twin. Two successive indices, into an array of arrays, become one.
 * pass_share.c takes uniform addends out of indices.
 */
#include "compile/passes/pass_demand.h"

/* How a twin is made: by the operation on low halves, or by truncation. */
enum { TWIN_OPERATION = 1, TWIN_TRUNCATION };

/* Makes room for the facts of all values. */
static bool grow(gac__demand *n)
{
    uint32_t more = n->ir->n_values + n->ir->n_values / 2 + 64;
    gac__fact *facts = gac__arena_alloc(n->scratch, more, sizeof *facts);
    n->ir->failed |= !facts;
    if (!facts)
        return false;
    if (n->n_facts)
        memcpy(facts, n->facts, n->n_facts * sizeof *facts);
    n->facts = facts;
    n->n_facts = more;
    return true;
}

/* -- demanded bits --------------------------------------------------------- */

/* Operations whose low half is the same operation on the low halves. */
static bool halves(uint16_t op)
{
    return op == GAC__IR_IADD || op == GAC__IR_ISUB || op == GAC__IR_IMUL
           || op == GAC__IR_AND || op == GAC__IR_OR || op == GAC__IR_XOR
           || op == GAC__IR_NOT || op == GAC__IR_INEG || op == GAC__IR_SHL;
}

/* Whether an instruction uses the upper half of argument `a`. */
static bool uses_high(const gac__demand *n, const gac__ir_inst *i, uint32_t a)
{
    uint64_t bits;
    if (i->op == GAC__IR_TRUNC
        || (i->op == GAC__IR_AND && gac__ir_is_const(n->ir, i->args[!a], &bits)
            && bits <= UINT32_MAX))
        return false;
    return (i->op != GAC__IR_PHI && !halves(i->op)) || n->facts[i->result].high;
}

/* A backward sweep: most values are defined before their uses. */
static bool propagate_demand(gac__demand *n)
{
    bool changed = false;
    for (uint32_t b = n->ir->n_blocks; b-- > 0;)
        for (uint32_t k = n->ir->blocks[b].n_insts; k-- > 0;) {
            const gac__ir_inst *i = n->ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++)
                if (!n->facts[i->args[a]].high && uses_high(n, i, a)) {
                    n->facts[i->args[a]].high = 1;
                    changed = true;
                }
        }
    return changed;
}

/* Whether a phi is to become the extension of its twin. */
static bool is_low_phi(const gac__demand *n, const gac__ir_inst *i)
{
    if (i->ty != GAC__TY_I64 || !gac__varies(n, i->result)
        || n->facts[i->result].high)
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        if (n->ir->values[i->args[a]].kind == GAC__VALUE_SYMBOL)
            return false;
    return true;
}

static bool is_extension(const gac__ir_inst *i)
{
    return i->op == GAC__IR_ZEXT || i->op == GAC__IR_SEXT;
}

/* Whether the low half of a 64-bit value costs no more than a truncation. */
static bool narrows(const gac__demand *n, uint32_t value, uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    uint64_t bits;
    if (n->ir->values[value].ty != GAC__TY_I64 || depth == GAC__DEMAND_DEPTH)
        return false;
    if (gac__ir_is_const(n->ir, value, &bits))
        return true;
    if (!i)
        return false;
    if (n->facts[value].wanted || is_extension(i) || i->op == GAC__IR_BUILTIN
        || i->op == GAC__IR_ARG)
        return true;
    if (i->op == GAC__IR_SHL)
        return gac__ir_is_const(n->ir, i->args[1], &bits) && bits < 32
               && narrows(n, i->args[0], depth + 1);
    for (uint32_t a = 0; halves(i->op) && a < i->n_args; a++)
        if (!narrows(n, i->args[a], depth + 1))
            return false;
    return halves(i->op);
}

/* Marks a value that narrows, and the operands of its twin. */
static void want(gac__demand *n, uint32_t value)
{
    const gac__ir_inst *i = gac__ir_def(n->ir, value);
    if (!i || n->facts[value].wanted || n->ir->values[value].ty != GAC__TY_I64)
        return;
    n->facts[value].wanted = TWIN_OPERATION;
    for (uint32_t a = 0; halves(i->op) && a < i->n_args; a++)
        if (a == 0 || i->op != GAC__IR_SHL)
            want(n, i->args[a]);
}

/* Marks phis of which only the low halves are used, and their operands: those
 * that do not narrow are truncated. */
static gac_result want_phis(gac__demand *n)
{
    gac__ir *ir = n->ir;
    while (propagate_demand(n))
        GAC__TRY(gac__ir_watch(ir, ir->n_values));
    for (int arguments = 0; arguments < 2; arguments++)
        for (uint32_t b = 0; b < ir->n_blocks; b++)
            GAC__EACH_PHI(&ir->blocks[b], i) {
                if (!is_low_phi(n, i))
                    continue;
                n->facts[i->result].wanted = TWIN_OPERATION;
                for (uint32_t a = 0; arguments && a < i->n_args; a++)
                    if (narrows(n, i->args[a], 0))
                        want(n, i->args[a]);
                    else if (gac__ir_def(ir, i->args[a]))
                        n->facts[i->args[a]].wanted = TWIN_TRUNCATION;
            }
    return GAC_OK;
}

/* -- twins ----------------------------------------------------------------- */

/* The low half of a value as a 32-bit value; 0: there is none. */
static uint32_t low(gac__demand *n, uint32_t value)
{
    const gac__ir_value *v = &n->ir->values[value];
    if (v->ty == GAC__TY_I32)
        return value;
    if (v->kind != GAC__VALUE_CONST || v->ty != GAC__TY_I64)
        return value < n->n_facts ? n->facts[value].twin : 0;
    return v->undef ? gac__ir_undef(n->ir, GAC__TY_I32, v->undef)
                    : gac__ir_const(n->ir, GAC__TY_I32, (uint32_t)v->bits);
}

/* Records whether a new value varies. */
static gac__ir_inst *note(gac__demand *n, gac__ir_inst *made, bool vary)
{
    if (made->result >= n->n_facts && !grow(n))
        return n->ir->lost;
    n->facts[made->result].varying = vary;
    return made;
}

gac__ir_inst *gac__demand_add(gac__demand *n, gac__ir_op op, gac__ty ty,
                              bool vary, uint32_t a, uint32_t b,
                              const gac__ir_inst *from)
{
    return note(n, gac__ir_add(n->ir, n->out, op, ty, from, a, b, 0), vary);
}

/* Appends the twin of a value that has just been computed. A phi's twin has the
 * phi's operands until take_twins(). */
static void make_twin(gac__demand *n, gac__ir_inst *i)
{
    gac__fact *f = &n->facts[i->result];
    if (is_extension(i) && i->sub == GAC__TY_I32) {
        f->twin = i->args[0];
        return;
    }
    bool truncates = i->op == GAC__IR_ARG || f->wanted == TWIN_TRUNCATION;
    bool keeps = is_extension(i) || i->op == GAC__IR_PHI;
    gac__ir_inst *made =
        gac__ir_new_result(n->ir, truncates ? GAC__IR_TRUNC : (gac__ir_op)i->op,
                           GAC__TY_I32, truncates ? 1 : i->n_args, i->ordinal);
    if (!made)
        return;
    gac__ir_append(n->ir, n->out, made);
    note(n, made, f->varying);
    made->sub = truncates ? GAC__TY_I64 : i->sub;
    made->imm = truncates ? 0 : i->imm;
    for (uint32_t a = 0; a < made->n_args; a++)
        made->args[a] = truncates ? i->result
                        : keeps   ? i->args[a]
                                  : low(n, i->args[a]);
    n->facts[i->result].twin = made->result;
}

/* Turns an instruction into the extension of a 32-bit value. */
static void extend(gac__ir_inst *i, uint32_t low_half)
{
    i->op = GAC__IR_ZEXT;
    i->sub = GAC__TY_I32;
    i->n_args = 1;
    i->args[0] = low_half;
}

/* -- indices --------------------------------------------------------------- */

static bool narrow_index(const gac__demand *n, uint32_t index)
{
    return gac__ir_most(n->ir, index) <= UINT32_MAX && narrows(n, index, 0);
}

/* The inner LEA of LEA(LEA(base, i, s * k), j, s) if lanes differ in the index,
 * but not in the base; NULL otherwise. */
static const gac__ir_inst *nested(const gac__demand *n, const gac__ir_inst *lea)
{
    const gac__ir_inst *inner = gac__ir_def(n->ir, lea->args[0]);
    return inner && inner->op == GAC__IR_LEA && gac__varies(n, lea->args[1])
                   && !gac__varies(n, inner->args[0])
                   && gac__varies(n, lea->args[0]) && lea->imm
                   && inner->imm % lea->imm == 0
               ? inner
               : NULL;
}

/* The inner LEA, if LEA(LEA(base, i, s * k), j, s) may become
 * LEA(base, i * k + j, s); NULL otherwise. A 32-bit address may wrap. */
static const gac__ir_inst *inner_of(const gac__demand *n,
                                    const gac__ir_inst *lea)
{
    const gac__ir_inst *inner = nested(n, lea);
    uint64_t all;
    if (!inner)
        return NULL;
    if (n->ir->ptr_ty == GAC__TY_I32)
        return n->ir->values[lea->args[1]].ty == GAC__TY_I32
                       && n->ir->values[inner->args[1]].ty == GAC__TY_I32
                   ? inner
                   : NULL;
    uint64_t columns = gac__ir_most(n->ir, lea->args[1]);
    uint64_t rows = gac__ir_most(n->ir, inner->args[1]);
    if (__builtin_mul_overflow(rows, inner->imm / lea->imm, &all)
        || __builtin_add_overflow(all, columns, &all) || all > INT32_MAX)
        return NULL;
    return inner;
}

static bool has_low(const gac__demand *n, uint32_t index)
{
    return n->ir->values[index].ty == GAC__TY_I32 || narrows(n, index, 0);
}

static void mark_index(gac__demand *n, const gac__ir_inst *i)
{
    uint32_t index;
    const gac__ir_inst *inner;
    if (i->op == GAC__IR_TRUNC && narrows(n, i->args[0], 0))
        want(n, i->args[0]);
    if (i->op != GAC__IR_LEA || n->ir->ptr_ty != GAC__TY_I64)
        return;
    index = i->args[1];
    if (gac__varies(n, index) && narrow_index(n, index))
        want(n, index);
    if ((inner = inner_of(n, i)) != NULL && has_low(n, inner->args[1])
        && has_low(n, i->args[1])) {
        want(n, inner->args[1]);
        want(n, i->args[1]);
    }
}

/* LEA(LEA(base, row, s * k), column, s) becomes LEA(base, row * k + column, s),
 * in 32 bits; false: `row` or `column` is 0. */
static bool merge_indices(gac__demand *n, gac__ir_inst *lea,
                          const gac__ir_inst *inner, uint32_t row,
                          uint32_t column)
{
    int64_t displacement;
    if (!row || !column
        || __builtin_add_overflow(lea->imm2, inner->imm2, &displacement))
        return false;
    uint32_t k = gac__ir_const(n->ir, GAC__TY_I32, inner->imm / lea->imm);
    uint32_t product = gac__demand_combine(n, GAC__IR_IMUL, row, k, lea);
    lea->args[0] = inner->args[0];
    lea->args[1] = gac__demand_combine(n, GAC__IR_IADD, product, column, lea);
    lea->imm2 = displacement;
    lea->sub = 0;
    return true;
}

/* -- arrays of arrays in local memory ----------------------------------------
 *
 * Both indices of an array of arrays that is a local variable are small, or the
 * access is out of bounds. So what is larger may become anything whose sum is
 * out of bounds in 32 bits. A row that is beyond its limit becomes the limit,
 * at which no column that is left brings the sum back; a column that is beyond
 * its limit becomes FAR, which no row brings back. (Also where two such indices
 * cancel each other.)
 */

#define LARGEST_VARIABLE (1u << 20)
#define FAR INT32_MIN
/* Limits in elements. Their difference, and what is left to 2^31, are more than
 * there are elements in local memory and between two rows. */
#define MOST_ROW ((int32_t)0x70000000)
#define MOST_COLUMN ((int32_t)0x60000000)

static bool is_variable(const gac__demand *n, uint32_t value)
{
    const gac__ir_value *v = &n->ir->values[value];
    return v->kind == GAC__VALUE_SYMBOL && v->symbol == GAC__SYMBOL_VAR
           && n->ir->vars[v->index].storage_class == SpvStorageClassWorkgroup
           && n->ir->vars[v->index].size_bytes <= LARGEST_VARIABLE;
}

/* The 32-bit value that an index is the extension of; 0: there is none. */
static uint32_t extended(const gac__demand *n, const gac__ir_inst *lea,
                         bool *is_signed_out)
{
    const gac__ir_inst *i = gac__ir_def(n->ir, lea->args[1]);
    uint8_t ty = n->ir->values[lea->args[1]].ty;
    bool extends = i && ty == GAC__TY_I64 && i->sub == GAC__TY_I32
                   && (i->op == GAC__IR_ZEXT || i->op == GAC__IR_SEXT);
    *is_signed_out = extends ? i->op == GAC__IR_SEXT : !lea->sub;
    return extends ? i->args[0] : ty == GAC__TY_I32 ? lea->args[1] : 0;
}

/* A 32-bit operation on a value and a constant. */
static uint32_t with(gac__demand *n, gac__ir_op op, uint32_t value,
                     uint32_t bits, const gac__ir_inst *from)
{
    return gac__demand_combine(n, op, value,
                               gac__ir_const(n->ir, GAC__TY_I32, bits), from);
}

/* A row as a 32-bit value from -most to most; 0: it has none. */
static uint32_t near_row(gac__demand *n, const gac__ir_inst *inner,
                         int32_t most, const gac__ir_inst *from)
{
    bool is_signed;
    uint32_t row = extended(n, inner, &is_signed);
    if (!row || gac__ir_most(n->ir, row) <= (uint32_t)most)
        return row;
    if (!is_signed)
        return with(n, GAC__IR_UMIN, row, (uint32_t)most, from);
    row = with(n, GAC__IR_SMAX, row, (uint32_t)-most, from);
    return with(n, GAC__IR_SMIN, row, (uint32_t)most, from);
}

/* A column as a 32-bit value from -MOST_COLUMN to MOST_COLUMN, or FAR; 0: it
 * has none. */
static uint32_t near_column(gac__demand *n, const gac__ir_inst *lea)
{
    bool is_signed;
    uint32_t column = extended(n, lea, &is_signed), most = MOST_COLUMN;
    if (!column || gac__ir_most(n->ir, column) <= most)
        return column;
    uint32_t above = column;
    if (is_signed) {
        above = with(n, GAC__IR_IADD, column, most, lea);
        most *= 2;
    }
    uint32_t is_near = with(n, GAC__IR_ULT, above, most + 1, lea);
    uint32_t far = gac__ir_const(n->ir, GAC__TY_I32, (uint32_t)FAR);
    n->ir->values[is_near].ty = GAC__TY_BOOL;
    return note(n,
                gac__ir_add(n->ir, n->out, GAC__IR_SELECT, GAC__TY_I32, lea,
                            is_near, column, far),
                true)
        ->result;
}

static bool is_close(const gac__ir_inst *lea)
{
    return lea->imm2 >= -(int64_t)LARGEST_VARIABLE
           && lea->imm2 <= (int64_t)LARGEST_VARIABLE;
}

static bool merge_in_variable(gac__demand *n, gac__ir_inst *lea)
{
    const gac__ir_inst *inner = nested(n, lea);
    bool ignored;
    if (!inner || n->ir->variant.checked || !is_variable(n, inner->args[0])
        || !inner->imm || inner->imm > LARGEST_VARIABLE || !is_close(lea)
        || !is_close(inner) || !extended(n, lea, &ignored))
        return false;
    int32_t most = MOST_ROW / (int32_t)(inner->imm / lea->imm);
    uint32_t row = near_row(n, inner, most, lea);
    uint32_t column = row ? near_column(n, lea) : 0;
    return merge_indices(n, lea, inner, row, column);
}

static void rewrite_lea(gac__demand *n, gac__ir_inst *i)
{
    const gac__ir_inst *inner = inner_of(n, i);
    bool narrow = n->ir->ptr_ty == GAC__TY_I32;
    if ((!narrow && merge_in_variable(n, i))
        || (inner
            && merge_indices(n, i, inner, low(n, inner->args[1]),
                             low(n, i->args[1]))))
        return;
    uint32_t index = i->args[1];
    if (n->ir->values[index].ty != GAC__TY_I64 || !gac__varies(n, index)
        || !narrow_index(n, index) || !low(n, index))
        return;
    i->sub = gac__ir_most(n->ir, index) > INT32_MAX;
    i->args[1] = low(n, index);
}

/* Truncations and masks take the twin of their operand. */
static void rewrite(gac__demand *n, gac__ir_inst *i)
{
    uint64_t mask;
    if (i->op == GAC__IR_LEA) {
        rewrite_lea(n, i);
        (void)gac__swap_indices(
            n, i); /* two varying indices may have become one */
    }
    bool masks = i->op == GAC__IR_AND && i->ty == GAC__TY_I64
                 && gac__ir_is_const(n->ir, i->args[1], &mask)
                 && mask == UINT32_MAX;
    bool truncates = i->op == GAC__IR_TRUNC && i->sub == GAC__TY_I64;
    uint32_t twin = masks || truncates ? low(n, i->args[0]) : 0;
    if (!twin)
        return;
    if (masks) {
        extend(i, twin);
        return;
    }
    i->op = i->ty == GAC__TY_I32 ? GAC__IR_MOV : GAC__IR_TRUNC;
    i->sub = i->ty == GAC__TY_I32 ? 0 : GAC__TY_I32;
    i->args[0] = twin;
}

/* -- the sweeps -------------------------------------------------------------
 */

typedef void rewrite_fn(gac__demand *n, gac__ir_inst *i);

static void rewrite_shared(gac__demand *n, gac__ir_inst *i)
{
    if (i->op == GAC__IR_LEA && !gac__swap_indices(n, i))
        gac__share(n, i);
}

static bool wants_twin(const gac__demand *n, const gac__ir_inst *i)
{
    const gac__fact *f = &n->facts[i->result];
    return f->wanted && !f->twin;
}

/* A twin replaces its phi; the phi, now an extension, goes behind all phis. */
static void rewrite_phis(gac__demand *n, gac__ir_inst **phis, uint32_t n_phis)
{
    uint32_t n_late = 0;
    for (uint32_t k = 0; k < n_phis; k++) {
        gac__ir_inst *i = phis[k];
        bool twin = wants_twin(n, i),
             truncates = n->facts[i->result].wanted == TWIN_TRUNCATION;
        if (twin)
            phis[n_late++] = i;
        if (twin && !truncates)
            make_twin(n, i);
        else
            gac__ir_append(n->ir, n->out, i);
    }
    for (uint32_t k = 0; k < n_late; k++) {
        gac__ir_inst *i = phis[k];
        uint32_t twin = n->facts[i->result].twin;
        if (!twin) {
            make_twin(n, i);
            continue;
        }
        extend(i, twin);
        gac__ir_append(n->ir, n->out, i);
    }
}

static gac_result rewrite_blocks(gac__demand *n, rewrite_fn *rewrite_inst)
{
    gac__ir *ir = n->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        n->out = &ir->blocks[b];
        uint32_t n_phis = gac__ir_n_phis(n->out);
        GAC__TRY(gac__ir_watch(ir, 16 * (uint64_t)n->out->n_insts));
        gac__ir_inst **old = gac__ir_reopen(ir, n->out);
        GAC__TRY(gac__ir_watch(ir, 0));
        rewrite_phis(n, old, n_phis);
        for (uint32_t k = n_phis; k < ir->n_reopened; k++) {
            gac__ir_inst *i = old[k];
            rewrite_inst(n, i);
            gac__ir_append(ir, n->out, i);
            if (i->result && wants_twin(n, i))
                make_twin(n, i);
        }
    }
    return gac__ir_watch(ir, 0);
}

/* Gives phis that are twins their operands: all twins have been made. */
static void take_twins(gac__demand *n)
{
    for (uint32_t b = 0; b < n->ir->n_blocks; b++)
        GAC__EACH_PHI(&n->ir->blocks[b], i)
            for (uint32_t a = 0; i->ty == GAC__TY_I32 && a < i->n_args; a++)
                if (n->ir->values[i->args[a]].ty == GAC__TY_I64)
                    i->args[a] = low(n, i->args[a]);
}

static gac_result narrow(gac__demand *n)
{
    gac__ir *ir = n->ir;
    if (ir->ptr_ty == GAC__TY_I64)
        GAC__TRY(rewrite_blocks(n, rewrite_shared));
    if (ir->n_values > n->n_facts && !grow(n)) /* constants */
        return GAC_ERR_MEMORY;
    GAC__TRY(want_phis(n));
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        GAC__TRY(gac__ir_watch(ir, 16 * (uint64_t)ir->blocks[b].n_insts));
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++)
            mark_index(n, ir->blocks[b].insts[k]);
    }
    GAC__TRY(rewrite_blocks(n, rewrite));
    take_twins(n);
    return ir->variant.checked ? GAC_OK : rewrite_blocks(n, gac__share_last);
}

gac_result gac__pass_demand(gac__ir *ir, gac__arena *scratch)
{
    gac__demand n = {
        .ir = ir, .scratch = scratch, .most = gac__most_values(ir)};
    uint32_t n_values = ir->n_values;
    uint8_t *varying = gac__arena_alloc(scratch, n_values, 1);
    if (!varying || !grow(&n))
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__uniform_find(ir, scratch, varying, NULL));
    for (uint32_t v = 0; v < n_values; v++)
        n.facts[v].varying = varying[v];
    return narrow(&n);
}
