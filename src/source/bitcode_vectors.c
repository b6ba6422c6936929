/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds vectors in LLVM's bitcode that SPIR-V does not have.
 *
 * Optimizers write (uchar)v.y of a ushort3 as an element of v as <6 x i8>.
 * llvm-spirv 14 translates that to another element, without a message. This
 * file therefore searches the table of types, one of the first blocks of the
 * module ("LLVM Bitcode File Format"):
 *
 *     'BC' C0 DE, then blocks and records, each after a number of `width` bits:
 *     0 END_BLOCK      to a multiple of 32 bits
 *     1 ENTER_SUBBLOCK id:vbr8 width:vbr4, to a multiple of 32 bits, words:32
 *     2 DEFINE_ABBREV  n:vbr5, then the encodings of a record's n operands
 *     3 UNABBREV       code:vbr6 n:vbr6 n * vbr6
 *     4 and above      a record with the abbreviation of that number
 *
 * Up to the table only 0, 1 and 3 occur. The table defines abbreviations, which
 * records of pointers, functions and structures have; those of vectors have
 * none. */

#include "source/source_internal.h"

#define MAGIC 0xDEC04342u
#define MODULE_BLOCK 8u
#define TYPE_BLOCK 17u
#define VECTOR_CODE 12u
#define MOST_ABBREVIATIONS 32u
#define MOST_OPERANDS 16u

enum { END_BLOCK, ENTER_SUBBLOCK, DEFINE_ABBREV, UNABBREV_RECORD };
enum { LITERAL, FIXED, VBR, ARRAY, CHAR6, BLOB };

/* An abbreviation: the encodings of a record's operands, the code first. */
typedef struct abbreviation {
    unsigned n;
    struct {
        unsigned kind; /* LITERAL to BLOB */
        unsigned bits; /* of FIXED and VBR; else 0 */
    } operands[MOST_OPERANDS];
} abbreviation;

/* A reader of bits, the lowest of a byte first. */
typedef struct bit_reader {
    const unsigned char *data;
    uint64_t at, end; /* the position and the end, in bits */
    bool failed;      /* the format is not as expected */
} bit_reader;

static uint64_t read_fixed(bit_reader *r, unsigned n)
{
    uint64_t value = 0;
    if (n > 64 || r->end - r->at < n)
        r->failed = true;
    for (unsigned k = 0; !r->failed && k < n; k++, r->at++)
        value |= (uint64_t)(r->data[r->at / 8] >> r->at % 8 & 1) << k;
    return value;
}

/* Reads a number in pieces of `n` bits, the highest of which tells that another
 * piece follows. */
static uint64_t read_vbr(bit_reader *r, unsigned n)
{
    uint64_t value = 0, more = (uint64_t)1 << (n - 1), piece = more;
    for (unsigned shift = 0; piece & more && !r->failed; shift += n - 1) {
        piece = read_fixed(r, n);
        value |= shift < 64 ? (piece & (more - 1)) << shift : 0;
    }
    return value;
}

/* Moves to a multiple of 32 bits. */
static void align(bit_reader *r)
{
    r->at = (r->at + 31) / 32 * 32;
    r->failed |= r->at > r->end;
}

/* Reads the definition of an abbreviation. */
static void define(bit_reader *r, abbreviation *a)
{
    uint64_t n = read_vbr(r, 5);
    *a = (abbreviation){0};
    r->failed |= !n || n > MOST_OPERANDS;
    a->n = r->failed ? 0 : (unsigned)n;
    for (unsigned k = 0; k < a->n; k++) {
        if (read_fixed(r, 1)) {
            a->operands[k].kind = LITERAL;
            read_vbr(r, 8);
            continue;
        }
        a->operands[k].kind = (unsigned)read_fixed(r, 3);
        bool sized = a->operands[k].kind == FIXED || a->operands[k].kind == VBR;
        uint64_t bits = sized ? read_vbr(r, 5) : 0;
        r->failed |= sized && (!bits || bits > 64);
        a->operands[k].bits = (unsigned)bits;
    }
}

static void skip_operand(bit_reader *r, unsigned kind, unsigned bits)
{
    switch (kind) {
    case LITERAL: break;
    case FIXED: read_fixed(r, bits); break;
    case VBR: read_vbr(r, bits); break;
    case CHAR6: read_fixed(r, 6); break;
    default: r->failed = true; break; /* records of types have no blobs */
    }
}

/* Skips a record with an abbreviation. */
static void skip(bit_reader *r, const abbreviation *a)
{
    for (unsigned k = 0; k < a->n && !r->failed; k++) {
        if (a->operands[k].kind != ARRAY) {
            skip_operand(r, a->operands[k].kind, a->operands[k].bits);
            continue;
        }
        uint64_t n = read_vbr(r, 6);
        r->failed |= k + 1 >= a->n || a->operands[k + 1].kind == LITERAL;
        for (uint64_t i = 0; i < n && !r->failed; i++)
            skip_operand(r, a->operands[k + 1].kind, a->operands[k + 1].bits);
        return;
    }
}

/* Whether SPIR-V has no vectors of `n` components. */
static bool is_odd(uint64_t n)
{
    return n != 2 && n != 3 && n != 4 && n != 8 && n != 16;
}

/* Reads a record without abbreviation. Returns the number of components if it
 * is a vector type's, else 0. */
static uint64_t read_record(bit_reader *r)
{
    uint64_t code = read_vbr(r, 6), n = read_vbr(r, 6), first = 0;
    for (uint64_t k = 0; k < n && !r->failed; k++) {
        uint64_t operand = read_vbr(r, 6);
        first = k ? first : operand;
    }
    return code == VECTOR_CODE ? first : 0;
}

/* Returns the number of components of the largest odd vector in the table of
 * types. */
static unsigned read_types(bit_reader *r, unsigned width)
{
    abbreviation abbreviations[MOST_ABBREVIATIONS];
    unsigned n = 0, largest = 0;
    for (;;) {
        uint64_t number = read_fixed(r, width), components;
        if (r->failed || number == END_BLOCK)
            break;
        switch (number) {
        case ENTER_SUBBLOCK: r->failed = true; break;
        case DEFINE_ABBREV:
            r->failed |= n == MOST_ABBREVIATIONS;
            if (!r->failed)
                define(r, &abbreviations[n++]);
            break;
        case UNABBREV_RECORD:
            components = read_record(r);
            if (components > largest && components <= UINT32_MAX
                && is_odd(components))
                largest = (unsigned)components;
            break;
        default:
            r->failed |= number - 4 >= n;
            if (!r->failed)
                skip(r, &abbreviations[number - 4]);
            break;
        }
    }
    return r->failed ? 0 : largest;
}

/* Enters the next block of the kind `wanted`, and skips others. `width` is that
 * of the numbers around it. Returns the width of the numbers in it; 0: there is
 * no such block. */
static unsigned enter(bit_reader *r, unsigned width, unsigned wanted)
{
    while (!r->failed && r->at < r->end) {
        uint64_t number = read_fixed(r, width);
        if (number == UNABBREV_RECORD)
            read_record(r);
        else if (number != ENTER_SUBBLOCK)
            return 0;
        if (number == UNABBREV_RECORD)
            continue;
        uint64_t id = read_vbr(r, 8), inner = read_vbr(r, 4);
        align(r);
        uint64_t bits = 32 * read_fixed(r, 32);
        if (r->failed || bits > r->end - r->at || inner > 32)
            return 0;
        if (id == wanted)
            return (unsigned)inner;
        r->at += bits;
    }
    return 0;
}

unsigned gac__bitcode_odd_vectors(const char *path)
{
    gac__bytes bytes = {0};
    unsigned largest = 0;
    if (gac__bytes_read(&bytes, path)) {
        bit_reader r = {.data = (const unsigned char *)bytes.data,
                        .end = 8 * (uint64_t)bytes.n};
        unsigned width =
            read_fixed(&r, 32) == MAGIC ? enter(&r, 2, MODULE_BLOCK) : 0;
        width = width ? enter(&r, width, TYPE_BLOCK) : 0;
        largest = width ? read_types(&r, width) : 0;
    }
    gac__bytes_free(&bytes);
    return largest;
}
