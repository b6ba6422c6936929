/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Values that are vectors, structures and arrays: their parts, making them. */
#include "compile/build/build_families.h"
#include "module/types.h"

/* -- paths of literal indices ---------------------------------------------- */

static bool find_part(gac__builder *b, const gac__inst *i, uint32_t at,
                      const gac__shape *whole, gac__part *out)
{
    *out = (gac__part){.shape = whole};
    for (; at < gac__build_n_words(i); at++) {
        gac__part member;
        if (!gac__build_member(b, out->shape, gac__build_word(i, at), &member))
            return false;
        out->shape = member.shape;
        out->first += member.first;
        out->offset += member.offset;
    }
    return gac__build_ok(b);
}

/* The value of components above 2 of a builtin: compilers write
 * get_global_id(n) and the like as an extraction. 0: `v` is no builtin. */
static uint32_t beyond_builtin(gac__builder *b, const gac__val *v)
{
    const gac__ir_inst *def = b->ir->values[v->c[0]].def;
    if (!def || def->op != GAC__IR_BUILTIN)
        return 0;
    return gac__build_builtin_beyond(b, def->sub, gac__build_ty(b, v->c[0]));
}

/* Binds an extraction past the end of a builtin's vector, which is how
 * llvm-spirv writes get_global_id(7). False: it is another extraction. */
static bool past_the_end(gac__builder *b, const gac__inst *i,
                         const gac__val *whole)
{
    if (!gac__build_ok(b) || whole->shape->type.kind != GAC__TYPE_VECTOR
        || gac__build_n_words(i) != 2
        || gac__build_word(i, 1) < whole->shape->n)
        return false;
    uint32_t beyond = beyond_builtin(b, whole);
    if (beyond)
        gac__build_bind_scalar(b, i, beyond);
    return beyond != 0;
}

static void build_extract(gac__builder *b, const gac__inst *i)
{
    gac__val whole = gac__build_value(b, gac__build_word(i, 0));
    gac__part p;
    if (past_the_end(b, i, &whole))
        return;
    if (!gac__build_ok(b) || !find_part(b, i, 1, whole.shape, &p))
        return;
    if (!whole.shape->in_memory) {
        gac__build_bind_value(
            b, i, (gac__val){.shape = p.shape, .c = whole.c + p.first});
        return;
    }
    uint32_t pointer =
        gac__build_address(b, whole.memory, 0, 0, (int64_t)p.offset);
    gac__val v = {.shape = p.shape, .memory = pointer};
    if (!p.shape->in_memory)
        v = gac__build_load_value(b, pointer, p.shape, p.shape->align, false);
    gac__build_bind_value(b, i, v);
}

static bool same_layout(const gac__shape *x, const gac__shape *y)
{
    return x->in_memory == y->in_memory && x->n == y->n && x->size == y->size;
}

static void build_insert(gac__builder *b, const gac__inst *i)
{
    gac__val object = gac__build_value(b, gac__build_word(i, 0));
    gac__val whole = gac__build_value(b, gac__build_word(i, 1));
    gac__part p;
    if (!gac__build_ok(b) || !find_part(b, i, 2, whole.shape, &p))
        return;
    if (!same_layout(p.shape, object.shape)) {
        gac__build_invalid(b, "the object does not have the member's type.");
        return;
    }
    if (whole.shape->in_memory) {
        gac__val copy = gac__build_load_value(b, whole.memory, whole.shape,
                                              whole.shape->align, false);
        gac__build_store_value(
            b, gac__build_address(b, copy.memory, 0, 0, (int64_t)p.offset),
            object, p.shape->align, false);
        gac__build_bind_value(b, i, copy);
        return;
    }
    uint32_t c[GAC__BUILD_FLAT_MAX] = {0};
    memcpy(c, whole.c, whole.shape->n * sizeof *c);
    memcpy(c + p.first, object.c, object.shape->n * sizeof *c);
    gac__build_bind_value(b, i, (gac__val){.shape = whole.shape, .c = c});
}

/* -- construction ---------------------------------------------------------- */

static void construct_in_memory(gac__builder *b, const gac__inst *i,
                                const gac__shape *shape)
{
    uint32_t pointer = gac__build_alloca(b, shape->size, shape->align);
    gac__constituents all = gac__build_constituents(b, i, shape);
    uint32_t id;
    for (uint64_t k = 0; gac__build_next_constituent(b, &all, &id); k++) {
        gac__val v = gac__build_value(b, id);
        gac__part member;
        gac__build_member(b, shape, k, &member);
        if (!same_layout(member.shape, v.shape))
            gac__build_invalid(b, "its constituents do not fit its type.");
        gac__build_store_value(
            b, gac__build_address(b, pointer, 0, 0, (int64_t)member.offset), v,
            member.shape->align, false);
    }
    gac__build_bind_memory(b, i, pointer);
}

void gac__build_flat_zero(gac__builder *b, const gac__inst *i,
                          const gac__shape *shape, bool undef)
{
    uint32_t c[GAC__BUILD_FLAT_MAX] = {0};
    for (uint32_t k = 0; k < shape->n; k++)
        c[k] = undef ? gac__build_undef(b, (gac__ty)shape->ty[k])
                     : gac__build_const(b, (gac__ty)shape->ty[k], 0);
    gac__build_bind(b, i, c);
}

void gac__build_flat_composite(gac__builder *b, const gac__inst *i,
                               const gac__shape *shape)
{
    uint32_t c[GAC__BUILD_FLAT_MAX] = {0}, n = 0, id;
    gac__constituents all = gac__build_constituents(b, i, shape);
    while (gac__build_next_constituent(b, &all, &id)) {
        gac__val v = gac__build_value(b, id);
        if (v.shape->in_memory || v.shape->n > shape->n - n) {
            gac__build_invalid(b, "its constituents do not fit its type.");
            return;
        }
        for (uint32_t from = 0; from < v.shape->n; from++)
            c[n++] = v.c[from];
    }
    if (n != shape->n)
        gac__build_invalid(b, "its constituents do not fit its type.");
    gac__build_bind(b, i, c);
}

static void build_construct(gac__builder *b, const gac__inst *i)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (shape->in_memory)
        construct_in_memory(b, i, shape);
    else
        gac__build_flat_composite(b, i, shape);
}

/* -- vectors with indices known at run time -------------------------------- */

static bool is_vector(gac__builder *b, const gac__val *v)
{
    if (v->shape->type.kind != GAC__TYPE_VECTOR)
        gac__build_invalid(b, "its operand is not a vector.");
    return gac__build_ok(b);
}

static void build_extract_dynamic(gac__builder *b, const gac__inst *i)
{
    gac__val v = gac__build_value(b, gac__build_word(i, 0));
    uint32_t index = gac__build_scalar(b, gac__build_word(i, 1));
    if (!is_vector(b, &v))
        return;
    uint32_t beyond = beyond_builtin(b, &v);
    gac__build_bind_scalar(b, i,
                           gac__build_choose(b, index, beyond ? beyond : v.c[0],
                                             beyond ? 0 : 1, v.shape->n, v.c));
}

static void build_insert_dynamic(gac__builder *b, const gac__inst *i)
{
    gac__val v = gac__build_value(b, gac__build_word(i, 0));
    uint32_t x = gac__build_scalar(b, gac__build_word(i, 1));
    uint32_t index = gac__build_scalar(b, gac__build_word(i, 2));
    gac__ty ty = gac__build_ty(b, index);
    uint32_t c[16] = {0};
    if (!is_vector(b, &v))
        return;
    for (uint32_t k = 0; k < v.shape->n && gac__build_ok(b); k++)
        c[k] = gac__build_select(
            b, gac__build_2_const(b, GAC__IR_IEQ, ty, index, k), x, v.c[k]);
    gac__build_bind_value(b, i, (gac__val){.shape = v.shape, .c = c});
}

/* Makes the undefined last component of a vector of four, to which a vector of
 * three is extended, 0. Compilers store vectors of three so, and never read
 * that component. */
static void pad_three(gac__builder *b, const gac__val *x, uint32_t n,
                      uint32_t *c)
{
    if (x->shape->n == 3 && n == 4 && gac__build_ok(b)
        && b->ir->values[c[3]].undef)
        c[3] = gac__build_const(b, gac__build_ty(b, c[3]), 0);
}

static void build_shuffle(gac__builder *b, const gac__inst *i)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    gac__val x = gac__build_value(b, gac__build_word(i, 0));
    gac__val y = gac__build_value(b, gac__build_word(i, 1));
    uint32_t c[16] = {0};
    uint32_t n = gac__build_n_words(i) - GAC__MIN(gac__build_n_words(i), 2u);
    if (!is_vector(b, &x) || !is_vector(b, &y))
        return;
    if (n > 16 || n != shape->n || shape->in_memory)
        gac__build_invalid(b, "its result does not have as many components as "
                              "it names.");
    for (uint32_t k = 0; k < n && gac__build_ok(b); k++) {
        uint32_t from = gac__build_word(i, k + 2);
        if (from == UINT32_MAX)
            c[k] = gac__build_undef(b, (gac__ty)shape->ty[k]);
        else if (from < x.shape->n)
            c[k] = x.c[from];
        else if (from - x.shape->n < y.shape->n)
            c[k] = y.c[from - x.shape->n];
        else
            gac__build_invalid(b, "component %u is out of range.", from);
    }
    pad_three(b, &x, n, c);
    gac__build_bind(b, i, c);
}

static void build_copy(gac__builder *b, const gac__inst *i)
{
    gac__build_bind_value(b, i, gac__build_value(b, gac__build_word(i, 0)));
}

static void build_undef(gac__builder *b, const gac__inst *i)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (shape->in_memory)
        gac__build_bind_memory(b, i,
                               gac__build_alloca(b, shape->size, shape->align));
    else
        gac__build_flat_zero(b, i, shape, true);
}

bool gac__build_composite(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpCompositeExtract: build_extract(b, i); return true;
    case SpvOpCompositeInsert: build_insert(b, i); return true;
    case SpvOpCompositeConstruct:
    case SpvOpCompositeConstructReplicateEXT:
        build_construct(b, i);
        return true;
    case SpvOpVectorExtractDynamic: build_extract_dynamic(b, i); return true;
    case SpvOpVectorInsertDynamic: build_insert_dynamic(b, i); return true;
    case SpvOpVectorShuffle: build_shuffle(b, i); return true;
    case SpvOpCopyObject:
    case SpvOpCopyLogical:
    case SpvOpExpectKHR:
    case SpvOpArithmeticFenceEXT: /* gac does not reorder arithmetic */
        build_copy(b, i);
        return true;
    case SpvOpAssumeTrueKHR: {
        uint32_t condition = gac__build_scalar(b, gac__build_word(i, 0));
        if (gac__build_ty(b, condition) != GAC__TY_BOOL)
            gac__build_invalid(b, "its condition is not a boolean.");
        gac__build_inst(b, GAC__IR_ASSUME, GAC__TY_VOID, GAC__TY_VOID, 1,
                        &condition);
        return true;
    }
    case SpvOpUndef: build_undef(b, i); return true;
    default: return false;
    }
}
