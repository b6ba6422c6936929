/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Modules for tests of warnings: one body, every kind of copy. */
#ifndef GAC_TESTS_WARN_MODULE_H
#define GAC_TESTS_WARN_MODULE_H

#include <stdbool.h>
#include <stddef.h>

/* How a copy is written. */
typedef enum copy_kind {
    SET_2D,
    SET_3D,
    CORE,
    UNTYPED,
    CALL_2D,
    CALL_3D,
    CALL_COPY,
    CALL_STRIDED,
    CALL_SPIRV,
    KIND_COUNT
} copy_kind;

/* How the number under test comes to its operand. */
typedef enum number_style {
    CONSTANT,
    SPEC_CONSTANT,
    VARIABLE,
    COMPUTED,
    CONVERTED,
    PARAMETER,
    VECTOR_PART,
    STYLE_COUNT
} number_style;

extern const char *const kind_names[], *const style_names[];

/* Bits of the kinds. */
#define BIT(kind) (1u << (kind))
#define LINES (BIT(SET_2D) | BIT(SET_3D) | BIT(CALL_2D) | BIT(CALL_3D))
#define PLANES (BIT(SET_3D) | BIT(CALL_3D))
#define STRIDES (BIT(CORE) | BIT(UNTYPED) | BIT(CALL_STRIDED) | BIT(CALL_SPIRV))
#define EVERY ((1u << KIND_COUNT) - 1)

/* Writes a module whose kernel has this body. In the body
 *
 *   @copy %e %event KEY=ID ...   is a copy with result %e; keys: dst do src so
 *                                bytes n lines planes sl sp dl dp stride
 *   @wait %list                  waits for one event
 *   #N                           is the constant N of the device's size_t
 *   ... ;N                       the line is where report N, from 1, must be
 *   ... ;N %id                   that is where %id is defined
 *
 * Comments stay in the text; a copy without one gets ";copy".
 * `number`: the one under test, %x in the body, made in style `style`. Returns
 * the text, to be freed. */
char *write_module(copy_kind kind, unsigned bits, number_style style,
                   unsigned long long number, const char *body);

#endif
