/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Deep call graphs: SPIRV-Tools report the same on the module itself and on
 * the equivalent module that they are given, in which no function has deep
 * calls. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gac/core_rules.h>
#include <gac/rewrite.h>

#include "module_helper.h"

#define DEPTH 1600 /* of the chain: its walks make 1.28 million visits */

typedef struct text {
    char *chars;
    size_t n;
} text;

static void put(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    t->n += (size_t)vsprintf(t->chars + t->n, format, arguments);
    va_end(arguments);
}

/* What a call graph has besides the chain. */
typedef struct kind {
    const char *name;
    int from, to; /* function `from` calls `to`, too; from -1: nothing */
    int unlisted; /* an entry point that does not list the variable which the
                     last function uses; -1: none */
    bool unsound; /* a call in the middle has a wrong argument */
    bool entry;   /* it calls an entry point */
    bool apart;   /* the chain belongs to no entry point */
    bool shader;
    bool is_flat; /* afterwards */
} kind;

/* Functions are of five types by turns; each calls the next one. */
static void put_call(text *t, int from, int to, bool unsound)
{
    static const char *const types[] = {"%void", "%uint", "%void", "%void",
                                        "%void"};
    static const char *const arguments[] = {"", " %five", " %null %five",
                                            " %five %five %five",
                                            " %five %five %null"};
    put(t, "%%c_%d_%d = OpFunctionCall %s %%f%d%s\n", from, to, types[to % 5],
        to, unsound ? " %null" : arguments[to % 5]);
}

static void put_function(text *t, const kind *k, int i)
{
    static const char *const types[] = {"%void None %fn0", "%uint None %fn1",
                                        "%void None %fn2", "%void None %fn3",
                                        "%void None %fn4"};
    static const char *const parameters[][3] = {{NULL},
                                                {"%uint"},
                                                {"%pointer", "%uint"},
                                                {"%uint", "%uint", "%uint"},
                                                {"%uint", "%uint", "%pointer"}};
    put(t, "%%f%d = OpFunction %s\n", i, types[i % 5]);
    for (int p = 0; p < 3 && parameters[i % 5][p]; p++)
        put(t, "%%p%d_%d = OpFunctionParameter %s\n", i, p,
            parameters[i % 5][p]);
    put(t, "%%l%d = OpLabel\n", i);
    if (i + 1 < DEPTH)
        put_call(t, i, i + 1, k->unsound && i == DEPTH / 2 - 1);
    else
        put(t, "%%loaded = OpLoad %%v3 %%variable\n");
    if (i == k->from)
        put_call(t, i, k->to, false);
    if (k->entry && i == 7)
        put(t, "%%bad = OpFunctionCall %%void %%k0\n");
    put(t, i % 5 == 1 ? "OpReturnValue %%five\n" : "OpReturn\n");
    put(t, "OpFunctionEnd\n");
}

static void put_module(text *t, const kind *k)
{
    put(t,
        "OpCapability Kernel\nOpCapability Addresses\n%s"
        "OpMemoryModel Physical64 OpenCL\n",
        k->shader ? "OpCapability Shader\n" : "");
    for (int e = 0; e < 2; e++)
        put(t, "OpEntryPoint Kernel %%k%d \"k%d\"%s\n", e, e,
            e == k->unlisted ? "" : " %variable");
    put(t, "OpDecorate %%variable BuiltIn GlobalInvocationId\n"
           "%%void = OpTypeVoid\n%%uint = OpTypeInt 32 0\n"
           "%%v3 = OpTypeVector %%uint 3\n"
           "%%pointer = OpTypePointer CrossWorkgroup %%uint\n"
           "%%input = OpTypePointer Input %%v3\n"
           "%%fn0 = OpTypeFunction %%void\n"
           "%%fn1 = OpTypeFunction %%uint %%uint\n"
           "%%fn2 = OpTypeFunction %%void %%pointer %%uint\n"
           "%%fn3 = OpTypeFunction %%void %%uint %%uint %%uint\n"
           "%%fn4 = OpTypeFunction %%void %%uint %%uint %%pointer\n"
           "%%five = OpConstant %%uint 5\n%%null = OpConstantNull %%pointer\n"
           "%%variable = OpVariable %%input Input\n");
    for (int i = 0; i < DEPTH; i++)
        put_function(t, k, i);
    for (int e = 0; e < 2; e++) {
        put(t, "%%k%d = OpFunction %%void None %%fn0\n%%e%d = OpLabel\n", e, e);
        if (!k->apart)
            put_call(t, DEPTH + e, e == 0 ? 1 : DEPTH - 20, false);
        put(t, "OpReturn\nOpFunctionEnd\n");
    }
}

/* -- verdicts -------------------------------------------------------------- */

/* What SPIRV-Tools say of words: empty if they are valid. */
static void run_validator(const uint32_t *words, size_t n, char *message,
                          size_t room)
{
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_4);
    spv_diagnostic said = NULL;
    struct spv_const_binary_t code = {words, n};
    spv_result_t result = spvValidate(context, &code, &said);
    assert_true((result == SPV_SUCCESS) == (said == NULL));
    snprintf(message, room, "%s", said ? said->error : "");
    spvDiagnosticDestroy(said);
    spvContextDestroy(context);
}

/* The functions that functions call and those that these call, counted as often
 * as a walk from each function meets one. */
static uint32_t count_walks(const gac_module *m)
{
    enum { MOST = 4 * DEPTH };
    static uint32_t calls[MOST][2], seen[MOST], stack[MOST];
    uint32_t n = 0, sum = 0;
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0, in = 0; i < m->n_insts; i++) {
        gac__inst inst = gac__module_inst(m, i);
        in += inst.opcode == SpvOpFunction;
        if (inst.opcode != SpvOpFunctionCall)
            continue;
        assert_true(n < MOST);
        calls[n][0] = in - 1;
        calls[n++][1] =
            (uint32_t)(gac__module_function(m, inst.words[3]) - m->functions);
    }
    for (uint32_t f = 0; f < m->n_functions; f++) {
        uint32_t depth = 1;
        stack[0] = f;
        while (depth) {
            uint32_t at = stack[--depth], k = 0;
            while (k < n && calls[k][0] < at)
                k++;
            for (; k < n && calls[k][0] == at; k++) {
                if (seen[calls[k][1]] == f + 1)
                    continue;
                seen[calls[k][1]] = f + 1;
                stack[depth++] = calls[k][1];
                sum++;
            }
        }
    }
    return sum;
}

static gac_module *parse(gac_context *context, const uint32_t *words, size_t n)
{
    gac_module *m;
    assert_int_equal(gac_module_parse(context, words, n * 4, NULL, &m), GAC_OK);
    return m;
}

static void check(const kind *k)
{
    text t = {.chars = malloc(DEPTH * 300)};
    char wanted[2048], got[2048];
    spv_binary made = NULL;
    spv_context tools = spvContextCreate(SPV_ENV_UNIVERSAL_1_4);
    put_module(&t, k);
    assert_true(t.n < DEPTH * 300);
    assert_int_equal(spvTextToBinary(tools, t.chars, t.n, &made, NULL),
                     SPV_SUCCESS);
    run_validator(made->code, made->wordCount, wanted, sizeof wanted);

    gac_context *context;
    gac_core_module *core;
    size_t n_words;
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    gac_module *m = parse(context, made->code, made->wordCount);
    assert_int_equal(gac_core_module_create(m, NULL, NULL, &core), GAC_OK);
    const uint32_t *words = gac_core_module_words(core, &n_words);
    run_validator(words, n_words, got, sizeof got);
    gac_module *flat = parse(context, words, n_words);
    uint32_t walks = count_walks(flat);
    print_message("%s: %u walks, '%s'\n", k->name, walks, got);
    assert_string_equal(got, wanted);
    if (k->is_flat)
        assert_in_range(walks, DEPTH / 2, 20 * DEPTH);
    else
        assert_true(walks > DEPTH * DEPTH / 4);
    gac_module_destroy(flat);
    gac_core_module_destroy(core);
    gac_module_destroy(m);
    gac_context_destroy(context);
    spvBinaryDestroy(made);
    spvContextDestroy(tools);
    free(t.chars);
}

static void verdicts_stay(void **state)
{
    static const kind kinds[] = {
        {"chain", -1, 0, -1, .is_flat = true},
        {"shortcut", 3, 900, -1, .is_flat = true},
        {"cycle", 1500, 1490, -1, .is_flat = true},
        {"unlisted in the first", -1, 0, 0, .is_flat = true},
        {"unlisted in the second", -1, 0, 1, .is_flat = true},
        {"unlisted, apart", -1, 0, 1, .apart = true, .is_flat = true},
        {"wrong argument", -1, 0, -1, .unsound = true, .is_flat = true},
        {"entry point called", -1, 0, -1, .entry = true},
        {"shader", -1, 0, -1, .shader = true},
    };
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(kinds); i++)
        check(&kinds[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
