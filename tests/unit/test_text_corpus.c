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

#include "../fixtures.h"
#include "text/text_internal.h"

static gac_context *context;
static spv_context tools;
static glob_t files;

static int set_up(void **state)
{
    static const char *const patterns[] = {
        "tests/kernels/*.spvasm",    "tests/kernels/*/*.spvasm",
        "tests/valid/*.spvasm",      "tests/invalid/*.spvasm",
        "examples/*.spvasm",         "tests/fuzz/corpus/text/*",
        "tests/fuzz/corpus/module/*"};
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

static void same_text(const char *path, const void *data, size_t size,
                      uint32_t options, const gac_disassemble_options *ours)
{
    spv_text text = NULL;
    spv_diagnostic diagnostic = NULL;
    gac_disassembly *d = NULL;
    size_t text_size;
    uint32_t all = options | SPV_BINARY_TO_TEXT_OPTION_NO_HEADER;
    if (spvBinaryToText(tools, data, size / 4, all, &text, &diagnostic)
        == SPV_SUCCESS) {
        assert_int_equal(gac_disassemble(context, data, size, ours, &d),
                         GAC_OK);
        const char *own = gac_disassembly_text(d, &text_size);
        /* The set's names are what only we know. */
        if (!strstr(own, "GroupAsyncCopy2D2D")
            && !strstr(own, "GroupAsyncCopy3D3D")
            && strcmp(own, text->str) != 0) {
            print_error("%s\n", path);
            assert_string_equal(own, text->str);
        }
    }
    gac_disassembly_destroy(d);
    spvDiagnosticDestroy(diagnostic);
    spvTextDestroy(text);
}

/* Without zero padding, byte order and such oddities, the texts are the same.
 */
static void disassembles_as_spirv_dis(void **state)
{
    (void)state;
    unsigned n = 0;
    for (size_t i = 0; i < files.gl_pathc; i += step()) {
        gac_input *input;
        size_t size;
        if (!strstr(files.gl_pathv[i], ".spvasm")
            || gac_input_load(context, files.gl_pathv[i], NULL, &input)
                   != GAC_OK)
            continue;
        const void *data = gac_input_data(input, &size);
        gac_disassemble_options o = {
            .size = sizeof o, .no_header = true, .trusting = true};
        same_text(files.gl_pathv[i], data, size,
                  SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES
                      | SPV_BINARY_TO_TEXT_OPTION_INDENT,
                  &o);
        o.raw_ids = o.no_indent = o.offsets = true;
        same_text(files.gl_pathv[i], data, size,
                  SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET, &o);
        o.raw_ids = o.no_indent = o.offsets = false;
        o.comments = true;
        same_text(files.gl_pathv[i], data, size,
                  SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES
                      | SPV_BINARY_TO_TEXT_OPTION_INDENT
                      | SPV_BINARY_TO_TEXT_OPTION_COMMENT,
                  &o);
        gac_input_destroy(input);
        n++;
    }
    assert_true(n > 10);
}

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

static bool is_well_formed(const void *data, size_t size)
{
    gac_disassembly *d = NULL;
    gac_result result = gac_disassemble(context, data, size, NULL, &d);
    gac_disassembly_destroy(d);
    return result == GAC_OK;
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
                                     .comments = true,
                                     .offsets = true,
                                     .trusting =
                                         i % 2 && is_well_formed(data, size)};
        go_round(files.gl_pathv[i], data, size, &o);
        gac_input_destroy(input);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assembles_as_spirv_as),
        cmocka_unit_test(disassembles_as_spirv_dis),
        cmocka_unit_test(comes_back_the_same),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
