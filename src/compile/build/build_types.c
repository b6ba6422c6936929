/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Types to shapes: which scalars a value consists of, and their layout.
 *
 * Array lengths may be specialization constants, so that layouts depend on the
 * run and are computed here.
 */
#include "compile/build/build.h"
#include "module/reports.h"
#include "module/types.h"

static const gac__shape no_shape = {.align = 1};

const gac__shape *gac__build_no_shape(void)
{
    return &no_shape;
}

bool gac__shape_is_vector(const gac__shape *shape)
{
    return !shape->in_memory && shape->n >= 1 && shape->n <= 16
           && shape->type.kind != GAC__TYPE_STRUCT
           && shape->type.kind != GAC__TYPE_ARRAY;
}

gac__ty gac__build_scalar_ty(const gac__shape *shape)
{
    return gac__shape_is_vector(shape) && shape->n == 1 ? (gac__ty)shape->ty[0]
                                                        : GAC__TY_VOID;
}

gac__ty gac__ty_int_of(gac__ty ty)
{
    static const uint8_t of[GAC__TY_COUNT] = {
        GAC__TY_VOID, GAC__TY_I8,  GAC__TY_I8,  GAC__TY_I16, GAC__TY_I32,
        GAC__TY_I64,  GAC__TY_I16, GAC__TY_I32, GAC__TY_I64,
    };
    return (gac__ty)of[ty];
}

/* -- components ------------------------------------------------------------ */

static bool reserve_components(gac__builder *b, gac__shape *s, uint64_t n)
{
    s->in_memory = n > GAC__BUILD_FLAT_MAX;
    s->n = (uint32_t)GAC__MIN(n, UINT32_MAX);
    if (s->in_memory)
        return true;
    s->ty = gac__build_alloc(b, s->n, 1);
    s->offset = gac__build_alloc(b, s->n, sizeof(uint32_t));
    return s->ty && s->offset;
}

/* Copies the components of `part` to component `first` on, and adds `base` to
 * their offsets. */
static void place_components(gac__shape *s, uint32_t first,
                             const gac__shape *part, uint64_t base)
{
    for (uint32_t k = 0; k < part->n; k++) {
        s->ty[first + k] = part->ty[k];
        s->offset[first + k] = (uint32_t)base + part->offset[k];
    }
}

static void shape_scalar(gac__builder *b, gac__shape *s, gac__ty ty)
{
    s->size = s->align = s->parts = gac__ty_bytes(ty);
    if (reserve_components(b, s, 1))
        s->ty[0] = (uint8_t)ty;
}

/* Whether a float is not of IEEE 754, as bfloat16 and floats of 8 bits are. */
static bool is_encoded(const gac__builder *b, const gac__type *t)
{
    gac__inst def;
    return t->kind == GAC__TYPE_FLOAT && gac__module_def(b->m, t->id, &def)
           && def.n_words > 3;
}

/* The type of an integer or a float; GAC__TY_VOID: it is not supported. */
static gac__ty number_ty(const gac__builder *b, const gac__type *t)
{
    bool is_float = t->kind == GAC__TYPE_FLOAT;
    if (is_encoded(b, t))
        return GAC__TY_VOID;
    switch (t->width) {
    case 8: return is_float ? GAC__TY_VOID : GAC__TY_I8;
    case 16: return is_float ? GAC__TY_F16 : GAC__TY_I16;
    case 32: return is_float ? GAC__TY_F32 : GAC__TY_I32;
    case 64: return is_float ? GAC__TY_F64 : GAC__TY_I64;
    default: return GAC__TY_VOID;
    }
}

static void shape_number(gac__builder *b, gac__shape *s)
{
    gac__ty ty = number_ty(b, &s->type);
    if (ty != GAC__TY_VOID)
        shape_scalar(b, s, ty);
    else if (is_encoded(b, &s->type))
        gac__build_unsupported(b, "the floating-point encoding of type %%%u.",
                               s->type.id);
    else
        gac__build_unsupported(b, "%s of %u bits.",
                               s->type.kind == GAC__TYPE_INT ? "integers"
                                                             : "floats",
                               s->type.width);
}

static void shape_vector(gac__builder *b, gac__shape *s)
{
    const gac__shape *e = gac__build_shape(b, s->type.element_id);
    uint64_t n = s->type.count;
    if (gac__build_scalar_ty(e) == GAC__TY_VOID || n < 2 || n > 16) {
        gac__build_invalid(b, "type %%%u is not a vector of 2 to 16 scalars",
                           s->type.id);
        return;
    }
    s->size = e->size * (n == 3 ? 4 : n);
    s->parts = e->size * n;
    for (s->align = e->size; s->align < s->size;)
        s->align *= 2;
    if (!reserve_components(b, s, n))
        return;
    for (uint32_t k = 0; k < s->n; k++)
        place_components(s, k, e, k * e->size);
}

static uint64_t array_length(gac__builder *b, const gac__shape *s)
{
    gac__inst def;
    uint64_t n = s->type.count;
    if (!gac__module_def(b->m, s->type.id, &def) || def.n_words <= 3)
        return n;
    void **entry = def.words[3] < b->m->bound
                       ? gac__build_entry(b, b->slots, def.words[3])
                       : NULL;
    const gac__slot *slot = entry ? *entry : NULL;
    if (!slot || slot->state != GAC__SLOT_READY || slot->val.shape->n != 1
        || slot->val.shape->in_memory || !slot->val.c
        || !gac__ir_is_const(b->ir, slot->val.c[0], &n))
        gac__build_invalid(b, "the length of array type %%%u is not a constant",
                           s->type.id);
    else if (n == 0 && s->type.count != 0)
        gac__build_invalid(
            b, "the length of array type %%%u is specialized as 0", s->type.id);
    return n;
}

static void shape_array(gac__builder *b, gac__shape *s)
{
    const gac__shape *e = gac__build_shape(b, s->type.element_id);
    uint64_t n = s->type.count = array_length(b, s);
    s->align = GAC__MAX(e->align, 1u);
    if (e->size && n > UINT64_MAX / 2 / e->size) {
        gac__build_limit(b, "an array type's size");
        return;
    }
    s->size = n * e->size;
    s->parts = n * e->parts;
    if (e->n && n > UINT32_MAX / e->n)
        reserve_components(b, s, UINT32_MAX);
    else if (reserve_components(b, s, n * e->n) && !s->in_memory && e->n)
        for (uint32_t k = 0; k < n; k++)
            place_components(s, k * e->n, e, k * e->size);
}

/* The offset of the member behind `offset` bytes; packed structures have no
 * padding. The sum does not overflow: the structure so far has at most 2^62
 * bytes, a member less than 2^63, and an alignment is at most 128, a
 * vector's. */
static uint64_t align_up(uint64_t offset, uint64_t align, bool packed)
{
    return packed || align < 2 ? offset : (offset + align - 1) / align * align;
}

static bool is_packed(const gac__builder *b, const gac__shape *s)
{
    return gac__module_decoration(b->m, s->type.id, UINT32_MAX,
                                  SpvDecorationCPacked)
           != NULL;
}

/* Whether OpTypeStructContinuedINTEL continues a structure. */
static bool is_long_struct(const gac__builder *b, uint32_t id)
{
    gac__inst def;
    return gac__module_def(b->m, id, &def) && gac__module_goes_on(b->m, &def);
}

static void shape_struct(gac__builder *b, gac__shape *s)
{
    bool packed = is_packed(b, s);
    if (is_long_struct(b, s->type.id))
        gac__build_unsupported(b, "OpTypeStructContinuedINTEL, of %%%u.",
                               s->type.id);
    uint64_t n = 0;
    s->align = 1;
    s->members = gac__build_alloc(b, s->type.count, sizeof *s->members);
    for (uint32_t k = 0; k < s->type.count && gac__build_ok(b); k++) {
        const gac__shape *e = gac__build_shape(b, s->type.members[k]);
        s->align = packed ? 1 : GAC__MAX(s->align, e->align);
        s->size = align_up(s->size, e->align, packed);
        s->members[k] = (struct gac__member){s->size, (uint32_t)n};
        s->size += e->size;
        s->parts += e->parts;
        n = GAC__MIN(n + e->n, (uint64_t)UINT32_MAX);
        if (e->in_memory)
            n = UINT32_MAX;
        if (s->size > UINT64_MAX / 4)
            gac__build_limit(b, "a struct type's size");
    }
    s->size = align_up(s->size, s->align, packed);
    if (!reserve_components(b, s, n) || s->in_memory)
        return;
    for (uint32_t k = 0; k < s->type.count && gac__build_ok(b); k++)
        place_components(s, s->members[k].first,
                         gac__build_shape(b, s->type.members[k]),
                         s->members[k].offset);
}

static void fill_shape(gac__builder *b, gac__shape *s)
{
    gac__inst def;
    switch (s->type.kind) {
    case GAC__TYPE_VOID:
    case GAC__TYPE_FUNCTION: reserve_components(b, s, 0); return;
    case GAC__TYPE_BOOL: shape_scalar(b, s, GAC__TY_BOOL); return;
    case GAC__TYPE_INT:
    case GAC__TYPE_FLOAT: shape_number(b, s); return;
    case GAC__TYPE_VECTOR: shape_vector(b, s); return;
    case GAC__TYPE_ARRAY: shape_array(b, s); return;
    case GAC__TYPE_RUNTIME_ARRAY:
        s->align = gac__build_shape(b, s->type.element_id)->align;
        reserve_components(b, s, 0);
        return;
    case GAC__TYPE_STRUCT: shape_struct(b, s); return;
    case GAC__TYPE_POINTER:
    case GAC__TYPE_UNTYPED_POINTER:
    case GAC__TYPE_EVENT: shape_scalar(b, s, b->ir->ptr_ty); return;
    default:
        gac__module_def(b->m, s->type.id, &def);
        if (def.opcode == SpvOpTypeFloat && def.n_words > 3)
            gac__build_unsupported(
                b, "floats of encoding %s (%%%u).",
                gac__value_in_words("FPEncoding", def.words[3]).text,
                s->type.id);
        else
            gac__build_unsupported(b, "values of type %%%u (%s).", s->type.id,
                                   gac__module_inst_name(b->m, &def));
    }
}

/* -- looking up ------------------------------------------------------------ */

const gac__shape *gac__build_shape(gac__builder *b, uint32_t type_id)
{
    if (!gac__build_ok(b))
        return &no_shape;
    void **entry =
        type_id < b->m->bound ? gac__build_entry(b, b->shapes, type_id) : NULL;
    const gac__shape *known = entry ? *entry : NULL;
    if (known)
        return known;
    gac__type type = gac__module_type(b->m, type_id);
    if (type.kind == GAC__TYPE_NONE) {
        gac__inst def;
        if (gac__module_def(b->m, type_id, &def))
            gac__build_invalid(b, "%%%u is not a type but %s.", type_id,
                               gac__module_inst_name(b->m, &def));
        else
            gac__build_invalid(b, "%%%u is not a type.", type_id);
        return &no_shape;
    }
    if (b->depth >= GAC__BUILD_DEPTH_MAX) {
        gac__build_limit(b, "the nesting of types");
        return &no_shape;
    }
    gac__shape *s = gac__build_alloc(b, 1, sizeof *s);
    if (!s)
        return &no_shape;
    s->type = type;
    s->align = 1;
    b->depth++;
    fill_shape(b, s);
    b->depth--;
    if (!gac__build_ok(b) || !entry)
        return &no_shape;
    *entry = s;
    return s;
}

const gac__shape *gac__build_result_shape(gac__builder *b, const gac__inst *i)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (!gac__shape_is_vector(shape))
        gac__build_invalid(b, "its result is neither scalar nor vector.");
    return gac__build_ok(b) ? shape : &no_shape;
}

bool gac__build_shape_fits(const gac__shape *x, const gac__shape *y)
{
    return x->in_memory == y->in_memory && x->n == y->n
           && (!x->in_memory || x->size == y->size);
}

bool gac__build_member(gac__builder *b, const gac__shape *shape, uint64_t index,
                       gac__part *out)
{
    const gac__type *t = &shape->type;
    *out = (gac__part){.shape = &no_shape};
    bool sized = t->kind == GAC__TYPE_VECTOR || t->kind == GAC__TYPE_ARRAY
                 || t->kind == GAC__TYPE_STRUCT;
    if (!sized || index >= t->count)
        return gac__build_invalid(b, "type %%%u has no member %llu", t->id,
                                  (unsigned long long)index);
    if (t->kind != GAC__TYPE_STRUCT) {
        const gac__shape *e = gac__build_shape(b, t->element_id);
        *out = (gac__part){e, shape->in_memory ? 0 : (uint32_t)index * e->n,
                           index * e->size};
    } else {
        *out = (gac__part){gac__build_shape(b, t->members[index]),
                           shape->members[index].first,
                           shape->members[index].offset};
    }
    return gac__build_ok(b);
}

/* -- padding --------------------------------------------------------------- */

/* Clears the bits of the bytes that belong to components of a value at byte
 * `base`. */
static void clear_parts(gac__builder *b, const gac__shape *s, uint64_t base,
                        uint8_t *bits)
{
    const gac__type *t = &s->type;
    if (!s->in_memory) {
        for (uint32_t k = 0; k < s->n; k++)
            for (uint32_t n = 0; n < gac__ty_bytes((gac__ty)s->ty[k]); n++) {
                uint64_t at = base + s->offset[k] + n;
                bits[at / 8] &= (uint8_t) ~(1u << at % 8);
            }
        return;
    }
    bool is_struct = t->kind == GAC__TYPE_STRUCT;
    for (uint64_t k = 0; k < t->count && b->padding_left; k++) {
        const gac__shape *e =
            gac__build_shape(b, is_struct ? t->members[k] : t->element_id);
        b->padding_left--;
        clear_parts(b, e,
                    base + (is_struct ? s->members[k].offset : k * e->size),
                    bits);
    }
}

const uint8_t *gac__build_padding(gac__builder *b, const gac__shape *s)
{
    if (!gac__build_ok(b) || s->size > b->padding_left || s->parts == s->size)
        return NULL;
    size_t n = (size_t)(s->size + 7) / 8;
    uint8_t *bits = gac__build_keep(b, n, 1);
    if (!bits)
        return NULL;
    memset(bits, 0xff, n);
    b->padding_left -= s->size;
    clear_parts(b, s, 0, bits);
    return b->padding_left ? bits : NULL;
}

/* Whether a type consists of numbers that are supported and pointers only, so
 * that its layout can be computed without an error. `*left` limits the types
 * that are visited. */
static bool is_plain(const gac__builder *b, uint32_t type_id, uint32_t *left)
{
    gac__type t = gac__module_type(b->m, type_id);
    if (!*left)
        return false;
    --*left;
    switch (t.kind) {
    case GAC__TYPE_INT:
    case GAC__TYPE_FLOAT: return number_ty(b, &t) != GAC__TY_VOID;
    case GAC__TYPE_BOOL:
    case GAC__TYPE_POINTER:
    case GAC__TYPE_UNTYPED_POINTER: return true;
    case GAC__TYPE_VECTOR:
    case GAC__TYPE_ARRAY: return is_plain(b, t.element_id, left);
    case GAC__TYPE_STRUCT:
        for (uint32_t k = 0; k < t.count; k++)
            if (!is_plain(b, t.members[k], left))
                return false;
        return !is_long_struct(b, type_id);
    default: return false;
    }
}

#define PLAIN_MAX 4096u /* the most types that is_plain() visits */

const uint8_t *gac__build_element_padding(gac__builder *b, uint32_t type_id,
                                          uint64_t *size_out)
{
    uint32_t left = PLAIN_MAX;
    gac__type t = gac__module_type(b->m, type_id);
    bool may_have = t.kind == GAC__TYPE_STRUCT || t.kind == GAC__TYPE_ARRAY
                    || (t.kind == GAC__TYPE_VECTOR && t.count == 3);
    *size_out = 0;
    bool plain = may_have && is_plain(b, type_id, &left);
    gac__build_watch(b, PLAIN_MAX - left);
    if (!plain)
        return NULL;
    const gac__shape *s = gac__build_shape(b, type_id);
    *size_out = s->size;
    return gac__build_padding(b, s);
}
