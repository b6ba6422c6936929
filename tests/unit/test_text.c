/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The assembler and the disassembler: every module comes back as it was. */
#include "text_helper.h"

/* -- round trips ----------------------------------------------------------- */

/* Disassembles and assembles, and compares; returns how many instructions were
 * written as words. */
static unsigned go_round(const uint32_t *words, size_t n, bool raw_ids)
{
    gac_disassembly *d = NULL;
    gac_assembly *a = NULL;
    gac_disassemble_options o = {.size = sizeof o,
                                 .raw_ids = raw_ids,
                                 .no_indent = raw_ids,
                                 .exact = true};
    size_t size, back_size;
    found.n = 0;
    assert_int_equal(gac_disassemble(context, words, 4 * n, &o, &d), GAC_OK);
    const char *text = gac_disassembly_text(d, &size);
    gac_result result = gac_assemble(context, text, size, NULL, &a);
    if (result != GAC_OK)
        print_error("%s\n%s\n", found.message, text);
    assert_int_equal(result, GAC_OK);
    const uint32_t *back = gac_assembly_data(a, &back_size);
    if (back_size != 4 * n || memcmp(back, words, 4 * n) != 0)
        print_error("%s\n", text);
    assert_int_equal(back_size, 4 * n);
    assert_memory_equal(back, words, 4 * n);
    unsigned raw = 0;
    for (const char *line = text; (line = strstr(line, "!0x")) != NULL; line++)
        raw++;
    gac_assembly_destroy(a);
    gac_disassembly_destroy(d);
    return raw;
}

static unsigned finish(builder *b)
{
    b->words[3] = b->next_id;
    unsigned raw = go_round(b->words, b->n, false);
    assert_int_equal(go_round(b->words, b->n, true), raw);
    free(b->words);
    return raw;
}

/* -- every instruction of the grammar -------------------------------------- */

typedef struct choice {
    bool optional;      /* give the optional operands */
    int operand;        /* this row's operand.. */
    uint32_t enumerant; /* ..takes this of its kind's enumerants */
} choice;

static void put_operand(builder *b, const gac__operand_row *row,
                        const choice *c, int index);

static void put_rows(builder *b, const gac__operand_row *rows, unsigned n,
                     const choice *c)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned times = rows[i].quantifier == GAC__ONE        ? 1
                         : !c->optional                        ? 0
                         : rows[i].quantifier == GAC__OPTIONAL ? 1
                                                               : 2;
        while (times-- > 0)
            put_operand(b, &rows[i], c, (int)i);
    }
}

static void put_enum(builder *b, const gac__operand_row *row, const choice *c,
                     int index)
{
    static const choice none = {false, -1, 0};
    const gac__kind_row *kind = &gac__kind_rows[row->kind];
    const gac__enumerant_row *e =
        &kind->enumerants[index == c->operand ? c->enumerant : 0];
    put(b, e->value);
    put_rows(b, e->parameters, e->n_parameters, &none);
}

static void put_operand(builder *b, const gac__operand_row *row,
                        const choice *c, int index)
{
    static const char text[] = "a \"b\\c\"; %d\n\xc3\xa9 !1";
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_ID: put(b, ID_VALUE); break;
    case GAC__OPERAND_RESULT_TYPE: put(b, ID_UINT); break;
    case GAC__OPERAND_RESULT: put(b, b->next_id++); break;
    case GAC__OPERAND_LITERAL:
    case GAC__OPERAND_TYPED_LITERAL: put(b, 32); break;
    case GAC__OPERAND_FLOAT_LITERAL: put(b, 0x3F000000); break;
    case GAC__OPERAND_STRING: put_string(b, text, sizeof text - 1); break;
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: put_enum(b, row, c, index); break;
    case GAC__OPERAND_PAIR_LITERAL_ID: put(b, 7), put(b, ID_VALUE); break;
    case GAC__OPERAND_PAIR_ID_LITERAL: put(b, ID_VALUE), put(b, 7); break;
    case GAC__OPERAND_PAIR_ID_ID: put(b, ID_VALUE), put(b, ID_VALUE); break;
    case GAC__OPERAND_EXT_INST:
    case GAC__OPERAND_SPEC_OP: fail(); break;
    }
}

static void put_inst(builder *b, const gac__op_row *row, choice c)
{
    begin(b, row->opcode);
    put_rows(b, row->operands, row->n_operands, &c);
    end(b);
}

static void every_instruction(void **state)
{
    (void)state;
    unsigned n = 0, raw = 0;
    for (uint32_t i = 0; i < gac__op_row_count; i++) {
        const gac__op_row *row = &gac__op_rows[i];
        if (row->opcode == SpvOpExtInst || row->opcode == SpvOpSpecConstantOp
            || row->opcode == SpvOpExtInstWithForwardRefsKHR
            || row->opcode == SpvOpExtInstImport)
            continue;
        builder b = new_builder();
        put_inst(&b, row, (choice){false, -1, 0});
        put_inst(&b, row, (choice){true, -1, 0});
        for (int o = 0; o < row->n_operands; o++) {
            const gac__kind_row *kind = &gac__kind_rows[row->operands[o].kind];
            bool is_enum =
                row->operands[o].operand_class == GAC__OPERAND_VALUE_ENUM
                || row->operands[o].operand_class == GAC__OPERAND_BIT_ENUM;
            for (uint32_t e = 0; is_enum && e < kind->n_enumerants; e++)
                put_inst(&b, row, (choice){true, o, e});
        }
        raw += finish(&b) > 0;
        n++;
    }
    assert_true(n > 600);
    assert_int_equal(raw, 0);
}

static void every_extended_instruction(void **state)
{
    (void)state;
    static const struct {
        uint32_t id;
        const gac__ext_set *set;
    } sets[] = {{ID_CL, &gac__set_opencl_std},
                {ID_SET, &gac__set_async_copies},
                {ID_SET2, &gac__set_async_copies}};
    builder b = new_builder();
    for (unsigned s = 0; s < GAC__COUNT_OF(sets); s++) {
        for (uint32_t i = 0; i < 2 * sets[s].set->n_rows; i++) {
            const gac__ext_inst_row *row = &sets[s].set->rows[i / 2];
            choice c = {i % 2 == 1, -1, 0};
            begin(&b, i % 2 ? SpvOpExtInst : SpvOpExtInstWithForwardRefsKHR);
            put(&b, ID_UINT);
            put(&b, b.next_id++);
            put(&b, sets[s].id);
            put(&b, row->number);
            put_rows(&b, row->operands, row->n_operands, &c);
            end(&b);
        }
    }
    assert_int_equal(finish(&b), 0);
}

static void every_specialization_operation(void **state)
{
    (void)state;
    builder b = new_builder();
    uint32_t n = 0;
    for (uint32_t i = 0; i < gac__op_row_count; i++) {
        const gac__op_row *row = &gac__op_rows[i];
        choice c = {true, -1, 0};
        if (!gac__grammar_is_spec_op(row))
            continue;
        n++;
        begin(&b, SpvOpSpecConstantOp);
        put(&b, ID_UINT);
        put(&b, b.next_id++);
        put(&b, row->opcode);
        put_rows(&b, row->operands + 2, row->n_operands - 2u, &c);
        end(&b);
    }
    assert_int_equal(finish(&b), 0);
    assert_int_equal(n, 60 + 4 + 1); /* spirv-as's, untyped chains,
                                           CooperativeMatrixLengthKHR */
}

/* -- numbers and strings --------------------------------------------------- */

static void every_half(void **state)
{
    (void)state;
    builder b = new_builder();
    uint32_t type = b.next_id++;
    emit(&b, SpvOpTypeFloat, 2, type, 16);
    for (uint32_t bits = 0; bits < 0x10000;
         bits += getenv("GAC_TEST_QUICK") ? 7 : 1)
        emit(&b, SpvOpConstant, 3, type, b.next_id++, bits);
    assert_int_equal(finish(&b), 0);
}

static void numbers(void **state)
{
    (void)state;
    builder b = new_builder();
    uint64_t seed = 42;
    for (unsigned kind = 0; kind < 10; kind++) {
        static const uint32_t widths[] = {8, 16, 32, 64, 8, 16, 32, 64, 32, 64};
        uint32_t type = b.next_id++, width = widths[kind];
        if (kind < 8)
            emit(&b, SpvOpTypeInt, 3, type, width, (uint32_t)kind / 4);
        else
            emit(&b, SpvOpTypeFloat, 2, type, width);
        for (unsigned i = 0; i < 3000; i++) {
            uint64_t bits = gac__random_next(&seed);
            if (i % 4 == 1) /* infinities, NaNs, or all bits set */
                bits |= width == 64 ? (uint64_t)0x7FF << 52 : 0x7F800000;
            if (i % 4 == 2) /* zeros, denormals, small numbers */
                bits &= width == 64 ? ~((uint64_t)0x7FF << 52) : ~0x7F800000u;
            if (i % 16 == 3)
                bits = i & 16 ? 0 : (uint64_t)1 << (width - 1);
            if (width < 32 && kind >= 4) /* sign extended */
                bits =
                    (uint64_t)((int64_t)(bits << (64 - width)) >> (64 - width));
            else if (width < 32)
                bits &= (1u << width) - 1;
            if (width == 64)
                emit(&b, i % 2 ? SpvOpConstant : SpvOpSpecConstant, 4, type,
                     b.next_id++, (uint32_t)bits, (uint32_t)(bits >> 32));
            else
                emit(&b, i % 2 ? SpvOpConstant : SpvOpSpecConstant, 3, type,
                     b.next_id++, (uint32_t)bits);
        }
    }
    assert_int_equal(finish(&b), 0);
}

/* A narrow number whose upper bits are not its sign's has no text. */
static void numbers_with_odd_bits(void **state)
{
    (void)state;
    builder b = new_builder();
    uint32_t type = b.next_id++, value = b.next_id++;
    emit(&b, SpvOpTypeInt, 3, type, 16, 1);
    emit(&b, SpvOpConstant, 3, type, value, 0x00008000);
    emit(&b, SpvOpConstant, 3, type, b.next_id++, 0x12340005);
    emit(&b, SpvOpSwitch, 4, value, value, 0x00018000, value);
    assert_int_equal(finish(&b), 3);
}

static void switches(void **state)
{
    (void)state;
    builder b = new_builder();
    uint32_t wide = b.next_id++, late = b.next_id++;
    emit(&b, SpvOpConstant, 4, ID_ULONG, wide, 1, 2);
    emit(&b, SpvOpSwitch, 8, wide, 99, 1, 2, 98, 0xFFFFFFFF, 0xFFFFFFFF, 97);
    emit(&b, SpvOpSwitch, 4, ID_VALUE, 99, 0x80000000, 98);
    emit(&b, SpvOpSwitch, 2, ID_VALUE, 99);
    /* The selector's type is not known yet: words. */
    emit(&b, SpvOpSwitch, 4, late, 99, 5, 98);
    emit(&b, SpvOpUndef, 2, ID_UINT, late);
    assert_int_equal(finish(&b), 1);
}

static void strings(void **state)
{
    (void)state;
    builder b = new_builder();
    uint64_t seed = 7;
    for (unsigned i = 0; i < 400; i++) {
        char text[64];
        size_t size = gac__random_next(&seed) % sizeof text;
        for (size_t k = 0; k < size; k++)
            text[k] = (char)(1 + gac__random_next(&seed) % (i % 2 ? 255 : 126));
        begin(&b, i % 3 ? SpvOpName : SpvOpExtInstImport);
        put(&b, i % 3 ? ID_FIRST + i % 50 : 1000 + i);
        put_string(&b, text, size);
        end(&b);
    }
    b.next_id = 2000;
    assert_int_equal(finish(&b), 0);
}

static void names_that_look_like_others(void **state)
{
    (void)state;
    static const char *const names[] = {"5",      "uint", "6",   "OpNop",
                                        "uint_5", "",     "8",   "a=9",
                                        "Ids:",   "%4",   "uint"};
    builder b = new_builder();
    for (uint32_t i = 0; i < GAC__COUNT_OF(names); i++) {
        begin(&b, SpvOpName);
        put(&b, i + 1);
        put_string(&b, names[i], strlen(names[i]));
        end(&b);
    }
    for (uint32_t i = ID_FIRST; i < 20; i++)
        emit(&b, SpvOpUndef, 2, ID_UINT, i);
    b.next_id = 20;
    assert_int_equal(finish(&b), 0);
}

/* -- what the text does not say -------------------------------------------- */

/* Whether a module's text, by default or exact, has a line. */
static void has_line(const builder *b, bool exact, const char *line, bool has)
{
    gac_disassembly *d = NULL;
    gac_disassemble_options o = {.size = sizeof o, .exact = exact};
    assert_int_equal(gac_disassemble(context, b->words, 4 * b->n, &o, &d),
                     GAC_OK);
    const char *text = gac_disassembly_text(d, NULL);
    if (!strstr(text, line) == has)
        print_error("%s\n%s\n", line, text);
    assert_int_equal(strstr(text, line) != NULL, has);
    gac_disassembly_destroy(d);
}

/* By default a text says what spirv-dis says; only an exact one is words where
 * that is not all. */
static void exact_texts(void **state)
{
    (void)state;
    builder b = new_builder();
    uint32_t half = b.next_id++, narrow = b.next_id++, value = b.next_id++;
    uint32_t named = b.next_id++;
    emit(&b, SpvOpName, 2, named, 0x62620061); /* "a", and "bb" behind it */
    emit(&b, SpvOpTypeFloat, 2, half, 16);
    emit(&b, SpvOpConstant, 3, half, b.next_id++, 0x00013C00);
    emit(&b, SpvOpTypeInt, 3, narrow, 16, 0);
    emit(&b, SpvOpConstant, 3, narrow, value, 0x00010005);
    emit(&b, SpvOpSwitch, 4, value, 99, 5, 98);
    b.words[3] = b.next_id;
    has_line(&b, false, "OpName %a \"a\"\n", true);
    has_line(&b, true, "!0x00030005 %11 !1650589793 ; OpName\n", true);
    has_line(&b, false, " = OpConstant %half 0x1p+0\n", true);
    has_line(&b, true, "!0x0004002b %half %12 !80896 ; OpConstant\n", true);
    has_line(&b, false, " = OpConstant %ushort 65541\n", true);
    has_line(&b, true, "!0x0004002b %ushort %10 !65541 ; OpConstant\n", true);
    has_line(&b, false, "OpSwitch %ushort_65541 %99 5 %98\n", true);
    has_line(&b, true, "!0x000500fb %10 %99 !5 !98 ; OpSwitch\n", true);
    finish(&b);
}

/* As spirv-dis of 2025 writes them. */
static void newer_texts(void **state)
{
    (void)state;
    builder b = new_builder();
    uint32_t pointer = b.next_id++, array = b.next_id++;
    emit(&b, SpvOpDecorate, 3, ID_VALUE, 6170, 0xBDCCCCCD);
    emit(&b, SpvOpDecorate, 3, ID_VALUE, 6170, 0x7F800000);
    emit(&b, SpvOpTypeUntypedPointerKHR, 2, pointer, SpvStorageClassWorkgroup);
    emit(&b, SpvOpTypeNodePayloadArrayAMDX, 2, array, pointer);
    b.words[3] = b.next_id;
    has_line(&b, false, " FPMaxErrorDecorationINTEL -0.100000001\n", true);
    has_line(&b, false, " FPMaxErrorDecorationINTEL 0x1p+128\n", true);
    has_line(&b, false,
             "\n%_ptr_Workgroup = OpTypeUntypedPointerKHR Workgroup\n", true);
    has_line(&b, false, "\n%_payloadarr__ptr_Workgroup = ", true);
    assert_int_equal(finish(&b), 0);
}

/* An id that nothing defines is shown by its number, as spirv-dis does, though
 * another one may be called so; in an exact text they differ. */
static void undefined_ids(void **state)
{
    (void)state;
    builder b = new_builder();
    uint32_t other = b.next_id++;
    begin(&b, SpvOpName);
    put(&b, other);
    put_string(&b, "77", 2);
    end(&b);
    emit(&b, SpvOpIAdd, 4, ID_UINT, other, 77, 77);
    b.words[3] = 78;
    has_line(&b, false, "%77 = OpIAdd %uint %77 %77\n", true);
    has_line(&b, true, "%77 = OpIAdd %uint %77_0 %77_0\n", true);
    b.next_id = 78;
    assert_int_equal(finish(&b), 0);
}

/* Each array's name holds the one of its element twice: there are no names, and
 * the text stays small. */
static void endless_names(void **state)
{
    (void)state;
    builder b = new_builder();
    uint32_t type = ID_UINT;
    for (unsigned i = 0; i < 200; i++) {
        emit(&b, SpvOpTypeArray, 3, b.next_id, type, type);
        type = b.next_id++;
    }
    b.words[3] = b.next_id;
    has_line(&b, false, "%uint", false);
    has_line(&b, false, "%9 = OpTypeArray %8 %8\n", true);
    assert_int_equal(finish(&b), 0);
}

/* A long name that is used often would make more text than any reader wants. */
static void long_names(void **state)
{
    (void)state;
    static char name[200000];
    memset(name, 'a', sizeof name);
    builder b = new_builder();
    uint32_t value = b.next_id++;
    begin(&b, SpvOpName);
    put(&b, value);
    put_string(&b, name, sizeof name);
    end(&b);
    for (unsigned i = 0; i < 300; i++)
        emit(&b, SpvOpIAdd, 4, ID_UINT, b.next_id++, value, value);
    b.words[3] = b.next_id;
    has_line(&b, false, "%9 = OpIAdd %1 %8 %8\n", true);
    assert_int_equal(finish(&b), 0);
}

/* Ids of one name are told apart by numbers, those that are taken left out. */
static void equal_names(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "a_1", "a", "a", "a-1", "a"};
    builder b = new_builder();
    for (uint32_t i = 0; i < GAC__COUNT_OF(names); i++) {
        begin(&b, SpvOpName);
        put(&b, ID_FIRST + i);
        put_string(&b, names[i], strlen(names[i]));
        end(&b);
    }
    b.next_id = ID_FIRST + 6;
    b.words[3] = b.next_id;
    has_line(&b, false, "OpName %a \"a\"\n", true);
    has_line(&b, false, "OpName %a_1 \"a_1\"\n", true);
    has_line(&b, false, "OpName %a_0 \"a\"\n", true);
    has_line(&b, false, "OpName %a_2 \"a\"\n", true);
    has_line(&b, false, "OpName %a_1_0 \"a-1\"\n", true);
    has_line(&b, false, "OpName %a_3 \"a\"\n", true);
    assert_int_equal(finish(&b), 0);
}

/* -- modules that SPIRV-Tools refuses -------------------------------------- */

static void unknown_instructions(void **state)
{
    (void)state;
    builder b = new_builder();
    emit(&b, 60000, 3, 1, 2, 3);
    emit(&b, 60001, 0);
    emit(&b, SpvOpVariable, 3, ID_UINT, b.next_id++, 7); /* may have more */
    emit(&b, SpvOpConstantNull, 3, ID_UINT, b.next_id++, ID_UINT);
    emit(&b, SpvOpIAdd, 4, ID_UINT, 50, ID_FIRST + 1, ID_VALUE);
    emit(&b, SpvOpCapability, 1, 77777);
    emit(&b, SpvOpLabel, 1, 0);
    emit(&b, SpvOpUndef, 2, ID_UINT, ID_VALUE); /* a second time */
    emit(&b, SpvOpExtInst, 5, ID_UINT, b.next_id++, ID_CL, 9999, ID_VALUE);
    emit(&b, SpvOpExtInst, 4, ID_UINT, b.next_id++, ID_SET, 9999);
    emit(&b, SpvOpDecorate, 2, ID_VALUE, 88888);
    /* One operand too many, of a known instruction. */
    emit(&b, SpvOpExtInst, 6, ID_UINT, b.next_id++, ID_CL, OpenCLstd_Acos,
         ID_VALUE, ID_VALUE);
    /* A float whose encoding is for another width: no text tells its numbers.
     */
    uint32_t type = b.next_id++;
    emit(&b, SpvOpTypeFloat, 3, type, 32, 0);
    emit(&b, SpvOpConstant, 3, type, b.next_id++, 0x3F80);
    assert_int_equal(finish(&b), 10);
}

/* Enumerants that the grammar's supplement has and SPIRV-Tools may lack. */
static void new_enumerants(void **state)
{
    (void)state;
    static const char text[] =
        "OpCapability UntypedPointersKHR\n"
        "OpCapability FPMaxErrorINTEL\n"
        "OpExecutionMode %f MaximumRegistersINTEL 32\n"
        "OpDecorate %v HostAccessINTEL ReadINTEL \"a \\\"b\"\n"
        "OpDecorate %v FPMaxErrorDecorationINTEL -0.1\n"
        "%b = OpTypeFloat 16 BFloat16KHR\n"
        "OpGraphEntryPointARM %g \"g\" %v\n"
        "%t = OpTypeGraphARM 1 %b\n"
        "%c = OpGraphConstantARM %b 7\n"
        "%g = OpGraphARM %t\n"
        "%i = OpGraphInputARM %b %c %v\n"
        "OpGraphSetOutputARM %i %c\n"
        "OpGraphEndARM\n";
    static const uint32_t words[] = {
        0x00020011, 4473,       0x00020011, 6169,      0x00040010, 1,
        6461,       32,         0x00060047, 2,         6188,       1,
        0x62222061, 0,          0x00040047, 2,         6170,       0xBDCCCCCD,
        0x00040016, 3,          16,         0,         0x00041056, 4,
        0x67,       2,          0x0004105E, 5,         1,          3,
        0x00041055, 3,          6,          7,         0x00031057, 5,
        4,          0x00051058, 3,          7,         6,          2,
        0x00031059, 7,          6,          0x0001105A};
    gac_assembly *a;
    size_t n;
    assert_int_equal(gac_assemble(context, text, strlen(text), NULL, &a),
                     GAC_OK);
    const uint32_t *assembled = gac_assembly_words(a, &n);
    assert_int_equal(n, 5 + GAC__COUNT_OF(words));
    assert_memory_equal(assembled + 5, words, sizeof words);
    assert_int_equal(go_round(assembled, n, false), 0);
    gac_assembly_destroy(a);
}

/* Blocks in their order, each with the blanks before its OpLabel. What is no
 * block of the function is passed over, as the newest spirv-dis does. */
static void blocks_are_laid_out(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"%10 = OpLabel OpBranch %30 "
         "%20 = OpLabel OpReturn "
         "%30 = OpLabel OpBranch %90",
         "10:0 30:0 20:0"}, /* nothing comes to %20 */
        {"%10 = OpLabel OpSelectionMerge %90 None "
         "OpBranchConditional %5 %7 %30 "
         "%20 = OpLabel OpReturn "
         "%30 = OpLabel OpBranch %20",
         "10:0 30:4 20:4"},
        {"%10 = OpLabel OpSelectionMerge %3 None OpSwitch %7 %90 1 %30 2 %91 "
         "%20 = OpLabel OpReturn "
         "%30 = OpLabel OpBranch %20",
         "10:0 30:4 20:4"},
        {"%10 = OpLabel OpBranch %20 "
         "%30 = OpLabel OpBranch %20 "
         "%20 = OpLabel OpLoopMerge %90 %91 None OpBranch %30",
         "10:0 20:0 30:4"},
        {"%10 = OpLabel OpBranch %20 "
         "%40 = OpLabel OpReturn "
         "%50 = OpLabel OpBranch %20 "
         "%60 = OpLabel OpBranch %50 "
         "%20 = OpLabel OpLoopMerge %40 %50 None OpBranch %30 "
         "%30 = OpLabel OpSelectionMerge %60 None "
         "OpBranchConditional %5 %70 %60 "
         "%70 = OpLabel OpBranch %60",
         "10:0 20:0 30:4 70:8 60:4 50:2 40:0"},
        /* A label of another function. */
        {"%10 = OpLabel OpBranch %20 %20 = OpLabel OpReturn OpFunctionEnd "
         "%50 = OpFunction %2 None %3 "
         "%60 = OpLabel OpSelectionMerge %90 None OpBranch %20 "
         "%70 = OpLabel OpReturn",
         "10:0 20:0 60:0 70:0"},
        {"", ""},
    };
    for (size_t i = 0; i < GAC__COUNT_OF(cases); i++) {
        char text[1024], laid_out[256] = "";
        const gac_assemble_options keep = {.size = sizeof keep,
                                           .preserve_numeric_ids = true};
        const gac_disassemble_options o = {.size = sizeof o,
                                           .raw_ids = true,
                                           .nested_indent = true,
                                           .reorder_blocks = true};
        gac_assembly *a;
        gac_disassembly *d;
        size_t n;
        snprintf(text, sizeof text,
                 "%%2 = OpTypeVoid %%3 = OpTypeFunction %%2 "
                 "%%4 = OpTypeBool %%5 = OpConstantNull %%4 "
                 "%%6 = OpTypeInt 32 0 %%7 = OpConstant %%6 0 "
                 "%%9 = OpFunction %%2 None %%3 %s OpFunctionEnd",
                 cases[i][0]);
        assert_int_equal(gac_assemble(context, text, strlen(text), &keep, &a),
                         GAC_OK);
        const uint32_t *words = gac_assembly_words(a, &n);
        assert_int_equal(gac_disassemble(context, words, 4 * n, &o, &d),
                         GAC_OK);
        const char *at = gac_disassembly_text(d, NULL);
        while ((at = strstr(at, "OpLabel")) != NULL) {
            size_t blanks = 0;
            while (at[-1 - (ptrdiff_t)blanks] == ' ')
                blanks++;
            const char *name = at - blanks;
            while (*name != '%')
                name--;
            size_t used = strlen(laid_out);
            snprintf(laid_out + used, sizeof laid_out - used, "%s%d:%zu",
                     used > 0 ? " " : "", atoi(name + 1), blanks - 1);
            at++;
        }
        assert_string_equal(laid_out, cases[i][1]);
        gac_disassembly_destroy(d);
        gac_assembly_destroy(a);
    }
}

/* Any well-formed stream: random opcodes, counts and words. */
static void random_streams(void **state)
{
    (void)state;
    uint64_t seed = 99;
    unsigned iterations = getenv("GAC_TEST_QUICK") ? 150 : 1500;
    for (unsigned iteration = 0; iteration < iterations; iteration++) {
        builder b = new_builder();
        unsigned n = (unsigned)(gac__random_next(&seed) % 40);
        for (unsigned i = 0; i < n; i++) {
            uint64_t r = gac__random_next(&seed);
            uint32_t row = (uint32_t)(r >> 32) % gac__op_row_count;
            begin(&b, r % 8 ? gac__op_rows[row].opcode : (uint32_t)r >> 20);
            b.words[b.inst] &= 0xFFFF;
            for (unsigned k = (unsigned)(r >> 3) % 7; k > 0; k--) {
                uint64_t w = gac__random_next(&seed);
                put(&b, (w & 7) == 0 ? (uint32_t)(w >> 32)
                                     : (uint32_t)(w >> 32) % 24);
            }
            end(&b);
        }
        b.next_id = (uint32_t)gac__random_next(&seed);
        finish(&b);
    }
}

/* One word of a good module exchanged for another. */
static void random_mutations(void **state)
{
    (void)state;
    uint64_t seed = 5;
    unsigned iterations = getenv("GAC_TEST_QUICK") ? 100 : 1000;
    for (unsigned iteration = 0; iteration < iterations; iteration++) {
        builder b = new_builder();
        for (unsigned i = 0; i < 20; i++) {
            uint64_t r = gac__random_next(&seed);
            const gac__op_row *row = &gac__op_rows[r % gac__op_row_count];
            if (row->opcode == SpvOpExtInst
                || row->opcode == SpvOpSpecConstantOp
                || row->opcode == SpvOpExtInstWithForwardRefsKHR)
                continue;
            put_inst(&b, row, (choice){(r >> 40) % 2, -1, 0});
            size_t size = b.n - b.inst;
            if (size > 1 && (r >> 41) % 3 == 0)
                b.words[b.inst + 1 + (r >> 44) % (size - 1)] =
                    (uint32_t)(r >> 30) & 0xFF;
        }
        finish(&b);
    }
}

static void odd_headers(void **state)
{
    (void)state;
    builder b = new_builder();
    emit(&b, SpvOpUndef, 2, ID_UINT, 0xFFFFFFFF);
    emit(&b, SpvOpUndef, 2, ID_UINT, 5000);
    static const uint32_t headers[][4] = {
        {0x00010000, 0, 5001, 0},
        {0x00010600, 0xFFFFFFFF, 3, 7},
        {0x12345678, 0x002B0016, 0, 0},
        {0, 0, 0xFFFFFFFF, 0xFFFFFFFF},
    };
    for (unsigned i = 0; i < GAC__COUNT_OF(headers); i++) {
        memcpy(b.words + 1, headers[i], sizeof headers[i]);
        go_round(b.words, b.n, false);
        go_round(b.words, b.n, true);
        go_round(b.words, 5, false);
    }
    free(b.words);
}

static void other_byte_order(void **state)
{
    (void)state;
    builder b = new_builder();
    emit(&b, SpvOpConstantNull, 3, ID_UINT, b.next_id++, ID_UINT);
    b.words[3] = b.next_id;
    for (size_t i = 0; i < b.n; i++)
        b.words[i] = __builtin_bswap32(b.words[i]);
    assert_int_equal(go_round(b.words, b.n, false), 1);
    free(b.words);
}

static void refused_binaries(void **state)
{
    (void)state;
    gac_disassembly *d;
    builder b = new_builder();
    assert_int_equal(gac_disassemble(context, b.words, 4 * b.n - 1, NULL, &d),
                     GAC_ERR_FORMAT);
    assert_int_equal(found.last.word_offset, b.n - 1);
    assert_int_equal(gac_disassemble(context, b.words, 16, NULL, &d),
                     GAC_ERR_FORMAT);
    assert_null(d);
    found.n = 0;
    put(&b, 0x00050001); /* four words short */
    assert_int_equal(gac_disassemble(context, b.words, 4 * b.n, NULL, &d),
                     GAC_ERR_FORMAT);
    assert_int_equal(found.n, 1);
    assert_int_equal(found.last.word_offset, b.n - 1);
    b.words[b.n - 1] = 0;
    assert_int_equal(gac_disassemble(context, b.words, 4 * b.n, NULL, &d),
                     GAC_ERR_FORMAT);
    b.words[0] = 0;
    assert_int_equal(gac_disassemble(context, b.words, 4 * b.n, NULL, &d),
                     GAC_ERR_FORMAT);
    free(b.words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction),
        cmocka_unit_test(every_extended_instruction),
        cmocka_unit_test(every_specialization_operation),
        cmocka_unit_test(every_half),
        cmocka_unit_test(numbers),
        cmocka_unit_test(numbers_with_odd_bits),
        cmocka_unit_test(switches),
        cmocka_unit_test(strings),
        cmocka_unit_test(names_that_look_like_others),
        cmocka_unit_test(exact_texts),
        cmocka_unit_test(newer_texts),
        cmocka_unit_test(undefined_ids),
        cmocka_unit_test(endless_names),
        cmocka_unit_test(long_names),
        cmocka_unit_test(equal_names),
        cmocka_unit_test(unknown_instructions),
        cmocka_unit_test(new_enumerants),
        cmocka_unit_test(blocks_are_laid_out),
        cmocka_unit_test(random_streams),
        cmocka_unit_test(random_mutations),
        cmocka_unit_test(odd_headers),
        cmocka_unit_test(other_byte_order),
        cmocka_unit_test(refused_binaries),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
