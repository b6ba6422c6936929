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
    uint32_t element_id;     /* vector, array: element; pointer: pointee;
                                function: return type */
    uint64_t count;          /* vector, array (its length's default value; 0 if
                                unknown), struct and function: members */
    uint32_t storage_class;  /* pointers */
    const uint32_t *members; /* struct members' or parameters' type ids */
} gac__type;

/* Describes a type; kind NONE if `id` is not a type. O(1). */
gac__type gac__module_type(const gac_module *m, uint32_t id);

/* Its kind alone: what is asked for most. */
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

/* The words of the type of the value `id`; NULL: it is no value. What follows
 * here are parts of that, asked for much oftener than all of gac__type. */
static inline const uint32_t *gac__module_value_type(const gac_module *m,
                                                     uint32_t id)
{
    return gac__module_def_words(m, gac__module_type_of(m, id));
}

/* The storage class of the pointer `id`, typed or untyped; UINT32_MAX: it is
 * none. */
static inline uint32_t gac__module_storage_class(const gac_module *m,
                                                 uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    uint32_t opcode = gac__words_opcode(type);
    return opcode == SpvOpTypePointer || opcode == SpvOpTypeUntypedPointerKHR
               ? type[2]
               : UINT32_MAX;
}

/* The type that the pointer `id` points to; 0: it is no typed pointer. */
static inline uint32_t gac__module_pointee(const gac_module *m, uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    return gac__words_opcode(type) == SpvOpTypePointer ? type[3] : 0;
}

/* Whether the index of an access chain counts bytes though its base points to
 * an event: clang-22 casts a generic pointer to bytes, and back again, before
 * it steps over an event, and steps from a parameter by constants. */
bool gac__module_event_in_bytes(const gac_module *m, const gac__inst *chain);

/* Whether a parameter of the type may be passed a list of events: LLVM's SPIR-V
 * backend does not always find out that it is a pointer to events, and makes it
 * an event, an array of them, or a byte. */
bool gac__module_is_lost_list(const gac_module *m, uint32_t type_id);

/* The type of an array's elements; 0: the type is no array. */
static inline uint32_t gac__module_array_element(const gac_module *m,
                                                 uint32_t type_id)
{
    const uint32_t *type = gac__module_def_words(m, type_id);
    return gac__words_opcode(type) == SpvOpTypeArray ? type[2] : 0;
}

/* The type that arrays of arrays, a few deep, are made of; or the type itself.
 */
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

/* Bits of the integer `id`; 0: it is none. */
static inline uint32_t gac__module_int_width(const gac_module *m, uint32_t id)
{
    const uint32_t *type = gac__module_value_type(m, id);
    return gac__words_opcode(type) == SpvOpTypeInt ? type[2] : 0;
}

/* Size and alignment in bytes as OpenCL lays values out in memory: a vector of
 * three takes four; structs follow their members' alignment unless CPacked;
 * pointers and events take the addressing model's width. False for types that
 * have no size, or whose size overflows 64 bits. */
bool gac__module_size_of(const gac_module *m, uint32_t type_id,
                         uint64_t *size_out, uint64_t *align_out);

/* Whether a value of a type that has a size holds pointers. */
bool gac__module_has_pointers(const gac_module *m, uint32_t type_id);

/* Offset in bytes of struct member `index`. */
bool gac__module_member_offset(const gac_module *m, uint32_t type_id,
                               uint32_t index, uint64_t *offset_out);

/* -- constants ------------------------------------------------------------- */

/* Goes on to what lists the members or constituents that found no room in
 * `*inst` (SPV_INTEL_long_composites); false: the next instruction does not. */
bool gac__module_goes_on(const gac_module *m, gac__inst *inst);

/* Evaluates a scalar integer constant (OpConstant, OpConstantNull, booleans,
 * OpSpecConstant's default, integer OpSpecConstantOp) to its bits, zero
 * extended to 64. False if it is none. Depth is bounded. */
bool gac__module_constant(const gac_module *m, uint32_t id, uint64_t *bits_out);

/* Width of a scalar integer or boolean type; 0: it is neither. */
uint32_t gac__module_scalar_width(const gac_module *m, uint32_t type_id);

typedef struct gac__number {
    uint64_t bits; /* zero extended */
    uint32_t width;
} gac__number;

/* Computes an integer instruction of one or two operands (arithmetic, shifts,
 * comparisons, conversions) whose result has `width` bits. False: it is none of
 * these, or has no result (a division by zero). */
bool gac__module_fold(uint32_t opcode, uint32_t width, const gac__number *args,
                      uint32_t n, uint64_t *bits_out);

/* True for OpConstantNull, and for a zero constant. */
bool gac__module_is_null(const gac_module *m, uint32_t id);

#endif
