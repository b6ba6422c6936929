/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Imported atomics and group functions. */
#include "compile/build/imports.h"

/* -- atomics --------------------------------------------------------------- */

/* Translates compare_exchange, which stores the old value to `expected`. */
static void exchange_expected(const gac__import_call *c, uint32_t order,
                              uint32_t pointer, uint32_t expected,
                              uint32_t value)
{
    gac__builder *b = c->b;
    gac__ty ty = gac__build_ty(b, value);
    uint32_t bytes = gac__ty_bytes(ty);
    uint32_t wanted = gac__build_load(b, expected, 0, ty, bytes, false);
    uint32_t args[3] = {pointer, value, wanted};
    uint32_t old =
        gac__build_atomic_op(b, GAC__ATOMIC_CMPXCHG, order, ty, 3, args);
    gac__ty int_ty = gac__ty_int_of(ty);
    uint32_t same =
        gac__build_2(b, GAC__IR_IEQ, int_ty, gac__build_as(b, old, int_ty),
                     gac__build_as(b, wanted, int_ty));
    gac__build_store(b, expected, 0, old, bytes, false);
    gac__import_bind(c, same);
}

uint32_t gac__import_order(const gac__import_call *c, uint32_t order_at)
{
    /* memory_order_*: relaxed, consume, acquire, release, acq_rel, seq_cst */
    static const uint8_t orders[] = {0, GAC__ORDER_ACQUIRE, GAC__ORDER_ACQUIRE,
                                     GAC__ORDER_RELEASE,
                                     GAC__ORDER_ACQUIRE | GAC__ORDER_RELEASE};
    uint64_t order = UINT64_MAX, scope = 2; /* memory_scope_device */
    if (order_at < c->n)
        gac__build_const_id(c->b, c->ids[order_at], &order);
    if (order_at + 1 < c->n)
        gac__build_const_id(c->b, c->ids[order_at + 1], &scope);
    return (order < GAC__COUNT_OF(orders)
                ? orders[order]
                : GAC__ORDER_ACQUIRE | GAC__ORDER_RELEASE)
           | (scope == 2 || scope == 3 ? GAC__ORDER_WIDE : 0);
}

bool gac__import_atomic(const gac__import_call *c)
{
    gac__builder *b = c->b;
    gac__atomic_function f;
    if (!gac__atomic_by_name(c->name, strlen(c->name), &f))
        return false;
    gac__ty ty = gac__build_scalar_ty(gac__build_shape(b, c->call->type_id));
    gac__mangled_type pointee = gac__import_param(c, 0);
    gac__mangled_type operand = gac__import_param(c, 1);
    gac__mangled_type known = pointee.letter ? pointee : operand;
    bool floats = gac__mangled_is_float(pointee) || gac__ty_is_float(ty);
    bool positive = known.letter && !gac__mangled_is_signed(known);
    gac__atomic_form form =
        gac__build_atomic_form(floats     ? f.float_opcode
                               : positive ? f.unsigned_opcode
                                          : f.opcode);
    uint32_t order_at = f.expects ? 3 : form.n_values == 0 ? 1 : 2;
    uint32_t order =
        f.is_relaxed
            ? GAC__ORDER_WIDE
            : gac__import_order(c, f.is_explicit ? order_at : UINT32_MAX - 1);
    uint32_t args[3] = {gac__import_arg(c, 0)}, n = 1;
    if (f.expects) {
        exchange_expected(c, order, args[0], gac__import_arg(c, 1),
                          gac__import_arg(c, 2));
        return true;
    }
    for (uint32_t k = form.n_values; k > 0; k--)
        args[n++] = gac__import_arg(c, k); /* the comparator comes first */
    if (form.by_one)
        args[n++] = gac__build_const(b, ty, 1);
    if (form.n_values == 1)
        ty = gac__build_ty(b, args[1]);
    if (f.negates && gac__ty_is_float(ty))
        args[1] = gac__build_1(b, GAC__IR_FNEG, ty, args[1]);
    gac__import_bind(c, gac__build_atomic_op(b, form.op, order, ty, n, args));
    return true;
}

/* -- groups ---------------------------------------------------------------- */

typedef struct math_row {
    const char *name;
    uint8_t math, unsigned_math, float_math;
} math_row;

static const math_row math_rows[] = {
    {"add", GAC__GM_IADD, GAC__GM_IADD, GAC__GM_FADD},
    {"mul", GAC__GM_IMUL, GAC__GM_IMUL, GAC__GM_FMUL},
    {"min", GAC__GM_SMIN, GAC__GM_UMIN, GAC__GM_FMIN},
    {"max", GAC__GM_SMAX, GAC__GM_UMAX, GAC__GM_FMAX},
    {"and", GAC__GM_AND, GAC__GM_AND, GAC__GM_AND},
    {"or", GAC__GM_OR, GAC__GM_OR, GAC__GM_OR},
    {"xor", GAC__GM_XOR, GAC__GM_XOR, GAC__GM_XOR},
};

/* Translates "reduce_add", "scan_inclusive_min" and the like. */
static bool import_reduction(const gac__import_call *c, uint32_t scope,
                             const char *name)
{
    gac__builder *b = c->b;
    uint32_t op;
    if (gac__import_prefix(name, "reduce_", &name))
        op = GAC__GROUP_REDUCE;
    else if (gac__import_prefix(name, "scan_inclusive_", &name))
        op = GAC__GROUP_INCLUSIVE;
    else if (gac__import_prefix(name, "scan_exclusive_", &name))
        op = GAC__GROUP_EXCLUSIVE;
    else
        return false;
    for (size_t k = 0; k < GAC__COUNT_OF(math_rows); k++) {
        const math_row *row = &math_rows[k];
        if (strcmp(name, row->name) != 0)
            continue;
        uint32_t x = gac__import_arg(c, 0), math = row->math;
        gac__ty ty = gac__build_ty(b, x);
        if (gac__ty_is_float(ty))
            math = row->float_math;
        else if (!gac__mangled_is_signed(gac__import_param(c, 0)))
            math = row->unsigned_math;
        bool fits = gac__ty_is_int(ty)
                    || (gac__ty_is_float(ty) && row->float_math != row->math);
        if (!fits)
            gac__build_invalid(b, "its argument's type does not fit.");
        gac__import_bind(
            c, gac__build_group_op(b, op, math, scope, 0, ty, ty, 1, &x));
        return true;
    }
    return false;
}

static uint32_t as_bool(gac__builder *b, uint32_t x)
{
    gac__ty ty = gac__build_ty(b, x);
    return ty == GAC__TY_BOOL ? x
                              : gac__build_2_const(b, GAC__IR_INE, ty, x, 0);
}

static uint32_t as_index(const gac__import_call *c, uint32_t at, gac__ty ty)
{
    return gac__build_as_int(c->b, gac__import_arg(c, at), ty, "its index");
}

/* The linear local id of the work-item that arguments 1 to 3 name by its local
 * ids. */
static uint32_t linear_index(const gac__import_call *c)
{
    uint32_t ids[3] = {0};
    for (uint32_t k = 1; k < c->n; k++)
        ids[k - 1] = as_index(c, k, GAC__TY_I64);
    return gac__build_linear_id(c->b, c->n - 1, ids);
}

static bool import_vote(const gac__import_call *c, uint32_t scope,
                        const char *name)
{
    gac__builder *b = c->b;
    bool elects = strcmp(name, "elect") == 0, all = strcmp(name, "all") == 0;
    if (!elects && !all && strcmp(name, "any") != 0)
        return false;
    uint32_t op = elects ? GAC__GROUP_ELECT
                  : all  ? GAC__GROUP_ALL
                         : GAC__GROUP_ANY;
    uint32_t x = elects ? 0 : as_bool(b, gac__import_arg(c, 0));
    gac__import_bind(c, gac__build_group_op(b, op, 0, scope, 0, GAC__TY_BOOL,
                                            GAC__TY_BOOL, elects ? 0 : 1, &x));
    return true;
}

static bool import_broadcast(const gac__import_call *c, uint32_t scope,
                             const char *name)
{
    static const struct {
        const char *name;
        uint32_t op;
    } shuffles[] = {
        {"shuffle", GAC__GROUP_SHUFFLE},
        {"shuffle_xor", GAC__GROUP_SHUFFLE_XOR},
        {"shuffle_up", GAC__GROUP_SHUFFLE_UP},
        {"shuffle_down", GAC__GROUP_SHUFFLE_DOWN},
        {"rotate", GAC__GROUP_ROTATE},
        {"clustered_rotate", GAC__GROUP_ROTATE},
    };
    gac__builder *b = c->b;
    uint32_t op = UINT32_MAX;
    bool broadcast = strcmp(name, "broadcast") == 0;
    for (size_t k = 0; k < GAC__COUNT_OF(shuffles); k++)
        if (strcmp(name, shuffles[k].name) == 0)
            op = shuffles[k].op;
    if ((!broadcast && op == UINT32_MAX) || c->n < 2 || c->n > 4)
        return false;
    int64_t cluster = 0;
    if (strcmp(name, "clustered_rotate") == 0 && c->n == 3)
        cluster = gac__build_cluster_size(b, c->ids[2]);
    uint32_t index = broadcast ? linear_index(c) : as_index(c, 1, GAC__TY_I32);
    gac__build_group_each(b, c->call, broadcast ? GAC__GROUP_BROADCAST : op,
                          scope, c->ids[0], index, cluster);
    return true;
}

bool gac__import_group(const gac__import_call *c)
{
    const char *name = c->name;
    uint32_t scope = SpvScopeSubgroup;
    bool found, all_arrive = true;
    if (gac__import_prefix(name, "work_group_", &name))
        scope = SpvScopeWorkgroup;
    else if (gac__import_prefix(name, "intel_sub_group_", &name))
        all_arrive = false;
    else if (!gac__import_prefix(name, "sub_group_", &name))
        return false;
    if (gac__import_prefix(name, "non_uniform_", &name)
        || strstr(name, "shuffle") || strcmp(name, "elect") == 0
        || strstr(name, "rotate"))
        all_arrive = false;
    c->b->all_arrive = all_arrive;
    found = import_reduction(c, scope, name) || import_vote(c, scope, name)
            || import_broadcast(c, scope, name);
    c->b->all_arrive = false;
    return found;
}
