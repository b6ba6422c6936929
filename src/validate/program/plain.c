/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies whose operands are constants and fixed places. */

/* In kernels that consist of copies, these are what most of them are, and no
 * rule has anything to say. To see that takes the words of a few definitions,
 * where a view (copy_view.c) computes all that some rule may ask for. Numbers
 * are kept so small that nothing overflows; whatever is larger, made of
 * specialization constants, or unusual in any other way, gets its view. */
#include "validate/program/plain.h"

#define MAX_LINKS 4
#define MOST_BYTES (1 << 20) /* of a pointee */
#define MOST_ELEMENTS (1 << 20)

#define MOST_INDEX (INT64_C(1) << 39)

/* A signed constant of 32 or 64 bits. */
static bool number(const gac_module *m, uint32_t id, int64_t *out)
{
    const uint32_t *words = gac__module_def_words(m, id);
    if (gac__words_opcode(words) != SpvOpConstant)
        return false;
    const uint32_t *type = gac__module_def_words(m, words[1]);
    if (gac__words_opcode(type) != SpvOpTypeInt)
        return false;
    if (type[2] == 32 && words[0] >> 16 == 4)
        *out = (int32_t)words[3];
    else if (type[2] == 64 && words[0] >> 16 == 5)
        *out = (int64_t)(words[3] | (uint64_t)words[4] << 32);
    else
        return false;
    return true;
}

/* -- types ----------------------------------------------------------------- */

static uint32_t bytes_of(const gac_module *m, uint32_t type_id)
{
    uint64_t size, align;
    return gac__module_size_of(m, type_id, &size, &align) && size <= MOST_BYTES
               ? (uint32_t)size
               : 0;
}

/* Looks a type of pointers up. */
static const gac__plain_type *type_of(gac__plain *k, uint32_t id)
{
    const gac_module *m = k->p->m;
    gac__plain_type *t = &k->types[id % GAC__COUNT_OF(k->types)];
    if (t->id == id)
        return t;
    const uint32_t *words = gac__module_def_words(m, id);
    *t = (gac__plain_type){.id = id, .storage = UINT32_MAX};
    if (gac__words_opcode(words) != SpvOpTypePointer)
        return t;
    uint32_t element = gac__module_array_element(m, words[3]);
    t->storage = words[2];
    /* Of an index over events, clang-22 makes one over bytes (types.c). */
    t->size = gac__module_type_kind(m, words[3]) == GAC__TYPE_EVENT
                  ? 0
                  : bytes_of(m, words[3]);
    t->element = element ? bytes_of(m, element) : 0;
    return t;
}

/* -- pointers -------------------------------------------------------------- */

/* The bytes that an access chain of one index steps over for each; 0: it takes
 * a closer look. */
static uint32_t scale_of(gac__plain *k, const uint32_t *words,
                         uint32_t base_type)
{
    if (words[0] >> 16 != 5)
        return 0;
    switch (words[0] & 0xFFFF) {
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain: return type_of(k, base_type)->size;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain: return type_of(k, base_type)->element;
    default: return 0;
    }
}

bool gac__plain_pointer(gac__plain *k, gac__ref ref, gac__plain_place *out)
{
    const gac_module *m = k->p->m;
    int64_t index;
    uint32_t scale;
    out->offset = 0;
    for (int link = 0; link <= MAX_LINKS; link++) {
        const uint32_t *words = gac__module_def_words(m, ref.id);
        switch (gac__words_opcode(words)) {
        case SpvOpVariable:
            if (m->definitions[ref.id] <= m->first_function)
                ref.frame = 0;
            out->base = ref;
            out->is_variable = true;
            return true;
        case SpvOpFunctionParameter:
            out->base = ref;
            out->is_variable = false;
            return ref.frame == 0
                   && type_of(k, words[1])->storage != UINT32_MAX;
        default: break;
        }
        if (!words || gac__chain_base(words[0] & 0xFFFF) != 3
            || (scale = scale_of(k, words, gac__module_type_of(m, words[3])))
                   == 0
            || !number(m, words[4], &index) || index > MOST_INDEX
            || index < -MOST_INDEX)
            return false;
        out->offset += index * (int64_t)scale;
        ref.id = words[3];
    }
    return false;
}

/* -- copies ---------------------------------------------------------------- */

/* A number from 1 to MOST_ELEMENTS: `at` 0: of elements, 1: their stride. */
static bool small_number(gac__plain *k, uint32_t at, uint32_t id, int64_t *out)
{
    if (k->numbers[at].id != id) {
        if (!number(k->p->m, id, out) || *out < 1 || *out > MOST_ELEMENTS)
            return false;
        k->numbers[at].id = id;
        k->numbers[at].value = *out;
    }
    *out = k->numbers[at].value;
    return true;
}

/* Whether a side is inside of the variable that it starts in. */
static bool fits_variable(gac__plain *k, const gac__plain_side *side)
{
    uint32_t size =
        type_of(k, gac__module_type_of(k->p->m, side->base.id))->size;
    return size != 0 && side->first >= 0 && side->end <= size;
}

static bool plain_side(gac__plain *k, gac__ref pointer, int64_t elements,
                       int64_t stride, gac__plain_side *out)
{
    const gac__plain_type *type =
        type_of(k, gac__module_type_of(k->p->m, pointer.id));
    const int64_t size = type->size;
    gac__plain_place place;
    if (size == 0 || type->element != 0)
        return false;
    if (type->storage != SpvStorageClassCrossWorkgroup)
        stride = 1;
    if (!gac__plain_pointer(k, pointer, &place))
        return false;
    int64_t span = ((elements - 1) * stride + 1) * size;
    out->base = place.base;
    out->first = place.offset;
    out->end = place.offset + span;
    return span <= INT32_MAX && (!place.is_variable || fits_variable(k, out));
}

/* The same, where the last copy may have had it as well: `at` 0: as its
 * destination, 1: as its source. */
static bool same_side(gac__plain *k, uint32_t at, gac__ref pointer,
                      int64_t elements, int64_t stride, gac__plain_side *out)
{
    if (gac__ref_same(k->sides[at].pointer, pointer)
        && k->sides[at].elements == elements && k->sides[at].stride == stride) {
        *out = k->sides[at].side;
        return true;
    }
    if (!plain_side(k, pointer, elements, stride, out))
        return false;
    k->sides[at].pointer = pointer;
    k->sides[at].elements = elements;
    k->sides[at].stride = stride;
    k->sides[at].side = *out;
    return true;
}

bool gac__plain_copy_of(gac__plain *k, gac__op op, gac__plain_copy *out)
{
    const gac_module *m = k->p->m;
    const uint32_t *w = m->words + m->offsets[op.ordinal];
    int64_t elements, stride;
    if ((w[0] & 0xFFFF) != SpvOpGroupAsyncCopy || w[0] >> 16 != 9
        || !small_number(k, 0, w[6], &elements)
        || !small_number(k, 1, w[7], &stride))
        return false;
    out->result = (gac__ref){op.frame, w[2]};
    out->event = (gac__ref){op.frame, w[8]};
    return same_side(k, 0, (gac__ref){op.frame, w[4]}, elements, stride,
                     &out->to)
           && same_side(k, 1, (gac__ref){op.frame, w[5]}, elements, stride,
                        &out->from);
}

bool gac__plain_wait_of(const gac__program *p, gac__op op, uint64_t *count_out,
                        gac__ref *list_out)
{
    const uint32_t *w = p->m->words + p->m->offsets[op.ordinal];
    int64_t count;
    if ((w[0] & 0xFFFF) != SpvOpGroupWaitEvents || w[0] >> 16 != 4
        || !number(p->m, w[2], &count) || count < 1)
        return false;
    *count_out = (uint64_t)count;
    *list_out = (gac__ref){op.frame, w[3]};
    return true;
}
