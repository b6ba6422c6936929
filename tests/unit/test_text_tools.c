/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What SPIRV-Tools' own tests of texts are about: ids, words, comments,
 * strings, integers, extended instructions, numeric ids. SPIRV-Tools at hand
 * say what each text gives. */
#include "text_peer.h"

/* Whether both write the words that a text gives as the same text. */
static bool same_back(const char *text, bool preserve)
{
    const gac_disassemble_options o = {.size = sizeof o};
    const gac_assemble_options as = {.size = sizeof as,
                                     .preserve_numeric_ids = preserve};
    gac_assembly *a = NULL;
    gac_disassembly *d = NULL;
    spv_text theirs = NULL;
    size_t n;
    assert_int_equal(gac_assemble(context, text, strlen(text), &as, &a),
                     GAC_OK);
    const uint32_t *words = gac_assembly_words(a, &n);
    assert_int_equal(gac_disassemble(context, words, 4 * n, &o, &d), GAC_OK);
    bool same = spvBinaryToText(tools, words, n,
                                SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES
                                    | SPV_BINARY_TO_TEXT_OPTION_INDENT,
                                &theirs, NULL)
                    == SPV_SUCCESS
                && strcmp(theirs->str, gac_disassembly_text(d, NULL)) == 0;
    if (!same)
        print_error("%s\n%s", theirs ? theirs->str : "(refused)",
                    gac_disassembly_text(d, NULL));
    spvTextDestroy(theirs);
    gac_disassembly_destroy(d);
    gac_assembly_destroy(a);
    return same;
}

static void check_as(const char *text, bool preserve)
{
    assert_true(is_agreed(text, preserve));
    verdicts v = assemble_both(text, preserve);
    if (v.is_theirs)
        assert_true(same_back(text, preserve));
}

static void check(const char *format, ...)
{
    static char text[1 << 10];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof text);
    check_as(text, false);
    check_as(text, true);
}

static void ids(void **state)
{
    static const char *const names[] = {
        "%1",    "%2a",  "%3Bc",   "%4_d",      "%e",  "%F",   "%G_7", "%_",
        "%__",   "%_h",  "%i_",    "%_J_",      "%8_", "%@",   "%!",   "%K!",
        "%__l@", "%%",   "%-",     "%m@_n",     "%",   "5",    "32",   "o",
        "p%q",   "%r.s", "%\"t\"", "%\xc3\xa9", "% u", "%v%w", "%x;y"};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(names); i++) {
        check("%s = OpTypeVoid", names[i]);
        check("OpName %s \"it\"", names[i]);
    }
}

static void words_and_comments(void **state)
{
    static const char *const texts[] = {
        "OpNop",
        "OpNop\t",
        "OpNop ",
        "OpNop;",
        "Op;Nop",
        "OpNop\r\nOpNop",
        "OpName %a \"one\"OpNop",
        "OpName %a \"one\" \"two three\"",
        "OpName %a one\" \"two three",
        "OpName %a \"one \n\t two\"",
        "OpName %a \"",
        "\"",
        "\\",
        "OpNop\\",
        "OpName %a \\",
        "OpName %a one\\",
        "OpName %a \"o\\\"n\\\ne\\;\"",
        "OpName %a one\\\\ two",
        "OpName %a \"one;two\" ; three",
        "OpName %a \"one\\",
        "OpNo\\p",
        ("; one\n; two: OpFoo\n OpMemoryModel Logical Simple ; three\n"
         ";;;; four;\n%g = OpExtInstImport \"GLSL.std.450\"\n ; five"),
        ";",
        "; no newline",
        "\n\n",
        " ",
        "OpNop ; \"\nOpNop"};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(texts); i++)
        check("%s", texts[i]);
}

static void strings(void **state)
{
    static const char *const texts[] = {
        "\"-\"", "\"--\"", "\"1-2\"", "\"1a\"", "\"1.2.3\"", "\"\\\"\"",
        "\"\\\\\"", "\"\\one\ntwo\"", "\"\\one\\\ntwo\"", "\"\xE4\xBA\xB2\"",
        "\"\\\xE4\xBA\xB2\"", "\"an \\\" and \\\\ and \\\xE4\xBA\xB2\"", "\"\"",
        "\"\xff\"",
        /* These are none. */
        "-", "--", "1-2", "1a", "1.2.3", "1", "-.5", "\"z", "a\"", "''"};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(texts); i++) {
        check("OpName %%a %s", texts[i]);
        check("OpSource OpenCL_C 100 %%f %s", texts[i]);
    }
}

/* An instruction has 65,535 words at most. */
static void long_strings(void **state)
{
    const size_t most = 4 * (65535 - 2) - 1;
    char *text = malloc(most + 40);
    (void)state;
    assert_non_null(text);
    for (size_t more = 0; more < 2; more++) {
        size_t n = (size_t)sprintf(text, "OpName %%a \"");
        for (size_t i = 0; i < most + more; i += 3) /* euro signs */
            memcpy(text + n + i, "\xE2\x82\xAC", 3);
        strcpy(text + n + most + more, "\"");
        verdicts v = assemble_both(text, false);
        assert_int_equal(v.is_theirs, more == 0);
        assert_true(v.same);
    }
    free(text);
}

static void integers(void **state)
{
    static const uint32_t widths[] = {1, 2, 8, 16, 32, 33, 48, 64};
    static const char *const own[] = {"0x1234",
                                      "0X1234",
                                      "-0x0",
                                      "-0x1",
                                      "18446744073709551616",
                                      "-18446744073709551616",
                                      "0x10000000000000000",
                                      "2224323424242424"};
    char number[40];
    (void)state;
    for (size_t i = 0; i < 2 * GAC__COUNT_OF(widths); i++) {
        char type[60];
        snprintf(type, sizeof type,
                 "%%t = OpTypeInt %u %zu %%c = OpConstant %%t", widths[i / 2],
                 i % 2);
        for (size_t k = 0; k < GAC__COUNT_OF(own); k++)
            check("%s %s", type, own[k]);
        /* At the edges of all widths. */
        for (size_t k = 0; k < GAC__COUNT_OF(widths); k++)
            for (int more = -1; more < 2; more++) {
                uint64_t high = UINT64_C(1) << (widths[k] - 1);
                uint64_t edges[] = {high + (uint64_t)(int64_t)more,
                                    2 * high + (uint64_t)(int64_t)more};
                for (size_t e = 0; e < 6; e++) {
                    static const char *const formats[] = {"%llu", "-%llu",
                                                          "0x%llx"};
                    snprintf(number, sizeof number, formats[e / 2],
                             (unsigned long long)edges[e % 2]);
                    check("%s %s", type, number);
                }
            }
    }
}

static void debug_info(void **state)
{
    static const char *const texts[] = {
        "DebugTypePointer %4 Private FlagIsPublic",
        "DebugTypePointer %4 Private FlagIsProtected|FlagIsPrivate",
        "DebugTypePointer %4 Function FlagIsPublic|FlagFwdDecl",
        "DebugTypePointer %4 Workgroup FlagIsOptimized|FlagIsPrivate",
        "DebugTypePointer %4 Workgroup None",
        "DebugTypePointer %4 Nowhere FlagIsPublic",
        "DebugTypeArray %4 %5",
        "DebugTypeArray %4 %5 %6 %7",
        "DebugTypeArray %4 5",
        "DebugTypeVector %4 16",
        "DebugTypeVector %4 %5",
        "DebugTypeFunction %4",
        "DebugTypeFunction %4 %5 %6",
        "DebugTypeEnum %4 %5 %6 12 13 %7 %8 FlagStaticMember %9 %10 %11 %12",
        "DebugTypeEnum %4 %5 %6 12 13 %7 %8 FlagStaticMember %9 %10 %11",
        "DebugTypeComposite %4 Union %5 12 13 %6 %7 FlagIsPrivate %8 %9",
        "DebugOperation PlusUconst 42",
        "DebugOperation BitPiece 4 5",
        "DebugOperation Swap",
        "DebugOperation Fragment 4 5",
        "DebugExpression",
        "DebugExpression %4 %5",
        "DebugNoScope",
        "DebugMacroDef %4 1 %5",
        "DebugMacroDef %4 1 %5 %6",
        "DebugNothing %4",
        "0",
        "35",
        "99"};
    static const char *const sets[] = {"DebugInfo", "OpenCL.DebugInfo.100"};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(sets); i++)
        for (size_t k = 0; k < GAC__COUNT_OF(texts); k++)
            check("%%1 = OpExtInstImport \"%s\"\n%%3 = OpExtInst %%2 %%1 %s\n",
                  sets[i], texts[k]);
}

/* Instructions of unknown sets have numbers, and ids for operands. */
static void non_semantic(void **state)
{
    static const char *const texts[] = {
        "",
        "%3 = OpExtInst %2 %1 132384681 %2",
        "%4 = OpTypeInt 32 0 %5 = OpConstant %4 123 %6 = OpString \"it\"\n"
        "%7 = OpExtInst %4 %1 82198732 %5 %6",
        "%8 = OpExtInstImport \"NonSemantic.Testing.Other\"\n"
        "%9 = OpExtInst %2 %8 613874321 %1 %2 %3",
        "%3 = OpExtInst %2 %1 1 99999",
        "%3 = OpExtInst %2 %1 1 3.14",
        "%3 = OpExtInst %2 %1 1 \"it\"",
        "%3 = OpExtInst %2 %1 Name",
        "%3 = OpExtInst %2 %1 -1",
        "%3 = OpExtInst %2 %1"};
    static const char *const sets[] = {"NonSemantic.Testing", "NonSemantic.",
                                       "NonSemantic_Testing"};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(sets); i++)
        for (size_t k = 0; k < GAC__COUNT_OF(texts); k++)
            check("%%1 = OpExtInstImport \"%s\"\n%%2 = OpTypeVoid\n%s\n",
                  sets[i], texts[k]);
}

static void numeric_ids(void **state)
{
    (void)state;
    check("%%i = OpTypeInt 32 1 %%u = OpTypeInt 32 0 %%f = OpTypeFloat 32\n"
          "%%200 = OpTypeVoid %%300 = OpTypeFunction %%200\n"
          "%%main = OpFunction %%200 None %%300 %%entry = OpLabel\n"
          "%%100 = OpConstant %%u 100 %%1 = OpConstant %%u 200\n"
          "%%2 = OpConstant %%u 300 OpReturn OpFunctionEnd");
    check("%%3 = OpTypeVoid %%a = OpTypeBool %%1 = OpTypeEvent "
          "%%b = OpTypeFunction %%a %%1 %%3 %%c %%7");
    check("%%1_ = OpTypeVoid %%01 = OpTypeBool %%0x1 = OpTypeEvent");
}

/* What an id is called that nothing names, where its number is a name. */
static void names(void **state)
{
    (void)state;
    check("OpName %%x \"2\" %%x = OpTypeVoid %%y = OpTypeFunction %%x");
    check("OpName %%x \"2\" OpName %%z \"2_0\" %%x = OpTypeVoid "
          "%%y = OpTypeFunction %%x %%z = OpTypeBool OpName %%x \"again\"");
    check("OpDecorate %%x BuiltIn WorkgroupId OpDecorate %%x BuiltIn WorkDim "
          "OpDecorate %%y BuiltIn FragCoord OpDecorate %%z BuiltIn VertexId");
    check("OpName %%x \"\" OpName %%y \"_\" OpName %%z \"a b-c.d\"");
    check(
        "%%x = OpTypeInt 24 1 %%y = OpTypeInt 24 0 %%z = OpTypeFloat 24 "
        "%%s = OpTypeInt 8 1 %%c = OpConstant %%s -5 %%v = OpTypeVector %%s 4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids),          cmocka_unit_test(words_and_comments),
        cmocka_unit_test(strings),      cmocka_unit_test(long_strings),
        cmocka_unit_test(integers),     cmocka_unit_test(debug_info),
        cmocka_unit_test(non_semantic), cmocka_unit_test(numeric_ids),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
