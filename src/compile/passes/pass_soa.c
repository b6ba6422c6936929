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
 * Addresses in such a variable become element numbers, wherever they are
 * computed, chosen and compared; an access goes to element number * W + lane of
 * the strip's memory. Accesses out of bounds are caught as any others: an index
 * that is far out of bounds is clamped, so that the product does not wrap to an
 * element. Where two such indices might cancel each other, and in loops that
 * move an address, element numbers have 64 bits and are clamped for the access.
 * Checked runs keep the old layout, as their shadow memory is by work-item.
 */
#include "compile/passes/passes.h"

#define MOST_ELEMENTS (1u << 20)
_Static_assert(MOST_ELEMENTS <= UINT32_MAX / GAC__MAX_STRIP_LANES,
               "numbers of all lanes' elements have 32 bits");
#define MOST_NARROW (1u << 18) /* elements, if numbers have 32 bits */
#define MOST_MORE (1 << 16)    /* elements of a displacement that they have */
/* Clamped indices move an address by so many elements. What is in -2 * LIMIT to
 * 3 * LIMIT is no element of the variable modulo 2^32 / W unless it is one. */
#define LIMIT (1 << 20)
#define FAR ((int64_t)1 << 40)
#define MOST_VALUES (1u << 20)

typedef struct variable {
    gac__ir_inst *alloca;
    uint32_t bytes; /* of an element; 0: not known yet */
    bool wide;      /* element numbers have the pointer's width, not 32 bits */
    bool rejected;
} variable;

/* -FAR and FAR stand for all that is further away. */
typedef struct range {
    int64_t low, high;
} range;

typedef struct layout {
    gac__ir *ir;
    gac__arena *scratch;
    uint32_t n_known; /* values that existed before the pass */
    uint32_t *base;   /* by such value: number + 1 of the variable that it
                         points into; 0: none */
    range *range;     /* by such value, an address: of its element number */
    variable *variables;
    uint32_t n_variables;
    gac__ir_block *out;
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

/* Whether a displacement in bytes is one in elements that are not many. */
static bool is_displacement(int64_t imm2, int64_t bytes)
{
    return imm2 % bytes == 0 && imm2 / bytes < MOST_ELEMENTS
           && imm2 / bytes > -(int64_t)MOST_ELEMENTS;
}

/* Whether an LEA moves an address by whole elements. */
static bool is_whole_lea(const layout *s, const gac__ir_inst *i, uint32_t bytes)
{
    uint8_t ty = s->ir->values[i->args[1]].ty;
    return ty >= GAC__TY_I8 && ty <= GAC__TY_I64
           && is_displacement(i->imm2, bytes) && i->imm / bytes < MOST_ELEMENTS
           && i->imm % bytes == 0;
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
               && is_displacement(i->imm2, v->bytes);
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
    v->rejected |= !v->bytes || v->alloca->imm % v->bytes
                   || v->alloca->imm / v->bytes > MOST_ELEMENTS
                   || !is_allowed_use(s, i, a, v);
}

/* -- how large element numbers can be -------------------------------------- */

/* An LEA's index, before it is clamped. */
static range index_range(const layout *s, const gac__ir_inst *lea)
{
    uint32_t index = lea->args[1];
    const gac__ir_inst *i = gac__ir_def(s->ir, index);
    uint64_t most = gac__ir_most(s->ir, index);
    uint8_t ty = s->ir->values[index].ty;
    if (most <= INT8_MAX || (ty == GAC__TY_I64 && most <= (uint64_t)FAR)
        || (ty == GAC__TY_I32 && (lea->sub || most <= INT32_MAX)))
        return (range){0, (int64_t)most};
    if (ty != GAC__TY_I64 || (i && i->op == GAC__IR_SEXT))
        return (range){INT32_MIN, INT32_MAX};
    return (range){-FAR, FAR};
}

static range clamped(range r, int64_t most)
{
    return (range){GAC__MAX(r.low, -most), GAC__MIN(r.high, most)};
}

/* The range of an LEA's result; the variable becomes wide if the index cannot
 * be clamped to what is out of bounds for all addresses that it is added to. */
static range lea_range(const layout *s, const gac__ir_inst *i, variable *v)
{
    range base = s->range[i->args[0]], index = index_range(s, i);
    int64_t by = (int64_t)(i->imm / v->bytes), most = by ? LIMIT / by : FAR;
    int64_t more = i->imm2 / (int64_t)v->bytes;
    range step = clamped(index, most);
    v->wide |= (index.high > most && base.low + most * by < LIMIT / 2)
               || (index.low < -most && base.high - most * by > -LIMIT / 2)
               || more > MOST_MORE || more < -MOST_MORE;
    return clamped((range){base.low + step.low * by + more,
                           base.high + step.high * by + more},
                   FAR);
}

/* The range of an address. */
static range address_range(const layout *s, const gac__ir_inst *i, variable *v)
{
    range r = {0, 0};
    if (i->op == GAC__IR_LEA)
        return lea_range(s, i, v);
    for (uint32_t a = first_address(i); a < i->n_args; a++)
        if (!s->ir->values[i->args[a]].undef) {
            r.low = GAC__MIN(r.low, s->range[i->args[a]].low);
            r.high = GAC__MAX(r.high, s->range[i->args[a]].high);
        }
    return r;
}

static variable *soa_variable(const layout *s, uint32_t value)
{
    uint32_t base = base_of(s, value);
    return base && !s->variables[base - 1].rejected ? &s->variables[base - 1]
                                                    : NULL;
}

/* Finds variables whose element numbers are wide. Addresses that a loop brings
 * back have no bounds: only phis use values that are defined later. */
static void find_ranges(layout *s)
{
    const gac__ir *ir = s->ir;
    for (uint32_t v = 0; v < s->n_known; v++)
        s->range[v] = (range){-FAR, FAR};
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            variable *v = soa_variable(s, i->result);
            if (!v)
                continue;
            range r = address_range(s, i, v);
            s->range[i->result] = r;
            v->wide |= r.low < -2 * LIMIT || r.high > 3 * LIMIT
                       || v->alloca->imm / v->bytes > MOST_NARROW;
        }
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
    if (op == GAC__IR_TRUNC || op == GAC__IR_SEXT || op == GAC__IR_ZEXT
        || op == GAC__IR_SSAT_S)
        i->sub = s->ir->values[a].ty;
    return i->result;
}

static uint32_t number(layout *s, gac__ty ty, int64_t n)
{
    uint64_t bits = ty == GAC__TY_I64 ? (uint64_t)n : (uint32_t)n;
    uint32_t value = gac__ir_const(s->ir, ty, bits);
    s->failed |= !value;
    return value;
}

/* The type of element numbers. */
static gac__ty ty_of(const layout *s, const variable *v)
{
    return v->wide ? s->ir->ptr_ty : GAC__TY_I32;
}

/* `value` + n */
static uint32_t plus(layout *s, uint32_t value, int64_t n, const variable *v,
                     const gac__ir_inst *from)
{
    gac__ty ty = ty_of(s, v);
    return n ? put(s, GAC__IR_IADD, ty, value, number(s, ty, n), from) : value;
}

/* An LEA's index in the type of element numbers. */
static uint32_t index_of(layout *s, const gac__ir_inst *lea, gac__ty to)
{
    uint32_t index = lea->args[1];
    const gac__ir_inst *i = gac__ir_def(s->ir, index);
    uint8_t ty = s->ir->values[index].ty;
    if (ty == to)
        return index;
    if (ty != GAC__TY_I64)
        return put(s, lea->sub ? GAC__IR_ZEXT : GAC__IR_SEXT, to, index, 0,
                   lea);
    range r = index_range(s, lea);
    if (i && i->sub == GAC__TY_I32
        && (i->op == GAC__IR_SEXT
            || (i->op == GAC__IR_ZEXT
                && (lea->imm > 1 || r.high <= INT32_MAX))))
        return i->args[0];
    bool saturates = r.low < INT32_MIN || r.high > INT32_MAX;
    return put(s, saturates ? GAC__IR_SSAT_S : GAC__IR_TRUNC, to, index, 0,
               lea);
}

/* An operation on a value of 32 bits and a constant. */
static uint32_t with(layout *s, gac__ir_op op, uint32_t value, int64_t n,
                     const gac__ir_inst *from)
{
    return put(s, op, GAC__TY_I32, value, number(s, GAC__TY_I32, n), from);
}

/* `value`, which is in a range, from -most to most. */
static uint32_t clamp(layout *s, uint32_t value, range r, int64_t most,
                      const gac__ir_inst *from)
{
    if (r.high > most)
        value =
            with(s, r.low < 0 ? GAC__IR_SMIN : GAC__IR_UMIN, value, most, from);
    return r.low < -most ? with(s, GAC__IR_SMAX, value, -most, from) : value;
}

/* The element number of an address; 0 for the variable itself. */
static uint32_t element(layout *s, uint32_t value, const variable *v)
{
    const gac__ir_inst *i = gac__ir_def(s->ir, value);
    if (s->ir->values[value].undef || (i && i->op == GAC__IR_ALLOCA))
        return number(s, ty_of(s, v), 0);
    return value;
}

static void retype(layout *s, gac__ir_inst *i, const variable *v)
{
    i->ty = (uint8_t)ty_of(s, v);
    s->ir->values[i->result].ty = i->ty;
}

/* An LEA becomes a sum of element numbers. */
static void rewrite_lea(layout *s, gac__ir_inst *i, const variable *v)
{
    gac__ty ty = ty_of(s, v);
    uint32_t step = index_of(s, i, ty);
    int64_t by = (int64_t)(i->imm / v->bytes);
    if (!v->wide && by)
        step = clamp(s, step, index_range(s, i), LIMIT / by, i);
    if (by != 1)
        step = put(s, GAC__IR_IMUL, ty, step, number(s, ty, by), i);
    i->args[0] = element(s, i->args[0], v);
    i->args[1] = plus(s, step, i->imm2 / (int64_t)v->bytes, v, i);
    i->op = GAC__IR_IADD;
    i->imm = 0;
    i->imm2 = 0;
    i->sub = 0;
    i->flags = 0;
    retype(s, i, v);
}

/* The address of element number `value` + `more`. */
static uint32_t address(layout *s, uint32_t value, int64_t more,
                        const variable *v, const gac__ir_inst *from)
{
    uint32_t at = plus(s, element(s, value, v), more, v, from);
    if (ty_of(s, v) == GAC__TY_I64)
        at = put(s, GAC__IR_SSAT_S, GAC__TY_I32, at, 0, from);
    if (v->wide)
        at = clamp(s, at, (range){-FAR, FAR}, LIMIT, from);
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

static void rewrite_inst(layout *s, gac__ir_inst *i)
{
    const variable *v = i->n_args ? soa_variable(s, i->args[0]) : NULL;
    for (uint32_t a = 1; a < i->n_args && !v && i->op != GAC__IR_STORE; a++)
        v = soa_variable(s, i->args[a]);
    if (!v)
        return;
    if (i->op == GAC__IR_LEA) {
        rewrite_lea(s, i, v);
        return;
    }
    if (i->op == GAC__IR_LOAD || i->op == GAC__IR_STORE) {
        i->args[0] = address(s, i->args[0], i->imm2 / (int64_t)v->bytes, v, i);
        i->imm2 = 0;
        return;
    }
    for (uint32_t a = first_address(i); a < i->n_args; a++)
        i->args[a] = element(s, i->args[a], v);
    if (i->op == GAC__IR_IEQ || i->op == GAC__IR_INE)
        i->ty = (uint8_t)ty_of(s, v);
    else
        retype(s, i, v);
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
        for (uint32_t k = 0; k < n && !s->failed; k++) {
            rewrite_inst(s, old[k]);
            if (!gac__ir_append(ir, s->out, old[k]))
                return GAC_ERR_MEMORY;
        }
    }
    return s->failed ? GAC_ERR_MEMORY : GAC_OK;
}

static gac_result find_variables(layout *s)
{
    const gac__ir_block *entry = &s->ir->blocks[0];
    s->variables =
        gac__arena_alloc(s->scratch, entry->n_insts, sizeof *s->variables);
    s->base = gac__arena_alloc(s->scratch, s->n_known, sizeof *s->base);
    s->range = gac__arena_alloc(s->scratch, s->n_known, sizeof *s->range);
    if (!s->variables || !s->base || !s->range)
        return GAC_ERR_MEMORY;
    for (uint32_t k = 0; k < entry->n_insts; k++)
        if (entry->insts[k]->op == GAC__IR_ALLOCA) {
            s->variables[s->n_variables] =
                (variable){.alloca = entry->insts[k]};
            s->base[entry->insts[k]->result] = ++s->n_variables;
        }
    return GAC_OK;
}

gac_result gac__pass_soa(gac__ir *ir, gac__arena *scratch)
{
    layout s = {.ir = ir, .scratch = scratch, .n_known = ir->n_values};
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
    if (!n_found)
        return GAC_OK;
    find_ranges(&s);
    return rewrite(&s);
}
