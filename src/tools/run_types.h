/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Element types as a command line names them: parsing, printing, generating. */
#ifndef GAC_TOOLS_RUN_TYPES_H
#define GAC_TOOLS_RUN_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The types, in pairs of a signed and an unsigned integer, then floating point.
 * X(id, name on the command line, code in .npy files, name in simulator files,
 * bytes, kind); kind: i signed, u unsigned, f floating point. */
/* clang-format off */
#define GAC__ELEM_MAP(X)                                                       \
    X(I8, "i8", "i1", "char", 1, 'i')                                          \
    X(U8, "u8", "u1", "uchar", 1, 'u')                                         \
    X(I16, "i16", "i2", "short", 2, 'i')                                       \
    X(U16, "u16", "u2", "ushort", 2, 'u')                                      \
    X(I32, "i32", "i4", "int", 4, 'i')                                         \
    X(U32, "u32", "u4", "uint", 4, 'u')                                        \
    X(I64, "i64", "i8", "long", 8, 'i')                                        \
    X(U64, "u64", "u8", "ulong", 8, 'u')                                       \
    X(F16, "f16", "f2", "half", 2, 'f')                                        \
    X(F32, "f32", "f4", "float", 4, 'f')                                       \
    X(F64, "f64", "f8", "double", 8, 'f')
/* clang-format on */

typedef enum gac__elem {
#define X(id, name, npy, sim, bytes, kind) GAC__ELEM_##id,
    GAC__ELEM_MAP(X)
#undef X
        GAC__ELEM_COUNT
} gac__elem;

typedef struct gac__elem_info {
    const char *name, *npy, *sim;
    uint8_t bytes;
    char kind;
} gac__elem_info;

/* Returns the description of a type, static. */
const gac__elem_info *gac__elem_info_of(gac__elem elem);

/* Finds a type by its name on the command line, of `length` characters. */
bool gac__elem_find(const char *name, size_t length, gac__elem *elem_out);

/* Room for any element that gac__elem_format() writes, the NUL included. */
#define GAC__ELEM_TEXT_MAX 40

/* Parses all of `text` as one value and writes its bytes. Integers are decimal
 * or 0x hexadecimal; floating point is what strtod() accepts. Returns NULL, or
 * the fault: a phrase that follows "`TEXT` ", such as "is not a number". */
const char *gac__elem_parse(gac__elem elem, const char *text, void *bytes_out);

/* Writes the shortest text that reads back as the same value, integers in
 * decimal, and returns its length. Not-a-number is "nan", infinities are "inf"
 * and "-inf". */
size_t gac__elem_format(gac__elem elem, const void *bytes,
                        char text_out[GAC__ELEM_TEXT_MAX]);

/* Returns the value as a double, rounded if necessary. */
double gac__elem_to_double(gac__elem elem, const void *bytes);

/* Fill `count` elements, up to the time limit (gac__run_is_late()): with one
 * element's bytes; with 0, 1, 2 ..., which wrap or are rounded as the type does
 * it; with numbers that follow from `seed` alone, integers of random bits, and
 * floating point from 0 up to, but not including, 1. */
void gac__elem_fill(gac__elem elem, void *data, uint64_t count,
                    const void *one);
void gac__elem_sequence(gac__elem elem, void *data, uint64_t count);
void gac__elem_random(gac__elem elem, void *data, uint64_t count,
                      uint64_t seed);

#endif
