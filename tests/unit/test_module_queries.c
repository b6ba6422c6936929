/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a module answers: types, sizes, constants, decorations, places. */
#include "module/reports.h"
#include "module/types.h"
#include "module_helper.h"

#include <stdalign.h>

/* -- types ----------------------------------------------------------------- */

static void types_are_described(void **state)
{
    (void)state;
    binary b;
    parsed p = parse_good(
        &b, PHYSICAL64
        "%1 = OpTypeVoid\n%2 = OpTypeBool\n%3 = OpTypeInt 16 1\n"
        "%4 = OpTypeFloat 64\n%5 = OpTypeVector %4 3\n"
        "%6 = OpTypeInt 32 0\n%7 = OpConstant %6 5\n%8 = OpTypeArray %5 %7\n"
        "%9 = OpTypeStruct %3 %8\n%10 = OpTypePointer CrossWorkgroup %9\n"
        "%11 = OpTypeFunction %1 %10 %6\n%12 = OpTypeEvent\n"
        "%13 = OpTypeSampler\n%14 = OpTypeQueue\n%15 = OpTypeStruct\n");
    const gac_module *m = p.module;
    static const gac__type_kind kinds[] = {
        GAC__TYPE_NONE,   GAC__TYPE_VOID,    GAC__TYPE_BOOL,
        GAC__TYPE_INT,    GAC__TYPE_FLOAT,   GAC__TYPE_VECTOR,
        GAC__TYPE_INT,    GAC__TYPE_NONE,    GAC__TYPE_ARRAY,
        GAC__TYPE_STRUCT, GAC__TYPE_POINTER, GAC__TYPE_FUNCTION,
        GAC__TYPE_EVENT,  GAC__TYPE_OPAQUE,  GAC__TYPE_OPAQUE,
        GAC__TYPE_STRUCT, GAC__TYPE_NONE};
    for (uint32_t i = 0; i < GAC__COUNT_OF(kinds); i++)
        assert_int_equal(gac__module_type(m, i).kind, kinds[i]);
    assert_int_equal(gac__module_type(m, 3).width, 16);
    assert_int_equal(gac__module_type(m, 3).is_signed, 1);
    assert_int_equal(gac__module_type(m, 5).count, 3);
    assert_int_equal(gac__module_type(m, 5).element_id, 4);
    assert_int_equal(gac__module_type(m, 8).count, 5);
    assert_int_equal(gac__module_type(m, 9).count, 2);
    assert_int_equal(gac__module_type(m, 9).members[1], 8);
    assert_int_equal(gac__module_type(m, 10).storage_class,
                     SpvStorageClassCrossWorkgroup);
    assert_int_equal(gac__module_type(m, 10).element_id, 9);
    assert_int_equal(gac__module_type(m, 11).element_id, 1);
    assert_int_equal(gac__module_type(m, 11).members[0], 10);
    assert_int_equal(gac__module_type(m, 15).count, 0);
    assert_int_equal(gac__module_type_of(m, 7), 6);
    assert_int_equal(gac__module_type_of(m, 6), 0);
    release(&p);
}

/* The host's compiler lays out the same structs: expected values are its. */
typedef struct three {
    alignas(16) int32_t xyz[4];
} three;
typedef struct inner {
    int8_t c;
    double d;
    int16_t s;
} inner;
typedef struct outer {
    int8_t a;
    inner b[3];
    int32_t e;
    three v;
    char *p;
} outer;
typedef struct __attribute__((packed)) tight {
    int8_t c;
    double d;
    int16_t s;
} tight;

#define LAYOUTS                                                                \
    "%1 = OpTypeInt 8 0\n%2 = OpTypeInt 16 0\n%3 = OpTypeInt 32 0\n"           \
    "%4 = OpTypeFloat 64\n%5 = OpTypeVector %3 3\n%6 = OpConstant %3 3\n"      \
    "%7 = OpTypeStruct %1 %4 %2\n%8 = OpTypeArray %7 %6\n"                     \
    "%9 = OpTypePointer CrossWorkgroup %1\n"                                   \
    "%10 = OpTypeStruct %1 %8 %3 %5 %9\n%11 = OpTypeStruct %1 %4 %2\n"         \
    "%12 = OpTypeEvent\n%13 = OpTypeVoid\n%14 = OpTypeStruct %1 %13\n"         \
    "%15 = OpTypeBool\n%16 = OpTypeStruct\n%17 = OpTypeSampler\n"              \
    "%18 = OpTypeFunction %13\n%19 = OpTypeRuntimeArray %1\n"

static void expect_size(const gac_module *m, uint32_t id, uint64_t size,
                        uint64_t align)
{
    uint64_t found_size, found_align;
    assert_int_equal(gac__module_size_of(m, id, &found_size, &found_align),
                     size != UINT64_MAX);
    if (size == UINT64_MAX)
        return;
    assert_int_equal(found_size, size);
    assert_int_equal(found_align, align);
}

static void sizes_are_opencls(void **state)
{
    (void)state;
    binary b;
    parsed p = parse_good(&b, PHYSICAL64 "OpDecorate %11 CPacked\n" LAYOUTS);
    const gac_module *m = p.module;
    expect_size(m, 1, 1, 1);
    expect_size(m, 4, sizeof(double), alignof(double));
    expect_size(m, 5, sizeof(three), alignof(three));
    expect_size(m, 7, sizeof(inner), alignof(inner));
    expect_size(m, 8, 3 * sizeof(inner), alignof(inner));
    expect_size(m, 9, 8, 8);
    expect_size(m, 10, sizeof(outer), alignof(outer));
    expect_size(m, 11, sizeof(tight), 1);
    expect_size(m, 12, 8, 8);
    expect_size(m, 15, 1, 1);
    expect_size(m, 16, 0, 1);
    static const uint32_t none[] = {0, 6, 13, 14, 17, 18, 19, 20, UINT32_MAX};
    for (size_t i = 0; i < GAC__COUNT_OF(none); i++)
        expect_size(m, none[i], UINT64_MAX, 0);
    static const size_t offsets[] = {offsetof(outer, a), offsetof(outer, b),
                                     offsetof(outer, e), offsetof(outer, v),
                                     offsetof(outer, p)};
    uint64_t offset;
    for (uint32_t i = 0; i < 5; i++) {
        assert_true(gac__module_member_offset(m, 10, i, &offset));
        assert_int_equal(offset, offsets[i]);
    }
    assert_true(gac__module_member_offset(m, 11, 2, &offset));
    assert_int_equal(offset, offsetof(tight, s));
    assert_false(gac__module_member_offset(m, 10, 5, &offset));
    assert_false(gac__module_member_offset(m, 8, 0, &offset));
    assert_false(gac__module_member_offset(m, 14, 0, &offset));
    release(&p);
    p = parse_good(&b, PHYSICAL32 LAYOUTS);
    expect_size(p.module, 9, 4, 4);
    expect_size(p.module, 12, 4, 4);
    release(&p);
}

/* Sizes that pass 64 bits, and types that nest through themselves. */
static void sizes_have_ends(void **state)
{
    (void)state;
    binary b;
    parsed p = parse_good(
        &b, PHYSICAL64
        "%1 = OpTypeInt 64 0\n%2 = OpConstant %1 0x2000000000000000\n"
        "%3 = OpTypeArray %1 %2\n%4 = OpTypeStruct %1 %3\n"
        "%5 = OpConstant %1 0x1FFFFFFFFFFFFFFF\n%6 = OpTypeArray %1 %5\n"
        "%7 = OpTypeStruct %6 %1\n%8 = OpConstant %1 0\n"
        "%9 = OpTypeArray %1 %8\n%10 = OpTypeStruct %10\n"
        "%11 = OpTypeStruct %12\n%12 = OpTypeStruct %11\n");
    expect_size(p.module, 6, UINT64_C(0xFFFFFFFFFFFFFFF8), 8);
    static const uint32_t none[] = {3, 4, 7, 9, 10, 11, 12};
    for (size_t i = 0; i < GAC__COUNT_OF(none); i++)
        expect_size(p.module, none[i], UINT64_MAX, 0);
    release(&p);
}

/* Each struct holds the one before twice: 2^60 parts, laid out at once. */
static void nested_sizes_take_no_time(void **state)
{
    (void)state;
    char text[8192];
    int n = snprintf(text, sizeof text, "%s%%1 = OpTypeInt 8 0\n", PHYSICAL64);
    for (int i = 2; i < 62; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%%%d = OpTypeStruct %%%d %%%d\n", i, i - 1, i - 1);
    binary b;
    parsed p = parse_good(&b, text);
    expect_size(p.module, 61, UINT64_C(1) << 60, 1);
    release(&p);
}

/* -- constants ------------------------------------------------------------- */

static void expect_constant(const gac_module *m, uint32_t id, uint64_t bits)
{
    uint64_t found;
    assert_true(gac__module_constant(m, id, &found));
    assert_int_equal(found, bits);
}

static void constants_are_evaluated(void **state)
{
    (void)state;
    binary b;
    parsed p = parse_good(
        &b, PHYSICAL64
        "%1 = OpTypeInt 32 0\n%2 = OpTypeInt 64 0\n%3 = OpTypeInt 8 0\n"
        "%4 = OpTypeBool\n%5 = OpTypeFloat 32\n"
        "%10 = OpConstant %1 7\n%11 = OpConstant %2 0x123456789\n"
        "%12 = OpConstant %3 255\n%13 = OpConstantNull %2\n"
        "%14 = OpConstantTrue %4\n%15 = OpSpecConstantFalse %4\n"
        "%16 = OpSpecConstant %1 3\n%17 = OpConstant %5 1\n"
        "%20 = OpSpecConstantOp %1 IAdd %10 %16\n"
        "%21 = OpSpecConstantOp %1 ISub %16 %10\n"
        "%22 = OpSpecConstantOp %1 IMul %20 %20\n"
        "%23 = OpSpecConstantOp %1 UDiv %10 %16\n"
        "%24 = OpSpecConstantOp %1 SDiv %21 %16\n"
        "%25 = OpSpecConstantOp %1 SRem %21 %16\n"
        "%26 = OpSpecConstantOp %1 SMod %21 %16\n"
        "%27 = OpSpecConstantOp %1 UMod %10 %16\n"
        "%28 = OpSpecConstantOp %1 ShiftLeftLogical %10 %16\n"
        "%29 = OpSpecConstantOp %1 ShiftRightArithmetic %21 %16\n"
        "%30 = OpSpecConstantOp %1 ShiftRightLogical %21 %16\n"
        "%31 = OpSpecConstantOp %4 SLessThan %21 %16\n"
        "%32 = OpSpecConstantOp %4 ULessThan %21 %16\n"
        "%33 = OpSpecConstantOp %1 Select %31 %10 %16\n"
        "%34 = OpSpecConstantOp %2 SConvert %21\n"
        "%35 = OpSpecConstantOp %2 UConvert %21\n"
        "%36 = OpSpecConstantOp %1 Not %10\n"
        "%37 = OpSpecConstantOp %1 SNegate %10\n"
        "%38 = OpSpecConstantOp %4 LogicalAnd %14 %15\n"
        "%39 = OpSpecConstantOp %1 BitwiseXor %10 %16\n"
        "%40 = OpConstant %1 0\n"
        "%41 = OpSpecConstantOp %1 UDiv %10 %40\n"
        "%42 = OpConstant %1 32\n"
        "%43 = OpSpecConstantOp %1 ShiftLeftLogical %10 %42\n"
        "%44 = OpSpecConstantOp %1 IAdd %44 %10\n");
    const gac_module *m = p.module;
    static const uint64_t expected[][2] = {
        {10, 7},          {11, 0x123456789},
        {12, 255},        {13, 0},
        {14, 1},          {15, 0},
        {16, 3},          {20, 10},
        {21, 0xFFFFFFFC}, {22, 100},
        {23, 2},          {24, 0xFFFFFFFF},
        {25, 0xFFFFFFFF}, {26, 2},
        {27, 1},          {28, 56},
        {29, 0xFFFFFFFF}, {30, 0x1FFFFFFF},
        {31, 1},          {32, 0},
        {33, 7},          {34, UINT64_C(0xFFFFFFFFFFFFFFFC)},
        {35, 0xFFFFFFFC}, {36, 0xFFFFFFF8},
        {37, 0xFFFFFFF9}, {38, 0},
        {39, 4},          {40, 0}};
    for (size_t i = 0; i < GAC__COUNT_OF(expected); i++)
        expect_constant(m, (uint32_t)expected[i][0], expected[i][1]);
    static const uint32_t none[] = {0, 1, 17, 41, 43, 44, 99, UINT32_MAX};
    uint64_t bits;
    for (size_t i = 0; i < GAC__COUNT_OF(none); i++)
        assert_false(gac__module_constant(m, none[i], &bits));
    release(&p);
}

/* Each sum uses the one before twice: 2^n paths, which are not all walked. */
static void deep_constants_end(void **state)
{
    (void)state;
    char text[8192];
    int n = snprintf(text, sizeof text,
                     "%s%%1 = OpTypeInt 64 0\n%%2 = OpConstant %%1 1\n",
                     PHYSICAL64);
    for (int i = 3; i < 60; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%%%d = OpSpecConstantOp %%1 IAdd %%%d %%%d\n", i, i - 1,
                      i - 1);
    binary b;
    uint64_t bits;
    parsed p = parse_good(&b, text);
    expect_constant(p.module, 8, 64);
    assert_false(gac__module_constant(p.module, 59, &bits));
    release(&p);
}

/* -- decorations ----------------------------------------------------------- */

/* Those of a structure of many members, behind which those of one with a lower
 * id stand, and mixed with those. */
static void decorations_of_many_members(void **state)
{
    enum { MEMBERS = 60, LOW = 5, HIGH = 6 };
    const uint32_t self = UINT32_MAX;
    (void)state;
    for (int mixed = 0; mixed < 2; mixed++) {
        char *text = NULL;
        size_t size;
        FILE *f = open_memstream(&text, &size);
        fputs(PHYSICAL64, f);
        for (unsigned k = 0; k < MEMBERS; k++) {
            fprintf(f, "OpMemberDecorate %%%u %u Offset %u\n", HIGH, k, 4 * k);
            if (mixed)
                fprintf(f, "OpMemberDecorate %%%u %u Offset %u\n", LOW, k,
                        8 * k);
        }
        fprintf(f, "OpDecorate %%%u CPacked\n", HIGH);
        for (unsigned k = 0; !mixed && k < MEMBERS; k++)
            fprintf(f, "OpMemberDecorate %%%u %u Offset %u\n", LOW, k, 8 * k);
        fputs("%1 = OpTypeInt 32 0\n%2 = OpTypeInt 64 0\n%5 = OpTypeStruct", f);
        for (unsigned k = 0; k < MEMBERS; k++)
            fputs(" %2", f);
        fputs("\n%6 = OpTypeStruct", f);
        for (unsigned k = 0; k < MEMBERS; k++)
            fputs(" %1", f);
        fputs("\n", f);
        fclose(f);
        binary b;
        parsed p = parse_good(&b, text);
        const gac_module *m = p.module;
        assert_non_null(
            gac__module_decoration(m, HIGH, self, SpvDecorationCPacked));
        assert_null(gac__module_decoration(m, LOW, self, SpvDecorationCPacked));
        for (uint32_t k = 0; k < MEMBERS; k++) {
            const gac__decoration *d =
                gac__module_decoration(m, HIGH, k, SpvDecorationOffset);
            assert_non_null(d);
            assert_int_equal(d->operands[0], 4 * k);
            d = gac__module_decoration(m, LOW, k, SpvDecorationOffset);
            assert_non_null(d);
            assert_int_equal(d->operands[0], 8 * k);
        }
        release(&p);
        free(text);
    }
}

static void decorations_are_found(void **state)
{
    (void)state;
    binary b;
    parsed p = parse_good(
        &b, PHYSICAL64
        "OpMemberDecorate %5 1 Offset 8\nOpDecorate %6 Alignment 16\n"
        "OpDecorate %5 CPacked\nOpDecorate %4 Restrict\n"
        "OpDecorate %4 Alignment 32\nOpMemberDecorate %5 0 Constant\n"
        "%4 = OpDecorationGroup\nOpGroupDecorate %4 %6 %7\n"
        "OpGroupMemberDecorate %4 %5 1\n"
        "%1 = OpTypeInt 32 0\n%5 = OpTypeStruct %1 %1\n"
        "%2 = OpTypePointer CrossWorkgroup %1\n"
        "%6 = OpVariable %2 CrossWorkgroup\n"
        "%7 = OpVariable %2 CrossWorkgroup\n");
    const gac_module *m = p.module;
    const uint32_t self = UINT32_MAX;
    const gac__decoration *d;
    assert_non_null(gac__module_decoration(m, 5, self, SpvDecorationCPacked));
    assert_null(gac__module_decoration(m, 5, 0, SpvDecorationCPacked));
    assert_non_null(gac__module_decoration(m, 5, 0, SpvDecorationConstant));
    assert_null(gac__module_decoration(m, 5, 1, SpvDecorationConstant));
    d = gac__module_decoration(m, 5, 1, SpvDecorationOffset);
    assert_int_equal(d->n_operands, 1);
    assert_int_equal(d->operands[0], 8);
    /* Its own before its group's; what it lacks from the group. */
    d = gac__module_decoration(m, 6, self, SpvDecorationAlignment);
    assert_int_equal(d->operands[0], 16);
    assert_non_null(gac__module_decoration(m, 6, self, SpvDecorationRestrict));
    d = gac__module_decoration(m, 7, self, SpvDecorationAlignment);
    assert_int_equal(d->operands[0], 32);
    assert_non_null(gac__module_decoration(m, 5, 1, SpvDecorationRestrict));
    assert_null(gac__module_decoration(m, 5, 0, SpvDecorationRestrict));
    assert_null(gac__module_decoration(m, 1, self, SpvDecorationRestrict));
    assert_null(gac__module_decoration(m, 99, self, SpvDecorationRestrict));
    uint32_t n = 0; /* the chain of an id */
    for (uint32_t i = m->ids[5].decorations; i; i = m->decorations[i - 1].next)
        n += m->decorations[i - 1].target == 5;
    assert_int_equal(n, 4);
    release(&p);
}

/* -- places ---------------------------------------------------------------- */

static void expect_place(const gac_module *m, uint32_t id, const char *file,
                         uint32_t line, uint32_t column)
{
    gac_source_place place = gac__module_place(m, m->definitions[id] - 1);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
    if (file)
        assert_string_equal(place.file, file);
    else
        assert_null(place.file);
}

static void lines_are_in_force(void **state)
{
    (void)state;
    binary b;
    parsed p = parse_good(
        &b,
        HEADER "%30 = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\n"
               "OpMemoryModel Physical64 OpenCL\n"
               "%31 = OpString \"k.cl\"\n%32 = OpString \"other.cl\"\n"
               "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%5 = OpTypeInt 32 0\n"
               "%6 = OpConstant %5 70\n%7 = OpConstant %5 4\n"
               "%33 = OpExtInst %1 %30 DebugSource %32\n"
               "OpLine %31 1 2\n%3 = OpFunction %1 None %2\n"
               "%4 = OpLabel\n%10 = OpIAdd %5 %6 %6\nOpLine %31 9 3\n"
               "%11 = OpIAdd %5 %6 %6\nOpNoLine\n%12 = OpIAdd %5 %6 %6\n"
               "%34 = OpExtInst %1 %30 DebugLine %33 %6 %6 %7 %7\n"
               "%13 = OpIAdd %5 %6 %6\nOpBranch %20\n"
               "%20 = OpLabel\n%14 = OpIAdd %5 %6 %6\nOpLine %31 11 1\n"
               "%15 = OpIAdd %5 %6 %6\n"
               "%35 = OpExtInst %1 %30 DebugNoLine\n%16 = OpIAdd %5 %6 %6\n"
               "OpReturn\nOpFunctionEnd\n");
    const gac_module *m = p.module;
    expect_place(m, 5, NULL, 0, 0);
    expect_place(m, 3, "k.cl", 1, 2);
    expect_place(m, 10, "k.cl", 1, 2);
    expect_place(m, 11, "k.cl", 9, 3);
    expect_place(m, 12, NULL, 0, 0);
    expect_place(m, 13, "other.cl", 70, 4);
    expect_place(m, 14, NULL, 0, 0); /* the block's end ended it */
    expect_place(m, 15, "k.cl", 11, 1);
    expect_place(m, 16, NULL, 0, 0);
    release(&p);
}

/* Lines that scopes give, in both kinds of sets; what llvm-spirv writes. */
static void check_scopes(const char *set, const char *line, const char *numbers)
{
    char text[2048];
    snprintf(
        text, sizeof text,
        HEADER
        "%%30 = OpExtInstImport \"%s\"\n"
        "OpMemoryModel Physical64 OpenCL\n"
        "%%31 = OpString \"k.cl\"\n%%32 = OpString \"//__CSK_MD5:12\"\n"
        "%%1 = OpTypeVoid\n%%2 = OpTypeFunction %%1\n%%5 = OpTypeInt 32 0\n"
        "%%6 = OpConstant %%5 7\n%%7 = OpConstant %%5 3\n"
        "%%33 = OpExtInst %%1 %%30 DebugSource %%31 %%32\n"
        "%%34 = OpExtInst %%1 %%30 DebugLexicalBlock %%33 %s %%33 %%31\n"
        "%%35 = OpExtInst %%1 %%30 DebugLexicalBlockDiscriminator %%33 %s "
        "%%34\n"
        "%%3 = OpFunction %%1 None %%2\n"
        "%%4 = OpLabel\n%%10 = OpIAdd %%5 %%6 %%6\n"
        "%%36 = OpExtInst %%1 %%30 DebugScope %%35\n%%11 = OpIAdd %%5 %%6 %%6\n"
        "OpLine %%31 70 1\n%%12 = OpIAdd %%5 %%6 %%6\nOpBranch %%20\n"
        "%%20 = OpLabel\n%%37 = OpExtInst %%1 %%30 DebugScope %%34\n"
        "%%13 = OpIAdd %%5 %%6 %%6\n%%38 = OpExtInst %%1 %%30 DebugNoScope\n"
        "%%14 = OpIAdd %%5 %%6 %%6\nOpReturn\nOpFunctionEnd\n",
        set, numbers, line);
    binary b;
    parsed p = parse_good(&b, text);
    uint32_t size;
    expect_place(p.module, 10, NULL, 0, 0);
    expect_place(p.module, 11, "k.cl", 7, 3);
    expect_place(p.module, 12, "k.cl", 70, 1);
    expect_place(p.module, 13, "k.cl", 7, 3);
    expect_place(p.module, 14, NULL, 0, 0);
    assert_null(gac__module_source_line(p.module, "k.cl", 1, &size));
    release(&p);
}

static void finds_lines_by_scope(void **state)
{
    (void)state;
    check_scopes("OpenCL.DebugInfo.100", "9", "7 3");
    check_scopes("NonSemantic.Shader.DebugInfo.100", "%6", "%6 %7");
}

/* Lines of a source in pieces that end in the middle of lines, on them and with
 * nothing: line n reads "n:" and n times "x", up to 39 of them. */
static void finds_lines_in_pieces(void **state)
{
    enum { LINES = 300, PIECE = 190 };
    static char text[LINES * 60], module[LINES * 80];
    size_t n = 0, m;
    (void)state;
    for (unsigned i = 1; i <= LINES; i++) {
        n += (size_t)sprintf(text + n, "%u:", i);
        memset(text + n, 'x', i % 40);
        n += i % 40;
        text[n++] = '\n';
    }
    m = (size_t)sprintf(module,
                        PHYSICAL64 "%%other = OpString \"other.cl\"\n"
                                   "%%file = OpString \"k.cl\"\n"
                                   "OpSource OpenCL_C 100000 %%other \"no\"\n"
                                   "OpSource OpenCL_C 100000 %%file \"");
    for (size_t at = 0; at < n; at += PIECE) {
        size_t size = n - at < PIECE ? n - at : PIECE;
        memcpy(module + m, text + at, size);
        m += size;
        m += (size_t)sprintf(module + m, "\"\n%sOpSourceContinued \"",
                             at % 570 ? "" : "OpSourceContinued \"\"\n");
    }
    sprintf(module + m, "\"\n");
    binary b;
    parsed p = parse_good(&b, module);
    unsigned n_whole = 0;
    for (unsigned i = 1; i <= LINES; i++) {
        uint32_t size;
        char head[16];
        size_t length = (size_t)sprintf(head, "%u:", i);
        const char *line = gac__module_source_line(p.module, "k.cl", i, &size);
        assert_non_null(line);
        assert_memory_equal(line, head, size < length ? size : length);
        /* one that goes on in the next piece is cut there */
        assert_in_range(size, 1, length + i % 40);
        n_whole += size == length + i % 40;
    }
    uint32_t size;
    assert_in_range(n_whole, LINES - n / PIECE - 1, LINES);
    assert_null(gac__module_source_line(p.module, "k.cl", LINES + 1, &size));
    assert_null(gac__module_source_line(p.module, "k.cl", 0, &size));
    assert_null(gac__module_source_line(p.module, "m.cl", 1, &size));
    assert_non_null(gac__module_source_line(p.module, "other.cl", 1, &size));
    release(&p);
}

/* -- operands -------------------------------------------------------------- */

typedef struct shown {
    char text[512];
} shown;

static bool show(void *user, const gac__inst *inst, const gac__operand_row *row,
                 uint32_t word, uint32_t n)
{
    shown *s = user;
    size_t length = strlen(s->text);
    (void)inst;
    snprintf(s->text + length, sizeof s->text - length, "%s@%u+%u;",
             row ? row->name : "?", word, n);
    return strlen(s->text) < 400;
}

static void expect_operands(const gac_module *m, uint32_t opcode,
                            const char *expected)
{
    for (uint32_t i = 0; i < m->n_insts; i++) {
        gac__inst inst = gac__module_inst(m, i);
        shown s = {""};
        if (inst.opcode != opcode)
            continue;
        assert_true(gac__module_visit_operands(m, &inst, show, &s));
        assert_string_equal(s.text, expected);
        return;
    }
    fail();
}

static void operands_are_visited(void **state)
{
    (void)state;
    binary b;
    parsed p = parse_good(
        &b, HEADER
        "%30 = OpExtInstImport \"" GAC__SET_NONSEMANTIC_NAME "\"\n"
        "OpMemoryModel Physical64 OpenCL\n"
        "OpEntryPoint Kernel %3 \"kernel\" %10\n"
        "OpDecorate %10 LinkageAttributes \"abcd\" Import\n"
        "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%5 = OpTypeInt 64 0\n"
        "%6 = OpConstant %5 70\n%8 = OpTypePointer CrossWorkgroup %5\n"
        "%10 = OpVariable %8 CrossWorkgroup\n"
        "%3 = OpFunction %1 None %2\n"
        "%4 = OpLabel\n%12 = OpLoad %5 %10 Volatile|Aligned 8\n"
        "%13 = OpExtInst %1 %30 1 %10 %6 %6\n"
        "OpSwitch %12 %20 7 %20\n"
        "%20 = OpLabel\n%14 = OpPhi %5 %6 %4\nOpReturn\nOpFunctionEnd\n");
    const gac_module *m = p.module;
    expect_operands(m, SpvOpEntryPoint,
                    "Execution Model@1+1;Entry Point@2+1;Name@3+2;"
                    "Interface@5+1;");
    expect_operands(m, SpvOpDecorate,
                    "Target@1+1;Decoration@2+1;Name@3+2;Linkage Type@5+1;");
    expect_operands(m, SpvOpConstant, "Result Type@1+1;Result@2+1;Value@3+2;");
    expect_operands(m, SpvOpLoad,
                    "Result Type@1+1;Result@2+1;Pointer@3+1;"
                    "Memory Access@4+1;Literal Integer@5+1;");
    expect_operands(m, SpvOpExtInst,
                    "Result Type@1+1;Result@2+1;Set@3+1;Instruction@4+1;"
                    "Destination@5+1;Destination Offset@6+1;Source@7+1;");
    expect_operands(m, SpvOpSwitch,
                    "Selector@1+1;Default@2+1;Target@3+2;Target@5+1;");
    expect_operands(m, SpvOpPhi,
                    "Result Type@1+1;Result@2+1;Variable, Parent, "
                    "...@3+1;Variable, Parent, ...@4+1;");
    gac__inst inst;
    assert_true(gac__module_def(m, 13, &inst));
    assert_string_equal(gac__module_inst_name(m, &inst),
                        gac__set_async_copies.rows[0].name);
    assert_true(gac__module_def(m, 12, &inst));
    assert_string_equal(gac__module_inst_name(m, &inst), "OpLoad");
    release(&p);
}

/* Calls of builtins have their names, of up to 63 letters. */
static void calls_have_titles(void **state)
{
#define TEN "abcdefghij"
    static const char *const names[] = {
        TEN TEN TEN TEN TEN TEN "abc", /* as long as may be */
        TEN TEN TEN TEN TEN TEN "abcd", "barrier"};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(names); i++) {
        char text[600], title[64];
        binary b;
        snprintf(text, sizeof text,
                 PHYSICAL64
                 "OpDecorate %%4 LinkageAttributes \"_Z%zu%sv\" Import\n"
                 "%%1 = OpTypeVoid\n%%2 = OpTypeFunction %%1\n"
                 "%%4 = OpFunction %%1 None %%2\nOpFunctionEnd\n"
                 "%%3 = OpFunction %%1 None %%2\n%%5 = OpLabel\n"
                 "%%6 = OpFunctionCall %%1 %%4\nOpReturn\nOpFunctionEnd\n",
                 strlen(names[i]), names[i]);
        parsed p = parse_good(&b, text);
        gac__inst inst;
        assert_true(gac__module_def(p.module, 6, &inst));
        gac__module_inst_title(p.module, inst.ordinal, title);
        assert_string_equal(title, strlen(names[i]) < 64 ? names[i]
                                                         : "OpFunctionCall");
        release(&p);
    }
#undef TEN
}

/* -- what passes need not look for ----------------------------------------- */

static void notable_ones_are_listed(void **state)
{
    (void)state;
    static const uint32_t expected[] = {
        SpvOpExtInstImport, SpvOpExtInstImport,  SpvOpExtInstImport,
        SpvOpFunctionCall,  SpvOpGroupAsyncCopy, SpvOpGroupWaitEvents,
        SpvOpExtInst /* prefetch */};
    binary b;
    parsed p = parse_good(
        &b, HEADER
        "%20 = OpExtInstImport \"OpenCL.std\"\n"
        "%21 = OpExtInstImport \"NonSemantic.Codeplay.GroupAsyncCopies\"\n"
        "%22 = OpExtInstImport \"NonSemantic.Other\"\n"
        "OpMemoryModel Physical64 OpenCL\n"
        "OpEntryPoint Kernel %3 \"k\"\nOpExecutionMode %3 LocalSize 4 1 1\n"
        "%1 = OpTypeVoid\n%5 = OpTypeFloat 32\n%6 = OpTypeInt 64 0\n"
        "%7 = OpTypeInt 32 0\n%8 = OpTypeEvent\n"
        "%9 = OpTypePointer Workgroup %5\n"
        "%10 = OpTypePointer CrossWorkgroup %5\n"
        "%11 = OpTypePointer Function %8\n%12 = OpConstant %7 2\n"
        "%13 = OpConstant %6 1\n%14 = OpConstantNull %8\n"
        "%2 = OpTypeFunction %1 %9 %10\n%3 = OpFunction %1 None %2\n"
        "%15 = OpFunctionParameter %9\n%16 = OpFunctionParameter %10\n"
        "%4 = OpLabel\n%17 = OpVariable %11 Function\n"
        "%18 = OpLoad %5 %15\n%19 = OpExtInst %5 %20 sqrt %18\n"
        "%23 = OpFunctionCall %1 %3 %15 %16\n"
        "%24 = OpGroupAsyncCopy %8 %12 %15 %16 %13 %13 %14\n"
        "OpStore %17 %24\nOpGroupWaitEvents %12 %12 %17\n"
        "%25 = OpExtInst %1 %20 prefetch %16 %13\n"
        "OpReturn\nOpFunctionEnd\n");
    const gac_module *m = p.module;
    assert_int_equal(m->notable.n, GAC__COUNT_OF(expected));
    for (size_t i = 0; i < m->notable.n; i++) {
        gac__inst inst = gac__module_inst(m, m->notable.items[i]);
        assert_int_equal(inst.opcode, expected[i]);
    }
    release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notable_ones_are_listed),
        cmocka_unit_test(types_are_described),
        cmocka_unit_test(sizes_are_opencls),
        cmocka_unit_test(sizes_have_ends),
        cmocka_unit_test(nested_sizes_take_no_time),
        cmocka_unit_test(constants_are_evaluated),
        cmocka_unit_test(deep_constants_end),
        cmocka_unit_test(decorations_are_found),
        cmocka_unit_test(decorations_of_many_members),
        cmocka_unit_test(lines_are_in_force),
        cmocka_unit_test(finds_lines_by_scope),
        cmocka_unit_test(finds_lines_in_pieces),
        cmocka_unit_test(operands_are_visited),
        cmocka_unit_test(calls_have_titles),
    };
    return cmocka_run_group_tests_name("module queries", tests, NULL, NULL);
}
