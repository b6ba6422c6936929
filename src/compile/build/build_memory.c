/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loads, stores, copies, access chains. */
#include "compile/build/build_families.h"
#include "module/types.h"

/* -- loads, stores, copies ------------------------------------------------- */

/* An instruction's memory operands. */
typedef struct access {
    bool is_volatile;
    uint64_t align;
} access;

static access read_access(const gac__inst *i, uint32_t at, uint64_t align)
{
    access a = {.align = align};
    uint32_t mask = gac__build_word(i, at);
    a.is_volatile = (mask & SpvMemoryAccessVolatileMask) != 0;
    if (mask & SpvMemoryAccessAlignedMask) {
        uint64_t given = gac__build_word(i, at + 1);
        if (given && (given & (given - 1)) == 0)
            a.align = given;
    }
    return a;
}

static void build_load(gac__builder *b, const gac__inst *i)
{
    gac__slot *builtin = gac__build_builtin_slot(b, gac__build_word(i, 0));
    if (builtin) {
        uint32_t c[4] = {0};
        gac__build_load_builtin(b, builtin, i->type_id, c);
        gac__build_bind(b, i, c);
        return;
    }
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    access a = read_access(i, 1, shape->align);
    uint32_t pointer = gac__build_scalar(b, gac__build_word(i, 0));
    gac__val v =
        gac__build_load_value(b, pointer, shape, a.align, a.is_volatile);
    gac__build_bind_val(b, i->result_id, v);
}

/* Whether a pointer is a bitcast of one to a vector of three, or of one to
 * bytes, which may be a vector of three in a structure. */
static bool may_point_to_three(const gac__builder *b, uint32_t pointer_id)
{
    gac__inst def;
    if (!gac__module_def(b->m, pointer_id, &def) || def.opcode != SpvOpBitcast)
        return false;
    gac__type t = gac__module_type(
        b->m, gac__module_pointee(b->m, gac__build_word(&def, 0)));
    return (t.kind == GAC__TYPE_VECTOR && t.count == 3)
           || (t.kind == GAC__TYPE_INT && t.width == 8);
}

/* Makes the last component of a vector of four 0 if it is undefined and the
 * third is not. Compilers store vectors of three so, which is no fault of the
 * module. */
static gac__val pad_three(gac__builder *b, const gac__inst *i, gac__val v)
{
    uint32_t *c;
    if (!gac__build_ok(b) || v.shape->type.kind != GAC__TYPE_VECTOR
        || v.shape->n != 4 || !b->ir->values[v.c[3]].undef
        || b->ir->values[v.c[2]].undef
        || !may_point_to_three(b, gac__build_word(i, 0))
        || !(c = gac__build_alloc(b, 4, sizeof *c)))
        return v;
    memcpy(c, v.c, 4 * sizeof *c);
    c[3] = gac__build_const(b, gac__build_ty(b, c[3]), 0);
    return (gac__val){.shape = v.shape, .c = c};
}

static void build_store(gac__builder *b, const gac__inst *i)
{
    uint32_t pointer = gac__build_scalar(b, gac__build_word(i, 0));
    gac__val v = gac__build_value(b, gac__build_word(i, 1));
    v = pad_three(b, i, v);
    access a = read_access(i, 2, v.shape->align);
    gac__build_store_value(b, pointer, v, a.align, a.is_volatile);
}

/* The shape of a typed pointer's pointee; the empty shape for others. */
static const gac__shape *pointee_of(gac__builder *b, uint32_t pointer_id)
{
    uint32_t pointee = gac__module_pointee(b->m, pointer_id);
    return pointee ? gac__build_shape(b, pointee) : gac__build_no_shape();
}

static void build_copy_memory(gac__builder *b, const gac__inst *i)
{
    uint32_t to_id = gac__build_word(i, 0), from_id = gac__build_word(i, 1);
    const gac__shape *shape = pointee_of(b, to_id);
    if (shape->type.kind == GAC__TYPE_NONE)
        shape = pointee_of(b, from_id);
    access a = read_access(i, 2, shape->align);
    uint32_t to = gac__build_scalar(b, to_id);
    uint32_t from = gac__build_scalar(b, from_id);
    if (shape->type.kind == GAC__TYPE_NONE)
        gac__build_invalid(b, "it copies what is behind untyped pointers.");
    if (shape->n <= 16 && !shape->in_memory)
        gac__build_store_value(
            b, to,
            gac__build_load_value(b, from, shape, a.align, a.is_volatile),
            a.align, a.is_volatile);
    else
        gac__build_copy_memory(b, to, from, shape->size);
}

/* The type by which a small copy becomes a load and a store; VOID: it stays a
 * copy. In a checked run what may be a structure with padding stays one. */
static gac__ty small_copy_ty(const gac__builder *b, uint64_t bytes,
                             uint64_t align)
{
    if (b->ir->variant.checked && align > 1 && align < bytes)
        return GAC__TY_VOID;
    switch (bytes) {
    case 1: return GAC__TY_I8;
    case 2: return GAC__TY_I16;
    case 4: return GAC__TY_I32;
    case 8: return GAC__TY_I64;
    default: return GAC__TY_VOID;
    }
}

/* The size of the null constant that a pointer points to; 0: it points to
 * something else. */
static uint64_t zeros_behind(gac__builder *b, uint32_t pointer_id)
{
    gac__inst def, initializer;
    uint32_t depth = 0;
    while (gac__module_def(b->m, pointer_id, &def)
           && (def.opcode == SpvOpBitcast || def.opcode == SpvOpCopyObject)
           && depth++ < 16)
        pointer_id = gac__build_word(&def, 0);
    if (gac__module_def_opcode(b->m, pointer_id) != SpvOpVariable
        || gac__build_word(&def, 0) != SpvStorageClassUniformConstant
        || !gac__module_def(b->m, gac__build_word(&def, 1), &initializer)
        || initializer.opcode != SpvOpConstantNull)
        return 0;
    return pointee_of(b, pointer_id)->size;
}

/* Fills memory with zeros: copies `n_zeros` of them, and then what is filled,
 * so that each copy doubles it. */
static void build_zeros(gac__builder *b, uint32_t to, uint32_t from,
                        uint64_t n_zeros, uint64_t bytes)
{
    gac__ty ty = b->ir->ptr_ty;
    gac__build_copy_aligned(b, to, from, gac__build_const(b, ty, n_zeros), 1);
    for (uint64_t done = n_zeros; done < bytes && gac__build_ok(b);) {
        uint64_t n = GAC__MIN(done, bytes - done);
        gac__build_copy_aligned(b,
                                gac__build_address(b, to, 0, 0, (int64_t)done),
                                to, gac__build_const(b, ty, n), 1);
        done += n;
    }
}

/* Translates OpCopyMemorySized. A copy from a null constant may be larger than
 * the constant, since LLVM's translator reads it as memset. */
static void build_copy_sized(gac__builder *b, const gac__inst *i)
{
    uint32_t to = gac__build_scalar(b, gac__build_word(i, 0));
    uint32_t from = gac__build_scalar(b, gac__build_word(i, 1));
    uint32_t size = gac__build_scalar(b, gac__build_word(i, 2));
    access a = read_access(i, 3, 1);
    uint64_t bytes;
    gac__ty ty = gac__build_is_const(b, size, &bytes)
                     ? small_copy_ty(b, bytes, a.align)
                     : GAC__TY_VOID;
    uint64_t n_zeros = zeros_behind(b, gac__build_word(i, 1));
    if (n_zeros && gac__build_is_const(b, size, &bytes) && bytes > n_zeros)
        build_zeros(b, to, from, n_zeros, bytes);
    else if (ty == GAC__TY_VOID)
        gac__build_copy_aligned(b, to, from, size, a.align);
    else
        gac__build_store(
            b, to, 0, gac__build_load(b, from, 0, ty, a.align, a.is_volatile),
            a.align, a.is_volatile);
}

/* -- access chains --------------------------------------------------------- */

typedef struct chain {
    uint32_t pointer;
    int64_t displacement;
    const gac__shape *shape; /* of the current pointee */
} chain;

/* Steps over `index` elements. */
static void chain_step(gac__builder *b, chain *c, const gac__shape *element,
                       uint32_t index)
{
    uint64_t bits;
    if (!gac__ty_is_int(gac__build_ty(b, index)))
        gac__build_invalid(b, "one of its indices is not an integer.");
    if (gac__build_folds(b, index, &bits)) {
        int64_t at = gac__sign_extend(bits, (uint8_t)gac__build_ty(b, index));
        c->displacement =
            (int64_t)((uint64_t)c->displacement + (uint64_t)at * element->size);
    } else {
        c->pointer = gac__build_address(b, c->pointer, index, element->size, 0);
    }
}

/* Steps into the member that an index selects. */
static void chain_into(gac__builder *b, chain *c, uint32_t index_id)
{
    const gac__type *t = &c->shape->type;
    if (t->kind == GAC__TYPE_STRUCT) {
        uint64_t at = gac__build_need_const(b, index_id, "a member's index");
        gac__part member;
        gac__build_member(b, c->shape, at, &member);
        c->shape = member.shape;
        c->displacement = (int64_t)((uint64_t)c->displacement + member.offset);
        return;
    }
    if (t->kind != GAC__TYPE_ARRAY && t->kind != GAC__TYPE_VECTOR
        && t->kind != GAC__TYPE_RUNTIME_ARRAY)
        gac__build_invalid(b, "it indexes into a type that has no members.");
    const gac__shape *element = gac__build_shape(b, t->element_id);
    chain_step(b, c, element, gac__build_scalar(b, index_id));
    c->shape = element;
}

/* Binds an access chain to a component of a builtin variable, which needs no
 * address. False: it is another chain. */
static bool builtin_chain(gac__builder *b, const gac__inst *i, uint32_t base_id,
                          uint32_t at)
{
    gac__slot *base = gac__build_builtin_slot(b, base_id);
    uint64_t index;
    if (!base || base->component != GAC__WHOLE
        || gac__build_n_words(i) != at + 1
        || !gac__build_const_id(b, gac__build_word(i, at), &index) || index > 3)
        return false;
    gac__type pointer = gac__module_type(b->m, i->type_id);
    gac__type whole = gac__module_type(b->m, base->pointee);
    if (pointer.kind != GAC__TYPE_POINTER || whole.kind != GAC__TYPE_VECTOR
        || pointer.element_id != whole.element_id)
        return false;
    gac__val v = {.shape = gac__build_shape(b, i->type_id)};
    uint32_t builtin = base->builtin,
             zero = gac__build_const(b, b->ir->ptr_ty, 0);
    v.c = &zero;
    gac__build_bind_val(b, i->result_id, v);
    gac__slot *slot = gac__build_slot(b, i->result_id);
    if (!slot)
        return true;
    slot->is_builtin = true;
    slot->val.c = NULL;
    slot->builtin = builtin;
    slot->component = (uint32_t)index;
    slot->pointee = whole.element_id;
    return true;
}

static const gac__shape one_byte = {.size = 1};

/* The type of the member that an index selects; NULL: there is none. */
static const gac__shape *indexed_shape(gac__builder *b, const gac__shape *whole,
                                       uint32_t index_id)
{
    uint64_t index;
    gac__part member;
    if (whole->type.kind != GAC__TYPE_STRUCT)
        return gac__build_shape(b, whole->type.element_id);
    if (!gac__build_const_id(b, index_id, &index) || index >= whole->type.count
        || !gac__build_member(b, whole, index, &member))
        return NULL;
    return member.shape;
}

/* Whether the last index of a chain in an OpSpecConstantOp counts bytes.
 * clang-22 writes byte offsets into variables without a cast of the base. It
 * shows in the result type: this points to bytes, or to type `base`, as the
 * chain's base does, while the index selects another type. `c`: the chain up to
 * the index. */
static bool counts_bytes(gac__builder *b, const gac__inst *i, const chain *c,
                         uint32_t base, uint32_t index_id)
{
    gac__type pointer = gac__module_type(b->m, i->type_id);
    gac__type pointee = gac__module_type(b->m, pointer.element_id);
    uint16_t kind = (uint16_t)c->shape->type.kind;
    if (!b->n_global || pointer.kind != GAC__TYPE_POINTER
        || (kind != GAC__TYPE_STRUCT && kind != GAC__TYPE_ARRAY
            && kind != GAC__TYPE_VECTOR))
        return false;
    const gac__shape *reached = indexed_shape(b, c->shape, index_id);
    if (pointee.kind == GAC__TYPE_INT && pointee.width == 8)
        return !reached || reached->size > 1;
    return pointee.id == base && (!reached || reached->type.id != base);
}

/* `element`: the first index counts whole elements. `untyped`: the first
 * operand is the type that the base points to. */
static void build_chain(gac__builder *b, const gac__inst *i, bool element,
                        bool untyped)
{
    uint32_t at = untyped ? 1 : 0;
    uint32_t base_id = gac__build_word(i, at++);
    if (!element && !untyped && builtin_chain(b, i, base_id, at))
        return;
    chain c = {.shape = gac__build_no_shape()};
    c.pointer = gac__build_scalar(b, base_id);
    if (untyped)
        c.shape = gac__build_shape(b, gac__build_word(i, 0));
    else
        c.shape = pointee_of(b, base_id);
    if (c.shape->type.kind == GAC__TYPE_NONE)
        gac__build_invalid(b, "its base is not a typed pointer.");
    uint32_t base = c.shape->type.id, n_words = gac__build_n_words(i);
    bool in_bytes =
        element && gac__build_ok(b) && gac__module_event_in_bytes(b->m, i);
    if (element)
        chain_step(b, &c, in_bytes ? &one_byte : c.shape,
                   gac__build_scalar(b, gac__build_word(i, at++)));
    for (; at < n_words && gac__build_ok(b); at++) {
        uint32_t index = gac__build_word(i, at);
        if (at + 1 == n_words && counts_bytes(b, i, &c, base, index))
            chain_step(b, &c, &one_byte, gac__build_scalar(b, index));
        else
            chain_into(b, &c, index);
    }
    gac__build_bind_scalar(
        b, i, gac__build_address(b, c.pointer, 0, 0, c.displacement));
}

/* -- pointers -------------------------------------------------------------- */

static void build_pointer_compare(gac__builder *b, const gac__inst *i)
{
    uint32_t x = gac__build_scalar(b, gac__build_word(i, 0));
    uint32_t y = gac__build_scalar(b, gac__build_word(i, 1));
    gac__ir_op op = i->opcode == SpvOpPtrEqual ? GAC__IR_IEQ : GAC__IR_INE;
    gac__build_bind_scalar(b, i, gac__build_2(b, op, b->ir->ptr_ty, x, y));
}

static void build_pointer_difference(gac__builder *b, const gac__inst *i)
{
    gac__ty ty = b->ir->ptr_ty;
    const gac__shape *shape = pointee_of(b, gac__build_word(i, 0));
    uint32_t x = gac__build_scalar(b, gac__build_word(i, 0));
    uint32_t y = gac__build_scalar(b, gac__build_word(i, 1));
    uint32_t bytes = gac__build_2(b, GAC__IR_ISUB, ty, x, y);
    uint32_t size = gac__build_size(b, GAC__MAX(shape->size, 1u));
    gac__ty result = gac__build_scalar_ty(gac__build_shape(b, i->type_id));
    if (!gac__ty_is_int(result))
        gac__build_invalid(b, "its result is not an integer.");
    gac__build_bind_scalar(
        b, i,
        gac__build_resize(b, gac__build_2(b, GAC__IR_SDIV, ty, bytes, size),
                          result, true));
}

uint32_t gac__build_generic(gac__builder *b, gac__ir_op op, uint32_t class,
                            uint32_t pointer)
{
    if (gac__build_ty(b, pointer) != b->ir->ptr_ty)
        gac__build_invalid(b, "its operand is not a pointer.");
    gac__ty ty = op == GAC__IR_GENERIC_TO ? b->ir->ptr_ty : GAC__TY_I32;
    gac__ir_inst *inst = gac__build_inst(b, op, ty, ty, 1, &pointer);
    inst->sub = class;
    return inst->result;
}

static void build_generic(gac__builder *b, const gac__inst *i)
{
    bool cast = i->opcode == SpvOpGenericCastToPtrExplicit;
    uint32_t pointer = gac__build_scalar(b, gac__build_word(i, 0));
    gac__build_bind_scalar(
        b, i,
        gac__build_generic(
            b, cast ? GAC__IR_GENERIC_TO : GAC__IR_GENERIC_SEMANTICS,
            cast ? gac__build_word(i, 1) : 0, pointer));
}

/* Translates OpSizeOf. The tests of LLVM's translator have a pointer type in
 * place of the pointer. */
static void build_size_of(gac__builder *b, const gac__inst *i)
{
    gac__ty ty = gac__build_scalar_ty(gac__build_shape(b, i->type_id));
    uint32_t id = gac__build_word(i, 0);
    gac__type named = gac__module_type(b->m, id);
    const gac__shape *shape = named.kind == GAC__TYPE_POINTER
                                  ? gac__build_shape(b, named.element_id)
                                  : pointee_of(b, id);
    if (shape->type.kind == GAC__TYPE_NONE)
        gac__build_invalid(b, "its operand is not a typed pointer.");
    gac__build_bind_scalar(b, i, gac__build_const(b, ty, shape->size));
}

/* Access chains and operations on pointers, without access to memory. */
bool gac__build_address_of(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain: build_chain(b, i, false, false); return true;
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
        build_chain(b, i, true, false);
        return true;
    case SpvOpUntypedAccessChainKHR:
    case SpvOpUntypedInBoundsAccessChainKHR:
        build_chain(b, i, false, true);
        return true;
    case SpvOpUntypedPtrAccessChainKHR:
    case SpvOpUntypedInBoundsPtrAccessChainKHR:
        build_chain(b, i, true, true);
        return true;
    case SpvOpPtrEqual:
    case SpvOpPtrNotEqual: build_pointer_compare(b, i); return true;
    case SpvOpPtrDiff: build_pointer_difference(b, i); return true;
    case SpvOpGenericCastToPtrExplicit:
    case SpvOpGenericPtrMemSemantics: build_generic(b, i); return true;
    case SpvOpSizeOf: build_size_of(b, i); return true;
    default: return false;
    }
}

bool gac__build_memory(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpVariable:
    case SpvOpUntypedVariableKHR:
        gac__build_function_variable(b, i);
        return true;
    case SpvOpLoad: build_load(b, i); return true;
    case SpvOpStore: build_store(b, i); return true;
    case SpvOpCopyMemory: build_copy_memory(b, i); return true;
    case SpvOpCopyMemorySized: build_copy_sized(b, i); return true;
    case SpvOpLifetimeStart:
    case SpvOpLifetimeStop: gac__build_lifetime(b, i); return true;
    case SpvOpUntypedPrefetchKHR: return true;
    default: return false;
    }
}
