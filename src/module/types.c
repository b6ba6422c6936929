/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Types, and how OpenCL lays their values out in memory. */
#include "module/module_internal.h"
#include "module/types.h"

/* A type is decoded from its instruction at each request; nothing is stored.
 * Sizes are stored: a struct's depends on all of its members', and a hostile
 * module can nest structs so that the sum takes exponential time. Types stand
 * before their uses, so one pass in the module's order computes the layout of
 * each struct and array from those before it (gac__lay_out_types); a type that
 * uses a later one, or itself, has no size. */

/* -- descriptions ---------------------------------------------------------- */

static gac__type aggregate_type(const gac_module *m, const uint32_t *words,
                                gac__type t)
{
    uint32_t n_words = words[0] >> 16;
    switch (words[0] & 0xFFFF) {
    case SpvOpTypeStruct:
        t.kind = GAC__TYPE_STRUCT;
        t.members = words + 2;
        t.count = n_words - 2u;
        break;
    case SpvOpTypeFunction:
        t.kind = GAC__TYPE_FUNCTION;
        t.element_id = words[2];
        t.members = words + 3;
        t.count = n_words - 3u;
        break;
    case SpvOpTypeArray:
        t.kind = GAC__TYPE_ARRAY;
        t.element_id = words[2];
        if (!gac__module_constant(m, words[3], &t.count))
            t.count = 0;
        break;
    case SpvOpTypeRuntimeArray:
        t.kind = GAC__TYPE_RUNTIME_ARRAY;
        t.element_id = words[2];
        break;
    default: break;
    }
    return t;
}

static gac__type opaque_type(uint32_t opcode, gac__type t)
{
    switch (opcode) {
    case SpvOpTypeImage:
    case SpvOpTypeSampler:
    case SpvOpTypeSampledImage:
    case SpvOpTypeOpaque:
    case SpvOpTypeDeviceEvent:
    case SpvOpTypeReserveId:
    case SpvOpTypeQueue:
    case SpvOpTypePipe:
    case SpvOpTypePipeStorage:
    case SpvOpTypeNamedBarrier: t.kind = GAC__TYPE_OPAQUE; break;
    default: { /* The name OpType... alone does not tell: an
                  OpTypeForwardPointer has no result. A row's is_type is
                  SPIRV-Tools' rule, which leaves out Intel's types. */
        const gac__op_row *row = gac__grammar_op(opcode);
        if (row && row->has_result && !row->has_type
            && !strncmp(row->name, "OpType", 6))
            t.kind = GAC__TYPE_OTHER;
    }
    }
    return t;
}

gac__type gac__module_type(const gac_module *m, uint32_t id)
{
    gac__type t = {.kind = GAC__TYPE_NONE};
    const uint32_t *words = gac__module_def_words(m, id);
    /* A quick test: callers also ask about ids that are no types. */
    if (!words || gac__grammar_shape(words[0] & 0xFFFF) != 2)
        return t;
    t.id = id;
    switch (words[0] & 0xFFFF) {
    case SpvOpTypeVoid: t.kind = GAC__TYPE_VOID; break;
    case SpvOpTypeBool: t.kind = GAC__TYPE_BOOL; break;
    case SpvOpTypeInt:
        t.kind = GAC__TYPE_INT;
        t.width = words[2];
        t.is_signed = words[3];
        break;
    case SpvOpTypeFloat:
        /* A float with a third operand has another format than IEEE 754's. */
        t.kind = words[0] >> 16 > 3 ? GAC__TYPE_OTHER : GAC__TYPE_FLOAT;
        t.width = words[2];
        break;
    case SpvOpTypeVector:
        t.kind = GAC__TYPE_VECTOR;
        t.element_id = words[2];
        t.count = words[3];
        break;
    case SpvOpTypePointer:
        t.kind = GAC__TYPE_POINTER;
        t.storage_class = words[2];
        t.element_id = words[3];
        break;
    case SpvOpTypeUntypedPointerKHR:
        t.kind = GAC__TYPE_UNTYPED_POINTER;
        t.storage_class = words[2];
        break;
    case SpvOpTypeEvent: t.kind = GAC__TYPE_EVENT; break;
    case SpvOpTypeStruct:
    case SpvOpTypeFunction:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: return aggregate_type(m, words, t);
    default: return opaque_type(words[0] & 0xFFFF, t);
    }
    return t;
}

/* -- sizes ----------------------------------------------------------------- */

static const gac__layout *find_layout(const gac_module *m, uint32_t inst)
{
    uint32_t k = GAC__FIRST_FROM(m->layouts, m->n_layouts, inst, inst);
    return k < m->n_layouts && m->layouts[k].inst == inst ? &m->layouts[k]
                                                          : NULL;
}

/* Bytes of an integer or float: a power of two, up to 8; 0: it has no size. */
static uint32_t number_bytes(uint32_t width)
{
    if (width == 0 || width > 64)
        return 0;
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

/* Size of a scalar or vector type; `words` NULL: no type. */
static uint32_t scalar_bytes(const gac_module *m, const uint32_t *words)
{
    switch (gac__words_opcode(words)) {
    case SpvOpTypeBool: return 1;
    case SpvOpTypeFloat: /* of any format; how OCP's of 4 and 6 bits lie in
                            memory is not defined */
        return words[2] % 8 == 0 ? number_bytes(words[2]) : 0;
    case SpvOpTypeInt: return number_bytes(words[2]);
    case SpvOpTypePointer:
    case SpvOpTypeUntypedPointerKHR:
    case SpvOpTypeEvent: return m->pointer_bits / 8;
    default: return 0;
    }
}

bool gac__module_size_of(const gac_module *m, uint32_t type_id,
                         uint64_t *size_out, uint64_t *align_out)
{
    const uint32_t *words = gac__module_def_words(m, type_id);
    const gac__layout *l;
    uint64_t bytes, n = 1;
    *size_out = *align_out = 0;
    switch (gac__words_opcode(words)) {
    case SpvOpTypeStruct:
    case SpvOpTypeArray:
        l = find_layout(m, m->definitions[type_id] - 1);
        if (!l || l->align == 0)
            return false;
        *size_out = l->size;
        *align_out = l->align;
        return true;
    case SpvOpTypeVector:
        while (n < words[3]) /* a vector of three takes four components */
            n *= 2;
        bytes = n * scalar_bytes(m, gac__module_def_words(m, words[2]));
        break;
    default: bytes = scalar_bytes(m, words); break;
    }
    *size_out = *align_out = bytes;
    return bytes != 0;
}

/* Size and alignment of a part of the type at `inst`; false: the part has none,
 * or is defined behind that type. */
static bool part_size(const gac_module *m, uint32_t inst, uint32_t type_id,
                      uint64_t *size_out, uint64_t *align_out)
{
    return type_id < m->bound && m->definitions[type_id] - 1 < inst
           && gac__module_size_of(m, type_id, size_out, align_out)
           && *align_out <= UINT32_MAX;
}

bool gac__module_has_pointers(const gac_module *m, uint32_t type_id)
{
    gac__type t = gac__module_type(m, type_id);
    if (t.kind == GAC__TYPE_VECTOR)
        t = gac__module_type(m, t.element_id);
    if (t.kind == GAC__TYPE_STRUCT || t.kind == GAC__TYPE_ARRAY) {
        const gac__layout *l = find_layout(m, m->definitions[t.id] - 1);
        return l && l->has_pointers;
    }
    return t.kind == GAC__TYPE_POINTER || t.kind == GAC__TYPE_UNTYPED_POINTER;
}

static bool round_up(uint64_t *value, uint64_t align)
{
    uint64_t rest = *value % align;
    return rest == 0 || !__builtin_add_overflow(*value, align - rest, value);
}

static bool lay_out_struct(const gac_module *m, gac__layout *l,
                           const gac__type *t)
{
    bool packed =
        gac__module_decoration(m, t->id, UINT32_MAX, SpvDecorationCPacked)
        != NULL;
    uint64_t offset = 0, largest = 1;
    for (uint64_t i = 0; i < t->count; i++) {
        uint64_t size, align;
        if (!part_size(m, l->inst, t->members[i], &size, &align))
            return false;
        if (packed)
            align = 1;
        if (!round_up(&offset, align))
            return false;
        m->member_offsets[l->first_member + i] = offset;
        if (__builtin_add_overflow(offset, size, &offset))
            return false;
        largest = GAC__MAX(largest, align);
        l->has_pointers |= gac__module_has_pointers(m, t->members[i]);
    }
    if (!round_up(&offset, largest))
        return false;
    l->size = offset;
    l->align = (uint32_t)largest;
    return true;
}

static bool lay_out_array(const gac_module *m, gac__layout *l,
                          const gac__type *t)
{
    uint64_t size, align;
    if (t->count == 0 || !part_size(m, l->inst, t->element_id, &size, &align)
        || __builtin_mul_overflow(size, t->count, &l->size))
        return false;
    l->align = (uint32_t)align;
    l->has_pointers = gac__module_has_pointers(m, t->element_id);
    return true;
}

void gac__lay_out_types(gac_module *m)
{
    for (uint32_t i = 0; i < m->n_layouts; i++) {
        gac__layout *l = &m->layouts[i];
        gac__inst inst = gac__module_inst(m, l->inst);
        gac__type t = gac__module_type(m, inst.result_id);
        /* An id that is defined twice may name another type. */
        if (t.kind == GAC__TYPE_NONE || m->definitions[t.id] - 1 != l->inst
            || !(t.kind == GAC__TYPE_STRUCT ? lay_out_struct(m, l, &t)
                                            : lay_out_array(m, l, &t)))
            l->align = 0;
    }
}

bool gac__module_member_offset(const gac_module *m, uint32_t type_id,
                               uint32_t index, uint64_t *offset_out)
{
    *offset_out = 0;
    gac__type t = gac__module_type(m, type_id);
    if (t.kind != GAC__TYPE_STRUCT || index >= t.count)
        return false;
    const gac__layout *l = find_layout(m, m->definitions[type_id] - 1);
    if (!l || l->align == 0)
        return false;
    *offset_out = m->member_offsets[l->first_member + index];
    return true;
}

/* The operand of a cast; 0: `id` is no cast. */
static uint32_t cast_from(const gac_module *m, uint32_t id)
{
    gac__inst def;
    return gac__module_def(m, id, &def) && def.opcode == SpvOpBitcast
                   && def.n_words == 4
               ? def.words[3]
               : 0;
}

/* Whether an index from an event `base` counts bytes. LLVM's backend does so
 * for parameters, by constants that are multiples of an event's size; without
 * its optimizer, parameters are in variables. */
static bool steps_over_bytes(const gac_module *m, uint32_t base, uint32_t index)
{
    uint64_t step,
        event = m->addressing_model == SpvAddressingModelPhysical32 ? 4 : 8;
    return gac__module_generator(m) == GAC__GENERATOR_LLVM
           && gac__module_def_opcode(m, base) == SpvOpFunctionParameter
           && gac__module_constant(m, index, &step) && step
           && step % event == 0;
}

bool gac__module_event_in_bytes(const gac_module *m, const gac__inst *chain)
{
    if ((chain->opcode != SpvOpInBoundsPtrAccessChain
         && chain->opcode != SpvOpPtrAccessChain)
        || chain->n_words != 5)
        return false;
    uint32_t event = gac__module_pointee(m, chain->words[3]);
    if (gac__module_type_kind(m, event) != GAC__TYPE_EVENT)
        return false;
    uint32_t bytes = cast_from(m, chain->words[3]),
             events = cast_from(m, bytes);
    gac__type byte = gac__module_type(m, gac__module_pointee(m, bytes));
    return (events && byte.kind == GAC__TYPE_INT && byte.width == 8
            && gac__module_pointee(m, events) == event)
           || steps_over_bytes(m, bytes ? bytes : chain->words[3],
                               chain->words[4]);
}

bool gac__module_is_lost_list(const gac_module *m, uint32_t type_id)
{
    gac__type type = gac__module_type(m, type_id);
    if (type.kind == GAC__TYPE_INT)
        return type.width == 8;
    if (type.kind == GAC__TYPE_ARRAY)
        type = gac__module_type(m, type.element_id);
    return type.kind == GAC__TYPE_EVENT;
}
