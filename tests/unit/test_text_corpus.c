/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The assembler and the disassembler on every module of the tests, against
 * SPIRV-Tools and against the module itself. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <spirv-tools/libspirv.h>

#include "../fixtures.h"
#include "text/text_internal.h"

static gac_context *context;
static spv_context tools;
static glob_t files;

static int set_up(void **state)
{
    static const char *const patterns[] = {
        "tests/*/*.spvasm",         "tests/*/*/*.spvasm",
        "tests/*/*/*/*.spvasm",     "tests/*/*.spv",
        "tests/*/*/*.spv",          "tests/*/*/*/*.spv",
        "examples/*.spvasm",        "bench/*.spvasm",
        "tests/fuzz/corpus/text/*", "tests/fuzz/corpus/module/*"};
    (void)state;
    for (unsigned i = 0; i < GAC__COUNT_OF(patterns); i++)
        fixtures_glob(patterns[i], i > 0 ? GLOB_APPEND : 0, &files);
    tools = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    return gac_context_create(NULL, &context) == GAC_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    gac_context_destroy(context);
    spvContextDestroy(tools);
    globfree(&files);
    return 0;
}

/* In the quick part, one file in eight. */
static size_t step(void)
{
    return getenv("GAC_TEST_QUICK") ? 8 : 1;
}

/* Assembles a text with both; where SPIRV-Tools take it, the instructions are
 * the same. Returns whether they did. */
static bool same_words(const char *path, const char *text, size_t size,
                       bool preserve)
{
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    gac_assembly *assembly = NULL;
    gac_assemble_options o = {.size = sizeof o,
                              .preserve_numeric_ids = preserve};
    spv_result_t theirs = spvTextToBinaryWithOptions(
        tools, text, size,
        preserve ? SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS
                 : SPV_TEXT_TO_BINARY_OPTION_NONE,
        &binary, &diagnostic);
    spvDiagnosticDestroy(diagnostic);
    if (theirs == SPV_SUCCESS) {
        size_t n;
        gac_result ours = gac_assemble(context, text, size, &o, &assembly);
        if (ours != GAC_OK)
            print_error("%s\n", path);
        assert_int_equal(ours, GAC_OK);
        const uint32_t *words = gac_assembly_words(assembly, &n);
        assert_int_equal(n, binary->wordCount);
        if (memcmp(words + 3, binary->code + 3, 4 * (n - 3)) != 0)
            print_error("%s\n", path);
        assert_memory_equal(words + 3, binary->code + 3, 4 * (n - 3));
    }
    gac_assembly_destroy(assembly);
    spvBinaryDestroy(binary);
    return theirs == SPV_SUCCESS;
}

static char *read_text(const char *path, size_t *size_out)
{
    static char text[4 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *size_out = fread(text, 1, sizeof text - 1, file);
    text[*size_out] = 0;
    fclose(file);
    /* Our own comments would make a difference. */
    for (char *note = text; (note = strstr(note, "; Header:")) != NULL;)
        note[2] = '-';
    for (char *note = text; (note = strstr(note, "; Ids:")) != NULL;)
        note[2] = '-';
    return text;
}

static void assembles_as_spirv_as(void **state)
{
    (void)state;
    unsigned n = 0;
    for (size_t i = 0; i < files.gl_pathc; i += step()) {
        size_t size;
        char *text = read_text(files.gl_pathv[i], &size);
        if (memchr(text, 0, size) || !strstr(files.gl_pathv[i], ".spvasm"))
            continue;
        n += same_words(files.gl_pathv[i], text, size, false);
        n += same_words(files.gl_pathv[i], text, size, true);
    }
    assert_true(n > 10);
}

/* -- the same text --------------------------------------------------------- */

/* What spirv-dis cannot say, and how the texts are compared all the same:
 * - it refuses a module that imports Codeplay.GroupAsyncCopies: it is given one
 *   that imports another name of that length;
 * - of NonSemantic.Codeplay.GroupAsyncCopies it knows that instructions have
 *   ids for operands, but not their names: ours are made numbers;
 * - its grammar of 2023 gives OpAsmTargetINTEL a result type, which compilers'
 *   modules do not have: the words mean something else there. */
static const char copies[] = "Codeplay.GroupAsyncCopies",
                  stand_in[] = "NonSemantic.Codeplay.Copy";

/* Replaces a text by another that is not longer, wherever it stands. */
static void replace(char *text, const char *from, const char *to)
{
    char *out = text;
    while (*text) {
        if (strncmp(text, from, strlen(from)) == 0) {
            memcpy(out, to, strlen(to));
            out += strlen(to);
            text += strlen(from);
        } else {
            *out++ = *text++;
        }
    }
    *out = 0;
}

static void number(char *text)
{
    replace(text, "GroupAsyncCopy2D2D", "1");
    replace(text, "GroupAsyncCopy3D3D", "2");
}

/* SPIRV-Tools' text; NULL: they do not take the module. */
static char *their_text(const uint32_t *words, size_t n, uint32_t options)
{
    spv_text text = NULL;
    spv_diagnostic diagnostic = NULL;
    char *copy = NULL;
    uint32_t *patched = malloc(4 * n);
    assert_non_null(patched);
    memcpy(patched, words, 4 * n);
    for (size_t at = 5; at < n && patched[at] >> 16 > 0;
         at += patched[at] >> 16)
        if (patched[at] == ((3 + sizeof copies / 4) << 16 | SpvOpExtInstImport)
            && n - at > 2 + sizeof copies / 4
            && memcmp(patched + at + 2, copies, sizeof copies) == 0)
            memcpy(patched + at + 2, stand_in, sizeof stand_in);
    if (spvBinaryToText(tools, patched, n, options, &text, &diagnostic)
        == SPV_SUCCESS) {
        copy = strdup(text->str);
        assert_non_null(copy);
        replace(copy, stand_in, copies);
        number(copy);
    }
    free(patched);
    spvDiagnosticDestroy(diagnostic);
    spvTextDestroy(text);
    return copy;
}

static char *our_text(const void *data, size_t size,
                      const gac_disassemble_options *options)
{
    gac_disassembly *d = NULL;
    assert_int_equal(gac_disassemble(context, data, size, options, &d), GAC_OK);
    char *copy = strdup(gac_disassembly_text(d, NULL));
    assert_non_null(copy);
    number(copy);
    gac_disassembly_destroy(d);
    return copy;
}

/* Returns whether SPIRV-Tools take the module. */
static bool same_text(const char *path, const void *data, size_t size,
                      uint32_t options, const gac_disassemble_options *ours)
{
    char *theirs = their_text(data, size / 4, options);
    if (!theirs)
        return false;
    char *own = our_text(data, size, ours);
    if (strstr(own, "OpAsmTargetINTEL"))
        strcpy(theirs, ""), strcpy(own, "");
    size_t line = 0, at = 0;
    while (own[at] && own[at] == theirs[at])
        if (own[at++] == '\n')
            line = at;
    if (own[at] != theirs[at]) {
        print_error("%s\n%.*s\n%.*s\n", path, (int)strcspn(own + line, "\n"),
                    own + line, (int)strcspn(theirs + line, "\n"),
                    theirs + line);
        fail();
    }
    free(theirs);
    free(own);
    return true;
}

static const struct {
    uint32_t theirs;
    gac_disassemble_options ours;
} option_sets[] = {
    {SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES
         | SPV_BINARY_TO_TEXT_OPTION_INDENT,
     {.size = sizeof(gac_disassemble_options)}},
    {SPV_BINARY_TO_TEXT_OPTION_INDENT,
     {.size = sizeof(gac_disassemble_options), .raw_ids = true}},
    {SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES
         | SPV_BINARY_TO_TEXT_OPTION_NO_HEADER,
     {.size = sizeof(gac_disassemble_options),
      .no_header = true,
      .no_indent = true}},
    {SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT
         | SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET
         | SPV_BINARY_TO_TEXT_OPTION_COMMENT,
     {.size = sizeof(gac_disassemble_options),
      .offsets = true,
      .comments = true}},
    {SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT
         | SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET
         | SPV_BINARY_TO_TEXT_OPTION_COLOR,
     {.size = sizeof(gac_disassemble_options), .offsets = true, .color = true}},
};

static void disassembles_as_spirv_dis(void **state)
{
    (void)state;
    unsigned n = 0, n_same = 0;
    for (size_t i = 0; i < files.gl_pathc; i += step()) {
        gac_input *input;
        gac_disassembly *d;
        size_t size;
        if (gac_input_load(context, files.gl_pathv[i], NULL, &input) != GAC_OK)
            continue;
        const void *data = gac_input_data(input, &size);
        if (gac_disassemble(context, data, size, NULL, &d) == GAC_OK) {
            gac_disassembly_destroy(d);
            for (unsigned k = 0; k < GAC__COUNT_OF(option_sets); k++)
                n_same +=
                    same_text(files.gl_pathv[i], data, size,
                              option_sets[k].theirs, &option_sets[k].ours);
            n += GAC__COUNT_OF(option_sets);
        }
        gac_input_destroy(input);
    }
    print_message("%u texts, %u the same\n", n, n_same);
    assert_true(n > 50 && n_same > n / 2);
}

/* Each opcode alone, with all numbers of words up to eight: mostly faulty ones,
 * but for those whose operands are ids; the comments say what section it is
 * of. */
static void single_instructions(void **state)
{
    (void)state;
    unsigned n_same = 0;
    for (uint32_t i = 0; i < gac__op_row_count; i++) {
        const gac__op_row *row = &gac__op_rows[i];
        for (uint32_t n = 1; n <= 8; n++) {
            uint32_t words[5 + 8] = {SpvMagicNumber, 0x00010600, 7u << 16, 100};
            words[5] = n << 16 | row->opcode;
            for (uint32_t k = 1; k < n; k++)
                words[5 + k] = k == 1 ? 10 : k + 1;
            for (unsigned k = 0; k < GAC__COUNT_OF(option_sets); k++)
                n_same +=
                    same_text(row->name, words, 4 * (5 + n),
                              option_sets[k].theirs, &option_sets[k].ours);
        }
    }
    assert_true(n_same > 3000);
}

typedef struct module {
    uint32_t words[1 << 14];
    size_t n;
    uint32_t id; /* the next one */
} module;

static void add(module *m, uint32_t opcode, unsigned n,
                const uint32_t *operands)
{
    assert_true(m->n + 1 + n <= GAC__COUNT_OF(m->words));
    m->words[m->n++] = (n + 1) << 16 | opcode;
    memcpy(m->words + m->n, operands, n * sizeof *operands);
    m->n += n;
}

#define ADD(m, opcode, ...)                                                    \
    add(m, opcode, sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t),         \
        (const uint32_t[]){__VA_ARGS__})

static uint16_t kind_of(const char *name)
{
    for (uint16_t i = 0; i < gac__kind_row_count; i++)
        if (strcmp(gac__kind_rows[i].name, name) == 0)
            return i;
    fail();
    return 0;
}

/* A type whose id is the next one. */
#define ADD_TYPE(m, opcode, ...)                                               \
    do {                                                                       \
        ADD(m, opcode, (m)->id, __VA_ARGS__);                                  \
        (m)->id++;                                                             \
    } while (0)

static void add_plain(module *m, uint32_t opcode)
{
    ADD(m, opcode, m->id);
    m->id++;
}

/* Constants of the numeric type `type`, of `n_words` words each. */
static void add_constants(module *m, uint32_t type, unsigned n_words)
{
    static const uint32_t bits[] = {0,          1,          0xFFFFFFFB,
                                    0x3FC00000, 0xC0490FDB, 0x7F800000,
                                    0x00003E00, 0x7F800001, 0x80000001};
    for (unsigned i = 0; i < GAC__COUNT_OF(bits); i++) {
        uint32_t operands[] = {type, m->id++, bits[i], bits[i]};
        add(m, SpvOpConstant, 2 + n_words, operands);
    }
}

static void add_numbers(module *m)
{
    static const uint32_t widths[] = {1, 8, 16, 24, 32, 48, 64};
    for (unsigned i = 0; i < 3 * GAC__COUNT_OF(widths); i++) {
        uint32_t width = widths[i / 3], type = m->id;
        if (i % 3 == 2)
            ADD_TYPE(m, SpvOpTypeFloat, width);
        else
            ADD_TYPE(m, SpvOpTypeInt, width, i % 3);
        add_constants(m, type, width > 32 ? 2 : 1);
    }
}

static void add_types(module *m)
{
    static const uint32_t plain[] = {
        SpvOpTypeVoid,         SpvOpTypeEvent,   SpvOpTypeDeviceEvent,
        SpvOpTypeReserveId,    SpvOpTypeQueue,   SpvOpTypePipeStorage,
        SpvOpTypeNamedBarrier, SpvOpTypeSampler, SpvOpTypeBool};
    static const uint32_t truths[] = {SpvOpConstantTrue, SpvOpConstantFalse,
                                      SpvOpSpecConstantTrue};
    uint32_t first = m->id;
    add_numbers(m);
    ADD_TYPE(m, SpvOpTypeVector, first, 3);
    ADD_TYPE(m, SpvOpTypeVector, m->id + 5, 4); /* of what is not known yet */
    ADD_TYPE(m, SpvOpTypeMatrix, m->id - 1, 2);
    ADD_TYPE(m, SpvOpTypeArray, m->id - 1, first + 2);
    ADD_TYPE(m, SpvOpTypeArray, m->id - 1, 9999);
    ADD_TYPE(m, SpvOpTypeRuntimeArray, m->id - 1);
    ADD_TYPE(m, SpvOpTypeStruct, first);
    ADD_TYPE(m, SpvOpTypeOpaque, 0);
    ADD_TYPE(m, SpvOpTypeOpaque, 0x2D622061, 0x00000063); /* "a b-c" */
    ADD_TYPE(m, SpvOpTypeFunction, first);
    for (unsigned i = 0; i < GAC__COUNT_OF(plain); i++)
        add_plain(m, plain[i]);
    uint32_t truth = m->id - 1;
    for (unsigned i = 0; i < GAC__COUNT_OF(truths); i++) {
        ADD(m, truths[i], truth, m->id);
        m->id++;
    }
    for (uint32_t i = 0; i < 3; i++)
        ADD_TYPE(m, SpvOpTypePipe, i);
    for (uint32_t i = 0; i < 13; i++)
        ADD_TYPE(m, SpvOpTypePointer, i, first);
}

/* What names ids: decorations by built-in values, types, constants; twice, so
 * that names must be told apart. */
static void names_of_ids(void **state)
{
    (void)state;
    static module m = {
        .words = {SpvMagicNumber, 0x00010600, 7u << 16, 9999}, .n = 5, .id = 1};
    const gac__kind_row *values = &gac__kind_rows[kind_of("BuiltIn")];
    ADD(&m, SpvOpName, 900, 0x746E6975, 0); /* "uint" */
    for (uint32_t i = 0; i < 5; i++)
        ADD(&m, SpvOpName, 901 + i, i * 0x31); /* "", "1", "b" */
    for (uint32_t i = 0; i < 2 * values->n_enumerants; i++)
        if (values->enumerants[i / 2].value
            < 4440) /* newer ones are not theirs */
            ADD(&m, SpvOpDecorate, 1000 + i, SpvDecorationBuiltIn,
                values->enumerants[i / 2].value);
    add_types(&m);
    add_types(&m);
    for (unsigned k = 0; k < GAC__COUNT_OF(option_sets); k++)
        assert_true(same_text("names", m.words, 4 * m.n, option_sets[k].theirs,
                              &option_sets[k].ours));
}

/* -- there and back -------------------------------------------------------- */

static void go_round(const char *path, const void *data, size_t size,
                     const gac_disassemble_options *o)
{
    gac_disassembly *d = NULL;
    gac_assembly *a = NULL;
    size_t text_size, back_size;
    if (gac_disassemble(context, data, size, o, &d) != GAC_OK)
        return; /* not well-formed */
    const char *text = gac_disassembly_text(d, &text_size);
    gac_result result = gac_assemble(context, text, text_size, NULL, &a);
    if (result != GAC_OK)
        print_error("%s\n", path);
    assert_int_equal(result, GAC_OK);
    const void *back = gac_assembly_data(a, &back_size);
    if (back_size != size || memcmp(back, data, size) != 0)
        print_error("%s\n", path);
    assert_int_equal(back_size, size);
    assert_memory_equal(back, data, size);
    gac_assembly_destroy(a);
    gac_disassembly_destroy(d);
}

static void comes_back_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < files.gl_pathc; i += step()) {
        gac_input *input;
        size_t size;
        if (gac_input_load(context, files.gl_pathv[i], NULL, &input) != GAC_OK)
            continue;
        const void *data = gac_input_data(input, &size);
        gac_disassemble_options o = {.size = sizeof o,
                                     .raw_ids = i % 2 == 1,
                                     .comments = true,
                                     .offsets = true,
                                     .exact = true};
        go_round(files.gl_pathv[i], data, size, &o);
        gac_input_destroy(input);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assembles_as_spirv_as),
        cmocka_unit_test(disassembles_as_spirv_dis),
        cmocka_unit_test(single_instructions),
        cmocka_unit_test(names_of_ids),
        cmocka_unit_test(comes_back_the_same),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
