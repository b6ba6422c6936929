/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Calls of imported functions. Compilers leave OpenCL's builtin functions as
 * imports if they know no instruction for them. This file has those of
 * work-items, barriers, async copies and pointers; other families have files of
 * their own. */
#include "compile/build/imports.h"
#include "grammar/async_roles.h"
#include "module/reports.h"
#include "module/types.h"

static void bind_nothing(const gac__import_call *c)
{
    uint32_t none = 0;
    gac__build_bind(c->b, c->call, &none);
}

/* -- work-items ------------------------------------------------------------ */

typedef struct item_row {
    const char *name;
    uint8_t builtin;
} item_row;

static const item_row item_rows[] = {
    {"get_global_id", GAC__BUILTIN_GLOBAL_ID},
    {"get_local_id", GAC__BUILTIN_LOCAL_ID},
    {"get_group_id", GAC__BUILTIN_GROUP_ID},
    {"get_global_size", GAC__BUILTIN_GLOBAL_SIZE},
    {"get_local_size", GAC__BUILTIN_LOCAL_SIZE},
    {"get_enqueued_local_size", GAC__BUILTIN_ENQUEUED_LOCAL_SIZE},
    {"get_num_groups", GAC__BUILTIN_NUM_GROUPS},
    {"get_global_offset", GAC__BUILTIN_GLOBAL_OFFSET},
    {"get_work_dim", GAC__BUILTIN_WORK_DIM},
    {"get_global_linear_id", GAC__BUILTIN_GLOBAL_LINEAR_ID},
    {"get_local_linear_id", GAC__BUILTIN_LOCAL_LINEAR_ID},
    {"get_sub_group_size", GAC__BUILTIN_SUB_GROUP_SIZE},
    {"get_max_sub_group_size", GAC__BUILTIN_SUB_GROUP_MAX_SIZE},
    {"get_num_sub_groups", GAC__BUILTIN_NUM_SUB_GROUPS},
    {"get_enqueued_num_sub_groups", GAC__BUILTIN_NUM_ENQUEUED_SUB_GROUPS},
    {"get_sub_group_id", GAC__BUILTIN_SUB_GROUP_ID},
    {"get_sub_group_local_id", GAC__BUILTIN_SUB_GROUP_LOCAL_ID},
    {"get_sub_group_eq_mask", GAC__BUILTIN_SUB_GROUP_EQ_MASK},
    {"get_sub_group_ge_mask", GAC__BUILTIN_SUB_GROUP_GE_MASK},
    {"get_sub_group_gt_mask", GAC__BUILTIN_SUB_GROUP_GT_MASK},
    {"get_sub_group_le_mask", GAC__BUILTIN_SUB_GROUP_LE_MASK},
    {"get_sub_group_lt_mask", GAC__BUILTIN_SUB_GROUP_LT_MASK},
};

static void read_item(const gac__import_call *c, uint32_t builtin)
{
    gac__builder *b = c->b;
    const gac__shape *shape = gac__build_shape(b, c->call->type_id);
    uint32_t v[4] = {0};
    uint64_t dimension = 0;
    if (gac__build_ok(b) && (shape->in_memory || shape->n > 4 || shape->n == 0))
        gac__build_invalid(b, "its result is not an integer.");
    if (!gac__build_ok(b))
        return;
    gac__ty ty = (gac__ty)shape->ty[0];
    uint32_t index = c->n ? gac__import_arg(c, 0) : 0;
    if (shape->n > 1 || !index || gac__build_is_const(b, index, &dimension)) {
        for (uint32_t k = 0; k < shape->n; k++)
            v[k] = dimension > 2 ? gac__build_builtin_beyond(b, builtin, ty)
                                 : gac__build_builtin(
                                     b, builtin, k + (uint32_t)dimension, ty);
        gac__build_bind(b, c->call, v);
        return;
    }
    gac__ty index_ty = gac__build_ty(b, index);
    uint32_t chosen = gac__build_builtin_beyond(b, builtin, ty);
    for (uint32_t k = 0; k < 3 && gac__build_ok(b); k++)
        chosen =
            gac__build_select(b,
                              gac__build_2(b, GAC__IR_IEQ, index_ty, index,
                                           gac__build_const(b, index_ty, k)),
                              gac__build_builtin(b, builtin, k, ty), chosen);
    gac__build_bind(b, c->call, &chosen);
}

static bool import_item(const gac__import_call *c)
{
    for (size_t k = 0; k < GAC__COUNT_OF(item_rows); k++) {
        if (strcmp(c->name, item_rows[k].name) == 0) {
            read_item(c, item_rows[k].builtin);
            return true;
        }
    }
    return false;
}

/* -- barriers and fences --------------------------------------------------- */

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    return false;
}

static bool import_barrier(const gac__import_call *c)
{
    static const char *const fences[] = {
        "mem_fence",
        "read_mem_fence",
        "write_mem_fence",
        "atomic_work_item_fence",
    };
    static const char *const barriers[] = {"barrier", "work_group_barrier"};
    uint64_t flags = 0;
    if (is_one_of(c->name, fences, GAC__COUNT_OF(fences))) {
        bool is_explicit = strcmp(c->name, "atomic_work_item_fence") == 0;
        gac__build_fence(c->b, is_explicit
                                   ? gac__import_order(c, 1)
                                   : GAC__ORDER_ACQUIRE | GAC__ORDER_RELEASE);
        bind_nothing(c);
        return true;
    }
    bool work_group = is_one_of(c->name, barriers, GAC__COUNT_OF(barriers));
    if (!work_group && strcmp(c->name, "sub_group_barrier") != 0)
        return false;
    if (c->n)
        gac__build_const_id(c->b, c->ids[0], &flags);
    gac__build_barrier(c->b, work_group ? SpvScopeWorkgroup : SpvScopeSubgroup,
                       SpvMemorySemanticsSequentiallyConsistentMask
                           | (flags & 3) << 8);
    bind_nothing(c);
    return true;
}

/* -- async copies ---------------------------------------------------------- */

/* An element's size by the mangled type, or else by the pointer's type. */
static uint64_t element_bytes(const gac__import_call *c)
{
    gac__mangled_type t = gac__import_param(c, 0);
    uint64_t bytes = gac__mangled_bytes(t) * (t.n == 3 ? 4u : t.n);
    gac__builder *b = c->b;
    if (bytes || !gac__build_ok(b))
        return bytes;
    gac__type pointer =
        gac__module_type(b->m, gac__module_type_of(b->m, c->ids[0]));
    return pointer.kind == GAC__TYPE_POINTER
               ? gac__build_shape(b, pointer.element_id)->size
               : 1;
}

static void import_core_copy(const gac__import_call *c, bool strided)
{
    gac__builder *b = c->b;
    if (c->n != (strided ? 5u : 4u)) {
        gac__build_invalid(b, "\"%s\" is called with %u arguments.", c->name,
                           c->n);
        return;
    }
    gac__type to = gac__module_type(b->m, gac__module_type_of(b->m, c->ids[0]));
    uint32_t v[5] = {0};
    for (uint32_t k = 0; k < c->n; k++)
        v[k] = gac__import_arg(c, k);
    gac__import_bind(
        c, gac__build_core_copy(
               b, v[0], v[1], element_bytes(c), v[2], strided ? v[3] : 0,
               to.storage_class == SpvStorageClassWorkgroup, v[c->n - 1]));
}

static bool import_set_copy(const gac__import_call *c, const char *suffix)
{
    const gac__ext_inst_row *row = gac__async_by_suffix(suffix, strlen(suffix));
    uint32_t v[GAC_ASYNC_ROLE_COUNT] = {0};
    if (!row)
        return false;
    if (c->n > GAC__COUNT_OF(v)) {
        gac__build_invalid(c->b, "it has too many arguments.");
        return true;
    }
    for (uint32_t a = 0; a < c->n; a++)
        v[a] = gac__import_arg(c, a);
    gac__import_bind(c, gac__build_set_copy(c->b, row->number, v, c->n));
    return true;
}

static bool import_copy(const gac__import_call *c)
{
    const char *rest;
    if (strcmp(c->name, "async_work_group_copy") == 0) {
        import_core_copy(c, false);
        return true;
    }
    if (strcmp(c->name, "async_work_group_strided_copy") == 0) {
        import_core_copy(c, true);
        return true;
    }
    if (strcmp(c->name, "async_work_group_copy_fence") == 0) {
        uint64_t flags;
        if (!c->n || !gac__build_const_id(c->b, c->ids[0], &flags))
            flags = UINT64_MAX; /* any are possible */
        gac__build_copy_fence(c->b, flags);
        bind_nothing(c);
        return true;
    }
    if (gac__import_prefix(c->name, "async_work_group_copy_", &rest))
        return import_set_copy(c, rest);
    if (strcmp(c->name, "wait_group_events") == 0) {
        gac__build_wait(c->b, gac__import_arg(c, 0), gac__import_arg(c, 1));
        bind_nothing(c);
        return true;
    }
    if (strcmp(c->name, "prefetch") == 0) {
        bind_nothing(c);
        return true;
    }
    return false;
}

/* -- pointers -------------------------------------------------------------- */

static bool import_pointer(const gac__import_call *c)
{
    static const struct {
        const char *name;
        uint32_t storage_class;
    } casts[] = {
        {"to_global", SpvStorageClassCrossWorkgroup},
        {"to_local", SpvStorageClassWorkgroup},
        {"to_private", SpvStorageClassFunction},
    };
    gac__builder *b = c->b;
    const char *name = c->name;
    if (strncmp(name, "__", 2) == 0)
        name += 2;
    bool fence = strcmp(name, "get_fence") == 0;
    uint32_t class = UINT32_MAX;
    for (size_t k = 0; k < GAC__COUNT_OF(casts); k++)
        if (strcmp(name, casts[k].name) == 0)
            class = casts[k].storage_class;
    if (!fence && class == UINT32_MAX)
        return false;
    uint32_t pointer = gac__import_arg(c, 0);
    if (gac__build_ok(b) && gac__build_ty(b, pointer) != b->ir->ptr_ty)
        gac__build_invalid(b, "its argument is not a pointer.");
    gac__ty ty = fence ? GAC__TY_I32 : b->ir->ptr_ty;
    gac__ir_inst *inst = gac__build_inst(
        b, fence ? GAC__IR_GENERIC_SEMANTICS : GAC__IR_GENERIC_TO, ty, true, 1,
        &pointer);
    if (!inst)
        return true;
    inst->sub = fence ? 0 : class;
    /* Fence flags are the memory semantics' bits, shifted right by eight. */
    gac__import_bind(c, fence ? gac__build_2(b, GAC__IR_LSHR, ty, inst->result,
                                             gac__build_const(b, ty, 8))
                              : inst->result);
    return true;
}

static bool import_print(const gac__import_call *c)
{
    if (strcmp(c->name, "printf") != 0)
        return false;
    gac__build_printf(c->b, c->call, c->ids, c->n);
    return true;
}

static bool import_trap(const gac__import_call *c)
{
    if (strcmp(c->name, "abort") != 0 && strcmp(c->name, "__builtin_trap") != 0
        && strcmp(c->name, "llvm.trap") != 0)
        return false;
    gac__ir_inst *inst =
        gac__build_inst(c->b, GAC__IR_TRAP, GAC__TY_VOID, false, 0, NULL);
    if (inst)
        inst->sub = GAC__TRAP_ABORT;
    bind_nothing(c);
    return true;
}

void gac__build_import_call(gac__builder *b, const gac__inst *call,
                            const gac__function *function)
{
    static bool (*const families[])(const gac__import_call *) = {
        import_item,        import_barrier,    import_copy,
        import_pointer,     import_print,      import_trap,
        gac__import_atomic, gac__import_group, gac__import_spirv,
        gac__import_math,
    };
    const char *symbol = gac__module_import_symbol(b->m, function->id);
    if (!symbol)
        symbol = gac__module_name(b->m, function->id);
    gac__import_call c = {.b = b, .call = call};
    c.ids = call->words + call->first + 1;
    c.n = gac__build_n_words(call) ? gac__build_n_words(call) - 1 : 0;
    if (symbol && gac__mangled_parse(symbol, &c.symbol)
        && c.symbol.length < sizeof c.name) {
        memcpy(c.name, c.symbol.name, c.symbol.length);
        for (size_t k = 0; k < GAC__COUNT_OF(families); k++)
            if (families[k](&c))
                return;
    }
    gac__build_unsupported(b, "imported function \"%s\".",
                           symbol ? symbol : "without a name");
}
