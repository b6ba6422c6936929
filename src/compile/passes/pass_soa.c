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
 * the strip's memory. Compilers may count bytes instead of elements: how many
 * bytes are a multiple of an element's is found out first. Checked runs keep
 * the old layout, as their shadow memory is by work-item.
 *
 * Accesses out of bounds are caught as in the old layout: an access is inside
 * if its byte, modulo 2 to the width of addresses, is one of the variable.
 * Element numbers have that width, too, and lose the bits that a number of
 * bytes would not have; what is further than GAC__SOA_FAR then becomes that, so
 * that it stays out of bounds when it is multiplied by W. Most need less, by
 * what is known of the indices. (pass_demand.c computes in 32 bits what is
 * truncated to them.)
 */
#include "compile/compile.h"
#include "compile/passes/passes.h"

#define MOST_ELEMENTS (1u << 20)
_Static_assert(MOST_ELEMENTS <= GAC__SOA_FAR, "elements are not far");
#define MOST_VALUES (1u << 20)

#define MOST_ZEROS 3u /* elements have 8 bytes at most */
#define MOST_SWEEPS 8u

typedef struct variable {
    gac__ir_inst *alloca;
    uint32_t bytes; /* of an element; 0: not known yet */
    bool rejected;
} variable;

/* What an element number may be before it wraps. -WIDE to WIDE: anything. */
#define WIDE ((int64_t)1 << 60)

typedef struct range {
    int64_t low, high;
} range;

typedef struct layout {
    gac__ir *ir;
    gac__arena *scratch;
    uint32_t n_known; /* values that existed before the pass */
    uint32_t *base; /* by such value: number + 1 of the variable that it points
                       into; 0: none */
    range *ranges;  /* by such value, of element numbers */
    uint8_t *zeros; /* by such value: its lowest bits that are 0, MOST_ZEROS at
                       most */
    variable *variables;
    uint32_t n_variables;
    gac__ir_block *out;
    /* IR values: the lane's number in its strip, W, and the former minus
     * GAC__SOA_FAR * W */
    uint32_t lane, width, lane_of_far;
} layout;

static uint32_t base_of(const layout *s, uint32_t value)
{
    return value < s->n_known ? s->base[value] : 0;
}

/* The first operand that the result may be: a selection has its condition
 * before. */
static uint32_t first_chosen(const gac__ir_inst *i)
{
    return i->op == GAC__IR_SELECT ? 1 : 0;
}

/* -- multiples of a power of two ------------------------------------------- */

static uint32_t zeros_of(const layout *s, uint32_t value)
{
    const gac__ir_value *v = &s->ir->values[value];
    if (v->kind == GAC__VALUE_CONST)
        return (uint32_t)__builtin_ctzll(v->bits | 1u << MOST_ZEROS);
    return gac__ir_def(s->ir, value) ? s->zeros[value] : 0;
}

/* The lowest bits of a result that are 0. */
static uint32_t zeros_of_result(const layout *s, const gac__ir_inst *i)
{
    uint32_t least = MOST_ZEROS, sum = 0;
    uint64_t by;
    for (uint32_t a = first_chosen(i); a < i->n_args; a++) {
        least = GAC__MIN(least, zeros_of(s, i->args[a]));
        sum += zeros_of(s, i->args[a]);
    }
    switch (i->op) {
    case GAC__IR_MOV:
    case GAC__IR_PHI:
    case GAC__IR_SELECT:
    case GAC__IR_ZEXT:
    case GAC__IR_SEXT:
    case GAC__IR_TRUNC:
    case GAC__IR_IADD:
    case GAC__IR_ISUB:
    case GAC__IR_OR:
    case GAC__IR_XOR: return least;
    case GAC__IR_AND: return sum - least;
    case GAC__IR_IMUL: return GAC__MIN(sum, MOST_ZEROS);
    case GAC__IR_SHL:
        sum = zeros_of(s, i->args[0]);
        if (gac__ir_is_const(s->ir, i->args[1], &by)
            && by < 8 * gac__ty_bytes((gac__ty)i->ty))
            sum += (uint32_t)by;
        return GAC__MIN(sum, MOST_ZEROS);
    default: return 0;
    }
}

/* Values of loops count as multiples until an operand says otherwise. After
 * some sweeps over all values, no value does. */
static void find_zeros(layout *s)
{
    const gac__ir *ir = s->ir;
    bool changed = true;
    memset(s->zeros, MOST_ZEROS, s->n_known);
    for (uint32_t n = 0; changed && n < MOST_SWEEPS; n++) {
        changed = gac__ir_watch(ir, ir->n_values) != GAC_OK;
        GAC__EACH_INST(ir, b, i) {
            uint32_t zeros = i->result ? zeros_of_result(s, i) : 0;
            if (!i->result || zeros == s->zeros[i->result])
                continue;
            s->zeros[i->result] = (uint8_t)zeros;
            changed = true;
        }
    }
    if (changed)
        memset(s->zeros, 0, s->n_known);
}

/* -- which variables ------------------------------------------------------- */

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
        GAC__EACH_INST(ir, b, i) {
            if (!propagates(i) || s->base[i->result])
                continue;
            uint32_t n = i->op == GAC__IR_LEA ? 1 : i->n_args;
            for (uint32_t a = first_chosen(i); a < n; a++)
                if (s->base[i->args[a]]) {
                    s->base[i->result] = s->base[i->args[a]];
                    changed = true;
                    break;
                }
        }
    }
}

/* Whether a displacement is one of elements. */
static bool is_whole(int64_t displacement, uint32_t bytes)
{
    int64_t elements = displacement / (int64_t)bytes;
    return displacement % (int64_t)bytes == 0 && elements < MOST_ELEMENTS
           && elements > -(int64_t)MOST_ELEMENTS;
}

/* An LEA's index as a number of elements: `index` >> shift, times `by`. */
typedef struct whole {
    uint32_t shift;
    uint64_t by;
} whole;

static whole whole_of(const gac__ir_inst *lea, uint32_t bytes)
{
    const uint32_t zeros = (uint32_t)__builtin_ctzll(lea->imm | bytes);
    return (whole){(uint32_t)__builtin_ctz(bytes) - zeros, lea->imm >> zeros};
}

/* Whether an LEA moves an address by whole elements. */
static bool is_whole_lea(const layout *s, const gac__ir_inst *i, uint32_t bytes)
{
    const whole w = whole_of(i, bytes);
    return gac__ty_is_int(s->ir->values[i->args[1]].ty)
           && is_whole(i->imm2, bytes) && w.shift <= zeros_of(s, i->args[1])
           && w.by < MOST_ELEMENTS;
}

static bool all_have_base(const layout *s, const gac__ir_inst *i, uint32_t base)
{
    for (uint32_t a = first_chosen(i); a < i->n_args; a++)
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
        return a >= first_chosen(i) && all_have_base(s, i, base);
    case GAC__IR_IEQ:
    case GAC__IR_INE: return base_of(s, i->args[0]) == base_of(s, i->args[1]);
    case GAC__IR_LOAD:
    case GAC__IR_STORE:
        return a == 0 && gac__ty_bytes((gac__ty)i->ty) == v->bytes
               && !(i->flags & GAC__IR_VOLATILE) && is_whole(i->imm2, v->bytes);
    default: return false;
    }
}

typedef void visit_fn(layout *s, const gac__ir_inst *i, uint32_t a,
                      variable *v);

static void visit_uses(layout *s, visit_fn *visit)
{
    const gac__ir *ir = s->ir;
    GAC__EACH_INST(ir, b, i) {
        for (uint32_t a = 0; a < i->n_args; a++)
            if (base_of(s, i->args[a]))
                visit(s, i, a, &s->variables[base_of(s, i->args[a]) - 1]);
    }
}

static void find_bytes(layout *s, const gac__ir_inst *i, uint32_t a,
                       variable *v)
{
    (void)s;
    if (gac__ir_is_access(i) && a == 0)
        v->bytes = gac__ty_bytes((gac__ty)i->ty);
}

static void reject(layout *s, const gac__ir_inst *i, uint32_t a, variable *v)
{
    if (!v->bytes || v->alloca->imm % v->bytes
        || v->alloca->imm / v->bytes > MOST_ELEMENTS
        || !is_allowed_use(s, i, a, v))
        v->rejected = true;
}

/* -- numbers of elements --------------------------------------------------- */

static uint32_t put(layout *s, gac__ir_op op, gac__ty ty, uint32_t a,
                    uint32_t b, const gac__ir_inst *from)
{
    return gac__ir_add(s->ir, s->out, op, ty, from, a, b, 0)->result;
}

/* An operation on a value and a constant. */
static uint32_t with(layout *s, gac__ir_op op, uint32_t value, int64_t n,
                     const gac__ir_inst *from)
{
    gac__ty ty = (gac__ty)s->ir->values[value].ty;
    return put(s, op, ty, value, gac__ir_const(s->ir, ty, (uint64_t)n), from);
}

/* `value` + n */
static uint32_t plus(layout *s, uint32_t value, int64_t n,
                     const gac__ir_inst *from)
{
    return n ? with(s, GAC__IR_IADD, value, n, from) : value;
}

/* The element number of an address; 0 for the variable itself. */
static uint32_t element(layout *s, uint32_t value)
{
    const gac__ir_inst *i = gac__ir_def(s->ir, value);
    if (s->ir->values[value].undef || (i && i->op == GAC__IR_ALLOCA))
        return gac__ir_const(s->ir, s->ir->ptr_ty, 0);
    return value;
}

/* An LEA's index in the type of element numbers. */
static uint32_t index_of(layout *s, const gac__ir_inst *lea)
{
    uint32_t index = lea->args[1];
    uint8_t ty = s->ir->values[index].ty;
    if (ty == s->ir->ptr_ty)
        return index;
    gac__ir_op op = ty == GAC__TY_I64 ? GAC__IR_TRUNC
                    : lea->sub        ? GAC__IR_ZEXT
                                      : GAC__IR_SEXT;
    return put(s, op, s->ir->ptr_ty, index, 0, lea);
}

static range index_range(const layout *s, const gac__ir_inst *lea,
                         uint32_t shift)
{
    uint32_t index = lea->args[1];
    const gac__ir_inst *i = gac__ir_def(s->ir, index);
    uint8_t ty = s->ir->values[index].ty;
    uint64_t most = gac__ir_most(s->ir, index);
    if (most <= UINT32_MAX && (lea->sub || gac__sign_extend(most, ty) >= 0))
        return (range){0, (int64_t)most >> shift};
    if (ty != GAC__TY_I64 || (i && i->op == GAC__IR_SEXT))
        return (range){(int64_t)INT32_MIN / (1 << shift), INT32_MAX >> shift};
    return (range){-WIDE, WIDE};
}

/* a + b * by */
static range sum(range a, range b, int64_t by)
{
    const range any = {-WIDE, WIDE};
    if (a.high == WIDE || b.high == WIDE)
        return any;
    range r = {a.low + b.low * by, a.high + b.high * by};
    return r.low > -WIDE && r.high < WIDE ? r : any;
}

/* An LEA becomes a sum of element numbers. */
static void rewrite_lea(layout *s, gac__ir_inst *i, const variable *v)
{
    const whole w = whole_of(i, v->bytes);
    const range index = index_range(s, i, w.shift);
    uint32_t step = index_of(s, i);
    int64_t by = (int64_t)w.by, more = i->imm2 / v->bytes;
    if (w.shift)
        step = with(s, index.low < 0 ? GAC__IR_ASHR : GAC__IR_LSHR, step,
                    w.shift, i);
    if (by != 1)
        step = with(s, GAC__IR_IMUL, step, by, i);
    s->ranges[i->result] =
        sum(sum(s->ranges[i->args[0]], index, by), (range){more, more}, 1);
    i->args[0] = element(s, i->args[0]);
    i->args[1] = plus(s, step, more, i);
    i->op = GAC__IR_IADD;
    i->imm = 0;
    i->imm2 = 0;
    i->sub = 0;
    i->flags = 0;
}

/* Element number `value` + `more`, as large as its number of bytes allows. */
static uint32_t unwrapped(layout *s, uint32_t value, int64_t more,
                          const variable *v, const gac__ir_inst *from)
{
    uint32_t unused = 64 - 8 * gac__ty_bytes(s->ir->ptr_ty);
    int64_t wide = WIDE >> unused;
    range r = sum(s->ranges[value], (range){more, more}, 1);
    uint32_t at = plus(s, element(s, value), more, from);
    if (v->bytes == 1 || (r.low > -wide && r.high < wide))
        return at;
    uint64_t all = (UINT64_MAX >> unused) / v->bytes;
    return with(s, GAC__IR_AND, at, (int64_t)all, from);
}

/* The address of element number `value` + `more`. */
static uint32_t address(layout *s, uint32_t value, int64_t more,
                        const variable *v, const gac__ir_inst *from)
{
    range r = sum(s->ranges[value], (range){more, more}, 1);
    bool is_far = r.low < -GAC__SOA_FAR || r.high > GAC__SOA_FAR;
    /* Of what is far, the low half is, too. */
    bool narrows =
        r.low > MOST_ELEMENTS - (int64_t)UINT32_MAX && r.high <= UINT32_MAX;
    /* With GAC__SOA_FAR added, numbers that are not far are not negative. */
    int64_t added = is_far ? GAC__SOA_FAR : 0;
    uint32_t at = unwrapped(s, value, more + added, v, from);
    if (is_far && !narrows)
        at = with(s, GAC__IR_UMIN, at, 2 * GAC__SOA_FAR, from);
    if (s->ir->ptr_ty == GAC__TY_I64)
        at = put(s, GAC__IR_TRUNC, GAC__TY_I32, at, 0, from);
    if (is_far && narrows)
        at = with(s, GAC__IR_UMIN, at, 2 * GAC__SOA_FAR, from);
    uint32_t row = put(s, GAC__IR_IMUL, GAC__TY_I32, at, s->width, from);
    uint32_t index = put(s, GAC__IR_IADD, GAC__TY_I32, row,
                         is_far ? s->lane_of_far : s->lane, from);
    gac__ir_inst *lea = gac__ir_add(s->ir, s->out, GAC__IR_LEA, s->ir->ptr_ty,
                                    from, v->alloca->result, index, 0);
    lea->imm = v->bytes;
    lea->sub = 1;
    return lea->result;
}

static const variable *soa_variable(const layout *s, uint32_t value)
{
    uint32_t base = base_of(s, value);
    return base && !s->variables[base - 1].rejected ? &s->variables[base - 1]
                                                    : NULL;
}

static void rewrite_inst(layout *s, gac__ir_inst *i)
{
    const variable *v = NULL;
    for (uint32_t a = 0; a < i->n_args && !v; a++)
        v = soa_variable(s, i->args[a]);
    if (!v)
        return;
    switch (i->op) {
    case GAC__IR_LEA: rewrite_lea(s, i, v); break;
    case GAC__IR_LOAD:
    case GAC__IR_STORE:
        i->args[0] = address(s, i->args[0], i->imm2 / (int64_t)v->bytes, v, i);
        i->imm2 = 0;
        break;
    case GAC__IR_IEQ:
    case GAC__IR_INE:
        i->args[0] = unwrapped(s, i->args[0], 0, v, i);
        i->args[1] = unwrapped(s, i->args[1], 0, v, i);
        break;
    default:
        for (uint32_t a = first_chosen(i); a < i->n_args; a++)
            i->args[a] = element(s, i->args[a]);
        break;
    }
}

/* -- the pass ---------------------------------------------------------------
 */

static uint32_t put_builtin(layout *s, gac__builtin which)
{
    gac__ir_inst *i =
        gac__ir_add(s->ir, s->out, GAC__IR_BUILTIN, GAC__TY_I32, NULL, 0, 0, 0);
    i->sub = which;
    return i->result;
}

/* Puts the values that addresses need at the beginning of the entry block. */
static void put_lanes(layout *s, const gac__ir_inst *from)
{
    s->lane = put_builtin(s, GAC__BUILTIN_STRIP_LANE);
    s->width = put_builtin(s, GAC__BUILTIN_STRIP_WIDTH);
    uint32_t rows = with(s, GAC__IR_IMUL, s->width, GAC__SOA_FAR, from);
    s->lane_of_far = put(s, GAC__IR_ISUB, GAC__TY_I32, s->lane, rows, from);
}

static gac_result rewrite(layout *s)
{
    gac__ir *ir = s->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        s->out = &ir->blocks[b];
        GAC__TRY(gac__ir_watch(ir, s->out->n_insts));
        GAC__EACH_REOPENED(ir, s->out, i) {
            if (!s->lane)
                put_lanes(s, i);
            rewrite_inst(s, i);
            gac__ir_append(ir, s->out, i);
        }
    }
    return GAC_OK;
}

static gac_result find_variables(layout *s)
{
    const gac__ir_block *entry = &s->ir->blocks[0];
    s->variables =
        gac__arena_alloc(s->scratch, entry->n_insts, sizeof *s->variables);
    s->base = gac__arena_alloc(s->scratch, s->n_known, sizeof *s->base);
    s->ranges = gac__arena_alloc(s->scratch, s->n_known, sizeof *s->ranges);
    s->zeros = gac__arena_alloc(s->scratch, s->n_known, 1);
    if (!s->variables || !s->base || !s->ranges || !s->zeros)
        return GAC_ERR_MEMORY;
    for (uint32_t v = 0; v < s->n_known; v++)
        if (!s->ir->values[v].undef)
            s->ranges[v] = (range){-WIDE, WIDE};
    for (uint32_t k = 0; k < entry->n_insts; k++)
        if (entry->insts[k]->op == GAC__IR_ALLOCA) {
            s->variables[s->n_variables].alloca = entry->insts[k];
            s->base[entry->insts[k]->result] = ++s->n_variables;
            s->ranges[entry->insts[k]->result] = (range){0, 0};
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
    find_zeros(&s);
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
