/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Types of a module, their sizes as OpenCL lays them out, and integer
 * constants. */
#ifndef GAC_MODULE_TYPES_H
#define GAC_MODULE_TYPES_H

#include "module/module.h"

/* -- types ----------------------------------------------------------------- */

typedef enum gac__type_kind {
    GAC__TYPE_NONE, /* not a type */
    GAC__TYPE_VOID,
    GAC__TYPE_BOOL,
    GAC__TYPE_INT,
    GAC__TYPE_FLOAT,
    GAC__TYPE_VECTOR,
    GAC__TYPE_ARRAY,
    GAC__TYPE_RUNTIME_ARRAY,
    GAC__TYPE_STRUCT,
    GAC__TYPE_POINTER,
    GAC__TYPE_UNTYPED_POINTER,
    GAC__TYPE_FUNCTION,
    GAC__TYPE_EVENT,
    GAC__TYPE_OPAQUE,
    GAC__TYPE_OTHER
} gac__type_kind;

typedef struct gac__type {
    gac__type_kind kind;
    uint32_t id;
    uint32_t width; /* int, float: bits */
    uint32_t is_signed;
    uint32_t element_id; /* vector, array: element; pointer: pointee;
                            function: return type */
    uint64_t count; /* vector, array: elements (0: unknown); else members */
    uint32_t storage_class;  /* of a pointer */
    const uint32_t *members; /* struct members' or parameters' type ids */
} gac__type;

/* Returns the description of a type in constant time; kind NONE if `id` is no
 * type. */
gac__type gac__module_type(const gac_module *m, uint32_t id);

/* Returns the kind of a type alone, which most callers need. */
static inline gac__type_kind gac__module_type_kind(const gac_module *m,
                                                   uint32_t id)
{
    const uint32_t *words = gac__module_def_words(m, id);
    uint32_t opcode = gac__words_opcode(words);
    switch (opcode) {
    case SpvOpTypeInt: return GAC__TYPE_INT;
    case SpvOpTypePointer: return GAC__TYPE_POINTER;
    case SpvOpTypeUntypedPointerKHR: return GAC__TYPE_UNTYPED_POINTER;
    case SpvOpTypeEvent: return GAC__TYPE_EVENT;
    default:
        return gac__grammar_shape(opcode) == 2 ? gac__module_type(m, id).kind
                                               : GAC__TYPE_NONE;
    }
}

/* Returns the words of the type of the value `id`; NULL: it is no value. The
 * functions below read single fields of a type, faster than
 * gac__module_type(). */
static inline const uint32_t *gac__module_value_type(const gac_module *m,
                                                     uint32_t id)
{
    return gac__module_def_words(m, gac__module_type_of(m, id));
}

/* Returns the storage class of the pointer `id`, typed or untyped; UINT32_MAX:
 * it is no pointer. */
static inline uint32_t gac__module_storage_class(const gac_module *m,
                                                 uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    uint32_t opcode = gac__words_opcode(type);
    return opcode == SpvOpTypePointer || opcode == SpvOpTypeUntypedPointerKHR
               ? type[2]
               : UINT32_MAX;
}

/* Whether copies go to and from memory of a storage class: it is a group's, or
 * global. */
static inline bool gac__is_copied_class(uint32_t storage_class)
{
    return storage_class == SpvStorageClassWorkgroup
           || storage_class == SpvStorageClassCrossWorkgroup;
}

/* Returns the type that the pointer `id` points to; 0: it is no typed
 * pointer. */
static inline uint32_t gac__module_pointee(const gac_module *m, uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    return gac__words_opcode(type) == SpvOpTypePointer ? type[3] : 0;
}

/* Whether the index of an access chain counts bytes though its base points to
 * an event: clang 22 casts a generic pointer to a byte pointer and back before
 * it steps over an event, and it steps from a parameter by constants. */
bool gac__module_event_in_bytes(const gac_module *m, const gac__inst *chain);

/* Whether a parameter of the type may receive a list of events: LLVM's SPIR-V
 * backend does not always derive that it is a pointer to events, and gives it
 * the type of an event, an array of events or a byte. */
bool gac__module_is_lost_list(const gac_module *m, uint32_t type_id);

/* Returns the type of an array's elements; 0: the type is no array. */
static inline uint32_t gac__module_array_element(const gac_module *m,
                                                 uint32_t type_id)
{
    const uint32_t *type = gac__module_def_words(m, type_id);
    return gac__words_opcode(type) == SpvOpTypeArray ? type[2] : 0;
}

/* Returns the innermost element type of nested arrays, a few levels deep; a
 * type that is no array is returned unchanged. */
static inline uint32_t gac__module_innermost(const gac_module *m,
                                             uint32_t type_id)
{
    uint32_t element;
    for (int depth = 0;
         depth < 8 && (element = gac__module_array_element(m, type_id)) != 0;
         depth++)
        type_id = element;
    return type_id;
}

/* Returns the width of the integer `id`; 0: it is no integer. */
static inline uint32_t gac__module_int_width(const gac_module *m, uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    return gac__words_opcode(type) == SpvOpTypeInt ? type[2] : 0;
}

/* Computes size and alignment in bytes as OpenCL lays values out in memory: a
 * vector of three takes four components; structs have their members' alignment
 * unless CPacked; pointers and events have the addressing model's width. False:
 * the type has no size, or its size overflows 64 bits. */
bool gac__module_size_of(const gac_module *m, uint32_t type_id,
                         uint64_t *size_out, uint64_t *align_out);

/* Whether a value of a type that has a size holds pointers. */
bool gac__module_has_pointers(const gac_module *m, uint32_t type_id);

/* Finds the offset in bytes of struct member `index`. */
bool gac__module_member_offset(const gac_module *m, uint32_t type_id,
                               uint32_t index, uint64_t *offset_out);

/* -- constants ------------------------------------------------------------- */

/* Moves `*inst` on to the instruction that continues its list of members or
 * constituents (SPV_INTEL_long_composites); false: there is none. */
bool gac__module_goes_on(const gac_module *m, gac__inst *inst);

/* Evaluates a scalar integer constant (OpConstant, OpConstantNull, booleans,
 * OpSpecConstant's default, integer OpSpecConstantOp) to its bits, zero
 * extended to 64. False: it is no such constant, or too deep. */
bool gac__module_constant(const gac_module *m, uint32_t id, uint64_t *bits_out);

/* Returns the width of a scalar integer or boolean type; 0: it is neither. */
uint32_t gac__module_scalar_width(const gac_module *m, uint32_t type_id);

typedef struct gac__number {
    uint64_t bits; /* zero extended */
    uint32_t width;
} gac__number;

/* Computes an integer instruction of one or two operands (arithmetic, shifts,
 * comparisons, conversions) whose result has `width` bits. False: it is no such
 * instruction, or its result is undefined (a division by zero). */
bool gac__module_fold(uint32_t opcode, uint32_t width, const gac__number *args,
                      uint32_t n, uint64_t *bits_out);

#endif
