/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* SoA layout of private arrays: element k of all lanes lies together.
 *
 * A work-item's private variable is one piece of memory, so that lanes which
 * access one element of their arrays touch as many cache lines. If a variable
 * is accessed by loads and stores of one element size only, its layout cannot
 * be observed: element k of lane l then lies at k * W + l, W being the strip's
 * number of lanes. An access by a uniform index is then contiguous, and the
 * array as good as a register.
 *
 * Addresses in such a variable become element numbers of 32 bits, wherever they
 * are computed, chosen and compared; an access goes to element number * W +
 * lane of the strip's memory. Accesses out of bounds are caught as any others.
 * Checked runs keep the old layout, as their shadow memory is by work-item.
 */
#include "compile/passes/passes.h"

#define MOST_ELEMENTS (1u << 20)
_Static_assert(MOST_ELEMENTS <= UINT32_MAX / GAC__MAX_STRIP_LANES,
               "numbers of all lanes' elements have 32 bits");
#define MOST_COPIED 64u /* elements of a copy that is expanded */
#define MOST_VALUES (1u << 20)
#define MOST_DEPTH 6u

typedef struct variable {
    gac__ir_inst *alloca;
    uint32_t bytes; /* of an element; 0: not known yet */
    bool rejected;
} variable;

typedef struct layout {
    gac__ir *ir;
    gac__arena *scratch;
    uint32_t n_known; /* values that existed before the pass */
    uint32_t *base; /* by such value: number + 1 of the variable that it points
                       into; 0: none */
    variable *variables;
    uint32_t n_variables;
    gac__ir_block *out;
    uint64_t copied;      /* elements of all expanded copies */
    uint64_t most;        /* the limit of `copied` */
    uint32_t lane, width; /* IR values: the lane's number in its strip, W */
    bool failed;
} layout;

static uint32_t base_of(const layout *s, uint32_t value)
{
    return value < s->n_known ? s->base[value] : 0;
}

/* -- which variables ------------------------------------------------------- */

/* The first operand that is an address if the result is one. */
static uint32_t first_address(const gac__ir_inst *i)
{
    return i->op == GAC__IR_SELECT ? 1 : 0;
}

static bool propagates(const gac__ir_inst *i)
{
    return i->op == GAC__IR_LEA || i->op == GAC__IR_MOV || i->op == GAC__IR_PHI
           || i->op == GAC__IR_SELECT;
}

static void find_bases(layout *s)
{
    const gac__ir *ir = s->ir;
    for (bool changed = true; changed && !gac__ir_watch(ir, ir->n_values);) {
        changed = false;
        for (uint32_t b = 0; b < ir->n_blocks; b++)
            for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
                const gac__ir_inst *i = ir->blocks[b].insts[k];
                if (!propagates(i) || s->base[i->result])
                    continue;
                uint32_t n = i->op == GAC__IR_LEA ? 1 : i->n_args;
                for (uint32_t a = first_address(i); a < n; a++)
                    if (s->base[i->args[a]]) {
                        s->base[i->result] = s->base[i->args[a]];
                        changed = true;
                        break;
                    }
            }
    }
}

/* Whether a value is a multiple of the power of two `bytes`. */
static bool is_multiple(const layout *s, uint32_t value, uint32_t bytes,
                        uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(s->ir, value);
    uint64_t x, y;
    if (gac__ir_is_const(s->ir, value, &x))
        return x % bytes == 0;
    if (!i || depth == MOST_DEPTH)
        return false;
    switch (i->op) {
    case GAC__IR_SHL:
        return (gac__ir_is_const(s->ir, i->args[1], &x) && x < 32
                && (1u << x) >= bytes)
               || is_multiple(s, i->args[0], bytes, depth + 1);
    case GAC__IR_ASHR:
    case GAC__IR_LSHR: {
        const gac__ir_inst *in = gac__ir_def(s->ir, i->args[0]);
        return in && in->op == GAC__IR_SHL
               && gac__ir_is_const(s->ir, i->args[1], &y)
               && gac__ir_is_const(s->ir, in->args[1], &x) && x < 64 && x >= y
               && x - y < 32 && (1u << (x - y)) >= bytes;
    }
    case GAC__IR_IMUL:
    case GAC__IR_AND:
        return is_multiple(s, i->args[0], bytes, depth + 1)
               || is_multiple(s, i->args[1], bytes, depth + 1);
    case GAC__IR_IADD:
    case GAC__IR_ISUB:
        return is_multiple(s, i->args[0], bytes, depth + 1)
               && is_multiple(s, i->args[1], bytes, depth + 1);
    case GAC__IR_MOV:
    case GAC__IR_SEXT:
    case GAC__IR_ZEXT: return is_multiple(s, i->args[0], bytes, depth + 1);
    default: return false;
    }
}

/* Whether an LEA moves an address by whole elements. */
static bool is_whole_lea(const layout *s, const gac__ir_inst *i, uint32_t bytes)
{
    uint8_t ty = s->ir->values[i->args[1]].ty;
    return ty >= GAC__TY_I8 && ty <= GAC__TY_I64
           && i->imm2 % (int64_t)bytes == 0
           && i->imm2 / (int64_t)bytes < MOST_ELEMENTS
           && i->imm2 / (int64_t)bytes > -(int64_t)MOST_ELEMENTS
           && i->imm / bytes < MOST_ELEMENTS
           && (i->imm % bytes == 0
               || (i->imm == 1 && is_multiple(s, i->args[1], bytes, 0)));
}

static bool all_have_base(const layout *s, const gac__ir_inst *i, uint32_t base)
{
    for (uint32_t a = first_address(i); a < i->n_args; a++)
        if (base_of(s, i->args[a]) != base && !s->ir->values[i->args[a]].undef)
            return false;
    return true;
}

/* Whether the layout of `v` cannot be observed by operand `a`, an address in
 * it. */
static bool is_allowed_use(const layout *s, const gac__ir_inst *i, uint32_t a,
                           const variable *v)
{
    uint32_t base = base_of(s, i->args[a]);
    uint64_t bytes;
    switch (i->op) {
    case GAC__IR_LEA: return a == 0 && is_whole_lea(s, i, v->bytes);
    case GAC__IR_MOV: return i->ty == s->ir->ptr_ty;
    case GAC__IR_PHI:
    case GAC__IR_SELECT:
        return a >= first_address(i) && all_have_base(s, i, base);
    case GAC__IR_IEQ:
    case GAC__IR_INE: return base_of(s, i->args[0]) == base_of(s, i->args[1]);
    case GAC__IR_LOAD:
    case GAC__IR_STORE:
        return a == 0 && gac__ty_bytes((gac__ty)i->ty) == v->bytes
               && !(i->flags & GAC__IR_VOLATILE)
               && i->imm2 % (int64_t)v->bytes == 0
               && i->imm2 / (int64_t)v->bytes < MOST_ELEMENTS
               && i->imm2 / (int64_t)v->bytes > -(int64_t)MOST_ELEMENTS;
    case GAC__IR_COPYMEM:
        return a < 2 && !i->flags && base_of(s, i->args[1 - a]) != base
               && gac__ir_is_const(s->ir, i->args[2], &bytes)
               && bytes % v->bytes == 0 && bytes / v->bytes <= MOST_COPIED;
    default: return false;
    }
}

typedef void visit_fn(layout *s, const gac__ir_inst *i, uint32_t a,
                      variable *v);

static void visit_uses(layout *s, visit_fn *visit)
{
    const gac__ir *ir = s->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++)
                if (base_of(s, i->args[a]))
                    visit(s, i, a, &s->variables[base_of(s, i->args[a]) - 1]);
        }
}

static void find_bytes(layout *s, const gac__ir_inst *i, uint32_t a,
                       variable *v)
{
    (void)s;
    if ((i->op == GAC__IR_LOAD || i->op == GAC__IR_STORE) && a == 0)
        v->bytes = gac__ty_bytes((gac__ty)i->ty);
}

static void reject(layout *s, const gac__ir_inst *i, uint32_t a, variable *v)
{
    uint64_t bytes = 0;
    if (!v->bytes || v->alloca->imm % v->bytes
        || v->alloca->imm / v->bytes > MOST_ELEMENTS
        || !is_allowed_use(s, i, a, v))
        v->rejected = true;
    else if (i->op == GAC__IR_COPYMEM
             && gac__ir_is_const(s->ir, i->args[2], &bytes))
        v->rejected |= (s->copied += bytes / v->bytes) > s->most;
}

/* -- numbers of elements --------------------------------------------------- */

static uint32_t put(layout *s, gac__ir_op op, gac__ty ty, uint32_t a,
                    uint32_t b, const gac__ir_inst *from)
{
    gac__ir_inst *i = gac__ir_add(s->ir, s->out, op, ty, from, a, b, 0);
    if (!i) {
        s->failed = true;
        return a;
    }
    if (op == GAC__IR_TRUNC || op == GAC__IR_SEXT)
        i->sub = s->ir->values[a].ty;
    return i->result;
}

static uint32_t number(layout *s, int64_t n)
{
    uint32_t value = gac__ir_const(s->ir, GAC__TY_I32, (uint32_t)n);
    s->failed |= !value;
    return value;
}

/* `value` + n */
static uint32_t plus(layout *s, uint32_t value, int64_t n,
                     const gac__ir_inst *from)
{
    return n ? put(s, GAC__IR_IADD, GAC__TY_I32, value, number(s, n), from)
             : value;
}

/* The low half of an index, or all of it. */
static uint32_t index_32(layout *s, uint32_t index, const gac__ir_inst *from)
{
    const gac__ir_inst *i = gac__ir_def(s->ir, index);
    uint64_t bits;
    uint8_t ty = s->ir->values[index].ty;
    if (ty == GAC__TY_I32)
        return index;
    if (gac__ir_is_const(s->ir, index, &bits) && ty == GAC__TY_I64)
        return number(s, (int64_t)bits);
    if (ty != GAC__TY_I64)
        return put(s, GAC__IR_SEXT, GAC__TY_I32, index, 0, from);
    if (i && (i->op == GAC__IR_SEXT || i->op == GAC__IR_ZEXT)
        && i->sub == GAC__TY_I32)
        return i->args[0];
    return put(s, GAC__IR_TRUNC, GAC__TY_I32, index, 0, from);
}

/* The element number of an address; 0 for the variable itself. */
static uint32_t element(layout *s, uint32_t value)
{
    const gac__ir_inst *i = gac__ir_def(s->ir, value);
    if (s->ir->values[value].undef || (i && i->op == GAC__IR_ALLOCA))
        return number(s, 0);
    return value;
}

static void retype(layout *s, gac__ir_inst *i)
{
    i->ty = GAC__TY_I32;
    s->ir->values[i->result].ty = GAC__TY_I32;
}

/* An LEA becomes a sum of element numbers. */
static void rewrite_lea(layout *s, gac__ir_inst *i, const variable *v)
{
    uint32_t step = index_32(s, i->args[1], i);
    uint32_t log2 = (uint32_t)__builtin_ctz(v->bytes);
    if (i->imm % v->bytes)
        step = put(s, GAC__IR_ASHR, GAC__TY_I32, step, number(s, log2), i);
    else if (i->imm != v->bytes)
        step = put(s, GAC__IR_IMUL, GAC__TY_I32, step,
                   number(s, (int64_t)(i->imm / v->bytes)), i);
    i->args[0] = element(s, i->args[0]);
    i->args[1] = plus(s, step, i->imm2 / (int64_t)v->bytes, i);
    i->op = GAC__IR_IADD;
    i->imm = 0;
    i->imm2 = 0;
    i->sub = 0;
    i->flags = 0;
    retype(s, i);
}

/* The address of element number `value` + `more`. */
static uint32_t address(layout *s, uint32_t value, int64_t more,
                        const variable *v, const gac__ir_inst *from)
{
    uint32_t at = plus(s, element(s, value), more, from);
    uint32_t row = put(s, GAC__IR_IMUL, GAC__TY_I32, at, s->width, from);
    uint32_t index = put(s, GAC__IR_IADD, GAC__TY_I32, row, s->lane, from);
    uint32_t lea =
        put(s, GAC__IR_LEA, s->ir->ptr_ty, v->alloca->result, index, from);
    gac__ir_inst *i = s->ir->values[lea].def;
    if (!s->failed) {
        i->imm = v->bytes;
        i->sub = 1;
    }
    return lea;
}

/* The address of element k on one side of a copy. */
static uint32_t copied_at(layout *s, uint32_t side, const variable *v,
                          uint32_t k, uint32_t bytes, const gac__ir_inst *from)
{
    if (v)
        return address(s, side, k, v, from);
    uint32_t lea = put(s, GAC__IR_LEA, s->ir->ptr_ty, side, number(s, 0), from);
    if (!s->failed)
        s->ir->values[lea].def->imm2 = (int64_t)k * bytes;
    return lea;
}

static const variable *soa_variable(const layout *s, uint32_t value)
{
    uint32_t base = base_of(s, value);
    return base && !s->variables[base - 1].rejected ? &s->variables[base - 1]
                                                    : NULL;
}

/* Expands a copy into loads and stores: its sides are not in one variable. */
static void rewrite_copy(layout *s, const gac__ir_inst *i)
{
    const variable *to = soa_variable(s, i->args[0]);
    const variable *from = soa_variable(s, i->args[1]);
    uint32_t bytes = to ? to->bytes : from->bytes;
    gac__ty ty = bytes == 1   ? GAC__TY_I8
                 : bytes == 2 ? GAC__TY_I16
                 : bytes == 4 ? GAC__TY_I32
                              : GAC__TY_I64;
    uint64_t n = s->ir->values[i->args[2]].bits / bytes;
    for (uint32_t k = 0; k < n && !s->failed; k++) {
        uint32_t a = copied_at(s, i->args[1], from, k, bytes, i);
        uint32_t value = put(s, GAC__IR_LOAD, ty, a, 0, i);
        uint32_t b = copied_at(s, i->args[0], to, k, bytes, i);
        gac__ir_inst *store = gac__ir_new_inst(s->ir, GAC__IR_STORE, ty, 2);
        if (!store || !gac__ir_append(s->ir, s->out, store)) {
            s->failed = true;
            return;
        }
        store->ordinal = i->ordinal;
        store->args[0] = b;
        store->args[1] = value;
    }
}

/* Rewrites an instruction; false: it is to be dropped. */
static bool rewrite_inst(layout *s, gac__ir_inst *i)
{
    const variable *v = i->n_args ? soa_variable(s, i->args[0]) : NULL;
    for (uint32_t a = 1; a < i->n_args && !v && i->op != GAC__IR_STORE; a++)
        v = soa_variable(s, i->args[a]);
    if (!v)
        return true;
    switch (i->op) {
    case GAC__IR_LEA: rewrite_lea(s, i, v); return true;
    case GAC__IR_COPYMEM: rewrite_copy(s, i); return false;
    case GAC__IR_LOAD:
    case GAC__IR_STORE:
        i->args[0] = address(s, i->args[0], i->imm2 / (int64_t)v->bytes, v, i);
        i->imm2 = 0;
        return true;
    default:
        for (uint32_t a = first_address(i); a < i->n_args; a++)
            i->args[a] = element(s, i->args[a]);
        if (i->op == GAC__IR_IEQ || i->op == GAC__IR_INE)
            i->ty = GAC__TY_I32;
        else
            retype(s, i);
        return true;
    }
}

/* -- the pass ---------------------------------------------------------------
 */

static uint32_t put_builtin(layout *s, gac__builtin which)
{
    gac__ir_inst *i =
        gac__ir_add(s->ir, s->out, GAC__IR_BUILTIN, GAC__TY_I32, NULL, 0, 0, 0);
    if (!i) {
        s->failed = true;
        return 0;
    }
    i->sub = which;
    return i->result;
}

static gac_result rewrite(layout *s)
{
    gac__ir *ir = s->ir;
    for (uint32_t b = 0; b < ir->n_blocks && !s->failed; b++) {
        s->out = &ir->blocks[b];
        uint32_t n = s->out->n_insts;
        gac__ir_inst **old = gac__ir_reopen(ir, s->out);
        if (!old)
            return GAC_ERR_MEMORY;
        if (b == 0) {
            s->lane = put_builtin(s, GAC__BUILTIN_STRIP_LANE);
            s->width = put_builtin(s, GAC__BUILTIN_STRIP_WIDTH);
        }
        for (uint32_t k = 0; k < n && !s->failed; k++)
            if (rewrite_inst(s, old[k]) && !gac__ir_append(ir, s->out, old[k]))
                return GAC_ERR_MEMORY;
    }
    return s->failed ? GAC_ERR_MEMORY : GAC_OK;
}

static gac_result find_variables(layout *s)
{
    const gac__ir_block *entry = &s->ir->blocks[0];
    s->variables =
        gac__arena_alloc(s->scratch, entry->n_insts, sizeof *s->variables);
    s->base = gac__arena_alloc(s->scratch, s->n_known, sizeof *s->base);
    if (!s->variables || !s->base)
        return GAC_ERR_MEMORY;
    for (uint32_t k = 0; k < entry->n_insts; k++)
        if (entry->insts[k]->op == GAC__IR_ALLOCA) {
            s->variables[s->n_variables].alloca = entry->insts[k];
            s->base[entry->insts[k]->result] = ++s->n_variables;
        }
    return GAC_OK;
}

gac_result gac__pass_soa(gac__ir *ir, gac__arena *scratch)
{
    layout s = {.ir = ir,
                .scratch = scratch,
                .n_known = ir->n_values,
                .most = 4096 + (uint64_t)ir->n_values};
    if (ir->variant.checked || ir->n_values > MOST_VALUES)
        return GAC_OK;
    GAC__TRY(find_variables(&s));
    if (!s.n_variables)
        return GAC_OK;
    find_bases(&s);
    visit_uses(&s, find_bytes);
    visit_uses(&s, reject);
    uint32_t n_found = 0;
    for (uint32_t v = 0; v < s.n_variables; v++) {
        variable *x = &s.variables[v];
        x->rejected |= !x->bytes;
        if (x->rejected)
            continue;
        x->alloca->flags |= GAC__IR_SOA;
        n_found++;
    }
    return n_found ? rewrite(&s) : GAC_OK;
}
