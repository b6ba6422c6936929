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

/* -- work-items ------------------------------------------------------------ */

static void read_item(const gac__import_call *c, uint32_t builtin)
{
    gac__builder *b = c->b;
    const gac__shape *shape = gac__build_shape(b, c->call->type_id);
    uint32_t v[4] = {0};
    uint64_t dimension = 0;
    if (shape->in_memory || shape->n > 4 || shape->n == 0)
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
    for (uint32_t k = 0; k < 3; k++)
        v[k] = gac__build_builtin(b, builtin, k, ty);
    uint32_t beyond = gac__build_builtin_beyond(b, builtin, ty);
    uint32_t chosen = gac__build_choose(b, index, beyond, 0, 3, v);
    gac__build_bind(b, c->call, &chosen);
}

static bool import_item(const gac__import_call *c)
{
    uint32_t number, builtin;
    if (!gac__builtin_by_name(c->name, c->symbol.length, &number)
        || !gac__build_find_builtin(number, &builtin))
        return false;
    read_item(c, builtin);
    return true;
}

/* -- functions by their names: each returns its value, 0: it has none ------ */

static uint32_t import_nothing(const gac__import_call *c, uint32_t unused)
{
    (void)c;
    (void)unused;
    return 0;
}

/* `order_at`: the argument that is the memory order; 0: acquire and release. */
static uint32_t import_fence(const gac__import_call *c, uint32_t order_at)
{
    gac__build_fence(c->b, order_at ? gac__import_order(c, order_at)
                                    : GAC__ORDER_ACQUIRE | GAC__ORDER_RELEASE);
    return 0;
}

static uint32_t import_barrier(const gac__import_call *c, uint32_t scope)
{
    uint64_t flags = 0;
    if (c->n)
        gac__build_const_id(c->b, c->ids[0], &flags);
    gac__build_barrier(c->b, scope,
                       SpvMemorySemanticsSequentiallyConsistentMask
                           | (flags & 3) << 8);
    return 0;
}

/* An element's size by the mangled type, or else by the pointer's type. */
static uint64_t element_bytes(const gac__import_call *c)
{
    uint64_t bytes = gac__mangled_bytes(gac__import_param(c, 0));
    gac__builder *b = c->b;
    if (bytes || !gac__build_ok(b))
        return bytes;
    uint32_t pointee = gac__module_pointee(b->m, c->ids[0]);
    return pointee ? gac__build_shape(b, pointee)->size : 1;
}

/* async_work_group_copy() and, with a stride more, its strided form. */
static uint32_t import_core_copy(const gac__import_call *c, uint32_t n)
{
    gac__builder *b = c->b;
    if (c->n != n)
        return gac__build_invalid(b, "\"%s\" is called with %u arguments.",
                                  c->name, c->n);
    uint32_t v[5] = {0};
    for (uint32_t k = 0; k < n; k++)
        v[k] = gac__import_arg(c, k);
    return gac__build_core_copy(
        b, v[0], v[1], element_bytes(c), v[2], n == 5 ? v[3] : 0,
        gac__module_storage_class(b->m, c->ids[0]) == SpvStorageClassWorkgroup,
        v[n - 1]);
}

static uint32_t import_copy_fence(const gac__import_call *c, uint32_t unused)
{
    uint64_t flags;
    (void)unused;
    if (!c->n || !gac__build_const_id(c->b, c->ids[0], &flags))
        flags = UINT64_MAX; /* any are possible */
    gac__build_copy_fence(c->b, flags);
    return 0;
}

static uint32_t import_wait(const gac__import_call *c, uint32_t unused)
{
    (void)unused;
    gac__build_wait(c->b, gac__import_arg(c, 0), gac__import_arg(c, 1));
    return 0;
}

static uint32_t import_cast(const gac__import_call *c, uint32_t class)
{
    return gac__build_generic(c->b, GAC__IR_GENERIC_TO, class,
                              gac__import_arg(c, 0));
}

/* Fence flags are the memory semantics' bits, shifted right by eight. */
static uint32_t import_get_fence(const gac__import_call *c, uint32_t unused)
{
    (void)unused;
    return gac__build_2_const(c->b, GAC__IR_LSHR, GAC__TY_I32,
                              gac__build_generic(c->b,
                                                 GAC__IR_GENERIC_SEMANTICS, 0,
                                                 gac__import_arg(c, 0)),
                              8);
}

static uint32_t import_print(const gac__import_call *c, uint32_t unused)
{
    (void)unused;
    return gac__build_printf(c->b, c->ids, c->n);
}

static uint32_t import_trap(const gac__import_call *c, uint32_t trap)
{
    gac__ty none = GAC__TY_VOID;
    gac__build_inst(c->b, GAC__IR_TRAP, none, none, 0, NULL)->sub = trap;
    return 0;
}

static const struct import_row {
    const char *name;
    uint32_t (*translate)(const gac__import_call *c, uint32_t what);
    uint32_t what;
} import_rows[] = {
    {"barrier", import_barrier, SpvScopeWorkgroup},
    {"work_group_barrier", import_barrier, SpvScopeWorkgroup},
    {"sub_group_barrier", import_barrier, SpvScopeSubgroup},
    {"mem_fence", import_fence, 0},
    {"read_mem_fence", import_fence, 0},
    {"write_mem_fence", import_fence, 0},
    {"atomic_work_item_fence", import_fence, 1},
    {"async_work_group_copy", import_core_copy, 4},
    {"async_work_group_strided_copy", import_core_copy, 5},
    {"async_work_group_copy_fence", import_copy_fence, 0},
    {"wait_group_events", import_wait, 0},
    {"prefetch", import_nothing, 0},
    {"to_global", import_cast, SpvStorageClassCrossWorkgroup},
    {"to_local", import_cast, SpvStorageClassWorkgroup},
    {"to_private", import_cast, SpvStorageClassFunction},
    {"__to_global", import_cast, SpvStorageClassCrossWorkgroup},
    {"__to_local", import_cast, SpvStorageClassWorkgroup},
    {"__to_private", import_cast, SpvStorageClassFunction},
    {"get_fence", import_get_fence, 0},
    {"__get_fence", import_get_fence, 0},
    {"printf", import_print, 0},
    {"abort", import_trap, GAC__TRAP_ABORT},
    {"__builtin_trap", import_trap, GAC__TRAP_ABORT},
    {"llvm.trap", import_trap, GAC__TRAP_ABORT},
};

static bool import_row(const gac__import_call *c)
{
    for (size_t k = 0; k < GAC__COUNT_OF(import_rows); k++) {
        const struct import_row *row = &import_rows[k];
        if (strcmp(c->name, row->name) == 0) {
            gac__import_bind(c, row->translate(c, row->what));
            return true;
        }
    }
    return false;
}

/* async_work_group_copy_ and the name of an instruction of the set. */
static bool import_set_copy(const gac__import_call *c)
{
    uint32_t v[GAC_ASYNC_ROLE_COUNT] = {0};
    const gac__ext_inst_row *row =
        gac__async_by_builtin(c->name, c->symbol.length);
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

/* Functions of images, some of which clang 22 leaves as they are:
 * get_image_channel_order(). The name is known, so that a program with such a
 * kernel is built; the kernel is refused for its images. */
static bool import_image(const gac__import_call *c)
{
    const char *rest;
    if (!gac__import_prefix(c->name, "get_image_", &rest)
        && !gac__import_prefix(c->name, "read_image", &rest)
        && !gac__import_prefix(c->name, "write_image", &rest))
        return false;
    gac__build_unsupported(c->b, "images (\"%s\").", c->name);
    return true;
}

/* Translates a call of an imported function. False: there is no function of its
 * name, `*symbol_out`. After an error nothing is appended. */
static bool translate_import(gac__builder *b, const gac__inst *call,
                             const gac__function *function,
                             const char **symbol_out)
{
    static bool (*const families[])(const gac__import_call *) = {
        import_item,        import_row,        import_set_copy,
        gac__import_atomic, gac__import_group, gac__import_spirv,
        gac__import_math,   import_image,
    };
    const char *symbol = gac__module_import_symbol(b->m, function->id);
    if (!symbol)
        symbol = gac__module_name(b->m, function->id);
    *symbol_out = symbol ? symbol : "without a name";
    gac__import_call c = {.b = b, .call = call};
    c.ids = call->words + call->first + 1;
    c.n = gac__build_n_words(call) ? gac__build_n_words(call) - 1 : 0;
    if (!symbol || !gac__mangled_parse(symbol, &c.symbol)
        || c.symbol.length >= sizeof c.name)
        return false;
    memcpy(c.name, c.symbol.name, c.symbol.length);
    for (size_t k = 0; k < GAC__COUNT_OF(families); k++)
        if (families[k](&c))
            return true;
    return false;
}

void gac__build_import_call(gac__builder *b, const gac__inst *call,
                            const gac__function *function)
{
    const char *symbol;
    if (!translate_import(b, call, function, &symbol))
        gac__build_unsupported(b, "imported function \"%s\".", symbol);
}

bool gac__build_knows_import(const gac_module *m, const gac__inst *call,
                             const gac__function *function,
                             const char **symbol_out)
{
    /* Only names decide: an error has stopped this builder. */
    gac__ir_inst no_inst;
    gac__builder b = {.m = m, .error = GAC_ERR_CANCELLED, .no_inst = &no_inst};
    gac__arena_init(&b.scratch, &m->context->allocator);
    gac__ir ir = {.ptr_ty = GAC__TY_I64, .arena = &b.scratch};
    b.ir = &ir;
    bool known = translate_import(&b, call, function, symbol_out);
    gac__arena_free(&b.scratch);
    return known;
}
